/**
 * What the lowering of loops over lists has in common: pointers of its own that go along with the program's, or stand
 * for an address that no position tells.
 */
import type { VarId } from '../../program/index.ts';
import { assign, convertTo, lowerExpr, newPointer, positionOf, rangeOf, text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import type { SourceRange } from '../../source/index.ts';
import { child, hasEffects, isThroughArrow, unwrapped } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { lookup, undecidedWords } from '../types/index.ts';
import type { CType } from '../types/index.ts';

/** What is done beside what stands in the loop's head, and in its place. */
export interface WalkedList {
  /** Before the initialiser. */
  readonly first: readonly Move[];
  readonly condition: SyntaxNode;
  /** Before the body. */
  readonly begin: readonly Move[];
  /** Before the update. */
  readonly step: readonly Move[];
  readonly update: SyntaxNode | null;
}

/** One of the pointers gets another value. */
export interface Move {
  readonly to: SyntaxNode;
  readonly value: SyntaxNode;
}

export interface Assigned {
  readonly name: string;
  /** The name where it stands. */
  readonly target: SyntaxNode;
  readonly value: SyntaxNode;
}

/** The pointers get their values, one after the other. */
export function moveAlong(draft: Draft, moves: readonly Move[]): void {
  for (const { to, value } of moves) {
    const symbol = lookup(draft.scope, text(draft, to));
    if (symbol?.kind !== 'local' || symbol.place.kind !== 'variable') continue;
    const led = convertTo(draft, lowerExpr(draft, value), symbol.type, value);
    assign(draft, symbol.place.id, positionOf(draft, led, value), rangeOf(draft, value));
  }
}

/** A loop goes on while the two sides differ. */
export function comparedIn(draft: Draft, condition: SyntaxNode): readonly [SyntaxNode, SyntaxNode] | null {
  let test = unwrapped(condition);
  let relation = '!=';
  if (test?.type === 'unary_expression' && text(draft, test).startsWith('!')) {
    test = unwrapped(child(test, 'argument'));
    relation = '==';
  }
  const operator = test?.type === 'binary_expression' ? child(test, 'operator') : null;
  const [left, right] = test ? [child(test, 'left'), child(test, 'right')] : [];
  return operator && left && right && text(draft, operator) === relation ? [left, right] : null;
}

/** What stands behind `&`. */
export function addressed(draft: Draft, node: SyntaxNode): SyntaxNode | null {
  const address = unwrapped(node);
  const isAddress = address?.type === 'pointer_expression' && text(draft, address).startsWith('&');
  return isAddress ? unwrapped(child(address, 'argument')) : null;
}

/** The name `p` of `p->m`. */
export function ownerOf(draft: Draft, link: SyntaxNode): string | null {
  const owner = link.type === 'field_expression' && isThroughArrow(link) ? unwrapped(child(link, 'argument')) : null;
  return owner?.type === 'identifier' ? text(draft, owner) : null;
}

/**
 * `q->m` of a list's head `&q->m`, where `q` stays as it is; null otherwise. Where the head is, a variable tells then,
 * which is called as the member is spelled.
 */
export function openHead(draft: Draft, loop: SyntaxNode, head: SyntaxNode, type: CType): SyntaxNode | null {
  const place = addressed(draft, head);
  let at = place;
  while (at?.type === 'field_expression' && !isThroughArrow(at)) at = unwrapped(child(at, 'argument'));
  const owner = at && ownerOf(draft, at);
  if (!place || !owner || !isLeftAlone(draft, loop, owner) || someWithin(loop, (n) => maySet(draft, n, owner)))
    return null;
  // it was there before the loop: no part of its head
  const before = rangeOf(draft, draft.span === null ? loop : { ...loop, ...draft.span, end: draft.span.start });
  const id = declare(draft, place, type, before);
  assign(draft, id, positionOf(draft, lowerExpr(draft, head), head), before);
  return place;
}

/** Nothing but the loop's head may set the variable while the loop runs. */
export function isLeftAlone(draft: Draft, loop: SyntaxNode, name: string): boolean {
  const symbol = lookup(draft.scope, name);
  const place = symbol?.kind === 'local' && symbol.place.kind === 'variable' ? symbol.place : null;
  const known = place && draft.variables[place.id];
  if (!known || known.scope === 'global' || known.addressTaken || draft.facts.opaque) return false;
  if ((draft.facts.declared.get(name) ?? 0) > 1 || draft.facts.ownAddressTaken.has(name)) return false;
  const body = child(loop, 'body');
  // of what a macro's other definitions set, counts say that they rest on it
  const { locator, notes } = draft.file;
  const parts = { locator, notes: notes.filter(({ until }) => until === undefined) };
  return (
    !undecidedWords(parts, loop).some((words) => words.has(name)) && !someWithin(body, (n) => maySet(draft, n, name))
  );
}

function maySet(draft: Draft, node: SyntaxNode, name: string): boolean {
  const isNamed = (n: SyntaxNode | null): boolean => n?.type === 'identifier' && text(draft, n) === name;
  switch (node.type) {
    case 'assignment_expression':
      return isNamed(unwrapped(child(node, 'left')));
    case 'update_expression':
      return isNamed(unwrapped(child(node, 'argument')));
    case 'call_expression':
      // a macro that was not read may assign to its arguments
      return !draft.file.definitions.has(text(draft, node.children[0]!)) && isMacroOf(draft, node, isNamed);
    default:
      return false;
  }
}

function isMacroOf(draft: Draft, call: SyntaxNode, isNamed: (n: SyntaxNode) => boolean): boolean {
  const callee = child(call, 'function');
  const isMacro = callee?.type === 'identifier' && /^[A-Z_][A-Z0-9_]*$/.test(text(draft, callee));
  return isMacro && (child(call, 'arguments')?.children ?? []).some(isNamed);
}

/** No jump leads into its body, and its condition does nothing but compare. */
export function isStraight(draft: Draft, loop: SyntaxNode): boolean {
  const condition = child(loop, 'condition');
  return !mayBeEntered(draft, loop) && (condition === null || !hasEffects(condition));
}

/** A jump may lead into its body: to a label, or a `case` of a `switch` around it. */
export function mayBeEntered(draft: Draft, loop: SyntaxNode): boolean {
  const body = child(loop, 'body');
  const mayBeLabelled = undecidedWords(draft.file, loop).some((words) => words.has('goto') || words.has('case'));
  return mayBeLabelled || someWithin(body, isLabel) || hasCases(body);
}

const isLabel = ({ type }: SyntaxNode): boolean => type === 'labeled_statement';

/** Of a `switch` around it. */
const hasCases = (node: SyntaxNode | null): boolean =>
  node !== null &&
  node.type !== 'switch_statement' &&
  (node.type === 'case_statement' || node.children.some((c) => hasCases(c)));

function someWithin(root: SyntaxNode | null, is: (node: SyntaxNode) => boolean): boolean {
  return root !== null && (is(root) || root.children.some((c) => someWithin(c, is)));
}

/** `p = e, q = f`; null: something else is done there, too. */
export function assignmentsIn(node: SyntaxNode | null, draft: Draft): readonly Assigned[] | null {
  const inner = unwrapped(node);
  if (inner?.type === 'comma_expression') {
    const parts = inner.children.map((c) => assignmentsIn(c, draft));
    return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
  }
  if (inner?.type !== 'assignment_expression') return null;
  const [left, operator, value] = [unwrapped(child(inner, 'left')), child(inner, 'operator'), child(inner, 'right')];
  if (left?.type !== 'identifier' || !operator || text(draft, operator) !== '=' || !value) return null;
  return [{ name: text(draft, left), target: left, value: unwrapped(value) ?? value }];
}

/** A pointer that stands for `&p->m`, and is called as the link is spelled. */
export function declare(draft: Draft, link: SyntaxNode, type: CType, range: SourceRange): VarId {
  const id = newPointer(draft, `&${text(draft, link)}`, 'local', range);
  callIt(draft, link, id, type);
  return id;
}

/** One that nobody reads of, and stands for a value. */
export function declareUnnamed(draft: Draft, value: SyntaxNode, type: CType): void {
  callIt(draft, value, newPointer(draft, `$${++draft.temporaries}`, 'temp', null), type);
}

function callIt(draft: Draft, node: SyntaxNode, id: VarId, type: CType): void {
  draft.scope.names.set(text(draft, node), { kind: 'local', place: { kind: 'variable', id }, type });
}

const NODE = { children: [], error: false, hasError: false, depth: 1 } as const;

/** The pointer that is called as this is spelled. */
export const named = ({ start, end }: SyntaxNode): SyntaxNode => ({
  ...NODE,
  type: 'identifier',
  field: null,
  start,
  end,
});

const part = (node: SyntaxNode, field: string): SyntaxNode => ({ ...node, field });

export function through(link: SyntaxNode, next: SyntaxNode): SyntaxNode {
  const arrow: SyntaxNode = { ...NODE, type: '->', field: 'operator', start: link.end, end: link.end };
  const children = [part(named(link), 'argument'), arrow, part(next, 'field')];
  return { ...NODE, type: 'field_expression', field: null, start: link.start, end: link.end, children, depth: 2 };
}

export function replaced(node: SyntaxNode, by: ReadonlyMap<SyntaxNode, SyntaxNode>): SyntaxNode {
  const other = by.get(node);
  if (other) return { ...other, field: node.field };
  return { ...node, children: node.children.map((c) => replaced(c, by)) };
}
