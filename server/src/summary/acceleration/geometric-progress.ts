/**
 * Bounds that grow with the logarithm. E is not zero before any iteration, and each one divides E by c at least: what |E| is at entry is at least c to
 * the power of all iterations but the last. Likewise where each doubles E >= 1 at least, and E has a greatest value; and what every iteration
 * takes bits from has no more iterations than bits.
 */
import { implies } from '../../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../../logic/index.ts';
import {
  BIT_AND, and, conjuncts, ge0, intervalOf, isConst, isLinear, neg, not, plus, rewrite, scale, sub, substitute,
  sym, symbolsOf,
} from '../../logic/index.ts';
import type { Fresh } from '../../explore/index.ts';

export interface Moving {
  readonly guard: Formula;
  /** By the names of variables. */
  readonly update: ReadonlyMap<Symbol, Term>;
  /** What each iteration has values of its own for: no part of the state. */
  readonly fresh: readonly Fresh[];
}

/** Beyond these nothing is tried. */
const MAX_CANDIDATES = 12;
const MAX_FACTORS = 3;
const MAX_PIECES = 8;

/**
 * At most so many iterations of the paths from states in which every variable has its entry value, one that is left after it was begun included: `leaving` are the
 * conditions of these. Null: none found.
 */
export function geometricBound(paths: readonly Moving[], leaving: readonly Formula[], entry: ReadonlyMap<Symbol, Term>, range: RangeOf): bigint | null {
  if (paths.length === 0) return null;
  const factors = factorsOf(paths);
  let best: bigint | null = null;
  for (const e of candidates(paths)) {
    const bound = boundBy(e, paths, leaving, factors, entry, range);
    if (bound !== null && (best === null || bound < best)) best = bound;
  }
  return best;
}

/** What an iteration makes of E where one condition after the other holds or doesn't. */
interface Piece {
  readonly guard: Formula;
  readonly before: Term;
  readonly after: Term;
}

function boundBy(e: Term, paths: readonly Moving[], leaving: readonly Formula[], factors: readonly bigint[], entry: ReadonlyMap<Symbol, Term>, range: RangeOf): bigint | null {
  const { lo, hi } = intervalOf(substitute(e, entry), range);
  const pieces = paths.flatMap((p) => split({ guard: p.guard, before: e, after: substitute(e, p.update) }, MAX_PIECES));
  if (lo === null || hi === null || pieces.length > MAX_PIECES || pieces.some((p) => isConst(p.after) && p.after.value !== 0n)) return null;
  const signed = pieces.map((p) => absolute(p, range));
  if (signed.every((p) => p !== null)) {
    const divided = factors.find((c) => signed.every((p) => p !== null && implies(p.guard, ge0(sub(p.before, scale(c, p.after))), range)));
    const positive = signed.every((p) => p?.before === e);
    if (divided !== undefined) {
      const most = iterations(positive || hi > -lo ? hi : -lo, divided);
      // the last one finds something to divide, too, or those before it leave something
      const something = (guard: Formula, t: Term): boolean => implies(guard, ge0(plus(t, -1)), range) || implies(guard, ge0(plus(neg(t), -1)), range);
      if (leaving.length === 0 || leaving.every((g) => something(g, e))) return most;
      return signed.every((p) => p !== null && implies(p.guard, ge0(plus(p.after, -1)), range)) && most > 0n ? most : most + 1n;
    }
  }
  // at least 1 from the start, and so for good
  const own = e.kind === 'sym' ? range(e.symbol)?.hi ?? null : null;
  if (own !== null && lo >= 1n && pieces.every((p) => implies(and(p.guard, ge0(plus(e, -1))), ge0(sub(p.after, scale(2n, e))), range))) return iterations(own, 2n) - (leaving.length === 0 ? 1n : 0n);
  if (lo < 0n || !pieces.every((p) => losesBits(p, range))) return null;
  return bitsOf(hi) + (leaving.every((g) => implies(g, ge0(plus(e, -1)), range)) ? 0n : 1n);
}

/** Cases of the conditions in what is behind. */
function split(piece: Piece, most: number): readonly Piece[] {
  let condition: Formula | null = null;
  rewrite(piece.after, (t) => {
    if (t.kind === 'ite') condition ??= t.cond;
    return null;
  });
  if (condition === null || most < 2) return [piece];
  const open: Formula = condition;
  const taking = (holds: boolean): Piece => ({
    guard: and(piece.guard, holds ? open : not(open)), before: piece.before,
    after: rewrite(piece.after, (t) => (t.kind === 'ite' && t.cond === open ? (holds ? t.then : t.else) : null)),
  });
  return [taking(true), taking(false)].filter((p) => p.guard.kind !== 'false').flatMap((p) => split(p, most / 2));
}

/** Both without their signs, what is before being at least 1; null where a sign isn't known. */
function absolute(p: Piece, range: RangeOf): Piece | null {
  const least = (t: Term, k: bigint): boolean => implies(p.guard, ge0(plus(t, -k)), range);
  const before = [p.before, neg(p.before)].find((t) => least(t, 1n));
  const after = before && [p.after, neg(p.after)].find((t) => least(t, 0n));
  return before && after ? { guard: p.guard, before, after } : null;
}

/** How often v >= 1 can be divided by c: until it is zero. */
function iterations(v: bigint, c: bigint): bigint {
  let n = 0n;
  for (let left = v; left > 0n; left /= c) n++;
  return n;
}

const bitsOf = (v: bigint): bigint => (v <= 0n ? 0n : BigInt(v.toString(2).length));

/** Behind the iteration are those bits that a smaller number has too: not all. */
function losesBits({ guard, before, after }: Piece, range: RangeOf): boolean {
  if (after.kind !== 'app' || after.fn !== BIT_AND || !after.args.includes(before)) return false;
  const other = after.args.find((a) => a !== before);
  return other !== undefined && implies(guard, and(ge0(other), ge0(plus(sub(before, other), -1))), range);
}

/** What every path changes, and what the guards compare. */
function candidates(paths: readonly Moving[]): readonly Term[] {
  const found = new Map<string, Term>();
  const [first] = paths;
  const fresh = new Set(paths.flatMap((p) => p.fresh.map((f) => f.symbol)));
  for (const x of first?.update.keys() ?? []) if (paths.every((p) => p.update.has(x))) found.set(x.key, sym(x));
  for (const f of conjuncts((first as Moving).guard)) {
    if (f.kind !== 'ge' || !isLinear(f.term) || symbolsOf(f.term).size < 2) continue;
    // what the environment answers now says nothing of its next answer
    if ([...symbolsOf(f.term)].some((s) => fresh.has(s))) continue;
    for (const e of [f.term, plus(f.term, 1)]) found.set(e.key, e);
  }
  return [...found.values()].slice(0, MAX_CANDIDATES);
}

/** Constants that the updates divide by, greatest first, and two. */
function factorsOf(paths: readonly Moving[]): readonly bigint[] {
  const found = new Set<bigint>([2n]);
  for (const p of paths) for (const t of p.update.values()) rewrite(t, (x) => {
    if (x.kind === 'div') found.add(x.by);
    return null;
  });
  return [...found].sort((a, b) => (a < b ? 1 : -1)).slice(-MAX_FACTORS);
}
