/**
 * Corners of C11 and of GNU C, each as a source with a function `int t(void)`: what it returns is what gcc's program
 * returns, or one of the reasons named says why not.
 */

export interface Corner {
  readonly name: string;
  readonly source: string;
  /** Reasons of which the interpreter may name one instead of a value; missing: none. */
  readonly lost?: readonly string[];
}

export const CORNERS: readonly Corner[] = [
  {
    name: 'K&R definition',
    source: 'static int f(a, b) int a; char b; { return a * 10 + b; }\nint t(void) { return f(4, 7); }',
  },
  {
    name: 'K&R parameter without a declaration',
    source: 'static int f(a, b) char b; { return a - b; }\nint t(void) { return f(300, 299); }',
  },
  {
    name: 'K&R definition of a function that gives a pointer',
    source: `
        static const char *const words[] = { "ab", "c" };
        static const char **at /* where */ (k, /* from */ by) int k; char *by; { return (const char **)words + k; }
        char *
        second(k)
            int k; /* of them */
        { return (char *)words[k]; }
        int t(void) { return sizeof **at(1, 0) + sizeof *second(1) + sizeof second(0); }`,
  },
  { name: 'implicit int', source: 'static f(int a) { return a + 1; }\nint t(void) { return f(1); }' },
  { name: 'implicit int, K&R', source: 'static f(a) { return a + 1; }\nint t(void) { return f(6); }' },
  {
    name: "gcc's spellings of keywords",
    source: `
        __const int g = 3;
        static int f(int *__restrict p, __const__ int n) {
          __signed__ char c = (__signed char)200;
          __volatile__ int seen = 1;
          return (p == 0) + n + c + (sizeof seen == 4) + (__const int)g;
        }
        int t(void) { return f(0, 60); }`,
  },
  {
    name: 'attribute before a function',
    source: '__attribute__((noinline)) static int f(int a) { return a * 3; }\nint t(void) { return f(2); }',
  },
  {
    name: 'attribute behind a declarator',
    source: `
        static int f(int a) __attribute__((noinline, unused));
        static int f(int a) { return a * 3; }
        int t(void) { return f(2); }`,
  },
  {
    name: 'attributes on variables and parameters',
    source: `
        static int f(int a __attribute__((unused)), int b) { int x __attribute__((aligned(16))) = b; return x; }
        int t(void) { return f(1, 2); }`,
  },
  {
    name: 'C2x attributes',
    source: '[[gnu::noinline]] static int f([[maybe_unused]] int a) { return 5; }\nint t(void) { return f(1); }',
  },
  {
    name: 'attribute on a statement',
    source:
      'int t(void) { int x = 1; switch (x) { case 1: x++; __attribute__((fallthrough)); case 2: x += 2; } return x; }',
  },
  {
    name: '__extension__',
    source: '__extension__ typedef long long big;\nint t(void) { return __extension__ (big)3 + __extension__ 4; }',
  },
  { name: '__extension__ on a declaration', source: 'int t(void) { __extension__ long long x = 5; return x; }' },
  {
    name: '_Static_assert',
    source: '_Static_assert(sizeof(int) == 4, "int");\nint t(void) { _Static_assert(1, "in a function"); return 3; }',
  },
  {
    name: '_Static_assert in a struct',
    source: `
        struct s { int a; _Static_assert(1, "x"); int b; };
        int t(void) { struct s v = { 1, 2 }; return v.a + v.b + sizeof(struct s); }`,
  },
  {
    name: 'case range',
    source: `
        static int f(int c) { switch (c) { case '0' ... '9': return 1; case -5 ... -1: return 2; default: return 3; } }
        int t(void) { return f('5') * 100 + f(-3) * 10 + f(50); }`,
  },
  {
    name: 'default in the middle',
    source: `
        static int f(int x) { int r = 0; switch (x) { case 1: r += 1; default: r += 10; case 2: r += 100; break;
          case 3: r = 5; } return r; }
        int t(void) { return f(1) + 2 * f(2) + 3 * f(3) + 4 * f(4); }`,
  },
  {
    name: 'case labels inside a loop',
    source: `
        static int f(int n) { int r = 0, k = n / 4 + 1; switch (n % 4) { case 0: do { r += 1; case 3: r += 10;
          case 2: r += 100; case 1: r += 1000; } while (--k > 0); } return r; }
        int t(void) { return f(7) + f(4) + f(1); }`,
  },
  {
    name: 'switch on a wide value',
    source: `
        static int f(unsigned long x) { switch (x) { case 0x100000001: return 1; case -1: return 2; case 1: return 3; }
          return 0; }
        int t(void) { return f(0x100000001) + 10 * f(-1) + 100 * f(1); }`,
  },
  {
    name: 'designated initialisers of an array',
    source: `
        int t(void) { int a[6] = { [2] = 5, 6, [0] = 1, [5] = 9 };
          return a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3] + 10000 * a[4] + 100000 * a[5]; }`,
  },
  {
    name: 'range designators',
    source: `
        static const int a[8] = { [0 ... 3] = 7, [2] = 1, [5 ... 6] = 2 };
        int t(void) { int s = 0; for (int i = 0; i < 8; i++) s = s * 8 + a[i]; return s; }`,
  },
  {
    name: 'range designators, not constant',
    source: `
        static int f(int n) { int a[4] = { [0 ... 2] = n, [3] = n + 1 }; return a[0] + a[1] + a[2] + a[3]; }
        int t(void) { return f(5); }`,
  },
  {
    name: 'length from a designator',
    source: 'static int a[] = { [3] = 1, [1 ... 7] = 2 };\nint t(void) { return sizeof a / sizeof *a; }',
  },
  {
    name: 'nested designators',
    source: `
        struct p { int x, y; };
        struct s { struct p p; int m[3]; int z; };
        int t(void) { struct s v = { .p.y = 4, .m[1] = 5, .z = 6 };
          return v.p.x + v.p.y * 10 + v.m[1] * 100 + v.m[2] * 1000 + v.z * 10000; }`,
  },
  {
    name: 'designators in any order',
    source: `
        struct s { int a, b, c; };
        static struct s g = { .c = 3, .a = 1, 2 };
        int t(void) { struct s v = { .b = 7, 8, .a = 9 };
          return g.a + 10 * g.b + 100 * g.c + 1000 * v.a + 10000 * v.b + 100000 * v.c; }`,
  },
  {
    name: 'a member given twice',
    source: 'int t(void) { struct { int a, b; } v = { .a = 1, .b = 2, .a = 3 }; return v.a * 10 + v.b; }',
  },
  {
    name: 'the old form of designators',
    source: 'struct s { int a, b; };\nint t(void) { struct s v = { b: 2, a: 1 }; return v.a * 10 + v.b; }',
  },
  {
    name: 'inner braces left out',
    source: `
        struct s { struct { int x, y; } p; int m[2]; };
        int t(void) { struct s v = { 1, 2, 3, 4 }; return v.p.x + v.p.y * 10 + v.m[0] * 100 + v.m[1] * 1000; }`,
  },
  {
    name: 'inner braces left out, of an array',
    source: `
        static int a[2][3] = { 1, 2, 3, 4 };
        int t(void) { int b[2][2] = { 5, 6, 7 }; return a[1][0] * 1000 + a[1][1] * 100 + b[1][0] * 10 + b[1][1]; }`,
  },
  {
    name: 'an empty initialiser',
    source: 'int t(void) { int a[3] = { }; struct { int x; } s = { }; return a[2] + s.x; }',
  },
  { name: 'a scalar in braces', source: 'int t(void) { int x = { 5 }; long y = { 6, }; return x * 10 + y; }' },
  {
    name: 'strings as arrays',
    source: `
        int t(void) { char a[] = "ab" "c", b[2] = "xy", c[8] = { "hi" };
          return sizeof a * 1000 + a[2] + b[1] + c[1] + c[7]; }`,
  },
  { name: 'compound literal of a scalar', source: 'int t(void) { return (int){ 4 } + (unsigned char){ 260 }; }' },
  {
    name: 'compound literal of a struct',
    source: `
        struct s { int a, b; };
        int t(void) { struct s v = (struct s){ 3, .b = 4 }; v = (struct s){ .b = 9 };
          return v.a * 10 + v.b + (struct s){ 5, 6 }.a; }`,
  },
  { name: 'compound literal of an array', source: 'int t(void) { return (int[]){ 1, 2, 3 }[2]; }' },
  { name: 'statement expression', source: 'int t(void) { int x = ({ int y = 3; y * 2; }); return x + ({ 4; }); }' },
  {
    name: 'typeof',
    source: `
        int t(void) { int x = 3; __typeof__(x) y = x + 1; typeof(unsigned char) z = 300; __auto_type w = y * 2;
          return x + y + z + w; }`,
  },
  {
    name: '_Generic',
    source: `
        #define KIND(x) _Generic((x), int: 1, unsigned: 2, long: 3, char: 4, default: 5)
        int t(void) { char c =
          0; return KIND(1) + 10 * KIND(1u) + 100 * KIND(1L) + 1000 * KIND(c) + 10000 * KIND(+c) + 100000 * KIND(1ull);
          }`,
  },
  {
    name: '_Alignof',
    source: `
        int t(void) {
          return _Alignof(int) + 10 * _Alignof(long) + 100 * __alignof__(char) + 1000 * _Alignof(struct { char a;
          short b; }); }`,
  },
  {
    name: 'offsetof',
    source: `
        struct s { char a; int b; short c[3]; };
        int t(void) { return __builtin_offsetof(struct s, b) + 100 * __builtin_offsetof(struct s, c); }`,
  },
  {
    name: 'sizeof',
    source: `
        struct s { char a; long b; char c; };
        union u { char a[5]; short b; };
        int t(void) { int v[3][4]; char c =
          1; return sizeof(struct s) + 100 * sizeof(union u) + 10000 * sizeof v / sizeof v[0] + sizeof(c + c) +
            sizeof c + sizeof(int *) + sizeof "abc" + sizeof(char[7]); }`,
  },
  {
    name: 'sizeof with bit-fields',
    source: `
        struct s { int a : 3; unsigned b : 30; char c : 2; long d : 40; };
        struct z { int a : 3; int : 0; int b : 3; };
        int t(void) { return sizeof(struct s) + 100 * sizeof(struct z); }`,
    lost: ['layout'],
  },
  {
    name: 'sizeof a packed struct',
    source: `
        struct __attribute__((packed)) s { char a; int b; };
        struct q { char a; int b; } __attribute__((packed));
        int t(void) { return sizeof(struct s) + 10 * sizeof(struct q); }`,
    lost: ['layout', 'initializer'],
  },
  {
    name: 'sizeof an aligned struct',
    source: 'struct s { char a; } __attribute__((aligned(8)));\nint t(void) { return sizeof(struct s); }',
    lost: ['layout', 'initializer'],
  },
  {
    name: 'sizeof under pragma pack',
    source: `
        #pragma pack(push, 1)
        struct s { char a; int b; };
        #pragma pack(pop)
        int t(void) { return sizeof(struct s); }`,
    lost: ['layout', 'initializer'],
  },
  {
    name: '__builtin_expect',
    source:
      'int t(void) { int x = 3; if (__builtin_expect(x > 2, 1)) return sizeof(__builtin_expect(x, 0)); return 0; }',
  },
  {
    name: '__builtin_constant_p',
    source: 'int t(void) { return __builtin_constant_p(3) * 2; }',
    lost: ['library-result'],
  },
  {
    name: '__builtin_unreachable',
    source: `
        static int f(int x) { switch (x) { case 1: return 2; default: __builtin_unreachable(); } }
        int t(void) { return f(1); }`,
  },
  {
    name: 'counting bits',
    source: `
        int t(void) {
          return __builtin_popcount(255) + 10 * __builtin_ctz(8) + 100 * __builtin_clz(1) + 10000 *
            __builtin_ffs(16) + 100000 * __builtin_parity(7) + 1000000 * __builtin_popcountl(-1L); }`,
    lost: ['library-result'],
  },
  {
    name: 'byte swaps',
    source: 'int t(void) { return __builtin_bswap16(0x1234) + (__builtin_bswap32(0x12345678) >> 8); }',
    lost: ['library-result'],
  },
  {
    name: 'checked arithmetic',
    source: 'int t(void) { int r; int o = __builtin_add_overflow(2147483647, 1, &r); return o; }',
    lost: ['unknown-call', 'library-call', 'library-result'],
  },
  {
    name: '__builtin_choose_expr and types_compatible',
    source: 'int t(void) { return __builtin_types_compatible_p(int, int) + __builtin_choose_expr(1, 2, 3); }',
    lost: ['unknown-call', 'library-result'],
  },
  {
    name: 'types_compatible of strings',
    source: `int t(void) { return __builtin_types_compatible_p(__typeof__("a,;"), char *) +
        2 * __builtin_types_compatible_p(__typeof__(({ int n = 1; n; })), int); }`,
    lost: ['unknown-call', 'library-result'],
  },
  {
    name: 'variable length arrays of several dimensions',
    source: `
        static int f(int n, int m) { int a[n][m];
          for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * 10 + j; return a[n - 1][m - 1]; }
        int t(void) { return f(3, 4); }`,
    lost: ['memory', 'pointer-store'],
  },
  {
    name: 'sizeof a variable length array',
    source: 'static int f(int n) { int a[n]; return sizeof a; }\nint t(void) { return f(3); }',
    lost: ['layout'],
  },
  {
    name: 'flexible array member',
    source: 'struct s { int n; int data[]; };\nint t(void) { struct s v; v.n = 3; return v.n + sizeof(struct s); }',
    lost: ['layout'],
  },
  {
    name: 'local static',
    source: 'static int f(void) { static int n = 5; return n++; }\nint t(void) { f(); f(); return f(); }',
  },
  {
    name: 'local statics of one name',
    source: `
        static int f(void) { static int n = 5, a[2] = { 1 }; a[0]++; return n++ + a[0]; }
        static int g(void) { static int n, a[2] = { 50 }; a[0]++; return n++ + a[0]; }
        int t(void) { f(); g(); { static int a[1]; a[0] = 9; } { static int a[1]; if (a[0]) return -1; }
          return f() * 100 + g(); }`,
  },
  {
    name: 'anonymous members',
    source: `
        struct s { int a; struct { int b, c; }; };
        int t(void) { struct s v = { 1, { 2, 3 } }; v.c += v.b; return v.a + 10 * v.b + 100 * v.c; }`,
  },
  {
    name: 'anonymous union',
    source: `
        struct s { int tag; union { int i; unsigned u; }; };
        int t(void) { struct s v; v.tag = 1; v.i = -1; return v.tag + (v.u == 0xffffffffu); }`,
    lost: ['memory'],
  },
  {
    name: 'union',
    source: 'union u { int i; unsigned char c; };\nint t(void) { union u v; v.i = 0x1234; return v.c; }',
    lost: ['memory'],
  },
  {
    name: 'bit-fields',
    source: `
        struct s { int a : 3; unsigned b : 3; int : 0; _Bool c : 1; long d : 40; };
        int t(void) { struct s v = { 7, 9, 2, 1L << 39 }; v.b += 7;
          return v.a + 10 * v.b + 100 * v.c + (v.d < 0) * 1000; }`,
  },
  {
    name: 'an enumeration used before its definition',
    source: 'enum e;\nstatic int f(enum e *p);\nenum e { A = 3, B };\nint t(void) { enum e x = B; return x; }',
  },
  {
    name: 'enumerators with expressions',
    source: `
        enum { A = 1 << 4, B = A | 3, C, D = sizeof(int) * 2, E = -1, F };
        int t(void) { return A + B * 2 + C * 3 + D * 4 + E * 5 + F; }`,
  },
  {
    name: 'wide and unsigned enumerators',
    source: `
        enum big { X = 0x123456789, Y };
        enum top { Z = 0xffffffff };
        int t(void) { enum top z = Z; return sizeof(enum big) + 10 * sizeof(X) + (z > 0) * 100 + (Y ==
          0x12345678a) * 1000; }`,
  },
  {
    name: 'labels as values',
    source: 'int t(void) { static void *to[] = { &&one, &&two }; goto *to[1]; one: return 1; two: return 2; }',
    lost: ['computed-goto', 'syntax-error'],
  },
  {
    name: 'nested function',
    source: 'int t(void) { int x = 3; int f(int y) { return y + x; } return f(4); }',
    lost: ['unknown-macro', 'unknown-call', 'syntax-error', 'nested-function'],
  },
  {
    name: 'asm goto',
    source: 'int t(void) { int x = 1; asm goto ("" : : : : out); x = 2; out: return x; }',
    lost: ['inline-assembly', 'syntax-error'],
  },
  {
    name: 'extended asm',
    source: 'int t(void) { int x = 1, y = 2; __asm__ volatile ("" : "+r" (x) : : "memory"); return y; }',
    lost: ['inline-assembly'],
  },
  { name: 'asm at file level', source: '__asm__(".section .text");\nint t(void) { return 4; }' },
  { name: 'asm label', source: 'int t(void) { int x = 3; return x; }\nextern int other(void) __asm__("other_name");' },
  {
    name: 'constants',
    source: `
        int t(void) { return ('a' == 97) + 2 * ('\\x41' == 'A') + 4 * ('\\377' < 0) + 8 * (L'\\x1234' ==
          0x1234) + 16 * ('ab' == 24930) + 32 * (0b101 == 5) + 64 * (010 ==
          8) + 128 * (0xFFFFFFFF > 0) + 256 * (2147483648 > 0) + 512 * (sizeof 2147483648 ==
          8) + 1024 * (-1 > 0u) + 2048 * (sizeof 'a' == 4) + 4096 * (sizeof L'a' ==
          4) + 8192 * (u'\\xffff' > 0) + 16384 * ('\\0' == 0) + 32768 * ('\\e' == 27) + 65536 * ('\\?' == 63); }`,
  },
  {
    name: 'typedef hidden by a variable',
    source: 'typedef int T;\nint t(void) { T x = 3; { int T = 4; x += T * x; } return x; }',
  },
  {
    name: 'comma and conditional types',
    source: `
        int t(void) { unsigned char c = 200; return ((0, c) << 1) + (sizeof(0, c)) + sizeof(1 ? c : c) + ((1 ? -1 :
          0u) > 0); }`,
  },
  {
    name: 'goto into a block, backward and out',
    source: `
        int t(void) { int i = 0, s = 0; goto in; again: s += 100; { in: s += i; i++; if (i < 4) goto again;
          if (i < 6) goto in; } for (;;) { for (;;) { if (++s > 400) goto out; } } out: return s; }`,
  },
  {
    name: 'a struct handed over and returned',
    source: `
        struct in { short c; };
        struct s { int a; unsigned b : 4; struct in i; };
        static struct s f(struct s v, int n) { v.a += n; v.b += n; v.i.c = -n; return v; }
        int t(void) { struct s x = { 1, 15, { 2 } }; struct s y = f(x, 3); y = f(n_times(y), 1);
          return x.a + 10 * y.a + 100 * y.b + y.i.c; }`.replace('f(n_times(y), 1)', '1 ? f(y, 1) : x'),
  },
  {
    name: 'structs assigned in a chain',
    source: `
        struct s { int a, b; };
        int t(void) { struct s x = { 1, 2 }, y, z; z = y = x; y.a = 5;
          return z.a + 10 * z.b + 100 * y.a + (x = y).a * 1000; }`,
  },
  {
    name: 'recursion',
    source: 'static int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\nint t(void) { return f(6); }',
  },
  {
    name: 'an array of structs',
    source: `
        struct s { int a; short b[2]; };
        static struct s g[3] = { { 1, { 2, 3 } }, [2] = { .b = { 4 } } };
        int t(void) { struct s v[2] = { { 5 }, { 6, { 7, 8 } } }; g[1] = v[1]; v[0].b[1] = 9;
          return g[0].b[1] + 10 * g[1].b[0] + 100 * g[2].b[0] + 1000 * v[0].a + 10000 * v[0].b[1]; }`,
    lost: ['memory', 'struct', 'initializer'],
  },
  {
    name: 'restrict, register, inline, noreturn',
    source: `
        static inline __attribute__((always_inline)) int f(register int x, int *__restrict p) { return x; }
        _Noreturn void stop(void);
        int t(void) { auto int y = 2; volatile const int unused = 1; return f(y, 0); }`,
  },
  {
    name: '_Atomic and volatile',
    source: 'int t(void) { _Atomic int a = 1; _Atomic(int) b = 2; return a + b; }',
    lost: ['volatile', 'memory'],
  },
  {
    name: '__int128',
    source: `
        int t(void) { __int128 x = (__int128)1 << 100; unsigned __int128 y = -1; return (x >> 98) + (y > 0) + sizeof x;
          }`,
  },
  { name: 'float', source: 'int t(void) { double d = 2.5; return (int)(d * 2); }', lost: ['float'] },
];
