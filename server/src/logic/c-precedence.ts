/** Text of C expressions with the strength of its weakest operator, which says where parentheses stand. */

/** Binding strengths of C's operators, weakest first. */
export const CONDITIONAL = 1;
export const OR = 2;
export const AND = 3;
export const EQUALITY = 7;
export const RELATIONAL = 8;
export const SHIFT = 9;
export const MASK = 6;
export const SUM = 10;
export const PRODUCT = 11;
export const UNARY = 12;
export const ATOM = 13;

export interface Written {
  readonly text: string;
  readonly level: number;
}

/** Thrown where there is no expression; caught in `print-c-expression.ts`. */
export class Unwritable extends Error {}

export const at = (w: Written, level: number): string => (w.level < level ? `(${w.text})` : w.text);
export const written = (text: string, level: number): Written => ({ text, level });
export const call = (fn: string, ...args: readonly Written[]): Written =>
  written(`${fn}(${args.map((a) => a.text).join(', ')})`, ATOM);

/** Beside `>>` and `&`, whose strength few know: only what is shifted stands without parentheses. */
export const beside = (w: Written): string => at(w, w.level === SHIFT ? SHIFT : UNARY);

/** C has no constants from here on. */
export const CONSTANTS_END = 1n << 63n;
const NEAR = 64n;

/** A number; near a power of two that no constant reaches as such. */
export function constant(value: bigint): Written {
  const size = value < 0n ? -value : value;
  if (size < CONSTANTS_END) return written(`${value}`, value < 0n ? UNARY : ATOM);
  for (const near of [size - NEAR, size, size + NEAR]) {
    const bits = near.toString(2).length - 1;
    const off = size - (1n << BigInt(bits));
    if (off > NEAR || off < -NEAR) continue;
    const power = `power(2, ${bits})`;
    if (off === 0n) return written(value < 0n ? `-${power}` : power, value < 0n ? UNARY : ATOM);
    const text = `${power} ${off < 0n ? '-' : '+'} ${off < 0n ? -off : off}`;
    return value < 0n ? written(`-(${text})`, UNARY) : written(text, SUM);
  }
  throw new Unwritable();
}
