/**
 * Loops that something counts. What every path changes alike, by itself, ends the loop, whatever the branches do. Its
 * acceleration gives the number of iterations. The branches are followed for N iterations, N being a symbol, and both
 * are put together. The conditions on the way stay those of the branches, however the counter goes round or rounds
 * down. Source: our own.
 */
import type { ClosedForms, CountersClaim, Step } from '../certify/index.ts';
import { feasible, implies } from '../decide/index.ts';
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  and,
  conjuncts,
  ge0,
  int,
  isConst,
  plus,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbol,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { VarId } from '../program/index.ts';
import type { Fresh, LoopPath } from '../explore/index.ts';
import { renamed } from '../explore/index.ts';
import type { Acceleration, LeaveOption } from './acceleration/index.ts';
import { accelerate } from './acceleration/index.ts';
import { claimOf } from './certified-cases.ts';
import { mergeCases } from './merge-cases.ts';
import { findOscillation } from './oscillation/index.ts';
import type { Case, Segment } from './loop-summary.ts';
import type { TraceRequest } from './trace-request.ts';
import type { TraceResult } from './trace-paths.ts';

/** Stand for the number of iterations, and for how many of them there have been. */
const ALL = symbol('temporary', '·N', -1);
const PAST = symbol('temporary', '·k', -2);

/**
 * Traces by their number of iterations. Null where the loop isn't one that something counts, or its branches aren't
 * followed to the end.
 */
export function separateTraces(
  request: TraceRequest,
  traces: (branches: TraceRequest) => TraceResult,
): TraceResult | null {
  const apart = takeApart(request);
  if (apart === null) return null;
  const { symbols } = request;
  symbols.set(ALL, { lo: 1n, hi: null });
  symbols.set(PAST, { lo: 0n, hi: null });
  const branches = branchesOf(request, apart);
  const found = traces(branches);
  if (found.lost.length > 0 || found.cases.some((c) => !c.exact || c.exit === null || c.iterations === null))
    return null;
  const inner = mergeCases(
    found.cases.map((c) => withoutCounting(c, request.names.length)),
    branches.facts,
    symbols.range,
  );
  const made = new Joined(request, apart, branches, inner);
  const cases = made.cases();
  return { cases, lost: [], pattern: found.pattern, limited: found.limited, counters: made.counters };
}

interface Apart {
  /** What the counter needs in each iteration. */
  readonly counting: readonly Literal[];
  readonly shared: ReadonlyMap<Symbol, Term>;
  readonly counter: Acceleration;
  /** Conditions against undefined behaviour that are the counter's. */
  readonly safe: readonly Formula[];
}

function takeApart(request: TraceRequest): Apart | null {
  const { paths, names, entry, facts, symbols } = request;
  const modified = new Set(paths.flatMap((p) => [...p.update.keys()].map((v) => names[v] as Symbol)));
  const oscillation = findOscillation(paths, names, modified);
  if (!oscillation || oscillation.shared.size === 0 || oscillation.branches.length < 2) return null;
  const isOwn = (f: Formula): boolean =>
    [...symbolsOfFormula(f)].every((x) => oscillation.shared.has(x) || !modified.has(x));
  const counting = oscillation.counting.filter(isOwn);
  const changing = counting.filter((l) => [...symbolsOfFormula(l)].some((x) => modified.has(x)));
  if (changing.length === 0) return null;
  const { range } = symbols;
  // nothing else ends the loop
  if (
    paths.some(
      (p) =>
        p.kind === 'exit' &&
        (p.reasons.length > 0 ||
          p.free.kind !== 'true' ||
          p.fresh.length > 0 ||
          feasible(and(...counting, p.guard), range) !== 'no'),
    )
  )
    return null;
  const own = oscillation.branches.map((b) => conjuncts((paths[b.path] as LoopPath).defined).filter(isOwn));
  const safe = (own[0] ?? []).filter((f) => own.every((fs) => fs.some((g) => g.key === f.key)));
  const stable = and(
    ...conjuncts(facts).filter((f) =>
      [...symbolsOfFormula(f)].every((x) => !modified.has(x) && entry.get(x) === sym(x)),
    ),
  );
  const start = new Map([...entry].filter(([x, t]) => oscillation.shared.has(x) && isConst(t)));
  const accelerated = accelerate(
    { guard: counting, update: oscillation.shared, defined: and(...safe), fresh: new Set(), start },
    stable,
    range,
  );
  return accelerated.kind === 'accelerated' && accelerated.acceleration.closed.open.size === 0
    ? { counting, shared: oscillation.shared, counter: accelerated.acceleration, safe }
    : null;
}

