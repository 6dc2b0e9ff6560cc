/** Elements as a loop meets them, told by names of places and by the number of the iteration, or by the index. */
import { implies, plainly } from '../../decide/index.ts';
import { hasWrittenShiftsAlone } from '../../explore/index.ts';
import type { CNames, Formula, SymTerm, Symbol, Term } from '../../logic/index.ts';
import {
  AMONG,
  ELEMENT_SUM,
  FOLLOW,
  READ,
  add,
  and,
  app,
  asText,
  derived,
  elementAround,
  elementOf,
  ge0,
  int,
  isZero,
  neg,
  not,
  plus,
  printC,
  printCondition,
  printTerm,
  rewrite,
  scale,
  sub,
  sym,
} from '../../logic/index.ts';
import type { ArrayObject } from '../../program/index.ts';
import type { EffectReport } from '../../report/index.ts';
import type { Place, Walk } from './walk.ts';
import { arrayOf, assumeApart, before, placeOf, pointerTerm, stepOf, stepOfSymbol, untouched } from './walk.ts';

/** A name for the number that a formula is about: none of the program's. */
export const bound = (w: Walk): SymTerm => unused(w, ['k', 'j', 'm', 'q', 'κ']);

const unused = (w: Walk, names: readonly string[]): SymTerm =>
  asText(names.find((n) => !w.cfg.symbols.some((s) => s.display === n)) ?? `${names[0]}'`);

/**
 * How many iterations came back to the head, as a term to print that is true of every run: also where there are none.
 */
export interface Range {
  readonly count: Term;
}

export const isRead = (t: Term): boolean => t.kind === 'app' && (t.fn === READ || t.fn === FOLLOW);

