/**
 * May an access leave its array? A walk over a function, from any state, sees each access with all that its index, or
 * its pointer, can be there. Where that is always within the array it stays in it: no run that is defined so far leaves
 * the array there. `p->a[i]` is one of `a`: that `p` leads to such an object is not asked.
 */
import type { ArrayAccess, Contract, Misstep } from '../../program/index.ts';
import { isWithin } from '../../source/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, isThroughArrow } from '../syntax/index.ts';
import type { CType, FileContext, FunctionDefinition } from '../types/index.ts';
import { sizeOf } from '../types/index.ts';
import type { Seen, Walk, WalkedPlace } from './walk-state.ts';
import { bare } from './walk-state.ts';
import type { WalkedValue } from './walked-values.ts';
import { FAR } from './walked-values.ts';

/** What is still open about an access: a sentence without its full stop; null: it stays within its array. */
type Doubt = string | null;

/** `a[i]` as a pointer to the elements of a row: no access. */
const ROW = 'row';

/** It stays within the object that its pointer leads into, of which its array may be a part: `*(m[1] + k)`. */
const IN_OBJECT = 'object';

const UNCOUNTED = "how many elements there are isn't known here";

/** More accesses than this are not told of one function. */
const MOST_ACCESSES = 1000;

/** Nodes of a text by their places. */
const keyOf = ({ start, end }: SyntaxNode): number => start * 2 ** 26 + Math.min(end - start, 2 ** 26 - 1);

/** Notes what is so at an access in the function's own walk. Said twice, the doubt stays. */
function sees(walk: Walk, node: SyntaxNode, doubt: Doubt): void {
  joinSeen(walk.seen, keyOf(node), doubt);
}

function joinSeen(seen: Seen, key: number, doubt: Doubt): void {
  const before = seen.get(key) ?? null;
  if (before === null || (before === IN_OBJECT && doubt !== null)) seen.set(key, doubt);
}

const isNoted = (walk: Walk): boolean => walk.silent === 0 && walk.frames.length === 1;

/** `a[i]`, where `a` is an array: the index must be one of its elements. */
export function seesElement(
  walk: Walk,
  node: SyntaxNode,
  { of, index, place }: { readonly of: CType; readonly index: WalkedValue; readonly place: WalkedPlace },
): void {
  if (!isNoted(walk) || of.kind !== 'array') return;
  const { length } = of;
  if (index.kind !== 'integer') return sees(walk, node, 'nothing is known of the index');
  if (length === null) return seesPlace(walk, node, place);
  const isElement = index.low >= 0n && index.high < length;
  sees(walk, node, isElement ? null : indexDoubt(index.low, index.high, length));
  if (isElement && place.kind === 'place') seesPlace(walk, node, place);
}

const indexDoubt = (low: bigint, high: bigint, length: bigint): string =>
  low === high
    ? `the index can be ${low}, and the array has ${length} element${length === 1n ? '' : 's'}`
    : `as far as is known the index is between ${low} and ${high}, and the array has ${length} element${length === 1n ? '' : 's'}`;

export function seesRow(walk: Walk, node: SyntaxNode): void {
  if (isNoted(walk)) walk.seen.set(keyOf(node), ROW);
}

/** `*p`, `p[i]`: what is there must lie in the object that `p` leads into. `pointer`: `p + i`. */
export function seesPointed(walk: Walk, node: SyntaxNode, pointer: WalkedValue, place: WalkedPlace): void {
  if (!isNoted(walk)) return;
  if (pointer.kind === 'pointer' && (pointer.target?.orNull || pointer.target?.unsure))
    return sees(walk, node, 'the pointer may be null');
  sees(walk, node, placeDoubt(walk, place) ?? IN_OBJECT);
}

function seesPlace(walk: Walk, node: SyntaxNode, place: WalkedPlace): void {
  sees(walk, node, placeDoubt(walk, place));
}

function placeDoubt(walk: Walk, place: WalkedPlace): Doubt {
  const size = sizeOf(place.type, walk.file.types.model);
  if (place.kind !== 'place' || place.object.size === null || size === null) return UNCOUNTED;
  const { object, low, high } = place;
  if (object.kind === 'allocated' && (!walk.memory.has(object) || (object.exposed && walk.foreign > 0)))
    return 'the memory may have been freed';
  if (low >= 0n && high + size * 8n <= place.object.size * 8n) return null;
  const isFar = low <= -FAR || high >= FAR * 8n;
  const where = isFar ? 'nothing limits the pointer' : `as far as is known it is at bytes ${low / 8n} to ${high / 8n}`;
  return `${where}, and ${object.name} has ${object.size} bytes`;
}

/** What a part of a walk sees, apart from what was seen before: it counts only where it is taken over. */
export function seenApart<T>(walk: Walk, run: () => T): { readonly result: T; readonly seen: Seen } {
  const before = walk.seen;
  walk.seen = new Map();
  let through = false;
  try {
    const result = run();
    through = true;
    return { result, seen: walk.seen };
  } finally {
    const { seen } = walk;
    walk.seen = before;
    if (!through) takeSeen(walk, seen);
  }
}

/** It counts. */
export function takeSeen(walk: Walk, seen: Seen): void {
  for (const [key, doubt] of seen) joinSeen(walk.seen, key, doubt);
}

