/** Mutants against the checker: all that mean something else must be rejected. */
import type { CaseClaim, SummaryClaim } from '../../server/src/certify/certificate.ts';
import { certify } from '../../server/src/certify/check.ts';
import { leastOf } from '../../server/src/certify/run.ts';
import { evaluate, formulaHolds } from '../../server/src/ir/evaluate.ts';
import { TooLarge, symbolsOf } from '../../server/src/ir/term.ts';
import { suffices } from '../../server/src/summary/certified.ts';
import type { Mutant } from './mutants.ts';
import { mutantsOf } from './mutants.ts';

export interface Score {
  mutants: number;
  /** Rejected because an obligation could be neither proven nor confirmed by tests. */
  rejected: number;
  /** Accepted, and the same as the original on every state that was tried. */
  equal: number;
  /** Accepted although wrong. */
  readonly missed: { readonly subject: string; readonly kind: string; readonly strength: 'proven' | 'tested'; readonly mutant: Mutant; readonly state: ReadonlyMap<string, bigint> }[];
  readonly byKind: Map<string, { mutants: number; rejected: number; equal: number }>;
}

export const emptyScore = (): Score => ({ mutants: 0, rejected: 0, equal: 0, missed: [], byKind: new Map() });

/** The mutant would be called exact. What is as in the original, which is accepted, is not checked again: cases are checked one by one. */
const accepts = (claim: SummaryClaim, original: SummaryClaim): 'proven' | 'tested' | null => {
  const same = claim.cases.length === original.cases.length && claim.cases.every((c, i) => c.guard === original.cases[i]?.guard && c.fresh === original.cases[i]?.fresh);
  const { cases, whole } = certify(claim, { wanted: (i) => !original.cases.includes(claim.cases[i] as CaseClaim), coverage: !same });
  const all = [whole, ...cases].map((c) => c.strength);
  return !all.every(suffices) ? null : all.every((s) => s === 'proven') ? 'proven' : 'tested';
};

/** Judges up to `most` mutants of a claim, spread evenly over all of them. */
export function judge(subject: string, claim: SummaryClaim, score: Score, most: number): void {
  const all = [...mutantsOf(claim)];
  const stride = Math.max(1, all.length / most);
  for (let at = 0; at < all.length; at += stride) {
    const mutant = all[Math.floor(at)] as Mutant;
    const tally = score.byKind.get(mutant.kind) ?? { mutants: 0, rejected: 0, equal: 0 };
    score.byKind.set(mutant.kind, tally);
    score.mutants++;
    tally.mutants++;
    const strength = accepts(mutant.claim, claim);
    if (strength === null) {
      score.rejected++;
      tally.rejected++;
      continue;
    }
    const state = difference(claim, mutant.claim);
    if (state === null) {
      score.equal++;
      tally.equal++;
    } else score.missed.push({ subject, kind: mutant.kind, strength, mutant, state });
  }
}

const STATES = 1_500;

/** A state of which the two claims say different things; null: none was found. */
export function difference(a: SummaryClaim, b: SummaryClaim): ReadonlyMap<string, bigint> | null {
  const names = [...new Set([...a.paths.flatMap((p) => [...symbolsIn(p.guard), ...[...p.update.values()].flatMap((t) => [...symbolsOf(t)])]), ...a.paths.flatMap((p) => [...p.update.keys()])])];
  let seed = 1;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 48271) >>> 0) % 2147483647;
    return seed % below;
  };
  for (let k = 0; k < STATES; k++) {
    const state = new Map(names.map((x) => {
      const i = a.range(x);
      const small = BigInt(next(k % 2 === 0 ? 30 : 260) - 15);
      const edge = next(20) === 0 ? (next(2) === 0 ? i?.lo : i?.hi) : undefined;
      const v = edge === undefined || edge === null ? small : edge + (edge > 0n ? -BigInt(next(4)) : BigInt(next(4)));
      return [x, i && i.lo !== null && v < i.lo ? i.lo : i && i.hi !== null && v > i.hi ? i.hi : v] as const;
    }));
    const x = outcome(a, state);
    const y = outcome(b, state);
    if (x !== null && y !== null && x !== y) return state;
  }
  return null;
}

const symbolsIn = (f: Parameters<typeof formulaHolds>[0]): string[] => {
  if (f.kind === 'true' || f.kind === 'false') return [];
  return f.kind === 'and' || f.kind === 'or' ? f.parts.flatMap(symbolsIn) : [...symbolsOf(f.term)];
};

/** What a claim says of a state, as text: all its cases, which agree where it is right; null where that can't be computed. */
function outcome(claim: SummaryClaim, state: ReadonlyMap<string, bigint>): string | null {
  const said = new Set<string>();
  for (const c of claim.cases) {
    const known = new Map(state);
    const look = (name: string): bigint | undefined => known.get(name);
    if (formulaHolds(c.guard, look) === false) continue;
    let reachable = true;
    for (const f of c.fresh) {
      const n = f.least ? leastOf(f.name, f.least, look) : null;
      if (n === null) reachable = false;
      else known.set(f.name, n);
    }
    if (!reachable) continue;
    if (formulaHolds(c.guard, look) !== true) continue;
    // where there is undefined behaviour nothing is said
    if (c.defined !== null && formulaHolds(c.defined, look) === false) return null;
    if (c.exit === null) {
      said.add('never ends');
      continue;
    }
    try {
      const values = [...c.post].map(([x, t]) => `${x}=${evaluate(t, look)}`).sort();
      const counts = [...c.counts].map(([p, t]) => [p, evaluate(t, look)] as const).filter(([, n]) => n !== 0n).sort((p, q) => p[0] - q[0]);
      said.add(`${c.exit} ${values.join()} ${counts.join(';')} ${c.iterations && evaluate(c.iterations, look)}`);
    } catch (e) {
      if (!(e instanceof TooLarge)) throw e;
      return null;
    }
  }
  return [...said].sort().join(' | ');
}
