/**
 * Every operator on every pair of integer types at the edges of both, through front end and interpreter and through
 * gcc.
 */
import type { CParser, FrontendOptions } from '../../server/src/c/front-end.ts';
import { DEFAULT_FRONTEND_OPTIONS, lowerC, parseC } from '../../server/src/c/front-end.ts';
import { run } from '../../server/src/interpret/interpreter.ts';
import type { Outcome } from '../../server/src/interpret/run-outcome.ts';
import type { IntegerMode } from '../../server/src/machine/integer-types.ts';
import { compileAndRun } from './gcc.ts';

/** A type of operands. Bit-fields are members of a struct of their own. */
interface Operand {
  readonly name: string;
  readonly bits: number;
  readonly signed: boolean;
  /** The type that carries its values; for a bit-field the declared one. */
  readonly carrier: string;
  readonly bitField: boolean;
}

const plain = (name: string, bits: number, signed: boolean): Operand => ({
  name,
  bits,
  signed,
  carrier: name,
  bitField: false,
});
const field = (carrier: string, bits: number, signed: boolean): Operand => ({
  name: `${carrier} : ${bits}`,
  bits,
  signed,
  carrier,
  bitField: true,
});

export const OPERANDS: readonly Operand[] = [
  plain('_Bool', 1, false),
  plain('char', 8, true),
  plain('signed char', 8, true),
  plain('unsigned char', 8, false),
  plain('short', 16, true),
  plain('unsigned short', 16, false),
  plain('int', 32, true),
  plain('unsigned', 32, false),
  plain('long', 64, true),
  plain('unsigned long', 64, false),
  plain('long long', 64, true),
  plain('unsigned long long', 64, false),
  plain('enum plus', 32, false),
  plain('enum minus', 32, true),
  field('int', 3, true),
  field('unsigned', 3, false),
  field('unsigned', 31, false),
  field('unsigned', 32, false),
  field('long', 40, true),
  field('unsigned long', 40, false),
  field('_Bool', 1, false),
  field('unsigned char', 5, false),
];

const ARITHMETIC = ['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'];

/** What is computed of the lvalues `a` and `b`, as expressions of a type that fits a `long`. */
const FORMS: readonly string[] = [
  ...ARITHMETIC.map((op) => `a ${op} b`),
  ...['<', '<=', '>', '>=', '==', '!=', '&&', '||', ','].map((op) => `(a ${op} b)`),
  ...ARITHMETIC.map((op) => `(a ${op}= b)`),
  ...ARITHMETIC.map((op) => `(a ${op}= b, a)`),
  '(a = b)',
  '(1 ? a : b)',
  '(b ? b : a)',
  '(a > b ? a : b)',
  // of which type the results are
  '(a + b) * 0 - 1 < 0',
  '(1 ? a : b) * 0 - 1 < 0',
  '(a << 0) * 0 - 1 < 0',
  'sizeof(a + b)',
  'sizeof(1 ? a : b)',
  'sizeof(a << b)',
  'sizeof(+a)',
  '-a',
  '+a',
  '~a',
  '!a',
  'a++',
  'a--',
  '++a',
  '--a',
  '(a++, a)',
  '(a--, a)',
  '(++a, b)',
  '(_Bool)a',
  '(char)a',
  '(unsigned char)a',
  '(short)a',
  '(unsigned short)a',
  '(int)a',
  '(unsigned)a',
  '(long)a',
  '(unsigned long)a',
  '(long)(unsigned)a',
  '(unsigned long)(int)a',
];

/** Least, greatest, and those around zero; for shifts the widths. */
function edgesOf(o: Operand): bigint[] {
  const top = 1n << BigInt(o.bits - (o.signed ? 1 : 0));
  const all = o.signed
    ? [-top, -top + 1n, -1n, 0n, 1n, top - 1n, 31n, 32n]
    : [0n, 1n, top - 2n, top - 1n, top / 2n, 31n, 63n];
  return [...new Set(all)].filter((v) => v >= (o.signed ? -top : 0n) && v < top);
}

/** With `some`, half of them. */
function edges(o: Operand, some: boolean): bigint[] {
  return edgesOf(o).filter((_, i) => !some || i % 2 === 0 || o.bits === 1);
}

const PRELUDE = `enum plus { P0, P1 = 0xffffffff };
enum minus { M0 = -2147483647 - 1, M1 = 2147483647 };
`;

function functionOf(name: string, a: Operand, b: Operand): string {
  // sizeof can't be applied to a bit-field itself, only to what it promotes to
  const declared = (o: Operand, v: string): string =>
    o.bitField ? `struct { ${o.carrier} f : ${o.bits}; } s${v}; s${v}.f = p${v};` : `${o.carrier} ${v} = p${v};`;
  const of = (o: Operand, v: string): string => (o.bitField ? `s${v}.f` : v);
  const forms = FORMS.map(
    (form, k) => `  case ${k}: return ${form.replace(/\b[ab]\b/g, (v) => of(v === 'a' ? a : b, v))};`,
  );
  return `static long ${name}(int k, ${a.carrier} pa, ${b.carrier} pb) {
  ${declared(a, 'a')} ${declared(b, 'b')}
  switch (k) {
${forms.join('\n')}
  }
  return 0;
}
`;
}

/** Catches what the sanitizer traps, and division by zero. */
const DRIVER = `#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
static sigjmp_buf start;
static void trapped(int s) { siglongjmp(start, s); }
`;

export interface OperatorResult {
  readonly compared: number;
  readonly undefinedRuns: number;
  readonly differences: readonly string[];
}

export interface OperatorPairs {
  readonly lefts: readonly Operand[];
  readonly rights?: readonly Operand[];
  /** A fifth of the pairs, half of the values. */
  readonly some: boolean;
}

