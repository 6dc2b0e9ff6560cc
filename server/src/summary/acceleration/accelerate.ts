/**
 * Acceleration of one path (or of a chained word of paths): after how many iterations its guard fails, and what makes it hold
 * until then. Literal by literal: unchanged, monotone, stepping to equality, periodic, concave (rules of the acceleration calculus).
 */
import { abs, gcd } from '../../arithmetic/index.ts';
import type { ConstTerm, Formula, Literal, Part, RangeOf, Symbol, Term } from '../../logic/index.ts';
import {
  FALSE, FLOOR_QUOTIENT, TRUE, add, and, app, collect, div, eq0, ge0, int, isConst, mentions, mod, mul, ne0, neg,
  not, or, partsOf, plus, scale, sub, substitute, substituteFormula, sym, symbol, symbolsOf,
} from '../../logic/index.ts';
import { implies, provenSign } from '../../decide/index.ts';
import type { ClosedForms } from './closed-forms.ts';
import { divisibility, goingRound, laps } from './modular-literals.ts';
import { COUNTER, closedForms, readsFresh, valueOf, valuesAfter, valuesAfterSteps } from './closed-forms.ts';
import type { Acceleration, Behaviour, LeaveOption, PathLike } from './acceleration.ts';

export type AccelerationResult =
  | { readonly kind: 'accelerated'; readonly acceleration: Acceleration }
  | { readonly kind: 'declined'; readonly literal: Literal | null; readonly variable: Symbol | null };

const MAX_PERIOD = 64;

/** Accelerates a path. Facts (over the values at the start) help to decide signs. */
export function accelerate(path: PathLike, facts: Formula, range: RangeOf): AccelerationResult {
  const closed = closedForms(path.update, path.fresh, range, path.defined);
  for (const x of closed.open) {
    const literal = path.guard.find((l) => mentions(l.term, x));
    if (literal) return { kind: 'declined', literal, variable: x };
  }
  for (const [x, form] of closed.forms) {
    const literal = readsFresh(form, path.fresh) ? path.guard.find((l) => mentions(l.term, x)) : undefined;
    if (literal) return { kind: 'declined', literal, variable: x };
  }
  // only variables that the guard reads matter for when it fails
  const read = new Set<Symbol>();
  for (const l of path.guard) for (const s of symbolsOf(l.term)) read.add(s);
  const readPrefix = Math.max(0, ...[...closed.forms].filter(([x]) => read.has(x)).map(([, f]) => f.prefix));
  // counts that are no constants are > prefix, where every form is valid
  const prefix = Math.max(readPrefix, closed.prefix - 1);
  const steps: ReadonlyMap<Symbol, Term>[] = [];
  for (let k = 0; k <= prefix; k++) steps.push(valuesAfterSteps(path.update, k));
  const guardAt = (k: number): Formula[] => path.guard.map((l) => substituteFormula(l, steps[k] as ReadonlyMap<Symbol, Term>));
  const heldUntil = (k: number): Formula => and(...Array.from({ length: k }, (_, i) => and(...guardAt(i))));

  const behaviours: Behaviour[] = [];
  let counts = 0;
  for (const l of path.guard) {
    const b = behaviourOf(l, closed, prefix, and(facts, ...path.guard), range, path.start ?? new Map(), () => symbol('counter', '#n', ++counts));
    if (b === null) return { kind: 'declined', literal: l, variable: null };
    behaviours.push(b);
  }

  const leaves: LeaveOption[] = [];
  // within the prefix: literal by literal, the first that fails
  for (let k = 1; k <= prefix; k++) {
    const now = guardAt(k);
    for (const [i, f] of now.entries()) {
      leaves.push({ count: int(k), condition: and(heldUntil(k), ...now.slice(0, i), not(f)) });
    }
  }
  // behind it: the literal that fails first, ties broken by order
  const start = heldUntil(prefix + 1);
  for (const [i, b] of behaviours.entries()) for (const fail of b.fails) {
    const others: Formula[] = [];
    for (const [j, o] of behaviours.entries()) {
      if (j === i) continue;
      const f = o.through(j < i ? plus(fail.count, 1) : fail.count);
      if (f === null) return { kind: 'declined', literal: path.guard[j] ?? null, variable: null };
      others.push(f);
    }
    const condition = and(start, fail.condition, ...others);
    if (condition.kind !== 'false') leaves.push({ ...fail, condition });
  }

  const holdsThrough = (n: Term): Formula | null => {
    if (isConst(n) && n.value <= BigInt(prefix + 1)) return heldUntil(Number(n.value));
    const parts = behaviours.map((b) => b.through(n));
    return parts.every((p) => p !== null) ? and(start, ...(parts as Formula[])) : null;
  };
  const defined = definedness(path, closed, prefix, range);
  return {
    kind: 'accelerated',
    acceleration: {
      closed, prefix, leaves: leaves.filter((l) => l.condition.kind !== 'false'),
      forever: and(start, ...behaviours.map((b) => b.forever)),
      holdsThrough, definedThrough: defined.through, definedForever: defined.forever,
      valuesAfter: (n) => {
        if (isConst(n) && n.value <= BigInt(Math.max(closed.prefix, 1))) return valuesAfterSteps(path.update, Number(n.value));
        return valuesAfter(closed, n);
      },
    },
  };
}

