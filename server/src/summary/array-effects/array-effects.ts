/**
 * What a loop does to arrays, said for all its iterations at once. The first element at which it stops, what it fills,
 * copies, swaps, counts and adds up. By what an iteration does, whatever the loop looks like. Source: Proteus, section
 * 4.2, for traversals; the sentences are our own.
 */
import { implies } from '../../decide/index.ts';
import type { Symbol, Term } from '../../logic/index.ts';
import {
  ELEMENT_SUM,
  READ,
  TRUE,
  add,
  app,
  applications,
  eq0,
  ge0,
  isDeclared,
  neg,
  or,
  plus,
  printTerm,
  rewrite,
  scale,
  sub,
  sym,
  symbolsOf,
} from '../../logic/index.ts';
import type { Store } from '../../explore/index.ts';
import type { EffectReport } from '../../report/index.ts';
import { reversal } from './list-effects.ts';
import { partwise } from './array-parts.ts';
import type { Range, Span } from './named-elements.ts';
import { afterwards, bound, elements, elementsClaim, isRead, spanOf, within } from './named-elements.ts';
import type { Walk, Said } from './walk.ts';
import { assumeApart, arrayOf, before, placeOf, rowIndex, stepOf, stepOfSymbol, unwrapped } from './walk.ts';
import { completeIterations } from './named-elements.ts';
import { search } from './search-effects.ts';
import { accumulation } from './accumulated-elements.ts';

export interface ArrayEffects {
  readonly effects: readonly EffectReport[];
  /** Arrays of which all that the loop writes to them is told. */
  readonly described: ReadonlySet<number>;
}

/** `count`: the number of iterations that come back to the head, where it is known, over the values before the loop. */
export function arrayEffects(walk: Walk, count: Term | null): ArrayEffects {
  const described = new Set<number>();
  if (!walk.exits.every((x) => x.end.kind === 'leave' || x.end.kind === 'return' || x.end.kind === 'halt'))
    return { effects: [], described };
  const out: EffectReport[] = [];
  const say = (make: () => Said | null): void => {
    const { result, assuming } = walk.assumptions.during(make);
    if (result) out.push({ ...result, assuming });
  };
  if (walk.leaving.variables.size === 0) say(() => reversal(walk));
  say(() => search(walk));
  const range = rangeOf(walk, count);
  if (range === null) return { effects: out, described };
  const told = (array: number, make: () => Said | null): void =>
    say(() => {
      const found = make();
      if (found === null) return null;
      described.add(array);
      // what is stored under another name may be this
      assumeApart(walk, array);
      return found;
    });
  const swapped = walk.iterative[0]?.stores[0]?.array;
  if (swapped !== undefined && !walk.leaving.arrays.has(swapped)) told(swapped, () => swaps(walk, range));
  const arrays = new Set(walk.iterative.flatMap((i) => i.stores.map((s) => s.array)));
  for (const array of arrays)
    if (!described.has(array) && !walk.leaving.arrays.has(array))
      told(array, () => fill(walk, array, range) ?? partwise(walk, array, range));
  const changed = new Set(walk.iterative.flatMap((i) => [...i.update.keys()]));
  for (const name of changed) if (isDeclared(name)) say(() => accumulation(walk, name, range));
  return { effects: out, described };
}

/** Null where the iterations that come back to the head have no name. */
function rangeOf(walk: Walk, count: Term | null): Range | null {
  if (count) return { count };
  // by a variable that the iterations move, and nothing else does
  for (const name of walk.iterative[0]?.update.keys() ?? []) {
    const variable = walk.cfg.fn.variables[walk.cfg.symbols.indexOf(name)];
    const step = stepOfSymbol(walk, name);
    if (
      !variable ||
      variable.pointer ||
      variable.scope === 'temp' ||
      (step !== 1n && step !== -1n) ||
      walk.leaving.variables.has(name) ||
      walk.exits.some((x) => x.update.has(name))
    )
      continue;
    return { count: scale(step, sub(afterwards(name), before(walk, sym(name)))) };
  }
  const iterations = completeIterations(walk);
  return iterations && { count: iterations };
}

