/**
 * What one iteration does to arrays and lists. Its paths are explored once more. Elements are read as those at the
 * iteration's start, and what is written is kept. Members that are followed are functions of the pointer. For loops
 * without loops in them. Source: Proteus, section 4.2, for traversals.
 */
import type { Budget } from '../budget/index.ts';
import type { Cfg, Loop, Stmt, Stores, VarId, Variable } from '../program/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import { FOLLOW, TRUE, app, substitute, substituteFormula, sym, symbol } from '../logic/index.ts';
import { isBehindPointer, isHidden, isLedTo } from '../program/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { explore } from './explore-region.ts';
import type { ExploredPath, InnerSummary, PathEnd } from './region.ts';

export interface Store {
  readonly array: number;
  readonly index: Term;
  readonly value: Term;
}

/** One way through an iteration. */
export interface Iteration {
  readonly repeats: boolean;
  /** The body is begun. */
  readonly begun: boolean;
  readonly end: PathEnd;
  /** Over the state before the iteration, and on symbols in `unknown`. */
  readonly guard: Formula;
  readonly update: ReadonlyMap<Symbol, Term>;
  readonly stores: readonly Store[];
  /** A pointer that it writes to a member of what a pointer leads to. */
  readonly written: Written | null;
  /** Symbols that may be anything, arrays whose elements may be. */
  readonly unknown: ReadonlySet<Symbol>;
}

export interface Written {
  readonly member: string;
  readonly position: Term;
  readonly value: Term;
}

export interface Effects {
  readonly iterations: readonly Iteration[];
  /** Arrays that are taken not to overlap, though they might: the second is stored to, which would change the first. */
  readonly apart: readonly (readonly [number, number])[];
  /**
   * A member that each iteration writes at the very place from which it has been followed. It is read again only where
   * the list is a circle.
   */
  readonly behind: string | null;
}

const MAX_WAYS = 24;
const MAX_EFFORT = 60_000;

/** What an inner loop does, where something can say. */
type InnerEffects = (loop: Loop) => InnerSummary | null;

/** Whose iterations are looked at. */
export interface EffectsRequest {
  readonly cfg: Cfg;
  readonly loop: Loop;
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  readonly budget: Budget;
  /** Missing: there may be no loop within it. */
  readonly within?: InnerEffects;
}

/** Null where the loop has loops in it that `within` says nothing of, calls what isn't known, or goes too many ways. */
export function effectsOf(request: EffectsRequest): Effects | null {
  const { cfg: whole, loop, symbols, mode, budget } = request;
  if (!loop.repeats || whole.irreducible) return null;
  const body = surveyBody(request);
  if (body === null) return null;
  const { header } = loop.site;
  const watching = watchingWrites(whole, loop);
  const cfg = watching?.cfg ?? whole;
  const env = cfg.fn.variables.map((v) => {
    const name = cfg.symbols[v.id] as Symbol;
    symbols.setType(name, v.type, mode);
    return sym(name);
  });
  const { kind, paths } = explore({
    cfg,
    start: header,
    region: loop.blocks,
    body: loop.site.body,
    env,
    facts: TRUE,
    symbols,
    mode,
    splitOn: () => false,
    splitConditions: true,
    inner: (i) => body.summaries.get(cfg.loops[i]?.site.header ?? -1) ?? { cases: [], arrays: [] },
    assertions: 'ignore',
    unstableArrays: new Set(),
    apart: true,
    maxPaths: MAX_WAYS,
    maxEffort: MAX_EFFORT,
    budget,
  });
  if (kind !== 'paths' || paths.some((p) => p.end.kind === 'lost')) return null;
  const behind =
    watching &&
    keepsMember(whole, loop, watching.member, true) &&
    paths.every((p) => writesWhereFollowed(p, watching, env))
      ? watching.member
      : null;
  const followed: FollowedPaths = { whole, cfg, loop, env, watching, behind, kept: new Map() };
  return { iterations: paths.map((p) => iterationAlong(p, followed)), apart: body.apart, behind };
}

/** Inner loops by their headers, and arrays that are taken not to overlap. */
interface SurveyedBody {
  readonly summaries: ReadonlyMap<number, InnerSummary>;
  readonly apart: Effects['apart'];
}

/** What is in a loop; null where it can't be told what an iteration does. */
function surveyBody({ cfg, loop, within }: EffectsRequest): SurveyedBody | null {
  const apart: [number, number][] = [];
  const summaries = new Map<number, InnerSummary>();
  for (const blockId of loop.blocks) {
    const inner = cfg.loops[cfg.loopAt.get(blockId) ?? -1];
    if (blockId !== loop.site.header && inner?.repeats) {
      const summary = within?.(inner) ?? null;
      if (!summary) return null;
      summaries.set(inner.site.header, summary);
    }
    for (const s of cfg.fn.blocks[blockId]?.stmts ?? []) {
      if (s.kind === 'call') return null;
      if (s.kind === 'havoc-array' && s.stored !== undefined && s.stored !== s.array) apart.push([s.array, s.stored]);
    }
  }
  return { summaries, apart };
}

