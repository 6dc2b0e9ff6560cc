/** Wrong summaries made from right ones: each a small change to one case, on its surface or through all that follows from it. */
import type { CaseClaim, ClosedForms, Step, SummaryClaim } from '../../server/src/certify/certificate.ts';
import { COUNTER } from '../../server/src/certify/certificate.ts';
import { valuesAt } from '../../server/src/certify/closed.ts';
import type { Formula } from '../../server/src/ir/formula.ts';
import { and, conjuncts, eq0, ge0, isLiteral, ne0, not, substituteFormula } from '../../server/src/ir/formula.ts';
import type { Term } from '../../server/src/ir/term.ts';
import { add, div, int, isConst, mod, mul, partsOf, plus, scale, substitute, sumOf, sym } from '../../server/src/ir/term.ts';

export interface Mutant {
  readonly kind: string;
  readonly claim: SummaryClaim;
}

const TERM_CHANGES: readonly (readonly [string, (t: Term) => Term | null])[] = [
  ['plus one', (t) => plus(t, 1)],
  ['minus one', (t) => plus(t, -1)],
  ['doubled', (t) => scale(2n, t)],
  ['negated', (t) => scale(-1n, t)],
  ['coefficient', (t) => partsOf(t).parts.length === 0 ? null : sumOf(partsOf(t).constant, partsOf(t).parts.map((p, i) => (i === 0 ? { ...p, coef: p.coef + 1n } : p)))],
  ['part dropped', (t) => partsOf(t).parts.length < 2 ? null : sumOf(partsOf(t).constant, partsOf(t).parts.slice(1))],
  ['modulus', (t) => inside(t, (x) => (x.kind === 'mod' ? mod(x.arg, x.by + 1n) : null))],
  ['divisor', (t) => inside(t, (x) => (x.kind === 'div' ? div(x.arg, x.by + 1n) : null))],
  ['rounding', (t) => inside(t, (x) => (x.kind === 'div' ? div(plus(x.arg, 1), x.by) : null))],
];

/** The term with its first changeable atom changed. */
function inside(t: Term, change: (x: Term) => Term | null): Term | null {
  const { constant, parts } = partsOf(t);
  for (const [i, p] of parts.entries()) {
    const changed = change(p.mono);
    if (changed && changed !== p.mono) return add(sumOf(constant, parts.filter((_, j) => j !== i)), scale(p.coef, changed));
  }
  return null;
}

const LITERAL_CHANGES: readonly (readonly [string, (f: Formula) => Formula | null])[] = [
  ['weaker by one', (f) => (isLiteral(f) && f.kind === 'ge' ? ge0(plus(f.term, 1)) : null)],
  ['stronger by one', (f) => (isLiteral(f) && f.kind === 'ge' ? ge0(plus(f.term, -1)) : null)],
  ['equal', (f) => (isLiteral(f) && f.kind === 'ge' ? eq0(f.term) : null)],
  ['turned round', (f) => not(f)],
  ['shifted', (f) => (isLiteral(f) && f.kind === 'eq' ? eq0(plus(f.term, 1)) : isLiteral(f) && f.kind === 'ne' ? ne0(plus(f.term, 1)) : null)],
  ['dropped', () => and()],
];

export function* mutantsOf(claim: SummaryClaim): Generator<Mutant> {
  for (const [i, c] of claim.cases.entries()) {
    const having = (kind: string, changed: Partial<CaseClaim>): Mutant => ({ kind, claim: { ...claim, cases: claim.cases.map((o, j) => (j === i ? { ...c, ...changed } : o)) } });
    yield { kind: 'case dropped', claim: { ...claim, cases: claim.cases.filter((_, j) => j !== i) } };
    const parts = conjuncts(c.guard);
    for (const [k, f] of parts.entries()) for (const [name, change] of LITERAL_CHANGES) {
      const g = change(f);
      if (g) yield having(`condition ${name}`, { guard: and(...parts.slice(0, k), g, ...parts.slice(k + 1)) });
    }
    if (c.exit === null) {
      yield having('never ends, anywhere', { guard: and() });
      continue;
    }
    for (const [x, t] of c.post) for (const [name, change] of TERM_CHANGES) {
      const u = change(t);
      if (u) yield having(`value ${name}`, { post: new Map([...c.post, [x, u]]) });
    }
    const values = [...c.post];
    for (const [a, [x, t]] of values.entries()) for (const [y, u] of values.slice(a + 1)) {
      if (t !== u) yield having('values swapped', { post: new Map([...c.post, [x, u], [y, t]]) });
    }
    if (c.iterations) for (const [name, change] of TERM_CHANGES) {
      const u = change(c.iterations);
      if (u) yield having(`iterations ${name}`, { iterations: u });
    }
    for (const [p, n] of c.counts) for (const d of [1, -1]) {
      yield having('count off by one', { counts: new Map([...c.counts, [p, plus(n, d)]]), ...(c.iterations ? { iterations: plus(c.iterations, d) } : {}) });
    }
    for (const [j, p] of claim.paths.entries()) if (p.exit && j !== c.exit) yield having('another way out', { exit: j });
    yield having('never ends instead', { exit: null, iterations: null });
    for (const f of c.fresh) {
      if (!f.least) continue;
      const later = substituteFormula(f.least, new Map([[f.name, plus(sym(f.name), 1)]]));
      yield having('least count of something else', { fresh: c.fresh.map((o) => (o === f ? { ...f, least: later } : o)) });
    }
    yield* deepMutants(claim, c, having);
  }
}

