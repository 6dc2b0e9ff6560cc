/**
 * What library functions do in a walk: how much memory they need where their arguments lead, and what they leave there.
 */

import type { IntType } from '../../machine/index.ts';
import { maxOf, minOf } from '../../machine/index.ts';
import { alternatives } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { libraryFunction } from '../syntax/index.ts';
import { intType, namedInteger } from '../types/index.ts';
import { printed, scannedInto } from './walk-formats.ts';
import { within } from './walk-places.ts';
import type { Walk } from './walk-state.ts';
import { expose, rangeOf } from './walk-state.ts';
import { CHAR_BITS, exactly, lengthOf, putCharacters, putString, stringAt, wholeString } from './walk-strings.ts';
import type { WalkedObject, WalkedValue } from './walked-values.ts';
import { anyOf, converted, integer, isFree, known, lookAt } from './walked-values.ts';

export interface Given {
  readonly node: SyntaxNode;
  readonly value: WalkedValue;
}

export interface LibraryCall {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly args: readonly Given[];
}

/**
 * How many bytes of what an argument leads to are used. `can`: by some of the values that arise, or by what comes in
 * from outside.
 */
interface Extent {
  readonly bytes: bigint;
  readonly can: boolean;
}

type Need = (w: Walk, args: readonly Given[]) => Extent | null;

const surely = (bytes: bigint | null): Extent | null => (bytes === null ? null : { bytes, can: false });

function amount(v: WalkedValue | undefined): Extent | null {
  if (v?.kind !== 'integer') return null;
  if (v.low > 0n || v.low === v.high) return surely(v.low);
  return isFree(v) ? { bytes: v.high, can: true } : null;
}

const count =
  (i: number): Need =>
  (w, args) =>
    amount(asSize(w, args[i]?.value));
/** `fgets` takes an `int`. */
const limit =
  (i: number): Need =>
  (_, args) =>
    amount(args[i]?.value);
/** Less than zero is very much: `memcpy(d, s, -1)`. */
const asSize = (w: Walk, v: WalkedValue | undefined): WalkedValue | undefined =>
  v?.kind === 'integer' ? converted(v, w.file.size) : v;
const product =
  (i: number, j: number): Need =>
  (w, args) => {
    const [a, b] = [amount(asSize(w, args[i]?.value)), amount(asSize(w, args[j]?.value))];
    return a === null || b === null ? null : { bytes: a.bytes * b.bytes, can: a.can || b.can };
  };
/** What comes in may be as much as there is room for. */
const upTo =
  (need: Need): Need =>
  (w, args) => {
    const most = need(w, args);
    return most === null ? null : { ...most, can: true };
  };
/** A string with its zero. */
const whole =
  (i: number): Need =>
  (w, args) => {
    const n = lengthOf(w, args[i]?.value);
    return surely(n === null ? null : n + 1n);
  };
const both: Need = (w, args) => {
  const [a, b] = [lengthOf(w, args[0]?.value), lengthOf(w, args[1]?.value)];
  return surely(a === null || b === null ? null : a + b + 1n);
};
const firstOf: Need = (w, args) => {
  const [a, b, n] = [lengthOf(w, args[0]?.value), lengthOf(w, args[1]?.value), count(2)(w, args)];
  if (a === null || b === null || n === null) return null;
  return surely(a + (b < n.bytes ? b : n.bytes) + 1n);
};
/** What is written for a format, but no more than there is said to be room for. */
const format =
  (index: number, room: Need | null = null): Need =>
  (w, args) => {
    const out = printed(w, args[index]?.value, valuesBehind(args, index));
    if (out === null) return null;
    const most = room?.(w, args);
    if (room !== null && (most == null || most.can)) return null;
    return surely(most != null && most.bytes < out.least + 1n ? most.bytes : out.least + 1n);
  };

const valuesBehind = (args: readonly Given[], i: number): readonly WalkedValue[] =>
  args.slice(i + 1).map((a) => a.value);

