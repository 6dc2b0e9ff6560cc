/** What isn't understood is lost, never dropped: verdicts and counts hold for all that compilers make of it. */
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';

const host = { now: () => performance.now(), cancelled: () => false };

/** Verdicts in the order of the source. */
async function verdicts(source: string, options: Partial<typeof DEFAULT_OPTIONS> = {}): Promise<string> {
  const { assertions } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, loops: false, assertions: true, ...options },
    host,
  );
  return assertions.map((a) => a.verdict).join(' ');
}

/** What is said of the number of iterations of each loop, and what for. */
async function counts(source: string): Promise<string[]> {
  const { loops } = await analyze(source, { ...DEFAULT_OPTIONS, loops: true, assertions: false }, host);
  return loops.map((l) => (l.bound === null ? 'none' : `${l.bound.kind} ${l.bound.text}`));
}

describe('attributes', () => {
  it.each<[string, string, string]>([
    [
      'a handler runs where its scope ends',
      `
      int g; static void done(int *p) { g = 1; }
      int main(void) { { int z __attribute__((cleanup(done))) = 2; assert(g == 0); } assert(g == 1); assert(g == 0);
        return 0; }`,
      'holds holds violated',
    ],
    [
      'in reverse order',
      `
      int g; static void a(int *p) { g = g * 10 + 1; } static void b(int *p) { g = g * 10 + 2; }
      int main(void) { { __attribute__((cleanup(a))) int x = 0; int y __attribute__((__cleanup__(b))) = 0; }
        assert(g == 21); return 0; }`,
      'holds',
    ],
    [
      'by break, continue and goto',
      `
      int g; static void up(int *p) { g++; }
      int main(void) {
        for (int i = 0; i < 3; i++) { int x __attribute__((cleanup(up))) = 0; if (i == 1) continue; if (i == 2) break; }
        assert(g == 3);
        { int y __attribute__((cleanup(up))) = 0; { int z __attribute__((cleanup(up))) = 0; goto out; } }
      out:
        assert(g == 5);
        return 0; }`,
      'holds holds',
    ],
    [
      'by return, after the result is known',
      `
      int g; static void up(int *p) { g++; }
      static int f(void) { int x __attribute__((cleanup(up))) = 0; return g; }
      int main(void) { int r = f(); assert(r == 0); assert(g == 1); return 0; }`,
      'holds holds',
    ],
    [
      'the handler changes what a pointer leads to',
      `
      static void set(int **p) { **p = 9; }
      int main(void) { int y = 1; { int *q __attribute__((cleanup(set))) = &y; } assert(y == 1); return 0; }`,
      'violated',
    ],
    [
      'an unknown handler may do anything',
      `
      int g; void other(int *);
      int main(void) { { int x __attribute__((cleanup(other))) = 0; } assert(g == 0); return 0; }`,
      'unknown',
    ],
    [
      'constructors run before main, by priority',
      `
      int g;
      __attribute__((constructor(200))) static void b(void) { g = g * 10 + 2; }
      __attribute__((constructor)) static void c(void) { g = g * 10 + 3; }
      static void a(void) __attribute__((constructor(101)));
      static void a(void) { g = 1; }
      int main(void) { assert(g == 123); assert(g == 0); return 0; }`,
      'holds violated',
    ],
    [
      'an alias is the same object',
      `
      int g = 3; extern int h __attribute__((alias("g")));
      int main(void) { g = 1; h = 2; assert(g == 1); return 0; }`,
      'unknown',
    ],
    [
      'an assembler name may be that of another object',
      `
      int g = 3; extern int h __asm__("g");
      int main(void) { g = 1; h = 2; assert(g == 1); return 0; }`,
      'unknown',
    ],
    [
      'what is weak may be another in the end',
      `
      int n __attribute__((weak)) = 3;
      __attribute__((weak)) int f(void) { return 1; }
      int main(void) { assert(n == 3); assert(f() == 1); return 0; }`,
      'unknown unknown',
    ],
    [
      'a weak pragma',
      `
      #pragma weak f
      int f(void) { return 1; }
      int main(void) { assert(f() == 1); return 0; }`,
      'unknown',
    ],
    [
      'an attribute that nobody knows',
      `
      int main(void) { int x __attribute__((strange)) = 3; assert(x == 3); int y = 1; [[vendor::odd]] y = 1;
        assert(y == 1); return 0; }`,
      'unknown unknown',
    ],
    [
      'known harmless ones cost nothing',
      `
      static __attribute__((noinline, used)) int f(int a __attribute__((unused)), [[maybe_unused]] int b) { return 2; }
      int main(void) { int x __attribute__((aligned(16), unused)) = f(1, 2); switch (x) { case 2: x++;
        __attribute__((fallthrough)); default: x++; } assert(x == 4); return 0; }`,
      'holds',
    ],
    [
      'types of other widths',
      `
      typedef unsigned T __attribute__((mode(QI)));
      int main(void) { T x = 255; x++; assert(x == 0); assert(x == 256); return 0; }`,
      'holds violated',
    ],
    [
      'types that are no integers any more',
      `
        typedef float T __attribute__((mode(DF))); typedef int V __attribute__((vector_size(16)));
        int main(void) { T x = 255; V v = { 1 }; x++; assert(x == 0); assert(v[0] == 2); return 0; }`,
      'unknown unknown',
    ],
    [
      'packed enumerations are as small as they can be',
      `
      enum __attribute__((packed)) E { A, B = 255 }; enum F { C = -1, D = 300 } __attribute__((packed)); enum G { H };
      int main(void) { assert(sizeof(enum E) == 1); assert(sizeof(enum F) == 2); assert(sizeof(enum G) == 4);
        return 0; }`,
      'holds holds holds',
    ],
    [
      'volatile structs',
      `
      struct S { int a; }; volatile struct S s;
      int main(void) { s.a = 1; assert(s.a == 1); return 0; }`,
      'unknown',
    ],
  ])('%s', async (_, source, expected) => {
    expect(await verdicts(source)).toBe(expected);
  });
});

