/** The end of a trace as a case of the summary (Proteus, definition 6). */
import type { Symbol, Term } from '../logic/index.ts';
import { add, int, joined, mul } from '../logic/index.ts';
import type { VarId } from '../program/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Point } from './trace-point.ts';
import type { Case } from './loop-summary.ts';
import type { TraceRequest } from './trace-request.ts';

/**
 * One more case: the trace has got to an exit, or (null) goes on for ever. `changed`: variables that some path changes.
 */
export function caseAt(request: TraceRequest, changed: readonly VarId[], at: Point, exit: number | null): Case {
  const counts = new Map<number, Term>();
  const count = (path: number, n: Term): void => {
    counts.set(path, add(counts.get(path) ?? int(0), n));
  };
  for (const s of at.trace) {
    if (s.kind === 'path') count(s.path, s.count);
    else if (s.kind === 'mixed') for (const w of s.word) count(w.path, w.count);
    else for (const w of s.word) count(w.path, mul(w.count, s.count));
  }
  for (const [path, n] of counts) counts.set(path, joined(n));
  const iterations = exit === null ? null : joined(add(int(0), ...counts.values()));
  const post = new Map(
    changed.flatMap((v): [VarId, Term][] =>
      at.values.has(request.names[v] as Symbol) ? [[v, at.values.get(request.names[v] as Symbol) as Term]] : [],
    ),
  );
  const path = exit === null ? null : (request.paths[exit] as LoopPath);
  return {
    guard: at.condition,
    defined: at.definedKnown ? at.defined : null,
    post,
    end: path ? path.end : { kind: 'diverge' },
    fresh: at.fresh,
    iterations,
    exact: at.reasons.length === 0,
    reasons: at.reasons,
    trace: at.trace,
    exit,
    counts,
    steps: at.steps,
  };
}