/** Elements and members by the names of places; `j` iterations on. Null where they may have changed by then. */
export function elements<T extends Term | Formula>(
  walk: Walk,
  of: T,
  guard: Formula,
  index: Term,
  apply: (x: T, by: (t: Term) => Term | null) => T,
): T | null {
  let known = true;
  const by = (t: Term): Term | null => {
    const found = valueLater(walk, t, guard, index, by);
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
  walk: Walk,
  term: Term,
  guard: Formula,
  index: Term,
  told: (t: Term) => Term | null,
): Term | null | 'unknown' {
  if (term.kind === 'sym') {
    const step = stepOfSymbol(walk, term.symbol);
    const start = before(walk, term);
    if (step === null) return 'unknown';
    return step === 0n && start === term ? null : add(start, scale(step, index));
  }
  if (term.kind !== 'app') return null;
  const asked = term.fn === AMONG && term.of ? membership(walk, term, (x) => rewrite(x, told)) : null;
  if (asked) return asked;
  if (term.fn === ELEMENT_SUM) return sumOfElements(walk, term, index, (x) => rewrite(x, told)) ?? 'unknown';
  return isRead(term) ? (elementLater(walk, term, guard, index) ?? 'unknown') : null;
}

/** An element by the name of its place; null where it may have changed by then. */
function elementLater(walk: Walk, term: Term & { readonly kind: 'app' }, guard: Formula, j: Term): Term | null {
  const [index] = term.args;
  const array = arrayOf(term);
  if (array === null || !index || term.args.length !== 1) return null;
  const step = stepOf(walk, index);
  if (step === null || !untouched(walk, array, index, guard)) return null;
  const place = placeOf(walk, array, index);
  return app(READ, [add(place.offset, scale(step, j))], place.symbol);
}

/** `among(x, s)`: with the string by its name, and what is looked for as it is told. */
export function membership(walk: Walk, term: Term & { readonly kind: 'app' }, told: (x: Term) => Term): Term | null {
  const [value, index] = term.args;
  const array = arrayOf(term);
  return value && index && array !== null && stepOf(walk, index) === 0n
    ? app(AMONG, [told(value), pointerTerm(placeOf(walk, array, index))])
    : null;
}

/** `Σ(q < count: a[from + q])`, where no element is written. */
function sumOfElements(
  walk: Walk,
  term: Term & { readonly kind: 'app' },
  position: Term,
  told: (x: Term) => Term,
): Term | null {
  const [index, count] = term.args;
  const array = arrayOf(term);
  const step = index ? stepOf(walk, index) : null;
  if (
    !index ||
    !count ||
    array === null ||
    step === null ||
    walk.effects.iterations.some(
      (i) => i.unknown.has(walk.cfg.arrays[array] as Symbol) || i.stores.some((s) => s.array === array),
    )
  )
    return null;
  assumeApart(walk, array);
  const place = placeOf(walk, array, index);
  const bound = unused(walk, ['q', 'h', 'r', 'ρ']);
  const element = app(READ, [add(add(place.offset, scale(step, position)), bound)], place.symbol);
  return asText(`Σ(${printTerm(bound)} < ${printTerm(told(count), 1)}: ${printTerm(element, 1)})`);
}

/** `t` for `max(0, t)`. */
const atLeastNothing = (term: Term): Term =>
  term.kind !== 'ite'
    ? term
    : isZero(term.else) && ge0(term.then).key === term.cond.key
      ? term.then
      : isZero(term.then) && ge0(neg(term.else)).key === term.cond.key
        ? term.else
        : term;

/**
 * Which indices are passed, or which iterations, in ascending order. `more` is 1 where the iteration that leaves the
 * loop counts, too.
 */
export interface Span {
  readonly from: Term;
  readonly last: Term;
  readonly closed: boolean;
  /** What is at the index in each iteration. */
  readonly counter?: string;
}

/** By index from `lo` on, where one is given and it moves by one; else by iteration. */
export function spanOf(walk: Walk, lo: Term | null, step: bigint, range: Range, more: bigint): Span {
  const counter = lo === null ? counterFrom(walk, int(0), 1n) : counterFrom(walk, lo, step);
  return { ...indicesPassed(walk, lo, step, range, more), ...(counter && { counter }) };
}

/** The variable that begins there and moves by the step. */
function counterFrom(walk: Walk, from: Term, step: bigint): string | undefined {
  const { fn, symbols } = walk.cfg;
  const isCounter = (s: Symbol): boolean => stepOfSymbol(walk, s) === step && before(walk, sym(s)).key === from.key;
  return fn.variables.find(
    (v) => v.scope !== 'temp' && !v.unnamed && v.pointer !== true && isCounter(symbols[v.id] as Symbol),
  )?.name;
}

function indicesPassed(
  walk: Walk,
  lo: Term | null,
  step: bigint,
  { count }: Range,
  more: bigint,
): Omit<Span, 'counter'> {
  const closed = more === 1n;
  const from = lo ?? int(0);
  // a range up to less than it begins with is empty anyway
  const n = closed ? count : atLeastNothing(plainly(count, and(), walk.symbols.range));
  if (step === -1n && lo !== null)
    return closed
      ? { from: sub(from, count), last: from, closed }
      : { ...whereEntered(walk, n, plus(sub(from, n), 1n), from), closed: true };
  return closed
    ? { from, last: add(from, count), closed }
    : { ...whereEntered(walk, n, from, plus(add(from, n), -1n)), closed };
}

/**
 * As the ends are where there are iterations, if they tell of no place where there are none: `n - 1` for
 * `(unsigned)(n - 1)`.
 */
function whereEntered(walk: Walk, count: Term, from: Term, last: Term): Pick<Span, 'from' | 'last'> {
  const { range } = walk.symbols;
  const isEntered = ge0(plus(count, -1n));
  const [first, end] = [plainly(from, isEntered, range), plainly(last, isEntered, range)];
  const isEmpty = (first === from && end === last) || implies(not(isEntered), ge0(sub(first, plus(end, 1n))), range);
  return isEmpty ? { from: first, last: end } : { from, last };
}

/** `lo <= k < hi` for the indices that are passed, or `0 <= k < count` for the iterations. */
export function within(walk: Walk, { from, last, closed }: Span): string {
  const k = printTerm(bound(walk));
  return closed
    ? `${printTerm(from, 1)} ≤ ${k} ≤ ${printTerm(last, 1)}`
    : `${printTerm(from, 1)} ≤ ${k} < ${printTerm(plus(last, 1n), 1)}`;
}

/** The number of iterations where it has no formula. */
const ITERATIONS = asText('iterations');

/** A variable's value behind the loop, for sentences. */
export const afterwards = (s: Symbol): Term => sym(derived(s, "'", 'text'));

/** In C; undefined where there is no expression for it. `span`: of the number that the sentence is about. */
export function inC(w: Walk, t: Term, span?: Span): string | undefined {
  return printC(t, namesFor(w, span)) ?? undefined;
}

export function conditionInC(w: Walk, f: Formula, span?: Span): string | undefined {
  return printCondition(f, namesFor(w, span)) ?? undefined;
}

/** What the sentence is about, and values afterwards, have names of their own. */
function namesFor(walk: Walk, span?: Span): CNames {
  const own = bound(walk);
  const { range } = walk.symbols;
  const isFromZero = span !== undefined && implies(and(), ge0(span.from), range);
  const names: CNames = {
    symbol(s) {
      if (s === own.symbol || s === ITERATIONS.symbol) return s.display;
      const before = s.kind === 'text' && s.origin ? walk.names.symbol(s.origin) : null;
      return before === null ? walk.names.symbol(s) : `after(${before})`;
    },
    element(of, index, args) {
      const shape = shapeOf(walk, of);
      if (!shape || !args[0]) return walk.names.element(of, index, args);
      return walk.names.element(of, '0', [int(0)]) === null ? null : elementOf(shape, args[0], names);
    },
    ...(walk.names.character && { character: walk.names.character }),
    inWidth: hasWrittenShiftsAlone(walk.iterative.flatMap(({ update }) => [...update])),
    nonNegative: (t) => implies(isFromZero ? ge0(own) : and(), ge0(t), range),
  };
  return names;
}

const shapeOf = ({ cfg }: Walk, array: Symbol): ArrayObject['shape'] => cfg.fn.arrays[cfg.arrays.indexOf(array)]?.shape;

interface RangeInC {
  readonly index: string;
  readonly counter?: string;
  readonly from: string;
  readonly to: string;
}

/** The range in C; null where there is none. */
export function rangeInC(walk: Walk, { from, last, counter }: Span): RangeInC | null {
  const [a, b, index] = [inC(walk, from), inC(walk, plus(last, 1n)), inC(walk, bound(walk))];
  if (a === undefined || b === undefined || index === undefined) return null;
  return { index, from: a, to: b, ...(counter !== undefined && { counter }) };
}

/** The claim that elements of an array have these values; nothing where a part of it isn't C. */
export function elementsClaim(
  walk: Walk,
  array: number,
  span: Span,
  parts: readonly { readonly place: Place; readonly at: Term; readonly value: Term; readonly when: Formula }[],
): Pick<EffectReport, 'claim'> {
  const range = rangeInC(walk, span);
  const own = walk.cfg.arrays[array];
  if (range === null || own === undefined) return {};
  const said: { array: string; at: string; behind?: string; value: string; when?: string }[] = [];
  for (const part of parts) {
    const place = placeInC(walk, own, part.at);
    const [value, when] = [
      inC(walk, part.value, span),
      part.when.kind === 'true' ? undefined : conditionInC(walk, part.when, span),
    ];
    if (
      part.place.pointer ||
      part.place.symbol !== own ||
      place === null ||
      value === undefined ||
      (part.when.kind !== 'true' && when === undefined)
    )
      return {};
    said.push({ ...place, value, ...(when === undefined ? {} : { when }) });
  }
  return { claim: { kind: 'elements', ...range, parts: said } };
}

/** An element by what stands before the index that moves, that index, and what stands behind it: `q`, `k` and `.n`. */
function placeInC(
  walk: Walk,
  array: Symbol,
  index: Term,
): { readonly array: string; readonly at: string; readonly behind?: string } | null {
  const names = namesFor(walk);
  if (names.element(array, '0', [int(0)]) === null) return null;
  const shape = shapeOf(walk, array);
  if (shape) {
    const { before: own, at, behind } = elementAround(shape, index, bound(walk).symbol, names) ?? {};
    return own === undefined || at === undefined ? null : { array: own, at, ...(behind && { behind }) };
  }
  const [at, element] = [inC(walk, index), inC(walk, app(READ, [index], array))];
  if (at === undefined || element === undefined) return null;
  const end = `[${at}]`;
  return { array: element.endsWith(end) ? element.slice(0, -end.length) : array.display, at };
}

/**
 * An iteration is one that is begun. Those that come back to the head are as many, or one less where every way out is
 * within one.
 */
export function completeIterations(w: Walk): Term | null {
  const begun = w.exits.filter((x) => x.begun).length;
  return begun === 0 ? ITERATIONS : begun === w.exits.length ? plus(ITERATIONS, -1n) : null;
}
