/**
 * A loop as a walk over arrays and lists. Which values move by the same step on every path? Does an iteration meet
 * what an earlier one wrote? How are places named?
 */
import type { Cfg, VarId } from '../../program/index.ts';
import { listed } from '../../source/index.ts';
import { bySymbol } from '../../program/index.ts';
import { implies } from '../../decide/index.ts';
import type { CNames, Formula, Symbol, Symbols, Term } from '../../logic/index.ts';
import {
  add,
  and,
  asText,
  conjuncts,
  ge0,
  int,
  indexInRow,
  isDeclared,
  isFresh,
  isLiteral,
  partsOf,
  plus,
  rewrite,
  sub,
  substitute,
  sym,
  symbolsOf,
} from '../../logic/index.ts';
import type { Effects, EffectsRequest, Iteration, LoopPath } from '../../explore/index.ts';
import { effectsOf } from '../../explore/index.ts';
import type { EntryState } from '../entry-states.ts';
import { Assumptions } from './assumptions.ts';
import { fitsIn, neverWraps } from './never-wraps.ts';
import type { EffectReport } from '../../report/index.ts';

export interface Walk {
  readonly cfg: Cfg;
  readonly symbols: Symbols;
  readonly entry: EntryState;
  readonly effects: Effects;
  readonly iterative: readonly Iteration[];
  readonly exits: readonly Iteration[];
  /** What the head of a `for` sets, over the values before that. */
  readonly initial: ReadonlyMap<Symbol, Term>;
  /** What its statement may still change on its way out. */
  readonly leaving: { readonly variables: ReadonlySet<Symbol>; readonly arrays: ReadonlySet<number> };
  /** For claims in C. */
  readonly names: Pick<CNames, 'symbol' | 'element' | 'character'>;
  /** What it takes that isn't certain. */
  readonly assumptions: Assumptions;
}

/** Values that the head of a `for` sets, and names for C. */
export type Before = Pick<Walk, 'initial' | 'names' | 'leaving'>;

/** Nothing is set, and nothing is said. */
export const UNSAID: Before = {
  initial: new Map(),
  leaving: { variables: new Set(), arrays: new Set() },
  names: { symbol: () => null, element: () => null },
};

/** Which loop is walked, and what is known of it. */
interface WalkRequest extends EffectsRequest {
  readonly entry: EntryState;
  readonly before: Before;
}

/** Null where the loop isn't one that can be told by what an iteration does. */
export function walkOf(request: WalkRequest): Walk | null {
  const { cfg, symbols, entry, before } = request;
  const effects = effectsOf(request);
  if (!effects) return null;
  const iterative = effects.iterations.filter((i) => i.repeats);
  const exits = effects.iterations.filter((i) => !i.repeats);
  if (iterative.length === 0 || exits.length === 0) return null;
  return { cfg, symbols, entry, effects, iterative, exits, ...before, assumptions: new Assumptions() };
}

/** The same from a loop's paths, inner loops included, where no array is written in it. */
export function walkAlong(
  cfg: Cfg,
  paths: readonly LoopPath[],
  entry: EntryState,
  symbols: Symbols,
  before: Before = UNSAID,
): Walk | null {
  if (
    paths.length === 0 ||
    paths.some((p) => p.arraysWritten.size > 0 || p.end.kind === 'lost' || p.end.kind === 'fail')
  )
    return null;
  const iterations = paths.map(
    (p): Iteration => ({
      repeats: p.kind === 'iterative',
      begun: p.begun,
      end: p.end,
      guard: and(p.guard, p.free),
      update: bySymbol(p.update, cfg.symbols),
      stores: [],
      written: null,
      unknown: new Set(p.fresh.map((f) => f.symbol)),
    }),
  );
  const walk = {
    cfg,
    symbols,
    entry,
    effects: { iterations, apart: [], behind: null },
    ...before,
    assumptions: new Assumptions(),
  };
  return { ...walk, iterative: iterations.filter((i) => i.repeats), exits: iterations.filter((i) => !i.repeats) };
}

