/**
 * Bounds that grow with the logarithm. E is not zero before any iteration, and each one divides E by c at least. What
 * |E| is at entry is at least c to the power of all iterations but the last. Likewise where each doubles E >= 1 at
 * least, and E has a greatest value. And what every iteration takes bits from has no more iterations than bits. Source:
 * our own.
 */
import { implies } from '../../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../../logic/index.ts';
import {
  BIT_AND,
  and,
  conjuncts,
  ge0,
  intervalOf,
  isConst,
  isLinear,
  ne0,
  neg,
  not,
  partsOf,
  plus,
  rewrite,
  scale,
  sub,
  substitute,
  sym,
  symbolsOf,
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

/** Paths that are repeated from states in which every variable has its entry value. */
export interface ProgressRequest {
  readonly paths: readonly Moving[];
  /** Conditions of the iterations that are begun and left. */
  readonly leaving: readonly Formula[];
  readonly entry: ReadonlyMap<Symbol, Term>;
  readonly range: RangeOf;
}

/** At most so many iterations, one that is left after it was begun included. Null: none found. */
export function geometricBound(request: ProgressRequest): bigint | null {
  if (request.paths.length === 0) return null;
  const factors = factorsOf(request.paths);
  let best: bigint | null = null;
  for (const e of candidates(request.paths)) {
    const progress = progressOf(e, request);
    const bound = progress && boundBy(progress, factors);
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

/**
 * What E is worth before the first iteration, what the iterations make of it, and when the one that leaves was begun.
 */
interface Progress {
  readonly e: Term;
  readonly lo: bigint;
  readonly hi: bigint;
  readonly pieces: readonly Piece[];
  readonly leaving: readonly Formula[];
  readonly range: RangeOf;
}

/** The term by its own size: E is divided, or doubled, or loses bits. Null: none of these. */
function boundBy(progress: Progress, factors: readonly bigint[]): bigint | null {
  return (
    boundOfDivision(progress, factors) ??
    boundOfDoubling(progress) ??
    boundOfBits(progress) ??
    boundOfZeroBits(progress)
  );
}

/** Null where E has no limits at entry, or an iteration forgets it. */
function progressOf(e: Term, { paths, leaving, entry, range }: ProgressRequest): Progress | null {
  const { lo, hi } = intervalOf(substitute(e, entry), range);
  const pieces = paths.flatMap((p) => split({ guard: p.guard, before: e, after: substitute(e, p.update) }, MAX_PIECES));
  if (lo === null || hi === null || pieces.length > MAX_PIECES) return null;
  if (pieces.some((p) => isConst(p.after) && p.after.value !== 0n)) return null;
  return { e, lo, hi, pieces, leaving, range };
}

/** Each iteration divides |E| >= 1 by c at least: what it is at entry can be divided so often. */
function boundOfDivision(
  { e: exponent, lo, hi, pieces, leaving, range }: Progress,
  factors: readonly bigint[],
): bigint | null {
  const signed: Piece[] = [];
  for (const p of pieces.map((piece) => absolute(piece, range))) {
    if (p === null) return null;
    signed.push(p);
  }
  const divides = (p: Piece, c: bigint): boolean => implies(p.guard, ge0(sub(p.before, scale(c, p.after))), range);
  const divided = factors.find((c) => signed.every((p) => divides(p, c)));
  if (divided === undefined) return null;
  const positive = signed.every((p) => p.before === exponent);
  const most = iterations(positive || hi > -lo ? hi : -lo, divided);
  // the last one finds something to divide, too, or those before it leave something
  const least = (guard: Formula, t: Term): boolean => implies(guard, ge0(plus(t, -1)), range);
  if (leaving.every((g) => least(g, exponent) || least(g, neg(exponent)))) return most;
  return signed.every((p) => least(p.guard, p.after)) && most > 0n ? most : most + 1n;
}

/**
 * E is at least 1, from the start or wherever an iteration begins. Each iteration doubles it at least. So it passes its
 * greatest value some day.
 */
function boundOfDoubling({ e, lo, pieces, leaving, range }: Progress): bigint | null {
  const greatest = e.kind === 'sym' ? (range(e.symbol)?.hi ?? null) : null;
  const atLeastOne = ge0(plus(e, -1));
  const asksForIt = (guard: Formula): boolean => implies(guard, atLeastOne, range);
  const isPositive = lo >= 1n || (pieces.every((p) => asksForIt(p.guard)) && leaving.every(asksForIt));
  if (greatest === null || !isPositive) return null;
  const doubles = (p: Piece): boolean => implies(and(p.guard, atLeastOne), ge0(sub(p.after, scale(2n, e))), range);
  return pieces.every(doubles) ? iterations(greatest, 2n) - (leaving.length === 0 ? 1n : 0n) : null;
}

/**
 * No iteration begins with E = 0, and each makes a multiple of 2 E of it, whatever is cut off. One more of its lowest
 * bits is zero each time. `x *= 2` of 32 bits leaves 0 after 32 iterations at most.
 */
function boundOfZeroBits({ e: exponent, pieces, leaving, range }: Progress): bigint | null {
  const limits = exponent.kind === 'sym' ? range(exponent.symbol) : null;
  if (!limits || limits.lo === null || limits.hi === null) return null;
  const { lo, hi } = limits;
  const bits = bitsOf(hi > -lo ? hi : -lo);
  const isMultiple = ({ before, after }: Piece): boolean => {
    const { constant, parts } = partsOf(after.kind === 'mod' && after.by === 1n << bits ? after.arg : after);
    const [only, ...others] = parts;
    return others.length === 0 && only?.mono === before && only.coef % 2n === 0n && constant % (1n << bits) === 0n;
  };
  const isNotZero = (guard: Formula): boolean => implies(guard, ne0(exponent), range);
  if (!pieces.every((p) => isMultiple(p) && isNotZero(p.guard))) return null;
  return bits + (leaving.every(isNotZero) ? 0n : 1n);
}

/** Each iteration takes one of E's bits at least. */
function boundOfBits({ e, lo, hi, pieces, leaving, range }: Progress): bigint | null {
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
    guard: and(piece.guard, holds ? open : not(open)),
    before: piece.before,
    after: rewrite(piece.after, (t) => (t.kind === 'ite' && t.cond === open ? (holds ? t.then : t.else) : null)),
  });
  return [taking(true), taking(false)].filter((p) => p.guard.kind !== 'false').flatMap((p) => split(p, most / 2));
}

/** Both without their signs, what is before being at least 1; null where a sign isn't known. */
function absolute(piece: Piece, range: RangeOf): Piece | null {
  const least = (t: Term, k: bigint): boolean => implies(piece.guard, ge0(plus(t, -k)), range);
  const before = [piece.before, neg(piece.before)].find((t) => least(t, 1n));
  const after = before && [piece.after, neg(piece.after)].find((t) => least(t, 0n));
  return before && after ? { guard: piece.guard, before, after } : null;
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
  for (const p of paths)
    for (const t of p.update.values())
      rewrite(t, (x) => {
        if (x.kind === 'div') found.add(x.by);
        return null;
      });
  return [...found].sort((a, b) => (a < b ? 1 : -1)).slice(-MAX_FACTORS);
}
