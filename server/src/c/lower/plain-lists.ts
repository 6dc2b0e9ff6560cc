/**
 * Lists that pointers to their links go through to the head: `for (p = head->next; p != head; p = p->next)`. A head that
 * is a member, `&q->list`, gets a pointer of its own, since no position tells where it is. Where the next link is looked
 * up before the body, in the loop's head, the loop is read as if that stood in the body.
 */
import { text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { child, hasEffects, isThroughArrow, unwrapped } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { lookup } from '../types/index.ts';
import type { CType } from '../types/index.ts';
import {
  addressed,
  assignmentsIn,
  comparedIn,
  declareUnnamed,
  isLeftAlone,
  isStraight,
  named,
  openHead,
  replaced,
} from './walked-lists.ts';
import type { Assigned, WalkedList } from './walked-lists.ts';

/** Null where the loop, a `for`, has nothing of that. */
export function plainList(draft: Draft, loop: SyntaxNode): WalkedList | null {
  const [condition, update] = [child(loop, 'condition'), child(loop, 'update')];
  if (condition === null || !isStraight(draft, loop)) return null;
  const met = headMet(draft, loop, condition);
  const ahead = nextAhead(draft, loop);
  if (met === null && ahead === null) return null;
  if (ahead !== null) declareUnnamed(draft, ahead.value, ahead.type);
  return {
    first: [],
    condition: met ?? condition,
    begin: ahead === null ? [] : [{ to: ahead.value, value: ahead.value }],
    step: [],
    update: ahead === null || update === null ? update : replaced(update, new Map([[ahead.step, named(ahead.value)]])),
  };
}

/** `p != &q->list`, with a pointer of its own for the head; null: the loop goes on for another reason. */
function headMet(draft: Draft, loop: SyntaxNode, condition: SyntaxNode): SyntaxNode | null {
  const sides = comparedIn(draft, condition);
  if (!sides) return null;
  const [pointer, end] = addressed(draft, sides[1]) ? sides : [sides[1], sides[0]];
  const type = pointerType(draft, unwrapped(pointer));
  const place = addressed(draft, end);
  const isSame = place !== null && type !== null && draft.file.types.typeOf(place, draft.scope) === type.to;
  const head = isSame ? openHead(draft, loop, end, type) : null;
  return head && replaced(condition, new Map([[end, named(head)]]));
}

function pointerType(draft: Draft, node: SyntaxNode | null): (CType & { readonly kind: 'pointer' }) | null {
  return node?.type === 'identifier' ? typeNamed(draft, text(draft, node)) : null;
}

function typeNamed(draft: Draft, name: string): (CType & { readonly kind: 'pointer' }) | null {
  const symbol = lookup(draft.scope, name);
  return symbol?.kind === 'local' && symbol.type.kind === 'pointer' ? symbol.type : null;
}

/**
 * `p->next` of `q = p->next` in the initialiser, where the update is `p = q, q = p->next`, or `q = q->next`: it is what
 * `q` is worth when the body begins. So it is of `q = p ? p->next : NULL`, where the loop goes on while `p`. `step`:
 * what `p` becomes.
 */
function nextAhead(
  draft: Draft,
  loop: SyntaxNode,
): { readonly value: SyntaxNode; readonly step: SyntaxNode; readonly type: CType } | null {
  const [start, next, ...more] = assignmentsIn(child(loop, 'initializer'), draft) ?? [];
  const [step, then, ...others] = assignmentsIn(child(loop, 'update'), draft) ?? [];
  if (!start || !next || !step || !then || more.length > 0 || others.length > 0) return null;
  const [read, on] = [linkRead(draft, next.value), linkRead(draft, then.value)];
  const type = typeNamed(draft, start.name);
  if (!read || !on || !type || !isFirst(draft, read.base, start) || read.member !== on.member) return null;
  const isStep = step.name === start.name && step.value.type === 'identifier' && text(draft, step.value) === next.name;
  const isOn = then.name === next.name && [start.name, next.name].includes(text(draft, on.base));
  const isGuarded = read.ifAny || on.ifAny;
  if (start.name === next.name || !isStep || !isOn || (isGuarded && !goesOnWhile(draft, loop, start.name))) return null;
  const areLeft = [start.name, next.name].every((name) => isLeftAlone(draft, loop, name));
  const link = draft.file.types.typeOf(read.link, draft.scope);
  const isLink = link?.kind === 'pointer' && (link.to === type.to || link.to.kind === 'void');
  if (!areLeft || !isLink || typeNamed(draft, next.name)?.to !== type.to) return null;
  return { value: replaced(read.link, new Map([[read.base, named(start.target)]])), step: step.value, type };
}

/** It is the pointer that goes along the list, or what that has been set to just before. */
function isFirst(draft: Draft, base: SyntaxNode, { name, value }: Assigned): boolean {
  if (text(draft, base) === name) return true;
  const mentions = (node: SyntaxNode): boolean =>
    (node.type === 'identifier' && text(draft, node) === name) || node.children.some(mentions);
  return text(draft, base) === text(draft, value) && !hasEffects(value) && !mentions(value);
}

/** A link that is read. */
interface LinkRead {
  /** `p->in.next`. */
  readonly link: SyntaxNode;
  readonly base: SyntaxNode;
  /** `in.next`. */
  readonly member: string;
  /** `p ? p->next : NULL`. */
  readonly ifAny: boolean;
}

function linkRead(draft: Draft, value: SyntaxNode): LinkRead | null {
  let inner = unwrapped(value);
  while (inner?.type === 'cast_expression') inner = unwrapped(child(inner, 'value'));
  if (inner?.type === 'conditional_expression') {
    const [test, then, otherwise] = (['condition', 'consequence', 'alternative'] as const).map((f) => child(inner, f));
    const read = then ? linkRead(draft, then) : null;
    const isNone = otherwise != null && isNull(draft, otherwise);
    return read && !read.ifAny && isNone && test && isThere(draft, test, read.base) ? { ...read, ifAny: true } : null;
  }
  const keys: string[] = [];
  for (let at = inner; at?.type === 'field_expression'; at = unwrapped(child(at, 'argument'))) {
    const [base, key] = [unwrapped(child(at, 'argument')), child(at, 'field')];
    if (!base || !key) return null;
    keys.unshift(text(draft, key));
    if (isThroughArrow(at)) return inner && { link: inner, base, member: keys.join('.'), ifAny: false };
  }
  return null;
}

/** `p`, `p != NULL`. */
function isThere(draft: Draft, test: SyntaxNode, pointer: SyntaxNode | string): boolean {
  const sides = comparedIn(draft, test)?.filter((side) => !isNull(draft, side)) ?? [test];
  const [only, ...others] = sides.map(unwrapped);
  const name = typeof pointer === 'string' ? pointer : text(draft, pointer);
  return only != null && text(draft, only) === name && others.length === 0;
}

const isNull = (draft: Draft, node: SyntaxNode): boolean =>
  /^(?:NULL|nullptr|0|\(void\s*\*\)\s*0)$/.test(text(draft, unwrapped(node) ?? node));

function goesOnWhile(draft: Draft, loop: SyntaxNode, name: string): boolean {
  const condition = child(loop, 'condition');
  return condition !== null && isThere(draft, condition, name);
}
