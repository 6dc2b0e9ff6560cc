/**
 * Functions full of accesses to arrays, of which some leave these for some inputs: how an index is made, what limits it
 * and which loop it is used in are drawn apart. No line has two accesses. Every object has a value before it is read.
 */
import type { Choices } from '../../verify/planted/random-choices.ts';
import { choices } from '../../verify/planted/random-choices.ts';

export interface AccessProgram {
  readonly name: string;
  /** C: `long NAME(int n, unsigned u, signed char c)` and what it needs before it. */
  readonly source: string;
  /**
   * The same, line by line, but each access checks its index first: what jumps over all that AddressSanitizer guards is
   * seen too. It needs `ACCESS_CHECK`.
   */
  readonly checked: string;
}

/**
 * Ends a run as UBSan does, where an index leaves its array, or a pointer the object that it leads into: a row's matrix,
 * a member's struct.
 */
export const ACCESS_CHECK = `#include <stdio.h>
#include <unistd.h>
#define WITHIN(pointer, object, size) (*({ __typeof__(pointer) within_p = (pointer); long within_k = (char *)within_p - (char *)(object); \\
  if (within_k < 0 || within_k >= (long)(size)) { fprintf(stderr, "batch.c:%d: runtime error: byte %ld out of bounds\\n", __LINE__, within_k); _exit(1); } \\
  within_p; }))
`;

interface ArrayMade {
  /** What elements are taken of: `a`, `r.v`, `b[2]`. */
  readonly name: string;
  readonly length: number;
  /** What a pointer into it leads into, where that is more. */
  readonly object?: string;
  readonly outside?: string;
  readonly declared?: string;
  readonly before?: string;
  readonly behind?: string;
  /** Elements can't be assigned to. */
  readonly constant?: boolean;
}

const ELEMENTS = ['int', 'short', 'unsigned char', 'long', 'signed char'];

const ARRAYS: readonly ((c: Choices, id: string, n: number) => ArrayMade)[] = [
  (c, id, n) => ({ name: `a${id}`, length: n, declared: `  ${c.one(ELEMENTS)} a${id}[${n}] = {0};\n` }),
  (c, id, n) => ({ name: `s${id}`, length: n, outside: `static ${c.one(ELEMENTS)} s${id}[${n}];\n` }),
  (c, id, n) => ({ name: `g${id}`, length: n, outside: `${c.one(ELEMENTS)} g${id}[${n}];\n` }),
  (c, id, n) => ({
    name: c.one([`r${id}.v`, `q${id}->v`]),
    length: n,
    object: `r${id}`,
    outside: `struct t${id} { int x; int v[${n}]; int y; };\n`,
    declared: `  struct t${id} r${id} = {0}, *q${id} = &r${id};\n  (void)q${id};\n`,
  }),
  (_, id, n) => ({
    name: `h${id}`,
    length: n,
    declared: `  int *h${id} = calloc(${n}, sizeof *h${id});\n`,
    before: `  if (h${id} == NULL) return 0;\n`,
    behind: `  free(h${id});\n`,
  }),
  (c, id, n) => ({
    name: `m${id}[${c.one(['2', '1', 'n & 3', 'u % 3'])}]`,
    length: n,
    object: `m${id}`,
    declared: `  int m${id}[4][${n}] = {{0}};\n`,
  }),
  (_, id, n) => ({
    name: `k${id}`,
    length: n,
    constant: true,
    outside: `static const unsigned char k${id}[${n}] = {${Array.from({ length: n }, (_v, i) => (i * 7) % (n + 2)).join(', ')}};\n`,
  }),
  (c, id, n) => ({
    name: `p${id}`,
    length: n,
    declared: `  int b${id}[${n}] = {0}, *p${id} = ${c.one([`b${id}`, `&b${id}[0]`])};\n`,
  }),
];

/** Where the function is being made: what may be named there. */
interface Making {
  readonly c: Choices;
  readonly id: string;
  readonly arrays: readonly ArrayMade[];
  readonly depth: number;
  /** Counters of the loops around. */
  readonly counters: readonly string[];
  readonly checked: boolean;
}

const SCALARS = ['x', 'y', 'z', 'w'];

