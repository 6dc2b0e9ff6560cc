/**
 * Machine modes give an integer type another width; types that are not known are not taken for int, wherever they
 * stand.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

async function verdicts(source: string): Promise<(string | undefined)[]> {
  const { assertions } = await analyze(
    `#include <assert.h>\n${source}\n`,
    { ...DEFAULT_OPTIONS, loops: false },
    { now: () => performance.now(), cancelled: () => false },
  );
  return assertions.map((a) => a.verdict);
}

describe('a machine mode', () => {
  it.each([
    [
      'a parameter',
      `
        typedef unsigned u16 __attribute__((mode(HI)));
        static void f(u16 n) {
          --n;
          assert(n == 65535);
        }
        int main(void) {
          f(0);
        }`,
    ],
    [
      'a global',
      `
        unsigned h __attribute__((mode(QI))) = 300;
        int main(void) {
          assert(h == 44);
          h -= 45;
          assert(h == 255);
        }`,
    ],
    [
      'a local, before its name',
      `
        int main(void) {
          int __attribute__((__mode__(__QI__))) s = 200;
          assert(s == -56 && sizeof s == 1);
        }`,
    ],
    [
      'a member',
      `
        struct s { unsigned u __attribute__((mode(HI))); int i; };
        int main(void) {
          struct s s = { 0, 1 };
          s.u--;
          assert(s.u == 65535);
          assert(sizeof(struct s) == 8);
        }`,
    ],
    [
      'a cast',
      `
        typedef int i64 __attribute__((mode(DI)));
        int main(void) {
          int k = 2147483647;
          assert((i64)k + 1 == 2147483648L);
        }`,
    ],
    [
      'what a pointer leads to',
      `
        typedef unsigned u8 __attribute__((mode(byte)));
        int main(void) {
          u8 k = 255;
          u8 *p = &k;
          ++*p;
          assert(k == 0);
        }`,
    ],
  ])('of %s', async (_, source) => {
    for (const v of await verdicts(source)) expect(v).toBe('holds');
  });
});

describe('a parameter of a type that is not known', () => {
  it.each([
    [
      'by an attribute',
      'typedef unsigned v __attribute__((mode(SF))); void f(v n) { assert(n * 0 == 0 && n == n + 0); }',
    ],
    ['by name', 'void f(missing_t n) { assert(n <= 2147483647); }'],
    [
      'without a name of its own',
      `
        typedef unsigned v __attribute__((mode(SF)));
        int f(v);
        int f(v n) {
          assert(n <= 2147483647);
          return 0;
        }`,
    ],
  ])('%s is not an int', async (_, source) => {
    expect(await verdicts(source)).toEqual(['unknown']);
  });

  it('is an int in a list of names only', async () => {
    expect(await verdicts('int f(a, b) unsigned char b; { assert(b <= 255 && a <= 2147483647); return a; }')).toEqual([
      'holds',
    ]);
  });
});
