/**
 * Bounds that grow with the logarithm: E >= 1 before every iteration, and each one divides E by c at least. What E is at entry is at least c to
 * the power of all iterations but the last. Likewise what every iteration takes bits from has no more iterations than bits.
 */
import { implies } from '../ir/facts.ts';
import type { Formula } from '../ir/formula.ts';
import { and, conjuncts, ge0 } from '../ir/formula.ts';
import { intervalOf } from '../ir/interval.ts';
import type { RangeOf } from '../ir/interval.ts';
import type { Term } from '../ir/term.ts';
import { isConst, isLinear, plus, scale, sub, substitute, sym, symbolsOf } from '../ir/term.ts';

export interface Moving {
  readonly guard: Formula;
  /** By the names of variables. */
  readonly update: ReadonlyMap<string, Term>;
}

/** Beyond these nothing is tried. */
const MAX_CANDIDATES = 12;
const MAX_FACTORS = 3;

/** At most so many iterations of the paths from states in which every variable has its entry value; null: none found. */
export function geometricBound(paths: readonly Moving[], entry: ReadonlyMap<string, Term>, range: RangeOf): bigint | null {
  if (paths.length === 0) return null;
  const factors = factorsOf(paths);
  let best: bigint | null = null;
  for (const e of candidates(paths)) {
    const most = intervalOf(substitute(e, entry), range).hi;
    if (most === null) continue;
    const after = paths.map((p) => substitute(e, p.update));
    if (after.some(isConst) || !paths.every((p) => implies(p.guard, ge0(plus(e, -1)), range))) continue;
    const divided = factors.find((c) => paths.every((p, i) => implies(p.guard, ge0(sub(e, scale(c, after[i] as Term))), range)));
    const bound = divided === undefined ? (paths.every((p, i) => losesBits(p, e, after[i] as Term, range)) ? bitsOf(most) : null) : iterations(most, divided);
    if (bound !== null && (best === null || bound < best)) best = bound;
  }
  return best;
}

/** How often v >= 1 can be divided by c: until it is zero. */
function iterations(v: bigint, c: bigint): bigint {
  let n = 0n;
  for (let left = v; left > 0n; left /= c) n++;
  return n;
}

const bitsOf = (v: bigint): bigint => (v <= 0n ? 0n : BigInt(v.toString(2).length));

/** Behind the iteration are those bits that a smaller number has too: not all. */
function losesBits({ guard }: Moving, e: Term, after: Term, range: RangeOf): boolean {
  if (after.kind !== 'app' || after.fn !== 'band' || !after.args.includes(e)) return false;
  const other = after.args.find((a) => a !== e);
  return other !== undefined && implies(guard, and(ge0(other), ge0(plus(sub(e, other), -1))), range);
}

/** What every path changes, and what the guards compare. */
function candidates(paths: readonly Moving[]): readonly Term[] {
  const found = new Map<string, Term>();
  const [first] = paths;
  for (const x of first?.update.keys() ?? []) if (paths.every((p) => p.update.has(x))) found.set(x, sym(x));
  for (const f of conjuncts((first as Moving).guard)) {
    if (f.kind !== 'ge' || !isLinear(f.term) || symbolsOf(f.term).size < 2) continue;
    for (const e of [f.term, plus(f.term, 1)]) found.set(e.key, e);
  }
  return [...found.values()].slice(0, MAX_CANDIDATES);
}

/** Constants that the updates divide by, greatest first, and two. */
function factorsOf(paths: readonly Moving[]): readonly bigint[] {
  const found = new Set<bigint>([2n]);
  const visit = (t: Term): void => {
    if (t.kind === 'div') found.add(t.by);
    if (t.kind === 'div' || t.kind === 'mod') visit(t.arg);
    if (t.kind === 'sum') for (const p of t.parts) visit(p.mono);
  };
  for (const p of paths) for (const t of p.update.values()) visit(t);
  return [...found].sort((a, b) => (a < b ? 1 : -1)).slice(-MAX_FACTORS);
}
