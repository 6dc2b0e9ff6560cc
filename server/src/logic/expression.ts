/**
 * What terms and formulas are made of: plain, immutable data. They are built by `term.ts` and `formula.ts` only, which
 * keep them in their normal forms.
 */
import type { FunctionSymbol } from './function-symbols.ts';
import type { Symbol } from './symbol.ts';

export type Term = ConstTerm | SymTerm | SumTerm | ProdTerm | DivTerm | ModTerm | PowTerm | IteTerm | AppTerm;

interface Interned {
  /** Structural key: equal keys, equal terms. */
  readonly key: string;
  /** Number of nodes, for limits. */
  readonly size: number;
}
export interface ConstTerm extends Interned {
  readonly kind: 'const';
  readonly value: bigint;
}
export interface SymTerm extends Interned {
  readonly kind: 'sym';
  readonly symbol: Symbol;
}
export interface Part {
  readonly coef: bigint;
  readonly mono: Term;
}
export interface SumTerm extends Interned {
  readonly kind: 'sum';
  readonly constant: bigint;
  readonly parts: readonly Part[];
}
export interface ProdTerm extends Interned {
  readonly kind: 'prod';
  readonly factors: readonly Term[];
}
/** floor(arg / by), by >= 2. */
export interface DivTerm extends Interned {
  readonly kind: 'div';
  readonly arg: Term;
  readonly by: bigint;
}
/** arg - by * floor(arg / by), by >= 2. */
export interface ModTerm extends Interned {
  readonly kind: 'mod';
  readonly arg: Term;
  readonly by: bigint;
}
/** base^exponent for a constant base; the exponent is >= 0 wherever the term is evaluated. */
export interface PowTerm extends Interned {
  readonly kind: 'pow';
  readonly base: bigint;
  readonly exponent: Term;
}
export interface IteTerm extends Interned {
  readonly kind: 'ite';
  readonly cond: Formula;
  readonly then: Term;
  readonly else: Term;
}
/**
 * A function that has no normal form of its own (`function-symbols.ts`), applied; `of`: the array or member that it
 * reads, where it reads one.
 */
export interface AppTerm extends Interned {
  readonly kind: 'app';
  readonly fn: FunctionSymbol;
  readonly args: readonly Term[];
  readonly of: Symbol | null;
}

/** In negation normal form. */
export type Formula =
  | { readonly kind: 'true'; readonly key: string; readonly size: number }
  | { readonly kind: 'false'; readonly key: string; readonly size: number }
  | Literal
  | { readonly kind: 'and'; readonly parts: readonly Formula[]; readonly key: string; readonly size: number }
  | { readonly kind: 'or'; readonly parts: readonly Formula[]; readonly key: string; readonly size: number };

export interface Literal {
  /** `ge`: term >= 0, `eq`: term = 0, `ne`: term != 0. */
  readonly kind: 'ge' | 'eq' | 'ne';
  readonly term: Term;
  readonly key: string;
  readonly size: number;
}