function number(m: Making): string {
  const { c, counters } = m;
  const near = c.one(m.arrays).length;
  const one = (): string => c.one([...counters, ...counters, ...SCALARS, 'n', 'u', 'c', `gi${m.id}`, `ge${m.id}`]);
  return c.one<() => string>([
    one,
    one,
    one,
    () => `${one()} + ${c.between(0, 3)}`,
    () => `${one()} - ${c.between(0, 3)}`,
    () => `(${one()} & ${c.one([1, 3, 7, 15, near - 1])})`,
    () => `(u % ${near + c.between(-1, 1)})`,
    () => `(${one()} % ${near})`,
    () => `(unsigned char)${one()}`,
    () => `(signed char)${one()}`,
    () => `(${one()} >> ${c.between(1, 3)})`,
    () => `${one()} / ${c.between(2, 5)}`,
    () => `${near} - 1 - ${one()}`,
    () => `clamp${m.id}(${one()})`,
    () => `(${one()} > ${one()} ? ${c.between(0, near)} : ${one()})`,
    () => `${c.between(0, near)}`,
    () => `2 * (${one()} & 7)`,
    () => `(${one()} ^ ${c.between(0, 3)})`,
    () => `(int)(${one()} | ${c.between(0, 3)})`,
  ])();
}

function access(m: Making): string {
  const { c } = m;
  const { name, length, object, constant = false } = c.one(m.arrays);
  const index = c.maybe(55) && m.counters.length > 0 ? c.one(m.counters) : number(m);
  const bracketed = c.maybe(80);
  const plain = bracketed ? `${name}[${index}]` : `*(${name} + ${index})`;
  const element = m.checked ? checked(plain, bracketed || object === undefined ? { name, length } : object) : plain;
  if (constant || c.maybe(35)) return c.one([`sum += ${element};`, `${c.one(SCALARS)} = ${element};`]);
  return c.one([`${element} = ${c.one(SCALARS)};`, `++${element};`, `${element} += 1;`]);
}

function checked(element: string, of: string | { readonly name: string; readonly length: number }): string {
  const pointer = element.startsWith('*') ? element.slice(1) : `&${element}`;
  if (typeof of === 'string') return `WITHIN(${pointer}, &${of}, sizeof ${of})`;
  return `WITHIN(${pointer}, ${of.name}, ${of.length} * sizeof ${of.name}[0])`;
}

