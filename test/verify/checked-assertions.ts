/** The assertions of C as they are reported, with nothing else asked for. */
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { AssertionReport } from '../../server/src/report/index.ts';

/** `headers`: what is included before the source, beside `assert.h`. */
export async function reportsOf(source: string, headers: readonly string[] = []): Promise<readonly AssertionReport[]> {
  const includes = ['assert.h', ...headers].map((name) => `#include <${name}>\n`).join('');
  const { assertions } = await analyze(
    `${includes}extern int __VERIFIER_nondet_int(void);\n${source}`,
    { ...DEFAULT_OPTIONS, loops: false, fileBudget: 30_000 },
    { now: () => 0, cancelled: () => false },
  );
  return assertions;
}
