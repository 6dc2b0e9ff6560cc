/** Integer, character and string constants (C11 6.4.4, 6.4.5). */
import { convert } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';

export interface IntegerLiteral {
  readonly value: bigint;
  readonly unsigned: boolean;
  /** Number of `l` in the suffix: 0, 1 or 2. */
  readonly long: number;
  /** Octal and hexadecimal constants may become unsigned by themselves. */
  readonly decimal: boolean;
}

/** Parses an integer constant; null for a floating one or something malformed. */
export function parseInteger(text: string): IntegerLiteral | null {
  const match = /^(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)([uU]?)(ll|LL|[lLzZ]?)([uU]?)$/.exec(text);
  if (match === null) return null;
  const digits = match[1]!.replaceAll("'", '');
  const octal = digits.length > 1 && digits[0] === '0' && /^[0-7]+$/.test(digits);
  if (digits.length > 1 && digits[0] === '0' && !octal && !/^0[xXbB]/.test(digits)) return null;
  const value = BigInt(octal ? `0o${digits}` : digits.replace(/^0[xX]/, '0x').replace(/^0[bB]/, '0b'));
  return {
    value,
    unsigned: match[2] !== '' || match[4] !== '',
    long: match[3]!.length,
    decimal: /^[1-9]|^0$/.test(digits),
  };
}

const SIMPLE: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
  '\\': 92,
  "'": 39,
  '"': 34,
  '?': 63,
};

/**
 * A character or an escape sequence: the code point that it is, or the value of a unit; neither where a line goes on.
 */
interface Piece {
  readonly length: number;
  readonly point?: number;
  readonly unit?: bigint;
}

/** The bytes (or code points, for wide literals) between the quotes. */
function units(text: string, wide: boolean, bits = 32): bigint[] {
  const out: bigint[] = [];
  for (let i = 0; i < text.length; ) {
    const { length, point, unit } = text[i] === '\\' ? escapeAt(text, i) : plainAt(text, i);
    if (point !== undefined) out.push(...encoded(point, wide, bits));
    if (unit !== undefined) out.push(unit);
    i += length;
  }
  return out;
}

function plainAt(text: string, at: number): Piece {
  const point = text.codePointAt(at)!;
  return { length: point > 0xffff ? 2 : 1, point };
}

/** An escape sequence (C11 6.4.4.4). */
function escapeAt(text: string, at: number): Piece {
  const rest = text.slice(at + 1, at + 12);
  const numeric = /^([0-7]{1,3})|^x([0-9a-fA-F]+)|^u([0-9a-fA-F]{4})|^U([0-9a-fA-F]{8})/.exec(rest);
  if (numeric === null) {
    if (rest[0] === '\n') return { length: 2 };
    return { length: 2, unit: BigInt(SIMPLE[rest[0] ?? ''] ?? rest.charCodeAt(0)) };
  }
  const [whole, octal, hexadecimal, short, long] = numeric;
  const length = 1 + whole.length;
  if (octal !== undefined) return { length, unit: BigInt(`0o${octal}`) };
  if (hexadecimal !== undefined) return { length, unit: BigInt(`0x${hexadecimal}`) };
  return { length, point: Number.parseInt(short ?? long!, 16) };
}

const UTF_8 = new TextEncoder();

/** A code point in UTF-8, or for wide literals as a number; in UTF-16 what is beyond 16 bits has two units. */
function encoded(point: number, wide: boolean, bits: number): readonly bigint[] {
  if (!wide && point <= 0x10ffff) return [...UTF_8.encode(String.fromCodePoint(point))].map(BigInt);
  const value = BigInt(point);
  if (bits > 16 || value <= 0xffffn) return [value];
  return [0xd800n + ((value - 0x10000n) >> 10n), 0xdc00n + ((value - 0x10000n) & 0x3ffn)];
}

/** A character constant: value as `int` (or its wide type, `wide` then); null where malformed. */
export function parseCharacter(
  text: string,
  charSigned: boolean,
): { readonly value: bigint; readonly prefix: string } | null {
  const match = /^(u8|u|U|L)?'([^]*)'$/.exec(text);
  if (match === null) return null;
  const prefix = match[1] ?? '';
  const parts = units(match[2]!, prefix !== '');
  if (parts.length === 0) return null;
  if (prefix !== '') return { value: parts[parts.length - 1]!, prefix };
  if (parts.length === 1)
    return { value: charSigned ? BigInt.asIntN(8, parts[0]!) : BigInt.asUintN(8, parts[0]!), prefix };
  return {
    value: BigInt.asIntN(
      32,
      parts.reduce((sum, b) => sum * 256n + BigInt.asUintN(8, b), 0n),
    ),
    prefix,
  };
}

/** Elements of a string constant without the terminating zero, as values of their type. */
export function stringUnits(text: string, element: IntType): bigint[] {
  const inner = text.slice(text.indexOf('"') + 1, -1);
  return units(inner, element.bits > 8, element.bits).map((v) => convert(v, element));
}
