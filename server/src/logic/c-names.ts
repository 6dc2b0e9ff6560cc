/** What terms are about, as the C that is printed calls it. */
import type { IntType } from '../machine/index.ts';
import type { Formula, Term } from './expression.ts';
import type { Symbol } from './symbol.ts';

/** Bits of an integer, read as one of this type. */
export interface BitRun {
  readonly offset: number;
  /** Null: all that there are from the offset on, with a sign if the integer has one. */
  readonly type: Pick<IntType, 'bits' | 'signed'> | null;
}

/** How what a term is about is called in C; null: it has no name there. */
export interface CNames {
  symbol(s: Symbol): string | null;
  /** An element of the array; `indices`: as terms. */
  element(of: Symbol, index: string, indices: readonly Term[]): string | null;
  /** The member that is these bits of what is a union; null: it is none, or has no such member. */
  part?(of: Symbol, indices: readonly Term[], run: BitRun): string | null;
  /** What an assignment is to: it stands in front, as in `x = max(x, 0)`. */
  readonly own?: Symbol;
  /** How the source writes what this is compared with, or is apart from, where that is a character constant. */
  character?(value: bigint, compared: Term): string | null;
  /** Powers of two are divided by with shifts, and remainders taken with masks, as the source does. */
  readonly bits?: { readonly shifts: boolean; readonly masks: boolean };
  /** What powers of two stand for are shifts that the source writes: their amounts are within the width. */
  readonly inWidth?: boolean;
  /** A pointer is compared with `NULL`. */
  isPointer?(s: Symbol): boolean;
  /** The value is known not to be negative: plain `/` and `%` do. */
  nonNegative(t: Term): boolean;
  /** The names where this holds as well. */
  where?(known: Formula): CNames;
}

/** The same of the next number: `x >= 58` is `x > 57`. */
const NEXT: Readonly<Record<string, { readonly by: bigint; readonly operator: string }>> = {
  '>=': { by: -1n, operator: '>' },
  '<': { by: -1n, operator: '<=' },
  '<=': { by: 1n, operator: '<' },
  '>': { by: 1n, operator: '>=' },
};

/** An operator and a constant as `written` has it, if it has: `> '9'` for `>= 58`. */
export function comparedWith(
  operator: string,
  value: bigint,
  written: (value: bigint) => string | null,
): string | null {
  const own = written(value);
  if (own !== null) return `${operator} ${own}`;
  const next = NEXT[operator];
  const other = next ? written(value + next.by) : null;
  return next && other !== null ? `${next.operator} ${other}` : null;
}