/** The loop without its counter: as many iterations as the symbol says. */
function branchesOf(request: TraceRequest, { counting, shared, safe }: Apart): TraceRequest {
  const past: VarId = request.names.length;
  const names = [...request.names, PAST];
  const left = ge0(plus(sub(sym(ALL), sym(PAST)), -1));
  const without = (f: Formula, some: readonly Formula[]): Formula =>
    and(...conjuncts(f).filter((g) => !some.some((x) => x.key === g.key)));
  const paths = request.paths.map((path): LoopPath => {
    if (path.kind === 'exit') return { ...path, guard: ge0(int(-1)), update: new Map(), defined: TRUE };
    const effect = [...path.update].filter(([v]) => !shared.has(request.names[v] as Symbol));
    const defined = without(path.defined, safe);
    const known = path.definedKnown && ![...symbolsOfFormula(defined)].some((x) => shared.has(x));
    return {
      ...path,
      guard: and(without(path.guard, counting), left),
      update: new Map([...effect, [past, plus(sym(PAST), 1)]]),
      defined: known ? defined : TRUE,
      definedKnown: known,
    };
  });
  const end: LoopPath = {
    id: 'end',
    kind: 'exit',
    begun: false,
    guard: ge0(sub(sym(PAST), sym(ALL))),
    free: TRUE,
    update: new Map(),
    end: { kind: 'diverge' },
    defined: TRUE,
    definedKnown: true,
    undefinedSites: [],
    fresh: [],
    witnesses: new Set(),
    inner: [],
    reasons: [],
    arraysWritten: new Set(),
    blocks: [],
  };
  const entry = new Map<Symbol, Term>([...[...request.entry].filter(([x]) => !shared.has(x)), [PAST, int(0)]]);
  return { ...request, paths: [...paths, end], names, entry, facts: and(request.facts, ge0(plus(sym(ALL), -1))) };
}

/** Both together. */
class Joined {
  private readonly request: TraceRequest;
  private readonly apart: Apart;
  private readonly inner: readonly Case[];
  private readonly claims: ReturnType<typeof claimOf>['cases'];
  private readonly outer: CountersClaim['outer'][number][] = [];

  constructor(request: TraceRequest, apart: Apart, branches: TraceRequest, inner: readonly Case[]) {
    this.request = request;
    this.apart = apart;
    this.inner = inner;
    this.claims = claimOf({ ...branches, range: request.symbols.range }, inner).cases;
  }

  get counters(): CountersClaim {
    return { outer: this.outer, inner: this.claims };
  }

  private possible(f: Formula): boolean {
    return f.kind !== 'false' && feasible(and(this.request.facts, f), this.request.symbols.range) !== 'no';
  }

  cases(): Case[] {
    const { request } = this;
    const { counter } = this.apart;
    const out = this.exits(request.entry, TRUE, {
      defined: TRUE,
      fresh: [],
      counts: new Map(),
      iterations: int(0),
      trace: [],
      steps: [],
    });
    for (const leave of counter.leaves) out.push(...this.leaving(leave));
    const forever = substituteFormula(counter.forever, request.entry);
    if (this.possible(forever)) {
      this.outer.push({ guard: forever, fresh: [], count: null });
      const never = request.paths.every(
        (p) => p.kind === 'exit' || (p.definedKnown && implies(p.guard, p.defined, request.symbols.range)),
      );
      out.push({
        guard: forever,
        defined: never ? TRUE : null,
        post: new Map(),
        end: { kind: 'diverge' },
        fresh: [],
        iterations: null,
        exact: true,
        reasons: [],
        exit: null,
        counts: new Map(),
        steps: [],
        trace: [{ kind: 'mixed', word: [], count: int(1) }],
        counter: { symbol: ALL, count: null, forms: counter.closed.forms, inner: null },
      });
    }
    return out;
  }

