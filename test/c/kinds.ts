/** Corners beside those of `dialect.ts`, so that each kind of node of the grammar occurs somewhere. */
import type { Corner } from './dialect.ts';

export const MORE: readonly Corner[] = [
  {
    name: 'parameters of arrays and functions',
    source: `
        static int f(int a[static 2], int (*g)(int), int (*)[3], ...) { return a[1]; }
        int t(void) { int v[2] = { 4, 5 }; return f(v, 0, 0); }`,
  },
  {
    name: 'abstract declarators',
    source: 'int t(void) { return sizeof(int *[3]) + sizeof(int (*)[3]) + sizeof(int (*)(int)) + sizeof(char[2][3]); }',
  },
  { name: 'alignas', source: 'int t(void) { _Alignas(16) int x = 3; return x; }' },
  {
    name: 'break and continue',
    source:
      'int t(void) { int s = 0; for (int i = 0; ; i++) { if (i == 3) continue; if (i > 5) break; s += i; } return s; }',
  },
  {
    name: 'while and do',
    source: 'int t(void) { int n = 5, s = 0; while (n) { s += n--; } do s++; while (s < 17); return s; }',
  },
  {
    name: 'else',
    source: `
        static int f(int n) { if (n > 1) return 1; else if (n) return 2; else return 3; }
        int t(void) { return f(2) + 10 * f(1) + 100 * f(0); }`,
  },
  {
    name: 'true, false, null',
    source:
      '#include <stdbool.h>\n#include <stddef.h>\nint t(void) { bool b = true; int *p = NULL; return b + false + !p; }',
  },
  {
    name: 'unions and enumerations declared within',
    source:
      'int t(void) { union { char c; } u; enum { A = 4 } e = A; struct s { int a : 2; } v = { 1 }; return e + v.a; }',
  },
  { name: 'typedefs within', source: 'int t(void) { typedef unsigned char T; T x = 255; x++; return x; }' },
  {
    name: 'subscripts, fields, pointers',
    source:
      'struct s { int a[2]; };\nint t(void) { struct s v = { { 1, 2 } }, *p = &v; return p->a[1] + v.a[0] + *p->a; }',
    lost: ['memory', 'pointer', 'struct', 'pointer-store', 'alias'],
  },
  {
    name: 'comma, cast, unary, update',
    source: 'int t(void) { int i = 3; return (i++, -i) + (int)~0u + !i + (unsigned char)-1 + sizeof(i++); }',
  },
  {
    name: 'inputs of assembly',
    source: 'int t(void) { int x = 1, y = 2; __asm__ ("" : "+r" (x) : "r" (y) : "cc"); return y; }',
    lost: ['inline-assembly'],
  },
  {
    name: 'offsetof of the library',
    source: '#include <stddef.h>\nstruct s { char a; int b; };\nint t(void) { return offsetof(struct s, b); }',
    lost: ['layout', 'undeclared'],
  },
  {
    name: 'cleanup',
    source: `
        static int g; static void h(int *p) { g += 5; }
        int t(void) { { int x __attribute__((cleanup(h))) = 1; } return g; }`,
    lost: ['array-element', 'call-effects', 'pointer'],
  },
  {
    name: 'side effects in types',
    source: 'int t(void) { int i = 2; int z = sizeof(int[i++]); typedef int T[i++]; return i; }',
    lost: ['layout'],
  },
  {
    name: 'not evaluated',
    source: `
        int t(void) { int i = 2; int z = sizeof(i++) + _Alignof(int) + __builtin_constant_p(i++) * 0 + _Generic(i++,
          int: 0, default: 1); return i; }`,
  },
  {
    name: 'adjacent strings',
    source: 'int t(void) { char s[] = "a" "bc" "\\0" "d"; return sizeof s + s[1] + sizeof("x" "yz"); }',
  },
  {
    name: 'the linkage of another language',
    source: '#ifdef __cplusplus\nextern "C" {\n#endif\nint t(void) { return 1; }\n#ifdef __cplusplus\n}\n#endif',
  },
  {
    name: 'conditions within a function',
    source:
      'int t(void) { int x = 1;\n#if defined(NOTHING)\nx = 2;\n#elif 1 > 0\nx = 3;\n#else\nx = 4;\n#endif\nreturn x; }',
  },
  {
    name: 'macros that hide statements',
    source: `
        #define RETURN_IF(c, v) do { if (c) return v; } while (0)
        #define FOREVER for (;;)
        int t(void) { int n = 0; FOREVER { n++; RETURN_IF(n > 4, n); } }`,
  },
  {
    name: 'local labels',
    source: `
        #define FIND(n) ({ __label__ out; int r = 0; for (;;) { if (r * r >= n) goto out; r++; } out: r; })
        int t(void) { return FIND(10) + FIND(50); }`,
    lost: ['computed-goto', 'syntax-error'],
  },
  {
    name: 'variable arguments',
    source: `
        #include <stdarg.h>
        static int f(int n, ...) { va_list ap; va_start(ap, n); int r = va_arg(ap, int); va_end(ap); return r; }
        int t(void) { return f(1, 7); }`,
    lost: ['unknown-call', 'library-call', 'library-result', 'call-mismatch', 'undeclared'],
  },
  {
    name: 'initialisers with side effects',
    source: `
        int t(void) { int i = 0; int a[3] = { [1] = ++i }; struct { int x, y; } s = { .y = (i += 5, i) };
          return a[1] + 10 * s.y + 100 * i; }`,
  },
  {
    name: 'thread-local',
    source: `
        static _Thread_local int a = 3; __thread int b = 4;
        int t(void) { static __thread int c = 5; return a + b + c; }`,
  },
  {
    name: 'checked arithmetic of named types',
    source: `
        int t(void) { int r; return __builtin_sadd_overflow(2147483647, 1, &r) + 2 * __builtin_umul_overflow(65536,
          65536, (unsigned *)&r); }`,
    lost: ['unknown-call', 'library-call', 'library-result'],
  },
];

