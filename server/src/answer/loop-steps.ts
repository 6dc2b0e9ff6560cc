/**
 * What is shown of a loop by induction over its paths. It holds at the start, is kept by every iteration and survives
 * the way out.
 */
import { implies } from '../decide/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { Formula, RangeOf, Symbol, SymbolKind, Symbols, Term } from '../logic/index.ts';
import { and, derived, isConst, sub, substituteFormula, sym, symbolsOfFormula } from '../logic/index.ts';
import { bySymbol } from '../program/index.ts';

/** One way through an iteration, or out of it to the statement behind the loop. */
export interface LoopStep {
  readonly out: boolean;
  /** It begins an iteration. */
  readonly begun: boolean;
  readonly guard: Formula;
  /** Over the values before it; null: not known. */
  readonly update: ReadonlyMap<Symbol, Term | null>;
}

export interface LoopSteps {
  readonly steps: readonly LoopStep[];
  readonly changed: ReadonlySet<Symbol>;
  /** Stands for a variable's value when the loop begins. */
  readonly first: (s: Symbol) => Symbol;
  /** Stands for its value behind the loop, beside others. */
  readonly later: (s: Symbol) => Symbol;
  /** What holds of the first values. */
  readonly facts: Formula;
  readonly range: RangeOf;
}

interface StepsRequest {
  readonly paths: readonly LoopPath[];
  readonly variables: readonly Symbol[];
  /** What a way out leads to behind the loop's statement; null: elsewhere. */
  readonly behind: (p: LoopPath) => ReadonlyMap<number, Term | null> | null;
  /** Of the values when the loop begins. */
  readonly facts: Formula;
  readonly symbols: Symbols;
}

export function stepsOf({ paths, variables, behind, facts, symbols }: StepsRequest): LoopSteps {
  const byName = (update: ReadonlyMap<number, Term | null>): ReadonlyMap<Symbol, Term | null> =>
    bySymbol(update, variables);
  const steps = paths.flatMap((p): LoopStep[] => {
    // what the environment answered holds, but where only some of its answers are kept
    const guard = p.witnesses.size > 0 ? p.guard : and(p.guard, p.free);
    if (p.kind === 'iterative') return [{ out: false, begun: true, guard, update: byName(p.update) }];
    const leaving = behind(p);
    return leaving === null
      ? []
      : [{ out: true, begun: p.begun, guard, update: byName(new Map([...p.update, ...leaving])) }];
  });
  const changed = new Set(steps.flatMap((s) => [...s.update.keys()]));
  const first = twins('⁰', 'before', symbols);
  const later = twins('´', 'auxiliary', symbols);
  const atFirst = new Map([...changed].map((s) => [s, sym(first(s))]));
  return { steps, changed, first, later, facts: substituteFormula(facts, atFirst), range: symbols.range };
}

/** Symbols of the same range beside others. */
function twins(mark: string, kind: SymbolKind, symbols: Symbols): (s: Symbol) => Symbol {
  const made = new Map<Symbol, Symbol>();
  return (s) => {
    const known = made.get(s);
    if (known) return known;
    const twin = derived(s, mark, kind);
    symbols.copy(s, twin);
    made.set(s, twin);
    return twin;
  };
}

/** Values that nothing is known of become symbols of their own. */
function after(step: LoopStep): ReadonlyMap<Symbol, Term> {
  return new Map([...step.update].map(([s, t]) => [s, t ?? sym(derived(s, '?', 'auxiliary'))]));
}

/** The claim is over first values and those at the head; `given` holds whenever an iteration begins. */
export function isInductive(claim: Formula, given: Formula, loop: LoopSteps): boolean {
  const start = new Map(
    [...symbolsOfFormula(claim)].filter((s) => loop.changed.has(s)).map((s) => [s, sym(loop.first(s))]),
  );
  if (!implies(loop.facts, substituteFormula(claim, start), loop.range)) return false;
  return loop.steps.every((s) => implies(and(claim, given, s.guard), substituteFormula(claim, after(s)), loop.range));
}

/** It holds behind the loop, given what holds whenever an iteration begins. */
export function holdsBehind(claim: Formula, given: Formula, loop: LoopSteps): boolean {
  const ways = loop.steps.filter((s) => s.out);
  return (
    ways.length > 0 &&
    ways.every((s) => implies(and(loop.facts, given, s.guard), substituteFormula(claim, after(s)), loop.range))
  );
}

/** It holds from the first iteration's end on, and no way out is taken before that leads to where it doesn't hold. */
export function holdsOnceBegun(claim: Formula, given: Formula, loop: LoopSteps): boolean {
  const begin = new Map([...loop.changed].map((s) => [s, sym(loop.first(s))]));
  return loop.steps.every((s) => {
    const then = substituteFormula(claim, after(s));
    const fromStart = and(loop.facts, substituteFormula(and(given, s.guard), begin));
    return (
      implies(and(claim, given, s.guard), then, loop.range) &&
      implies(fromStart, substituteFormula(then, begin), loop.range)
    );
  });
}

/** By how much a step changes a variable; null: not by a constant. */
export function changeOf(step: LoopStep, symbol: Symbol): bigint | null {
  const t = step.update.get(symbol);
  if (t === undefined) return 0n;
  const d = t && sub(t, sym(symbol));
  return d && isConst(d) ? d.value : null;
}
