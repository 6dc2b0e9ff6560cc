/** What an expression is worth where one of its variables is 0. */
import { constantValue } from '../program/index.ts';
import type { Expr, VarId } from '../program/index.ts';

/** Null: it depends on others. */
export const valueAtZero = (e: Expr, variable: VarId): bigint | null => constantValue(atZero(e, variable));

function atZero(e: Expr, variable: VarId): Expr {
  switch (e.kind) {
    case 'const':
      return e;
    case 'var':
      return e.id === variable ? { kind: 'const', value: 0n, type: e.type } : e;
    case 'unary':
    case 'cast':
      return { ...e, arg: atZero(e.arg, variable) };
    case 'binary': {
      const right = atZero(e.right, variable);
      // an operand decides alone, wherever it stands
      if (e.op === 'land' && constantValue(right) === 0n) return { kind: 'const', value: 0n, type: e.type };
      return { ...e, left: atZero(e.left, variable), right };
    }
    case 'ite':
      return {
        ...e,
        cond: atZero(e.cond, variable),
        then: atZero(e.then, variable),
        else: atZero(e.else, variable),
      };
  }
}
