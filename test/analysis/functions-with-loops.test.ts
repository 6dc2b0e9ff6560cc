/**
 * Where only loops are asked about, functions without loops are lowered only for those that use them: nothing else may
 * change by that.
 */
import { describe, expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/index.ts';
import type { AnalysisOptions, FileReport } from '../../server/src/report/index.ts';

const analysed = (source: string, options: Partial<AnalysisOptions>): Promise<FileReport> =>
  analyze(source, { ...DEFAULT_OPTIONS, assertions: false, ...options }, { now: () => 0, cancelled: () => false });

const withoutTimes = (report: FileReport): unknown => report.loops.map((loop) => ({ ...loop, ms: 0 }));

const ALONE = 'int alone(int n) { if (n > 3) return 1; return n; }';

describe.each<readonly [string, string, number]>([
  [
    'one that is called writes the limit',
    'int limit; void grow(void) { limit++; } void f(void) { for (int i = 0; i < limit; i++) grow(); }',
    1,
  ],
  [
    'by way of another',
    `
      int limit;
      void grow(void) {
        limit++;
      }
      void pass(void) {
        grow();
      }
      void f(void) {
        for (int i = 0; i < limit; i++) pass();
      }`,
    1,
  ],
  [
    'through a pointer',
    `
      int limit;
      void grow(void) {
        limit++;
      }
      void f(void) {
        void (*p)(void) = &grow;
        for (int i = 0; i < limit; i++) p();
      }`,
    1,
  ],
  [
    'given to another function',
    `
      int limit;
      void grow(void) {
        limit++;
      }
      void each(void (*g)(void));
      void f(void) {
        for (int i = 0; i < limit; i++) each(grow);
      }`,
    1,
  ],
  [
    'called at the end of a scope',
    `
      int limit;
      void grow(int *p) {
        limit++;
      }
      void f(void) {
        for (int i = 0; i < limit; i++) {
          __attribute__((cleanup(grow))) int x = i;
        }
      }`,
    1,
  ],
  ['a loop of gotos', 'int f(int n) { int i = 0; again: i++; if (i < n) goto again; return i; }', 1],
  ['a macro that loops', '#define EACH(i, n) for (int i = 0; i < n; i++)\nvoid f(int n) { EACH(i, n) { } }', 1],
  ['a macro that nobody knows', 'void f(int n) { FOREACH(i, n) { g(i); } }', 0],
  ['a loop in an expression', 'int f(int n) { return ({ int s = 0; for (int i = 0; i < n; i++) s += i; s; }); }', 1],
  ['a loop in a nested function', 'int f(int n) { int g(int m) { while (m > 0) m--; return m; } return g(n); }', 0],
  ['an address that is jumped to', 'int f(int n) { void *p = &&top; top: n--; if (n > 0) goto *p; return n; }', 1],
])('%s', (_, source, least) => {
  const text = `${ALONE}\n${source}\n${ALONE.replace('alone', 'behind')}`;
  test('says the same as when all functions are lowered', async () => {
    for (const climb of ['never', 'gain', 'always'] as const) {
      const [all, some] = [await analysed(text, { climb }), await analysed(text, { climb, losses: false })];
      expect(some.loops.length).toBeGreaterThanOrEqual(least);
      expect(withoutTimes(some)).toEqual(withoutTimes(all));
      expect(some.functions.map((f) => f.name)).toEqual(all.functions.map((f) => f.name));
    }
  });
});
