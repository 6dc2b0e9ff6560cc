/** The variables that an expression reads. */
import type { Expr, VarId } from './program.ts';

export function readVariables(e: Expr, out: Set<VarId> = new Set()): Set<VarId> {
  switch (e.kind) {
    case 'const':
      break;
    case 'var':
      out.add(e.id);
      break;
    case 'unary':
    case 'cast':
      readVariables(e.arg, out);
      break;
    case 'binary':
      readVariables(e.left, out);
      readVariables(e.right, out);
      break;
    case 'ite':
      readVariables(e.cond, out);
      readVariables(e.then, out);
      readVariables(e.else, out);
      break;
  }
  return out;
}
