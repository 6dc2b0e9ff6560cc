/** What is told where a counter may wrap around: from the type's values, the step, and what no run exceeds. */
import { describe, expect, test } from 'vitest';
import { countedLoopsIn, loopsIn } from '../termination/loops.ts';

const countedIn = async (parameters: string, loop: string): Promise<string | undefined> =>
  (await countedLoopsIn(`void g(void); void f(${parameters}) { ${loop} }`)).at(-1)?.count.sentence;

describe('counted alone', () => {
  test.each([
    // whatever i passed the test with comes again: such runs never end
    ['unsigned long n', 'for (unsigned i = 0; i < n; i++) ;', 'n iterations, endless if i wraps around'],
    [
      'unsigned long n',
      'for (unsigned long i = 0; i < n; i += 16) ;',
      '(n + 15) / 16 iterations, endless if i wraps around',
    ],
    [
      'unsigned char n',
      'for (unsigned char i = 200; i >= n; i -= 4) ;',
      '(204 - n) / 4 iterations, endless if i wraps around',
    ],
    // i is another one when it comes round
    ['unsigned n', 'for (unsigned i = 0; i < n; i += 3) ;', "(n + 2) / 3 iterations, if i doesn't wrap around"],
    [
      'unsigned short n',
      'for (unsigned short i = 0; i < n; i += 3) ;',
      '(n + 2) / 3 iterations, or at most 65536 if i wraps around',
    ],
    // it leaves the type and comes back
    [
      'unsigned n',
      'for (unsigned i = 0; i <= n; ) { i += 5; g(); i -= 4; }',
      "n + 1 iterations, if i doesn't wrap around",
    ],
    // the first iteration may be the one that comes to the end
    ['unsigned n, unsigned m', 'while (++n <= m) ;', "m - n iterations, if n doesn't wrap around"],
    // behind the end another way out is taken, at any time
    [
      'unsigned long n, int *p',
      'for (unsigned i = 0; i < n; i++) if (*p) break;',
      "at most n iterations, if i doesn't wrap around",
    ],
    ['unsigned long n', 'for (unsigned long i = n; i >= 0; i--) g();', 'never ends'],
    // of a power of two nothing is left, and zero passes the test
    [
      'unsigned long n',
      'unsigned long k = 16; while (k < n) { k *= 2; g(); }',
      'at most 60 iterations, endless if k wraps around',
    ],
    [
      'unsigned long n',
      'for (unsigned long k = 1; ; k <<= 1) { g(); if (k > n) break; }',
      'at most 65 iterations, endless if k wraps around',
    ],
    [
      'unsigned long n',
      'unsigned long k = 12; while (k < n) { k *= 2; g(); }',
      "at most 61 iterations, if k doesn't wrap around",
    ],
    [
      'unsigned long n',
      'unsigned long k = 1; while (k < n) { k *= 2; if (n & 1) break; g(); }',
      "at most 64 iterations, if k doesn't wrap around",
    ],
    [
      'unsigned long *n',
      'unsigned long k = 1; while (k < *n) { k *= 2; g(); }',
      "at most 64 iterations, if k doesn't wrap around and g() doesn't change *n",
    ],
    // of numbers alone it is known
    ['int *p', 'for (unsigned i = 20; i > 0; i -= 2) g();', '10 iterations'],
    ['int *p', 'for (int i = 3; i < 28ul; i += 5) g();', '5 iterations'],
    ['int *p', 'unsigned i = 32; do { i -= 8; g(); } while (i);', '4 iterations'],
    ['int *p', 'for (unsigned i = 20; i > 0; i -= 3) g();', 'until i == 0'],
    ['int *p', 'for (unsigned char i = 0; i < 240; i += 20) g();', '12 iterations'],
    ['int *p', 'for (unsigned char i = 0; i < 250; i += 60) g();', 'until i >= 250'],
  ])('%s: %s', async (parameters, loop, sentence) => {
    expect(await countedIn(parameters, loop)).toBe(sentence);
  });
});

describe('with what the summary says', () => {
  const toldIn = async (body: string): Promise<unknown> => (await loopsIn(body, 'c')).at(-1)?.count;

  test('runs that wrap around would overflow something else', async () => {
    const body = 'int f(unsigned long n, unsigned long m) { int k = 1; while (n >= m) { k += 5; n -= 3; } return k; }';
    expect(await toldIn(body)).toMatchObject({
      relation: 'exactly',
      text: 'max(0, (n - m + 3) / 3)',
      assuming: [],
      sentence: '(n - m + 3) / 3 iterations',
    });
  });

  test('runs that wrap around take no more iterations than it says', async () => {
    const body = 'int f(unsigned char n) { int k = 0; for (unsigned char i = 4; i < n; i += 6) k += 2; return k; }';
    expect(await toldIn(body)).toMatchObject({
      relation: 'at-most',
      text: 'min(n <= 250 ? (n + 1) / 6 : 256, 127)',
      assuming: [],
      sentence: '(n + 1) / 6 iterations, or at most 127 if i wraps around',
    });
  });
});
