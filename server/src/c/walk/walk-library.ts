/** What library functions do in a walk: how much memory they need where their arguments lead, and what they leave there. */
import { maxOf, minOf } from '../../machine/index.ts';
import { intType, namedInteger } from '../types/index.ts';
import { libraryFunction } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { within } from './walk-places.ts';
import { expose, rangeOf } from './walk-state.ts';
import type { Walk } from './walk-state.ts';
import { anyOf, integer, known } from './walked-values.ts';
import type { WalkedObject, WalkedValue } from './walked-values.ts';

export interface Given {
  readonly node: SyntaxNode;
  readonly value: WalkedValue;
}

export interface LibraryCall {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly args: readonly Given[];
}

/** How many bytes of what an argument leads to are used: a number, or how it follows from the other arguments. */
type Need = (w: Walk, args: readonly Given[]) => bigint | null;

const count =
  (i: number): Need =>
  (_, args) =>
    args[i] === undefined ? null : known(args[i].value);
/** A string with its zero. */
const whole =
  (i: number): Need =>
  (w, args) => {
    const n = lengthOf(w, args[i]?.value);
    return n === null ? null : n + 1n;
  };
const both: Need = (w, args) => {
  const [a, b] = [lengthOf(w, args[0]?.value), lengthOf(w, args[1]?.value)];
  return a === null || b === null ? null : a + b + 1n;
};
const firstOf: Need = (w, args) => {
  const [a, b, n] = [lengthOf(w, args[0]?.value), lengthOf(w, args[1]?.value), count(2)(w, args)];
  if (a === null || b === null || n === null) return null;
  return a + (b < n ? b : n) + 1n;
};
/** What is written for a format without conversions. */
const format =
  (i: number): Need =>
  (w, args) => {
    const text = stringAt(w, args[i]?.value);
    return text === null || text.includes(37n) ? null : BigInt(text.length) + 1n;
  };

/** By function: for arguments that are pointers, what is written or read there. */
const NEEDS: Readonly<Record<string, readonly (readonly [number, 'writes' | 'reads', Need])[]>> = {
  memcpy: [
    [0, 'writes', count(2)],
    [1, 'reads', count(2)],
  ],
  memmove: [
    [0, 'writes', count(2)],
    [1, 'reads', count(2)],
  ],
  memset: [[0, 'writes', count(2)]],
  bzero: [[0, 'writes', count(1)]],
  strcpy: [[0, 'writes', whole(1)]],
  stpcpy: [[0, 'writes', whole(1)]],
  strncpy: [[0, 'writes', count(2)]],
  strcat: [[0, 'writes', both]],
  strncat: [[0, 'writes', firstOf]],
  sprintf: [[0, 'writes', format(1)]],
};

const ALLOCATING: Readonly<Record<string, Need>> = {
  malloc: count(0),
  alloca: count(0),
  calloc: (_, args) => {
    const [a, b] = args.map((x) => known(x.value));
    return a == null || b == null ? null : a * b;
  },
  realloc: count(1),
  strdup: whole(0),
};

/** The effects and result of a function of the library; null: not known. */
export function libraryCall(w: Walk, call: LibraryCall): WalkedValue | null {
  const { args } = call;
  const name = call.name.replace(/^__builtin_/, '');
  const allocating = ALLOCATING[name];
  if (allocating !== undefined) return allocated(w, { ...call, name }, allocating(w, args));
  const row = libraryFunction(name);
  if (row === null || row.letsOthersRun) return null;
  if (/^(strlen|strnlen)$/.test(name)) {
    const n = name === 'strlen' ? lengthOf(w, args[0]?.value) : null;
    return n === null ? integer(w.file.size, 0n, maxOf(w.file.size) / 2n) : integer(w.file.size, n);
  }
  const needs = (NEEDS[name] ?? []).map(([i, how, need]) => [i, how, need(w, args)] as const);
  for (const [i, how, bytes] of needs) need(w, call, i, how, bytes);
  const text = /^(strcpy|stpcpy)$/.test(name) ? stringAt(w, args[1]?.value) : null;
  args.forEach((a, i) => handed(w, row, i, a.value));
  if (text !== null) putString(w, args[0]?.value, text);
  if (name === 'memset') fill(w, args);
  // what waits or looks outside may see what others did meanwhile
  if (!LOOKING_ONLY.test(name)) {
    w.foreign++;
    w.memory.forgetExposed();
  }
  return resultOf(w, row, args);
}

const LOOKING_ONLY = /^(mem|str|stp|is|to|abs|labs|v?s?n?printf|f?puts|putchar|fputc|putc|free|rand|srand|sqrt|fabs)/;

