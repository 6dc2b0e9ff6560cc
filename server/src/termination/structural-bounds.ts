/**
 * Bounds by the size of what a loop walks over (Proteus, 4.2): `strlen(s)`, the number of elements before the first
 * zero, and `length(l)`, the number of nodes before the null pointer. The walk takes one step in every iteration and
 * every iteration finds no end.
 */
import { isTypeLimit } from '../counting/index.ts';
import { implies } from '../decide/index.ts';
import {
  FOLLOW,
  LIST_SIZE,
  READ,
  STRING_LENGTH,
  TRUE,
  ZERO_TERMINATED_LENGTH,
  app,
  applications,
  asText,
  disjuncts,
  eq0,
  ge0,
  isConst,
  ne0,
  partsOf,
  plus,
  printC,
  printTerm,
  substitute,
  sym,
} from '../logic/index.ts';
import type { CNames, FunctionSymbol, Term } from '../logic/index.ts';
import type { Bound } from '../report/index.ts';
import type { Walk } from '../summary/index.ts';
import { arrayOf, before, inSourceNames, placeOf, pointerTerm, stepOf, untouched } from '../summary/index.ts';

export interface StructuralBound {
  readonly bound: Bound;
  /** Iterations that come back to the head. */
  readonly complete: Term;
  /** Leaving the array is undefined, so that the loop ends. */
  readonly ends: boolean;
  /** Some way out asks for the end: it isn't one of many values that are left at. */
  readonly asked: boolean;
}

/** Null where no size bounds the loop. */
export function structuralBound(walk: Walk): StructuralBound | null {
  for (const find of [stringBound, listBound]) {
    const exact = find(walk, true);
    if (exact) return exact;
  }
  return stringBound(walk, false) ?? listBound(walk, false);
}

/** Every iteration finds the value not zero; if `only`, every way out finds it zero. */
function endsAtZero(walk: Walk, term: Term, only: boolean): boolean {
  const { range } = walk.symbols;
  return (
    walk.iterative.every((i) => implies(i.guard, ne0(term), range)) &&
    (!only || walk.exits.every((x) => x.end.kind === 'leave' && implies(x.guard, eq0(term), range)))
  );
}

/**
 * By the number of steps to the end; `element`: what is not zero before it. Null: it begins at a place in memory that
 * has no name here.
 */
function bounded(walk: Walk, size: Term, element: Term, only: boolean, ends: boolean): StructuralBound | null {
  const { range } = walk.symbols;
  const begun = walk.exits.filter((x) => x.begun);
  // an iteration that is begun and left, and is none of the steps
  const more = begun.some((x) => !implies(x.guard, ne0(element), range));
  if ([...applications([size], READ).values()].some((read) => arrayOf(read) === null)) return null;
  const text = written(walk, inSourceNames(walk, more ? plus(size, 1) : size));
  if (text === null) return null;
  const exact = only && (begun.length === 0 || (more && begun.length === walk.exits.length));
  const asked = walk.exits.some(
    (x) => x.end.kind === 'leave' && disjuncts(x.guard).some((way) => implies(way, eq0(element), range)),
  );
  const bound: Bound = { text, kind: 'structural', ...(exact ? {} : { upper: true as const }) };
  return { bound, complete: size, ends, asked };
}

/** Null: C has no expression for where it begins. */
function written({ symbols: { range }, names: { element } }: Walk, size: Term): string | null {
  const names: CNames = { symbol: (s) => s.display, element, nonNegative: (t) => implies(TRUE, ge0(t), range) };
  const { constant, parts } = partsOf(size);
  const [only] = parts;
  if (only?.mono.kind !== 'app') return printTerm(size);
  const { fn, args } = only.mono;
  if (applications(args, FOLLOW).size > 0) return printTerm(size);
  const begins = args.flatMap((arg) => printC(arg, names) ?? []).map((text) => asText(text));
  return begins.length < args.length ? null : printTerm(plus(app(fn, begins), constant));
}

function stringBound(walk: Walk, only: boolean): StructuralBound | null {
  for (const read of applications(
    walk.iterative.map((i) => i.guard),
    READ,
  ).values()) {
    const found = walk.assumptions.unlessNull(() => boundByZero(walk, read, only));
    if (found) return found;
  }
  return null;
}

/** By the zero among the elements that are read one after the other. */
function boundByZero(walk: Walk, read: Term & { readonly kind: 'app' }, only: boolean): StructuralBound | null {
  const index = read.args[0];
  const array = arrayOf(read);
  if (!index || array === null || read.args.length !== 1) return null;
  return stepOf(walk, index) === 1n &&
    endsAtZero(walk, read, only) &&
    walk.effects.iterations.every((i) => untouched(walk, array, index, i.guard))
    ? bounded(walk, app(lengthOf(walk, array), [pointerTerm(placeOf(walk, array, index))]), read, only, true)
    : null;
}

const lengthOf = ({ cfg }: Walk, array: number): FunctionSymbol =>
  cfg.fn.arrays[array]?.element.bits === 8 ? STRING_LENGTH : ZERO_TERMINATED_LENGTH;

function listBound(walk: Walk, only: boolean): StructuralBound | null {
  const first = walk.iterative[0];
  if (!first) return null;
  for (const [name, after] of first.update) {
    if (after.kind !== 'app' || after.fn !== FOLLOW) continue;
    const here = sym(name);
    // the pointer itself, or the one behind it, is what the loop looks at
    for (const at of [here, app(FOLLOW, [here], after.of)]) {
      const moves = walk.iterative.every((i) => substitute(at, i.update) === app(FOLLOW, [at], after.of));
      if (!moves || !endsAtZero(walk, at, only)) continue;
      const list = before(walk, at);
      // the address of an object is a number that says nothing
      if (isConst(list)) continue;
      if (walk.effects.behind !== null)
        walk.assumptions.take(`the list at \`${printTerm(inSourceNames(walk, list))}\` is no circle`);
      return bounded(walk, app(LIST_SIZE, [list]), at, only, false);
    }
  }
  return null;
}

/**
 * The better of two bounds, or both; not both where one of them rests on something: what it says is then nothing
 * without that. An end that nobody asks for is told where nothing else is.
 */
export function withStructural(
  known: Bound | null,
  { bound: structural, asked }: Pick<StructuralBound, 'bound' | 'asked'>,
  assuming: readonly string[],
): Bound {
  if (known === null || known.kind === 'structural' || (known.kind === 'upper' && !structural.upper)) return structural;
  if (known.kind === 'exact') return known;
  // what only the type, or the end of the address space, bounds
  if (isTypeLimit(known)) return structural;
  if (assuming.length > 0 || !asked) return known;
  return { text: `min(${known.text}, ${structural.text})`, kind: 'structural', upper: true };
}