/** Kinds of nodes that no source shows here, and why. */
export const ABSENT: Readonly<Record<string, string>> = {
  _abstract_declarator: 'a class of kinds',
  _declarator: 'a class of kinds',
  _field_declarator: 'a class of kinds',
  _type_declarator: 'a class of kinds',
  expression: 'a class of kinds',
  statement: 'a class of kinds',
  type_specifier: 'a class of kinds',
  ms_based_modifier: 'lost: see `LOST`',
  ms_call_modifier: 'lost: see `LOST`',
  ms_declspec_modifier: 'taken out before parsing',
  ms_pointer_modifier: 'lost: see `LOST`',
  ms_unaligned_ptr_modifier: 'lost: see `LOST`',
  ms_restrict_modifier: 'lost: see `LOST`',
  ms_signed_ptr_modifier: 'lost: see `LOST`',
  ms_unsigned_ptr_modifier: 'lost: see `LOST`',
  seh_except_clause: 'lost: see `LOST`',
  seh_finally_clause: 'lost: see `LOST`',
  seh_leave_statement: 'lost: see `LOST`',
  seh_try_statement: 'lost: see `LOST`',
  preproc_elifdef: 'carried out before parsing',
  preproc_params: 'carried out before parsing',
  preproc_function_def: 'carried out before parsing',
  preproc_call: 'carried out before parsing',
  preproc_directive: 'carried out before parsing',
  preproc_arg: 'carried out before parsing',
  preproc_def: 'carried out before parsing',
  preproc_defined: 'carried out before parsing',
  preproc_elif: 'carried out before parsing',
  preproc_else: 'carried out before parsing',
  preproc_if: 'carried out before parsing',
  preproc_ifdef: 'carried out before parsing',
  preproc_include: 'carried out before parsing',
  system_lib_string: 'carried out before parsing',
  comment: 'taken out before parsing',
  attribute: 'taken out before parsing',
  attribute_declaration: 'taken out before parsing',
  attribute_specifier: 'taken out before parsing',
  attributed_declarator: 'taken out before parsing',
  attributed_statement: 'taken out before parsing',
  gnu_asm_goto_list: 'a leaf: see `assembly.ts`',
  extension_expression: 'taken out before parsing',
  linkage_specification: 'of another language',
  declaration_list: 'of another language',
};

/** Code that is not understood: what is asserted behind it is neither said to hold nor to fail. */
export const LOST: Readonly<Record<string, string>> = {
  seh_try_statement: '__try { x = 2; } __except (1) { x = 3; }',
  seh_finally_clause: '__try { x = 2; } __finally { x = 3; }',
  seh_leave_statement: '__try { __leave; x = 3; } __finally { x = 4; }',
  'an unknown operator': 'x = x @ 2;',
  'an unknown statement': 'when (x) { x = 2; } otherwise { x = 3; }',
  'a lambda': 'x = ^(int a) { return a; }(2);',
  'directives in a statement': 'x =\n#pragma omp parallel\n 2 $ 3;',
  'complex parts': '__real__ x = 2;',
};