const NARROW = 1n << 32n;

/**
 * How much a variable changes in an iteration, the same on every path; null where that differs. What may wrap around is
 * taken not to.
 */
export function stepOfSymbol(walk: Walk, name: Symbol): bigint | null {
  let step: bigint | null = null;
  for (const i of walk.iterative) {
    const after = i.update.get(name);
    const d = after === undefined ? int(0) : sub(unwrapped(walk, after, i), sym(name));
    if (d.kind !== 'const' || (step !== null && step !== d.value)) return null;
    step = d.value;
  }
  return step;
}

/** As the source calls them: of two variables of one name the formal view marks the second one, `i@4`. */
export const inSourceNames = (walk: Walk, term: Term): Term =>
  substitute(
    term,
    new Map(
      [...symbolsOf(term)].flatMap((s) => {
        const name = walk.names.symbol(s);
        return name === null || name === s.display ? [] : [[s, asText(name)]];
      }),
    ),
  );

/** The term, in one iteration or in all, without a modulus that only a wrap-around makes matter: 32 bits or more. */
export function unwrapped(walk: Walk, term: Term, iteration: Iteration | null = null): Term {
  if (term.kind !== 'mod' || term.by < NARROW || !partsOf(term.arg).parts.every((p) => p.mono.kind === 'sym'))
    return term;
  const { constant, parts } = partsOf(term.arg);
  // small steps back are large numbers
  const sum = constant > term.by / 2n ? plus(term.arg, -term.by) : term.arg;
  const reduced = { value: term, sum, by: term.by };
  const { range } = walk.symbols;
  if (iteration ? fitsIn(reduced, iteration, range) : neverWraps(reduced, walk.effects.iterations, range)) return sum;
  const names = parts.flatMap((p) =>
    p.mono.kind === 'sym' && isDeclared(p.mono.symbol)
      ? [walk.names.symbol(p.mono.symbol) ?? p.mono.symbol.display]
      : [],
  );
  const isSum = names.length === parts.length && parts.every(({ coef }) => coef === 1n);
  const wrapping = isSum || names.length < 2 ? [names.join(' + ')] : names;
  const told = wrapping.map((name) => `\`${name}\``);
  walk.assumptions.take(`${listed(told, 'and')} ${told.length > 1 ? "don't" : "doesn't"} wrap around`);
  return sum;
}

/** The same for a linear term. */
export function stepOf(walk: Walk, term: Term): bigint | null {
  const { parts } = partsOf(unwrapped(walk, term));
  let step = 0n;
  for (const { coef, mono } of parts) {
    if (mono.kind !== 'sym') return null;
    const d = walk.iterative.some((i) => i.unknown.has(mono.symbol)) ? null : stepOfSymbol(walk, mono.symbol);
    if (d === null) return null;
    step += coef * d;
  }
  return step;
}

/** The array that a read is of. */
export const arrayOf = (t: Term): number | null => (t.kind === 'app' && t.of?.kind === 'array' ? t.of.id : null);

/**
 * No iteration writes what a later one reads there: the element is what it was before the loop. `guard`: where the read
 * happens.
 */
export function untouched(walk: Walk, array: number, index: Term, guard: Formula): boolean {
  for (const i of walk.effects.iterations) {
    if (i.unknown.has(walk.cfg.arrays[array] as Symbol)) return false;
    const written = i.repeats ? i.stores.filter((s) => s.array === array) : [];
    if (written.some((s) => mayBeWrittenBefore(walk, s.index, index, guard))) return false;
  }
  assumeApart(walk, array);
  return true;
}

/** An earlier iteration may have written there: with a step d, at `written - d`, `written - 2 d`, ... */
function mayBeWrittenBefore(walk: Walk, written: Term, index: Term, guard: Formula): boolean {
  const d = stepOf(walk, written);
  if (d === null || d === 0n) return true;
  const ahead = sub(unwrapped(walk, index), unwrapped(walk, written));
  if (ahead.kind === 'const') return ahead.value % d === 0n && ahead.value / d < 0n;
  return !implies(guard, d > 0n ? ge0(plus(ahead, d - 1n)) : ge0(sub(int(-d - 1n), ahead)), walk.symbols.range);
}

