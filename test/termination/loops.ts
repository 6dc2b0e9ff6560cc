/** What the analysis says of the loops of a C text, in the order of the source. */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { IntegerMode } from '../../server/src/machine/integer-types.ts';
import type { LoopReport } from '../../server/src/report/report.ts';

export async function loopsIn(source: string, integers: IntegerMode): Promise<readonly LoopReport[]> {
  const host = { now: () => performance.now(), cancelled: () => false };
  const report = await analyze(source, { ...DEFAULT_OPTIONS, integers, assertions: false }, host);
  return report.loops;
}

/** What is said of them before any path is followed. */
export async function countedLoopsIn(source: string): Promise<readonly LoopReport[]> {
  const host = { now: () => performance.now(), cancelled: () => false };
  return (await analyze(source, { ...DEFAULT_OPTIONS, climb: 'never', assertions: false }, host)).loops;
}

/** The body of a function over integers x, y, z and a source of arbitrary values. */
export const inFunction = (body: string, type = 'int'): string =>
  `int any(void);\nint f(${['x', 'y', 'z'].map((v) => `${type} ${v}`).join(', ')}) {\n${body}\nreturn 0;\n}\n`.replaceAll(
    'any(',
    '__VERIFIER_nondet_int(',
  );
