/** Random functions through front end and interpreter, and through gcc: every value must be the same. */
import { DEFAULT_FRONTEND_OPTIONS, lowerC, parseC } from '../../server/src/c/front-end.ts';
import type { CParser } from '../../server/src/c/front-end.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { Outcome } from '../../server/src/interpret/run-outcome.ts';
import type { IntegerMode } from '../../server/src/machine/integer-types.ts';
import { compileAndRun } from './gcc.ts';
import { PRELUDE, edgeValues, generateFunction, random } from './generate.ts';
import type { GeneratedFunction } from './generate.ts';

export interface BatchResult {
  /** Runs compared with the compiled program. */
  readonly compared: number;
  /** Runs that ended in undefined behaviour, by code. */
  readonly undefinedRuns: ReadonlyMap<string, number>;
  /** Runs that met something that isn't modelled, by code. */
  readonly notModelled: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

const CAST: Readonly<Record<string, string>> = { true: '(long long)', false: '(unsigned long long)' };

/** Generates `count` functions from a seed and compares `inputs` runs of each. */
export function compareBatch(
  parser: CParser,
  seed: number,
  count: number,
  inputs: number,
  mode: IntegerMode,
): BatchResult {
  const functions: GeneratedFunction[] = [];
  for (let i = 0; i < count; i++) functions.push(generateFunction(seed * 1_000_003 + i, `f${i}`, functions.slice(-3)));
  const source = PRELUDE + functions.map((f) => f.text).join('\n');
  const parsed = parseC(parser, source);
  const program = lowerC(parsed, DEFAULT_FRONTEND_OPTIONS);
  parsed.dispose();
  const differences: string[] = program.errors.map(
    (e) => `syntax error at line ${e.range.start.line}: ${source.split('\n')[e.range.start.line - 1]}`,
  );
  const undefinedRuns = new Map<string, number>();
  const notModelled = new Map<string, number>();
  const expected: { readonly call: string; readonly text: string }[] = [];
  const r = random(seed);
  const count_ = (map: Map<string, number>, key: string): void => {
    map.set(key, (map.get(key) ?? 0) + 1);
  };
  for (const f of functions) {
    const fn = program.functions.find((x) => x.name === f.name);
    if (fn === undefined) {
      differences.push(`${f.name} was not found`);
      continue;
    }
    const inlined = inlineCalls(program, fn);
    for (let k = 0; k < inputs; k++) {
      const values = f.params.map((p) => r.pick(edgeValues(p.type)));
      const given = new Map(fn.params.map((id, i) => [id ?? -1, values[i]!]));
      for (const v of fn.variables) if (v.scope === 'global' && v.initial !== null) given.set(v.id, v.initial);
      const options = { mode, inputs: given, maxSteps: 100_000, program };
      const apart = run(fn, options);
      const outcome = run(inlined, options);
      // what pointers lead to is made out where calls are inlined only
      if (
        apart.kind !== 'not-modelled' &&
        show(apart) !== show(outcome) &&
        apart.kind !== 'out-of-steps' &&
        outcome.kind !== 'out-of-steps'
      )
        differences.push(`inlined ${f.name}(${values.join(', ')}): ${show(apart)} becomes ${show(outcome)}`);
      if (outcome.kind === 'undefined') count_(undefinedRuns, outcome.code);
      else if (outcome.kind === 'not-modelled') count_(notModelled, outcome.reason.code);
      else if (outcome.kind !== 'returned') count_(notModelled, outcome.kind);
      if (outcome.kind !== 'returned') continue;
      const globals = ['g1', 'g2', 'g3', 'g4']
        .map((name) => {
          const v = inlined.variables.find((x) => x.scope === 'global' && x.name === name);
          return v === undefined || outcome.env.values[v.id] === null
            ? null
            : { name, value: outcome.env.values[v.id]! };
        })
        .filter((g) => g !== null);
      const args = values.map((v, i) => `(${f.params[i]!.type.name})${literal(v)}`).join(', ');
      const printed = [
        `${CAST[String(f.result.signed)]}${f.name}(${args})`,
        ...globals.map((g) => `(long long)${g.name}`),
      ];
      expected.push({
        call: `reset(); { __auto_type result = ${printed[0]}; printf("${f.result.signed ? '%lld' : '%llu'}", result);${printed
          .slice(1)
          .map((p) => ` printf(" %lld", ${p});`)
          .join('')} printf("\\n"); }`,
        text: [String(outcome.value), ...globals.map((g) => String(g.value))].join(' '),
      });
    }
  }
  const reset =
    'static void reset(void) { g1 = 7; g2 = 4000000000u; g3 = 0; g4 = -3; memcpy(garr, (unsigned short[5]){ 1, 2, 65535 }, sizeof garr); memcpy(grid, (int[2][3]){ { 1, 2, 3 }, { 4, 5, 6 } }, sizeof grid); }\n';
  const main = `#include <stdio.h>\n#include <string.h>\n${source}\n${reset}int main(void) {\nsetvbuf(stdout, NULL, _IOLBF, 0);\n${expected.map((e) => e.call).join('\n')}\nreturn 0; }\n`;
  const lines = compileAndRun(main, mode === 'wrapv' ? ['-fwrapv'] : []);
  expected.forEach((e, i) => {
    if (lines[i] !== e.text)
      differences.push(`${/result = (.*); printf\("%ll/.exec(e.call)?.[1] ?? e.call}: gcc ${lines[i]}, we ${e.text}`);
  });
  return { compared: expected.length, undefinedRuns, notModelled, differences };
}

function literal(v: bigint): string {
  if (v === -(1n << 63n)) return '(-9223372036854775807L - 1)';
  return v < 0n ? `(${v}L)` : `${v}ul`;
}

function show(o: Outcome): string {
  switch (o.kind) {
    case 'returned':
      return `returned ${o.value}`;
    case 'undefined':
      return `undefined ${o.code}`;
    case 'not-modelled':
      return `not modelled: ${o.reason.code}`;
    default:
      return o.kind;
  }
}
