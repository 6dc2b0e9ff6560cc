/** Elements as a loop meets them, told by names of places and by the number of the iteration, or by the index. */
import type { CNames, Formula, SymTerm, Symbol, Term } from '../../logic/index.ts';
import {
  AMONG,
  ELEMENT_SUM,
  FOLLOW,
  READ,
  add,
  app,
  asText,
  derived,
  ge0,
  int,
  isZero,
  neg,
  plus,
  printC,
  printCondition,
  printTerm,
  rewrite,
  scale,
  sub,
  sym,
} from '../../logic/index.ts';
import type { EffectReport } from '../../report/index.ts';
import type { Place, Walk } from './walk.ts';
import { apartAssumed, arrayOf, before, placeOf, pointerTerm, stepOf, stepOfSymbol, untouched } from './walk.ts';

/** A name for the number that a formula is about: none of the program's. */
export const bound = (w: Walk): SymTerm => unused(w, ['k', 'j', 'm', 'q', 'κ']);

const unused = (w: Walk, names: readonly string[]): SymTerm =>
  asText(names.find((n) => !w.cfg.symbols.some((s) => s.display === n)) ?? `${names[0]}'`);

/** How many iterations came back to the head, as a term to print that is true of every run: also where there are none. */
export interface Range {
  readonly count: Term;
}

export const isRead = (t: Term): boolean => t.kind === 'app' && (t.fn === READ || t.fn === FOLLOW);

/** Elements and members by the names of places; `j` iterations on. Null where they may have changed by then. */
export function elements<T extends Term | Formula>(
  w: Walk,
  of: T,
  guard: Formula,
  j: Term,
  apply: (x: T, by: (t: Term) => Term | null) => T,
): T | null {
  let known = true;
  const by = (t: Term): Term | null => {
    const found = valueLater(w, t, guard, j, by);
    if (found === 'unknown') known = false;
    return found === 'unknown' ? null : found;
  };
  const result = apply(of, by);
  return known ? result : null;
}

/**
 * A variable, an element or a sum of elements, `j` iterations on; null: as it is said, `told` being asked of its
 * parts.
 */
function valueLater(
  w: Walk,
  t: Term,
  guard: Formula,
  j: Term,
  told: (t: Term) => Term | null,
): Term | null | 'unknown' {
  if (t.kind === 'sym') {
    const step = stepOfSymbol(w, t.symbol);
    const start = before(w, t);
    if (step === null) return 'unknown';
    return step === 0n && start === t ? null : add(start, scale(step, j));
  }
  if (t.kind !== 'app') return null;
  const asked = t.fn === AMONG && t.of ? membership(w, t, (x) => rewrite(x, told)) : null;
  if (asked) return asked;
  if (t.fn === ELEMENT_SUM) return sumOfElements(w, t, j, (x) => rewrite(x, told)) ?? 'unknown';
  return isRead(t) ? (elementLater(w, t, guard, j) ?? 'unknown') : null;
}

/** An element by the name of its place; null where it may have changed by then. */
function elementLater(w: Walk, t: Term & { readonly kind: 'app' }, guard: Formula, j: Term): Term | null {
  const [index] = t.args;
  const array = arrayOf(t);
  if (array === null || !index || t.args.length !== 1) return null;
  const step = stepOf(w, index);
  if (step === null || !untouched(w, array, index, guard)) return null;
  const place = placeOf(w, array, index);
  return app(READ, [add(place.offset, scale(step, j))], place.symbol);
}

/** `among(x, s)`: with the string by its name, and what is looked for as it is told. */
export function membership(w: Walk, t: Term & { readonly kind: 'app' }, told: (x: Term) => Term): Term | null {
  const [value, index] = t.args;
  const array = arrayOf(t);
  return value && index && array !== null && stepOf(w, index) === 0n
    ? app(AMONG, [told(value), pointerTerm(placeOf(w, array, index))])
    : null;
}

/** `Σ(q < count: a[from + q])`, where no element is written. */
function sumOfElements(w: Walk, t: Term & { readonly kind: 'app' }, j: Term, told: (x: Term) => Term): Term | null {
  const [index, count] = t.args;
  const array = arrayOf(t);
  const step = index ? stepOf(w, index) : null;
  if (
    !index ||
    !count ||
    array === null ||
    step === null ||
    w.effects.iterations.some(
      (i) => i.unknown.has(w.cfg.arrays[array] as Symbol) || i.stores.some((s) => s.array === array),
    )
  )
    return null;
  for (const [a, b] of w.effects.apart) if (a === array || b === array) apartAssumed(w, a, b);
  const place = placeOf(w, array, index);
  const q = unused(w, ['q', 'h', 'r', 'ρ']);
  const element = app(READ, [add(add(place.offset, scale(step, j)), q)], place.symbol);
  return asText(`Σ(${printTerm(q)} < ${printTerm(told(count), 1)}: ${printTerm(element, 1)})`);
}

