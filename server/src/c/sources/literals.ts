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
  return { value, unsigned: match[2] !== '' || match[4] !== '', long: match[3]!.length, decimal: /^[1-9]|^0$/.test(digits) };
}

const SIMPLE: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, e: 27, '\\': 92, "'": 39, '"': 34, '?': 63 };

/** The bytes (or code points, for wide literals) between the quotes. */
function units(text: string, wide: boolean, bits = 32): bigint[] {
  const out: bigint[] = [];
  // UTF-16 has two units for what is beyond 16 bits
  const point16 = (point: bigint): void => {
    if (bits > 16 || point <= 0xffffn) out.push(point);
    else out.push(0xd800n + ((point - 0x10000n) >> 10n), 0xdc00n + ((point - 0x10000n) & 0x3ffn));
  };
  const bytes = new TextEncoder();
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '\\') {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      if (wide) point16(BigInt(point));
      else for (const b of bytes.encode(String.fromCodePoint(point))) out.push(BigInt(b));
      continue;
    }
    const rest = text.slice(i + 1, i + 12);
    const numeric = /^([0-7]{1,3})|^x([0-9a-fA-F]+)|^u([0-9a-fA-F]{4})|^U([0-9a-fA-F]{8})/.exec(rest);
    if (numeric === null) {
      const code = SIMPLE[rest[0] ?? ''];
      i += 1;
      if (rest[0] === '\n') continue;
      out.push(BigInt(code ?? rest.charCodeAt(0)));
      continue;
    }
    i += numeric[0].length;
    if (numeric[1] !== undefined) out.push(BigInt(`0o${numeric[1]}`));
    else if (numeric[2] !== undefined) out.push(BigInt(`0x${numeric[2]}`));
    else {
      const point = Number.parseInt(numeric[3] ?? numeric[4]!, 16);
      if (wide || point > 0x10ffff) point16(BigInt(point));
      else for (const b of bytes.encode(String.fromCodePoint(point))) out.push(BigInt(b));
    }
  }
  return out;
}

/** A character constant: value as `int` (or its wide type, `wide` then); null where malformed. */
export function parseCharacter(text: string, charSigned: boolean): { readonly value: bigint; readonly prefix: string } | null {
  const match = /^(u8|u|U|L)?'([^]*)'$/.exec(text);
  if (match === null) return null;
  const prefix = match[1] ?? '';
  const parts = units(match[2]!, prefix !== '');
  if (parts.length === 0) return null;
  if (prefix !== '') return { value: parts[parts.length - 1]!, prefix };
  if (parts.length === 1) return { value: charSigned ? BigInt.asIntN(8, parts[0]!) : BigInt.asUintN(8, parts[0]!), prefix };
  return { value: BigInt.asIntN(32, parts.reduce((sum, b) => sum * 256n + BigInt.asUintN(8, b), 0n)), prefix };
}

/** Elements of a string constant without the terminating zero, as values of their type. */
export function stringUnits(text: string, element: IntType): bigint[] {
  const inner = text.slice(text.indexOf('"') + 1, -1);
  return units(inner, element.bits > 8, element.bits).map((v) => convert(v, element));
}