describe('expressions within types', () => {
  it.each<[string, string]>([
    ['sizeof a type', 'int z = sizeof(int[i++]); assert(i == n + 1);'],
    ['sizeof an element that is an array', 'int v[3][n]; int z = sizeof(v[i++]); assert(i == n + 1);'],
    ['sizeof what is no array of variable length', 'int v[3]; int z = sizeof(v[i++]) + sizeof(i++); assert(i == n);'],
    ['a typedef', 'typedef int T[i++]; T *p; assert(i == n + 1);'],
    ['a pointer to an array', 'int (*p)[i++]; assert(i == n + 1);'],
    ['an array, once', 'int a[i++]; assert(i == n + 1);'],
    ['an array of pointers, once', 'char *a[i++]; assert(i == n + 1);'],
    ['two dimensions', 'int a[i++][++j]; assert(i == n + 1 && j == 1);'],
    ['typeof', 'typeof(int[++i]) q; assert(i == n + 1);'],
    ['a cast', 'void *p = 0; p = (int (*)[i++])p; assert(i == n + 1);'],
    ['a cast for nothing', 'void *p = 0; (void)(int (*)[i++])p; assert(i == n + 1);'],
    ['a prototype', 'int f(int a, int b[i++]); assert(i == n);'],
    ['alignment', 'int z = _Alignof(int[i++]); assert(i == n);'],
    ['in a loop', 'for (int k = 0; k < 3; k++) { typedef int T[i++]; } assert(i == n + 3);'],
  ])('%s', async (_, body) => {
    expect(
      await verdicts(
        `
          int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 20) return 0; int i = n, j = 0; ${body}
            return 0; }`,
      ),
    ).toBe('holds');
  });

  it('parameters of a function', async () => {
    expect(
      await verdicts(
        `
          static int h(int n, int a[n++]) {
            return n;
          }
          int main(void) {
            int a[9];
            assert(h(3, a) == 4);
            assert(h(3, a) == 3);
            return 0;
          }`,
      ),
    ).toBe('holds violated');
  });
});

