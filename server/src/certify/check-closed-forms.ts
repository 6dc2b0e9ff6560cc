/**
 * Closed forms: f(0) is the identity (or what the prefix leads to), and f(n + 1) = u(f(n)) (obligations i and ii). Both
 * are identities of polynomials with rational coefficients; reduced values are compared in the ring of their modulus.
 */
import {
  add,
  and,
  derived,
  div,
  ge,
  ge0,
  int,
  isConst,
  le,
  mentions,
  mod,
  mul,
  partsOf,
  plus,
  pow,
  scale,
  sub,
  substitute,
  sumOf,
  sym,
  symbolsOf,
  withExactQuotients,
} from '../logic/index.ts';
import { floorMod } from '../arithmetic/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import type { ClosedForm, ClosedForms, Discharge } from './certificate.ts';
import { COUNTER, weaker } from './certificate.ts';
import { canonical } from './canonical-form.ts';
import type { Prover } from './prover.ts';
import { vanishes } from './quotient-steps.ts';
import { unfolded } from './residue-sum-steps.ts';

export type Update = ReadonlyMap<Symbol, Term>;
type Values = ReadonlyMap<Symbol, Term>;

const ITERATIONS = sym(COUNTER);
const MAX_PERIOD = 64n;

/** A fraction that is a whole number wherever it is used. */
export interface Fraction {
  readonly numerator: Term;
  readonly denominator: bigint;
}

export const prefixOf = (forms: ClosedForms): number => Math.max(0, ...[...forms.values()].map((f) => f.prefix));

/** The value that a form gives for a number of iterations, over the values at the start. */
function valueAt(form: ClosedForm, n: Term): Term {
  const value = div(substitute(form.numerator, new Map([[COUNTER, n]])), form.denominator);
  return form.modulus === null ? value : plus(mod(plus(value, -form.offset), form.modulus), form.offset);
}

/** All values after n iterations. */
export const valuesAt = (forms: ClosedForms, n: Term): Values =>
  new Map([...forms].map(([x, f]) => [x, valueAt(f, n)]));

/** Values after a few iterations, one by one; what the update doesn't mention is unchanged. */
export function stepped(update: Update, times: number): Values {
  let values: Values = new Map();
  for (let k = 0; k < times; k++) values = new Map([...update].map(([x, u]) => [x, substitute(u, values)]));
  return values;
}

/**
 * A term over values that are given as fractions: a fraction again. What is not a sum of products of them (division,
 * modulus, conditions) takes the values as whole numbers.
 */
export function over(term: Term, fractions: ReadonlyMap<Symbol, Fraction>): Fraction {
  const whole = new Map([...fractions].map(([x, f]) => [x, div(f.numerator, f.denominator)]));
  const { constant, parts } = partsOf(term);
  let sum: Fraction = { numerator: int(constant), denominator: 1n };
  for (const part of parts) {
    let product: Fraction = { numerator: int(part.coef), denominator: 1n };
    for (const factor of part.mono.kind === 'prod' ? part.mono.factors : [part.mono]) {
      const own = factor.kind === 'sym' ? fractions.get(factor.symbol) : undefined;
      product = own
        ? { numerator: mul(product.numerator, own.numerator), denominator: product.denominator * own.denominator }
        : { numerator: mul(product.numerator, substitute(factor, whole)), denominator: product.denominator };
    }
    sum = {
      numerator: add(scale(product.denominator, sum.numerator), scale(sum.denominator, product.numerator)),
      denominator: sum.denominator * product.denominator,
    };
  }
  return sum;
}

export interface FormsChecked {
  readonly start: Discharge | null;
  readonly step: Discharge | null;
  readonly culprit: string;
  /** They are the closed form as long as nothing is undefined: they say nothing of whether that is so. */
  readonly whereDefined: boolean;
}

/**
 * How the forms are shown to be the closed form of the update. The conditions against undefined behaviour hold at every
 * iteration. Null: they are not shown. Null: they are not shown.
 */
