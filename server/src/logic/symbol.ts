/**
 * What terms are about: the variables of a program, and the values, counts and indices that the analysis needs beside
 * them. What a symbol is stands in its `kind`, never in its spelling: a program may use any name that we would think
 * of.
 */
import { termCache } from './term-caches.ts';
import { WeakValues } from './weak-values.ts';
import type { IntType } from '../machine/index.ts';

export type SymbolKind =
  /** The value of a parameter, local or global where a region begins. */
  | 'variable'
  /** The same of a variable that the front end made. */
  | 'temporary'
  /** An array, as what elements are read from. */
  | 'array'
  /** A member of what a pointer leads to, as what is read there. */
  | 'member'
  /** Read from the environment. */
  | 'nondet'
  /** May be anything, for a reason. */
  | 'unmodelled'
  /** A number of iterations. */
  | 'count'
  /** A value that other conditions define. */
  | 'value'
  /** An element of an array that is followed by itself. */
  | 'element'
  /** A number of iterations that something is said for all values of: never negative. */
  | 'counter'
  /** An index that something is said for all values of. */
  | 'index'
  /** The number of iterations of what never ends. */
  | 'infinity'
  /** Made for one computation and gone after it. */
  | 'auxiliary'
  /** The value of another one before what is looked at. */
  | 'before'
  /** A piece of text in a formula that is only printed. */
  | 'text';

/** Symbols are equal where they are the same object. */
export interface Symbol {
  readonly kind: SymbolKind;
  /** Tells symbols of one kind and one display apart: for variables and arrays their number in the function. */
  readonly id: number;
  /** What a person reads. */
  readonly display: string;
  /** Of the values; null: any integer. */
  readonly type: IntType | null;
  /** What it stands for or was renewed from; null: it is its own. */
  readonly origin: Symbol | null;
  /** Text that no other symbol has: sorts terms, in the order of what is displayed. */
  readonly key: string;
}

const LETTER: Readonly<Record<SymbolKind, string>> = {
  variable: '',
  temporary: 't',
  array: 'a',
  member: 'm',
  nondet: 'n',
  unmodelled: 'u',
  count: 'c',
  value: 'v',
  element: 'e',
  counter: 'k',
  index: 'i',
  infinity: 'o',
  auxiliary: 'x',
  before: 'b',
  text: 'w',
};

/** Kept beyond a function's analysis, as long as anything has them: modules and control-flow graphs do. */
const LASTING: ReadonlySet<SymbolKind> = new Set([
  'variable',
  'temporary',
  'array',
  'member',
  'counter',
  'index',
  'infinity',
]);
const lasting = new WeakValues<Symbol>();
const passing = termCache<string, Symbol>();

/** Whether the symbol outlives the terms of an analysis. */
export const isLasting = (s: Symbol): boolean => LASTING.has(s.kind) && s.origin === null;

/**
 * The symbol with these properties, one object for equal ones. So the same input has the same symbols whenever it is
 * analysed.
 */
export function symbol(
  kind: SymbolKind,
  display: string,
  id = 0,
  type: IntType | null = null,
  origin: Symbol | null = null,
): Symbol {
  const key = `$${display}!${LETTER[kind]}${id}${tagOf(type)}${origin === null ? '' : `<${origin.key}`}`;
  const pool = origin === null && LASTING.has(kind) ? lasting : passing;
  let known = pool.get(key);
  if (known === undefined) pool.set(key, (known = { kind, id, display, type: type && plainType(type), origin, key }));
  return known;
}

/**
 * One that stands beside another: its value after a step (`x'`), before one, one less. Of the other's kind, unless
 * said.
 */
export function derived(of: Symbol, mark: string, kind: SymbolKind = of.kind): Symbol {
  return symbol(kind, `${of.display}${mark}`, of.id, of.type, of);
}

/** The order of symbols that depends on the program alone. */
export const compareSymbols = (a: Symbol, b: Symbol): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Its value isn't determined by the variables before the region. */
export const isFresh = (s: Symbol): boolean =>
  s.kind === 'nondet' || s.kind === 'unmodelled' || s.kind === 'count' || s.kind === 'value';

/** A variable of the function, declared in the source or made by the front end. */
export const isVariable = (s: Symbol): boolean => s.kind === 'variable' || s.kind === 'temporary';

/** A variable that was declared in the source, as opposed to what the front end or the analysis made. */
export const isDeclared = (s: Symbol): boolean => s.kind === 'variable';

function tagOf(type: IntType | null): string {
  if (type === null) return `'-`;
  return type.bool ? `'b` : type.bits === 32 && type.signed ? '' : `'${type.signed ? '' : 'u'}${type.bits}`;
}

/** Types by what matters to values: how they are spelled differs from place to place. */
function plainType(type: IntType): IntType {
  const tag = tagOf(type);
  let known = plainTypes.get(tag);
  if (known === undefined) {
    const { bits, signed, bool } = type;
    plainTypes.set(tag, (known = { bits, signed, bool, name: bool ? '_Bool' : `${signed ? '' : 'u'}int${bits}_t` }));
  }
  return known;
}
const plainTypes = new Map<string, IntType>();

/** How often what never ends is gone through. */
export const INFINITY: Symbol = symbol('infinity', '∞');

/** No symbols. */
export const NO_SYMBOLS: ReadonlySet<Symbol> = new Set();
