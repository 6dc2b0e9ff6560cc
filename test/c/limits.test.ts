/**
 * Programs that depend on themselves, are nested deeply or are large: answers for the functions around, and no overflow
 * of the stack.
 */
import { describe, expect, it } from 'vitest';
import { preprocess } from '../../server/src/c/sources/preprocess.ts';
import { lower, misstepsIn } from './lower.ts';

const AROUND = '\nint around(int n) { int i = 0; while (i < n) i++; return i; }\n';
const deep = (times: number, open: string, inner: string, close: string): string =>
  open.repeat(times) + inner + close.repeat(times);
/** Wrong in every run: to be found whatever stands in front of it. */
const WRONG = '\nint wrong(void) { int a[4]; for (int i = 0; i < 4; i++) a[i] = i; return a[4]; }\n';
const list = (times: number, one: (i: number) => string): string =>
  Array.from({ length: times }, (_, i) => one(i)).join('');

describe('what depends on itself', () => {
  it.each<[string, string]>([
    ['a constant', 'const int a = a + 1; int f(void) { return a; }'],
    ['two constants', 'extern const int b; const int a = b + 1; const int b = a + 1; int f(void) { return a; }'],
    ['an array', 'const unsigned char t[] = { t[0] }; int f(void) { return t[0]; }'],
    ['a compound literal', 'int w = (int){ w }; int f(void) { return w; }'],
    ['a size', 'static const int a = sizeof(int[a]); int f(void) { return a; }'],
    ['an enumerator', 'enum { A = A + 1 }; int f(void) { return A; }'],
  ])('%s has a reason', (_, source) => {
    const { functions } = lower(source + AROUND);
    expect(functions.map((g) => g.name)).toEqual(['f', 'around']);
    expect(functions[0]!.reasons).not.toEqual([]);
    expect(functions[1]!.reasons).toEqual([]);
  });

  it('structs', () => {
    const { functions } = lower(
      `
        struct A { struct B b; int k; }; struct B { struct A a; int k; }; struct C { struct C c; }; struct A g;
        int f(void) { struct C c; return g.k + sizeof(struct A) + sizeof c; }${AROUND}`,
    );
    expect(functions.map((g) => g.name)).toEqual(['f', 'around']);
    expect(functions[0]!.reasons.map((r) => r.code)).toContain('layout');
  });
});

describe('deep nesting', () => {
  it.each<[string, string]>([
    ['braces', `int f(int n) ${deep(5_000, '{', 'return n;', '}')}`],
    ['parentheses', `int f(int n) { return ${deep(5_000, '(', 'n', ')')}; }`],
    ['operators', `int f(int n) { return ${'!'.repeat(5_000)}n; }`],
    ['casts', `int f(int n) { return ${'(int)'.repeat(5_000)}n; }`],
    ['else if', `int f(int n) { if (n) return 1;${list(5_000, (i) => `else if (n == ${i}) return 2;`)} return 3; }`],
    ['parentheses of a constant', `int x = ${deep(5_000, '(', '1', ')')}; int f(void) { return x; }`],
    [
      'structs',
      `${list(2_000, (i) => `struct S${i} { int a;`)}${list(2_000, (i) => `} s${i};`)} int f(void) { return s0.a; }`,
    ],
    ['pointers', `int ${'*'.repeat(5_000)}p; int f(void) { return 1; }`],
  ])(
    '%s',
    (_, source) => {
      const { functions } = lower(source + AROUND);
      expect(functions[functions.length - 1]!.loops.length).toBe(1);
      expect(functions[functions.length - 1]!.reasons).toEqual([]);
      const { found, failed } = misstepsIn(source + WRONG);
      expect(failed).toEqual([]);
      expect(found.map((m) => m.function)).toEqual(['wrong']);
    },
    30_000,
  );

  it('of loops: each is there, with a reason', () => {
    const { functions } = lower(`int f(int n) { ${deep(3_000, 'while (n-- > 0) {', '', '}')} return n; }${AROUND}`);
    expect(functions[0]!.loops.length).toBe(3_000);
    expect(functions[0]!.reasons.map((r) => r.code)).toContain('too-deep');
  }, 30_000);
});

describe('large inputs', () => {
  it('more functions than memory bears', () => {
    const { functions, errors } = lower(list(50_001, (i) => `int f${i}(void){return 1;}`));
    expect(functions).toEqual([]);
    expect(errors.map((e) => e.message)).toEqual([
      'this file is too large to be analysed: it has more than 50000 functions',
    ]);
  }, 60_000);

  it('records that double', () => {
    const source = `struct S0 { int a; };${list(60, (i) => `struct S${i + 1} { struct S${i} a, b; };`)} struct S60 x; int f(void) { return sizeof x == 0; }`;
    expect(lower(source + AROUND).functions.length).toBe(2);
  });

  it('arrays of arrays of arrays', () => {
    expect(
      lower(
        `typedef int T0[10];${list(400, (i) => `typedef T${i} T${i + 1}[10];`)} int f(void) { return sizeof(T400) == 0; }${AROUND}`,
      ).functions.length,
    ).toBe(2);
  });

  it('a long chain of macros, and macros that come to nothing', () => {
    const chain = `${list(2_000, (i) => `#define M${i}(x) M${i + 1}(x)\n`)}#define M2000(x) x\nint f(int n) { return M0(n); }`;
    expect(lower(chain).functions[0]!.reasons).toEqual([]);
    const empty = `#define E0\n${list(13, (i) => `#define E${i + 1} E${i} E${i}\n`)}${'E13 '.repeat(3_000)}`;
    const { notes } = preprocess(empty, {
      macros: new Map(),
      constants: new Map(),
      keep: new Set(),
      read: null,
      before: [],
      key: '',
    });
    expect(notes.map((n) => n.code)).toContain('macro-too-large');
  }, 60_000);

  it('a text that no parser should be given', () => {
    const { functions, errors } = lower(`${'int a;\n'.repeat(4_000_000)}`);
    expect([functions.length, errors.length]).toEqual([0, 1]);
  });
});
