/** What an expression is worth where one of its variables is a number. */
import { constantValue } from '../program/index.ts';
import type { Expr, VarId } from '../program/index.ts';

/** Null: it depends on others. */
export const valueAtZero = (e: Expr, variable: VarId, value: bigint): bigint | null =>
  constantValue(replaced(e, variable, value));

function replaced(e: Expr, variable: VarId, value: bigint): Expr {
  switch (e.kind) {
    case 'const':
      return e;
    case 'var':
      return e.id === variable ? { kind: 'const', value, type: e.type } : e;
    case 'unary':
    case 'cast':
      return { ...e, arg: replaced(e.arg, variable, value) };
    case 'binary': {
      const right = replaced(e.right, variable, value);
      // an operand decides alone, wherever it stands
      if (e.op === 'land' && constantValue(right) === 0n) return { kind: 'const', value: 0n, type: e.type };
      return { ...e, left: replaced(e.left, variable, value), right };
    }
    case 'ite':
      return {
        ...e,
        cond: replaced(e.cond, variable, value),
        then: replaced(e.then, variable, value),
        else: replaced(e.else, variable, value),
      };
  }
}
