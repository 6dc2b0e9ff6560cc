/** What variables hold after statements that are executed in a row: after `i = n; j = i + 1;` they are n and n + 1. */
import type { Expr, Stmt, VarId } from '../program/index.ts';
import { TRUE } from '../logic/index.ts';
import type { Symbols, Term } from '../logic/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { Translator } from './symbolic-expressions.ts';

export interface StraightRequest {
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  /** The value of a variable before them; null: not known. */
  before(v: VarId): Term | null;
  /** What a statement that is no assignment stores, with values as they are before it; null: not known. */
  other?(stmt: Stmt, valueOf: (expression: Expr) => Term): Term | null;
}

/** The variables that the statements change, and their values afterwards; null: not known. */
export function straightValues(
  stmts: readonly Stmt[],
  { symbols, mode, before, other }: StraightRequest,
): Map<VarId, Term | null> {
  const values = new Map<VarId, Term | null>();
  const open = {};
  const translator = new Translator({
    mode,
    range: symbols.range,
    facts: () => TRUE,
    require: () => {},
    variable: (id) => {
      const value = values.has(id) ? values.get(id) : before(id);
      if (!value) throw open;
      return value;
    },
    choose: () => {
      throw open;
    },
  });
  const valueOf = (expression: Expr): Term => translator.value(expression, false);
  for (const s of stmts) {
    if (!('target' in s) || s.target === null) continue;
    let value: Term | null = null;
    try {
      // over the values before it, the target's own included
      value = s.kind === 'assign' ? valueOf(s.value) : (other?.(s, valueOf) ?? null);
    } catch (e) {
      if (e !== open) throw e;
    }
    values.set(s.target, value);
  }
  return values;
}