/** What is stored to others isn't stored to this one. */
export function assumeApart({ effects, cfg, assumptions }: Walk, array: number): void {
  for (const [changed, stored] of effects.apart) {
    if (changed !== array) continue;
    const names = [changed, stored].map((x) => cfg.fn.arrays[x]?.name ?? '?').sort();
    assumptions.take(`\`${names[0]}\` and \`${names[1]}\` don't overlap`);
  }
}

/** A place in an array by what is in scope before the loop: the array, or a pointer. */
export interface Place {
  readonly symbol: Symbol;
  readonly offset: Term;
  readonly pointer: boolean;
}

const closed = (t: Term): boolean => ![...symbolsOf(t)].some(isFresh);
const FAR = 1n << 31n;

/**
 * A value as it was before the loop. Each variable has one name in all that is said: with `j` being `i - 1`, `j + 1` is
 * no `i`, beside which `a[j]` would be something else.
 */
export function before(walk: Walk, term: Term): Term {
  const e = substitute(unwrapped(walk, term), walk.entry.values);
  if (!closed(e)) return substitute(unwrapped(walk, term), walk.initial);
  return substitute(
    rewrite(e, (t) => (t.kind === 'sym' ? equalOf(walk, t) : null)),
    walk.initial,
  );
}

/** Another name for it: one that stays rather than one that moves, a constant; null: there is none. */
function equalOf(walk: Walk, name: Term): Term | null {
  let best = name;
  for (const f of conjuncts(walk.entry.facts)) {
    if (!isLiteral(f) || f.kind !== 'eq' || f.term.size > 20) continue;
    for (const c of [sub(best, f.term), add(best, f.term)])
      if (c.size < best.size || (c.size === best.size && !namesMoving(walk, c) && namesMoving(walk, best))) best = c;
  }
  return best === name ? null : best;
}

const namesMoving = (w: Walk, t: Term): boolean => [...symbolsOf(t)].some((s) => stepOfSymbol(w, s) !== 0n);

export function placeOf(walk: Walk, array: number, index: Term): Place {
  const { fn } = walk.cfg;
  const object = fn.arrays[array];
  const called = walk.cfg.arrays[array] ?? asText('?').symbol;
  const own = unwrapped(walk, index);
  const entered = before(walk, own);
  const moved = object?.scope === 'param' && !baseIsName(walk, array);
  // what the head sets is another value before the loop
  const isSetInHead = (t: Term): boolean => [...symbolsOf(t)].some((s) => walk.initial.has(s));
  const others = [substitute(own, walk.entry.values), own].filter((t) => !isSetInHead(t));
  const candidates = [entered, ...others];
  for (const candidate of candidates) {
    const ids = new Map(walk.cfg.symbols.map((n, v) => [n, v]));
    const pointers = partsOf(candidate).parts.flatMap((p) =>
      p.mono.kind === 'sym' && isPointer(walk, ids.get(p.mono.symbol)) ? [{ coef: p.coef, symbol: p.mono.symbol }] : [],
    );
    if (pointers.length === 0 && !hasFar(candidate)) {
      if (moved) continue;
      return { symbol: called, offset: candidate, pointer: false };
    }
    const [there] = pointers.filter((p) => p.coef === 1n);
    const bases = pointers.filter((p) => p.coef === -1n);
    if (!there || !isDeclared(there.symbol) || pointers.length !== 1 + bases.length) continue;
    if (bases.length === 1 && bases[0] && isBase(walk, array, bases[0].symbol)) {
      return {
        symbol: there.symbol,
        offset: add(candidate, sub(sym(bases[0].symbol), sym(there.symbol))),
        pointer: true,
      };
    }
    const at = fn.positions?.find((p) => p.name === object?.name)?.at;
    if (bases.length === 0 && at !== undefined)
      return { symbol: there.symbol, offset: plus(sub(candidate, sym(there.symbol)), at), pointer: true };
  }
  return {
    symbol: moved ? asText(`(${called.display} as passed)`).symbol : called,
    offset: others.at(-1) ?? entered,
    pointer: false,
  };
}