/** The literal's term at iteration k >= prefix, in the counter. */
function termAt(t: Term, closed: ClosedForms): { term: Term; denominator: bigint } {
  const map = new Map<Symbol, Term>();
  let denominator = 1n;
  const used = [...closed.forms].filter(([x]) => mentions(t, x));
  const linear = used.every(([x, f]) => f.modulus === null && (collect(t, x)?.length ?? 9) <= 2);
  if (linear && used.some(([, f]) => f.denominator !== 1n)) {
    for (const [, f] of used) denominator = (denominator * f.denominator) / gcd(denominator, f.denominator);
    let sum: Term = int(partsOf(t).constant * denominator);
    for (const p of partsOf(t).parts) {
      const own = used.filter(([x]) => mentions(p.mono, x));
      if (own.length > 1) return { term: substitute(t, new Map([...used].map(([x, f]) => [x, valueOf(f)]))), denominator: 1n };
      const f = own[0];
      if (f) sum = add(sum, scale(p.coef * (denominator / f[1].denominator), substitute(p.mono, new Map([[f[0], f[1].numerator]]))));
      else sum = add(sum, scale(p.coef * denominator, p.mono));
    }
    return { term: sum, denominator };
  }
  for (const [x, f] of used) map.set(x, valueOf(f));
  return { term: substitute(t, map), denominator };
}

const atCounter = (t: Term, n: Term): Term => substitute(t, new Map([[COUNTER, n]]));

function behaviourOf(l: Literal, closed: ClosedForms, prefix: number, facts: Formula, range: RangeOf, start: ReadonlyMap<Symbol, Term>, newCount: () => Symbol): Behaviour | null {
  // multiplying by the positive denominator doesn't change the literal
  const { term } = termAt(l.term, closed);
  if (!mentions(term, COUNTER)) return { through: () => TRUE, fails: [], forever: TRUE };
  const polynomial = collect(term, COUNTER);
  if (polynomial && polynomial.length === 2) {
    const b = polynomial[1] as Term;
    return linear(l, polynomial[0] as Term, b, prefix, facts, range);
  }
  const bending = l.kind === 'ge' ? concave(term, prefix, facts, range, newCount) : null;
  if (bending) return bending;
  const residues = divisibility(l, term, prefix, range) ?? laps(l, term, prefix, range) ?? goingRound(l, substitute(term, start), prefix, range, newCount);
  if (residues) return residues;
  const periodic = periodicBehaviour(l, term, prefix);
  if (periodic) return periodic;
  return null;
}

/** a + b k, with a stride whose sign is known. */
function linear(l: Literal, a: Term, b: Term, prefix: number, facts: Formula, range: RangeOf): Behaviour | null {
  const sign = provenSign(b, facts, range);
  const value = (k: Term): Term => add(a, mul(b, k));
  if (sign === 0) return { through: () => TRUE, fails: [], forever: TRUE };
  switch (l.kind) {
    case 'ge': {
      if (sign === 1) return { through: () => TRUE, fails: [], forever: TRUE };
      // the last k with a + b k >= 0 is floor(a / -b); a stride over the whole range of a fails at once
      const wide = isConst(b) && b.value < -1n && prefix === 0 && implies(facts, ge0(plus(neg(value(int(1))), -1)), range);
      const count = wide ? int(1) : plus(floorQuotient(a, neg(b)), 1);
      const falling = sign === -1 ? TRUE : ge0(plus(neg(b), -1));
      return { through: (n) => ge0(value(plus(n, -1))), fails: [{ count, condition: falling }], forever: not(falling) };
    }
    case 'eq': {
      if (sign === null) return null;
      const end = int(prefix + 1);
      return { through: (n) => eq0(value(plus(n, -1))), fails: [{ count: end, condition: TRUE }], forever: FALSE };
    }
    case 'ne': {
      if (sign === null || !isConst(b)) return null;
      // zero at k = -a / b, if that is a whole number behind the prefix
      const stride = abs(b.value);
      const distance = b.value > 0n ? neg(a) : a;
      const whole = eq0(mod(distance, stride));
      const count = div(distance, stride);
      const behind = ge0(plus(count, -(prefix + 1)));
      return {
        through: (n) => or(not(whole), not(behind), ge0(sub(count, n))),
        fails: [{ count, condition: and(whole, behind) }],
        forever: or(not(whole), not(behind)),
      };
    }
  }
}