describe('control', () => {
  it('an expression that is not understood may leave, and doesn’t end the run', async () => {
    const source = `
      int f(int v, int n) { return v + __builtin_offsetof(__typeof__(*p), q) + n; }
      int g(int n) { int i, s = 0; for (i = 0; i < n; i++) { if (f(i, n)) return 1; s++; } return 0; }`;
    expect((await counts(source))[0]).not.toMatch(/^exact/);
  });

  it('a computed goto may lead to all labels whose address is taken', async () => {
    const source = `
      int run(const unsigned char *code, int n) {
        static const void *const tab[] = { &&L0, &&L1 };
        int acc = 0, pc = 0, i;
        goto *tab[code[pc++]];
      L1: for (i = n; i > 0; i--) acc++;
        goto *tab[code[pc++]];
      L0: assert(acc == 0); return acc; }`;
    expect(await verdicts(source)).toBe('unknown');
    expect(await counts(source)).not.toContain('exact 0');
  });

  it('a loop that only a jump into its body leads to has no count from its head', async () => {
    expect(await counts('int f(int n) { goto in; while (n > 0) { in: n--; } return 0; }')).toEqual(['none']);
    expect(
      await counts('int f(int n) { goto in; for (; n > 0; n--) { if (n == 7) goto in; in: ; } return 0; }'),
    ).not.toContain('exact');
  });

  it('a function that is nested too deeply may do anything', async () => {
    const source = `
      static int g; void f(int n) { ${'while (n-- > 0) {'.repeat(400)} g++; ${'}'.repeat(400)} assert(n == 0); }
      int main(void) { f(3); assert(g == 0); return 0; }`;
    expect(await verdicts(source)).toBe('unknown unknown');
    expect(new Set(await counts(source))).toEqual(new Set(['none']));
  });

  it.each<[string, string, string]>([
    ['one label', 'int main(void) { void *p = &&a; int x = 1; goto *p; x = 2; a: assert(x == 1); return 0; }', 'holds'],
    [
      'two labels',
      `
        int main(void) {
          void *p = &&a, *q = &&b;
          int x = 1;
          goto *p;
          b: x = 2;
          a: assert(x == 1);
          return 0;
        }`,
      'unknown',
    ],
    [
      'no label is taken',
      'int main(void) { void *p = f(); int x = 1; goto *p; a: x = 2; b: assert(x == 2); return 0; }',
      'unknown',
    ],
    [
      'local labels of one name',
      `
      int main(void) { int x = 0; { __label__ a; goto a; x = 1; a: ; } { __label__ a; goto a; x = 5; a: ; }
        assert(x == 0); assert(x == 1); return 0; }`,
      'unknown unknown',
    ],
    [
      'hidden behind a macro',
      `
        int f(int n) {
          int s = 0;
          for (int i = 0; i < 3; i++) {
            LEAVE_IF(n);
            s++;
          }
          assert(s == 3);
          return 0;
        }`,
      'unknown',
    ],
    [
      'an error within an if',
      'int f(int n) { int s = 0; if (n) @ return 1; ; s = 1; assert(s == 1); assert(n == 0); return 0; }',
      'unknown unknown',
    ],
    [
      'an error before a body',
      'int f(int n) { int s = 0; while (n > 0) @ s = 1; assert(n <= 0); return 0; }',
      'unknown',
    ],
    [
      'asm goto',
      'int main(void) { int x = 1; asm goto ("" : : : : out); x = 2; out: assert(x == 2); return 0; }',
      'unknown',
    ],
    [
      'asm operands',
      `
        int main(void) {
          int x = 1, y = 2;
          asm ("" : "=r"(x) : "r"(y));
          assert(y == 2);
          assert(x == 1);
          return 0;
        }`,
      'holds unknown',
    ],
    [
      'setjmp returns again',
      `
      #include <setjmp.h>
      jmp_buf b; static void back(void) { longjmp(b, 1); }
      int main(void) { int n = 0; if (setjmp(b) == 0) { n = 1; back(); } assert(n == 0); return 0; }`,
      'unknown',
    ],
    [
      'a nested function changes what is around it',
      'int main(void) { int x = 1; void f(void) { x = 2; } f(); assert(x == 1); return 0; }',
      'unknown',
    ],
    [
      'a nested function leaves by a goto',
      'int main(void) { int x = 1; void f(void) { goto out; } f(); x = 2; out: assert(x == 2); return 0; }',
      'unknown',
    ],
  ])('%s', async (_, source, expected) => {
    expect(await verdicts(source)).toBe(expected);
  });
});