/** `t` for `max(0, t)`. */
const atLeastNothing = (t: Term): Term =>
  t.kind !== 'ite'
    ? t
    : isZero(t.else) && ge0(t.then).key === t.cond.key
      ? t.then
      : isZero(t.then) && ge0(neg(t.else)).key === t.cond.key
        ? t.else
        : t;

/** Which indices are passed, or which iterations, in ascending order. `more` is 1 where the iteration that leaves the loop counts, too. */
export interface Span {
  readonly from: Term;
  readonly last: Term;
  readonly closed: boolean;
}

/** By index from `lo` on, where one is given and it moves by one; else by iteration. */
export function spanOf(lo: Term | null, step: bigint, { count }: Range, more: bigint): Span {
  const closed = more === 1n;
  const from = lo ?? int(0);
  // a range up to less than it begins with is empty anyway
  const n = closed ? count : atLeastNothing(count);
  if (step === -1n && lo !== null)
    return { from: closed ? sub(from, count) : plus(sub(from, n), 1n), last: from, closed: true };
  return { from, last: closed ? add(from, count) : plus(add(from, n), -1n), closed };
}

/** `lo <= k < hi` for the indices that are passed, or `0 <= k < count` for the iterations. */
export function within(w: Walk, { from, last, closed }: Span): string {
  const k = printTerm(bound(w));
  return closed
    ? `${printTerm(from, 1)} ≤ ${k} ≤ ${printTerm(last, 1)}`
    : `${printTerm(from, 1)} ≤ ${k} < ${printTerm(plus(last, 1n), 1)}`;
}

/** The number of iterations where it has no formula. */
export const ITERATIONS = asText('iterations');

/** A variable's value behind the loop, for sentences. */
export const afterwards = (s: Symbol): Term => sym(derived(s, "'", 'text'));

/** In C; undefined where there is no expression for it. */
export function inC(w: Walk, t: Term): string | undefined {
  return printC(t, namesFor(w)) ?? undefined;
}

export function conditionInC(w: Walk, f: Formula): string | undefined {
  return printCondition(f, namesFor(w)) ?? undefined;
}

/** What the sentence is about, and values afterwards, have names of their own. */
function namesFor(w: Walk): CNames {
  const own = bound(w);
  return {
    symbol(s) {
      if (s === own.symbol || s === ITERATIONS.symbol) return s.display;
      const before = s.kind === 'text' && s.origin ? w.names.symbol(s.origin) : null;
      return before === null ? w.names.symbol(s) : `after(${before})`;
    },
    element: w.names.element,
    nonNegative: () => false,
  };
}

/** The range in C; null where there is none. */
export function rangeInC(
  w: Walk,
  { from, last }: Span,
): { readonly index: string; readonly from: string; readonly to: string } | null {
  const [a, b, index] = [inC(w, from), inC(w, plus(last, 1n)), inC(w, bound(w))];
  return a === undefined || b === undefined || index === undefined ? null : { index, from: a, to: b };
}

/** The claim that elements of an array have these values; nothing where a part of it isn't C. */
export function elementsClaim(
  w: Walk,
  array: number,
  span: Span,
  parts: readonly { readonly place: Place; readonly at: Term; readonly value: Term; readonly when: Formula }[],
): Pick<EffectReport, 'claim'> {
  const range = rangeInC(w, span);
  const own = w.cfg.arrays[array];
  if (range === null || own === undefined) return {};
  const said: { array: string; at: string; value: string; when?: string }[] = [];
  for (const p of parts) {
    const [at, value, when] = [
      inC(w, p.at),
      inC(w, p.value),
      p.when.kind === 'true' ? undefined : conditionInC(w, p.when),
    ];
    if (
      p.place.pointer ||
      p.place.symbol !== own ||
      w.names.element(own, '', [p.at]) === null ||
      at === undefined ||
      value === undefined ||
      (p.when.kind !== 'true' && when === undefined)
    )
      return {};
    said.push({ array: own.display, at, value, ...(when === undefined ? {} : { when }) });
  }
  return { claim: { kind: 'elements', ...range, parts: said } };
}
