/** The states in which a loop is reached, joined over all the ways that lead to it. */
import { implies } from '../decide/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import {
  TRUE,
  and,
  conjuncts,
  eq,
  int,
  isConst,
  isDeclared,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';

/** A state that reached a loop: values over the symbols of the enclosing region, and what holds of these. */
export interface Arrival {
  readonly env: readonly Term[];
  readonly facts: Formula;
  /** Whenever the facts hold, the program does get there in this state. */
  readonly exact: boolean;
}

/** Values and facts over the symbols that stand for the variables just before the loop. */
export interface EntryState {
  readonly values: ReadonlyMap<Symbol, Term>;
  readonly facts: Formula;
  /** Nothing is known: any state. */
  readonly general: boolean;
}

/** Keeps constants, and facts about values that are still those of the region's start or fixed by them. */
export function joinEntries(names: readonly Symbol[], arrivals: readonly Arrival[], symbols: Symbols): EntryState {
  const identity = new Map(names.map((n) => [n, sym(n) as Term]));
  const first = arrivals[0];
  if (!first) return { values: identity, facts: TRUE, general: true };
  const values = new Map(identity);
  for (const [v, name] of names.entries()) {
    const t = first.env[v];
    if (t && isConst(t) && arrivals.every((a) => a.env[v] === t)) values.set(name, t);
  }
  const stated = arrivals.map((a) => factsBefore(names, a));
  const [head, ...others] = stated;
  const facts = and(...(head ?? []).filter((f) => others.every((o) => implies(and(...o), f, symbols.range))));
  const general = facts.kind === 'true' && ![...values.values()].some(isConst);
  return { values, facts, general };
}

function factsBefore(names: readonly Symbol[], arrival: Arrival): Formula[] {
  const same = new Set(names.filter((n, v) => arrival.env[v] === sym(n)));
  const over = (symbols: ReadonlySet<Symbol>): boolean => [...symbols].every((s) => same.has(s));
  const out = conjuncts(arrival.facts).filter((f) => over(symbolsOfFormula(f)));
  for (const [v, name] of names.entries()) {
    const t = arrival.env[v];
    if (t && !isConst(t) && !same.has(name) && t.size < 20 && over(symbolsOf(t)) && isDeclared(name))
      out.push(eq(sym(name), t));
  }
  return out;
}

/** The entry state of which only some constants are known. */
export function constantEntry(names: readonly Symbol[], known: ReadonlyMap<number, bigint>): EntryState {
  const values = new Map(names.map((n, v) => [n, (known.has(v) ? int(known.get(v) as bigint) : sym(n)) as Term]));
  return { values, facts: TRUE, general: known.size === 0 };
}
