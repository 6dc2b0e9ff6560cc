/**
 * Lists that pointers to their links go through to the head: `for (p = head->next; p != head; p = p->next)`. A head that
 * is a member, `&q->list`, gets a pointer of its own, since no position tells where it is. Where the next link is looked
 * up before the body, in the loop's head, the loop is read as if that stood in the body.
 */
import { text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { child, isThroughArrow, unwrapped } from '../syntax/index.ts';
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
import type { WalkedList } from './walked-lists.ts';

/** Null where the loop, a `for`, has nothing of that. */
export function plainList(draft: Draft, loop: SyntaxNode): WalkedList | null {
  const [condition, update] = [child(loop, 'condition'), child(loop, 'update')];
  const sides = condition && comparedIn(draft, condition);
  if (!sides || !isStraight(draft, loop)) return null;
  const [pointer, end] = addressed(draft, sides[1]) ? sides : [sides[1], sides[0]];
  const type = pointerType(draft, unwrapped(pointer));
  const place = addressed(draft, end);
  const isSame = place !== null && type !== null && draft.file.types.typeOf(place, draft.scope) === type.to;
  const head = isSame ? openHead(draft, loop, end, type) : null;
  const ahead = nextAhead(draft, loop);
  if (head === null && ahead === null) return null;
  if (ahead !== null) declareUnnamed(draft, ahead.value, ahead.type);
  return {
    first: [],
    condition: head === null ? condition : replaced(condition, new Map([[end, named(head)]])),
    begin: ahead === null ? [] : [{ to: ahead.value, value: ahead.value }],
    step: [],
    update: ahead === null || update === null ? update : replaced(update, new Map([[ahead.step, named(ahead.value)]])),
  };
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
 * `q` is worth when the body begins. `step`: what `p` becomes.
 */
function nextAhead(
  draft: Draft,
  loop: SyntaxNode,
): { readonly value: SyntaxNode; readonly step: SyntaxNode; readonly type: CType } | null {
  const [start, next, ...more] = assignmentsIn(child(loop, 'initializer'), draft) ?? [];
  const [step, then, ...others] = assignmentsIn(child(loop, 'update'), draft) ?? [];
  if (!start || !next || !step || !then || more.length > 0 || others.length > 0) return null;
  const isRead = next.value.type === 'field_expression' && isThroughArrow(next.value);
  const [of, member] = isRead ? [unwrapped(child(next.value, 'argument')), child(next.value, 'field')] : [null, null];
  const type = pointerType(draft, of);
  if (!of || !member || !type || of.type !== 'identifier' || text(draft, of) !== start.name) return null;
  const on = then.value.type === 'field_expression' && isThroughArrow(then.value) ? then.value : null;
  const [from, same] = on ? [unwrapped(child(on, 'argument')), child(on, 'field')] : [null, null];
  const isOn =
    from?.type === 'identifier' &&
    [start.name, next.name].includes(text(draft, from)) &&
    same !== null &&
    text(draft, same) === text(draft, member);
  const isStep = step.name === start.name && step.value.type === 'identifier' && text(draft, step.value) === next.name;
  const areTheirs = start.name !== next.name && then.name === next.name && isOn && isStep;
  const areLeft = [start.name, next.name].every((name) => isLeftAlone(draft, loop, name));
  const types = [draft.file.types.typeOf(next.value, draft.scope), typeNamed(draft, next.name)];
  const areSame = types.every((t) => t?.kind === 'pointer' && t.to === type.to);
  return areTheirs && areLeft && areSame ? { value: next.value, step: step.value, type } : null;
}