type Row = readonly [argument: number, how: 'writes' | 'reads', need: Need];

const COPY: readonly Row[] = [
  [0, 'writes', count(2)],
  [1, 'reads', count(2)],
];
const FILL: readonly Row[] = [[0, 'writes', upTo(limit(1))]];
const INPUT: readonly Row[] = [[1, 'writes', upTo(count(2))]];
const OUTPUT: readonly Row[] = [[1, 'reads', count(2)]];

/** By function: for arguments that are pointers, what is written or read there. */
const NEEDS: Readonly<Record<string, readonly Row[]>> = {
  memcpy: COPY,
  mempcpy: COPY,
  memmove: COPY,
  memcmp: [
    [0, 'reads', count(2)],
    [1, 'reads', count(2)],
  ],
  memset: [[0, 'writes', count(2)]],
  bzero: [[0, 'writes', count(1)]],
  explicit_bzero: [[0, 'writes', count(1)]],
  strcpy: [[0, 'writes', whole(1)]],
  stpcpy: [[0, 'writes', whole(1)]],
  strncpy: [[0, 'writes', count(2)]],
  strcat: [[0, 'writes', both]],
  strncat: [[0, 'writes', firstOf]],
  sprintf: [[0, 'writes', format(1)]],
  snprintf: [[0, 'writes', format(2, count(1))]],
  fgets: FILL,
  fread: [[0, 'writes', upTo(product(1, 2))]],
  fwrite: [[0, 'reads', product(1, 2)]],
  read: INPUT,
  pread: INPUT,
  recv: INPUT,
  recvfrom: INPUT,
  readlink: INPUT,
  write: OUTPUT,
  pwrite: OUTPUT,
  send: OUTPUT,
  sendto: OUTPUT,
};

/** Functions that read strings to their ends: the arguments. */
const WHOLE_STRINGS: Readonly<Record<string, readonly number[]>> = {
  strlen: [0],
  strcpy: [1],
  stpcpy: [1],
  strcat: [0, 1],
  strncat: [0],
  strdup: [0],
  puts: [0],
  fputs: [0],
};

/** Functions of `printf`'s kind, by the place of the format. */
const PRINTING: Readonly<Record<string, number>> = { printf: 0, fprintf: 1, sprintf: 1, snprintf: 2 };
const SCANNING: Readonly<Record<string, number>> = { scanf: 0, fscanf: 1, sscanf: 1 };

/** What the first argument points at is handed back. */
const HANDING_BACK = /^(memcpy|memmove|memset|strcpy|strncpy|strcat|strncat)$/;

const ALLOCATING: Readonly<Record<string, Need>> = {
  malloc: count(0),
  alloca: count(0),
  calloc: product(0, 1),
  realloc: count(1),
  strdup: whole(0),
};

/** The effects and result of a function of the library; null: not known. */
export function libraryCall(walk: Walk, call: LibraryCall): WalkedValue | null {
  const { args } = call;
  const name = call.name.replace(/^__builtin_/, '');
  const row = libraryFunction(name);
  const allocating = ALLOCATING[name];
  if (allocating === undefined && (row === null || row.letsOthersRun)) return null;
  stringsRead(walk, name, args);
  if (allocating !== undefined) for (const a of args) lookAt(a.value);
  if (allocating !== undefined) return allocated(walk, { ...call, name }, allocating(walk, args));
  if (row === null) return null;
  const needs = (NEEDS[name] ?? []).map(([i, how, need]) => [i, how, need(walk, args)] as const);
  for (const [i, how, extent] of needs) need(walk, call, i, { how, extent });
  const after = effectOf(walk, name, args);
  const result = resultOf(walk, { name, row, args });
  for (const a of args) lookAt(a.value);
  args.forEach((a, i) => handed(walk, row, i, a.value));
  after(call);
  // what waits or looks outside may see what others did meanwhile
  if (!LOOKING_ONLY.test(name)) {
    walk.foreign++;
    walk.memory.forgetExposed();
    if (isReading(name)) after(call);
  }
  return result;
}

