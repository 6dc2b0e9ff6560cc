/**
 * Wrong summaries made from right ones: each a small change to one case, on its surface or through all that follows
 * from it.
 */
import type {
  CaseClaim,
  ClosedForm,
  ClosedForms,
  Letter,
  Step,
  SummaryClaim,
} from '../../server/src/certify/certificate.ts';
import { COUNTER } from '../../server/src/certify/certificate.ts';
import { valuesAt } from '../../server/src/certify/check-closed-forms.ts';
import type { Formula, Term } from '../../server/src/logic/expression.ts';
import { and, conjuncts, eq0, ge0, isLiteral, ne0, not, or } from '../../server/src/logic/formula.ts';
import { substitute, substituteFormula } from '../../server/src/logic/substitution.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { add, div, int, isConst, mod, mul, partsOf, plus, scale, sumOf, sym } from '../../server/src/logic/term.ts';

export interface Mutant {
  readonly kind: string;
  readonly claim: SummaryClaim;
}

const TERM_CHANGES: readonly (readonly [string, (t: Term) => Term | null])[] = [
  ['plus one', (t) => plus(t, 1)],
  ['minus one', (t) => plus(t, -1)],
  ['doubled', (t) => scale(2n, t)],
  ['negated', (t) => scale(-1n, t)],
  [
    'coefficient',
    (t) =>
      partsOf(t).parts.length === 0
        ? null
        : sumOf(
            partsOf(t).constant,
            partsOf(t).parts.map((p, i) => (i === 0 ? { ...p, coef: p.coef + 1n } : p)),
          ),
  ],
  ['part dropped', (t) => (partsOf(t).parts.length < 2 ? null : sumOf(partsOf(t).constant, partsOf(t).parts.slice(1)))],
  ['modulus', (t) => inside(t, (x) => (x.kind === 'mod' ? mod(x.arg, x.by + 1n) : null))],
  ['divisor', (t) => inside(t, (x) => (x.kind === 'div' ? div(x.arg, x.by + 1n) : null))],
  ['constant doubled', (t) => (partsOf(t).constant === 0n ? null : plus(t, partsOf(t).constant))],
  ['first letter twice', (t) => (partsOf(t).parts.length < 2 ? null : add(t, sumOf(0n, partsOf(t).parts.slice(0, 1))))],
  ['rounding', (t) => inside(t, (x) => (x.kind === 'div' ? div(plus(x.arg, 1), x.by) : null))],
];

/** The term with its first changeable atom changed. */
function inside(t: Term, change: (x: Term) => Term | null): Term | null {
  const { constant, parts } = partsOf(t);
  for (const [i, p] of parts.entries()) {
    const changed = change(p.mono);
    if (changed && changed !== p.mono)
      return add(
        sumOf(
          constant,
          parts.filter((_, j) => j !== i),
        ),
        scale(p.coef, changed),
      );
  }
  return null;
}

const LITERAL_CHANGES: readonly (readonly [string, (f: Formula) => Formula | null])[] = [
  ['weaker by one', (f) => (isLiteral(f) && f.kind === 'ge' ? ge0(plus(f.term, 1)) : null)],
  ['stronger by one', (f) => (isLiteral(f) && f.kind === 'ge' ? ge0(plus(f.term, -1)) : null)],
  ['equal', (f) => (isLiteral(f) && f.kind === 'ge' ? eq0(f.term) : null)],
  ['turned round', (f) => not(f)],
  [
    'shifted',
    (f) =>
      isLiteral(f) && f.kind === 'eq'
        ? eq0(plus(f.term, 1))
        : isLiteral(f) && f.kind === 'ne'
          ? ne0(plus(f.term, 1))
          : null,
  ],
  [
    'with another coefficient',
    (f) => {
      const { constant, parts } = isLiteral(f) ? partsOf(f.term) : { constant: 0n, parts: [] };
      const changed = sumOf(
        constant,
        parts.map((p, i) => (i === 0 ? { ...p, coef: p.coef + (p.coef > 0n ? 1n : -1n) } : p)),
      );
      return !isLiteral(f) || parts.length === 0
        ? null
        : f.kind === 'ge'
          ? ge0(changed)
          : f.kind === 'eq'
            ? eq0(changed)
            : ne0(changed);
    },
  ],
  ['dropped', () => and()],
];

