/** Expressions where some of their variables have certain values. */
import { constantValue } from '../program/index.ts';
import type { Expr, VarId } from '../program/index.ts';

/** What it is worth where the variable is 0; null: it depends on others. */
export const valueAtZero = (e: Expr, variable: VarId): bigint | null =>
  constantValue(valueWhere(e, new Map([[variable, 0n]])));

export function valueWhere(e: Expr, values: ReadonlyMap<VarId, bigint>): Expr {
  switch (e.kind) {
    case 'const':
      return e;
    case 'var': {
      const value = values.get(e.id);
      return value === undefined ? e : { kind: 'const', value, type: e.type };
    }
    case 'unary':
    case 'cast':
      return { ...e, arg: valueWhere(e.arg, values) };
    case 'binary': {
      const right = valueWhere(e.right, values);
      // an operand decides alone, wherever it stands
      if (e.op === 'land' && constantValue(right) === 0n) return { kind: 'const', value: 0n, type: e.type };
      return { ...e, left: valueWhere(e.left, values), right };
    }
    case 'ite':
      return {
        ...e,
        cond: valueWhere(e.cond, values),
        then: valueWhere(e.then, values),
        else: valueWhere(e.else, values),
      };
  }
}