/** How names of functions begin that neither wait nor look at what is outside. */
const LOOKING_ONLY = new RegExp(
  `^(${alternatives(`
    mem str stp is to ato abs labs bzero explicit_bzero v?s?n?printf s?scanf f?puts putchar fputc putc free rand srand
    sqrt fabs
  `)})`,
);

function stringsRead(walk: Walk, name: string, args: readonly Given[]): void {
  for (const i of WHOLE_STRINGS[name] ?? []) {
    const given = args[i];
    if (given !== undefined) wholeString(walk, given.value, given.node);
  }
  const at = PRINTING[name];
  const format = at === undefined ? null : printed(walk, args[at]?.value, valuesBehind(args, at));
  for (const value of format?.strings ?? []) {
    const given = args.find((a) => a.value === value);
    if (given !== undefined) wholeString(walk, value, given.node);
  }
}

/** What becomes of what an argument leads to. */
function handed(walk: Walk, row: LibraryFunction, index: number, value: WalkedValue): void {
  if (value.kind !== 'pointer' || !value.target) return;
  const kind = row.params[index]?.kind ?? (row.more === 'out' ? 'out' : 'in');
  if (row.params[index]?.kept) expose(walk, value.target.object);
  if (kind === 'out' || kind === 'deep') walk.memory.forget(value.target.object);
  if (kind === 'deep') walk.memory.forgetExposed();
}

type LibraryFunction = NonNullable<ReturnType<typeof libraryFunction>>;

function need(
  walk: Walk,
  { args, node }: LibraryCall,
  index: number,
  { how, extent }: { readonly how: string; readonly extent: Extent | null },
): void {
  const value = args[index]?.value;
  if (value?.kind !== 'pointer' || !value.target || extent === null || extent.bytes <= 0n) return;
  const { object, low, high } = value.target;
  const { bytes, can } = extent;
  const said = can ? `can ${how.slice(0, -1)} up to ${bytes} bytes` : `${how} ${bytes} bytes`;
  within(walk, { kind: 'place', object, low: low * 8n, high: high * 8n, type: value.to }, bytes, node, said);
}

function allocated(walk: Walk, { name, node, args }: LibraryCall, extent: Extent | null): WalkedValue {
  const bytes = extent === null || extent.can || !isExact(name, args) ? null : extent.bytes;
  const { start } = rangeOf(walk, node);
  const object: WalkedObject = {
    name: `the block that \`${name}\` makes in line ${start.line}`,
    kind: 'allocated',
    size: bytes !== null && bytes >= 0n ? bytes : null,
    type: null,
    fixed: false,
    exposed: false,
  };
  walk.memory.add(object, name === 'calloc' ? 'zero' : name === 'malloc' || name === 'alloca' ? 'unset' : 'unknown');
  const text = name === 'strdup' ? stringAt(walk, args[0]?.value) : null;
  const result: WalkedValue = {
    kind: 'pointer',
    to: { kind: 'void' },
    target: { object, low: 0n, high: 0n, ...(name === 'alloca' ? {} : { orNull: 'failed' as const }) },
  };
  if (text !== null) putString(walk, result, text);
  const before = args[0]?.value;
  if (name === 'realloc' && before?.kind === 'pointer' && before.target) walk.memory.forget(before.target.object);
  return result;
}

/** Whether a size is one number. */
const isExact = (name: string, args: readonly Given[]): boolean =>
  name === 'strdup' || args.every(({ value }) => value.kind !== 'integer' || value.low === value.high);

/** Longer blocks aren't filled byte by byte. */
const LONGEST = 1024n;

type After = (call: LibraryCall) => void;

const nothing: After = () => undefined;

