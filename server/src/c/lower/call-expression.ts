/** A call as it stands in the source. */
import type { SyntaxNode } from '../syntax/index.ts';

export interface Call {
  readonly node: SyntaxNode;
  /** The arguments with their parentheses. */
  readonly list: SyntaxNode | null;
  readonly args: readonly SyntaxNode[];
  /** Its value is used. */
  readonly wanted: boolean;
}
