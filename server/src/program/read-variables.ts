/** The variables that an expression reads. */
import type { Expr, VarId } from './expressions.ts';

export function readVariables(expression: Expr): ReadonlySet<VarId> {
  const found = new Set<VarId>();
  const visit = (part: Expr): void => {
    switch (part.kind) {
      case 'const':
        break;
      case 'var':
        found.add(part.id);
        break;
      case 'unary':
      case 'cast':
        visit(part.arg);
        break;
      case 'binary':
        visit(part.left);
        visit(part.right);
        break;
      case 'ite':
        visit(part.cond);
        visit(part.then);
        visit(part.else);
        break;
    }
  };
  visit(expression);
  return found;
}
