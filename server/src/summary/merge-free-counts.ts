/**
 * Cases with a number that the environment chooses, such as how often a period is gone through. Another case that says
 * what one of them says for some such number is no case of its own. That for the number just below the least one is
 * taken in. Source: our own.
 */
import { implies } from '../decide/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  and,
  conjuncts,
  eq,
  ge0,
  int,
  isConst,
  partsOf,
  plus,
  sub,
  substitute,
  substituteFormula,
  sumOf,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import type { Step } from '../certify/index.ts';
import type { Fresh } from '../explore/index.ts';
import type { Case } from './loop-summary.ts';

const MAX_CASES = 60;

/** The cases without those that are others for one of their numbers. */
export function joinFamilies(cases: readonly Case[], facts: Formula, symbols: Symbols): readonly Case[] {
  if (cases.length > MAX_CASES || !cases.some((c) => chosen(c).length > 0)) return cases;
  let out = [...cases];
  for (let again = true; again; ) {
    again = false;
    search: for (const a of out)
      for (const k of chosen(a))
        for (const b of out) {
          const joined = a === b ? null : taking(a, k, b, facts, symbols);
          if (joined === null) continue;
          out = out.flatMap((c) => (c === b ? [] : [c === a ? joined : c]));
          again = true;
          break search;
        }
  }
  return out;
}

const chosen = (c: Case): readonly Fresh[] =>
  c.exact && c.trace !== null && c.steps !== null ? c.fresh.filter((f) => f.kind === 'count' && !f.least) : [];

/** The first case with the second in it, as it is for some number k; null where it isn't. */
function taking(first: Case, chosen: Fresh, second: Case, facts: Formula, symbols: Symbols): Case | null {
  if (
    !second.exact ||
    second.steps === null ||
    second.steps.length === 0 ||
    first.exit !== second.exit ||
    first.end.kind !== second.end.kind ||
    first.post.size !== second.post.size ||
    (first.defined === null) !== (second.defined === null)
  )
    return null;
  const others = first.fresh.filter((f) => f !== chosen);
  const own =
    second.fresh.length === others.length
      ? second.fresh
      : second.fresh.length === first.fresh.length
        ? second.fresh.filter((_, i) => i !== first.fresh.indexOf(chosen))
        : null;
  if (own === null || own.some((f, i) => f.kind !== others[i]?.kind || f.least !== undefined)) return null;
  const names = new Map<Symbol, Term>(others.map((f, i) => [f.symbol, sym((own[i] as Fresh).symbol)]));
  const value = numberOf(first, chosen, second, names);
  const least = symbols.range(chosen.symbol)?.lo ?? null;
  const from = value === null ? null : lowest(value, symbols);
  if (value === null || least === null || from === null || from < least - 1n) return null;
  const at = new Map([...names, [chosen.symbol, value]]);
  const [bounds, rest] = split(first.guard, chosen.symbol);
  const given = and(facts, second.guard);
  const same = (s: Term, t: Term): boolean => s === t || implies(given, eq(s, t), symbols.range);
  const inside = substituteFormula(rest, at);
  if (![...first.post].every(([v, t]) => second.post.has(v) && same(substitute(t, at), second.post.get(v) as Term)))
    return null;
  if (
    ![...new Set([...first.counts.keys(), ...second.counts.keys()])].every((p) =>
      same(substitute(first.counts.get(p) ?? int(0), at), second.counts.get(p) ?? int(0)),
    )
  )
    return null;
  if (
    !implies(given, inside, symbols.range) ||
    !agree(given, first.defined && substituteFormula(first.defined, at), second.defined, symbols)
  )
    return null;
  if (from >= least) return implies(given, substituteFormula(bounds, at), symbols.range) ? first : null;
  // one number more: only where that is all that the other case says
  if (
    !isConst(value) ||
    !implies(and(facts, inside), second.guard, symbols.range) ||
    (first.steps ?? []).some((s) => prefixOf(s, chosen.symbol) >= least)
  )
    return null;
  return lowered(first, chosen, rest, least - 1n, symbols);
}

/**
 * Which number of the first case's gives the second's counts: a constant, or the second's own number but for a
 * constant.
 */
