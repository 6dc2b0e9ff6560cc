/** Changes to what counts a case's iterations and to what its branches do in them, with all that follows. */
import type { CaseClaim, ClosedForms, SummaryClaim } from '../../server/src/certify/certificate.ts';
import { COUNTER } from '../../server/src/certify/certificate.ts';
import { valuesAt } from '../../server/src/certify/check-closed-forms.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { and, conjuncts } from '../../server/src/logic/formula.ts';
import { substitute, substituteFormula } from '../../server/src/logic/substitution.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { add, plus, scale, sym } from '../../server/src/logic/term.ts';
import { TERM_CHANGES } from './changed-formulas.ts';
import type { Having, Mutant } from './mutant.ts';

export function* counterMutants(claim: SummaryClaim, c: CaseClaim, having: Having): Generator<Mutant> {
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