/** Where the element is in its row, if the loop stays in that; else where it is in the array. */
export function rowIndex(walk: Walk, array: number, { offset, pointer }: Place): Term {
  const shape = walk.cfg.fn.arrays[array]?.shape;
  const index = shape && !pointer && shape.dims.length > 1 ? indexInRow(shape.dims, offset) : null;
  const isSame = index !== null && [...symbolsOf(sub(offset, index))].every((s) => isUnchanged(walk, s));
  return isSame ? index : offset;
}

const isUnchanged = (walk: Walk, s: Symbol): boolean =>
  stepOfSymbol(walk, s) === 0n &&
  !walk.leaving.variables.has(s) &&
  !walk.effects.iterations.some((i) => i.unknown.has(s) || i.update.has(s));

/** How far an element lies from where a pointer is: 1 for `p[1]`; null where they aren't in one object for sure. */
export function distanceFrom(walk: Walk, array: number, index: Term, pointer: Symbol): Term | null {
  const { fn, symbols } = walk.cfg;
  const rest = sub(unwrapped(walk, index), sym(pointer));
  const others = partsOf(rest).parts.filter(
    ({ mono }) => mono.kind === 'sym' && isPointer(walk, symbols.indexOf(mono.symbol)),
  );
  const [base] = others;
  const at = fn.positions?.find((p) => p.name === fn.arrays[array]?.name)?.at;
  const distance =
    base?.mono.kind === 'sym' && base.coef === -1n && isBase(walk, array, base.mono.symbol)
      ? add(rest, base.mono)
      : base === undefined && at !== undefined
        ? plus(rest, at)
        : null;
  return others.length > 1 || distance === null || hasFar(distance) ? null : distance;
}

const hasFar = (t: Term): boolean => {
  const { constant, parts } = partsOf(t);
  // a signed conversion takes half of its modulus away
  const shifts = parts.flatMap(({ coef, mono }) => (mono.kind === 'mod' && coef === 1n ? [mono.by / 2n] : []));
  const own = constant + (constant < 0n ? shifts : []).reduce((sum, shift) => sum + shift, 0n);
  return own > FAR || own < -FAR;
};

function isPointer(w: Walk, v: VarId | undefined): boolean {
  return v !== undefined && w.cfg.fn.variables[v]?.pointer === true;
}

/** The symbol is where the array begins, or the parameter that leads there. */
function isBase(w: Walk, array: number, s: Symbol): boolean {
  const { fn, arrays } = w.cfg;
  const at = fn.paramArrays?.indexOf(array) ?? -1;
  return s.origin === arrays[array] || (at >= 0 && isDeclared(s) && fn.paramPointers?.[at] === s.id);
}

/** An array that is handed in is called by the name of the parameter, if that still leads to where it did. */
function baseIsName(walk: Walk, array: number): boolean {
  const { fn, symbols, arrays } = walk.cfg;
  const at = fn.paramArrays?.indexOf(array) ?? -1;
  const v = at < 0 ? null : (fn.paramPointers?.[at] ?? null);
  // no position was ever asked for: it can't have been moved
  if (v === null) return true;
  const pointer = symbols[v] as Symbol;
  const base = symbols.find((s) => s.origin === arrays[array]) ?? pointer;
  return base === pointer || walk.entry.values.get(pointer) === walk.entry.values.get(base);
}

/** `s`, `s + i`: the pointer to a place. */
export function pointerTerm(p: Place): Term {
  return add(sym(p.symbol), p.offset);
}

/** One effect, what it takes apart. */
export type Said = Omit<EffectReport, 'assuming'>;
