/**
 * The loop paths of one loop: guard and update of every way through an iteration (Proteus, definition 2; LoopSCC's
 * SPath).
 */
import type { Budget } from '../budget/index.ts';
import type { Block, BlockId, Cfg, Expr, Loop, VarId } from '../program/index.ts';
import { feasible } from '../decide/index.ts';
import type { Formula, Literal, RangeOf, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  TRUE,
  and,
  asText,
  conjuncts,
  isLiteral,
  not,
  substitute,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import { isBehindPointer, readVariables } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { ExploreRequest, ExploredPath, Fresh, InnerUse, PathEnd, UndefinedSite } from './region.ts';
import { explore } from './explore-region.ts';
import { disjunction } from './join-states.ts';
import type { Slice } from './slice-loop.ts';

export interface LoopPath {
  /** `π1`, `π2`, ... */
  readonly id: string;
  readonly kind: 'iterative' | 'exit';
  /** The body is begun on it: always where it is iterative. */
  readonly begun: boolean;
  /** Condition on the variables before the iteration. For iterative paths a conjunction of literals. */
  readonly guard: Formula;
  /** What the environment must answer on this path: literals over fresh symbols alone. */
  readonly free: Formula;
  /** The changed variables: terms over the values before the iteration and fresh symbols. */
  readonly update: ReadonlyMap<VarId, Term>;
  readonly end: PathEnd;
  /** No undefined behaviour in the iteration, as a condition on the values before it. */
  readonly defined: Formula;
  readonly definedKnown: boolean;
  readonly undefinedSites: readonly UndefinedSite[];
  readonly fresh: readonly Fresh[];
  /** Answers of the environment of which `free` has only some that lead this way. */
  readonly witnesses: ReadonlySet<Symbol>;
  readonly inner: readonly InnerUse[];
  readonly reasons: readonly Reason[];
  readonly arraysWritten: ReadonlySet<number>;
  /** The blocks that it comes through; of paths that were merged those of one of them. */
  readonly blocks: readonly BlockId[];
}

export interface LoopPaths {
  readonly paths: readonly LoopPath[];
  /** False where the list is not all of them. */
  readonly complete: boolean;
  /** Why it isn't: there are too many, or following them takes too much work. */
  readonly missing: 'too-many' | 'too-much' | null;
}

export interface PathsRequest {
  readonly cfg: Cfg;
  readonly loop: Loop;
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  readonly inner: ExploreRequest['inner'];
  readonly assertions: 'exit' | 'ignore';
  /** Variables of interest: paths that differ in nothing else are merged; null: all. */
  readonly interest: ReadonlySet<VarId> | null;
  readonly maxPaths: number;
  /** Everything that depends on a condition becomes a path of its own. */
  readonly splitValues: boolean;
  /** Wrap-around never does: moduli stay in the terms. */
  readonly keepModuli?: boolean;
  /** Follow only what decides when the loop is left. */
  readonly slice: Slice | null;
  readonly budget: Budget;
}

export function loopPaths(request: PathsRequest): LoopPaths {
  const { cfg, loop, symbols, mode } = request;
  const env = cfg.fn.variables.map((v) => {
    const name = cfg.symbols[v.id] as Symbol;
    symbols.setType(name, v.type, mode);
    return sym(name);
  });
  const control = orderedVariables(cfg, loop);
  const result = explore({
    cfg,
    start: loop.site.header,
    region: loop.blocks,
    body: loop.site.body,
    env,
    facts: TRUE,
    symbols,
    mode,
    splitOn: (v) => !request.keepModuli && (control.has(v) || request.splitValues),
    splitValues: request.splitValues,
    splitConditions: !request.keepModuli,
    inner: request.inner,
    assertions: request.assertions,
    unstableArrays: arraysWritten(cfg, loop),
    maxPaths: request.maxPaths,
    slice: request.slice,
    budget: request.budget,
  });
  const paths = mergeEqualEffects(result.paths.map((p) => toLoopPath(p, env, request)));
  const order = [...paths.filter((p) => p.kind === 'iterative'), ...paths.filter((p) => p.kind === 'exit')];
  return {
    paths: order.map((p, i) => ({ ...p, id: `π${i + 1}` })),
    complete: result.kind === 'paths',
    missing: result.kind === 'paths' ? null : result.kind,
  };
}

function toLoopPath(path: ExploredPath, env: readonly Term[], request: PathsRequest): LoopPath {
  const { interest } = request;
  const forgotten = forgottenAfter(path, request);
  const update = new Map<VarId, Term>();
  for (const [v, t] of path.env.entries()) {
    if (t !== env[v] && !forgotten(v, t) && (!interest || interest.has(v))) update.set(v, t);
  }
  const fresh = new Set(path.fresh.map((f) => f.symbol));
  const isFree = (f: Formula): boolean => {
    const s = [...symbolsOfFormula(f)];
    return s.length > 0 && s.every((x) => fresh.has(x));
  };
  const parts = conjuncts(path.guard);
  return {
    id: '',
    kind: path.end.kind === 'back' ? 'iterative' : 'exit',
    begun: path.begun || path.end.kind === 'back',
    guard: and(...parts.filter((f) => !isFree(f))),
    free: and(...parts.filter(isFree)),
    update,
    end: path.end,
    defined: path.defined,
    definedKnown: path.definedKnown,
    undefinedSites: path.undefinedKinds,
    fresh: path.fresh,
    witnesses: path.witnesses,
    inner: path.inner,
    reasons: path.reasons,
    arraysWritten: path.arraysWritten,
    blocks: path.blocks,
  };
}

/** New values that are never read: of temporaries, and behind pointers whose targets aren't known. */
function forgottenAfter(path: ExploredPath, { cfg, loop }: PathsRequest): (v: VarId, t: Term) => boolean {
  const at = path.end.kind === 'back' ? loop.site.header : path.end.kind === 'leave' ? path.end.to : null;
  const isLive = (v: VarId, b: number): boolean => cfg.live[b]?.has(v) === true;
  const isReadAgain = (v: VarId): boolean => (at !== null && isLive(v, at)) || isLive(v, loop.site.header);
  const unknown = new Set(path.fresh.filter((f) => f.kind === 'unmodelled').map((f) => f.symbol));
  return (v, t) => {
    const variable = cfg.fn.variables[v];
    if (!variable || isReadAgain(v)) return false;
    if (variable.scope === 'temp') return true;
    const leads = variable.pointer === true || isBehindPointer(variable);
    return unknown.size > 0 && leads && [...symbolsOf(t)].some((s) => unknown.has(s));
  };
}

/**
 * Joins paths with the same effect. Their guards differ only in one literal and its negation, or in what the
 * environment answers.
 */
function mergeEqualEffects(paths: readonly LoopPath[]): LoopPath[] {
  let out = paths.map((path): KeyedPath => ({ path, effect: effectKey(path) }));
  for (let fewer = withOnePairMerged(out); fewer !== null; fewer = withOnePairMerged(out)) out = fewer;
  return out.map(({ path }) => path);
}

interface KeyedPath {
  readonly path: LoopPath;
  /** Equal for paths that do the same. */
  readonly effect: string;
}

function effectKey(path: LoopPath): string {
  const names = new Map(path.fresh.map((f, i): [Symbol, Term] => [f.symbol, asText(`fresh ${i}`)]));
  const print = (t: Term): string => substitute(t, names).key;
  const end = path.end.kind === 'return' ? `return ${path.end.value?.key}` : JSON.stringify(path.end);
  const update = [...path.update].map(([variable, term]) => `${variable}=${print(term)}`).join(' ');
  return `${end} ${update} ${path.reasons.length} ${path.inner.length} ${path.begun}`;
}

/** The first two paths of the list that can be joined are one, in the first one's place; null: there are none. */
function withOnePairMerged(paths: readonly KeyedPath[]): KeyedPath[] | null {
  for (const [i, first] of paths.entries())
    for (const second of paths.slice(i + 1)) {
      const both = first.effect === second.effect ? merged(first.path, second.path) : null;
      if (both === null) continue;
      return paths.flatMap((p) => (p === first ? { ...first, path: both } : p === second ? [] : p));
    }
  return null;
}

/** Two paths with the same effect as one; null where they can't be. */
function merged(first: LoopPath, second: LoopPath): LoopPath | null {
  if (first.inner.length > 0 || second.inner.length > 0) return null;
  const guard = disjunction(first.guard, second.guard);
  if (guard === null || first.defined.key !== second.defined.key) return null;
  if (first.guard.key !== second.guard.key)
    return first.free.kind === 'true' && second.free.kind === 'true' ? { ...first, guard } : null;
  // either answer of the environment leads here: one of them is witness enough
  if (mentionsUpdate(first) || mentionsUpdate(second)) return null;
  const witnesses = new Set([...first.witnesses, ...second.witnesses]);
  const free = disjunction(first.free, second.free);
  if (free !== null) return { ...first, free, witnesses };
  for (const s of symbolsOfFormula(first.free)) witnesses.add(s);
  return { ...first, witnesses };
}

/** Some update reads a fresh symbol that the path's free condition restricts. */
function mentionsUpdate(p: LoopPath): boolean {
  const free = symbolsOfFormula(p.free);
  return [...p.update.values()].some((t) => [...symbolsOf(t)].some((s) => free.has(s)));
}

/**
 * The paths as far as the number of iterations depends on them. Updates are restricted to what guards depend on. Ways
 * out that only the environment decides are left away. Paths with equal effects are merged. The loop iterates no more
 * often than these paths allow.
 */
export function countingPaths(paths: readonly LoopPath[], names: readonly Symbol[], range: RangeOf): LoopPath[] {
  const relevant = decidingSymbols(paths, names);
  const sliced = withoutChosenExits(paths, range).map(
    (p): LoopPath => ({
      ...p,
      update: new Map([...p.update].filter(([v]) => relevant.has(names[v] as Symbol))),
      inner: [],
      reasons: [],
      defined: and(...conjuncts(p.defined).filter((f) => [...symbolsOfFormula(f)].every((s) => relevant.has(s)))),
      fresh: p.fresh.map((f) => ({ ...f, kind: f.kind === 'unmodelled' ? 'nondet' : f.kind })),
    }),
  );
  const joined = mergeEqualEffects(sliced);
  const open = joined.filter((p) => p.kind === 'iterative' && p.free.kind !== 'true');
  // the environment's choices matter only where it still chooses between two iterative paths that some state allows
  const apart = (p: LoopPath, o: LoopPath): boolean => feasible(and(p.guard, o.guard), range) === 'no';
  const onlyLeaves = open.every((p) => joined.every((o) => o === p || o.kind !== 'iterative' || apart(p, o)));
  return onlyLeaves ? joined.map((p) => ({ ...p, free: TRUE })) : joined;
}

/**
 * Ways out that only the environment decides are left away where the loop may also go on. Where it can't, as for
 * `if (++i > 3) break;`, they stay: the environment then only decides which of them it is.
 */
function withoutChosenExits(paths: readonly LoopPath[], range: RangeOf): readonly LoopPath[] {
  const iterative = paths.filter((p) => p.kind === 'iterative');
  if (iterative.every((p) => p.free.kind === 'true')) return paths;
  return paths.flatMap((p) => {
    if (p.kind === 'iterative' || p.free.kind === 'true') return [p];
    const alone = and(p.guard, ...iterative.map((o) => not(o.guard)));
    return feasible(alone, range) === 'no' ? [] : [{ ...p, guard: alone }];
  });
}

/** What the guards read, and what that depends on. */
function decidingSymbols(paths: readonly LoopPath[], names: readonly Symbol[]): ReadonlySet<Symbol> {
  const relevant = new Set<Symbol>();
  for (const p of paths) for (const s of symbolsOfFormula(p.guard)) relevant.add(s);
  for (let before = -1; before < relevant.size; ) {
    before = relevant.size;
    for (const p of paths)
      for (const [v, t] of p.update)
        if (relevant.has(names[v] as Symbol)) for (const s of symbolsOf(t)) relevant.add(s);
  }
  return relevant;
}

/** Names that the paths read or change. */
export function mentionedBy(paths: readonly LoopPath[], names: readonly Symbol[]): Set<Symbol> {
  const out = new Set<Symbol>();
  const take = (symbols: Iterable<Symbol>): void => {
    for (const s of symbols) out.add(s);
  };
  for (const p of paths) {
    for (const f of [p.guard, p.free, p.defined]) take(symbolsOfFormula(f));
    for (const [v, t] of p.update) take([names[v] as Symbol, ...symbolsOf(t)]);
  }
  return out;
}

/** Literals of a conjunctive guard; null where it isn't one. */
export function literalsOf(guard: Formula): readonly Literal[] | null {
  const parts = conjuncts(guard);
  return parts.every(isLiteral) ? (parts as readonly Literal[]) : null;
}

export function arraysWritten(cfg: Cfg, loop: Loop): ReadonlySet<number> {
  const out = new Set<number>();
  for (const b of loop.blocks)
    for (const s of cfg.fn.blocks[b]?.stmts ?? []) {
      if (s.kind === 'store' || s.kind === 'havoc-array' || s.kind === 'fill-array') out.add(s.array);
    }
  return out;
}

/**
 * Variables whose order matters to the loop's control flow. They are in conditions other than equalities of sums, or
 * flow into them. Their wrap-around is worth paths of its own; the others stay in the ring.
 */
function orderedVariables(cfg: Cfg, loop: Loop): ReadonlySet<VarId> {
  const blocks = [...loop.blocks].flatMap((b) => cfg.fn.blocks[b] ?? []);
  const ordered = new Set(blocks.flatMap(conditionsIn).flatMap((cond) => [...orderedIn(cond)]));
  const flows = flowsIn(blocks);
  const work = [...ordered];
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    for (const w of flows.get(v) ?? []) {
      if (ordered.has(w)) continue;
      ordered.add(w);
      work.push(w);
    }
  }
  return ordered;
}

