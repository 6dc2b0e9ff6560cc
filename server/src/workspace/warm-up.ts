/**
 * What a worker does before its first job. It loads the parser and analyses some C, so that the first real file isn't
 * its first.
 */
import { EDITOR_SETTINGS } from './analysis-settings.ts';
import type { AnalysisHost, AnalysisOptions } from '../analysis/index.ts';
import type { FileReport } from '../report/index.ts';

/** Loops as they are in most files. */
const SAMPLE: readonly string[] = [
  'int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }',
  'void fill(char *a, unsigned long n) { unsigned long i; for (i = 0; i < n; ++i) { a[i] = 0; } }',
  'int count(int n) { int i = 0, c = 0; while (i < n) { i += 2; c++; } return c; }',
  'unsigned down(unsigned n) { unsigned c = 0; while (n > 0) { n--; c++; } return c; }',
  'long total(int n) { long s = 0; for (int i = 1; i <= n; i++) s += i; return s; }',
  'int last(const int *a, int n) { int i; for (i = n - 1; i >= 0; i--) { if (a[i] == 0) break; } return i; }',
  'int chase(int x, int z, int n) { while (x < n) { if (z > x) x++; else z++; } return x; }',
  'void table(int *a, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i * m + j] = i; }',
  'static int most(int a, int b) { return a > b ? a : b; }',
  'int use(int n) { int best = 0; do { best = most(best, n); n -= 3; } while (n > 10); return best; }',
];

/** First what every file goes through, on more of it; then the loops. */
const STEPS: readonly { readonly copies: number; readonly loops: boolean }[] = [
  ...Array.from({ length: 3 }, () => ({ copies: 15, loops: false })),
  ...Array.from({ length: 10 }, () => ({ copies: 1, loops: true })),
];

/** Goes through the steps while there is nothing else to do: until `busy`; called again, it goes on. Never rejects. */
export function createWarmUp(analyze: Analyze): (busy: () => boolean) => Promise<void> {
  let done = 0;
  return async (busy) => {
    for (let step = STEPS[done]; step !== undefined; step = STEPS[done]) {
      // messages are read in between
      await new Promise((resolve) => setTimeout(resolve));
      if (busy()) return;
      done += 1;
      const copies = Array.from({ length: step.copies }, (_, k) =>
        SAMPLE.map((text) => text.replace(/(\w+)\(/, `$1_${done}_${k}(`)).join('\n'),
      );
      try {
        const options = { ...EDITOR_SETTINGS.options, loops: step.loops, assertions: false };
        await analyze(copies.join('\n'), options, { now: () => performance.now(), cancelled: busy });
      } catch {
        done = STEPS.length;
      }
    }
  };
}

export type Analyze = (source: string, options: AnalysisOptions, host: AnalysisHost) => Promise<FileReport>;
