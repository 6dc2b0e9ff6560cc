/**
 * What arrays contain on a path. A read is of an element as it was where the region began. In a loop's summary that is
 * where the loop is entered. In a function's paths it is where the function is. Where something was written between the
 * two, one is made the other here.
 */
import type { ArrayObject, Cfg } from '../program/index.ts';
import { feasible } from '../decide/index.ts';
import type { Formula, Interval, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  READ,
  and,
  app,
  eq,
  ge,
  int,
  isConst,
  ite,
  lt,
  or,
  rewrite,
  rewriteFormula,
  substitute,
  sym,
  symbolsOf,
  table,
} from '../logic/index.ts';
import { isProgramStart } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { IntType } from '../machine/index.ts';
import type { ExploreRequest, Fresh, InnerCase, InnerSummary } from './region.ts';
import type { ArrayState } from './array-state.ts';
import { UNTOUCHED } from './array-state.ts';

/** The arrays of a state in a region. */
export interface Contents {
  readonly request: Pick<ExploreRequest, 'cfg' | 'region' | 'symbols' | 'mode' | 'unstableArrays'>;
  readonly states: ReadonlyMap<number, ArrayState>;
  readonly facts: Formula;
}

/** Longest initial contents that are looked up at an index that is no constant. */
const LONGEST_TABLE = 64n;

const writtenIn = new WeakMap<Cfg, ReadonlySet<number>>();

/** Arrays that the function writes somewhere. */
function writtenAnywhere(cfg: Cfg): ReadonlySet<number> {
  let known = writtenIn.get(cfg);
  if (!known) {
    const stores = cfg.fn.blocks.flatMap((b) =>
      b.stmts.flatMap((s) =>
        s.kind === 'store' || s.kind === 'havoc-array' || s.kind === 'fill-array' ? [s.array] : [],
      ),
    );
    writtenIn.set(cfg, (known = new Set(stores)));
  }
  return known;
}

const isInitialised = (a: ArrayObject): boolean =>
  a.scope === 'global' && a.initial !== null && a.unknownInitial !== true;

/** It contains what it is initialised with wherever the region may be. */
const isAlwaysInitial = (a: ArrayObject, cfg: Cfg): boolean =>
  isInitialised(a) && (a.fixed === true || (isProgramStart(cfg.fn) && !writtenAnywhere(cfg).has(a.id)));

/** It contains that where this region begins. */
const isInitialAt = (a: ArrayObject, { request: { cfg, region } }: Contents): boolean =>
  isAlwaysInitial(a, cfg) || (isInitialised(a) && region === null && isProgramStart(cfg.fn));

/** The least and the greatest element of an array that is as it was initialised. */
function rangeOfContents(array: ArrayObject): Interval {
  const initial = array.initial ?? [];
  const full = array.length !== null && BigInt(initial.length) >= array.length;
  let lo = full ? (initial[0] ?? 0n) : 0n;
  let hi = lo;
  for (const v of initial) {
    if (v < lo) lo = v;
    if (v > hi) hi = v;
  }
  return { lo, hi };
}

/** Writes that may or may not have been to the element; more make a value that nobody reads. */
const MOST_POSSIBLE_WRITES = 4;

/**
 * An element of an array as the path has it; null: that is not known. Behind `a[i] = x; a[j] = y;` the element k is
 * `k == j ? y : k == i ? x : a[k]`.
 */
export function elementOf(contents: Contents, id: number, index: Term): Term | null {
  const { request, states, facts } = contents;
  const { symbols } = request;
  const possible: { readonly cond: Formula; readonly value: Term }[] = [];
  const chosen = (otherwise: Term | null): Term | null =>
    otherwise && possible.reduceRight((rest, { cond, value }) => ite(cond, value, rest), otherwise);
  for (const w of [...(states.get(id) ?? UNTOUCHED).writes].reverse()) {
    if (w.index === index) return chosen(w.value);
    const cond = eq(w.index, index);
    if (feasible(and(facts, cond), symbols.range) === 'no') continue;
    if (possible.length === MOST_POSSIBLE_WRITES) return null;
    possible.push({ cond, value: w.value });
  }
  return chosen(unwrittenElement(contents, id, index));
}

