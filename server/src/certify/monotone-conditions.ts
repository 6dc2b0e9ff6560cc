/**
 * Conditions against undefined behaviour where paths are taken in an order that isn't known. What every path moves one
 * way, or leaves, is furthest at one end. So a condition of a path on the values before it is written over those
 * behind it, `t = s(u(x))`. Where no path raises s, it is met in each iteration if s >= 0 at the end; where none
 * lowers it, if s >= 0 at the start.
 */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import { TRUE, and, conjuncts, ge0, isConst, sub, substitute, sym, symbolsOf } from '../logic/index.ts';
import type { Discharge, PathClaim } from './certificate.ts';
import { weaker } from './certificate.ts';
import type { Prover } from './prover.ts';

type Values = ReadonlyMap<Symbol, Term>;

interface Span {
  readonly before: Values;
  readonly after: Values;
  readonly context: Formula;
  /** What holds where nothing is undefined; null: not known. */
  readonly given: Formula | null;
}

/** What the absence of undefined behaviour says of the values at the end, and how its absence was shown. */
export function monotoneConditions(
  paths: readonly PathClaim[],
  span: Span,
  prover: Prover,
): { readonly defined: Formula; readonly safe: Discharge | null } {
  const unknown = { defined: TRUE, safe: null };
  const taken = paths.filter((p) => !p.exit);
  const own = taken.map((p) => (p.definedKnown ? behind(p) : null));
  if (own.some((s) => s === null)) return unknown;
  let safe: Discharge | null = span.given && 'identity';
  const defined: Formula[] = [];
  for (const term of new Map(own.flatMap((terms) => (terms ?? []).map((t) => [t.key, t] as const))).values()) {
    const changes = taken.map((p) => sub(substitute(term, p.update), term));
    const signs = new Set(changes.map((d) => (isConst(d) ? Number(d.value > 0n) - Number(d.value < 0n) : null)));
    if (signs.has(null) || (signs.has(1) && signs.has(-1))) return unknown;
    const begin = ge0(substitute(term, span.before));
    if (signs.has(1)) {
      const how = span.given && prover.proves(span.given, begin);
      safe = safe && how && weaker(safe, how);
      continue;
    }
    const end = ge0(substitute(term, span.after));
    const how = span.given && prover.proves(span.given, end);
    safe = safe && how && weaker(safe, how);
    // every path that lowers s is forbidden to lower it below zero
    const guarded = taken.every((_, i) => isZero(changes[i] as Term) || own[i]?.includes(term));
    if (guarded && prover.proves(span.context, begin) !== null) defined.push(end);
  }
  return { defined: and(...defined), safe };
}

const isZero = (t: Term): boolean => isConst(t) && t.value === 0n;

/**
 * A path's conditions over the values behind it; null where one isn't `t >= 0` over variables that the path moves by
 * constants.
 */
function behind(path: PathClaim): readonly Term[] | null {
  const out: Term[] = [];
  for (const conjunct of conjuncts(path.defined)) {
    if (conjunct.kind !== 'ge') return null;
    const back = new Map<Symbol, Term>();
    for (const x of symbolsOf(conjunct.term)) {
      const u = path.update.get(x);
      if (!u) continue;
      const by = sub(u, sym(x));
      if (!isConst(by)) return null;
      back.set(x, sub(sym(x), by));
    }
    out.push(substitute(conjunct.term, back));
  }
  return out;
}
