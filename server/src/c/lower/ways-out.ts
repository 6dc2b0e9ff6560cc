/**
 * How a loop is left to another place than the statement behind it, as it is written: what its `return`s and `goto`s
 * say; and whether it may be entered in its middle.
 */
import type { BlockId, LoopSite, WayOut } from '../../program/index.ts';
import { rangeOf, text, written } from '../objects/index.ts';
import type { Draft, DraftLoop } from '../objects/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, hasEffects } from '../syntax/index.ts';
import { decision } from './own-test.ts';
import { mayBeEntered } from './walked-lists.ts';

/** From the closing brace of the body to the end of the statement. */
export function tailOf(f: Draft, { statement }: DraftLoop): LoopSite['tail'] {
  const body = statement && child(statement, 'body');
  if (!statement || body?.type !== 'compound_statement' || f.file.locator.expanded(body.end - 1)) return null;
  return rangeOf(f, { start: body.end - 1, end: statement.end });
}

/** Deeper nests aren't looked at: each loop around would look at the innermost one again. */
const DEEPEST = 100;

/** A jump may lead into its middle, as far as that shows: it is made by one, or there is where to lead to. */
export const isEntered = (draft: Draft, { statement }: DraftLoop): boolean =>
  !statement || statement.depth > DEEPEST || mayBeEntered(draft, statement);

/** In the order of the source. */
export function waysOut(draft: Draft, { statement }: DraftLoop): readonly WayOut[] {
  const body = statement && child(statement, 'body');
  if (!statement || !body || statement.depth > DEEPEST) return [];
  const out: WayOut[] = [];
  const look = (node: SyntaxNode, above: readonly SyntaxNode[]): void => {
    if (node.type === 'return_statement' || (node.type === 'goto_statement' && leadsOut(draft, node, statement)))
      out.push({ how: statementOf(draft, node), when: conditionOf(draft, node, above), range: rangeOf(draft, node) });
    // statements stand in no expression but GNU's, which isn't looked into
    else if (!node.type.endsWith('_expression')) for (const c of node.children) look(c, [...above, node]);
  };
  look(body, [statement]);
  return out;
}

/** Notes what decides whether control leaves the loop, as it is written: `if (p->done) break;`. */
export function noteDecision(draft: Draft, node: SyntaxNode): void {
  const condition = child(node, 'condition');
  if (draft.continueTo === null || condition === null) return;
  const [then, otherwise] = [child(node, 'consequence'), child(node, 'alternative')].map(onlyJump);
  const [jump, ...others] = [then, otherwise].filter((j) => j && j.type !== 'continue_statement');
  if (!jump || others.length > 0) return;
  const endsWhen = decision(draft, condition, jump === then);
  if (endsWhen !== '') draft.decisions.push({ condition, endsWhen, jump, breakTo: draft.breakTo?.block });
}

/** The jump that a branch ends with, where it has no other. */
function onlyJump(branch: SyntaxNode | null): SyntaxNode | null {
  const [last, ...others] = branch === null ? [] : jumpsIn(branch).reverse();
  if (branch === null || last === undefined || others.length > 0) return null;
  return lastStatement(branch) === last ? last : null;
}

function jumpsIn(node: SyntaxNode): SyntaxNode[] {
  if (JUMPS.test(node.type)) return [node];
  return /_(expression|declaration)$/.test(node.type) ? [] : node.children.flatMap(jumpsIn);
}

const JUMPS = /^(break|continue|return|goto)_statement$/;

function lastStatement(node: SyntaxNode): SyntaxNode {
  const last = /^(compound_statement|else_clause)$/.test(node.type) ? node.children.at(-1) : undefined;
  return last ? lastStatement(last) : node;
}

/** Those that leave the loop for certain. In the order of the source. */
export const decisionsIn = (f: Draft, loop: DraftLoop): LoopSite['decisions'] =>
  f.decisions.flatMap(({ condition, endsWhen, jump, breakTo }) =>
    loop.node.start <= condition.start && condition.end <= loop.node.end && leaves(f, loop, jump, breakTo)
      ? [{ range: rangeOf(f, condition), endsWhen }]
      : [],
  );

function leaves(f: Draft, { exit, node }: DraftLoop, jump: SyntaxNode, breakTo: BlockId | undefined): boolean {
  if (jump.type === 'break_statement') return exit !== undefined && exit === breakTo;
  return jump.type === 'return_statement' || (jump.type === 'goto_statement' && leadsOut(f, jump, node));
}

const statementOf = (f: Draft, node: SyntaxNode): string => written(f, node).replace(/\s*;$/, '');

/** A label within the loop is no way out; a computed one may lead there. */
function leadsOut(f: Draft, node: SyntaxNode, { start, end }: DraftLoop['node']): boolean {
  const label = child(node, 'label');
  const target = label && f.labels.get(text(f, label))?.node;
  return target ? target.start < start || target.start >= end : label !== null;
}

/** A macro's text isn't what stands in the source. */
const isExpanded = (f: Draft, { start, end }: SyntaxNode): boolean =>
  f.file.locator.expanded(start) && f.file.locator.expanded(end - 1);

/**
 * The statement is all that the `if` does, or the last of it; a condition that changes something is no condition to
 * tell.
 */
function conditionOf(draft: Draft, node: SyntaxNode, above: readonly SyntaxNode[]): string {
  const [parent, beyond] = [above.at(-1), above.at(-2)];
  const isBlock = parent?.type === 'compound_statement';
  const within = isBlock ? beyond : parent;
  const branch = isBlock ? parent : node;
  if (within?.type !== 'if_statement' || child(within, 'consequence') !== branch) return '';
  // what stands before it may change what the condition speaks of
  if (isBlock && parent.children.length > 1) return '';
  const condition = child(within, 'condition');
  if (condition === null || hasEffects(condition) || isExpanded(draft, condition)) return '';
  return written(draft, condition)
    .replace(/^\((.*)\)$/s, '$1')
    .trim();
}
