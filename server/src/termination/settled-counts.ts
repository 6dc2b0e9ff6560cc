/**
 * Cases whose numbers of iterations have only a name, such as `k = first(2, 2, 65536, n + 1, 65535)`. Often the case's
 * condition says what that is. Here a counter goes up by 2 from 2 to the first value from n + 1 on. Where it can't jump
 * over the values that end the loop, it doesn't wrap around before it gets there. Then k is `(n + 1 - 2 + 1) / 2`.
 */
import { implies } from '../decide/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  FIRST_WITHIN,
  add,
  and,
  applications,
  conjuncts,
  div,
  eq,
  ge,
  int,
  isConst,
  isFresh,
  isLiteral,
  isZero,
  le,
  lt,
  mod,
  mul,
  partsOf,
  plus,
  rewrite,
  rewriteFormula,
  scale,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOf,
  withoutModuli,
} from '../logic/index.ts';
import type { Given } from '../counting/index.ts';
import type { Case } from '../summary/index.ts';

/** The same case; as it is where nothing is named so. */
export function settled(summaryCase: Case, { facts, range }: Given): Case {
  return withoutFirsts(withoutCounts(summaryCase, { facts, range }), { facts, range });
}

/** Without the names. */
function withoutCounts(summaryCase: Case, { facts, range }: Given): Case {
  const all = and(facts, summaryCase.guard);
  const holds = (f: Formula): boolean => implies(all, f, range);
  const map = new Map<Symbol, Term>();
  for (const { symbol, kind } of summaryCase.fresh) {
    const value = kind === 'count' ? definitionOf(symbol, summaryCase.guard) : null;
    if (value !== null) map.set(symbol, withoutWraps(value, holds, sym(symbol)));
  }
  if (map.size === 0) return summaryCase;
  const told = (t: Term): Term => withoutModuli(substitute(t, map), holds);
  return {
    ...summaryCase,
    guard: substituteFormula(summaryCase.guard, map),
    iterations: summaryCase.iterations && told(summaryCase.iterations),
    counts: new Map([...summaryCase.counts].map(([p, t]) => [p, told(t)])),
    post: new Map([...summaryCase.post].map(([v, t]) => [v, told(t)])),
    fresh: summaryCase.fresh.filter((f) => !map.has(f.symbol)),
  };
}

/**
 * The same where the condition and the values speak of `first(...)` themselves. What says how it is told may not: it is
 * put into that condition, too.
 */
function withoutFirsts(summaryCase: Case, { facts, range }: Given): Case {
  const parts = conjuncts(summaryCase.guard);
  const isPlain = (f: Formula): boolean => !speaksOfFirst([f]);
  const values = [...summaryCase.post.values(), ...summaryCase.counts.values(), summaryCase.iterations ?? int(0)];
  if (parts.every(isPlain) && !speaksOfFirst(values)) return summaryCase;
  const plain = parts.filter(isPlain);
  const all = and(facts, ...plain);
  const holds = (f: Formula): boolean => implies(all, f, range);
  const told = (t: Term): Term => (speaksOfFirst([t]) ? withoutModuli(withoutWraps(t, holds), holds) : t);
  const others = parts.filter((f) => !isPlain(f)).map((f) => rewriteFormula(f, told));
  return {
    ...summaryCase,
    guard: and(...plain, ...others.filter((f) => !holds(f))),
    iterations: summaryCase.iterations && told(summaryCase.iterations),
    counts: new Map([...summaryCase.counts].map(([p, t]) => [p, told(t)])),
    post: new Map([...summaryCase.post].map(([v, t]) => [v, told(t)])),
  };
}

const speaksOfFirst = (of: readonly (Term | Formula)[]): boolean => applications(of, FIRST_WITHIN).size > 0;

/** What the condition equates it with, over the state alone. */
function definitionOf(symbol: Symbol, guard: Formula): Term | null {
  for (const f of conjuncts(guard)) {
    if (!isLiteral(f) || f.kind !== 'eq') continue;
    const own = partsOf(f.term).parts.find((p) => p.mono === sym(symbol));
    if (!own || (own.coef !== 1n && own.coef !== -1n)) continue;
    const value = scale(-own.coef, sub(f.term, scale(own.coef, sym(symbol))));
    if (![...symbolsOf(value)].some(isFresh)) return value;
  }
  return null;
}

function withoutWraps(t: Term, holds: (f: Formula) => boolean, count: Term | null = null): Term {
  return rewrite(t, (x) => (x.kind === 'app' && x.fn === FIRST_WITHIN ? straight(x.args, holds, count) : null));
}

/**
 * first(a, b, m, lo, hi) where a, a + b, ... reaches the interval before it passes the modulus; null: that isn't seen.
 * `count`: after so many steps it may be known to be there.
 */
function straight(args: readonly Term[], holds: (f: Formula) => boolean, count: Term | null): Term | null {
  const [given, b, modulus, lo, hi] = args as [Term, Term, Term, Term, Term];
  if (!isConst(b) || !isConst(modulus) || b.value === 0n) return null;
  const by = b.value;
  const isWithin = holds(and(ge(given, int(0)), lt(given, modulus)));
  const start = isWithin ? given : mod(given, modulus.value);
  const up = by > 0n ? by : by + modulus.value;
  // round and round a step that divides the modulus comes to the same values, so that it is there at once or never
  const there = count && mod(add(given, mul(b, count)), modulus.value);
  const isSame = (step: bigint): boolean =>
    modulus.value % step === 0n && there !== null && holds(and(ge(there, lo), le(there, hi)));
  // upwards to the end, and the last value before the modulus is one of them
  const last = sub(plus(modulus, -1), mod(sub(plus(modulus, -1), start), up));
  if (holds(and(eq(hi, plus(modulus, -1)), lt(start, lo))) && (holds(le(lo, last)) || isSame(up)))
    return div(plus(sub(lo, start), up - 1n), up);
  // beyond the modulus, where the first value there is one of them: k = ⌈(m - a) / up⌉ is the least that gets there
  const past = div(plus(sub(modulus, start), up - 1n), up);
  if (isZero(lo) && holds(and(lt(hi, start), le(sub(add(start, scale(up, past)), modulus), hi)))) return past;
  const down = by < 0n ? -by : modulus.value - by;
  return isZero(lo) && holds(lt(hi, start)) && (holds(ge(hi, mod(start, down))) || isSame(down))
    ? div(plus(sub(start, hi), down - 1n), down)
    : null;
}
