/** Where a trace has got to: the symbolic state, what led there, and the pieces of the trace so far. */
import type { Step } from '../certify/certificate.ts';
import type { Formula } from '../ir/formula.ts';
import type { Reason } from '../ir/source.ts';
import type { Term } from '../ir/term.ts';
import { add } from '../ir/term.ts';
import type { Fresh } from '../loop/region.ts';
import type { Visit } from './automaton.ts';
import type { Segment } from './summary.ts';

export interface Point {
  readonly values: ReadonlyMap<string, Term>;
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

/** Adds iterations of a path to a trace, joining them with iterations of the same path just before. */
export function extend(trace: readonly Segment[], path: number, count: Term): readonly Segment[] {
  const last = trace[trace.length - 1];
  if (last?.kind === 'path' && last.path === path) return [...trace.slice(0, -1), { kind: 'path', path, count: add(last.count, count) }];
  return [...trace, { kind: 'path', path, count }];
}
