/**
 * What one iteration does to arrays and lists: its paths once more, this time with elements read as those at the iteration's start, with
 * what is written, and with members that are followed as functions of the pointer. For loops without loops in them.
 */
import type { Cfg, Loop } from '../ir/cfg.ts';
import type { Formula } from '../ir/formula.ts';
import { TRUE, and, conjuncts, substituteFormula, symbolsOfFormula } from '../ir/formula.ts';
import { isBehindPointer } from '../ir/program.ts';
import type { Reason } from '../ir/source.ts';
import type { Term } from '../ir/term.ts';
import { app, substitute, sym, symbolsOf } from '../ir/term.ts';
import type { IntegerMode } from '../ir/types.ts';
import { explore } from './explore.ts';
import type { PathEnd, SymbolTable } from './region.ts';

/** Member behind a pointer: `follow:next(p)`. */
export const FOLLOW = 'follow:';

export interface Store {
  readonly array: number;
  readonly index: Term;
  readonly value: Term;
}

/** One way through an iteration. */
export interface Iteration {
  readonly repeats: boolean;
  readonly end: PathEnd;
  /** Over the state before the iteration, and on symbols in `unknown`. */
  readonly guard: Formula;
  readonly update: ReadonlyMap<string, Term>;
  readonly stores: readonly Store[];
  /** Symbols that may be anything. */
  readonly unknown: ReadonlySet<string>;
}

export interface Effects {
  readonly iterations: readonly Iteration[];
  /** Arrays that are taken not to overlap, though they might. */
  readonly apart: readonly (readonly [number, number])[];
}

const MAX_WAYS = 24;
const MAX_EFFORT = 60_000;

/** Null where the loop has loops in it, calls what isn't known, or goes too many ways. */
export function effectsOf(cfg: Cfg, loop: Loop, symbols: SymbolTable, mode: IntegerMode, cancelled: () => boolean): Effects | null {
  if (!loop.repeats || cfg.irreducible) return null;
  const { header } = loop.site;
  const apart: [number, number][] = [];
  for (const b of loop.blocks) {
    const inner = cfg.loops[cfg.loopAt.get(b) ?? -1];
    if (b !== header && inner?.repeats) return null;
    for (const s of cfg.fn.blocks[b]?.stmts ?? []) {
      if (s.kind === 'call') return null;
      if (s.kind === 'havoc-array' && s.stored !== undefined && s.stored !== s.array) apart.push([s.array, s.stored]);
    }
  }
  const env = cfg.fn.variables.map((v) => {
    const name = cfg.names[v.id] as string;
    symbols.setType(name, v.type, mode);
    return sym(name);
  });
  const { kind, paths } = explore({
    cfg, start: header, region: loop.blocks, env, facts: TRUE, symbols, mode, splitOn: () => false, splitConditions: true,
    inner: () => ({ cases: [], arrays: [] }), assertions: 'ignore', unstableArrays: new Set(), apart: true, maxPaths: MAX_WAYS, maxEffort: MAX_EFFORT, cancelled,
  });
  if (kind !== 'paths' || paths.some((p) => p.end.kind === 'lost')) return null;
  const kept = new Map<string, boolean>();
  const iterations = paths.map((p): Iteration => {
    // what a loop leaves alone is the same whenever it is followed
    const members = new Map<string, Term>();
    for (const { name, follows } of p.fresh) {
      if (!follows) continue;
      if (!kept.has(follows.member)) kept.set(follows.member, keepsMember(cfg, loop, follows.member));
      if (!kept.get(follows.member)) continue;
      const read = app(`${FOLLOW}${follows.member}`, [substitute(follows.position, members)]);
      if (read.kind === 'app') symbols.copy(name, read.fn);
      members.set(name, read);
    }
    const update = new Map<string, Term>();
    for (const [v, t] of p.env.entries()) {
      const scope = cfg.fn.variables[v]?.scope;
      if (t !== env[v] && (scope !== 'temp' || cfg.live[header]?.has(v))) update.set(cfg.names[v] as string, substitute(t, members));
    }
    const stores = [...p.stores].flatMap(([array, s]) => s.writes.map((w): Store => ({ array, index: substitute(w.index, members), value: substitute(w.value, members) })));
    const unknown = new Set(p.fresh.filter((f) => !members.has(f.name)).map((f) => f.name));
    for (const [array, s] of p.stores) if (s.version !== '0') unknown.add(`[${array}]`);
    return { repeats: p.end.kind === 'back', end: p.end, guard: substituteFormula(p.guard, members), update, stores, unknown };
  });
  return { iterations, apart };
}

/** What a read behind a pointer doesn't change. */
const READING = new Set(['pointer', 'memory', 'float', 'uninitialized']);

/** No iteration writes the member of any object, by whatever name. */
function keepsMember(cfg: Cfg, loop: Loop, member: string): boolean {
  const mayBe = (v: number): boolean => {
    const variable = cfg.fn.variables[v];
    return variable === undefined || variable.addressTaken || (isBehindPointer(variable) && variable.name.endsWith(`>${member}`));
  };
  const harmless = ({ code }: Reason): boolean => READING.has(code);
  for (const b of loop.blocks) for (const s of cfg.fn.blocks[b]?.stmts ?? []) {
    switch (s.kind) {
      case 'assign': case 'nondet': case 'load': if (mayBe(s.target)) return false; break;
      case 'havoc': if (mayBe(s.target) || !harmless(s.reason)) return false; break;
      case 'store': case 'fill-array': {
        const array = cfg.fn.arrays[s.array];
        // characters may be parts of anything
        if (!array || (array.element.bits === 8 && array.scope === 'param') || array.name.endsWith(member)) return false;
        break;
      }
      case 'note': if (s.member === undefined || s.member === member) return false; break;
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
