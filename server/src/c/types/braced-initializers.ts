/**
 * Initialisers in braces (C11 6.7.9): which part of an object each value is for. Designators, ranges of them (GNU),
 * inner braces that are left out; what an initialiser leaves open is zero.
 */
import type { CType } from './c-types.ts';
import { fieldType, keyOf } from './c-types.ts';
import { textOf } from './scope.ts';
import type { Scope, TypeContext } from './scope.ts';
import { isString } from './string-constants.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** From an object to a part of it: an element by its index, a member by its key among the fields of a place. */
export type Step = bigint | string;

export interface Given {
  readonly path: readonly Step[];
  readonly type: CType;
  /** Null: zero (`{}`). A string for an array of characters; an expression for a whole record. */
  readonly value: SyntaxNode | null;
}

/** More values than this aren't listed. */
const MOST_VALUES = 65_536;

interface Reading {
  readonly ctx: TypeContext;
  readonly scope: Scope;
  readonly given: Given[];
  failed: boolean;
}

/**
 * The values that an initialiser gives, in order (a later one for the same part wins); null where that isn't worked
 * out.
 */
export function valuesGiven(ctx: TypeContext, type: CType, node: SyntaxNode, scope: Scope): readonly Given[] | null {
  const r: Reading = { ctx, scope, given: [], failed: false };
  whole(r, type, node, []);
  return r.failed ? null : r.given;
}

function give(r: Reading, path: readonly Step[], type: CType, value: SyntaxNode | null): void {
  if (r.given.length >= MOST_VALUES) r.failed = true;
  else r.given.push({ path, type, value });
}

/** One value for one part: braces, or an expression. */
function whole(reading: Reading, type: CType, node: SyntaxNode, path: readonly Step[]): void {
  if (node.type !== 'initializer_list') {
    give(reading, path, type, node);
    return;
  }
  const items = node.children;
  const [first] = items;
  if (type.kind !== 'array' && type.kind !== 'record') {
    if (first === undefined) give(reading, path, type, null);
    else if (first.type === 'initializer_pair') reading.failed = true;
    else whole(reading, type, first, path);
    return;
  }
  if (type.kind === 'array' && type.of.kind === 'int' && items.length === 1 && first !== undefined && isString(first)) {
    give(reading, path, type, first);
    return;
  }
  if (isOpen(type)) {
    // whatever members there are: `{0}` sets all of them to zero
    if (items.length === 1 && first !== undefined && textOf(reading.ctx, first) === '0')
      give(reading, path, type, null);
    else if (items.some(({ type: kind }) => kind !== 'initializer_pair')) reading.failed = true;
    if (reading.failed || first?.type !== 'initializer_pair') return;
  }
  let at = 0;
  let i = 0;
  while (i < items.length && !reading.failed) {
    const item = items[i]!;
    if (item.type === 'initializer_pair') {
      at = designated(reading, type, item, path, items[i + 1]);
      i++;
      continue;
    }
    const part = partAt(type, at);
    // more values than there are parts: ignored, as compilers do
    if (part === null) return;
    i = fill(reading, part.type, items, i, [...path, part.step]);
    at = part.next;
  }
}

const isOpen = (type: CType): boolean => type.kind === 'record' && type.open === true;

/** Fills a part from the items at `i`, as many as it takes; returns the index behind them. */
function fill(
  reading: Reading,
  type: CType,
  items: readonly SyntaxNode[],
  index: number,
  path: readonly Step[],
): number {
  const item = items[index]!;
  const aggregate = type.kind === 'array' || type.kind === 'record';
  const single =
    !aggregate ||
    item.type === 'initializer_list' ||
    (type.kind === 'array' && type.of.kind === 'int' && isString(item)) ||
    (type.kind === 'record' && reading.ctx.typeOf(item, reading.scope).kind === 'record');
  if (single) {
    whole(reading, type, item, path);
    return index + 1;
  }
  // the inner braces were left out
  if (isOpen(type)) reading.failed = true;
  let at = 0;
  let next = index;
  while (next < items.length && items[next]!.type !== 'initializer_pair' && !reading.failed) {
    const part = partAt(type, at);
    if (part === null) break;
    const before = next;
    next = fill(reading, part.type, items, next, [...path, part.step]);
    if (next === before) reading.failed = true;
    at = part.next;
  }
  if (next === index) reading.failed = true;
  return next;
}

