/**
 * Random functions over pointers through front end and interpreter, and through gcc: what returns must return the same.
 */
import { DEFAULT_FRONTEND_OPTIONS, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { inlineCalls } from '../../server/src/inlining/inline-calls.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import { compileAndRun } from './gcc.ts';
import { POINTER_PRELUDE, generatePointerFunction } from './generate-pointers.ts';
import { parser } from './lower.ts';

export interface Compared {
  readonly returned: number;
  readonly notModelled: ReadonlyMap<string, number>;
  readonly differences: readonly string[];
}

/**
 * Lowers, inlines and runs `count` functions with a few arguments each; what returns must return what gcc's program
 * does.
 */
export function comparePointers(seed: number, count: number): Compared {
  const functions = Array.from({ length: count }, (_, i) => generatePointerFunction(seed * 100_003 + i, `f${i}`));
  const source = `${POINTER_PRELUDE}${functions.join('\n')}\n`;
  const parsed = parseC(parser, source);
  const program = lowerC(parsed, DEFAULT_FRONTEND_OPTIONS);
  parsed.dispose();
  const differences: string[] = program.errors.map((e) => `syntax error at line ${e.range.start.line}`);
  const notModelled = new Map<string, number>();
  const calls: { readonly text: string; readonly value: string }[] = [];
  for (const [i] of functions.entries()) {
    const fn = program.functions.find((f) => f.name === `f${i}`)!;
    const inlined = inlineCalls(program, fn);
    for (const [n, m] of [
      [0n, 0n],
      [3n, 5n],
      [-4n, 6n],
    ] as const) {
      const inputs = new Map<number, bigint>([
        [fn.params[0]!, n],
        [fn.params[1]!, m],
      ]);
      const contents = (f: typeof fn): Map<number, readonly bigint[]> =>
        new Map(f.arrays.flatMap((a) => (a.scope === 'global' && a.initial !== null ? [[a.id, a.initial]] : [])));
      for (const v of inlined.variables) if (v.scope === 'global' && v.initial !== null) inputs.set(v.id, v.initial);
      const outcome = run(inlined, { mode: 'wrapv', inputs, maxSteps: 50_000, arrays: contents(inlined), program });
      if (outcome.kind === 'returned') calls.push({ text: `f${i}(${n}, ${m})`, value: `${outcome.value}` });
      else if (outcome.kind === 'not-modelled')
        notModelled.set(outcome.reason.code, (notModelled.get(outcome.reason.code) ?? 0) + 1);
      else
        differences.push(
          `f${i}(${n}, ${m}): ${outcome.kind} ${outcome.kind === 'undefined' ? `${outcome.code} line ${outcome.range?.start.line}` : ''}`,
        );
    }
  }
  const reset = `
      static int g0[6], shared0[5]; static struct box gb0; static void keep(void) { memcpy(g0, g, sizeof g);
        memcpy(shared0, shared, sizeof shared); gb0 = gb; }
      static void reset(void) { memcpy(g, g0, sizeof g); memcpy(shared, shared0, sizeof shared); gb = gb0; }
`;
  const main = `#include <stdio.h>\n${source}${reset}int main(void) { keep(); ${calls.map((c) => `reset(); printf("%d\\n", ${c.text});`).join('\n')} return 0; }\n`;
  const lines = compileAndRun(main, ['-fwrapv']);
  calls.forEach((c, i) => {
    if (lines[i] !== c.value)
      differences.push(`${c.text}: gcc ${lines[i]}, we ${c.value}\n${functions[Number(/\d+/.exec(c.text)![0])]}`);
  });
  return { returned: calls.length, notModelled, differences };
}
