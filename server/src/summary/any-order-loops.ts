/**
 * Loops in which the environment chooses among paths, and the order doesn't matter. The path counters (APC) tell all
 * there is: for any numbers of iterations that they allow, some order makes a run of them. The relation of the
 * counters shows that nothing is missing, the order shows that each case happens.
 */
import type { Certificate, ClosedForms, Step } from '../certify/index.ts';
import { checkRelation } from '../certify/index.ts';
import { TRUE, int, partsOf, plus, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { Reason } from '../source/index.ts';
import type { LoopPath } from '../explore/index.ts';
import { exactWhereCertified } from './certified-cases.ts';
import type { OverRequest } from './over-approximate.ts';
import { leavingAtOnce, relatedCases } from './over-approximate.ts';
import { closedForms } from './acceleration/index.ts';
import type { Case } from './loop-summary.ts';
import { bySymbol } from '../program/index.ts';

/** With more paths, only the order in which they stand and its reverse are tried. */
const MAX_PERMUTED = 3;
const MAX_PATHS = 8;

export interface AnyOrder {
  readonly cases: readonly Case[];
  readonly coverage: Certificate;
}

/** The exact summary from all states; null where the order matters, or that can't be shown. */
export function inAnyOrder(request: OverRequest): AnyOrder | null {
  const { paths } = request;
  const iterative = paths.flatMap((p, i) => (p.kind === 'iterative' ? [i] : []));
  if (
    iterative.length < 2 ||
    iterative.length > MAX_PATHS ||
    paths.every((p) => p.free.kind === 'true') ||
    paths.some((p) => p.reasons.length > 0)
  )
    return null;
  const at = leavingAtOnce(request, TRUE);
  const related = relatedCases(request, TRUE, UNUSED, true, at);
  if (related.claim.unknown.size > 0 || at.some((c) => !c.exact)) return null;
  const coverage = checkRelation({ ...related.claim, ends: true });
  if (coverage.strength !== 'proven') return null;
  const forms = new Map<number, ClosedForms>();
  for (const i of iterative) {
    const made = formsOf(paths[i] as LoopPath, request);
    if (made === null) return null;
    forms.set(i, made);
  }
  const cases: Case[] = [...at];
  for (const c of related.cases) {
    const found = realised(c, iterative, forms, request);
    if (found === null) return null;
    cases.push(found);
  }
  // that nothing is missing rests on all that was shown of the relation
  return {
    cases,
    coverage: {
      ...coverage,
      obligations: coverage.obligations.map((o) => ({ ...o, duty: 'covered', about: `${o.about} (${o.duty})` })),
    },
  };
}

const UNUSED: Reason = { code: 'irregular', message: '', range: null };

function formsOf(path: LoopPath, { names, symbols }: OverRequest): ClosedForms | null {
  const closed = closedForms(
    bySymbol(path.update, names),
    new Set(path.fresh.map((f) => f.symbol)),
    symbols.range,
    path.defined,
  );
  return closed.open.size === 0 ? closed.forms : null;
}

/** The case with the first order of its paths, the last iteration's path last, for which it is certified. */
function realised(
  summaryCase: Case,
  iterative: readonly number[],
  forms: ReadonlyMap<number, ClosedForms>,
  request: OverRequest,
): Case | null {
  // the last iteration is one more than its counter says
  const last = iterative.find((i) => partsOf(summaryCase.counts.get(i) ?? int(0)).constant === 1n);
  if (last === undefined) return null;
  const before = new Map(
    iterative.map((i) => [
      i,
      i === last ? plus(summaryCase.counts.get(i) ?? int(0), -1) : (summaryCase.counts.get(i) ?? int(0)),
    ]),
  );
  const used = new Set([
    ...symbolsOfFormula(summaryCase.guard),
    ...[...summaryCase.counts.values(), ...summaryCase.post.values()].flatMap((t) => [...symbolsOf(t)]),
  ]);
  for (const order of ordersOf(iterative)) {
    const steps: Step[] = order.map((path) => ({
      kind: 'path',
      path,
      count: before.get(path) ?? int(0),
      forms: forms.get(path) ?? null,
      renaming: new Map(),
    }));
    steps.push({ kind: 'path', path: last, count: int(1), forms: null, renaming: new Map() });
    const word = order.map((path) => ({ path, count: summaryCase.counts.get(path) ?? int(0) }));
    const claimed: Case = {
      ...summaryCase,
      exact: true,
      reasons: [],
      fresh: summaryCase.fresh.filter((f) => used.has(f.symbol)),
      steps,
      trace: [{ kind: 'mixed', word, count: int(1) }],
    };
    const [checked] = exactWhereCertified({ ...request, range: request.symbols.range }, [claimed]);
    if (checked?.exact) return checked;
  }
  return null;
}

function ordersOf(xs: readonly number[]): readonly (readonly number[])[] {
  if (xs.length > MAX_PERMUTED) return [xs, [...xs].reverse()];
  const [first, ...rest] = xs;
  if (first === undefined) return [[]];
  return ordersOf(rest).flatMap((order) =>
    Array.from({ length: order.length + 1 }, (_, k) => [...order.slice(0, k), first, ...order.slice(k)]),
  );
}
