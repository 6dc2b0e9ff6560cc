/**
 * States that meet at a block. States that differ in nothing but a condition and its negation go on as one. So branches
 * in a row don't multiply. Where only an over-approximation is asked for, those that are too many go on as their hull.
 */
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import { TRUE, and, conjuncts, not, sym, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { Variable } from '../program/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { Fresh } from './region.ts';
import type { ArrayState } from './array-state.ts';
import type { State } from './path-state.ts';
import { UNTOUCHED, sameVersion, unknownArray } from './array-state.ts';

export interface JoinRequest {
  readonly variables: readonly Variable[];
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  /** Live where the states meet. */
  readonly live: ReadonlySet<number>;
  /** Arrays whose elements are read somewhere in the region. */
  readonly arraysRead: ReadonlySet<number>;
  /** The answers of the environment are needed in the order in which they were given. */
  readonly keepAnswers: boolean;
  /** More states than this go on as their hull. */
  readonly most: number;
}

/** The states, as few as possible; in the order of the source. */
export function joinStates(states: readonly State[], request: JoinRequest): State[] {
  const out = [...states];
  for (let again = out.length > 1; again; ) {
    again = false;
    search: for (let i = 0; i < out.length; i++)
      for (let j = i + 1; j < out.length; j++) {
        const both = joinTwo(out[i] as State, out[j] as State, request);
        if (both === null) continue;
        out[i] = both;
        out.splice(j, 1);
        again = true;
        break search;
      }
  }
  const few = out.length > request.most ? hulls(out, request) : out;
  return few.sort((a, b) => (a.order < b.order ? -1 : 1));
}

/** Those that have begun the loop's body and those that haven't count differently: they stay apart. */
const hulls = (states: readonly State[], request: JoinRequest): State[] =>
  [true, false].flatMap((begun) => {
    const some = states.filter((s) => s.begun === begun);
    return some.length > 1 ? [hullOf(some, request)] : some;
  });

function joinTwo(state: State, second: State, request: JoinRequest): State | null {
  if (
    state.begun !== second.begun ||
    state.definedKnown !== second.definedKnown ||
    state.defined.key !== second.defined.key ||
    !sameItems(state.reasons, second.reasons) ||
    !sameItems(state.inner, second.inner)
  )
    return null;
  for (const v of request.variables) {
    if (state.env[v.id] !== second.env[v.id] && (v.scope !== 'temp' || request.live.has(v.id))) return null;
  }
  const arrays = sameArrays(state, second, request);
  if (arrays === null) return null;
  const shared = commonPrefix(state.fresh, second.fresh);
  if (request.keepAnswers && [state, second].some((s) => s.fresh.slice(shared).some((f) => f.kind === 'nondet')))
    return null;
  const both = disjunction(state.guard, second.guard);
  const chosen = both === null ? witness(state, second, shared) : null;
  const guard = both ?? chosen?.guard ?? null;
  if (guard === null) return null;
  const first = state.order < second.order ? state : second;
  const used = mentioned({ ...first, guard });
  return {
    ...first,
    guard,
    facts: and(common([state.facts, second.facts]), guard, first.defined),
    arrays,
    hull: state.hull || second.hull,
    fresh: [
      ...first.fresh.slice(0, shared),
      ...[...state.fresh.slice(shared), ...second.fresh.slice(shared)].filter((f) => used.has(f.symbol)),
    ],
    witnesses: new Set([...state.witnesses, ...second.witnesses, ...(chosen?.answers ?? [])]),
    sites: [...state.sites, ...second.sites.filter((s) => !state.sites.includes(s))],
    written: new Set([...state.written, ...second.written]),
  };
}

/**
 * The disjunction of two conjunctions where it is a conjunction: equal, or equal but for one condition and its
 * negation.
 */
export function disjunction(first: Formula, second: Formula): Formula | null {
  if (first.key === second.key) return first;
  const shared = common([first, second]);
  const both = new Set(conjuncts(shared).map((f) => f.key));
  const [onlyA, onlyB] = [first, second].map((f) => and(...conjuncts(f).filter((x) => !both.has(x.key)))) as [
    Formula,
    Formula,
  ];
  return not(onlyA).key === onlyB.key ? shared : null;
}

/**
 * Where the guards differ only in what the environment answers, and nothing depends on the answers: one of them is
 * enough.
 */
function witness(
  first: State,
  second: State,
  shared: number,
): { readonly guard: Formula; readonly answers: ReadonlySet<Symbol> } | null {
  const answers = new Set([...first.fresh.slice(shared), ...second.fresh.slice(shared)].map((f) => f.symbol));
  const own = (f: Formula): boolean => {
    const s = [...symbolsOfFormula(f)];
    return s.length > 0 && s.every((x) => answers.has(x));
  };
  const parts = [first, second].map((s) => conjuncts(s.guard));
  const [xs, ys] = parts.map((ps) => and(...ps.filter((f) => !own(f))));
  if (xs?.key !== ys?.key) return null;
  const free = new Set(parts.flatMap((ps) => ps.filter(own)).flatMap((f) => [...symbolsOfFormula(f)]));
  const depends = (s: State): boolean =>
    [...s.env].some((t) => [...symbolsOf(t)].some((x) => free.has(x))) ||
    [...symbolsOfFormula(s.defined)].some((x) => free.has(x));
  return depends(first) || depends(second) ? null : { guard: first.guard, answers: free };
}

/** One state that contains them all: what differs may be anything. */
function hullOf(states: readonly State[], request: JoinRequest): State {
  const { symbols, mode } = request;
  const first = states.reduce((a, b) => (a.order < b.order ? a : b));
  const fresh = new Map<Symbol, Fresh>();
  for (const s of states) for (const f of s.fresh) fresh.set(f.symbol, f);
  const env = first.env.map((term, id) => {
    const variable = request.variables[id] as Variable;
    const values = states.map((s) => s.env[id] as Term);
    if (values.every((x) => x === term)) return term;
    const name = symbols.fresh('unmodelled', variable.name, variable.type);
    symbols.setType(name, variable.type, mode);
    const constants = values.flatMap((x) => (x.kind === 'const' ? [x.value] : []));
    if (constants.length === values.length) {
      symbols.set(name, {
        lo: constants.reduce((x, y) => (x < y ? x : y)),
        hi: constants.reduce((x, y) => (x > y ? x : y)),
      });
    }
    fresh.set(name, { symbol: name, kind: 'unmodelled', reason: null });
    return sym(name);
  });
  const arrays = new Map<number, ArrayState>();
  for (const id of new Set(states.flatMap((s) => [...s.arrays.keys()]))) {
    const of = states.map((s) => s.arrays.get(id));
    const one = of[0];
    arrays.set(id, one && of.every((x) => x !== undefined && sameArray(x, one)) ? one : unknownArray(symbols));
  }
  return {
    ...first,
    env,
    arrays,
    hull: true,
    fresh: [...fresh.values()],
    guard: common(states.map((s) => s.guard)),
    defined: common(states.map((s) => s.defined)),
    facts: common(states.map((s) => s.facts)),
    definedKnown: states.every((s) => s.definedKnown),
    sites: [...new Set(states.flatMap((s) => s.sites))],
    reasons: [...new Set(states.flatMap((s) => s.reasons))],
    written: new Set(states.flatMap((s) => [...s.written])),
  };
}

/** What all of them say. */
function common(formulas: readonly Formula[]): Formula {
  const [first, ...others] = formulas;
  const keys = others.map((f) => new Set(conjuncts(f).map((x) => x.key)));
  return first ? and(...conjuncts(first).filter((f) => keys.every((k) => k.has(f.key)))) : TRUE;
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}

function commonPrefix<T>(a: readonly T[], b: readonly T[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

function sameArray(first: ArrayState, second: ArrayState): boolean {
  return (
    sameVersion(first.version, second.version) &&
    first.writes.length === second.writes.length &&
    first.writes.every((w, i) => w.index === second.writes[i]?.index && w.value === second.writes[i]?.value)
  );
}

/** The arrays of both. Arrays that are never read may differ; null where others do. */
function sameArrays(first: State, second: State, request: JoinRequest): Map<number, ArrayState> | null {
  const out = new Map<number, ArrayState>();
  for (const id of new Set([...first.arrays.keys(), ...second.arrays.keys()])) {
    const x = first.arrays.get(id) ?? UNTOUCHED;
    if (sameArray(x, second.arrays.get(id) ?? UNTOUCHED)) out.set(id, x);
    else if (request.arraysRead.has(id)) return null;
    else out.set(id, unknownArray(request.symbols));
  }
  return out;
}

function mentioned(state: State): ReadonlySet<Symbol> {
  const out = new Set([...symbolsOfFormula(state.guard), ...symbolsOfFormula(state.defined)]);
  for (const t of state.env) for (const x of symbolsOf(t)) out.add(x);
  for (const { writes } of state.arrays.values())
    for (const w of writes) for (const t of [w.index, w.value]) for (const x of symbolsOf(t)) out.add(x);
  return out;
}
