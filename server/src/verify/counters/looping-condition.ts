/**
 * What it takes to go round a loop so many times on each of its paths, whatever their order: APC's looping condition
 * (section 2.1; algorithm 2, lines 11-17). It is weakened to finitely many instances so that no quantifier is left
 * (section 4).
 */
import type { Cfg } from '../../program/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../../logic/index.ts';
import {
  TRUE,
  add,
  and,
  conjuncts,
  eq,
  eq0,
  ge0,
  int,
  le,
  mod,
  mul,
  or,
  plus,
  substitute,
  substituteFormula,
  sym,
  symbolsOfFormula,
} from '../../logic/index.ts';
import { modulusOf } from '../../machine/index.ts';
import type { InnerUse } from '../../explore/index.ts';
import { constantChange } from '../../summary/index.ts';
import type { Summary } from '../../summary/index.ts';
import { combinationCondition } from './linear-combinations.ts';
import { deltaCondition } from './bounded-changes.ts';
import { isPlainFormula } from '../transitions/index.ts';
import type { Ways } from './path-counters.ts';
import { waysThrough } from './path-counters.ts';

/** What each way adds to a variable; modulo what it wraps around at, where some way says so. */
interface Change {
  readonly by: readonly Term[];
  readonly modulus: bigint | null;
}

/** Values of the variables, those that aren't known left out. */
type Memory = ReadonlyMap<Symbol, Term>;

/** The iterated memory `θ` of APC: what is known after each way has been taken some number of times, in any order. */
class IteratedMemory {
  private readonly entry: Memory;
  private readonly changes = new Map<Symbol, Change | null>();

  constructor(ways: Ways, use: InnerUse, { fn, symbols: names }: Cfg) {
    this.entry = new Map(names.map((n, v) => [n, use.entered[v] as Term]));
    const { paths } = use.summary as Summary;
    const modified = new Set(paths.flatMap((p) => [...p.update.keys()].map((v) => names[v] as Symbol)));
    for (const [variable, name] of names.entries()) {
      if (!modified.has(name)) continue;
      const by: Term[] = [];
      const type = fn.variables[variable]?.type;
      let modulus: bigint | null = null;
      for (const { path } of ways.iterative) {
        const after = path.update.get(variable);
        const wraps = after?.kind === 'mod' && type && !type.signed && after.by === modulusOf(type);
        if (wraps) modulus = after.by;
        const change = constantChange(
          wraps ? { ...path, update: new Map([[variable, after.arg]]) } : path,
          variable,
          name,
          modified,
        );
        if (change) by.push(substitute(change, this.entry));
      }
      this.changes.set(name, by.length === ways.iterative.length ? { by, modulus } : null);
    }
  }

  /** What is said of values that are known, in terms of those before the loop. */
  knows(f: Formula): boolean {
    return [...symbolsOfFormula(f)].every((s) => this.entry.has(s) && this.changes.get(s) !== null);
  }

  changing(f: Formula): boolean {
    return [...symbolsOfFormula(f)].some((s) => this.changes.has(s));
  }

  after(taken: readonly Term[]): Memory {
    const memory = new Map(this.entry);
    for (const [name, change] of this.changes) {
      if (!change) continue;
      const total = change.by.reduce<Term>((t, d, j) => add(t, mul(d, taken[j] as Term)), this.entry.get(name) as Term);
      memory.set(name, change.modulus === null ? total : mod(total, change.modulus));
    }
    return memory;
  }
}

/**
 * Implied by every run through the loop that takes each way as often as its counter `κ` says. Look at the iteration `τ`
 * on a way, counted on that way alone. The others have been taken some number of times each by then, and the way's
 * guard holds (`ψ`). This is asked of the first `instances` of all `τ` below the counter, and of the last. Where the
 * guard is linear inequalities that says as much as all of them. What holds at both ends of such a range holds between.
 * One of the ways comes first; what the loop leaves behind is what the iterated memory says.
 */
export function loopingCondition(use: InnerUse, cfg: Cfg, symbols: Symbols, instances: number): Formula {
  const ways = waysThrough(use, symbols);
  if (!ways) return TRUE;
  const theta = new IteratedMemory(ways, use, cfg);
  const { iterative } = ways;
  const guards = iterative.map(({ path }) =>
    and(...conjuncts(and(path.guard, path.defined)).filter((f) => theta.knows(f))),
  );
  const gamma = (i: number, taken: readonly Term[]): Formula =>
    substituteFormula(guards[i] as Formula, theta.after(taken));
  const instance = (index: number, at: Term): Formula => {
    const within: Formula[] = [];
    const taken = iterative.map(({ counter }, j) => {
      if (j === index) return at;
      const name = symbols.fresh('count', 'τ');
      symbols.set(name, { lo: 0n, hi: null });
      within.push(ge0(sym(name)), le(sym(name), counter));
      return sym(name);
    });
    return and(...within, gamma(index, taken));
  };
  const parts: Formula[] = [ways.sums];
  for (const [i, { counter }] of iterative.entries()) {
    const guard = guards[i] as Formula;
    parts.push(ge0(counter));
    if (guard.kind === 'true') continue;
    const moves = theta.changing(guard);
    const ends = !moves || conjuncts(guard).every((f) => f.kind !== 'ne' && f.kind !== 'or' && isPlainFormula(f));
    for (let at = 0; at < (ends ? 1 : instances); at++) parts.push(or(le(counter, int(at)), instance(i, int(at))));
    if (moves) parts.push(or(le(counter, int(0)), instance(i, plus(counter, -1n))));
  }
  const none = iterative.map(() => int(0));
  parts.push(
    or(
      and(...iterative.map(({ counter }) => le(counter, int(0)))),
      ...iterative.map(({ counter }, i) => and(ge0(plus(counter, -1n)), gamma(i, none))),
    ),
  );
  return and(
    ...parts,
    afterwards(use, ways, cfg, theta),
    deltaCondition(use, ways, cfg, symbols),
    combinationCondition(use, ways, cfg, symbols),
  );
}

/** The iterated memory, changed by the way out. */
function afterwards(use: InnerUse, { iterative, exit }: Ways, { symbols: names }: Cfg, theta: IteratedMemory): Formula {
  const chosen = (use.summary as Summary).cases[use.case];
  if (!chosen || !exit) return TRUE;
  const memory = theta.after(iterative.map(({ counter }) => counter));
  const parts: Formula[] = [];
  for (const [v, t] of chosen.post) {
    const after = exit.update.get(v) ?? sym(names[v] as Symbol);
    if (theta.knows(eq0(after))) parts.push(eq(substitute(t, use.renaming), substitute(after, memory)));
  }
  return and(...parts);
}
