/** The preprocessor against gcc's, token by token. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../server/src/c/sources/lexer.ts';
import { parseDefine } from '../../server/src/c/sources/macro-definition.ts';
import { preprocess } from '../../server/src/c/sources/preprocess.ts';
import { predefinedMacros } from '../../server/src/c/types/predefined-macros.ts';
import { dataModel, standardConstants } from '../../server/src/c/types/standard-types.ts';

function ours(source: string): string[] {
  const model = dataModel('LP64', true);
  const { text } = preprocess(source, {
    macros: predefinedMacros(model),
    constants: standardConstants(model),
    keep: new Set(),
    read: null,
    before: [],
    key: '',
  });
  return tokenize(text).map((t) => t.text);
}

function gcc(source: string): string[] | null {
  const { status, stdout } = spawnSync('gcc', ['-E', '-P', '-x', 'c', '-'], { input: source, encoding: 'utf8' });
  return status === 0 ? tokenize(stdout.replace(/^#pragma.*$/gm, '')).map((t) => t.text) : null;
}

const EXAMPLES: Readonly<Record<string, string>> = {
  'object-like': '#define N 10\nint a[N], NN, N2;',
  'with continuation': '#define SUM(a, b) \\\n  ((a) + \\\n   (b))\nint x = SUM(1, 2);',
  'comments inside': '#define A /* one */ 1 // two\nint x = A /* three */ + A;',
  'call over several lines': `#define F(a, b) a - b
int x = F(1,
  2
);`,
  'name without a call': '#define f(x) g(x)\nint (*p)(int) = f; int y = f (3);',
  'name at the end': '#define f(x) x\nf',
  'nested calls': '#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint x = MAX(MAX(1, 2), MAX(3, MAX(4, 5)));',
  'parentheses and commas in arguments': '#define F(a) a\nint x = F((1, 2));',
  'empty arguments': '#define F(a, b, c) [a|b|c]\nF(,,) F(1,,) F(,2,3)',
  'no arguments': '#define F() 7\nint x = F( );',
  stringize: "#define S(x) #x\nchar *s = S(  a   +  \"b\\n\" '\\''  c );",
  'quotes in what is left out':
    '#if 0\nsee "doc/*.txt", don\'t /* start\n#endif\nint x;\n#if 1\nint y;\n#else\nchar *s = "a/*b", c = \'"\';\n#endif\nint z;',
  'stringize nothing': '#define S(x) #x\nchar *s = S();',
  'stringize does not expand': `#define N 1
#define S(x) #x
#define T(x) S(x)
char *s = S(N) T(N);`,
  paste: '#define P(a, b) a ## b\nint P(x, 1), P(, y), P(z, );',
  'paste makes a macro': '#define AB 42\n#define P(a, b) a ## b\nint x = P(A, B);',
  'paste does not expand': `#define A 1
#define P(a, b) a ## b
#define Q(a, b) P(a, b)
int P(A, A), Q(A, A);`,
  'paste of three': '#define P(a, b, c) a ## b ## c\nint P(x, , z), P(, , z), P(x, y, );',
  'paste of operators': '#define P(a, b) a ## b\nx P(+, =) 1; y P(<, <) 2;',
  'paste of numbers': '#define P(a, b) a ## b\nlong x = P(1, UL) + P(0x, ff);',
  'paste in an object-like': '#define X a ## b\nint X;',
  'self reference': '#define x x + 1\nint y = x;',
  'mutual reference': '#define x y + 1\n#define y x + 2\nint z = x, w = y;',
  'blue paint stays': '#define f(x) x\n#define g f(g)\nint a = g; int b = f(g);',
  'nested same name': '#define f(x) (x + 1)\nint a = f(f(1));',
  'name completed by what follows': '#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)',
  'standard example 3':
    '#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n' +
    `f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);
g(x+(3,4)-w) | h 5) & m
(f)^m(m);
p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };
char c[2][6] = { str(hello), str() };`,
  'standard example 5': `
      #define t(x,y,z) x ## y ## z
      int j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };`,
  'hash hash made': `#define hash_hash # ## #
#define mkstr(a) # a
#define in_between(a) mkstr(a)
#define join(c, d) in_between(c hash_hash d)
char p[] = join(x, y);`,
  variadic: '#define F(...) f(__VA_ARGS__)\nF() F(1) F(1, 2, 3)',
  'variadic with a first': '#define F(a, ...) f(a, __VA_ARGS__)\nF(1, 2) F(1, 2, 3) F(1,)',
  'named variadic': '#define F(a, rest...) f(a, rest)\nF(1, 2, 3)',
  'GNU comma': '#define F(a, ...) f(a, ## __VA_ARGS__)\nF(1) F(1, 2) F(1, 2, 3)',
  'GNU comma, empty': '#define F(a, ...) f(a, ## __VA_ARGS__)\nF(1,) F(1, )',
  'GNU comma alone': '#define F(...) f(0, ## __VA_ARGS__)\nF() F(1) F(1, 2)',
  'GNU comma, named': '#define F(a, rest...) f(a, ## rest)\nF(1) F(1, 2)',
  'GNU comma expands': '#define N 5\n#define F(a, ...) f(a, ## __VA_ARGS__)\nF(N, N, N)',
  'stringized variadic': '#define S(...) #__VA_ARGS__\nchar *s = S(a,  b , c) S();',
  'counting arguments': `
      #define COUNT(...) PICK(__VA_ARGS__, 5, 4, 3, 2, 1, 0)
      #define PICK(a, b, c, d, e, n, ...) n
      int x = COUNT(a, b, c);`,
  __VA_OPT__: '#define F(a, ...) f(a __VA_OPT__(,) __VA_ARGS__)\nF(1) F(1, 2) F(1, )',
  '__VA_OPT__ with text': '#define F(x, ...) __VA_OPT__(a x b) c\nF(1) F(1, 2)',
  '__VA_OPT__ and paste': '#define F(x, ...) x ## __VA_OPT__(y) z\nF(1) F(a, 2)',
  '__VA_OPT__ of what expands to nothing': '#define E\n#define F(...) f(__VA_OPT__(1))\nF(E) F(0)',
  'recursion with deferral':
    '#define EMPTY()\n#define DEFER(x) x EMPTY()\n#define EXPAND(x) x\n#define A() 123\nDEFER(A)() EXPAND(DEFER(A)())',
  'x-macro': `#define LIST X(a) X(b) X(c)
#define X(n) int n;
LIST
#undef X
#define X(n) #n,
char *names[] = { LIST };`,
  redefinition: `#define A 1
int x = A;
#undef A
#define A 2
int y = A;`,
  'undefined again': '#define A 1\n#undef A\nint A;',
  'keywords as macros': '#define while if\n#define int long\nint f() { while (1) ; }',
  'null directive': '#\n# /* nothing */\nint x;',
  'not in strings': '#define A 1\nchar *s = "A"; char c = \'A\';',
  'directive in arguments': `#define F(a) a
int x = F(1
#ifdef Q
+ 2
#endif
);`,
  '#if arithmetic': `#if (1 + 2 * 3 == 7) && (10 / 3 == 3) && (-7 % 3 == -1) && (1 << 4 == 16)
int yes;
#else
int no;
#endif`,
  '#if unsigned': `#if -1 > 0u
int yes;
#else
int no;
#endif
#if -1 > 0
int no;
#endif
#if 0xffffffffffffffff > 0
int big;
#endif
#if (0 ? 1u : -1) > 0
int both;
#endif
#if ~0u == 18446744073709551615u
int wide;
#endif`,
  '#if shifts': `#if (-8 >> 1) == -4 && (1 << 63) < 0
int yes;
#endif`,
  '#if characters': `#if 'a' == 97 && '\\n' == 10 && '\\377' < 0 && 'ab' == 24930
int yes;
#endif`,
  '#if unknown names': `#if X || Y == 0
int yes;
#endif`,
  '#if defined': `#define A
#if defined A && defined(A) && !defined B && !defined ( B )
int yes;
#endif`,
  '#if function-like': `#define AT_LEAST(a, b) (5 * 100 + 3 >= (a) * 100 + (b))
#if AT_LEAST(5, 2) && !AT_LEAST(6, 0)
int yes;
#endif`,
  '#if short circuit': `#if defined(NOPE) && NOPE / 0
int no;
#elif 1 || 1 / 0
int yes;
#endif`,
  '#if ternary': `#if 1 ? 0 : 1
int no;
#elif (2 > 1 ? 3 : 4) == 3
int yes;
#endif`,
  'elif chain': `#define V 3
#if V == 1
int a;
#elif V == 2
int b;
#elif V == 3
int c;
#elif V == 3
int d;
#else
int e;
#endif`,
  'nested conditions': `#define A 1
#if A
# if B
int x;
# else
#  ifdef A
int y;
#  endif
# endif
#else
# if A
int z;
# endif
#endif`,
  'inactive rubbish': `#if 0
isn't C " at all
#bogus
#else
int x;
#endif`,
  'elif of an inactive group': `#if 0
# if 1
int a;
# elif 1
int b;
# else
int c;
# endif
#elif 1
int d;
#endif`,
  '#ifdef and #ifndef': `#define A 0
#ifdef A
int a;
#endif
#ifndef A
int b;
#endif
#ifdef B // no
int c;
#endif`,
  'has include': `#if defined __has_include
#if __has_include(<no/such/header.h>) || __has_include("nor/this.h")
int no;
#else
int yes;
#endif
#endif`,
  'has attribute': `#ifdef __has_attribute
#if __has_attribute(noreturn) && __has_attribute(__unused__) && !__has_attribute(no_such_thing)
int yes;
#endif
#endif`,
  compiler: `#if defined(__GNUC__) && __GNUC__ >= 4 && __STDC__ && __STDC_VERSION__ >= 199901L && !defined(__cplusplus)
int yes;
#endif`,
  'data model': `#if __SIZEOF_POINTER__ == 8 && __LONG_MAX__ == 9223372036854775807L && __INT_MAX__ == 2147483647 && defined(__LP64__) && __CHAR_BIT__ == 8
int yes;
#endif
__SIZE_TYPE__ a; __PTRDIFF_TYPE__ b; __INT64_TYPE__ c; __UINTPTR_TYPE__ d; __WCHAR_TYPE__ e; __INT_FAST16_TYPE__ f;
long m = __INTMAX_MAX__ + __SIZE_MAX__ + __UINT32_MAX__;`,
  _Pragma: '#define P _Pragma("omp simd") int\nP x; _Pragma("once") int y;',
  '#pragma': `int a;
#pragma omp parallel for
int b;`,
  '#line': `int a;
#line 100 "other.c"
int b;`,
  __LINE__: `int a = __LINE__;
#define L __LINE__
int b[] = { L, L,
 L };`,
  __COUNTER__: `#define C __COUNTER__
int a = C, b = __COUNTER__;
#if __COUNTER__ == 2
int c = C;
#endif`,
  'unique names': `#define P2(a, b) a ## b
#define P(a, b) P2(a, b)
#define U P(u_, __LINE__)
int U;
int U;`,
  'loop macros': `#define FOREACH(i, n) for (i = 0; i < (n); i++)
#define BEGIN {
#define END }
void f(int n) { int i; FOREACH(i, n) BEGIN g(i); END }`,
  'spaces do not join tokens': '#define A -\n#define B A\nint x = -A-B- 1; int y = 1 A 2; int z = A 1;',
  'numbers stay apart': '#define E e\n#define F(x) 1.x E+2\nF(5)',
};

