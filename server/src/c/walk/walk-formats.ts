/** Formats of `printf` and `scanf` in a walk: how much is written at least, and where what was read goes. */
import type { Walk } from './walk-state.ts';
import { stringAt } from './walk-strings.ts';
import type { WalkedValue } from './walked-values.ts';
import { known } from './walked-values.ts';

/** What comes out of a format: so many characters at least; the text where all of it is known. */
export interface Printed {
  readonly least: bigint;
  readonly text: readonly bigint[] | null;
  /** Values whose strings are read to their end. */
  readonly strings: readonly WalkedValue[];
}

const CONVERSION = /%([-+ #0']*)(\d+|\*)?(?:\.(\d+|\*)?)?(?:hh|h|ll|l|q|j|z|t|L)?([diouxXeEfFgGaAcspn%])/g;

const codes = (text: string): readonly bigint[] => [...text].map((c) => BigInt(c.charCodeAt(0)));

/** What `printf` makes of the arguments behind its format; null: the format isn't known. */
export function printed(walk: Walk, format: WalkedValue | undefined, args: readonly WalkedValue[]): Printed | null {
  const given = stringAt(walk, format);
  if (given === null) return null;
  const source = given.map((c) => String.fromCharCode(Number(c & 255n))).join('');
  let least = 0n;
  let all: readonly bigint[] | null = [];
  const strings: WalkedValue[] = [];
  let next = 0;
  let end = 0;
  const add = (text: readonly bigint[] | null, length: bigint): void => {
    least += length;
    all = all === null || text === null ? null : [...all, ...text];
  };
  for (const match of source.matchAll(CONVERSION)) {
    const [whole, flags, width, precision, letter] = match;
    const between = source.slice(end, match.index);
    if (between.includes('%') || width === '*' || precision === '*') return null;
    end = match.index + whole.length;
    add(codes(between), BigInt(between.length));
    if (letter === '%') {
      add([37n], 1n);
      continue;
    }
    const value = args[next++];
    if (value === undefined) return null;
    const bounded = whole.includes('.');
    const plain = flags === '' && width === undefined && !bounded;
    const one = shown(walk, letter!, value);
    if (letter === 's' && !bounded) strings.push(value);
    const length = bounded && letter === 's' ? leastOf(one.least, BigInt(precision ?? 0)) : one.least;
    const wide = BigInt(width ?? 0);
    add(plain ? one.text : null, length > wide ? length : wide);
  }
  const rest = source.slice(end);
  if (rest.includes('%')) return null;
  add(codes(rest), BigInt(rest.length));
  return { least, text: all, strings };
}

const leastOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** A value as a conversion without flags shows it. */
function shown(walk: Walk, letter: string, value: WalkedValue): Omit<Printed, 'strings'> {
  if (letter === 's') {
    const text = stringAt(walk, value);
    return { least: BigInt(text?.length ?? 0), text };
  }
  if (letter === 'n') return { least: 0n, text: null };
  if (letter === 'c') return { least: 1n, text: null };
  const constant = known(value);
  if (constant !== null && (letter === 'd' || letter === 'i' || (letter === 'u' && constant >= 0n))) {
    const text = codes(constant.toString());
    return { least: BigInt(text.length), text };
  }
  return { least: 1n, text: null };
}

/** Where `scanf` puts what it reads: a number, or so many characters with their zero (null: any). */
export type Scanned = { readonly kind: 'number' | 'other' } | { readonly kind: 'text'; readonly most: bigint | null };

/** By argument behind the format; null: the format isn't known. */
export function scannedInto(walk: Walk, format: WalkedValue | undefined): readonly Scanned[] | null {
  const given = stringAt(walk, format);
  if (given === null) return null;
  const source = given.map((c) => String.fromCharCode(Number(c & 255n))).join('');
  const out: Scanned[] = [];
  for (const [, skip, width, size, letter] of source.matchAll(
    /%(\*)?(\d+)?(hh|h|ll|l|q|j|z|t|L|m)?([diouxXeEfFgGaAcspn%]|\[\^?\]?[^\]]*\])/g,
  )) {
    if (skip !== undefined || letter === '%') continue;
    const isText = letter === 's' || letter!.startsWith('[');
    if (isText && size === undefined) out.push({ kind: 'text', most: width === undefined ? null : BigInt(width) + 1n });
    else out.push({ kind: /[diouxX]/.test(letter!) && size !== 'm' ? 'number' : 'other' });
  }
  return out;
}