/** Of an element that no write of the path was to. */
function unwrittenElement(contents: Contents, id: number, index: Term): Term | null {
  const {
    request: { cfg, symbols, mode, unstableArrays },
    states,
    facts,
  } = contents;
  const object = cfg.fn.arrays[id];
  if (!object) return null;
  const { version } = states.get(id) ?? UNTOUCHED;
  if (version.kind === 'filled') return int(version.value);
  if (unstableArrays.has(id) || version.kind !== 'initial') return null;
  const initial = isInitialAt(object, contents) ? initialElement(object, index, facts, symbols) : null;
  if (initial !== null) return initial;
  const array = cfg.arrays[id] as Symbol;
  // the symbol is the same for all regions
  if (isAlwaysInitial(object, cfg)) symbols.settle(array, rangeOfContents(object));
  else symbols.setType(array, object.element, mode);
  return app(READ, [index], array);
}

/** An element of the initial contents; null where there are too many, or the index may be outside. */
function initialElement({ initial, length }: ArrayObject, index: Term, facts: Formula, symbols: Symbols): Term | null {
  if (initial === null || length === null) return null;
  if (isConst(index)) return index.value >= 0n && index.value < length ? int(initial[Number(index.value)] ?? 0n) : null;
  const first = initial[0] ?? 0n;
  const same = initial.every((v) => v === first) && (first === 0n || BigInt(initial.length) >= length);
  if (!same && length > LONGEST_TABLE) return null;
  if (feasible(and(facts, or(lt(index, int(0)), ge(index, int(length)))), symbols.range) !== 'no') return null;
  return same
    ? int(first)
    : table(
        Array.from({ length: Number(length) }, (_, k) => initial[k] ?? 0n),
        index,
      );
}

/** A symbol for an element of which nothing is known. */
export function unreadElement(
  array: ArrayObject,
  type: IntType,
  range: SourceRange | null,
  { symbols, mode }: Contents['request'],
): Fresh {
  const symbol = symbols.fresh('unmodelled', array.name, type);
  symbols.setType(symbol, type, mode);
  return {
    symbol,
    kind: 'unmodelled',
    reason: {
      code: 'array-element',
      message: `An element of ${array.name} is read that may have been written before.`,
      range,
    },
  };
}

/**
 * Arrays of which some element is no longer as it was where the region began. `known`: and those of which it is known
 * what they contained there.
 */
function outdated(contents: Contents, known: boolean): ReadonlyMap<Symbol, ArrayObject> {
  const {
    request: { cfg, unstableArrays },
    states,
  } = contents;
  const out = new Map<Symbol, ArrayObject>();
  for (const a of cfg.fn.arrays) {
    const store = states.get(a.id) ?? UNTOUCHED;
    const changed = unstableArrays.has(a.id) || store.version.kind !== 'initial' || store.writes.length > 0;
    if (changed || (known && isInitialAt(a, contents) && !isAlwaysInitial(a, cfg)))
      out.set(cfg.arrays[a.id] as Symbol, a);
  }
  return out;
}

const arrayRead = (t: Term, of: ReadonlyMap<Symbol, ArrayObject>): ArrayObject | undefined =>
  t.kind === 'app' && t.fn === READ && t.of !== null ? of.get(t.of) : undefined;

/** What was read before some of it was written, by symbols of its own: for what takes reads to be of now. */
export interface Hidden {
  readonly env: readonly Term[];
  readonly facts: Formula;
  /** What the symbols stand for. */
  readonly values: ReadonlyMap<Symbol, Term>;
}

/** What has the same value has the same symbol, whichever way a loop is reached. */
const hiddenReads = new WeakMap<Symbols, Map<string, Symbol>>();