const available = gcc('int x;') !== null;

describe.skipIf(!available)('what gcc defines by itself', () => {
  const spelled = (value: { readonly body: readonly { readonly text: string; readonly space: boolean }[] }): string =>
    value.body.map((t) => t.text).join(' ');
  it.each([
    ['LP64', true, []],
    ['ILP32', true, ['-m32']],
    ['LP64', false, ['-funsigned-char']],
  ] as const)('%s, char signed: %s', (name, charSigned, flags) => {
    const given = spawnSync('gcc', [...flags, '-dM', '-E', '-x', 'c', '-'], { input: '', encoding: 'utf8' }).stdout;
    const theirs = new Map(
      given.split('\n').flatMap((line) => {
        const macro = parseDefine(line.replace('#define ', ''));
        return macro === null ? [] : [[macro.name, spelled(macro)] as const];
      }),
    );
    const own = predefinedMacros(dataModel(name, charSigned));
    const matters =
      /^__(SIZEOF|U?INT|SIZE|PTRDIFF|LONG|SHRT|SCHAR|CHAR|WINT|BYTE_ORDER|ORDER|STDC_VERSION|STDC__)|_LP64|ILP32|x86_64|__i386|linux__/;
    const differing = [...theirs]
      .filter(
        ([key, value]) =>
          matters.test(key) && !/FLOAT80|_SSE|k8/.test(key) && (!own.has(key) || spelled(own.get(key)!) !== value),
      )
      .map(([key, value]) => `${key} ${value}`);
    expect(differing).toEqual([]);
    expect([...own.keys()].filter((key) => matters.test(key) && !theirs.has(key))).toEqual([]);
  });
});

describe.skipIf(!available)('like gcc -E', () => {
  it.each(Object.entries(EXAMPLES))('%s', (_, source) => {
    expect(ours(source)).toEqual(gcc(source));
  });
});
