/**
 * A function as a transition system between cut points: its entry and the headers of its loops. A transition is one acyclic way from
 * a cut point to the next, to a failing assertion or out of the function. What is proven inductive over all transitions holds
 * whenever the cut point is passed; it needs no summary.
 */
import type { Cfg } from '../ir/cfg.ts';
import type { Formula } from '../ir/formula.ts';
import { TRUE, and } from '../ir/formula.ts';
import type { BlockId } from '../ir/program.ts';
import type { Reason } from '../ir/source.ts';
import type { Term } from '../ir/term.ts';
import { sym } from '../ir/term.ts';
import type { IntegerMode } from '../ir/types.ts';
import type { ExploredPath, SymbolTable } from '../loop/explore.ts';
import { explore } from '../loop/explore.ts';
import { entryState } from './backbone.ts';

export interface Cut {
  readonly block: BlockId;
  /** Symbols of the variables that matter from here on. */
  readonly live: readonly string[];
}

export type Target =
  | { readonly kind: 'cut'; readonly cut: number }
  | { readonly kind: 'fail'; readonly assertion: number }
  | { readonly kind: 'end' }
  /** Not followed: nothing is known of what comes. */
  | { readonly kind: 'lost'; readonly reason: Reason };

export interface Transition {
  /** Index of a cut point; null: the function's entry. */
  readonly from: number | null;
  readonly to: Target;
  /** On the state before, and on fresh symbols that no other transition has; undefined behaviour excluded. */
  readonly guard: Formula;
  /** The state afterwards, of the variables that may have changed; terms over the state before. */
  readonly update: ReadonlyMap<string, Term>;
  /** Symbols read from the environment on the way, in order. */
  readonly nondet: readonly string[];
}

export interface CutSystem {
  readonly cfg: Cfg;
  readonly symbols: SymbolTable;
  readonly cuts: readonly Cut[];
  readonly transitions: readonly Transition[];
}

const MAX_PATHS = 400;

/** Null where the function has no such form: too many ways, or loops with several entries. */
export function cutSystem(cfg: Cfg, symbols: SymbolTable, mode: IntegerMode, cancelled: () => boolean): CutSystem | null {
  if (cfg.irreducible) return null;
  for (const split of [true, false]) {
    const system = build(cfg, symbols, mode, split, cancelled);
    if (system) return system;
    if (cancelled()) return null;
  }
  return null;
}

function build(cfg: Cfg, symbols: SymbolTable, mode: IntegerMode, split: boolean, cancelled: () => boolean): CutSystem | null {
  const headers = [...new Set(cfg.loops.filter((l) => l.repeats).map((l) => l.site.header))].filter((h) => cfg.reachable.has(h)).sort((a, b) => a - b);
  const cutAt = new Map(headers.map((h, i) => [h, i]));
  const region = new Set([...cfg.reachable].filter((b) => !cutAt.has(b)));
  const written = arraysWrittenAnywhere(cfg);
  const entry = entryState(cfg, symbols, mode);
  const identity = cfg.fn.variables.map((v) => sym(cfg.names[v.id] as string));
  const cuts: Cut[] = headers.map((block) => ({ block, live: [...(cfg.live[block] ?? [])].sort((a, b) => a - b).map((v) => cfg.names[v] as string) }));
  const transitions: Transition[] = [];
  const from = (source: number | null, start: BlockId, env: readonly Term[]): boolean => {
    const result = explore({
      cfg, start, region, env, facts: TRUE, symbols, mode, splitOn: () => split, splitConditions: split, inner: () => ({ cases: [], arrays: [] }),
      assertions: 'exit', unstableArrays: written, maxPaths: MAX_PATHS, cancelled,
    });
    if (result.kind === 'too-many') return false;
    for (const p of result.paths) transitions.push(transition(cfg, source, p, cuts, cutAt, start, identity));
    return transitions.length <= MAX_PATHS * 2;
  };
  const first = cutAt.get(cfg.fn.entry);
  if (first !== undefined) {
    transitions.push({ from: null, to: { kind: 'cut', cut: first }, guard: TRUE, update: changed(cfg, entry, identity, cuts[first] as Cut), nondet: [] });
  } else if (!from(null, cfg.fn.entry, entry)) return null;
  for (const [i, cut] of cuts.entries()) if (!from(i, cut.block, identity)) return null;
  return { cfg, symbols, cuts, transitions };
}

function transition(
  cfg: Cfg, from: number | null, p: ExploredPath, cuts: readonly Cut[], cutAt: ReadonlyMap<BlockId, number>, start: BlockId, identity: readonly Term[],
): Transition {
  const { end } = p;
  const at = end.kind === 'back' ? cutAt.get(start) : end.kind === 'leave' ? cutAt.get(end.to) : undefined;
  const to: Target = at !== undefined ? { kind: 'cut', cut: at }
    : end.kind === 'fail' ? end
    : end.kind === 'lost' ? end
    : end.kind === 'halt' && end.reason ? { kind: 'lost', reason: end.reason }
    : { kind: 'end' };
  return {
    from, to, guard: and(p.guard, p.defined), update: at === undefined ? new Map() : changed(cfg, p.env, identity, cuts[at] as Cut),
    nondet: p.fresh.filter((f) => f.kind === 'nondet').map((f) => f.name),
  };
}

function changed(cfg: Cfg, env: readonly Term[], identity: readonly Term[], at: Cut): ReadonlyMap<string, Term> {
  const live = new Set(at.live);
  return new Map(env.flatMap((t, v) => (t !== identity[v] && live.has(cfg.names[v] as string) ? [[cfg.names[v] as string, t] as const] : [])));
}

function arraysWrittenAnywhere(cfg: Cfg): ReadonlySet<number> {
  const out = new Set<number>();
  for (const b of cfg.reachable) for (const s of cfg.fn.blocks[b]?.stmts ?? []) if (s.kind === 'store' || s.kind === 'havoc-array') out.add(s.array);
  return out;
}