/**
 * t(k) >= 0 where t rises to a top and falls from there on, so that it holds throughout where it holds at both ends: polynomials
 * whose second difference is never positive, and `A + B b^k` (which rises for ever where B >= 0).
 */
function concave(t: Term, prefix: number, facts: Formula, range: RangeOf, newCount: () => Symbol): Behaviour | null {
  const falls = fallingCondition(t, facts, range);
  if (falls === null) return null;
  const count = newCount();
  const n = sym(count);
  // the form holds from the prefix on
  const stop = and(ge0(plus(n, -(prefix + 1))), not(ge0(atCounter(t, n))));
  return {
    through: (k) => ge0(atCounter(t, plus(k, -1))),
    fails: [{ count: n, condition: and(falls, stop, ge0(atCounter(t, plus(n, -1)))), least: { symbol: count, stop } }],
    forever: not(falls),
  };
}

/** When t falls below zero some day; null where t isn't known to stay there. */
function fallingCondition(t: Term, facts: Formula, range: RangeOf): Formula | null {
  const polynomial = collect(t, COUNTER);
  if (polynomial !== null) {
    // c0 + c1 k + c2 k^2 + ...: from the square on no coefficient is positive, the last is negative
    const bent = polynomial.slice(2);
    const top = bent[bent.length - 1];
    if (!top || provenSign(top, facts, range) !== -1) return null;
    // in the basis of powers a negative k^3 doesn't make the second difference of k^2 positive: 6k >= 0
    return bent.every((c) => isConst(c) ? c.value <= 0n : implies(facts, ge0(neg(c)), range)) ? TRUE : null;
  }
  const growing = partsOf(t).parts.filter((p) => mentions(p.mono, COUNTER));
  const [only] = growing;
  if (growing.length === 1 && only?.mono.kind === 'app' && only.mono.fn === FLOOR_QUOTIENT && only.coef > 0n) {
    // floor(x / c^k) falls to zero where x is not negative
    const [x, power] = only.mono.args;
    const rest = sub(t, scale(only.coef, only.mono));
    const shrinks = x && power?.kind === 'pow' && power.exponent === sym(COUNTER) && implies(facts, ge0(x), range);
    return shrinks && implies(facts, ge0(plus(neg(rest), -1)), range) ? TRUE : null;
  }
  const factor = powerFactor(growing);
  return factor === null ? null : ge0(plus(neg(factor), -1));
}

/** B, where these parts are `B b^k` for some b >= 2; null where they aren't. */
function powerFactor(growing: readonly Part[]): Term | null {
  let factor: Term = int(0);
  let base: bigint | null = null;
  for (const p of growing) {
    const factors = p.mono.kind === 'prod' ? p.mono.factors : [p.mono];
    const power = factors.find((f) => f.kind === 'pow' && f.exponent === sym(COUNTER));
    const rest = factors.filter((f) => f !== power);
    if (power?.kind !== 'pow' || power.base < 2n || rest.some((f) => mentions(f, COUNTER)) || (base !== null && base !== power.base)) return null;
    base = power.base;
    factor = add(factor, rest.reduce<Term>((acc, f) => mul(acc, f), int(p.coef)));
  }
  return base === null ? null : factor;
}

function floorQuotient(a: Term, by: Term): Term {
  return isConst(by) ? div(a, by.value) : app(FLOOR_QUOTIENT, [a, by]);
}

/** A term that repeats after a few iterations: its residues are told apart. */
function periodicBehaviour(l: Literal, term: Term, prefix: number): Behaviour | null {
  const at = (k: number): Term => atCounter(term, int(k));
  const multiple = multipleOfPeriod(term);
  let period = 0;
  for (let p = 1; p <= MAX_PERIOD && period === 0; p++) {
    if (multiple % BigInt(p) === 0n && atCounter(term, plus(sym(COUNTER), p)) === term) period = p;
  }
  if (period === 0) return null;
  const holds = (k: number): Formula => {
    const t = at(prefix + (k % period));
    return l.kind === 'ge' ? ge0(t) : l.kind === 'eq' ? eq0(t) : ne0(t);
  };
  const fails: LeaveOption[] = [];
  for (let j = 1; j < period; j++) {
    fails.push({ count: int(prefix + j), condition: and(...Array.from({ length: j - 1 }, (_, i) => holds(i + 1)), not(holds(j))) });
  }
  const all = and(...Array.from({ length: period }, (_, i) => holds(i)));
  return {
    through: (n) => and(...Array.from({ length: period }, (_, i) => or(ge0(sub(int(prefix + i), n)), holds(i)))),
    fails, forever: all,
  };
}

