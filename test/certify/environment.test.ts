/**
 * Loops that ask their environment: all runs of a few iterations against what the cases say, and cases left out against
 * the checker.
 */
import { describe, expect, it } from 'vitest';
import type { CaseClaim, SummaryClaim } from '../../server/src/certify/certificate.ts';
import { certify } from '../../server/src/certify/check-certificate.ts';
import { evaluate, formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { compareSymbols } from '../../server/src/logic/symbol.ts';
import { symbolsOf } from '../../server/src/logic/substitution.ts';
import { SUBJECTS, claims } from './subjects.ts';

type State = ReadonlyMap<Symbol, bigint>;

const ASKING = Object.keys(SUBJECTS).filter((name) => name.includes('asked') || name.includes('answer'));
const DEPTH = 10n;
const ANSWERS = [-2n, 5n];

/** The ways out, values and counts of all runs of up to so many iterations. */
function runsOf(claim: SummaryClaim, entry: State): ReadonlySet<string> {
  const out = new Set<string>();
  const step = (state: State, counts: ReadonlyMap<number, bigint>, left: bigint): void => {
    for (const [i, p] of claim.paths.entries()) {
      if (formulaHolds(p.guard, (x) => state.get(x)) !== true || formulaHolds(p.defined, (x) => state.get(x)) === false)
        continue;
      const asked = p.fresh.filter((f) => [...p.update.values()].some((t) => symbolsOf(t).has(f.symbol)));
      for (const known of choices(
        state,
        asked.map((f) => f.symbol),
        ANSWERS,
      )) {
        const next = new Map(state);
        for (const [x, t] of p.update) next.set(x, evaluate(t, (s) => known.get(s)) as bigint);
        if (p.exit) out.add(outcome(claim, i, next, counts));
        else if (left > 0n) step(next, new Map(counts).set(i, (counts.get(i) ?? 0n) + 1n), left - 1n);
      }
    }
  };
  step(entry, new Map(), DEPTH);
  return out;
}

/** The same as the cases have it. */
function saidOf(claim: SummaryClaim, entry: State): ReadonlySet<string> {
  const out = new Set<string>();
  for (const c of claim.cases)
    for (const known of instances(claim, c, entry)) {
      const look = (x: Symbol): bigint | undefined => known.get(x);
      if (formulaHolds(c.guard, look) !== true || (c.defined && formulaHolds(c.defined, look) === false)) continue;
      const iterations = c.iterations && evaluate(c.iterations, look);
      if (c.exit === null || iterations === null || iterations > DEPTH) continue;
      const after = new Map([
        ...entry,
        ...[...c.post].map(([x, t]): [Symbol, bigint] => [x, evaluate(t, look) as bigint]),
      ]);
      out.add(outcome(claim, c.exit, after, new Map([...c.counts].map(([p, n]) => [p, evaluate(n, look) as bigint]))));
    }
  return out;
}

function* instances(claim: SummaryClaim, c: CaseClaim, entry: State): Generator<State> {
  const counts = Array.from({ length: Number(DEPTH) + 1 }, (_, k) => BigInt(k));
  let all: State[] = [entry];
  for (const f of c.fresh) {
    const range = claim.range(f.symbol);
    const values = (f.kind === 'count' ? counts : ANSWERS).filter(
      (v) => v >= (range?.lo ?? v) && v <= (range?.hi ?? v),
    );
    all = all.flatMap((known) => choices(known, [f.symbol], values));
  }
  yield* all;
}

const choices = (state: State, names: readonly Symbol[], values: readonly bigint[]): State[] =>
  names.reduce<State[]>(
    (all, name) => all.flatMap((known) => values.map((v) => new Map(known).set(name, v))),
    [new Map(state)],
  );

function outcome(claim: SummaryClaim, exit: number, state: State, counts: ReadonlyMap<number, bigint>): string {
  const changed = [...new Set(claim.paths.flatMap((p) => [...p.update.keys()]))].sort(compareSymbols);
  const taken = [...counts].filter(([, n]) => n !== 0n).sort(([p], [q]) => p - q);
  return `${claim.paths[exit]?.id}: ${changed.map((x) => `${x.display}=${state.get(x)}`).join(' ')} by ${taken.map(([p, n]) => `${claim.paths[p]?.id}^${n}`).join(' ')}`;
}

function* entries(claim: SummaryClaim): Generator<State> {
  for (const x of [0n, 1n, 6n])
    for (const n of [0n, 2n, 9n]) {
      const start: Readonly<Record<string, bigint>> = { x, y: 3n, z: 1n, n };
      yield new Map([...claim.entry].map(([name, t]) => [name, evaluate(t, (s) => start[s.display] ?? 0n) ?? 0n]));
    }
}

/** Where the order doesn't matter, and where it does or the loop need not end. */
const CHOOSING: Readonly<Record<string, string>> = {
  'two weights': 'x = 0; y = 0; while (x < n) { if (__VERIFIER_nondet_int()) y += 2; else y += 5; x++; }',
  'two counters': 'x = 0; y = 0; while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) x++; else y++; }',
  'steps of two lengths': 'while (x + y < n) { if (__VERIFIER_nondet_int()) x++; else y += 2; }',
  'three heaps':
    'while (x > 0 && y > 0 && n > 0) { if (__VERIFIER_nondet_int()) x--; else if (__VERIFIER_nondet_int()) y--; else n--; }',
  'asked in the middle':
    'x = 0; z = 0; while (x < n) { x++; if (__VERIFIER_nondet_int()) z++; if (__VERIFIER_nondet_int()) break; }',
};
const OTHERS: Readonly<Record<string, string>> = {
  'the order matters': 'x = 0; y = 1; while (x < n) { if (__VERIFIER_nondet_int()) y = 2 * y; else y++; x++; }',
  'it need not end': 'y = 0; z = 0; while (x != 0) { if (__VERIFIER_nondet_int()) y++; else z++; }',
};

describe('what the environment decides', () => {
  it.each(Object.keys(CHOOSING))('in any order, %s: every run, and no other', async (name) => {
    const claim = (await claims([name], CHOOSING)).get(name);
    if (!claim) throw new Error('not exact');
    for (const entry of entries(claim))
      expect([...saidOf(claim, entry)].sort()).toEqual([...runsOf(claim, entry)].sort());
  });

  it.each(Object.keys(OTHERS))('not in any order: %s', async (name) => {
    expect([...(await claims([name], OTHERS)).keys()]).toEqual([]);
  });

  it.each(ASKING)('%s: every run, and no other', async (name) => {
    const claim = (await claims([name])).get(name);
    if (!claim) throw new Error('not exact');
    const { cases, whole } = certify(claim, { wanted: () => true, coverage: true });
    expect([...cases, whole].map((c) => c.strength)).not.toContain('open');
    for (const entry of entries(claim))
      expect([...saidOf(claim, entry)].sort()).toEqual([...runsOf(claim, entry)].sort());
  });

  it.each(ASKING)('%s: a case that is missed', async (name) => {
    const claim = (await claims([name])).get(name);
    if (!claim) throw new Error('not exact');
    for (const left of claim.cases) {
      const rest: SummaryClaim = { ...claim, cases: claim.cases.filter((c) => c !== left) };
      const accepted = certify(rest, { wanted: () => false, coverage: true }).whole.strength === 'proven';
      if (accepted)
        for (const entry of entries(claim))
          expect([...saidOf(rest, entry)].sort()).toEqual([...runsOf(rest, entry)].sort());
    }
  });
});