/** What the paths of one iteration were followed with. */
interface FollowedPaths {
  readonly whole: Cfg;
  /** With the variables that watch a write, if there is one. */
  readonly cfg: Cfg;
  readonly loop: Loop;
  readonly env: readonly Term[];
  readonly watching: Watching | null;
  readonly behind: string | null;
  /** By member: what is known of whether the loop leaves it alone. */
  readonly kept: Map<string, boolean>;
}

/** A path as one way through an iteration. */
function iterationAlong(path: ExploredPath, followed: FollowedPaths): Iteration {
  const { whole, cfg, loop, env, watching, behind } = followed;
  const members = membersAlong(path, followed);
  const update = new Map<Symbol, Term>();
  for (const [v, t] of path.env.entries()) {
    if (t === env[v] || v >= whole.fn.variables.length) continue;
    const forgotten = cfg.fn.variables[v]?.scope === 'temp' && !cfg.live[loop.site.header]?.has(v);
    if (!forgotten) update.set(cfg.symbols[v] as Symbol, substitute(t, members));
  }
  const stores = [...path.stores].flatMap(([array, s]) =>
    s.writes.map(
      (w): Store => ({
        array,
        index: substitute(w.index, members),
        value: substitute(w.value, members),
      }),
    ),
  );
  const unknown = new Set(path.fresh.filter((f) => !members.has(f.symbol)).map((f) => f.symbol));
  for (const [array, s] of path.stores) if (s.version.kind !== 'initial') unknown.add(cfg.arrays[array] as Symbol);
  return {
    repeats: path.end.kind === 'back',
    begun: path.begun,
    end: path.end,
    guard: substituteFormula(path.guard, members),
    update,
    stores,
    unknown,
    written: watching && behind !== null ? writtenOn(path, watching, env, members) : null,
  };
}

/**
 * Members that are followed on a path as functions of the pointer. What a loop leaves alone is the same whenever it is
 * followed.
 */
function membersAlong(path: ExploredPath, { whole, loop, behind, kept }: FollowedPaths): ReadonlyMap<Symbol, Term> {
  const members = new Map<Symbol, Term>();
  for (const { symbol: name, follows } of path.fresh) {
    if (!follows) continue;
    if (!kept.has(follows.member))
      kept.set(follows.member, follows.member === behind || keepsMember(whole, loop, follows.member));
    if (!kept.get(follows.member)) continue;
    members.set(name, app(FOLLOW, [substitute(follows.position, members)], symbol('member', follows.member)));
  }
  return members;
}

/**
 * The function with two more variables, which say what the only write of a member behind a pointer did in an iteration.
 */
interface Watching {
  readonly cfg: Cfg;
  readonly member: string;
  readonly position: number;
  readonly value: number;
}

/** Null where the loop writes no such member, or several times, or before it follows it. */
function watchingWrites(cfg: Cfg, loop: Loop): Watching | null {
  const { fn } = cfg;
  const notes = [...loop.blocks].flatMap((b) =>
    (fn.blocks[b]?.stmts ?? []).flatMap((s, i) =>
      s.kind === 'note' && s.member !== undefined && s.written ? [{ b, i, s }] : [],
    ),
  );
  const [only, ...more] = notes;
  if (!only || more.length > 0 || !only.s.written?.value || only.s.member === undefined) return null;
  const { member } = only.s;
  const { position, value } = only.s.written;
  const follows = [...loop.blocks].flatMap((b) =>
    (fn.blocks[b]?.stmts ?? []).flatMap((s, i) =>
      s.kind === 'havoc' && s.follows?.member === member && !s.follows.beside ? [{ b, i }] : [],
    ),
  );
  // in one block, all before the write
  if (follows.length === 0 || follows.some((f) => f.b !== only.b || f.i > only.i)) return null;
  const first = fn.variables.length;
  const extra = [position, value].map((e, k) => ({
    id: first + k,
    name: `$written${k}`,
    type: e.type,
    scope: 'temp' as const,
    pointer: true as const,
    addressTaken: false,
    initial: null,
    range: loop.site.head,
  }));
  const assigned = [position, value].map(
    (e, k): Stmt => ({ kind: 'assign', target: first + k, value: e, range: only.s.reason.range ?? loop.site.head }),
  );
  const blocks = fn.blocks.map((b) =>
    b.id === only.b ? { ...b, stmts: [...b.stmts.slice(0, only.i), ...assigned, ...b.stmts.slice(only.i + 1)] } : b,
  );
  return {
    cfg: {
      ...cfg,
      fn: { ...fn, variables: [...fn.variables, ...extra], blocks },
      symbols: [...cfg.symbols, ...extra.map((v) => symbol('temporary', v.name, v.id, v.type))],
    },
    member,
    position: first,
    value: first + 1,
  };
}

