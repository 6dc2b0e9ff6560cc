/** Variables in expressions: under which conditions they are read, and what stands in their place. */
import type { Expr } from '../program/index.ts';
import { INT } from '../machine/index.ts';

type VariableExpr = Expr & { readonly kind: 'var' };

/**
 * What an evaluation reads, in its order; `guard`: only where this holds. In `c ? x : y` it is `x` where `c` holds, `y`
 * where `!c` does.
 */
export function* readUnder(
  expression: Expr,
  guard: Expr | null,
): Generator<{ readonly variable: VariableExpr; readonly guard: Expr | null }> {
  const under = (cond: Expr): Expr =>
    guard === null ? cond : { kind: 'binary', op: 'land', left: guard, right: cond, type: INT };
  const not = (arg: Expr): Expr => ({ kind: 'unary', op: 'lognot', arg, type: INT });
  switch (expression.kind) {
    case 'const':
      return;
    case 'var':
      yield { variable: expression, guard };
      return;
    case 'unary':
    case 'cast':
      yield* readUnder(expression.arg, guard);
      return;
    case 'binary':
      yield* readUnder(expression.left, guard);
      yield* readUnder(
        expression.right,
        expression.op === 'land'
          ? under(expression.left)
          : expression.op === 'lor'
            ? under(not(expression.left))
            : guard,
      );
      return;
    case 'ite':
      yield* readUnder(expression.cond, guard);
      yield* readUnder(expression.then, under(expression.cond));
      yield* readUnder(expression.else, under(not(expression.cond)));
  }
}

/** The expression with other expressions for its variables; the same object where nothing is replaced. */
export function withVariables(expression: Expr, replaced: (variable: VariableExpr) => Expr): Expr {
  switch (expression.kind) {
    case 'const':
      return expression;
    case 'var':
      return replaced(expression);
    case 'unary':
    case 'cast': {
      const arg = withVariables(expression.arg, replaced);
      return arg === expression.arg ? expression : { ...expression, arg };
    }
    case 'binary': {
      const [left, right] = [withVariables(expression.left, replaced), withVariables(expression.right, replaced)];
      return left === expression.left && right === expression.right ? expression : { ...expression, left, right };
    }
    case 'ite': {
      const [cond, then, otherwise] = [
        withVariables(expression.cond, replaced),
        withVariables(expression.then, replaced),
        withVariables(expression.else, replaced),
      ];
      return cond === expression.cond && then === expression.then && otherwise === expression.else
        ? expression
        : { ...expression, cond, then, else: otherwise };
    }
  }
}