export function checkForms(update: Update, forms: ClosedForms, prover: Prover, defined: Formula = and()): FormsChecked {
  const { start, culprit } = checkStart(update, forms, prover);
  if (start === null) return { start, step: null, culprit, whereDefined: false };
  let step: Discharge = 'identity';
  let whereDefined = false;
  for (const [x, u] of update) {
    const form = forms.get(x);
    const claim = form && { form, update: u, forms, defined: and() };
    const always = claim ? checkStep(claim, prover) : null;
    const two = always ?? (claim && defined.kind !== 'true' ? checkStep({ ...claim, defined }, prover) : null);
    if (two === null) return { start, step: null, culprit: x.display, whereDefined };
    whereDefined ||= always === null;
    step = weaker(step, two);
  }
  for (const x of forms.keys()) if (!update.has(x)) return { start, step: null, culprit: x.display, whereDefined };
  return { start, step, culprit: '', whereDefined };
}

/** f(prefix) is what the update leads to in so many iterations. */
function checkStart(
  update: Update,
  forms: ClosedForms,
  prover: Prover,
): { readonly start: Discharge | null; readonly culprit: string } {
  const prefix = prefixOf(forms);
  const initial = stepped(update, prefix);
  let start: Discharge = 'identity';
  for (const [x, form] of forms) {
    const before = initial.get(x) ?? sym(x);
    const one =
      form.modulus === null && equalFractions(at(form, int(prefix)), { numerator: before, denominator: 1n })
        ? 'identity'
        : prover.equal(and(), valueAt(form, int(prefix)), before);
    if (one === null) return { start: null, culprit: x.display };
    start = weaker(start, one);
  }
  return { start, culprit: '' };
}

const at = (form: ClosedForm, n: Term): Fraction => ({
  numerator: substitute(form.numerator, new Map([[COUNTER, n]])),
  denominator: form.denominator,
});

const equalFractions = (first: Fraction, second: Fraction): boolean => {
  const x = scale(second.denominator, first.numerator);
  const y = scale(first.denominator, second.numerator);
  return (
    x === y ||
    canonical(x) === canonical(y) ||
    vanishes(sub(x, y)) ||
    canonical(withExactQuotients(sub(x, y)).term) === int(0) ||
    spread(sub(x, y)) === int(0)
  );
};

/**
 * With `b^(e + c)` as `b^c b^e`, wherever that is a question of sums and products alone: the numbers are real ones
 * then.
 */
function spread(term: Term): Term {
  switch (term.kind) {
    case 'sum':
      return term.parts.reduce<Term>((sum, p) => add(sum, scale(p.coef, spread(p.mono))), int(term.constant));
    case 'prod':
      return term.factors.reduce<Term>((product, f) => mul(product, spread(f)), int(1));
    case 'pow': {
      const { constant } = partsOf(term.exponent);
      return constant > 0n && constant < MAX_SPREAD
        ? scale(term.base ** constant, pow(term.base, plus(term.exponent, -constant)))
        : term;
    }
    default:
      return term;
  }
}

const MAX_SPREAD = 256n;

/** One variable's form is what the update makes of the forms: f(n + 1) = u(f(n)) for n >= prefix. */
interface StepClaim {
  readonly form: ClosedForm;
  readonly update: Term;
  readonly forms: ClosedForms;
  /** Holds of the values at n. */
  readonly defined: Formula;
}

function checkStep(claim: StepClaim, prover: Prover): Discharge | null {
  const { form, update, forms } = claim;
  const one = at(form, plus(ITERATIONS, 1));
  const next = { ...one, numerator: unfolded(one.numerator, COUNTER) };
  const isSame =
    form.modulus === null
      ? equalFractions(next, over(update, fractionsAtN(update, forms, null)))
      : isSameInRing(next, form.modulus, claim, prover);
  return isSame ? 'identity' : checkValues(claim, prover);
}

/**
 * The forms that a term reads, as fractions at n. In a modulus a form is its numerator in the ring of a divisor of that
 * modulus. Elsewhere it is the value.
 */
function fractionsAtN(term: Term, forms: ClosedForms, ring: bigint | null): ReadonlyMap<Symbol, Fraction> {
  const out = new Map<Symbol, Fraction>();
  for (const y of symbolsOf(term)) {
    const f = forms.get(y);
    if (f)
      out.set(
        y,
        f.modulus === null || (ring !== null && f.modulus % ring === 0n)
          ? at(f, ITERATIONS)
          : { numerator: valueAt(f, ITERATIONS), denominator: 1n },
      );
  }
  return out;
}