/**
 * Every iteration follows the member from one pointer, goes on to where it leads, and writes it only there. Ways out
 * don't write.
 */
function writesWhereFollowed(path: ExploredPath, { position, member }: Watching, env: readonly Term[]): boolean {
  const there = path.env[position];
  if (path.end.kind !== 'back') return there === env[position];
  const follows = path.fresh.filter((f) => f.follows?.member === member);
  return (
    there !== undefined &&
    there.kind === 'sym' &&
    follows.length > 0 &&
    follows.every((f) => f.follows?.position === there) &&
    follows.some((f) => path.env[env.indexOf(there)] === sym(f.symbol))
  );
}

function writtenOn(
  path: ExploredPath,
  { member, position, value }: Watching,
  env: readonly Term[],
  members: ReadonlyMap<Symbol, Term>,
): Written | null {
  const [at, to] = [path.env[position], path.env[value]];
  return !at || !to || at === env[position]
    ? null
    : { member, position: substitute(at, members), value: substitute(to, members) };
}

/**
 * No iteration writes the member of any object, by whatever name; `butForNotes`: but for the one write that is watched.
 */
function keepsMember(cfg: Cfg, loop: Loop, member: string, butForNotes = false): boolean {
  const stmts = [...loop.blocks].flatMap((b) => cfg.fn.blocks[b]?.stmts ?? []);
  return !stmts.some((s) => mayWriteMember(cfg, s, member, butForNotes));
}

/** `butForNotes`: writes that are watched aside. */
export function mayWriteMember(cfg: Cfg, statement: Stmt, member: string, butForNotes = false): boolean {
  switch (statement.kind) {
    case 'assign':
    case 'nondet':
    case 'load':
      return mayBeMember(cfg, statement.target, member);
    case 'havoc':
      return isOfStore(statement)
        ? isMember(cfg.fn.variables[statement.target], member)
        : mayBeMember(cfg, statement.target, member);
    case 'store':
    case 'fill-array':
      return isCharacters(cfg, statement.array) || mayBeMembers(cfg, statement.array, member);
    case 'note':
      if (statement.stores?.length === 0) return false;
      // a variable of the function's own, of an unknown type
      if (statement.local !== undefined) return statement.local.name.endsWith(`.${member}`);
      if (statement.member !== undefined && !statement.beyond)
        return statement.member === member && !(butForNotes && statement.written);
      return mayStoreMember(statement.stores ?? statement.by?.stores, member);
    case 'havoc-array':
      if (isOfStore(statement)) return false;
      if (cfg.fn.punning !== undefined || mayBeMembers(cfg, statement.array, member)) return true;
      return isCharacters(cfg, statement.array) && mayStoreMember(statement.by?.stores, member);
    case 'call':
      return true;
    // accesses whose place isn't known yet are resolved before loops are looked at
    case 'assume':
    case 'assert':
    case 'go-through':
    case 'load-at':
    case 'store-at':
      return false;
  }
}

/** It shows what a store changes under other names: what the store itself may write is told by a note beside it. */
const isOfStore = (s: Stmt & { readonly kind: 'havoc' | 'havoc-array' }): boolean =>
  s.by === undefined && s.reason.code === 'pointer-store';

/** Bytes go anywhere; a pointer that is stored to no member may be any. */
const mayStoreMember = (stores: Stores | undefined, member: string): boolean =>
  stores === undefined ||
  stores === 'anything' ||
  stores.some(
    (s) => s.member === member || (s.element === 8 && !s.whole) || (s.member === null && s.element === 'pointer'),
  );

/** The array's elements may be such members. */
const mayBeMembers = (cfg: Cfg, array: number, member: string): boolean =>
  cfg.fn.arrays[array]?.name.endsWith(member) ?? true;

/** What a pointer to characters leads to, which may be parts of anything. */
function isCharacters(cfg: Cfg, id: number): boolean {
  const array = cfg.fn.arrays[id];
  return array?.element.bits === 8 && array.scope === 'param';
}

/** The variable may be the member of some object. What stands for a union may hold one. */
function mayBeMember(cfg: Cfg, v: VarId, member: string): boolean {
  const variable = cfg.fn.variables[v];
  if (variable === undefined || isMember(variable, member)) return true;
  if (variable.pointer && isLedTo(variable)) return true;
  if (isBehindPointer(variable) && !cfg.fn.punning) return false;
  return variable.addressTaken && (cfg.fn.punning !== undefined || variable.type.union !== undefined);
}

/** By its name; a pointer may lead there. */
function isMember(variable: Variable | undefined, member: string): boolean {
  if (variable === undefined) return true;
  const isOutside = variable.scope === 'global' && !isHidden(variable);
  const isReached = variable.addressTaken || isBehindPointer(variable) || isOutside;
  return isReached && (variable.name.endsWith(`>${member}`) || variable.name.endsWith(`.${member}`));
}