const conditionsIn = ({ stmts, end }: Block): readonly Expr[] => [
  ...stmts.flatMap((s) => (s.kind === 'assume' || s.kind === 'assert' ? [s.cond] : [])),
  ...(end.kind === 'branch' ? [end.cond] : []),
];

/** By variable: those whose values flow into it. */
function flowsIn(blocks: readonly Block[]): ReadonlyMap<VarId, ReadonlySet<VarId>> {
  const flows = new Map<VarId, Set<VarId>>();
  for (const { stmts } of blocks)
    for (const s of stmts) {
      if (s.kind !== 'assign') continue;
      const known = flows.get(s.target);
      if (!known) flows.set(s.target, new Set(readVariables(s.value)));
      else for (const v of readVariables(s.value)) known.add(v);
    }
  return flows;
}

/** Variables of the condition, but for those that are only compared for equality in the ring. */
function orderedIn(expression: Expr): Iterable<VarId> {
  if (expression.kind === 'unary' && expression.op === 'lognot') return orderedIn(expression.arg);
  if (expression.kind === 'binary' && (expression.op === 'land' || expression.op === 'lor'))
    return [...orderedIn(expression.left), ...orderedIn(expression.right)];
  if (
    expression.kind === 'binary' &&
    (expression.op === 'eq' || expression.op === 'ne') &&
    isStored(expression.left) &&
    isStored(expression.right)
  )
    return [];
  return isRing(expression) ? [] : readVariables(expression);
}

/** A ring expression, or a stored value in a wider type. */
const isStored = (e: Expr): boolean =>
  isRing(e) ||
  (e.kind === 'cast' && (e.arg.kind === 'var' || e.arg.kind === 'const') && e.type.bits >= e.arg.type.bits);

/** Sums, differences and multiples of variables: their equality can be decided in the ring modulo 2^w. */
function isRing(expression: Expr): boolean {
  switch (expression.kind) {
    case 'const':
    case 'var':
      return true;
    case 'cast':
      return isRing(expression.arg) && expression.type.bits === expression.arg.type.bits;
    case 'unary':
      return expression.op === 'neg' && isRing(expression.arg);
    case 'binary':
      return (
        (expression.op === 'add' || expression.op === 'sub' || expression.op === 'mul') &&
        isRing(expression.left) &&
        isRing(expression.right)
      );
    case 'ite':
      return false;
  }
}
