/**
 * Testing a summary where its proof has gaps: on hundreds of concrete states at the edges of its cases, what it says is compared with the
 * loop's own steps. It is the weaker kind of evidence, and always called so.
 */
import { evaluate, formulaHolds } from '../ir/evaluate.ts';
import type { Term } from '../ir/term.ts';
import { collect, isConst, symbolsOf } from '../ir/term.ts';
import type { CaseClaim, SummaryClaim } from './certificate.ts';
import { undefinedFrom } from './cover.ts';
import type { Prover } from './prove.ts';
import type { Run, State } from './run.ts';
import { leastOf, run } from './run.ts';
import { generator, sampleStates } from './samples.ts';

const STATES = 300;
const MAX_STEPS = 260;
/** Evaluations of paths that one summary's tests may cost. */
const MAX_WORK = 60_000;
const MAX_DOOMED = 20;

export interface Tests {
  /** States on which a case was compared with a run. */
  readonly states: number;
  /** Cases that say something else than the loop does. */
  readonly wrong: ReadonlySet<number>;
  /** How often each case was found to be right. */
  readonly confirmed: ReadonlyMap<number, number>;
  /** Some run is in none of the cases. */
  readonly missing: boolean;
}

/** The models of what the prover could not exclude are tried first. */
export function testSummary(claim: SummaryClaim, prover: Prover): Tests {
  const wrong = new Set<number>();
  const confirmed = new Map<number, number>();
  const free = claim.paths.some((p) => p.free.kind !== 'true' || p.fresh.some((f) => !f.least));
  const choose = generator(777);
  let states = 0;
  let missing = false;
  let work = 0;
  let doomed = 0;
  for (const inputs of sampleStates(claim, STATES, prover.doubts)) {
    if (work > MAX_WORK) break;
    const outcome = run(claim, inputs, MAX_STEPS, choose);
    work += (outcome.steps + 1) * claim.paths.length;
    if (outcome.end === 'stuck') continue;
    let found = outcome.end === 'undefined';
    let unknown = false;
    for (const [i, c] of claim.cases.entries()) {
      const verdict = compare(c, inputs, outcome, free);
      if (verdict === 'unknown') unknown = true;
      if (verdict === 'wrong') wrong.add(i);
      if (verdict === 'right') {
        found = true;
        // a run that was cut short says little of a case that ends
        if (outcome.end === 'left' || (outcome.end === 'long' && c.exit === null)) confirmed.set(i, (confirmed.get(i) ?? 0) + 1);
      }
    }
    // a run that may be on its way to undefined behaviour needs no case
    if (!found && !unknown && (outcome.end === 'left' || (!free && outcome.endless && doomed++ < MAX_DOOMED && !undefinedFrom(claim, inputs, prover)))) missing = true;
    if (found) states++;
  }
  return { states, wrong, confirmed, missing };
}

/** What a case says of a run that was seen. */
function compare(c: CaseClaim, inputs: State, outcome: Run, free: boolean): 'right' | 'wrong' | 'elsewhere' | 'unknown' {
  const known = new Map(inputs);
  const look = (name: string): bigint | undefined => known.get(name);
  // what is elsewhere by its conditions on the entry state needs no counts
  if (formulaHolds(c.guard, look) === false) return 'elsewhere';
  for (const f of c.fresh) {
    if (!f.least) continue;
    const n = leastOf(f.name, f.least, look, BigInt(outcome.steps) + 2n);
    if (n === null) return outcome.end === 'left' ? 'elsewhere' : 'unknown';
    known.set(f.name, n);
  }
  if (free && outcome.end === 'left') {
    if (c.exit !== outcome.exit) return 'elsewhere';
    for (const [i, n] of c.counts) solve(n, outcome.counts.get(i) ?? 0n, known);
    for (const [x, t] of c.post) solve(t, outcome.state.get(x) ?? null, known);
  }
  const holds = formulaHolds(c.guard, look);
  if (holds === null) return 'unknown';
  if (!holds) return 'elsewhere';
  if (outcome.end === 'undefined') return c.defined !== null && formulaHolds(c.defined, look) === true && c.exit !== null && !free ? 'wrong' : 'right';
  const n = c.iterations && evaluate(c.iterations, look);
  if (outcome.end === 'long') {
    if (c.exit === null || free) return 'right';
    return n === null ? 'unknown' : n > BigInt(outcome.steps) ? 'right' : 'wrong';
  }
  // the environment may choose otherwise: another case, or another choice
  const other = free ? 'elsewhere' : 'wrong';
  if (c.exit !== outcome.exit) return other;
  if (n !== null && n !== BigInt(outcome.steps)) return other;
  for (const [i, t] of c.counts) {
    const v = evaluate(t, look);
    if (v !== null && v !== (outcome.counts.get(i) ?? 0n)) return other;
  }
  for (const [x, t] of c.post) {
    const v = evaluate(t, look);
    if (v !== null && v !== outcome.state.get(x)) return other;
    if (v === null && !free) return 'unknown';
  }
  return 'right';
}

/** Gives the only unknown symbol of a term, if it is linear in it, the value that makes the term this number. */
function solve(t: Term, value: bigint | null, known: Map<string, bigint>): void {
  const open = [...symbolsOf(t)].filter((s) => !known.has(s));
  const [x] = open;
  if (open.length !== 1 || x === undefined || value === null) return;
  const p = collect(t, x);
  if (p?.length !== 2) return;
  const [a, b] = (p as [Term, Term]).map((c) => (isConst(c) ? c.value : evaluate(c, (s) => known.get(s))));
  if (a === null || a === undefined || !b || (value - a) % b !== 0n) return;
  known.set(x, (value - a) / b);
}
