/**
 * Lists whose links are members of what they link, as macros go through them: `for (p = container_of(head->next, T, m);
 * &p->m != head; p = container_of(p->m.next, T, m))`. No position tells where `&p->m` is from where `p` is, since they
 * are counted in elements of different sizes. So a pointer of its own goes along with `p` and stands for `&p->m`.
 */
import { rangeOf, text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { child, containerOf, hasEffects, isThroughArrow, unwrapped } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { findField, lookup, typeName } from '../types/index.ts';
import type { CType, RecordType } from '../types/index.ts';
import {
  addressed,
  assignmentsIn,
  comparedIn,
  declare,
  isLeftAlone,
  isStraight,
  named,
  openHead,
  ownerOf,
  replaced,
  through,
} from './walked-lists.ts';
import type { Assigned, WalkedList } from './walked-lists.ts';

/** `p`, where it goes from link to link. */
interface Cursor {
  readonly name: string;
  /** `p->m`, as it stands somewhere. */
  readonly link: SyntaxNode;
}

/** What links the list's elements: `m`, in structs of type `T`. */
interface Linked {
  readonly record: RecordType;
  readonly member: string;
  /** Of a pointer to it. */
  readonly type: CType & { readonly kind: 'pointer' };
}

/** Declares the pointers that go along in the scope of the loop, a `for`; null where it is no such loop. */
export function memberList(draft: Draft, loop: SyntaxNode): WalkedList | null {
  const [condition, update] = [child(loop, 'condition'), child(loop, 'update')];
  const steps = assignmentsIn(update, draft);
  const [start, next, ...others] = assignmentsIn(child(loop, 'initializer'), draft) ?? [];
  if (!condition || !start || !steps || others.length > 0 || !isStraight(draft, loop)) return null;
  const test = testOf(draft, condition, start.name);
  const linked = test && linkedBy(draft, test.cursor);
  const from = linked && linkIn(draft, start.value, linked);
  if (!from || hasEffects(from) || !isLeftAlone(draft, loop, start.name)) return null;
  const { cursor } = test;
  const way = next ? wayWithNext(draft, loop, { cursor, next, steps, linked }) : wayAlong(draft, cursor, steps, linked);
  if (way === null) return null;
  for (const link of [cursor.link, ...(way.ahead ? [way.ahead] : [])])
    declare(draft, link, linked.type, rangeOf(draft, loop));
  const head = openHead(draft, loop, test.head, linked.type);
  const stands = new Map([[test.address, named(cursor.link)], ...(head ? [[test.head, named(head)] as const] : [])]);
  return {
    first: [{ to: cursor.link, value: from }],
    condition: replaced(condition, stands),
    ...moves(cursor.link, way),
    update,
  };
}

/** Where the list may be changed at `p`, the next link is looked up before the body. */
function moves(link: SyntaxNode, { next, ahead }: Way): Pick<WalkedList, 'begin' | 'step'> {
  const value = through(link, next);
  return ahead === null
    ? { begin: [], step: [{ to: link, value }] }
    : { begin: [{ to: ahead, value }], step: [{ to: link, value: named(ahead) }] };
}

/** `&p->m != head`, either way round. */
function testOf(
  draft: Draft,
  condition: SyntaxNode,
  name: string,
): { readonly cursor: Cursor; readonly address: SyntaxNode; readonly head: SyntaxNode } | null {
  const sides = comparedIn(draft, condition);
  for (const [address, head] of sides ? [sides, [sides[1], sides[0]] as const] : []) {
    const link = addressed(draft, address);
    if (link && ownerOf(draft, link) === name) return { cursor: { name, link }, address, head };
  }
  return null;
}

function linkedBy(draft: Draft, { name, link }: Cursor): Linked | null {
  const symbol = lookup(draft.scope, name);
  const record = symbol?.kind === 'local' && symbol.type.kind === 'pointer' ? symbol.type.to : null;
  const member = child(link, 'field');
  if (record?.kind !== 'record' || member === null) return null;
  const found = record.fields === null ? null : findField(record, text(draft, member));
  return found?.type.kind === 'record'
    ? { record, member: text(draft, member), type: { kind: 'pointer', to: found.type, restrict: false } }
    : null;
}

/** `e` of `container_of(e, T, m)`. */
function linkIn(draft: Draft, value: SyntaxNode, linked: Linked): SyntaxNode | null {
  const { types } = draft.file;
  const found = containerOf(value, types.text);
  const pointer = unwrapped(found?.pointer ?? null);
  if (!found || !pointer || found.member !== linked.member) return null;
  const type = typeName(types, found.type, draft.scope);
  const link = types.typeOf(pointer, draft.scope);
  const isOfIt = (type.kind === 'pointer' ? type.to : type) === linked.record;
  return isOfIt && link.kind === 'pointer' && link.to === linked.type.to ? pointer : null;
}

/** How the pointers move on. */
interface Way {
  /** The member of a link that leads to the next one. */
  readonly next: SyntaxNode;
  /** `n->m`, where `n` is one link ahead. */
  readonly ahead: SyntaxNode | null;
}

/** `p = container_of(p->m.next, T, m)`. */
function wayAlong(draft: Draft, cursor: Cursor, steps: readonly Assigned[], linked: Linked): Way | null {
  const [step, ...others] = steps;
  const on = step?.name === cursor.name && others.length === 0 ? onward(draft, step.value, cursor.name, linked) : null;
  return on && { next: on.next, ahead: null };
}

/** `p = n, n = container_of(n->m.next, T, m)`, where the list may be changed at `p`. */
function wayWithNext(
  draft: Draft,
  loop: SyntaxNode,
  head: {
    readonly cursor: Cursor;
    readonly next: Assigned;
    readonly steps: readonly Assigned[];
    readonly linked: Linked;
  },
): Way | null {
  const { cursor, next, steps, linked } = head;
  const [step, then, ...others] = steps;
  const isStep = step?.name === cursor.name && text(draft, step.value) === next.name;
  if (!isStep || then?.name !== next.name || others.length > 0 || next.name === cursor.name) return null;
  const first = onward(draft, next.value, cursor.name, linked);
  const on = onward(draft, then.value, next.name, linked);
  const isSame = first && on && text(draft, first.next) === text(draft, on.next);
  const symbol = lookup(draft.scope, next.name);
  const isOfType = symbol?.kind === 'local' && symbol.type.kind === 'pointer' && symbol.type.to === linked.record;
  if (!isSame || !isOfType || !isLeftAlone(draft, loop, next.name)) return null;
  return { next: on.next, ahead: on.link };
}

/** `p->m` and `next` of `container_of(p->m.next, T, m)`. */
function onward(
  draft: Draft,
  value: SyntaxNode,
  name: string,
  linked: Linked,
): { readonly link: SyntaxNode; readonly next: SyntaxNode } | null {
  const on = linkIn(draft, value, linked);
  const isMember = on?.type === 'field_expression' && !isThroughArrow(on);
  const [link, next] = isMember ? [unwrapped(child(on, 'argument')), child(on, 'field')] : [null, null];
  const member = link && child(link, 'field');
  if (!link || !next || !member || ownerOf(draft, link) !== name) return null;
  return text(draft, member) === linked.member ? { link, next } : null;
}
