/**
 * The header that csmith's programs include, written for them: the wrappers that keep arithmetic defined (csmith calls
 * them safe math), and a checksum. Where an operation would be undefined the wrapper returns its first operand. Only
 * what a program uses is written out.
 */

const PRELUDE = `typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long uint64_t;
static uint32_t checksum = 2166136261u;
static void add_to_checksum(uint64_t v) {
  checksum = (checksum ^ (uint32_t)v) * 16777619u;
  checksum = (checksum ^ (uint32_t)(v >> 32)) * 16777619u;
}
#define platform_main_begin()
#define crc32_gentab()
#define transparent_crc(value, name, flag) add_to_checksum((uint64_t)(value))
#define platform_main_end(sum, flag) return checksum
`;

/** `main` returns the checksum; a compiled program prints it. */
const PRINTED = `int printf(const char *, ...);
#undef platform_main_end
#define platform_main_end(sum, flag) printf("%u\\n", checksum)
`;
const TRACED = `#undef transparent_crc
#define transparent_crc(value, name, flag) (printf("%s = %ld\\n", name, (int64_t)(value)), add_to_checksum((uint64_t)(value)))
`;

/**
 * The program with its header; `printing` for the compiler, which shall print the checksum (`traced`: and all that is
 * in it).
 */
export function withHeader(program: string, printing: boolean, traced = false): string {
  const names = [...new Set(program.match(/\bsafe_\w+/g) ?? [])].sort();
  const header = PRELUDE + (printing ? PRINTED + (traced ? TRACED : '') : '') + names.map(wrapper).join('\n');
  return program.replace(/^#include "csmith\.h"$/m, () => header);
}

const OPERATORS: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  mod: '%',
  lshift: '<<',
  rshift: '>>',
  unary_minus: '-',
};

/** A wrapper from its name, e.g. `safe_add_func_int32_t_s_s`. */
function wrapper(name: string): string {
  const match =
    /^safe_(add|sub|mul|div|mod|lshift|rshift|unary_minus)_func_(u?)int(8|16|32|64)_t_([su])(?:_([su]))?$/.exec(name);
  if (match === null) throw new Error(`no such wrapper: ${name}`);
  const [, operation, u, width] = match as unknown as [string, string, string, string];
  const bits = Number(width);
  const type = `${u}int${bits}_t`;
  const shift = operation === 'lshift' || operation === 'rshift';
  const right = shift ? (match[5] === 's' ? 'int' : 'unsigned int') : type;
  const operator = OPERATORS[operation]!;
  if (operation === 'unary_minus')
    return `static ${type} ${name}(${type} a) { return ${u === '' ? `a == ${least(bits)} ? a : ` : ''}-a; }`;
  const unsafe = condition(operation, u === '', bits);
  return `static ${type} ${name}(${type} a, ${right} b) { return ${unsafe === null ? '' : `(${unsafe}) ? a : `}(${type})(a ${operator} b); }`;
}

/** When the operation would be undefined; null: never. */
function condition(operation: string, signed: boolean, bits: number): string | null {
  const [min, max] = [least(bits), greatest(bits, signed)];
  const promoted = bits < 32 ? 32 : bits;
  switch (operation) {
    case 'div':
    case 'mod':
      return signed ? `b == 0 || (a == ${min} && b == -1)` : 'b == 0';
    case 'lshift':
      return `${signed ? 'a < 0 || ' : ''}(int)b < 0 || (int)b >= ${promoted} || a > (${max} >> (int)b)`;
    case 'rshift':
      return `${signed ? 'a < 0 || ' : ''}(int)b < 0 || (int)b >= ${promoted}`;
  }
  // narrow operands are computed with as int
  if (!signed || bits < 32)
    return operation === 'mul' && !signed && bits === 16 ? `(unsigned)a * b > ${2 ** 31 - 1}u` : null;
  switch (operation) {
    case 'add':
      return `(b > 0 && a > ${max} - b) || (b < 0 && a < ${min} - b)`;
    case 'sub':
      return `(b < 0 && a > ${max} + b) || (b > 0 && a < ${min} + b)`;
    default:
      return `a > 0 ? (b > 0 ? a > ${max} / b : b < ${min} / a) : b > 0 ? a < ${min} / b : a != 0 && b < ${max} / a`;
  }
}

function least(bits: number): string {
  const suffix = bits === 64 ? 'L' : '';
  return `(-${2n ** BigInt(bits - 1) - 1n}${suffix} - 1)`;
}

function greatest(bits: number, signed: boolean): string {
  return `${2n ** BigInt(bits - (signed ? 1 : 0)) - 1n}${signed ? '' : 'u'}${bits === 64 ? 'L' : ''}`;
}
