/** Conditions of `if`s with macros that headers may define otherwise: either way may be taken. */
import { MOST_DEPTH, branch, newBlock, rangeOf, text } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { lowerCondition } from './conditions.ts';
import { perhaps } from './lost-code.ts';
import { doubtWithin } from './undecided-conditions.ts';

/** As `lowerCondition()`; what isn't known is whether such a part of it holds. */
export function lowerDoubted(draft: Draft, node: SyntaxNode, then: number, otherwise: number): void {
  const doubt = doubtWithin(draft.file, node);
  if (doubt === null) {
    lowerCondition(draft, node, then, otherwise);
    return;
  }
  const [first] = node.children;
  const isDeep = draft.depth >= MOST_DEPTH;
  if (!isDeep && node.type === 'parenthesized_expression' && first !== undefined && node.children.length === 1) {
    lowerDoubted(draft, first, then, otherwise);
    return;
  }
  const operator = node.type === 'binary_expression' ? child(node, 'operator') : null;
  const op = operator === null ? '' : text(draft, operator);
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  if (!isDeep && (op === '&&' || op === '||') && left !== null && right !== null) {
    draft.depth++;
    const middle = newBlock(draft, true);
    lowerDoubted(draft, left, op === '&&' ? middle : then, op === '&&' ? otherwise : middle);
    draft.current = middle;
    lowerDoubted(draft, right, then, otherwise);
    draft.depth--;
    return;
  }
  const behind = newBlock(draft);
  lowerCondition(draft, node, behind, behind);
  draft.current = behind;
  branch(draft, perhaps(draft, doubt, node), then, otherwise, rangeOf(draft, node));
}
