/** Elements as a loop meets them, told by names of places and by the number of the iteration, or by the index. */
import type { Formula } from '../ir/formula.ts';
import { ge0 } from '../ir/formula.ts';
import { asText, printTerm } from '../ir/print.ts';
import { rewrite } from '../ir/rewrite.ts';
import type { Symbol } from '../ir/symbol.ts';
import type { SymTerm, Term } from '../ir/term.ts';
import { READ, FOLLOW, add, app, int, isZero, neg, plus, scale, sub } from '../ir/term.ts';
import type { Walk } from './walk.ts';
import { AMONG, SUM, apartAssumed, arrayOf, before, placeOf, pointerTerm, stepOf, stepOfSymbol, untouched } from './walk.ts';

/** A name for the number that a formula is about: none of the program's. */
export const bound = (w: Walk): SymTerm => unused(w, ['k', 'j', 'm', 'q', 'κ']);

const unused = (w: Walk, names: readonly string[]): SymTerm => asText(names.find((n) => !w.cfg.symbols.some((s) => s.display === n)) ?? `${names[0]}'`);

/** How many iterations came back to the head, as a term to print that is true of every run: also where there are none. */
export interface Range {
  readonly count: Term;
}

export const isRead = (t: Term): boolean => t.kind === 'app' && (t.fn === READ || t.fn === FOLLOW);

/** Elements and members by the names of places; `j` iterations on. Null where they may have changed by then. */
export function elements<T extends Term | Formula>(w: Walk, of: T, guard: Formula, j: Term, apply: (x: T, by: (t: Term) => Term | null) => T): T | null {
  let known = true;
  const by = (t: Term): Term | null => {
    if (t.kind === 'sym') {
      const d = stepOfSymbol(w, t.symbol);
      if (d === null) known = false;
      const start = before(w, t);
      return d === null || (d === 0n && start === t) ? null : add(start, scale(d, j));
    }
    const asked = t.kind === 'app' && t.fn === AMONG && t.of ? membership(w, t, (x) => rewrite(x, by)) : null;
    if (asked) return asked;
    if (t.kind === 'app' && t.fn === SUM) {
      const sum = sumOfElements(w, t, j, (x) => rewrite(x, by));
      if (!sum) known = false;
      return sum;
    }
    if (!isRead(t) || t.kind !== 'app') return null;
    const [index] = t.args;
    const array = arrayOf(t);
    if (array === null || !index || t.args.length !== 1) {
      known = false;
      return null;
    }
    const d = stepOf(w, index);
    if (d === null || !untouched(w, array, index, guard)) {
      known = false;
      return null;
    }
    const place = placeOf(w, array, index);
    return app(READ, [add(place.offset, scale(d, j))], place.symbol);
  };
  const result = apply(of, by);
  return known ? result : null;
}

/** `among(x, s)`: with the string by its name, and what is looked for as it is told. */
export function membership(w: Walk, t: Term & { readonly kind: 'app' }, told: (x: Term) => Term): Term | null {
  const [value, index] = t.args;
  const array = arrayOf(t);
  return value && index && array !== null && stepOf(w, index) === 0n ? app(AMONG, [told(value), pointerTerm(placeOf(w, array, index))]) : null;
}

/** `Σ(q < count: a[from + q])`, where no element is written. */
function sumOfElements(w: Walk, t: Term & { readonly kind: 'app' }, j: Term, told: (x: Term) => Term): Term | null {
  const [index, count] = t.args;
  const array = arrayOf(t);
  const step = index ? stepOf(w, index) : null;
  if (!index || !count || array === null || step === null || w.effects.iterations.some((i) => i.unknown.has(w.cfg.arrays[array] as Symbol) || i.stores.some((s) => s.array === array))) return null;
  for (const [a, b] of w.effects.apart) if (a === array || b === array) apartAssumed(w, a, b);
  const place = placeOf(w, array, index);
  const q = unused(w, ['q', 'h', 'r', 'ρ']);
  const element = app(READ, [add(add(place.offset, scale(step, j)), q)], place.symbol);
  return asText(`Σ(${printTerm(q)} < ${printTerm(told(count), 1)}: ${printTerm(element, 1)})`);
}

/** `t` for `max(0, t)`. */
const atLeastNothing = (t: Term): Term => (t.kind !== 'ite' ? t : isZero(t.else) && ge0(t.then).key === t.cond.key ? t.then : isZero(t.then) && ge0(neg(t.else)).key === t.cond.key ? t.else : t);

/** `lo <= k < hi` for the indices that are passed, or `0 <= k < count` for the iterations. */
export function within(w: Walk, lo: Term | null, step: bigint, { count }: Range, more: bigint): string {
  const closed = more === 1n;
  // a range up to less than it begins with is empty anyway
  const n = closed ? plus(count, more) : atLeastNothing(count);
  const k = printTerm(bound(w));
  const from = lo ?? int(0);
  if (step === -1n && lo !== null) {
    const last = closed ? sub(from, count) : plus(sub(from, n), 1n);
    return `${printTerm(last, 1)} ≤ ${k} ≤ ${printTerm(from, 1)}`;
  }
  return closed ? `${printTerm(from, 1)} ≤ ${k} ≤ ${printTerm(add(from, count), 1)}` : `${printTerm(from, 1)} ≤ ${k} < ${printTerm(add(from, n), 1)}`;
}
