/**
 * What a program calls its variables decides nothing: names like those that the analysis shows or makes are the
 * program's all the same.
 */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze, evaluate } from '../../server/src/analysis/analyze-file.ts';

/**
 * Four names for A, B, C, D: as the front end's temporaries, as shown for counts and what is unknown, and as made
 * beside others.
 */
const NAMES: readonly (readonly [string, string, string, string])[] = [
  ['$i', '$n', '$1', '$2'],
  ['$1', '$at4', '$written0', '$A'],
  ['k', 'any', 'nondet', 'j'],
  ['x', 'x$1', '_k', 'k'],
  ['iterations', 'κ', 'q', 'h'],
  ['nondet1', 'κ1', 'm', 'n'],
  ['read', 'element', 'index', 'table'],
];

const called = (source: string, names: readonly string[]): string =>
  source.replace(/\b[ABCD]\b/g, (letter) => names['ABCD'.indexOf(letter)] as string);
const host = { now: () => 0, cancelled: () => false };
const report = (source: string): ReturnType<typeof analyze> => analyze(source, DEFAULT_OPTIONS, host);

async function values(
  source: string,
  row: Readonly<Record<string, bigint>>,
): Promise<Readonly<Record<string, bigint>> | null> {
  const result = await evaluate(
    source,
    { function: 'f', rows: [new Map(Object.entries(row))], options: DEFAULT_OPTIONS },
    host,
  );
  if ('missing' in result) throw new Error('f is missing');
  const [found] = result.rows;
  return found ? Object.fromEntries(found) : null;
}

describe.each(NAMES)('variables called %s, %s, %s, %s', (...names) => {
  const [a, b, c, d] = names;
  it('are in exact summaries', async () => {
    const {
      loops: [loop],
    } = await report(
      called('int f(void) { int A = 0, B = 5, C = 7; while (A < B) { A += 3; C -= 2; } return A + C; }', names),
    );
    expect(loop?.exactness).toBe('exact');
    expect(loop?.cases.map((x) => x.post)).toEqual([{ [a]: '6', [c]: '3' }]);
    expect(loop?.bound?.value).toBe('2');
  });

  it('are columns of eval', async () => {
    const source = called('int f(int A, int B) { int C = 0; while (A < B) { A += 3; C++; } return C; }', names);
    expect(await values(source, { [a]: 1n, [b]: 11n })).toEqual({ [a]: 13n, [b]: 11n, [c]: 4n, return: 4n });
  });

  it('are inputs of what fails', async () => {
    const {
      assertions: [found],
    } = await report(
      called(
        `
          void f(int A, int B) {
            if (B != 3) return;
            while (A > 0) A -= 2;
            __VERIFIER_assert(A != -1 || B != 3);
          }`,
        names,
      ),
    );
    expect(found?.verdict).toBe('violated');
    expect(Number(found?.inputs?.[a]) % 2 === 0 || found?.inputs?.[a] === undefined).toBe(false);
    expect(found?.inputs?.[b]).toBe('3');
  });

  it('decide whether a loop ends', async () => {
    const {
      loops: [loop],
    } = await report(
      called('int f(int A) { int C = 0; while (A != 5) { if (A > 5) A -= 2; else A++; C ^= 1; } return C; }', names),
    );
    // from 8: 6, 4, 5; from 7: 5; so always
    expect(loop?.termination).toBe('always');
    const {
      loops: [other],
    } = await report(called('void f(unsigned char A, unsigned char B) { while (A != B) A += 2; }', names));
    expect(other?.termination).toBe('conditional');
  });

  it('are not taken for what the environment answers', async () => {
    const {
      loops: [loop],
    } = await report(
      called(
        `
          int __VERIFIER_nondet_int(void);
          int f(int A, int B) {
            int C = 0;
            while (A > 0) {
              C = __VERIFIER_nondet_int();
              A--;
            }
            return C + B;
          }`,
        names,
      ),
    );
    expect(loop?.termination).toBe('always');
    for (const k of loop?.cases ?? []) if (k.post[c] !== undefined) expect([a, b, c, d]).not.toContain(k.post[c]);
    const {
      assertions: [found],
    } = await report(
      called(
        `
          int __VERIFIER_nondet_int(void);
          void f(int A, int B) {
            int C = __VERIFIER_nondet_int();
            if (B == 4) __VERIFIER_assert(C != 9 || A != 2);
          }`,
        names,
      ),
    );
    expect(found?.verdict).toBe('violated');
    expect([found?.inputs?.[a], found?.inputs?.[b], found?.nondet?.[0]]).toEqual(['2', '4', '9']);
  });
});

describe('names that stand for several things', () => {
  it('an inner variable hides an outer one', async () => {
    const source = 'int f(int x) { int s = 0; { int x = 3; while (x > 0) { x--; s++; } } return s * 100 + x; }';
    expect((await values(source, { x: 10n }))?.return).toBe(310n);
    const {
      loops: [loop],
    } = await report(source);
    expect(loop?.bound?.value).toBe('3');
    const assertions = await report(
      `
        void f(int x) {
          {
            int x = 3;
            while (x > 0) x--;
            __VERIFIER_assert(x == 0);
          }
          x++;
          __VERIFIER_assert(x != 8);
        }`,
    );
    expect(assertions.assertions.map((o) => o.verdict)).toEqual(['holds', 'violated']);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'static arrays of two functions',
      `
      extern int __VERIFIER_nondet_int(void);
      static int g(int i) { static int t[2] = { 1, 2 }; return t[i]; }
      static int h(int i) { static int t[2] = { 3, 4 }; return t[i]; }
      int main(void) {
        int i = __VERIFIER_nondet_int();
        if (i < 0 || i > 1) return 0;
        int a = g(i), b = h(i);
        __VERIFIER_assert(a == b);
        return 0;
      }`,
      ['violated'],
    ],
    [
      'a static array and one of the file',
      `
      int t[2];
      int f(int i) {
        if (i < 0 || i > 1) return 0;
        int a = t[i], b;
        { static int t[2]; b = t[i]; t[i] = a; }
        __VERIFIER_assert(a == b);
        return a - b;
      }`,
      ['violated', 'unknown'],
    ],
  ])('%s are two', async (_, source, verdicts) => {
    expect(verdicts).toContain((await report(source)).assertions[0]?.verdict);
  });

  it('elements of arrays of one name in two scopes', async () => {
    const source = `
      int f(int n) {
        int s = 0;
        { int t[2]; t[0] = 1; t[1] = 2; s += t[n & 1]; }
        { int t[2]; t[0] = 10; t[1] = 20; s += t[n & 1]; }
        return s;
      }`;
    expect([undefined, 22n]).toContain((await values(source, { n: 3n }))?.return);
  });
});
