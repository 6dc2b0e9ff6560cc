/** Random functions through front end and interpreter, and through gcc: every value must be the same. */
import { DEFAULT_FRONTEND_OPTIONS, lowerC, parseC } from '../../server/src/c/front-end.ts';
import type { CParser } from '../../server/src/c/front-end.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { Outcome } from '../../server/src/interpret/run-outcome.ts';
import type { IrFunction } from '../../server/src/program/program.ts';
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

/** What each run begins with. */
const RESET = `static void reset(void) {
  g1 = 7;
  g2 = 4000000000u;
  g3 = 0;
  g4 = -3;
  memcpy(garr, (unsigned short[5]){ 1, 2, 65535 }, sizeof garr);
  memcpy(grid, (int[2][3]){ { 1, 2, 3 }, { 4, 5, 6 } }, sizeof grid);
}`;

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
  for (const f of functions) {
    const fn = program.functions.find((x) => x.name === f.name);
    if (fn === undefined) {
      differences.push(`${f.name} was not found`);
      continue;
    }
    const inlined = inlineCalls(program, fn);
    for (let k = 0; k < inputs; k++) {
      const values = f.params.map((p) => r.pick(edgeValues(p.type)));
      const options = { mode, inputs: initialValues(fn, values), maxSteps: 100_000, program };
      const apart = run(fn, options);
      const outcome = run(inlined, options);
      if (isOtherThan(apart, outcome))
        differences.push(`inlined ${f.name}(${values.join(', ')}): ${show(apart)} becomes ${show(outcome)}`);
      if (outcome.kind === 'undefined') add(undefinedRuns, outcome.code);
      else if (outcome.kind !== 'returned') add(notModelled, unfinished(outcome));
      if (outcome.kind !== 'returned') continue;
      expected.push(expectationOf(f, inlined, values, outcome));
    }
  }
  const main = `#include <stdio.h>
#include <string.h>
${source}
${RESET}
int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
${expected.map((e) => e.call).join('\n')}
  return 0;
}
`;
  const lines = compileAndRun(main, mode === 'wrapv' ? ['-fwrapv'] : []);
  expected.forEach((e, i) => {
    if (lines[i] !== e.text)
      differences.push(`${/result = (.*); printf\("%ll/.exec(e.call)?.[1] ?? e.call}: gcc ${lines[i]}, we ${e.text}`);
  });
  return { compared: expected.length, undefinedRuns, notModelled, differences };
}

const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

const unfinished = (outcome: Outcome): string => (outcome.kind === 'not-modelled' ? outcome.reason.code : outcome.kind);

/** What the variables are in a run: parameters as given, globals as they begin. */
function initialValues(fn: IrFunction, values: readonly bigint[]): ReadonlyMap<number, bigint> {
  const given = new Map(fn.params.map((id, i) => [id ?? -1, values[i]!]));
  for (const v of fn.variables) if (v.scope === 'global' && v.initial !== null) given.set(v.id, v.initial);
  return given;
}

/** The call as C, and what it prints: the result and the globals afterwards. */
function expectationOf(
  f: GeneratedFunction,
  fn: IrFunction,
  values: readonly bigint[],
  outcome: Outcome & { readonly kind: 'returned' },
): { readonly call: string; readonly text: string } {
  const globals = ['g1', 'g2', 'g3', 'g4'].flatMap((name) => {
    const v = fn.variables.find((x) => x.scope === 'global' && x.name === name);
    const value = v === undefined ? null : outcome.env.values[v.id];
    return value === null || value === undefined ? [] : [{ name, value }];
  });
  const args = values.map((v, i) => `(${f.params[i]!.type.name})${literal(v)}`).join(', ');
  const printed = globals.map((g) => ` printf(" %lld", (long long)${g.name});`).join('');
  const result = `${CAST[String(f.result.signed)]}${f.name}(${args})`;
  const format = f.result.signed ? '%lld' : '%llu';
  return {
    call: `reset(); { __auto_type result = ${result}; printf("${format}", result);${printed} printf("\\n"); }`,
    text: [String(outcome.value), ...globals.map((g) => String(g.value))].join(' '),
  };
}

/** With its calls inlined it ends otherwise. What pointers lead to is made out only there. */
function isOtherThan(apart: Outcome, inlined: Outcome): boolean {
  const isOpen = ['not-modelled', 'out-of-steps'].includes(apart.kind) || inlined.kind === 'out-of-steps';
  return !isOpen && show(apart) !== show(inlined);
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