export function* mutantsOf(claim: SummaryClaim): Generator<Mutant> {
  for (const [i, c] of claim.cases.entries()) {
    const having = (kind: string, changed: Partial<CaseClaim>): Mutant => ({
      kind,
      claim: { ...claim, cases: claim.cases.map((o, j) => (j === i ? { ...c, ...changed } : o)) },
    });
    yield { kind: 'case dropped', claim: { ...claim, cases: claim.cases.filter((_, j) => j !== i) } };
    for (const [j, o] of claim.cases.entries()) {
      if (j <= i) continue;
      yield {
        kind: 'two cases in one',
        claim: {
          ...claim,
          cases: claim.cases.flatMap((x, k) =>
            k === i ? [{ ...c, guard: or(c.guard, o.guard) }] : k === j ? [] : [x],
          ),
        },
      };
      if (c.exit !== null && o.exit !== null)
        yield {
          kind: "cases with each other's values",
          claim: {
            ...claim,
            cases: claim.cases.map((x, k) => (k === i ? { ...c, post: o.post } : k === j ? { ...o, post: c.post } : x)),
          },
        };
    }
    if (c.defined !== null) {
      yield having('undefined nowhere', { defined: and() });
      yield having('undefined everywhere', { defined: not(and()) });
      const own = conjuncts(c.defined);
      for (const [k, f] of own.entries())
        for (const d of [1, -1]) {
          if (isLiteral(f) && f.kind === 'ge')
            yield having('undefined elsewhere', {
              defined: and(...own.slice(0, k), ge0(plus(f.term, d)), ...own.slice(k + 1)),
            });
        }
    }
    const parts = conjuncts(c.guard);
    for (const [k, f] of parts.entries())
      for (const [name, change] of LITERAL_CHANGES) {
        const g = change(f);
        if (g) yield having(`condition ${name}`, { guard: and(...parts.slice(0, k), g, ...parts.slice(k + 1)) });
      }
    if (c.exit === null) {
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
        if (step.kind === 'path')
          for (const [j, p] of claim.paths.entries())
            if (!p.exit && j !== step.path)
              yield having('another path for ever', {
                steps: c.steps?.map((x) => (x === step ? { ...step, path: j } : x)) ?? null,
              });
        if (step.kind !== 'any') yield having('any path for ever', { steps: [{ kind: 'any' }] });
      }
      continue;
    }
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
    for (const [j, p] of claim.paths.entries())
      if (p.exit && j !== c.exit) yield having('another way out', { exit: j });
    yield having('never ends instead', { exit: null, iterations: null });
    if (c.steps && c.steps.length > 0) {
      const last = c.steps[c.steps.length - 1] as Step;
      if (last.kind !== 'any')
        yield having('goes on for ever', {
          exit: null,
          iterations: null,
          steps: [...c.steps.slice(0, -1), { ...last, count: null }],
        });
      yield having('any path instead', { exit: null, iterations: null, steps: [{ kind: 'any' }] });
    }
    for (const f of c.fresh) {
      if (!f.least) continue;
      const later = substituteFormula(f.least, new Map([[f.symbol, plus(sym(f.symbol), 1)]]));
      yield having('any count', { fresh: c.fresh.map((o) => (o === f ? { symbol: f.symbol, kind: f.kind } : o)) });
      yield having('least count of something else', {
        fresh: c.fresh.map((o) => (o === f ? { ...f, least: later } : o)),
      });
    }
    yield* deepMutants(claim, c, having);
    yield* counterMutants(claim, c, having);
  }
}

