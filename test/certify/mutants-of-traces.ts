/** Changes to a case's trace, with the values and counts that follow from the changed trace. */
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
import type { Term } from '../../server/src/logic/expression.ts';
import { substitute } from '../../server/src/logic/substitution.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { add, int, isConst, mul, plus, scale, sym } from '../../server/src/logic/term.ts';
import type { Having, Mutant } from './mutant.ts';
import { iterativePaths } from './mutant.ts';

/** A changed trace, and what was changed. */
type Variant = readonly [string, readonly Step[]];
/** The trace with other steps in the place of one. */
type Instead = (...steps: readonly Step[]) => readonly Step[];

export function* traceMutants(claim: SummaryClaim, c: CaseClaim, having: Having): Generator<Mutant> {
  for (const [kind, steps] of variantsOf(claim, c.steps ?? [])) {
    const followed = follow(claim, c, steps);
    if (followed) yield having(`${kind}, all following`, { steps, ...followed });
  }
}

function* variantsOf(claim: SummaryClaim, steps: readonly Step[]): Generator<Variant> {
  for (const [k, s] of steps.entries()) {
    const instead: Instead = (...others) => [...steps.slice(0, k), ...others, ...steps.slice(k + 1)];
    yield ['segment dropped', instead()];
    const after = steps[k + 1];
    if (after) yield ['segments swapped', [...steps.slice(0, k), after, s, ...steps.slice(k + 2)]];
    if (s.kind === 'any' || s.count === null) continue;
    for (const [name, n] of [
      ['one more', plus(s.count, 1)],
      ['one less', plus(s.count, -1)],
      ['twice', scale(2n, s.count)],
    ] as const) {
      if (!isConst(n) || n.value >= 0n) yield [`segment ${name}`, instead({ ...s, count: n })];
    }
    if (s.kind === 'path' && claim.paths.length > 2)
      for (const path of iterativePaths(claim, s.path)) yield ['segment of another path', instead({ ...s, path })];
    if (s.kind === 'orbit') yield* orbitVariants(s, instead);
    if (s.kind === 'cycle') yield* cycleVariants(claim, s, instead);
    if (s.kind !== 'orbit') yield* formVariants(s, instead);
  }
}

function* orbitVariants(s: Step & { readonly kind: 'orbit' }, instead: Instead): Generator<Variant> {
  const next = new Map([[COUNTER, plus(sym(COUNTER), 1)]]);
  for (const [x, t] of s.after)
    yield ['orbit shifted', instead({ ...s, after: new Map([...s.after, [x, substitute(t, next)]]) })];
  for (const [x, t] of s.after)
    yield ['orbit plus one', instead({ ...s, after: new Map([...s.after, [x, plus(t, 1)]]) })];
  for (const [p, t] of s.visits)
    yield ['visits plus one', instead({ ...s, visits: new Map([...s.visits, [p, plus(t, 1)]]) })];
}

function* cycleVariants(
  claim: SummaryClaim,
  s: Step & { readonly kind: 'cycle' },
  instead: Instead,
): Generator<Variant> {
  for (const [j, w] of s.word.entries()) {
    const word = (...letters: readonly Letter[]): Step => ({
      ...s,
      word: [...s.word.slice(0, j), ...letters, ...s.word.slice(j + 1)],
    });
    if (s.word.length > 1) yield ['letter dropped', instead(word())];
    yield ['letter once more', instead(word({ ...w, count: plus(w.count, 1) }))];
    for (const path of iterativePaths(claim, w.path)) yield ['letter of another path', instead(word({ ...w, path }))];
  }
  for (const [x, t] of s.fixed)
    yield ['another fixed value', instead({ ...s, fixed: new Map([...s.fixed, [x, plus(t, 1)]]) })];
}

function* formVariants(s: Step & { readonly kind: 'path' | 'cycle' }, instead: Instead): Generator<Variant> {
  const { forms } = s;
  if (forms === null) return;
  for (const [x, form] of forms) {
    const having = (changed: Partial<ClosedForm>): readonly Step[] => {
      const changedForms: ClosedForms = new Map([...forms, [x, { ...form, ...changed }]]);
      return instead({ ...s, forms: changedForms });
    };
    const { numerator, denominator, modulus, offset, prefix } = form;
    yield ['closed form plus one', having({ numerator: plus(numerator, denominator) })];
    if (modulus !== null) {
      yield ['closed form with another modulus', having({ modulus: modulus + 1n })];
      yield ['closed form with another offset', having({ offset: offset + 1n })];
      yield ['closed form without modulus', having({ modulus: null, offset: 0n })];
    }
    if (prefix > 0) {
      const fromStart: ClosedForms = new Map([...forms].map(([y, f]) => [y, { ...f, prefix: 0 }]));
      yield ['closed form from the start', instead({ ...s, forms: fromStart })];
    }
    yield ['closed form plus n', having({ numerator: add(numerator, scale(denominator, sym(COUNTER))) })];
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
    for (const [p, n] of visitsOf(s, count, values)) counts.set(p, add(counts.get(p) ?? int(0), n));
    const effects = effectsOf(claim, s, count);
    if (effects === null) return null;
    for (const [effect, extra] of effects) apply(effect, extra);
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

type Values = ReadonlyMap<Symbol, Term>;

/** What a step does, one effect after the other, each with what its symbols stand for; null: it can't be told. */
function effectsOf(
  claim: SummaryClaim,
  s: Exclude<Step, { readonly kind: 'any' }>,
  count: Term,
): readonly (readonly [Values, Values])[] | null {
  if (s.kind === 'orbit') return [[s.after, new Map([[COUNTER, count]])]];
  if (s.forms && !(isConst(count) && count.value <= 1n))
    return [[valuesAt(s.forms, sym(COUNTER)), new Map([[COUNTER, count], ...(s.kind === 'path' ? s.renaming : [])])]];
  if (s.kind !== 'path') return null;
  const times = isConst(count) ? Number(count.value) : 0;
  return Array.from({ length: times }, () => [claim.paths[s.path]?.update ?? new Map(), s.renaming] as const);
}

/** How often a step takes each path. */
function visitsOf(
  s: Exclude<Step, { readonly kind: 'any' }>,
  count: Term,
  values: ReadonlyMap<Symbol, Term>,
): readonly (readonly [number, Term])[] {
  switch (s.kind) {
    case 'path':
      return [[s.path, count]];
    case 'cycle':
      return s.word.map((w) => [w.path, mul(w.count, count)]);
    case 'orbit':
      return [...s.visits].map(([p, n]) => [p, substitute(n, new Map([...values, [COUNTER, count]]))]);
  }
}
