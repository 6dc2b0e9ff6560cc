/**
 * Loops that treat elements differently. It depends on the index (the first half, every other one), on what is in them,
 * or several loops run at once. Every iteration writes at most one element at each of some places that move along. No
 * iteration writes where another one does.
 */
import type { Formula, Symbol, Term } from '../../logic/index.ts';
import {
  FALSE,
  READ,
  add,
  and,
  app,
  applications,
  conjuncts,
  ge,
  isConst,
  or,
  printFormula,
  printTerm,
  rewrite,
  rewriteFormula,
  scale,
  sub,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../../logic/index.ts';
import { feasible, implies, withoutRedundant } from '../../decide/index.ts';
import { floorMod } from '../../arithmetic/index.ts';
import type { Iteration, Store } from '../../explore/index.ts';
import type { EffectReport } from '../../report/index.ts';
import type { Range } from './named-elements.ts';
import { bound, elements, elementsClaim, spanOf, within } from './named-elements.ts';
import type { Place, Walk } from './walk.ts';
import { before, placeOf, rowIndex, stepOf, stepOfSymbol, unwrapped } from './walk.ts';

const MOST_PLACES = 4;
const MOST_PARTS = 4;

/** The places of an array that each iteration writes at, and how far they move. */
interface MovingPlaces {
  readonly indices: readonly Term[];
  readonly step: bigint;
}

/** What is told of one place: what is written there in iteration j, and when. */
interface ToldPart {
  readonly place: Place;
  readonly at: Term;
  readonly value: Term;
  readonly when: Formula;
}

/** Null where the stores to the array aren't of this kind. */
export function partwise(walk: Walk, array: number, range: Range): Omit<EffectReport, 'assuming'> | null {
  const places = movingPlaces(walk, array);
  if (places === null) return null;
  const { indices, step } = places;
  const common = shared(walk);
  const k = bound(walk);
  // by index where that moves by one, else by iteration
  const first = indices[0] as Term;
  const direct = (step === 1n || step === -1n) && indices.length === 1 && !placeOf(walk, array, first).pointer;
  const from = direct ? rowIndex(walk, array, placeOf(walk, array, first)) : null;
  const j = from === null ? k : scale(step, sub(k, from));
  const parts: ToldPart[] = [];
  for (const index of indices) {
    const place = placeOf(walk, array, index);
    const at = add(place.offset, scale(step, j));
    const found = groups(walk, array, index, common);
    if (!found) return null;
    for (const part of found) {
      const told = toldPart(walk, part, j);
      if (told === null || parts.length === MOST_PARTS) return null;
      parts.push({ place, at, ...told });
    }
  }
  const span = spanOf(walk, from, step, range, 0n);
  return {
    words: words(walk, array, indices.length),
    formula: `${parts.map(partText).join(', ')} for ${within(walk, span)}`,
    ...elementsClaim(walk, array, span, parts),
  };
}

function movingPlaces(walk: Walk, array: number): MovingPlaces | null {
  if (walk.effects.iterations.some((i) => i.unknown.has(walk.cfg.arrays[array] as Symbol))) return null;
  if (walk.exits.some((x) => x.stores.some((s) => s.array === array))) return null;
  const indices = new Map<string, Term>();
  for (const i of walk.iterative) for (const s of i.stores) if (s.array === array) indices.set(s.index.key, s.index);
  const [first, ...others] = indices.values();
  const step = first ? stepOf(walk, first) : null;
  if (!first || others.length >= MOST_PLACES || step === null || step === 0n || !apart(walk, first, others, step))
    return null;
  return { indices: [...indices.values()], step };
}

/** The value and its condition by the names of places, j iterations on; null where they may have changed by then. */
function toldPart(walk: Walk, { value, when }: Part, index: Term): Part | null {
  const everywhere = or(...walk.effects.iterations.map((i) => i.guard));
  const told = elements(walk, value, everywhere, index, rewrite);
  const condition = when.kind === 'true' ? when : elements(walk, when, everywhere, index, rewriteFormula);
  return told === null || condition === null ? null : { value: told, when: condition };
}

/** `a[k]' = a[k] + 1 where a[k] < 0` */
function partText({ place, at, value, when }: ToldPart): string {
  const left = app(READ, [at], place.symbol);
  const own = applications([value, when], READ).has(left.key);
  const where = when.kind === 'true' ? '' : ` where ${printFormula(when, 'and')}`;
  return `${printTerm(left)}${own ? "'" : ''} = ${printTerm(value)}${where}`;
}

/** No two iterations write the same element, nor does one write an element twice. */
function apart(walk: Walk, first: Term, others: readonly Term[], step: bigint): boolean {
  const seen = new Set<bigint>([0n]);
  for (const o of others) {
    const d = sub(unwrapped(walk, o), unwrapped(walk, first));
    if (d.kind !== 'const' || seen.has(floorMod(d.value, step < 0n ? -step : step))) return false;
    seen.add(floorMod(d.value, step < 0n ? -step : step));
  }
  return true;
}

/** What every iteration's guard says. */
function shared({ iterative, symbols: { range } }: Walk): readonly Formula[] {
  const said = new Map(iterative.flatMap((i) => conjuncts(i.guard).map((f) => [f.key, f] as const)));
  return [...said.values()].filter((f) => iterative.every((i) => implies(i.guard, f, range)));
}

/** What holds in every iteration: the guards' common part, and that a variable which moves is past where it began. */
function given(walk: Walk, common: readonly Formula[]): Formula {
  const asked = new Set(walk.iterative.flatMap((i) => [...symbolsOfFormula(i.guard)]));
  const moving = walk.cfg.symbols
    .filter((name) => asked.has(name))
    .flatMap((name) => {
      const step = stepOfSymbol(walk, name);
      const start = step === null || step === 0n ? null : before(walk, sym(name));
      return start && isConst(start) && step !== null ? [step > 0n ? ge(sym(name), start) : ge(start, sym(name))] : [];
    });
  return and(...moving, ...common);
}

interface Part {
  readonly value: Term;
  readonly when: Formula;
}

/** The values that are written at a place, and under which conditions; null where an iteration doesn't say. */
function groups(walk: Walk, array: number, index: Term, common: readonly Formula[]): readonly Part[] | null {
  const values = new Map<string, { readonly store: Store; readonly guards: Formula[] }>();
  let always = true;
  const known = given(walk, common);
  const own = (i: Iteration): Formula =>
    feasible(and(i.guard, known), walk.symbols.range) === 'no'
      ? FALSE
      : withoutRedundant(and(...conjuncts(i.guard).filter((f) => !common.includes(f))), walk.symbols.range, known);
  for (const iteration of walk.iterative) {
    const stores = iteration.stores.filter((s) => s.array === array && s.index === index);
    const [store] = stores;
    if (!store) {
      always = false;
      continue;
    }
    const told = [...symbolsOf(store.value), ...symbolsOfFormula(iteration.guard)].every(
      (s) => !iteration.unknown.has(s),
    );
    if (stores.length > 1 || !told) return null;
    const into = values.get(store.value.key);
    if (into) into.guards.push(own(iteration));
    else values.set(store.value.key, { store, guards: [own(iteration)] });
  }
  const whole = always && values.size === 1;
  return [...values.values()].map(({ store, guards }) => ({ value: store.value, when: whole ? and() : or(...guards) }));
}

function words(walk: Walk, array: number, places: number): string {
  const conditional = walk.iterative.some((i) => i.stores.filter((s) => s.array === array).length < places);
  const changes = walk.iterative.some((i) =>
    i.stores.some((s) => s.array === array && applications([s.value], READ).size > 0),
  );
  if (conditional) return changes ? 'changes some elements' : 'sets some elements';
  return places > 1
    ? 'fills elements, several at a time'
    : changes
      ? 'changes elements, in parts'
      : 'fills elements in parts';
}