/** Changes to the trace, with values and counts that follow from the changed trace. */
function* deepMutants(
  claim: SummaryClaim,
  c: CaseClaim,
  having: (kind: string, changed: Partial<CaseClaim>) => Mutant,
): Generator<Mutant> {
  if (!c.steps) return;
  const variants: (readonly [string, readonly Step[]])[] = [];
  for (const [k, s] of c.steps.entries()) {
    const instead = (...steps: readonly Step[]): readonly Step[] => [
      ...(c.steps?.slice(0, k) ?? []),
      ...steps,
      ...(c.steps?.slice(k + 1) ?? []),
    ];
    variants.push(['segment dropped', instead()]);
    const after = c.steps[k + 1];
    if (after) variants.push(['segments swapped', [...c.steps.slice(0, k), after, s, ...c.steps.slice(k + 2)]]);
    if (s.kind === 'any' || s.count === null) continue;
    const { count } = s;
    for (const [name, n] of [
      ['one more', plus(count, 1)],
      ['one less', plus(count, -1)],
      ['twice', scale(2n, count)],
    ] as const) {
      if (!isConst(n) || n.value >= 0n) variants.push([`segment ${name}`, instead({ ...s, count: n })]);
    }
    if (s.kind === 'path' && claim.paths.length > 2) {
      for (const [j, p] of claim.paths.entries())
        if (!p.exit && j !== s.path) variants.push(['segment of another path', instead({ ...s, path: j })]);
    }
    if (s.kind === 'orbit') {
      for (const [x, t] of s.after)
        variants.push([
          'orbit shifted',
          instead({
            ...s,
            after: new Map([...s.after, [x, substitute(t, new Map([[COUNTER, plus(sym(COUNTER), 1)]]))]]),
          }),
        ]);
      for (const [x, t] of s.after)
        variants.push(['orbit plus one', instead({ ...s, after: new Map([...s.after, [x, plus(t, 1)]]) })]);
      for (const [p, t] of s.visits)
        variants.push(['visits plus one', instead({ ...s, visits: new Map([...s.visits, [p, plus(t, 1)]]) })]);
      continue;
    }
    if (s.kind === 'cycle') {
      for (const [j, w] of s.word.entries()) {
        const word = (...letters: readonly Letter[]): Step => ({
          ...s,
          word: [...s.word.slice(0, j), ...letters, ...s.word.slice(j + 1)],
        });
        if (s.word.length > 1) variants.push(['letter dropped', instead(word())]);
        variants.push(['letter once more', instead(word({ ...w, count: plus(w.count, 1) }))]);
        for (const [i, p] of claim.paths.entries())
          if (!p.exit && i !== w.path) variants.push(['letter of another path', instead(word({ ...w, path: i }))]);
      }
      for (const [x, t] of s.fixed)
        variants.push(['another fixed value', instead({ ...s, fixed: new Map([...s.fixed, [x, plus(t, 1)]]) })]);
    }
    if (s.forms === null) continue;
    for (const [x, form] of s.forms) {
      const forms = (numerator: Term): ClosedForms => new Map([...(s.forms ?? []), [x, { ...form, numerator }]]);
      variants.push([
        'closed form plus one',
        instead({ ...s, forms: forms(plus(form.numerator, form.denominator)) } as Step),
      ]);
      if (form.modulus !== null) {
        const other = (changed: Partial<ClosedForm>): Step => ({
          ...s,
          forms: new Map([...(s.forms ?? []), [x, { ...form, ...changed }]]),
        });
        variants.push(['closed form with another modulus', instead(other({ modulus: form.modulus + 1n }))]);
        variants.push(['closed form with another offset', instead(other({ offset: form.offset + 1n }))]);
        variants.push(['closed form without modulus', instead(other({ modulus: null, offset: 0n }))]);
      }
      if (form.prefix > 0)
        variants.push([
          'closed form from the start',
          instead({ ...s, forms: new Map([...(s.forms ?? [])].map(([y, f]) => [y, { ...f, prefix: 0 }])) }),
        ]);
      variants.push([
        'closed form plus n',
        instead({ ...s, forms: forms(add(form.numerator, scale(form.denominator, sym(COUNTER)))) } as Step),
      ]);
    }
  }
  for (const [kind, steps] of variants) {
    const followed = follow(claim, c, steps);
    if (followed) yield having(`${kind}, all following`, { steps, ...followed });
  }
}