/** If the term repeats itself, after a divisor of this. */
function multipleOfPeriod(t: Term): bigint {
  if (!mentions(t, COUNTER)) return 1n;
  switch (t.kind) {
    case 'sum': return lcm(t.parts.map((p) => multipleOfPeriod(p.mono)));
    case 'prod': return lcm(t.factors.map(multipleOfPeriod));
    case 'div': case 'mod': return t.by * multipleOfPeriod(t.arg);
    case 'app': return lcm(t.args.map(multipleOfPeriod));
    case 'ite': return ANY_PERIOD;
    default: return 1n;
  }
}
const lcm = (ps: readonly bigint[]): bigint => ps.reduce((a, b) => (a / gcd(a, b)) * b, 1n);
const ANY_PERIOD = lcm(Array.from({ length: MAX_PERIOD }, (_, k) => BigInt(k + 1)));

/** Conditions for the absence of undefined behaviour over a run: linear bounds hold throughout where they hold at both ends. */
function definedness(path: PathLike, closed: ClosedForms, prefix: number, range: RangeOf): { through: (n: Term) => Formula | null; forever: Formula | null } {
  if (path.defined.kind === 'true') return { through: () => TRUE, forever: TRUE };
  const parts = path.defined.kind === 'and' ? path.defined.parts : [path.defined];
  const small = (n: Term): boolean => isConst(n) && n.value <= BigInt(prefix + 2);
  const few = (n: Term): Formula | null => (small(n) ? unrolled(path, Number((n as ConstTerm).value)) : null);
  // what is right only where nothing is undefined says nothing of that
  if ([...closed.forms.values()].some((f) => f.whereDefined)) return { through: few, forever: null };
  const rules: ((n: Term | null) => Formula | null)[] = [];
  for (const f of parts) {
    const rule = definednessRule(f, path, closed, range);
    if (rule === null) return { through: few, forever: null };
    rules.push(rule);
  }
  const all = (n: Term | null): Formula | null => {
    const fs = rules.map((r) => r(n));
    return fs.every((f) => f !== null) ? and(...(fs as Formula[])) : null;
  };
  return { through: (n) => few(n) ?? all(n), forever: all(null) };
}

const unrolled = (path: PathLike, n: number): Formula =>
  and(...Array.from({ length: n }, (_, k) => substituteFormula(path.defined, valuesAfterSteps(path.update, k))));

function definednessRule(f: Formula, path: PathLike, closed: ClosedForms, range: RangeOf): ((n: Term | null) => Formula | null) | null {
  const symbols = f.kind === 'ge' || f.kind === 'eq' || f.kind === 'ne' ? symbolsOf(f.term) : null;
  if (symbols === null) {
    const changed = [...path.update.keys()].some((x) => mentionsFormula(f, x));
    return changed ? null : () => f;
  }
  if (![...symbols].some((x) => path.update.has(x))) return [...symbols].some((x) => path.fresh.has(x)) ? null : () => f;
  if (f.kind !== 'ge' || [...symbols].some((x) => closed.open.has(x) || path.fresh.has(x))) return null;
  const { term } = termAt(f.term, closed);
  const prefix = Math.max(0, ...[...closed.forms].filter(([x]) => symbols.has(x)).map(([, v]) => v.prefix));
  const early = and(...Array.from({ length: prefix + 1 }, (_, k) => substituteFormula(f, valuesAfterSteps(path.update, k))));
  const polynomial = collect(term, COUNTER);
  if (!mentions(term, COUNTER)) return () => early;
  if (polynomial === null) {
    // A + B b^k only rises or only falls
    if (powerFactor(partsOf(term).parts.filter((p) => mentions(p.mono, COUNTER))) === null) return null;
    return (n) => (n === null ? null : and(early, ge0(atCounter(term, plus(n, -1)))));
  }
  const top = polynomial[polynomial.length - 1] as Term;
  const sign = provenSign(top, and(...path.guard), range);
  const concave = polynomial.length === 2 || (polynomial.length === 3 && (sign === -1 || sign === 0));
  if (!concave) return null;
  return (n) => {
    if (n === null) return sign === 1 && polynomial.length === 2 ? early : sign === -1 ? FALSE : null;
    // at both ends; where it only rises or falls at one of them, or with each loop around it there would be twice as many
    if (polynomial.length === 2 && (sign === 1 || sign === 0)) return early;
    const last = ge0(atCounter(term, plus(n, -1)));
    return polynomial.length === 2 && sign === -1 && prefix === 0 ? last : and(early, last);
  };
}

function mentionsFormula(f: Formula, x: Symbol): boolean {
  switch (f.kind) {
    case 'true': case 'false': return false;
    case 'ge': case 'eq': case 'ne': return mentions(f.term, x);
    case 'and': case 'or': return f.parts.some((p) => mentionsFormula(p, x));
  }
}

