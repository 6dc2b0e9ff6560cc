/** A statement on variables with other expressions in the place of its own; what it writes stays. */
import type { Expr, Stmt } from '../program/index.ts';

/** Accesses through pointers, arrays as a whole and calls keep what they have. */
export function withExpressions<S extends Stmt>(statement: S, rewritten: (e: Expr) => Expr): S;
export function withExpressions(statement: Stmt, rewritten: (e: Expr) => Expr): Stmt {
  switch (statement.kind) {
    case 'assign':
      return { ...statement, value: rewritten(statement.value) };
    case 'load':
      return { ...statement, index: rewritten(statement.index) };
    case 'store':
      return { ...statement, index: rewritten(statement.index), value: rewritten(statement.value) };
    case 'havoc':
      return ofHavoc(statement, rewritten);
    case 'assume':
    case 'assert':
      return { ...statement, cond: rewritten(statement.cond) };
    case 'go-through':
      return {
        ...statement,
        position: statement.position && rewritten(statement.position),
        guard: statement.guard && rewritten(statement.guard),
      };
    case 'note':
      return statement.written
        ? {
            ...statement,
            written: {
              position: rewritten(statement.written.position),
              value: statement.written.value && rewritten(statement.written.value),
            },
          }
        : statement;
    default:
      return statement;
  }
}

function ofHavoc(statement: Stmt & { readonly kind: 'havoc' }, rewritten: (e: Expr) => Expr): Stmt {
  const { follows, within, computed, scans, leads, classified } = statement;
  return {
    ...statement,
    ...(follows && { follows: { ...follows, position: rewritten(follows.position) } }),
    ...(within && { within: { ...within, most: rewritten(within.most) } }),
    ...(classified && { classified: { ...classified, character: rewritten(classified.character) } }),
    ...(computed && { computed: rewritten(computed) }),
    ...(scans && { scans: { count: rewritten(scans.count), vector: rewritten(scans.vector) } }),
    ...(leads?.kind === 'as' && { leads: { ...leads, position: rewritten(leads.position) } }),
  };
}