/** A state in which no read is of what has been written since. */
export function hidden(contents: Contents, env: readonly Term[]): Hidden {
  const {
    request: { symbols },
    facts,
  } = contents;
  const old = outdated(contents, false);
  const values = new Map<Symbol, Term>();
  if (old.size === 0) return { env, facts, values };
  const known = hiddenReads.get(symbols) ?? new Map<string, Symbol>();
  hiddenReads.set(symbols, known);
  const hide = (term: Term): Term | null => {
    const array = arrayRead(term, old);
    if (term.kind !== 'app' || term.of === null || !array) return null;
    const symbol = known.get(term.key) ?? symbols.fresh('value', array.name, array.element);
    if (!known.has(term.key)) symbols.copy(term.of, symbol);
    known.set(term.key, symbol);
    values.set(symbol, term);
    return sym(symbol);
  };
  return { env: env.map((t) => rewrite(t, hide)), facts: rewriteFormula(facts, hide), values };
}

export interface Placed {
  readonly summary: InnerSummary;
  /** By case: elements of which nothing is known. */
  readonly unknown: readonly (readonly Fresh[])[];
  /** What the summary's symbols stand for, those of elements that are known among them. */
  readonly values: ReadonlyMap<Symbol, Term>;
}

/**
 * A loop's summary with the elements that it reads as the path has them, by symbols of their own. `before` has the
 * values of the summary's other symbols. `head`: where the loop is.
 */
export function placed(
  contents: Contents,
  summary: InnerSummary,
  before: ReadonlyMap<Symbol, Term>,
  head: SourceRange | null,
): Placed {
  const { request } = contents;
  const old = outdated(contents, true);
  if (old.size === 0) return { summary, unknown: [], values: before };
  const values = new Map(before);
  const known = new Map<string, { readonly term: Term; readonly unknown: Fresh | null }>();
  const unknown: Fresh[][] = [];
  let any = false;
  const cases = summary.cases.map((given, caseIndex): InnerCase => {
    const own = new Set(given.fresh.map((f) => f.symbol));
    const lost = new Map<Symbol, Fresh>();
    const place = (term: Term): Term | null => {
      const array = arrayRead(term, old);
      if (term.kind !== 'app' || term.of === null || !array) return null;
      any = true;
      let found = known.get(term.key);
      if (!found) {
        const index = rewrite(term.args[0] as Term, place);
        // what is chosen within the loop has no value here
        const value = [...symbolsOf(index)].some((s) => own.has(s))
          ? null
          : elementOf(contents, array.id, substitute(index, values));
        const nothing = value === null ? unreadElement(array, array.element, head, request) : null;
        const symbol = nothing?.symbol ?? request.symbols.fresh('value', array.name, array.element);
        if (value !== null) {
          request.symbols.copy(term.of, symbol);
          values.set(symbol, value);
        }
        found = { term: sym(symbol), unknown: nothing };
        known.set(term.key, found);
      }
      if (found.unknown) lost.set(found.unknown.symbol, found.unknown);
      return found.term;
    };
    const formula = (f: Formula): Formula => rewriteFormula(f, place);
    const term = (t: Term): Term => rewrite(t, place);
    const out: InnerCase = {
      ...given,
      guard: formula(given.guard),
      defined: given.defined && formula(given.defined),
      post: new Map([...given.post].map(([v, t]) => [v, term(t)])),
      iterations: given.iterations && term(given.iterations),
      ...(given.counts ? { counts: new Map([...given.counts].map(([p, t]) => [p, term(t)])) } : {}),
      fresh: given.fresh.map((f) => ({
        ...f,
        ...(f.least ? { least: formula(f.least) } : {}),
        ...(f.follows ? { follows: { ...f.follows, position: term(f.follows.position) } } : {}),
      })),
    };
    unknown[caseIndex] = [...lost.values()];
    return out;
  });
  return any ? { summary: { ...summary, cases }, unknown, values } : { summary, unknown: [], values };
}