/** In the ring of the modulus: reductions by its multiples may be forgotten on both sides. */
function isSameInRing(
  next: Fraction,
  modulus: bigint,
  { form, update, forms, defined }: StepClaim,
  prover: Prover,
): boolean {
  const body = over(ringImage(update, modulus), fractionsAtN(update, forms, modulus));
  const difference = sub(scale(body.denominator, next.numerator), scale(next.denominator, body.numerator));
  const exactly = withExactQuotients(difference);
  const same = canonical(mod(exactly.term, exactly.scale * modulus * body.denominator * next.denominator));
  const whole = body.denominator === 1n && next.denominator === 1n;
  return (
    isConst(same) &&
    same.value === 0n &&
    (whole || equalFractions(next, body)) &&
    isReduced(update, modulus, form.offset, prover, defined)
  );
}

/** By the values themselves, as they are or for each residue of n. */
function checkValues({ form, update, forms }: StepClaim, prover: Prover): Discharge | null {
  const prefix = BigInt(prefixOf(forms));
  const left = valueAt(form, plus(ITERATIONS, 1));
  const right = substitute(
    update,
    new Map(
      [...symbolsOf(update)].flatMap((y) => {
        const f = forms.get(y);
        return f ? [[y, valueAt(f, ITERATIONS)] as const] : [];
      }),
    ),
  );
  const direct = prover.equal(ge0(plus(ITERATIONS, -prefix)), left, right);
  if (direct !== null) return direct;
  const period = periodIn([left, right], COUNTER);
  return period === null
    ? null
    : byResidues(period, COUNTER, prefix, (n, c) => prover.equal(c, substitute(left, n), substitute(right, n)));
}

/** A term that is congruent modulo m, without reductions and multiples of m. */
function ringImage(term: Term, modulus: bigint): Term {
  const { constant, parts } = partsOf(term);
  return add(
    int(constant),
    ...parts
      .filter((p) => floorMod(p.coef, modulus) !== 0n)
      .map((p) => {
        const inner =
          p.mono.kind === 'mod' && (p.mono.by * p.coef) % modulus === 0n ? ringImage(p.mono.arg, modulus) : p.mono;
        return scale(p.coef, inner);
      }),
  );
}

/** Values of the term are in [offset, offset + modulus). */
function isReduced(u: Term, modulus: bigint, offset: bigint, prover: Prover, defined: Formula): boolean {
  return prover.proves(defined, and(ge(u, int(offset)), le(u, int(offset + modulus - 1n)))) !== null;
}

/** What a symbol is reduced by, all in all; null where that is nothing, or too much to look at each residue. */
export function periodIn(terms: readonly Term[], symbol: Symbol): bigint | null {
  let period = 1n;
  const visit = (term: Term): void => {
    if (!mentions(term, symbol)) return;
    switch (term.kind) {
      case 'sum':
        for (const p of term.parts) visit(p.mono);
        break;
      case 'prod':
        for (const f of term.factors) visit(f);
        break;
      case 'div':
      case 'mod': {
        const own = partsOf(term.arg).parts.find((p) => p.mono.kind === 'sym' && p.mono.symbol === symbol);
        const by = own ? term.by / greatestCommon(term.by, own.coef) : term.by;
        period = (period * by) / greatestCommon(period, by);
        visit(term.arg);
        break;
      }
      case 'pow':
        visit(term.exponent);
        break;
      case 'ite':
        visit(term.then);
        visit(term.else);
        break;
      case 'app':
        for (const a of term.args) visit(a);
        break;
      default:
    }
  };
  for (const t of terms) visit(t);
  return period > 1n && period <= MAX_PERIOD ? period : null;
}

function greatestCommon(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** A statement about every value >= from of a symbol, for each residue on its own: symbol = period * q + r + from. */
export function byResidues(
  period: bigint,
  symbol: Symbol,
  from: bigint,
  holds: (value: Values, context: Formula) => Discharge | null,
): Discharge | null {
  const q = sym(derived(symbol, "'"));
  for (let r = 0n; r < period; r++) {
    const value = sumOf(r + from, [{ coef: period, mono: q }]);
    if (holds(new Map([[symbol, value]]), ge0(q)) === null) return null;
  }
  return 'residues';
}
