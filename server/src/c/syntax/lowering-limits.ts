/** What is too deep or too large to be lowered. */
import type { SyntaxNode } from './syntax-node.ts';

/** Functions nested deeper than this are not walked into when they are lowered (the stack is finite). */
const DEEPEST_BODY = 700;

/**
 * Nodes of syntax in one function, beyond which it is not lowered. They are some twenty thousand lines, a dozen times
 * the longest functions that people write.
 */
const LARGEST_BODY = 500_000;

/** Why a function's syntax is not lowered; null: it is. */
export function beyondLowering(body: SyntaxNode): 'too-deep' | 'too-large' | null {
  if (body.depth > DEEPEST_BODY) return 'too-deep';
  // shorter texts have too few nodes to matter
  return body.end - body.start > LARGEST_BODY && hasMoreNodes(body, LARGEST_BODY) ? 'too-large' : null;
}

function hasMoreNodes(root: SyntaxNode, limit: number): boolean {
  const stack = [root];
  let seen = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (++seen > limit) return true;
    for (const c of node.children) stack.push(c);
  }
  return false;
}