/** Every iteration writes one element of the array, each another one. */
function fill(walk: Walk, array: number, range: Range): Said | null {
  const each = walk.iterative.map((i) => i.stores.filter((s) => s.array === array));
  const store = each[0]?.[0];
  if (!store || each.some((l) => l.length !== 1 || l[0]?.index !== store.index || l[0].value !== store.value))
    return null;
  if (walk.effects.iterations.some((i) => i.unknown.has(walk.cfg.arrays[array] as Symbol))) return null;
  const step = stepOf(walk, store.index);
  if (step === null || step === 0n) return null;
  // the last, incomplete iteration may write, too
  const last = walk.exits.map((i) => i.stores.filter((s) => s.array === array));
  const inclusive = last.every((l) => l.length === 1 && l[0]?.index === store.index && l[0].value === store.value);
  if (!inclusive && last.some((l) => l.length > 0)) return null;
  if (walk.iterative.some((i) => [...symbolsOf(store.value)].some((s) => i.unknown.has(s)))) return null;
  const place = placeOf(walk, array, store.index);
  const guard = or(...walk.effects.iterations.map((i) => i.guard));
  const k = bound(walk);
  // by index where that moves by one, else by iteration
  const direct = (step === 1n || step === -1n) && !place.pointer;
  const index = rowIndex(walk, array, place);
  const position = direct ? scale(step, sub(k, index)) : k;
  const value = elements(walk, store.value, guard, position, rewrite);
  if (value === null) return null;
  const left = app(READ, [add(place.offset, scale(step, position))], place.symbol);
  const own = applications([value], READ);
  const span = spanOf(walk, direct ? index : null, step, range, inclusive ? 1n : 0n);
  const text = `${printTerm(left)}${own.has(left.key) ? "'" : ''} = ${printTerm(value)} for ${within(walk, span)}`;
  return {
    words: fillWords(walk, store, value, own.size),
    formula: text,
    ...elementsClaim(walk, array, span, [{ place, at: add(place.offset, scale(step, position)), value, when: TRUE }]),
  };
}

function fillWords(walk: Walk, store: Store, value: Term, reads: number): string {
  if (isRead(store.value)) {
    const all = walk.effects.iterations.every((i) =>
      i.stores.some((s) => s === store || (s.array === store.array && s.value === store.value)),
    );
    return all && walk.exits.every((x) => implies(x.guard, eq0(store.value), walk.symbols.range))
      ? 'copies up to and with the first zero'
      : 'copies elements';
  }
  if (applications([store.value], ELEMENT_SUM).size > 0) return 'sets elements to sums';
  if (reads > 0) return 'changes elements one by one';
  return symbolsOf(value).has(bound(walk).symbol) ? 'fills elements by a formula' : 'sets elements to one value';
}

/** Two elements change places, one from each end. */
function swaps(walk: Walk, range: Range): Said | null {
  const [iteration, ...others] = walk.iterative;
  if (!iteration || others.length > 0 || iteration.stores.length !== 2 || walk.exits.some((x) => x.stores.length > 0))
    return null;
  const [first, second] = iteration.stores;
  if (
    !first ||
    !second ||
    first.array !== second.array ||
    iteration.unknown.has(walk.cfg.arrays[first.array] as Symbol)
  )
    return null;
  const reads = (s: Store, o: Store): boolean =>
    s.value.kind === 'app' && arrayOf(s.value) === o.array && s.value.args[0] === o.index;
  if (!reads(first, second) || !reads(second, first)) return null;
  const [down, up] = stepOf(walk, first.index) === -1n ? [first, second] : [second, first];
  if (stepOf(walk, down.index) !== -1n || stepOf(walk, up.index) !== 1n) return null;
  // they never cross
  const gap = sub(unwrapped(walk, down.index), unwrapped(walk, up.index));
  const { range: of } = walk.symbols;
  if (!implies(iteration.guard, ge0(gap), of)) return null;
  const [lo, hi] = [placeOf(walk, first.array, up.index), placeOf(walk, first.array, down.index)];
  const meets = walk.exits.every((x) => implies(x.guard, ge0(plus(neg(gap), 1n)), of));
  const counter = bound(walk);
  if (meets && !lo.pointer && !hi.pointer) {
    const from = rowIndex(walk, first.array, lo);
    const row = sub(lo.offset, from);
    const span: Span = { from, last: sub(hi.offset, row), closed: true };
    const at = add(row, counter);
    const value = app(READ, [sub(add(lo.offset, hi.offset), counter)], lo.symbol);
    return {
      words: 'reverses elements in place',
      formula: `${printTerm(app(READ, [at], lo.symbol))}' = ${printTerm(value)} for ${within(walk, span)}`,
      ...elementsClaim(walk, first.array, span, [{ place: lo, at, value, when: TRUE }]),
    };
  }
  const [low, high] = [
    app(READ, [add(lo.offset, counter)], lo.symbol),
    app(READ, [sub(hi.offset, counter)], hi.symbol),
  ];
  return {
    words: meets ? 'reverses elements in place' : 'swaps elements',
    formula:
      `${printTerm(low)}' = ${printTerm(high)}, ${printTerm(high)}' = ${printTerm(low)} ` +
      `for ${within(walk, spanOf(walk, null, 1n, range, 0n))}`,
  };
}