function condition(m: Making): string {
  const { c } = m;
  const op = c.one(['<', '<=', '>', '>=', '==', '!=']);
  const near = c.one(m.arrays).length;
  const one = c.one([...m.counters, ...SCALARS, 'n', 'u', 'c']);
  const simple = `${one} ${op} ${c.maybe(60) ? near + c.between(-2, 1) : number(m)}`;
  return c.one([simple, simple, `${one} >= 0 && ${one} < ${near + c.between(-1, 1)}`, `!(${simple})`]);
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ');

function block(m: Making, least = 1): string {
  const { c } = m;
  return Array.from({ length: c.between(least, 3) }, () => statement(m)).join('');
}

function statement(m: Making): string {
  const { c, id } = m;
  const variable = c.one(SCALARS);
  const near = c.one(m.arrays).length;
  return c.one<() => string>([
    () => `${access(m)}\n`,
    () => `${access(m)}\n`,
    () => `${access(m)}\n`,
    () => `${access(m)}\n`,
    () => `${variable} = ${number(m)};\n`,
    () => `${variable}${c.one(['++', '--', ' += 2', ' = 0'])};\n`,
    () => `if (++${variable} ${c.one(['>=', '==', '>'])} ${near}) ${variable} = 0;\n`,
    () => `if (${condition(m)}) {\n${indent(block(m))}}${c.maybe(40) ? ` else {\n${indent(block(m))}}` : ''}\n`,
    () => `if (${variable} ${c.one(['>', '>='])} ${near}) ${variable} = ${c.between(0, near)};\n`,
    () => `if (${variable} < 0) ${c.one([`${variable} = 0`, 'return sum', `${variable} = -${variable}`])};\n`,
    () => (m.counters.length > 0 ? `if (${condition(m)}) ${c.one(['break', 'continue', 'return sum'])};\n` : ''),
    () => c.one([`mess${id}();\n`, `bump${id}(&${variable});\n`, `gi${id} = ${number(m)};\n`, `ge${id}++;\n`]),
    () =>
      `switch (${number(m)}) {\ncase 0: ${variable} = 1; break;\ncase ${near}: ${variable}++;\ndefault: ${variable} = ${number(m)};\n}\n`,
    () => (m.depth > 0 ? loop(m) : `${access(m)}\n`),
    () => (m.depth > 0 ? loop(m) : `${access(m)}\n`),
    () => (m.depth > 0 ? walk(m) : ''),
  ])();
}

/** A loop with a counter. */
function loop(m: Making): string {
  const { c } = m;
  const i = `i${m.counters.length}`;
  const near = c.one(m.arrays).length;
  const limit = c.one([`${near}`, `${near}`, `${near + c.between(-1, 1)}`, 'n', 'c', `(int)(u % ${near})`, number(m)]);
  const inner: Making = { ...m, depth: m.depth - 1, counters: [...m.counters, i] };
  const body = indent(`${block(inner)}${access(inner)}\n`);
  const type = c.one(['int', 'int', 'int', 'unsigned', 'short', 'unsigned char', 'long', 'size_t']);
  const step = c.one(['++', '++', '++', ' += 2', ' += 3']);
  const outer = m.counters[m.counters.length - 1];
  const from = c.one(['0', '0', '0', '1', ...(outer === undefined ? [] : [outer])]);
  return c.one<() => string>([
    () => `for (${type} ${i} = ${from}; ${i} ${c.one(['<', '<', '<='])} ${limit}; ${i}${step}) {\n${body}}\n`,
    () => `for (${type} ${i} = ${from}; ${i} < ${limit} && ${i} < ${near}; ${i}${step}) {\n${body}}\n`,
    () => `for (int ${i} = ${limit} - 1; ${i} ${c.one(['>=', '>'])} 0; ${i}--) {\n${body}}\n`,
    () => `for (int ${i} = ${near}; ${i}-- > 0;) {\n${body}}\n`,
    () => `{\nint ${i} = ${from};\nwhile (${i} < ${limit}) {\n${body}  ${i}${step};\n}\n}\n`,
    () => `{\nint ${i} = ${from};\ndo {\n${body}  ${i}++;\n} while (${i} < ${limit});\n}\n`,
    () => `{\nint ${i} = ${from};\nfor (;;) {\nif (${i} >= ${limit}) break;\n${body}  ${i}${step};\n}\n}\n`,
    () => `{\nunsigned ${i} = u;\nwhile (${i} != 0) {\n${body}  ${i} >>= 1;\n}\n}\n`,
  ])();
}

/** A pointer that goes through an array. */
function walk(m: Making): string {
  const { c } = m;
  const { name, length, constant = false } = c.one(m.arrays);
  const p = `at${m.counters.length}`;
  const end = `${name} + ${length + c.between(-1, 1)}`;
  const use = c.one([`sum += *${p};`, `sum += ${p}[${c.between(0, 1)}];`, ...(constant ? [] : [`*${p} = 1;`])]);
  const declared = `__typeof__(&${name}[0]) ${p} = `;
  return c.one([
    `for (${declared}${name}; ${p} < ${end}; ${p}++) {\n  ${use}\n}\n`,
    `{\n${declared}${name};\nwhile (${p} != ${end}) {\n  ${use}\n  ${p}++;\n}\n}\n`,
    `{\n${declared}${end};\nwhile (${p} > ${name}) {\n  ${p}--;\n  ${use}\n}\n}\n`,
    `{\n${declared}${name};\nfor (int k = 0; k < ${length + c.between(-1, 1)}; k++) {\n  ${use}\n  ${p}++;\n}\n}\n`,
  ]);
}

/** Program K of a seed. */
export function accessProgram(seed: number, k: number): AccessProgram {
  return { name: `prog${k}`, source: programText(seed, k, false), checked: programText(seed, k, true) };
}

function programText(seed: number, k: number, checked: boolean): string {
  const c = choices(seed * 1_000_003 + k);
  const id = `${k}`;
  const arrays = Array.from({ length: c.between(1, 3) }, (_, i) =>
    c.one(ARRAYS)(c, `${k}_${i}`, c.one([2, 4, 5, 8, 10, 16, 100, 256])),
  );
  const m: Making = { c, id, arrays, depth: 2, counters: [], checked };
  const near = arrays[0]!.length;
  const of = (part: (a: ArrayMade) => string | undefined): string => arrays.map((a) => part(a) ?? '').join('');
  const type = (): string => c.one(['int', 'int', 'unsigned', 'short', 'long', 'unsigned char']);
  const guard = c.one(['', `  if (n > ${near}) n = ${near};\n`, `  if (n < 0 || n >= ${near}) return 0;\n`]);
  const body = `${block(m)}${loop(m)}${c.maybe(50) ? loop(m) : ''}${block(m)}`;
  return `${of((a) => a.outside)}static int gi${id};
int ge${id} = ${c.between(0, 3)};
void mess${id}(void);
static int clamp${id}(long v) { return v < 0 ? 0 : v >= ${near} ? ${near} - ${c.between(0, 1)} : (int)v; }
static void bump${id}(void *p) { *(unsigned char *)p += 1; }
long prog${id}(int n, unsigned u, signed char c) {
${of((a) => a.declared)}  int x = 0, w = ${c.between(0, near)};
  ${type()} y = ${c.between(0, 4)};
  ${type()} z = ${c.one(['n', 'u', 'c', '1'])};
  long sum = 0;
${of((a) => a.before)}${guard}${indent(body)}${of((a) => a.behind)}  return sum + x + y + z + w;
}
`;
}