describe('data models', () => {
  const holds = async (options: Partial<typeof DEFAULT_OPTIONS>, ...conditions: readonly string[]): Promise<void> => {
    const source = `#include <stddef.h>
int main(void) {
${conditions.map((c) => `assert(${c});`).join('\n')}
return 0; }`;
    expect(await verdicts(source, options)).toBe(conditions.map(() => 'holds').join(' '));
  };

  it('LLP64 is that of Windows', async () => {
    await holds(
      { dataModel: 'LLP64' },
      'sizeof(long) == 4',
      'sizeof(void *) == 8',
      'sizeof(size_t) == 8',
      'sizeof(ptrdiff_t) == 8',
      'sizeof(wchar_t) == 2',
      '(wchar_t)-1 == 65535',
      "sizeof(L'a') == 2",
      "sizeof(u'a') == 2",
      "sizeof(U'a') == 4",
      'sizeof(L"ab") == 6',
      'sizeof(L"a\\U0001F600") == 8',
      'sizeof(long double) == 8',
      'sizeof(1L) == 4',
      'sizeof(4294967296L) == 8',
      '__SIZEOF_WCHAR_T__ == 2',
      '__WCHAR_MAX__ == 65535',
      '__SIZEOF_LONG_DOUBLE__ == 8',
      'sizeof(time_t) == 8',
    );
  });

  it('ILP32', async () => {
    await holds(
      { dataModel: 'ILP32' },
      'sizeof(long) == 4',
      'sizeof(void *) == 4',
      'sizeof(size_t) == 4',
      'sizeof(wchar_t) == 4',
      'sizeof(long double) == 12',
      'sizeof(long long) == 8',
      'sizeof(4294967296) == 8',
    );
    expect(
      await verdicts(
        `
          enum E { A = 5000000000 };
          int main(void) {
            assert(sizeof(enum E) == 8);
            assert(A > 4000000000u);
            return 0;
          }`,
        { dataModel: 'ILP32' },
      ),
    ).toBe('holds holds');
  });

  it('LP64', async () => {
    await holds(
      {},
      'sizeof(long) == 8',
      'sizeof(wchar_t) == 4',
      '(wchar_t)-1 < 0',
      'sizeof(long double) == 16',
      'sizeof(L"a\\U0001F600") == 12',
      'sizeof(u"a\\U0001F600") == 8',
      'sizeof("ab" "cd") == 5',
      'sizeof "a" "b" == 3',
      'sizeof(L"ab" "cd") == 20',
      "sizeof('a') == 4",
      "'\\xff' == -1",
      'sizeof(u8"\\u00e9") == 3',
      "sizeof(L'a') == 4",
    );
  });

  it('enumerations', async () => {
    expect(
      await verdicts(`
      enum A { A0 }; enum B { B0 = -1 }; enum C { C0 = 4294967295, C1 = -1 }; enum D : unsigned char { D0 = 200 };
      extern int unknown; enum E { E0 = UNKNOWN_VALUE, E1 };
      int main(void) {
        assert((enum A)-1 > 0); assert((enum B)-1 < 0); assert(sizeof(C0) == 8); assert(sizeof(C1) == 4);
        assert(C0 > C1); assert(sizeof(enum D) == 1); assert(E1 == 1);
        return 0; }`),
    ).toBe('holds holds holds holds holds holds unknown');
  });
});