/** Changes to the trace, with values and counts that follow from the changed trace. */
function* deepMutants(claim: SummaryClaim, c: CaseClaim, having: (kind: string, changed: Partial<CaseClaim>) => Mutant): Generator<Mutant> {
  if (!c.steps) return;
  const variants: (readonly [string, readonly Step[]])[] = [];
  for (const [k, s] of c.steps.entries()) {
    const instead = (...steps: readonly Step[]): readonly Step[] => [...c.steps?.slice(0, k) ?? [], ...steps, ...c.steps?.slice(k + 1) ?? []];
    variants.push(['segment dropped', instead()]);
    if (s.kind === 'any' || s.count === null) continue;
    const { count } = s;
    for (const [name, n] of [['one more', plus(count, 1)], ['one less', plus(count, -1)], ['twice', scale(2n, count)]] as const) {
      if (!isConst(n) || n.value >= 0n) variants.push([`segment ${name}`, instead({ ...s, count: n })]);
    }
    if (s.kind === 'path' && claim.paths.length > 2) {
      for (const [j, p] of claim.paths.entries()) if (!p.exit && j !== s.path) variants.push(['segment of another path', instead({ ...s, path: j })]);
    }
    if (s.kind === 'orbit' || s.forms === null) continue;
    for (const [x, form] of s.forms) {
      const forms = (numerator: Term): ClosedForms => new Map([...s.forms ?? [], [x, { ...form, numerator }]]);
      variants.push(['closed form plus one', instead({ ...s, forms: forms(plus(form.numerator, form.denominator)) } as Step)]);
      variants.push(['closed form plus n', instead({ ...s, forms: forms(add(form.numerator, scale(form.denominator, sym(COUNTER)))) } as Step)]);
    }
  }
  for (const [kind, steps] of variants) {
    const followed = follow(claim, c, steps);
    if (followed) yield having(`${kind}, all following`, { steps, ...followed });
  }
}

/** Values and counts that a trace leads to, as an engine would write them. */
function follow(claim: SummaryClaim, c: CaseClaim, steps: readonly Step[]): Pick<CaseClaim, 'post' | 'counts' | 'iterations'> | null {
  let values = new Map<string, Term>(claim.entry);
  const counts = new Map<number, Term>();
  const apply = (effect: ReadonlyMap<string, Term>, extra: ReadonlyMap<string, Term>): void => {
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
    else if (s.forms && !(isConst(count) && count.value <= 1n)) apply(valuesAt(s.forms, sym(COUNTER)), new Map([[COUNTER, count], ...(s.kind === 'path' ? s.renaming : [])]));
    else if (s.kind === 'path') for (let k = 0n; isConst(count) && k < count.value; k++) apply(claim.paths[s.path]?.update ?? new Map(), s.renaming);
    else return null;
  }
  const exit = c.exit === null ? null : claim.paths[c.exit];
  if (!exit) return null;
  const after = new Map(values);
  for (const [x, u] of exit.update) after.set(x, substitute(u, values));
  return {
    post: new Map([...c.post.keys()].map((x) => [x, after.get(x) ?? sym(x)])), counts,
    iterations: [...counts.values()].reduce<Term>((a, b) => add(a, b), int(0)),
  };
}
