/** Strings in a walk: the characters from where a pointer leads to the first zero. */
import { convert } from '../../machine/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { namedInteger } from '../types/index.ts';
import type { Walk } from './walk-state.ts';
import { misstep, quoted } from './walk-state.ts';
import type { WalkedObject, WalkedValue } from './walked-values.ts';
import { integer, known } from './walked-values.ts';

export const CHAR_BITS = 8;
/** Longer strings aren't looked at. */
const LONGEST = 1024;

/** A string as far as it is known, and how it goes on from there. */
interface Scanned {
  readonly text: readonly bigint[];
  readonly end: 'zero' | 'unset' | 'outside' | 'unknown';
}

/** A pointer to a place that is known. */
export function exactly(value: WalkedValue | undefined): { readonly object: WalkedObject; readonly at: number } | null {
  if (value?.kind !== 'pointer' || !value.target || value.target.low !== value.target.high) return null;
  return { object: value.target.object, at: Number(value.target.low) };
}

function scanned(walk: Walk, value: WalkedValue | undefined): Scanned {
  const place = exactly(value);
  const text: bigint[] = [];
  if (place === null || place.at < 0) return { text, end: 'unknown' };
  const { object, at } = place;
  for (let i = 0; i < LONGEST; i++) {
    if (object.size !== null && BigInt(at + i) >= object.size) return { text, end: 'outside' };
    const cell = walk.memory.read(object, (at + i) * CHAR_BITS, CHAR_BITS);
    if (cell === 'unset') return { text, end: 'unset' };
    const code = cell === 'zero' ? 0n : typeof cell === 'string' ? null : known(cell);
    if (code === 0n) return { text, end: 'zero' };
    if (code === null) {
      // anything but zero is one more character
      const isOne = typeof cell !== 'string' && cell.kind === 'integer' && (cell.low > 0n || cell.high < 0n);
      return isOne ? { text, end: restEnd(walk, object, at + i + 1) } : { text, end: 'unknown' };
    }
    text.push(code);
  }
  return { text, end: 'unknown' };
}

/** Whether characters that aren't known, but no zeros, go on to the end of the object. */
function restEnd(walk: Walk, object: WalkedObject, from: number): Scanned['end'] {
  if (object.size === null || object.size - BigInt(from) > BigInt(LONGEST)) return 'unknown';
  for (let i = from; BigInt(i) < object.size; i++) {
    const cell = walk.memory.read(object, i * CHAR_BITS, CHAR_BITS);
    if (typeof cell === 'string' || cell.kind !== 'integer' || (cell.low <= 0n && cell.high >= 0n)) return 'unknown';
  }
  return 'outside';
}

/** The characters of a string; null: not all of them are known. */
export function stringAt(w: Walk, value: WalkedValue | undefined): readonly bigint[] | null {
  const { text, end } = scanned(w, value);
  return end === 'zero' ? text : null;
}

export function lengthOf(w: Walk, value: WalkedValue | undefined): bigint | null {
  const text = stringAt(w, value);
  return text === null ? null : BigInt(text.length);
}

/** A function reads the whole string: it must have a value and end within its object. */
export function wholeString(walk: Walk, value: WalkedValue, node: SyntaxNode): void {
  const { end } = scanned(walk, value);
  const object = exactly(value)?.object;
  if (object === undefined) return;
  const whose = object.name;
  if (end === 'unset')
    misstep(walk, 'uninitialised', node, `${quoted(walk, node)} reads ${whose} before it has a value`);
  if (end === 'outside')
    misstep(
      walk,
      'index-outside',
      node,
      `${quoted(walk, node)} reads behind the end of ${whose}, in which no zero ends the string`,
    );
}

/** Writes characters where a pointer leads. */
export function putCharacters(walk: Walk, value: WalkedValue | undefined, text: readonly bigint[]): void {
  const place = exactly(value);
  const type = namedInteger(walk.file.types, 'char', walk.scope);
  if (place === null || place.at < 0 || type.kind !== 'int') return;
  text.forEach((c, i) =>
    walk.memory.write(place.object, (place.at + i) * CHAR_BITS, CHAR_BITS, integer(type.int, convert(c, type.int))),
  );
}

export const putString = (w: Walk, value: WalkedValue | undefined, text: readonly bigint[]): void =>
  putCharacters(w, value, [...text, 0n]);