/** What a function leaves in memory, worked out from what was there before it. */
function effectOf(walk: Walk, name: string, args: readonly Given[]): After {
  const [to, from] = [args[0]?.value, args[1]?.value];
  const put = (text: readonly bigint[] | null): After => (text === null ? nothing : () => putString(walk, to, text));
  switch (name) {
    case 'strcpy':
    case 'stpcpy':
      return put(stringAt(walk, from));
    case 'strcat': {
      const [a, b] = [stringAt(walk, to), stringAt(walk, from)];
      return put(a === null || b === null ? null : [...a, ...b]);
    }
    case 'strncpy': {
      const [text, n] = [stringAt(walk, from), known(args[2]?.value ?? UNKNOWN_VALUE)];
      if (text === null || n === null || n > LONGEST || n < 0n) return nothing;
      const padded = Array.from({ length: Number(n) }, (_, i) => text[i] ?? 0n);
      return () => putCharacters(walk, to, padded);
    }
    case 'sprintf':
      return put(printed(walk, from, valuesBehind(args, 1))?.text ?? null);
    case 'snprintf': {
      const [text, n] = [printed(walk, args[2]?.value, valuesBehind(args, 2))?.text, known(from ?? UNKNOWN_VALUE)];
      return put(text == null || n === null || n <= 0n ? null : text.slice(0, Number(n) - 1));
    }
    case 'memcpy':
    case 'memmove':
      return copied(walk, args);
    case 'memset':
      return () => fill(walk, to, args[1]?.value, args[2]?.value);
    case 'free': {
      const block = exactly(to);
      return block?.at === 0 ? () => walk.memory.drop(block.object) : nothing;
    }
    case 'bzero':
    case 'explicit_bzero':
      return () => fill(walk, to, integer(walk.file.long, 0n), from);
    default:
      return isReading(name) ? () => filled(walk, name, args) : nothing;
  }
}

const UNKNOWN_VALUE: WalkedValue = { kind: 'unknown', type: { kind: 'unknown' } };

/** A block as it is in another place. */
function copied(walk: Walk, args: readonly Given[]): After {
  const [to, from, n] = [exactly(args[0]?.value), exactly(args[1]?.value), known(args[2]?.value ?? UNKNOWN_VALUE)];
  if (to === null || from === null || n === null || n <= 0n || n > LONGEST || to.at < 0 || from.at < 0) return nothing;
  const bits = Number(n) * CHAR_BITS;
  const part = walk.memory.part(from.object, from.at * CHAR_BITS, bits);
  return () => walk.memory.paste(to.object, { at: to.at * CHAR_BITS, bits }, part);
}

/** Bytes that are all the same. */
function fill(walk: Walk, pointer: WalkedValue | undefined, byte = UNKNOWN_VALUE, size = UNKNOWN_VALUE): void {
  const [to, filling, length] = [exactly(pointer), known(byte), known(size)];
  if (to === null) return;
  if (filling === 0n && to.at === 0 && to.object.size !== null && length === to.object.size && !to.object.fixed)
    walk.memory.add(to.object, 'zero');
  else if (filling !== null && length !== null && length > 0n && length <= LONGEST)
    putCharacters(
      walk,
      pointer,
      Array.from({ length: Number(length) }, () => filling),
    );
}

/** Functions that put into memory what comes in from outside; the place of the argument. */
const READING: Readonly<Record<string, number>> = { fgets: 0, fread: 0, read: 1, pread: 1, recv: 1, recvfrom: 1 };

const isReading = (name: string): boolean => READING[name] !== undefined || /^f?scanf$/.test(name);

function filled(walk: Walk, name: string, args: readonly Given[]): void {
  const at = READING[name];
  if (at !== undefined) {
    const target = args[at]?.value;
    if (target?.kind === 'pointer' && target.target) walk.memory.fillFromOutside(target.target.object);
    return;
  }
  const from = SCANNING[name]!;
  const into = scannedInto(walk, args[from]?.value);
  into?.forEach((what, i) => {
    const value = args[from + 1 + i]?.value;
    const target = exactly(value);
    if (what.kind !== 'number' || value?.kind !== 'pointer' || value.to.kind !== 'int' || target === null) return;
    const { int } = value.to;
    const any = integer(int, minOf(int), maxOf(int), { looked: false });
    if (target.at >= 0) walk.memory.write(target.object, target.at * CHAR_BITS, int.bits, any);
  });
}