function numberOf(first: Case, chosen: Fresh, second: Case, names: ReadonlyMap<Symbol, Term>): Term | null {
  for (const [path, count] of first.counts) {
    const renamed = substitute(count, names);
    const { constant, parts } = partsOf(renamed);
    const own = parts.find((x) => x.mono.kind === 'sym' && x.mono.symbol === chosen.symbol);
    if (!own || parts.some((x) => x !== own && symbolsOf(x.mono).has(chosen.symbol))) continue;
    const left = partsOf(
      sub(
        second.counts.get(path) ?? int(0),
        sumOf(
          constant,
          parts.filter((x) => x !== own),
        ),
      ),
    );
    if (left.constant % own.coef !== 0n || left.parts.some((x) => x.coef % own.coef !== 0n)) return null;
    return sumOf(
      left.constant / own.coef,
      left.parts.map((x) => ({ coef: x.coef / own.coef, mono: x.mono })),
    );
  }
  return null;
}

/** The least value of a constant, or of a symbol but for a constant; null for other terms. */
function lowest(term: Term, symbols: Symbols): bigint | null {
  const {
    constant,
    parts: [only, ...more],
  } = partsOf(term);
  if (!only) return constant;
  const lo =
    only.mono.kind === 'sym' && only.coef === 1n && more.length === 0
      ? (symbols.range(only.mono.symbol)?.lo ?? null)
      : null;
  return lo === null ? null : lo + constant;
}

/** The conjuncts that say only that the symbol is at least something, and the others. */
function split(f: Formula, x: Symbol): readonly [Formula, Formula] {
  const isLower = (g: Formula): boolean =>
    g.kind === 'ge' && partsOf(g.term).parts.every((p) => p.mono.kind === 'sym' && p.mono.symbol === x && p.coef > 0n);
  return [and(...conjuncts(f).filter(isLower)), and(...conjuncts(f).filter((g) => !isLower(g)))];
}

const agree = (given: Formula, a: Formula | null, b: Formula | null, { range }: Symbols): boolean =>
  a === null || b === null
    ? a === b
    : a.key === b.key || (implies(and(given, a), b, range) && implies(and(given, b), a, range));

/** From how many repetitions on the closed form of a segment holds whose count speaks of the symbol. */
function prefixOf(s: Step, x: Symbol): bigint {
  if (s.kind === 'any' || s.kind === 'orbit' || s.count === null || !symbolsOf(s.count).has(x)) return -1n;
  return BigInt(Math.max(0, ...[...(s.forms?.values() ?? [])].map((f) => f.prefix)));
}

/** The case for numbers from `least` on. */
function lowered(given: Case, chosen: Fresh, guard: Formula, least: bigint, symbols: Symbols): Case {
  const name = symbols.renew(chosen.symbol);
  symbols.set(name, { lo: least, hi: symbols.range(chosen.symbol)?.hi ?? null });
  const map = new Map<Symbol, Term>([[chosen.symbol, sym(name)]]);
  const renamed = (x: Term): Term => substitute(x, map);
  const terms = (m: ReadonlyMap<number, Term>): ReadonlyMap<number, Term> =>
    new Map([...m].map(([p, n]) => [p, renamed(n)]));
  return {
    ...given,
    guard: and(substituteFormula(guard, map), ge0(plus(sym(name), -least))),
    defined: given.defined && substituteFormula(given.defined, map),
    post: terms(given.post),
    counts: terms(given.counts),
    iterations: given.iterations && renamed(given.iterations),
    fresh: given.fresh.map((f) => (f === chosen ? { ...chosen, symbol: name } : f)),
    trace:
      given.trace &&
      given.trace.map((s) =>
        s.kind === 'path'
          ? { ...s, count: renamed(s.count) }
          : { ...s, count: renamed(s.count), word: s.word.map((w) => ({ ...w, count: renamed(w.count) })) },
      ),
    steps:
      given.steps &&
      given.steps.map(
        (s): Step =>
          s.kind === 'any' || s.count === null
            ? s
            : s.kind === 'cycle'
              ? { ...s, count: renamed(s.count), word: s.word.map((w) => ({ ...w, count: renamed(w.count) })) }
              : { ...s, count: renamed(s.count) },
      ),
  };
}
