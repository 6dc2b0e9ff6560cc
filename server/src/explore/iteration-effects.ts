/**
 * What one iteration does to arrays and lists: its paths once more, this time with elements read as those at the iteration's start, with
 * what is written, and with members that are followed as functions of the pointer. For loops without loops in them.
 */
import type { Budget } from '../budget/index.ts';
import type { Cfg, Loop, Stmt } from '../program/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  FOLLOW, TRUE, and, app, conjuncts, substitute, substituteFormula, sym, symbol, symbolsOf, symbolsOfFormula,
} from '../logic/index.ts';
import { isBehindPointer } from '../program/index.ts';
import type { Reason } from '../source/index.ts';
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
  /** Arrays that are taken not to overlap, though they might. */
  readonly apart: readonly (readonly [number, number])[];
  /** A member that each iteration writes at the very place from which it has been followed: read again only where the list is a circle. */
  readonly behind: string | null;
}

const MAX_WAYS = 24;
const MAX_EFFORT = 60_000;

/** What an inner loop does, where something can say. */
export type InnerEffects = (loop: Loop) => InnerSummary | null;

/** Null where the loop has loops in it that `within` says nothing of, calls what isn't known, or goes too many ways. */
export function effectsOf(whole: Cfg, loop: Loop, symbols: Symbols, mode: IntegerMode, budget: Budget, within: InnerEffects | null = null): Effects | null {
  if (!loop.repeats || whole.irreducible) return null;
  const { header } = loop.site;
  const apart: [number, number][] = [];
  const summaries = new Map<number, InnerSummary>();
  for (const b of loop.blocks) {
    const inner = whole.loops[whole.loopAt.get(b) ?? -1];
    if (b !== header && inner?.repeats) {
      const summary = within?.(inner) ?? null;
      if (!summary) return null;
      summaries.set(inner.site.header, summary);
    }
    for (const s of whole.fn.blocks[b]?.stmts ?? []) {
      if (s.kind === 'call') return null;
      if (s.kind === 'havoc-array' && s.stored !== undefined && s.stored !== s.array) apart.push([s.array, s.stored]);
    }
  }
  const watching = watchingWrites(whole, loop);
  const cfg = watching?.cfg ?? whole;
  const env = cfg.fn.variables.map((v) => {
    const name = cfg.symbols[v.id] as Symbol;
    symbols.setType(name, v.type, mode);
    return sym(name);
  });
  const { kind, paths } = explore({
    cfg, start: header, region: loop.blocks, body: loop.site.body, env, facts: TRUE, symbols, mode, splitOn: () => false, splitConditions: true,
    inner: (i) => summaries.get(cfg.loops[i]?.site.header ?? -1) ?? { cases: [], arrays: [] }, assertions: 'ignore', unstableArrays: new Set(), apart: true, maxPaths: MAX_WAYS, maxEffort: MAX_EFFORT, budget,
  });
  if (kind !== 'paths' || paths.some((p) => p.end.kind === 'lost')) return null;
  const kept = new Map<string, boolean>();
  const behind = watching && keepsMember(whole, loop, watching.member, true) && paths.every((p) => writesWhereFollowed(p, watching, env)) ? watching.member : null;
  const iterations = paths.map((p): Iteration => {
    // what a loop leaves alone is the same whenever it is followed
    const members = new Map<Symbol, Term>();
    for (const { symbol: name, follows } of p.fresh) {
      if (!follows) continue;
      if (!kept.has(follows.member)) kept.set(follows.member, follows.member === behind || keepsMember(whole, loop, follows.member));
      if (!kept.get(follows.member)) continue;
      const read = app(FOLLOW, [substitute(follows.position, members)], symbol('member', follows.member));
      members.set(name, read);
    }
    const update = new Map<Symbol, Term>();
    for (const [v, t] of p.env.entries()) {
      const scope = cfg.fn.variables[v]?.scope;
      if (t !== env[v] && v < whole.fn.variables.length && (scope !== 'temp' || cfg.live[header]?.has(v))) update.set(cfg.symbols[v] as Symbol, substitute(t, members));
    }
    const stores = [...p.stores].flatMap(([array, s]) => s.writes.map((w): Store => ({ array, index: substitute(w.index, members), value: substitute(w.value, members) })));
    const unknown = new Set(p.fresh.filter((f) => !members.has(f.symbol)).map((f) => f.symbol));
    for (const [array, s] of p.stores) if (s.version.kind !== 'initial') unknown.add(cfg.arrays[array] as Symbol);
    return { repeats: p.end.kind === 'back', begun: p.begun, end: p.end, guard: substituteFormula(p.guard, members), update, stores, unknown, written: watching && behind !== null ? writtenOn(p, watching, env, members) : null };
  });
  return { iterations, apart, behind };
}

/** The function with two more variables, which say what the only write of a member behind a pointer did in an iteration. */
interface Watching {
  readonly cfg: Cfg;
  readonly member: string;
  readonly position: number;
  readonly value: number;
}