function resultOf(
  walk: Walk,
  { name, row, args }: { readonly name: string; readonly row: LibraryFunction; readonly args: readonly Given[] },
): WalkedValue {
  const first = args[0]?.value;
  if (HANDING_BACK.test(name) && first?.kind === 'pointer') return first;
  if (row.result === 'pointer') return { kind: 'pointer', to: { kind: 'void' }, target: undefined };
  if (row.result === 'double') return { kind: 'float', bytes: 8, value: null };
  if (row.result === 'void' || row.result === 'any') return { kind: 'unknown', type: { kind: 'unknown' } };
  const type = namedInteger(walk.file.types, row.result, walk.scope);
  if (type.kind !== 'int') return anyOf(type);
  if (name === 'strlen') return stringLength(walk, type.int, first);
  const length = printedLength(walk, name, args);
  if (length !== null && length <= maxOf(type.int)) return integer(type.int, length);
  const bounds = boundsOf(name, row, args);
  if (bounds === null) return fromText(walk, name, type.int, first) ?? anyOf(intType(type.int));
  const most =
    bounds.most.kind === 'number'
      ? bounds.most.value
      : bounds.most.kind === 'argument'
        ? known(args[bounds.most.index]?.value ?? anyOf(type))
        : null;
  const high = most !== null && most <= maxOf(type.int) ? most : maxOf(type.int);
  const low = bounds.least < minOf(type.int) ? minOf(type.int) : bounds.least;
  // each of these amounts may come in
  return most !== null && COMING_IN.test(name)
    ? integer(type.int, low, high, { looked: false })
    : integer(type.int, low, high);
}

/** Without flags `recv` tells of no more than it was given room for. */
function boundsOf(name: string, { bounds }: LibraryFunction, args: readonly Given[]): LibraryFunction['bounds'] {
  const plain = /^recv(from)?$/.test(name) && bounds !== null && known(args[3]?.value ?? UNKNOWN_VALUE) === 0n;
  return plain ? { ...bounds, most: { kind: 'argument', index: 2 } } : bounds;
}

/** `fgetc(in)`, `read(d, a, 8)`: any number between the bounds. */
const COMING_IN = /^(fgetc|getc|getchar|read|pread|fread|readlink|recv|recvfrom)(_unlocked)?$/;

/** A number that is read from a text that came in from outside. */
function fromText(w: Walk, name: string, type: IntType, text: WalkedValue | undefined): WalkedValue | null {
  if (!/^(atoi|atol|atoll|strtol|strtoll)$/.test(name) || text?.kind !== 'pointer' || !text.target) return null;
  const origin = w.memory.fromOutside(text.target.object);
  return origin === undefined ? null : integer(type, minOf(type), maxOf(type), origin);
}

/** What `sprintf` hands back, or `snprintf` whatever there is room for. */
function printedLength(walk: Walk, name: string, args: readonly Given[]): bigint | null {
  const at = /^sn?printf$/.test(name) ? PRINTING[name] : undefined;
  const text = at === undefined ? null : printed(walk, args[at]?.value, valuesBehind(args, at))?.text;
  return text == null ? null : BigInt(text.length);
}

function stringLength(walk: Walk, type: IntType, of: WalkedValue | undefined): WalkedValue {
  const n = lengthOf(walk, of);
  if (n !== null) return integer(type, n);
  const place = exactly(of);
  const room = place === null || place.object.size === null ? null : place.object.size - BigInt(place.at);
  return integer(type, 0n, room !== null && room > 0n ? room - 1n : maxOf(type) / 2n);
}