/** Changes to what counts the iterations and to what the branches do in them, with all that follows. */
function* counterMutants(
  claim: SummaryClaim,
  c: CaseClaim,
  having: (kind: string, changed: Partial<CaseClaim>) => Mutant,
): Generator<Mutant> {
  const { counter } = c;
  const exit = c.exit === null ? undefined : claim.paths[c.exit];
  if (!counter?.inner || !counter.count || !exit) return;
  const { inner, count, symbol, forms } = counter;
  const changed = (kind: string, n: Term, branches: CaseClaim, counted: ClosedForms): Mutant => {
    const is = new Map([[symbol, n]]);
    const values = new Map(claim.entry);
    for (const [x, t] of branches.post) values.set(x, substitute(t, is));
    for (const [x, t] of valuesAt(counted, sym(COUNTER)))
      values.set(x, substitute(t, new Map([...claim.entry, [COUNTER, n]])));
    const after = new Map([...values, ...[...exit.update].map(([x, u]): [Symbol, Term] => [x, substitute(u, values)])]);
    return having(kind, {
      counter: { symbol, count: n, forms: counted, inner: branches },
      iterations: n,
      counts: new Map([...branches.counts].map(([p, k]) => [p, substitute(k, is)])),
      post: new Map([...c.post.keys()].map((x) => [x, after.get(x) ?? sym(x)])),
    });
  };
  for (const [name, n] of [
    ['one more', plus(count, 1)],
    ['one less', plus(count, -1)],
    ['twice', scale(2n, count)],
  ] as const)
    yield changed(`counted ${name}`, n, inner, forms);
  for (const [x, t] of inner.post)
    for (const [name, change] of TERM_CHANGES) {
      const u = change(t);
      if (u)
        yield changed(`branches' value ${name}`, count, { ...inner, post: new Map([...inner.post, [x, u]]) }, forms);
    }
  for (const [p, n] of inner.counts)
    for (const d of [1, -1])
      yield changed(
        "branches' count off by one",
        count,
        { ...inner, counts: new Map([...inner.counts, [p, plus(n, d)]]) },
        forms,
      );
  for (const [x, form] of forms)
    yield changed(
      'counter plus n',
      count,
      inner,
      new Map([...forms, [x, { ...form, numerator: add(form.numerator, sym(COUNTER)) }]]),
    );
  for (const f of conjuncts(inner.guard)) {
    const guard = and(...conjuncts(inner.guard).filter((g) => g !== f));
    const own = substituteFormula(f, new Map([[symbol, count]])).key;
    yield having('branches anywhere', {
      counter: { ...counter, inner: { ...inner, guard } },
      guard: and(...conjuncts(c.guard).filter((g) => g.key !== own)),
    });
  }
  for (const part of [
    { ...claim.counters, outer: claim.counters?.outer.slice(1) ?? [] },
    { ...claim.counters, inner: claim.counters?.inner.slice(1) ?? [] },
  ]) {
    const mutant = having('parts dropped', {});
    yield {
      ...mutant,
      claim: {
        ...mutant.claim,
        cases: mutant.claim.cases.filter((o) => o.guard !== c.guard),
        counters: { outer: [], inner: [], ...part },
      },
    };
  }
}

/** Values and counts that a trace leads to, as an engine would write them. */
function follow(
  claim: SummaryClaim,
  c: CaseClaim,
  steps: readonly Step[],
): Pick<CaseClaim, 'post' | 'counts' | 'iterations'> | null {
  let values = new Map<Symbol, Term>(claim.entry);
  const counts = new Map<number, Term>();
  const apply = (effect: ReadonlyMap<Symbol, Term>, extra: ReadonlyMap<Symbol, Term>): void => {
    const now = new Map([...values, ...extra]);
    values = new Map(values);
    for (const [x, t] of effect) values.set(x, substitute(t, now));
  };
  for (const s of steps) {
    if (s.kind === 'any' || s.count === null) return null;
    const { count } = s;
    const took = (p: number, n: Term): void => {
      counts.set(p, add(counts.get(p) ?? int(0), n));
    };
    if (s.kind === 'path') took(s.path, count);
    else if (s.kind === 'cycle') for (const w of s.word) took(w.path, mul(w.count, count));
    else for (const [p, n] of s.visits) took(p, substitute(n, new Map([...values, [COUNTER, count]])));
    if (s.kind === 'orbit') apply(s.after, new Map([[COUNTER, count]]));
    else if (s.forms && !(isConst(count) && count.value <= 1n))
      apply(valuesAt(s.forms, sym(COUNTER)), new Map([[COUNTER, count], ...(s.kind === 'path' ? s.renaming : [])]));
    else if (s.kind === 'path')
      for (let k = 0n; isConst(count) && k < count.value; k++)
        apply(claim.paths[s.path]?.update ?? new Map(), s.renaming);
    else return null;
  }
  const exit = c.exit === null ? null : claim.paths[c.exit];
  if (!exit) return null;
  const after = new Map(values);
  for (const [x, u] of exit.update) after.set(x, substitute(u, values));
  return {
    post: new Map([...c.post.keys()].map((x) => [x, after.get(x) ?? sym(x)])),
    counts,
    iterations: [...counts.values()].reduce<Term>((a, b) => add(a, b), int(0)),
  };
}