/** What becomes of what an argument leads to. */
function handed(w: Walk, row: Row, i: number, value: WalkedValue): void {
  if (value.kind !== 'pointer' || !value.target) return;
  const kind = row.params[i]?.kind ?? (row.more === 'out' ? 'out' : 'in');
  if (row.params[i]?.kept) expose(w, value.target.object);
  if (kind === 'out' || kind === 'deep') w.memory.forget(value.target.object);
  if (kind === 'deep') w.memory.forgetExposed();
}

type Row = NonNullable<ReturnType<typeof libraryFunction>>;

function need(w: Walk, { args, node }: LibraryCall, i: number, how: string, bytes: bigint | null): void {
  const value = args[i]?.value;
  if (value?.kind !== 'pointer' || !value.target || bytes === null || bytes <= 0n) return;
  const { object, low, high } = value.target;
  within(
    w,
    { kind: 'place', object, low: low * 8n, high: high * 8n, type: value.to },
    bytes,
    node,
    `${how} ${bytes} bytes`,
  );
}

function allocated(w: Walk, { name, node, args }: LibraryCall, bytes: bigint | null): WalkedValue {
  const { start } = rangeOf(w, node);
  const object: WalkedObject = {
    name: `the block that \`${name}\` makes in line ${start.line}`,
    kind: 'allocated',
    size: bytes !== null && bytes >= 0n ? bytes : null,
    type: null,
    fixed: false,
    exposed: false,
  };
  w.memory.add(object, name === 'calloc' ? 'zero' : name === 'malloc' || name === 'alloca' ? 'unset' : 'unknown');
  const text = name === 'strdup' ? stringAt(w, args[0]?.value) : null;
  const result: WalkedValue = { kind: 'pointer', to: { kind: 'void' }, target: { object, low: 0n, high: 0n } };
  if (text !== null) putString(w, result, text);
  const before = args[0]?.value;
  if (name === 'realloc' && before?.kind === 'pointer' && before.target) w.memory.forget(before.target.object);
  return result;
}

const CHAR_BITS = 8;
/** Longer strings aren't looked at. */
const LONGEST = 512;

/** The characters from where a pointer leads to the first zero; null: not all of them are known. */
function stringAt(w: Walk, value: WalkedValue | undefined): readonly bigint[] | null {
  if (value?.kind !== 'pointer' || !value.target || value.target.low !== value.target.high) return null;
  const { object, low } = value.target;
  const out: bigint[] = [];
  for (let i = 0; i < LONGEST; i++) {
    const cell = w.memory.read(object, (Number(low) + i) * CHAR_BITS, CHAR_BITS);
    const c = cell === 'zero' ? 0n : typeof cell === 'string' ? null : known(cell);
    if (c === null) return null;
    if (c === 0n) return out;
    out.push(c);
  }
  return null;
}

function lengthOf(w: Walk, value: WalkedValue | undefined): bigint | null {
  const text = stringAt(w, value);
  return text === null ? null : BigInt(text.length);
}

function putString(w: Walk, value: WalkedValue | undefined, text: readonly bigint[]): void {
  if (value?.kind !== 'pointer' || !value.target || value.target.low !== value.target.high) return;
  const { object, low } = value.target;
  const type = namedInteger(w.file.types, 'char', w.scope);
  if (type.kind !== 'int') return;
  [...text, 0n].forEach((c, i) =>
    w.memory.write(object, (Number(low) + i) * CHAR_BITS, CHAR_BITS, integer(type.int, c)),
  );
}

/** Bytes that are all the same: only zeros of a whole object are remembered. */
function fill(w: Walk, args: readonly Given[]): void {
  const [to, byte, size] = args.map((a) => a.value);
  if (
    to?.kind !== 'pointer' ||
    !to.target ||
    to.target.low !== 0n ||
    to.target.high !== 0n ||
    byte === undefined ||
    size === undefined
  )
    return;
  const { object } = to.target;
  if (known(byte) === 0n && object.size !== null && known(size) === object.size && !object.fixed)
    w.memory.add(object, 'zero');
}

function resultOf(w: Walk, row: Row, args: readonly Given[]): WalkedValue {
  if (row.result === 'pointer') return { kind: 'pointer', to: { kind: 'void' }, target: undefined };
  if (row.result === 'double') return { kind: 'float', bytes: 8, value: null };
  if (row.result === 'void' || row.result === 'any') return { kind: 'unknown', type: { kind: 'unknown' } };
  const type = namedInteger(w.file.types, row.result, w.scope);
  if (type.kind !== 'int') return anyOf(type);
  const { bounds } = row;
  if (bounds === null) return anyOf(intType(type.int));
  const most =
    bounds.most.kind === 'number'
      ? bounds.most.value
      : bounds.most.kind === 'argument'
        ? known(args[bounds.most.index - 1]?.value ?? anyOf(type))
        : null;
  const high = most !== null && most <= maxOf(type.int) ? most : maxOf(type.int);
  return integer(type.int, bounds.least < minOf(type.int) ? minOf(type.int) : bounds.least, high);
}
