/** Where a trace has got to: the symbolic state, what led there, and the pieces of the trace so far. */
import type { Step } from '../certify/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import { add, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { Reason } from '../source/index.ts';
import type { Fresh, LoopPath } from '../explore/index.ts';
import type { Visit } from './path-dependency-automaton.ts';
import type { Segment } from './loop-summary.ts';

export interface Point {
  readonly values: ReadonlyMap<Symbol, Term>;
  /** Trace condition. */
  readonly condition: Formula;
  /** Known conditions against undefined behaviour so far, and whether they are all of them. */
  readonly defined: Formula;
  readonly definedKnown: boolean;
  readonly trace: readonly Segment[];
  /** The trace once more, with what makes it checkable. */
  readonly steps: readonly Step[];
  readonly visits: readonly Visit[];
  readonly cycles: number;
  readonly fresh: readonly Fresh[];
  readonly reasons: readonly Reason[];
}

/** A part of the entry states for which the traces were not followed to the end. */
export interface Lost {
  readonly guard: Formula;
  /** At least one iteration is made from there: leaving at once is a case of its own already. */
  readonly entered: boolean;
  readonly reason: Reason;
}

/** Adds iterations of a path to a trace, joining them with iterations of the same path just before. */
export function extend(trace: readonly Segment[], path: number, count: Term): readonly Segment[] {
  const last = trace[trace.length - 1];
  if (last?.kind === 'path' && last.path === path)
    return [...trace.slice(0, -1), { kind: 'path', path, count: add(last.count, count) }];
  return [...trace, { kind: 'path', path, count }];
}

/** What is not modelled on a path, where it matters. */
export function reasonsOf(path: LoopPath): readonly Reason[] {
  const used = new Set<Symbol>();
  for (const t of path.update.values()) for (const s of symbolsOf(t)) used.add(s);
  for (const f of [path.guard, path.free]) for (const s of symbolsOfFormula(f)) used.add(s);
  const unmodelled = path.fresh
    .filter((f) => f.kind === 'unmodelled' && f.reason && used.has(f.symbol))
    .map((f) => f.reason as Reason);
  return [...path.reasons, ...unmodelled];
}