/** A part by number: its step and type, and the number of the next one; null behind the last. */
function partAt(type: CType, at: number): { readonly step: Step; readonly type: CType; readonly next: number } | null {
  if (type.kind === 'array')
    return type.length !== null && BigInt(at) >= type.length ? null : { step: BigInt(at), type: type.of, next: at + 1 };
  if (type.kind !== 'record' || type.fields === null) return null;
  let i = at;
  // unnamed bit-fields take no value
  while (type.fields[i]?.name === '') i++;
  const field = type.fields[i];
  if (field === undefined) return null;
  return { step: keyOf(field, i), type: fieldType(field), next: type.union ? type.fields.length : i + 1 };
}

/** `.x = 1`, `[2].y = 3`, `[0 ... 4] = 5`, `x: 1`; returns the number of the part behind it. */
function designated(
  reading: Reading,
  type: CType,
  pair: SyntaxNode,
  path: readonly Step[],
  following: SyntaxNode | undefined,
): number {
  const designators = pair.children.filter((c) => c.field === 'designator');
  const value = child(pair, 'value');
  let ends: { path: readonly Step[]; type: CType }[] = [{ path, type }];
  let next = -1;
  for (const [k, d] of designators.entries()) {
    const at = ends[0]?.type;
    if (at === undefined) break;
    const found = partsOf(reading, at, d);
    if (found === null || found.parts.length * ends.length > MOST_VALUES) {
      reading.failed = true;
      return 0;
    }
    if (k === 0) next = found.next;
    ends = ends.flatMap((end) => found.parts.map((part) => ({ path: [...end.path, ...part.path], type: part.type })));
  }
  // without its own designator, what follows goes on inside
  if (
    value === null ||
    next < 0 ||
    (designators.length > 1 && following !== undefined && following.type !== 'initializer_pair')
  )
    reading.failed = true;
  else for (const end of ends) fill(reading, end.type, [value], 0, end.path);
  return next;
}

function partsOf(
  reading: Reading,
  type: CType,
  designator: SyntaxNode,
): {
  readonly parts: readonly { readonly path: readonly Step[]; readonly type: CType }[];
  readonly next: number;
} | null {
  const { ctx, scope } = reading;
  if (designator.type === 'subscript_designator' || designator.type === 'subscript_range_designator') {
    if (type.kind !== 'array') return null;
    const [low, high] = designator.children.map((c) => ctx.constant(c, scope));
    const last = designator.type === 'subscript_range_designator' ? high : low;
    if (low == null || last == null || low < 0n || last < low || last - low > BigInt(MOST_VALUES)) return null;
    const parts = [];
    for (let i = low; i <= last; i++) parts.push({ path: [i], type: type.of });
    return { parts, next: Number(last) + 1 };
  }
  const name = designator.type === 'field_designator' ? designator.children[0] : designator;
  if (type.kind !== 'record' || name === undefined) return null;
  const found = memberPath(type, ctx.text.slice(name.start, name.end));
  return found === null ? null : { parts: [found], next: type.union ? (type.fields ?? []).length : found.index + 1 };
}

/** The way to a member by its name, through anonymous records. */
function memberPath(
  record: CType & { readonly kind: 'record' },
  name: string,
): { readonly path: readonly Step[]; readonly type: CType; readonly index: number } | null {
  for (const [index, field] of (record.fields ?? []).entries()) {
    if (field.name === name) return { path: [name], type: fieldType(field), index };
    if (field.name !== null || field.type.kind !== 'record') continue;
    const inner = memberPath(field.type, name);
    if (inner !== null) return { ...inner, path: [keyOf(field, index), ...inner.path], index };
  }
  return null;
}
