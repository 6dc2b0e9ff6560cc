/** `while`, `for` and `do` (C11 6.8.5), and conditions that two ways lead from. */
import { INT } from '../../machine/index.ts';
import type { BlockId } from '../../program/index.ts';
import { branch, constant, continueAt, lowerEffect, newBlock, rangeOf } from '../objects/index.ts';
import type { Draft, DraftLoop } from '../objects/index.ts';
import { lowerDoubted } from './doubted-conditions.ts';
import { lowerCondition } from './conditions.ts';
import { loseSyntax, perhaps } from './lost-code.ts';
import { memberList } from './member-lists.ts';
import { ownTest } from './own-test.ts';
import { plainList } from './plain-lists.ts';
import { moveAlong } from './walked-lists.ts';
import { child } from '../syntax/index.ts';
import { sequenced } from './unsequenced-effects.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { inScope, sequencedDeclaration, withTargets } from './statement-scopes.ts';
import { lowerError } from './broken-statements.ts';

/** A loop that the source writes as one. */
type WrittenLoop = DraftLoop & { readonly statement: SyntaxNode };

/** The loop's own test; `while (sizeof(long) == 8)` has none. */
function testOf(
  draft: Draft,
  loop: WrittenLoop,
  condition: SyntaxNode | null,
  then: BlockId,
  otherwise: BlockId,
): void {
  const [before, made] = [draft.current, draft.blocks.length];
  conditionOf(draft, condition, loop.statement, then, otherwise);
  const leaves = (b: Draft['blocks'][number] | undefined): boolean =>
    b?.end?.kind === 'branch' || (b?.end?.kind === 'goto' && b.end.to === otherwise);
  if (!leaves(draft.blocks[before]) && !draft.blocks.slice(made).some(leaves)) loop.test = null;
  const end = draft.blocks[before]?.end;
  loop.once = end?.kind === 'goto' && end.to === otherwise;
}

export function conditionOf(
  draft: Draft,
  condition: SyntaxNode | null,
  node: SyntaxNode,
  then: BlockId,
  otherwise: BlockId,
): void {
  const broken = node.children.find((c) => c.error);
  if (broken === undefined && condition !== null && !condition.hasError) {
    const lower = node.type === 'if_statement' ? lowerDoubted : lowerCondition;
    sequenced(draft, condition, () => lower(draft, condition, then, otherwise));
    return;
  }
  // an error beside the condition may be anything, the beginning of a body among it
  if (broken !== undefined) draft.lost.shapes = true;
  const reason =
    broken === undefined ? loseSyntax(draft, condition ?? node, 'this condition') : loseSyntax(draft, node);
  branch(draft, perhaps(draft, reason, condition ?? node), then, otherwise, rangeOf(draft, condition ?? node));
}

/** From the keyword to the closing parenthesis: everything before the body. */
function headEnd(f: Draft, node: SyntaxNode, body: SyntaxNode | null): number {
  const source = f.file.types.text.slice(node.start, body?.start ?? node.end);
  const close = source.lastIndexOf(')');
  return node.start + (close < 0 ? source.trimEnd().length : close + 1);
}

export function lowerWhile(draft: Draft, node: SyntaxNode): void {
  const body = child(node, 'body');
  const [header, inner, exit] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  const condition = child(node, 'condition');
  const test = ownTest(draft, node, condition);
  const head = { start: node.start, end: headEnd(draft, node, body) };
  const loop: WrittenLoop = { kind: 'while', header, body: inner, exit, node, statement: node, head, test };
  draft.loops.push(loop);
  continueAt(draft, header);
  testOf(draft, loop, condition, inner, exit);
  draft.current = inner;
  if (body !== null) withTargets(draft, exit, header, () => draft.lower.statement(draft, body));
  continueAt(draft, header);
  draft.current = exit;
}

export function lowerFor(draft: Draft, node: SyntaxNode): void {
  inScope(draft, node, () => {
    const initializer = child(node, 'initializer');
    const condition = child(node, 'condition');
    const body = child(node, 'body');
    const list = node.hasError ? null : (memberList(draft, node) ?? plainList(draft, node));
    if (list !== null) moveAlong(draft, list.first);
    if (initializer?.type === 'declaration' && !initializer.hasError) sequencedDeclaration(draft, initializer);
    else if (initializer !== null) lowerPart(draft, initializer);
    const [header, inner, step, exit] = [newBlock(draft), newBlock(draft), newBlock(draft), newBlock(draft)];
    const test = ownTest(draft, node, condition);
    const head = { start: node.start, end: headEnd(draft, node, body) };
    const loop: WrittenLoop = { kind: 'for', header, body: inner, exit, node, statement: node, head, test };
    draft.loops.push(loop);
    continueAt(draft, header);
    if (condition === null && !node.children.some((c) => c.error))
      branch(draft, constant(1n, INT), inner, exit, rangeOf(draft, node));
    else testOf(draft, loop, list?.condition ?? condition, inner, exit);
    draft.current = inner;
    if (list !== null) moveAlong(draft, list.begin);
    if (body !== null) withTargets(draft, exit, step, () => draft.lower.statement(draft, body));
    continueAt(draft, step);
    if (list !== null) moveAlong(draft, list.step);
    const update = list === null ? child(node, 'update') : list.update;
    if (update !== null) lowerPart(draft, update);
    continueAt(draft, header);
    draft.current = exit;
  });
}

/** An expression in a `for`'s head. */
function lowerPart(draft: Draft, part: SyntaxNode): void {
  if (part.hasError) lowerError(draft, part);
  else sequenced(draft, part, () => lowerEffect(draft, part));
}

export function lowerDo(draft: Draft, node: SyntaxNode): void {
  const body = child(node, 'body');
  const [header, check, exit] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  const condition = child(node, 'condition');
  const test = ownTest(draft, node, condition);
  const head = { start: node.start, end: node.start + 2 };
  const loop: WrittenLoop = { kind: 'do', header, body: header, exit, node, statement: node, head, test };
  draft.loops.push(loop);
  continueAt(draft, header);
  if (body !== null) withTargets(draft, exit, check, () => draft.lower.statement(draft, body));
  continueAt(draft, check);
  testOf(draft, loop, condition, header, exit);
  draft.current = exit;
}
