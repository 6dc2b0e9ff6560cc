/**
 * The states in which a loop is reached, in two senses. For what always holds they are all of them and perhaps more.
 * For what can happen they are some of which each is certain. An inner loop's states come from the enclosing loop's
 * iterations.
 */
import { feasible } from '../decide/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import { and, isFresh, substitute, substituteFormula, sym, symbolsOf, symbolsOfFormula } from '../logic/index.ts';
import type { Arrival } from '../summary/index.ts';
import type { Start } from './template-invariants.ts';
import type { Step } from './loop-transitions.ts';

const MAX_STATES = 16;

export const startOf = (names: readonly Symbol[], a: Arrival): Start => ({
  values: new Map(names.map((n, v) => [n, a.env[v] as Term])),
  facts: a.facts,
});

/** The start of an inner loop from a state of the enclosing loop. */
export function through(outer: Start, inner: Start, symbols: Symbols): Start {
  const map = new Map<Symbol, Term>(outer.values);
  // values from outside are fresh at every iteration
  const seen = new Set(symbolsOfFormula(inner.facts));
  for (const t of inner.values.values()) for (const s of symbolsOf(t)) seen.add(s);
  for (const s of seen) {
    if (isFresh(s) && !map.has(s)) map.set(s, sym(symbols.renew(s)));
  }
  return {
    values: new Map([...inner.values].map(([v, t]) => [v, substitute(t, map)])),
    facts: and(outer.facts, substituteFormula(inner.facts, map)),
  };
}

/** The states after one more step. */
function advance(start: Start, step: Step, symbols: Symbols): Start | null {
  const map = new Map<Symbol, Term>(start.values);
  for (const f of step.fresh) {
    map.set(f.symbol, sym(symbols.renew(f.symbol)));
  }
  const facts = and(start.facts, substituteFormula(step.guard, map));
  if (facts.kind === 'false' || feasible(facts, symbols.range) === 'no') return null;
  const values = new Map(start.values);
  for (const [v, t] of step.update) values.set(v, substitute(t, map));
  return { values, facts };
}

/** The given states and those up to some steps later, breadth first. */
export function unrolled(starts: readonly Start[], steps: readonly Step[], depth: number, symbols: Symbols): Start[] {
  const out = [...starts].slice(0, MAX_STATES);
  let frontier = out.slice();
  for (let k = 0; k < depth && frontier.length > 0; k++) {
    const next: Start[] = [];
    for (const s of frontier)
      for (const step of steps) {
        if (out.length + next.length >= MAX_STATES || !step.exact) continue;
        const after = advance(s, step, symbols);
        if (after) next.push(after);
      }
    out.push(...next);
    frontier = next;
  }
  return out;
}

export type Witnessed = 'yes' | 'no' | 'unknown';

/**
 * Is there a state at the start in which the formula (over the loop's variables) holds? `ask`: the solver, where cheap
 * reasoning leaves it open.
 */
export function reached(
  start: Start,
  formula: Formula,
  symbols: Symbols,
  ask: ((f: Formula) => Witnessed) | null,
): Witnessed {
  const whole = and(start.facts, substituteFormula(formula, start.values));
  if (whole.kind === 'false') return 'no';
  const r = feasible(whole, symbols.range);
  const found = r === 'maybe' ? (ask?.(whole) ?? 'unknown') : r;
  // contents of a constant array can't be chosen freely
  return found === 'yes' && symbols.readsSettled(whole) ? 'unknown' : found;
}