/** What was found of one function. */
interface Walked {
  /** Null: no walk got to its end. */
  readonly seen: Seen | null;
  readonly found: readonly Misstep[];
  readonly contracts: readonly Contract[];
}

/** The accesses in a function, each with whether it may leave its array. */
export function accessesOf(
  file: FileContext,
  definition: FunctionDefinition,
  { seen, found, contracts }: Walked,
): readonly ArrayAccess[] {
  const body = definition.body();
  if (body === null || definition.inHeader) return [];
  const out = new Map<string, ArrayAccess>();
  const accessed = accessesIn(file, body).filter((node) => seen?.get(keyOf(node)) !== ROW);
  for (const node of accessed.slice(0, MOST_ACCESSES)) {
    const access = answered(file, definition, node, { seen, found, contracts });
    const { start, end } = access.range;
    const key = `${start.line}:${start.column}:${end.line}:${end.column}`;
    const before = out.get(key);
    // a macro may have its argument several times
    if (before === undefined || rank(access) < rank(before)) out.set(key, access);
  }
  return [...out.values()];
}

/** What is wrong, then what isn't known, then what nothing gets to. */
function rank({ leaves, message }: ArrayAccess): number {
  return leaves === 'yes' ? 0 : leaves === 'no' ? 3 : message === UNSEEN ? 2 : 1;
}

/** What is said of what no run was followed to. */
const UNSEEN = 'no run was followed that gets here';

function answered(
  file: FileContext,
  definition: FunctionDefinition,
  node: SyntaxNode,
  { seen, found, contracts }: Walked,
): ArrayAccess {
  const range = file.locator.range(node.start, node.end);
  const place = { function: definition.name, range, text: file.types.text.slice(node.start, node.end) };
  const isHere = (m: Pick<Misstep, 'range'>): boolean => isWithin(range, m.range) && isWithin(m.range, range);
  const misstep = found.find((m) => m.kind === 'index-outside' && isHere(m));
  if (misstep) return { ...place, leaves: 'yes', message: misstep.message };
  const required = contracts.filter((c) => c.kind === 'index-outside' && isHere(c));
  const unless = required.map(({ condition }) => condition).join(' && ');
  const [first] = required;
  return first
    ? { ...place, leaves: 'yes', unless, message: first.message }
    : { ...place, ...unlessSeen(file, node, seen) };
}

function unlessSeen(
  file: FileContext,
  node: SyntaxNode,
  seen: Seen | null,
): Pick<ArrayAccess, 'leaves' | 'within' | 'message'> {
  if (seen === null) return { leaves: 'unknown', message: "the function isn't followed to its end" };
  let within: 'array' | 'object' = 'array';
  for (const part of onTheWay(file, node)) {
    const doubt = seen.get(keyOf(part));
    if (doubt === undefined) return { leaves: 'unknown', message: UNSEEN };
    // of rows that a pointer leads to nobody knows how many there are
    if (doubt === IN_OBJECT) within = 'object';
    else if (doubt !== null) return { leaves: 'unknown', message: doubt === ROW ? UNCOUNTED : doubt };
  }
  return { leaves: 'no', within };
}

/** The access with the elements that it is a part of: `a[i]` and `a[i].b[j]`. */
function onTheWay(file: FileContext, whole: SyntaxNode): readonly SyntaxNode[] {
  const node = bare(whole);
  const base = child(node, 'argument') ?? node.children[0];
  if (base === undefined) return [];
  if (node.type === 'subscript_expression') return [node, ...onTheWay(file, base)];
  if (node.type === 'pointer_expression' && isDereference(file, node)) return [node];
  return node.type === 'field_expression' && !isThroughArrow(node) ? onTheWay(file, base) : [];
}

function isDereference(file: FileContext, node: SyntaxNode): boolean {
  const operator = child(node, 'operator');
  return operator !== null && file.types.text.slice(operator.start, operator.end) === '*';
}

/** What isn't evaluated. */
const UNEVALUATED = /^(sizeof_expression|alignof_expression|offsetof_expression|type_descriptor|typeof_\w+)$/;

/** In the order of the source: `a[i][j]` is one access. Of `&a[i].b[j]` indices are evaluated, no element is accessed. */
function accessesIn(file: FileContext, body: SyntaxNode): readonly SyntaxNode[] {
  const out: SyntaxNode[] = [];
  /** Elements that an access found before is made of. */
  const parts = new Set<SyntaxNode>();
  const stack: { readonly node: SyntaxNode; readonly isAddress: boolean }[] = [{ node: body, isAddress: false }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { isAddress } = next;
    const node = isAddress ? bare(next.node) : next.node;
    if (UNEVALUATED.test(node.type)) continue;
    const isOfPointer = node.type === 'pointer_expression';
    const takesAddress = isOfPointer && !isDereference(file, node);
    const isPart = isAddress && /^(subscript|field)_expression$/.test(node.type) && onTheWay(file, node).length > 0;
    if (!isPart && !takesAddress && (node.type === 'subscript_expression' || isOfPointer) && !parts.has(node)) {
      out.push(node);
      for (const part of onTheWay(file, node)) parts.add(part);
    }
    const base = takesAddress ? child(node, 'argument') : isPart ? (child(node, 'argument') ?? node.children[0]) : null;
    for (const c of [...node.children].reverse()) stack.push({ node: c, isAddress: c === base });
  }
  return out;
}