/**
 * Compares all forms for the given left operands with all right ones. Mode `c`: undefined behaviour is what gcc's
 * sanitizer traps.
 */
export function compareOperators(
  parser: CParser,
  { lefts, rights = OPERANDS, some }: OperatorPairs,
  mode: IntegerMode,
  options: Partial<FrontendOptions> = {},
): OperatorResult {
  const charSigned = options.charSigned ?? true;
  const adapt = (o: Operand): Operand => (o.name === 'char' ? { ...o, signed: charSigned } : o);
  const pairs = lefts.flatMap((a, i) =>
    rights.filter((_, j) => !some || (i + j) % 5 === 0).map((b) => ({ a: adapt(a), b: adapt(b) })),
  );
  const functions = pairs.map(({ a, b }, i) => functionOf(`f${i}`, a, b));
  const parsed = parseC(parser, PRELUDE + functions.join(''));
  const program = lowerC(parsed, { ...DEFAULT_FRONTEND_OPTIONS, ...options });
  parsed.dispose();
  const differences: string[] = program.errors.map((e) => `syntax error in line ${e.range.start.line}`);
  const driver = pairs.map(({ a, b }, f) => {
    const [as, bs] = [edges(a, some), edges(b, some)];
    return `{
  static const ${a.carrier} as[] = { ${as.map(literal).join(', ')} };
  static const ${b.carrier} bs[] = { ${bs.map(literal).join(', ')} };
  for (int k = 0; k < ${FORMS.length}; k++)
    for (int i = 0; i < ${as.length}; i++)
      for (int j = 0; j < ${bs.length}; j++) {
        if (sigsetjmp(start, 1) == 0) printf("%ld ", f${f}(k, as[i], bs[j])); else printf("u ");
      }
  printf("\\n");
}`;
  });
  const flags = [
    ...(mode === 'wrapv' ? ['-fwrapv'] : ['-fsanitize=undefined', '-fsanitize-undefined-trap-on-error']),
    ...(charSigned ? [] : ['-funsigned-char']),
  ];
  const main = `${DRIVER}${PRELUDE}${functions.join('')}int main(void) {
  signal(SIGILL, trapped);
  signal(SIGFPE, trapped);
  signal(SIGTRAP, trapped);
${driver.join('\n')}
  return 0;
}
`;
  const lines = compileAndRun(main, flags);
  let compared = 0;
  let undefinedRuns = 0;
  pairs.forEach(({ a, b }, i) => {
    const fn = program.functions.find((f) => f.name === `f${i}`);
    const [pk, pa, pb] = fn?.params ?? [];
    if (fn === undefined || pk == null || pa == null || pb == null) {
      differences.push(`f${i} was not found`);
      return;
    }
    const expected = (lines[i] ?? '').split(' ');
    for (const [at, { k, form, x, y }] of applications(a, b, some).entries()) {
      const theirs = expected[at];
      const inputs = new Map([
        [pk, BigInt(k)],
        [pa, x],
        [pb, y],
      ]);
      const ours = shown(run(fn, { mode, inputs, maxSteps: 1_000, program }));
      if (ours === 'u') undefinedRuns++;
      else compared++;
      if (ours !== theirs && !excused({ form, a, b, x, y }, mode) && !(ours === 'u' && unseen(form, a, b)))
        differences.push(`${form} with ${a.name} ${x}, ${b.name} ${y}: gcc ${theirs}, we ${ours}`);
    }
  });
  return { compared, undefinedRuns, differences };
}

/** A form, by its number, with two values. */
interface Application {
  readonly k: number;
  readonly form: string;
  readonly x: bigint;
  readonly y: bigint;
}

/** All forms with all values, in the order in which the driver prints them. */
function applications(a: Operand, b: Operand, some: boolean): readonly Application[] {
  return FORMS.flatMap((form, k) => edges(a, some).flatMap((x) => edges(b, some).map((y) => ({ k, form, x, y }))));
}

/** As the driver prints it. */
function shown(outcome: Outcome): string {
  if (outcome.kind === 'returned') return String(outcome.value);
  if (outcome.kind === 'undefined') return 'u';
  return outcome.kind === 'not-modelled' ? `not modelled: ${outcome.reason.code}` : outcome.kind;
}

/**
 * Where gcc and its sanitizer are no measure: a negative left operand of `<<` is well defined as gcc documents (the
 * sanitizer reports it); with -fwrapv, oversized shifts are what the machine makes of them, and the least value divided
 * by -1 traps.
 */
function excused(
  { form, a, b, x, y }: Omit<Application, 'k'> & { readonly a: Operand; readonly b: Operand },
  mode: IntegerMode,
): boolean {
  if (form.includes('<<')) return x < 0n || (mode === 'wrapv' && (y < 0n || y >= (a.bits > 32 ? BigInt(a.bits) : 32n)));
  if (mode !== 'wrapv') return false;
  if (form.includes('>>')) return y < 0n || y >= (a.bits > 32 ? BigInt(a.bits) : 32n);
  return /[/%]/.test(form) && y < 0n && b.signed;
}

/**
 * Overflow that the sanitizer doesn't see: where the result goes into a narrower type gcc computes in that one, what is
 * multiplied by zero it leaves away, and in types wider than int but of no machine's width it never looks.
 */
function unseen(form: string, a: Operand, b: Operand): boolean {
  const common = Math.max(32, a.bits, b.bits);
  if (form.includes('* 0') || a.bits === 40 || b.bits === 40) return true;
  return /=|\+\+|--/.test(form) && a.bits < common;
}

function literal(v: bigint): string {
  if (v === -(1n << 63n)) return '-9223372036854775807L - 1';
  return v < 0n ? `${v}L` : `${v}ul`;
}
