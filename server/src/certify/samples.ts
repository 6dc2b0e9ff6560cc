/** Entry states to test a summary on: models of its cases, the edges of its conditions and of the types, and their neighbourhoods. */
import { formulaHolds } from '../ir/evaluate.ts';
import { feasible, modelOf } from '../ir/facts.ts';
import type { Formula } from '../ir/formula.ts';
import { and, substituteFormula, symbolsOfFormula } from '../ir/formula.ts';
import type { Term } from '../ir/term.ts';
import { partsOf, substitute, symbolsOf } from '../ir/term.ts';
import type { SummaryClaim } from './certificate.ts';
import type { Choose, State } from './run.ts';

const VARIATIONS = 4;

/** Numbers that look random and are the same each time. */
export function generator(seed: number): Choose {
  let s = seed >>> 0;
  return (below) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 4294967296) * below);
  };
}

function constantsIn(f: Formula, out: Set<bigint>): void {
  if (f.kind === 'and' || f.kind === 'or') for (const p of f.parts) constantsIn(p, out);
  else if (f.kind !== 'true' && f.kind !== 'false') {
    const c = partsOf(f.term).constant;
    for (const v of [c, -c]) out.add(v);
  }
}

/** Up to `count` states that the facts allow; models of the doubts come first. */
export function sampleStates(claim: SummaryClaim, count: number, doubts: readonly Formula[]): readonly State[] {
  const { range, facts } = claim;
  const fresh = new Set(claim.cases.flatMap((c) => c.fresh.map((f) => f.name)));
  const names = new Set<string>();
  for (const t of claim.entry.values()) for (const s of symbolsOf(t)) names.add(s);
  const conditions = [facts, ...claim.cases.map((c) => c.guard)];
  for (const f of conditions) for (const s of symbolsOfFormula(f)) if (!fresh.has(s)) names.add(s);
  const relevant = relevantNames(claim, names);
  const constants = new Set<bigint>([0n, 1n, -1n]);
  for (const f of [...conditions, ...claim.paths.map((p) => p.guard)]) constantsIn(f, constants);
  const pool = [...constants].slice(0, 40);
  const choose = generator(12345);
  const within = (name: string, v: bigint): bigint => {
    const i = range(name);
    if (i?.lo !== null && i?.lo !== undefined && v < i.lo) return i.lo;
    return i?.hi !== null && i?.hi !== undefined && v > i.hi ? i.hi : v;
  };
  const out = new Map<string, State>();
  const offer = (state: Map<string, bigint>): void => {
    for (const [x, v] of state) state.set(x, within(x, v));
    if (formulaHolds(facts, (x) => state.get(x)) === false) return;
    out.set([...relevant].map((x) => state.get(x)).join(), state);
  };
  const value = (name: string): bigint => {
    const i = range(name);
    const near = BigInt(choose(9) - 4);
    switch (choose(8)) {
      case 0: return (i?.lo ?? -1000n) + BigInt(choose(3));
      case 1: return (i?.hi ?? 1000n) - BigInt(choose(3));
      case 2: case 3: return (pool[choose(pool.length)] ?? 0n) + near;
      case 4: return BigInt(choose(200) - 60);
      default: return BigInt(choose(24) - 8);
    }
  };
  const models: Map<string, bigint>[] = [];
  for (const f of [...doubts, ...claim.cases.map((c) => c.guard), ...shortRuns(claim)]) {
    const m = modelOf(and(facts, f), range);
    if (m === null) continue;
    const state = new Map([...names].map((x) => [x, m.get(x) ?? within(x, 0n)]));
    models.push(state);
    offer(new Map(state));
    // the same with other values of what the condition doesn't mention, and with everything moved along
    const mentioned = symbolsOfFormula(f);
    for (let k = 0; k < VARIATIONS; k++) {
      const d = BigInt(choose(41) - 20);
      offer(new Map([...state].map(([x, v]) => [x, mentioned.has(x) ? v + (k % 2 === 0 ? 0n : d) : value(x)])));
    }
  }
  for (let t = 0; t < count * 4 && out.size < count; t++) {
    const base = t % 3 === 0 && models.length > 0 ? models[choose(models.length)] : undefined;
    const state = new Map<string, bigint>(base ?? [...names].map((x) => [x, value(x)]));
    if (base) for (const x of relevant) state.set(x, (state.get(x) ?? 0n) + BigInt(choose(13) - 6));
    else if (choose(3) === 0 && relevant.length > 1) {
      // two variables next to each other
      const [a, b] = [relevant[choose(relevant.length)] as string, relevant[choose(relevant.length)] as string];
      state.set(a, (state.get(b) ?? 0n) + BigInt(choose(15) - 7));
    }
    offer(state);
  }
  return [...out.values()];
}

const MAX_RUNS = 40;
const MAX_LENGTH = 5;

/** Conditions on the entry state for the shortest runs, whatever the cases say. */
function shortRuns(claim: SummaryClaim): readonly Formula[] {
  const out: Formula[] = [];
  let open: { readonly condition: Formula; readonly values: ReadonlyMap<string, Term> }[] = [{ condition: claim.facts, values: claim.entry }];
  for (let length = 0; length <= MAX_LENGTH && out.length < MAX_RUNS; length++) {
    const next: typeof open = [];
    for (const { condition, values } of open.slice(0, MAX_RUNS)) for (const p of claim.paths) {
      const taken = and(condition, substituteFormula(p.guard, values));
      if (feasible(taken, claim.range) === 'no') continue;
      if (p.exit) out.push(taken);
      else next.push({ condition: taken, values: new Map([...values].map(([x, t]) => [x, p.update.has(x) ? substitute(p.update.get(x) as Term, values) : t])) });
    }
    open = next;
  }
  return out.slice(0, MAX_RUNS);
}

/** The symbols that conditions or updates read. */
function relevantNames(claim: SummaryClaim, names: ReadonlySet<string>): readonly string[] {
  const read = new Set<string>(symbolsOfFormula(claim.facts));
  const takeState = (s: string): void => {
    const t = claim.entry.get(s);
    if (t) for (const x of symbolsOf(t)) read.add(x);
  };
  for (const p of claim.paths) {
    for (const s of symbolsOfFormula(p.guard)) takeState(s);
    for (const [x, u] of p.update) for (const s of [x, ...symbolsOf(u)]) takeState(s);
  }
  for (const c of claim.cases) for (const s of symbolsOfFormula(c.guard)) read.add(s);
  return [...names].filter((x) => read.has(x));
}