  /** The counter ends the loop in one way: what the branches have done by then, and each way out. */
  private leaving(leave: LeaveOption): Case[] {
    const {
      request,
      apart: { counter },
    } = this;
    const map = new Map(request.entry);
    const fresh: Fresh[] = [];
    if (leave.least) {
      const name = request.symbols.fresh('count', 'n');
      request.symbols.set(name, { lo: 1n, hi: null });
      map.set(leave.least.symbol, sym(name));
      fresh.push({
        symbol: name,
        kind: 'count',
        reason: null,
        least: substituteFormula(leave.least.stop, map),
        rises: leave.least.rises,
      });
    }
    const count = substitute(leave.count, map);
    const condition = substituteFormula(leave.condition, map);
    if (!this.possible(condition)) return [];
    this.outer.push({ guard: condition, fresh, count });
    const through = counter.definedThrough(leave.count);
    const safe = through && substituteFormula(through, map);
    const values = new Map(request.entry);
    for (const [x, t] of counter.valuesAfter(leave.count)) values.set(x, substitute(t, map));
    const is = new Map([[ALL, count]]);
    return this.inner.flatMap((own, index) => {
      const whole = and(condition, substituteFormula(own.guard, is));
      if (!this.possible(whole)) return [];
      const after = new Map(values);
      for (const [v, t] of own.post) after.set(request.names[v] as Symbol, substitute(t, is));
      const defined = safe && own.defined && and(safe, substituteFormula(own.defined, is));
      return this.exits(after, whole, {
        defined,
        fresh: [...fresh, ...own.fresh.map((f) => renamed(f, f.symbol, is))],
        counts: new Map([...own.counts].map(([p, n]) => [p, substitute(n, is)])),
        iterations: count,
        trace: own.trace && own.trace.map((s) => over(s, is)),
        steps: [],
        counter: { symbol: ALL, count, forms: counter.closed.forms, inner: this.claims[index] ?? null },
      });
    });
  }

  private exits(
    values: ReadonlyMap<Symbol, Term>,
    condition: Formula,
    made: Pick<Case, 'defined' | 'fresh' | 'counts' | 'iterations' | 'trace' | 'steps' | 'counter'>,
  ): Case[] {
    const { paths, names } = this.request;
    const changed = new Set(paths.flatMap((p) => [...p.update.keys()]));
    return paths.flatMap((path, exit) => {
      const guard = and(condition, substituteFormula(path.guard, values));
      if (path.kind !== 'exit' || !this.possible(guard)) return [];
      const at = (v: VarId): Term => {
        const u = path.update.get(v);
        const now = values.get(names[v] as Symbol) ?? sym(names[v] as Symbol);
        return u ? substitute(u, values) : now;
      };
      return [
        {
          ...made,
          guard,
          defined:
            made.defined && path.definedKnown ? and(made.defined, substituteFormula(path.defined, values)) : null,
          post: new Map([...changed].map((v) => [v, at(v)])),
          end: path.end,
          exact: true,
          reasons: [],
          exit,
        },
      ];
    });
  }
}

/** How many iterations there have been is not the loop's own. */
function withoutCounting(summaryCase: Case, past: VarId): Case {
  const forms = (f: ClosedForms): ClosedForms => new Map([...f].filter(([x]) => x !== PAST));
  const step = (step: Step): Step => {
    switch (step.kind) {
      case 'path':
        return { ...step, forms: step.forms && forms(step.forms) };
      case 'cycle':
        return {
          ...step,
          word: step.word.map((w) => ({ ...w, forms: w.forms && forms(w.forms) })),
          forms: forms(step.forms),
          fixed: new Map([...step.fixed].filter(([x]) => x !== PAST)),
        };
      case 'orbit':
        return { ...step, after: new Map([...step.after].filter(([x]) => x !== PAST)) };
      case 'any':
        return step;
    }
  };
  return {
    ...summaryCase,
    post: new Map([...summaryCase.post].filter(([v]) => v !== past)),
    iterations: sym(ALL),
    steps: summaryCase.steps && summaryCase.steps.map(step),
  };
}

function over(segment: Segment, map: ReadonlyMap<Symbol, Term>): Segment {
  const count = substitute(segment.count, map);
  return segment.kind === 'path'
    ? { ...segment, count }
    : { ...segment, count, word: segment.word.map((w) => ({ ...w, count: substitute(w.count, map) })) };
}