/** Null where the loop writes no such member, or several times, or before it follows it. */
function watchingWrites(cfg: Cfg, loop: Loop): Watching | null {
  const { fn } = cfg;
  const notes = [...loop.blocks].flatMap((b) => (fn.blocks[b]?.stmts ?? []).flatMap((s, i) => (s.kind === 'note' && s.member !== undefined && s.written ? [{ b, i, s }] : [])));
  const [only, ...more] = notes;
  if (!only || more.length > 0 || !only.s.written?.value || only.s.member === undefined) return null;
  const { member } = only.s;
  const { position, value } = only.s.written;
  const follows = [...loop.blocks].flatMap((b) => (fn.blocks[b]?.stmts ?? []).flatMap((s, i) => (s.kind === 'havoc' && s.follows?.member === member ? [{ b, i }] : [])));
  // in one block, all before the write
  if (follows.length === 0 || follows.some((f) => f.b !== only.b || f.i > only.i)) return null;
  const first = fn.variables.length;
  const extra = [position, value].map((e, k) => ({ id: first + k, name: `$written${k}`, type: e.type, scope: 'temp' as const, pointer: true as const, addressTaken: false, initial: null, range: loop.site.head }));
  const assigned = [position, value].map((e, k): Stmt => ({ kind: 'assign', target: first + k, value: e, range: only.s.reason.range ?? loop.site.head }));
  const blocks = fn.blocks.map((b) => (b.id === only.b ? { ...b, stmts: [...b.stmts.slice(0, only.i), ...assigned, ...b.stmts.slice(only.i + 1)] } : b));
  return { cfg: { ...cfg, fn: { ...fn, variables: [...fn.variables, ...extra], blocks }, symbols: [...cfg.symbols, ...extra.map((v) => symbol('temporary', v.name, v.id, v.type))] }, member, position: first, value: first + 1 };
}

/** Every iteration follows the member from one pointer, goes on to where it leads, and writes it nowhere but there; ways out don't write. */
function writesWhereFollowed(p: ExploredPath, { position, member }: Watching, env: readonly Term[]): boolean {
  const there = p.env[position];
  if (p.end.kind !== 'back') return there === env[position];
  const follows = p.fresh.filter((f) => f.follows?.member === member);
  return there !== undefined && there.kind === 'sym' && follows.length > 0 && follows.every((f) => f.follows?.position === there)
    && follows.some((f) => p.env[env.indexOf(there)] === sym(f.symbol));
}

function writtenOn(p: ExploredPath, { member, position, value }: Watching, env: readonly Term[], members: ReadonlyMap<Symbol, Term>): Written | null {
  const [at, to] = [p.env[position], p.env[value]];
  return !at || !to || at === env[position] ? null : { member, position: substitute(at, members), value: substitute(to, members) };
}

/** What a read behind a pointer doesn't change. */
const READING = new Set(['pointer', 'memory', 'float', 'uninitialized']);

/** No iteration writes the member of any object, by whatever name; `butForNotes`: but for the one write that is watched. */
function keepsMember(cfg: Cfg, loop: Loop, member: string, butForNotes = false): boolean {
  const mayBe = (v: number): boolean => {
    const variable = cfg.fn.variables[v];
    return variable === undefined || variable.addressTaken || (isBehindPointer(variable) && variable.name.endsWith(`>${member}`));
  };
  // a struct or union that is not modelled is read into a temporary
  const harmless = (v: number, { code }: Reason): boolean => READING.has(code) || (code === 'struct' && cfg.fn.variables[v]?.scope === 'temp');
  for (const b of loop.blocks) for (const s of cfg.fn.blocks[b]?.stmts ?? []) {
    switch (s.kind) {
      case 'assign': case 'nondet': case 'load': if (mayBe(s.target)) return false; break;
      case 'havoc': if (mayBe(s.target) || !harmless(s.target, s.reason)) return false; break;
      case 'store': case 'fill-array': {
        const array = cfg.fn.arrays[s.array];
        // characters may be parts of anything
        if (!array || (array.element.bits === 8 && array.scope === 'param') || array.name.endsWith(member)) return false;
        break;
      }
      case 'note': if (!s.beyond && (s.member === undefined || (s.member === member && !(butForNotes && s.written)))) return false; break;
      case 'havoc-array': case 'call': return false;
      case 'assume': case 'assert': break;
    }
  }
  return true;
}

/** The guard's part that is about known values only. */
export function knownGuard(i: Iteration): Formula {
  return and(...conjuncts(i.guard).filter((f) => ![...symbolsOfFormula(f)].some((s) => i.unknown.has(s))));
}

/** The term depends on nothing unknown. */
export const isKnown = (i: Iteration, t: Term): boolean => ![...symbolsOf(t)].some((s) => i.unknown.has(s));
