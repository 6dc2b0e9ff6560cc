/** The expressions whose values a statement uses. */
import type { Stmt } from './blocks.ts';
import type { Expr } from './expressions.ts';

/** Of statements on variables and arrays, and of tests; none of calls and of what isn't modelled. */
export function expressionsRead(statement: Stmt): readonly Expr[] {
  switch (statement.kind) {
    case 'assign':
      return [statement.value];
    case 'load':
      return [statement.index];
    case 'store':
      return [statement.index, statement.value];
    case 'assume':
    case 'assert':
      return [statement.cond];
    default:
      return [];
  }
}
