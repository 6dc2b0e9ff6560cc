/**
 * Wrong summaries made from right ones: each a small change to one case, on its surface or through all that follows
 * from it.
 */
import type { CaseClaim, Step, SummaryClaim } from '../../server/src/certify/certificate.ts';
import { and, conjuncts, ge0, isLiteral, not, or } from '../../server/src/logic/formula.ts';
import { substituteFormula } from '../../server/src/logic/substitution.ts';
import { int, plus, sym } from '../../server/src/logic/term.ts';
import { LITERAL_CHANGES, TERM_CHANGES } from './changed-formulas.ts';
import type { Having, Mutant } from './mutant.ts';
import { iterativePaths } from './mutant.ts';
import { counterMutants } from './mutants-of-counters.ts';
import { traceMutants } from './mutants-of-traces.ts';

export function* mutantsOf(claim: SummaryClaim): Generator<Mutant> {
  for (const [i, c] of claim.cases.entries()) {
    const having: Having = (kind, changed) => ({
      kind,
      claim: { ...claim, cases: claim.cases.map((o, j) => (j === i ? { ...c, ...changed } : o)) },
    });
    yield* casesTogether(claim, i, c);
    yield* undefinedMutants(c, having);
    yield* guardMutants(c, having);
    if (c.exit === null) {
      yield* endingMutants(claim, c, having);
      continue;
    }
    yield* valueMutants(c, having);
    yield* countMutants(c, having);
    yield* exitMutants(claim, c, having);
    yield* leastCountMutants(c, having);
    yield* traceMutants(claim, c, having);
    yield* counterMutants(claim, c, having);
  }
}

/** The case is missing, or is one with a later one. */
function* casesTogether(claim: SummaryClaim, i: number, c: CaseClaim): Generator<Mutant> {
  yield { kind: 'case dropped', claim: { ...claim, cases: claim.cases.filter((_, j) => j !== i) } };
  for (const [j, o] of claim.cases.entries()) {
    if (j <= i) continue;
    const joined = { ...c, guard: or(c.guard, o.guard) };
    yield {
      kind: 'two cases in one',
      claim: { ...claim, cases: claim.cases.flatMap((x, k) => (k === i ? [joined] : k === j ? [] : [x])) },
    };
    if (c.exit === null || o.exit === null) continue;
    const [own, other] = [
      { ...c, post: o.post },
      { ...o, post: c.post },
    ];
    yield {
      kind: "cases with each other's values",
      claim: { ...claim, cases: claim.cases.map((x, k) => (k === i ? own : k === j ? other : x)) },
    };
  }
}

function* undefinedMutants({ defined }: CaseClaim, having: Having): Generator<Mutant> {
  if (defined === null) return;
  yield having('undefined nowhere', { defined: and() });
  yield having('undefined everywhere', { defined: not(and()) });
  const own = conjuncts(defined);
  for (const [k, f] of own.entries()) {
    if (!isLiteral(f) || f.kind !== 'ge') continue;
    for (const d of [1, -1])
      yield having('undefined elsewhere', {
        defined: and(...own.slice(0, k), ge0(plus(f.term, d)), ...own.slice(k + 1)),
      });
  }
}

function* guardMutants(c: CaseClaim, having: Having): Generator<Mutant> {
  const parts = conjuncts(c.guard);
  for (const [k, f] of parts.entries())
    for (const [name, change] of LITERAL_CHANGES) {
      const g = change(f);
      if (g) yield having(`condition ${name}`, { guard: and(...parts.slice(0, k), g, ...parts.slice(k + 1)) });
    }
}

/** A case that never ends ends, or runs for ever in another way. */
function* endingMutants(claim: SummaryClaim, c: CaseClaim, having: Having): Generator<Mutant> {
  yield having('never ends, anywhere', { guard: and() });
  for (const [j, p] of claim.paths.entries()) {
    if (!p.exit) continue;
    yield having('ends at once', {
      exit: j,
      steps: [],
      counts: new Map(),
      iterations: int(0),
      post: new Map([...c.post.keys()].map((x) => [x, sym(x)])),
    });
    yield having('ends', { exit: j });
  }
  for (const step of c.steps ?? []) {
    if (step.kind === 'any') continue;
    if (step.kind === 'path')
      for (const path of iterativePaths(claim, step.path))
        yield having('another path for ever', {
          steps: c.steps?.map((x) => (x === step ? { ...step, path } : x)) ?? null,
        });
    yield having('any path for ever', { steps: [{ kind: 'any' }] });
  }
}

function* valueMutants(c: CaseClaim, having: Having): Generator<Mutant> {
  for (const [x, t] of c.post)
    for (const [name, change] of TERM_CHANGES) {
      const u = change(t);
      if (u) yield having(`value ${name}`, { post: new Map([...c.post, [x, u]]) });
    }
  const values = [...c.post];
  for (const [a, [x, t]] of values.entries())
    for (const [y, u] of values.slice(a + 1)) {
      if (t !== u) yield having('values swapped', { post: new Map([...c.post, [x, u], [y, t]]) });
    }
}

function* countMutants(c: CaseClaim, having: Having): Generator<Mutant> {
  if (c.iterations)
    for (const [name, change] of TERM_CHANGES) {
      const u = change(c.iterations);
      if (u) yield having(`iterations ${name}`, { iterations: u });
    }
  for (const [p, n] of c.counts)
    for (const d of [1, -1]) {
      yield having('count off by one', {
        counts: new Map([...c.counts, [p, plus(n, d)]]),
        ...(c.iterations ? { iterations: plus(c.iterations, d) } : {}),
      });
    }
  const counted = [...c.counts];
  for (const [a, [p, n]] of counted.entries())
    for (const [q, m] of counted.slice(a + 1)) {
      if (n !== m) yield having('counts swapped', { counts: new Map([...c.counts, [p, m], [q, n]]) });
    }
}

function* exitMutants(claim: SummaryClaim, c: CaseClaim, having: Having): Generator<Mutant> {
  for (const [j, p] of claim.paths.entries()) if (p.exit && j !== c.exit) yield having('another way out', { exit: j });
  yield having('never ends instead', { exit: null, iterations: null });
  if (!c.steps || c.steps.length === 0) return;
  const last = c.steps[c.steps.length - 1] as Step;
  if (last.kind !== 'any')
    yield having('goes on for ever', {
      exit: null,
      iterations: null,
      steps: [...c.steps.slice(0, -1), { ...last, count: null }],
    });
  yield having('any path instead', { exit: null, iterations: null, steps: [{ kind: 'any' }] });
}

function* leastCountMutants(c: CaseClaim, having: Having): Generator<Mutant> {
  for (const f of c.fresh) {
    if (!f.least) continue;
    const later = substituteFormula(f.least, new Map([[f.symbol, plus(sym(f.symbol), 1)]]));
    yield having('any count', { fresh: c.fresh.map((o) => (o === f ? { symbol: f.symbol, kind: f.kind } : o)) });
    yield having('least count of something else', {
      fresh: c.fresh.map((o) => (o === f ? { ...f, least: later } : o)),
    });
  }
}
