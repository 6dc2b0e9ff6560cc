/**
 * The cases cover all entry states (obligation vi): a tree of literals. Each node decides one literal of a case that
 * is still possible, for all cases that have it. A leaf is in a case, is impossible, or leads to undefined behaviour
 * for certain.
 */
import type { Formula, Literal, Symbol, Term } from '../logic/index.ts';
import {
  and,
  conjuncts,
  derived,
  ge0,
  isLiteral,
  not,
  or,
  plus,
  substituteFormula,
  sym,
  symbol,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { CaseClaim, Discharge, Obligation, SummaryClaim } from './certificate.ts';
import { weaker } from './certificate.ts';
import type { Doom } from './doomed-entries.ts';
import { doomOf, isDoomed } from './doomed-entries.ts';
import { comesTrue, isReached } from './passed-bounds.ts';
import type { Prover } from './prover.ts';

const MAX_NODES = 4_000;
/** Stands for a count in what defines it. */
const LEAST = symbol('counter', '#least');

export function covered(claim: SummaryClaim, prover: Prover): Obligation {
  const walk: Walk = { prover, doom: doomOf(claim, prover), nodes: 0, how: 'identity' };
  const all = none(new Known(claim.facts), alternativesOf(claim.cases), walk);
  return { duty: 'covered', about: 'entry', discharge: all ? walk.how : 'open' };
}

/** In each state of the context one of the formulas holds. */
export const inOneOf = (context: Formula, formulas: readonly Formula[], claim: SummaryClaim, prover: Prover): boolean =>
  none(
    new Known(context),
    formulas.map((f) => ({ parts: conjuncts(f), least: new Map() })),
    { prover, doom: { ...doomOf(claim, prover), possible: false }, nodes: 0, how: 'identity' },
  );

interface Walk {
  readonly prover: Prover;
  readonly doom: Doom;
  nodes: number;
  how: Discharge;
}

/**
 * A case: what is left to be decided of its guard. Counts that are the least with the same property have the same name
 * in all cases.
 */
interface Alternative {
  readonly parts: readonly Formula[];
  /**
   * Counts with what defines them as the least of their kind (of the count itself; in the guard the symbol is one
   * less). Null: nothing does.
   */
  readonly least: ReadonlyMap<Symbol, Formula | null>;
}

function alternativesOf(cases: readonly CaseClaim[]): readonly Alternative[] {
  const shared = new Map<string, Symbol>();
  return cases.map((claim, index) => {
    const { made, named } = alternative(claim, index, shared);
    for (const [definition, name] of named) shared.set(definition, name);
    return made;
  });
}

/**
 * `shared`: names of counts by what defines them, as far as earlier cases have given them; `named`: those that this
 * case adds.
 */
function alternative(
  claim: CaseClaim,
  index: number,
  shared: ReadonlyMap<string, Symbol>,
): { readonly made: Alternative; readonly named: ReadonlyMap<string, Symbol> } {
  const named = new Map<string, Symbol>();
  const names = new Map<Symbol, Term>();
  const least = new Map<Symbol, Formula | null>();
  for (const f of claim.fresh) {
    const stop = f.least && substituteFormula(f.least, names);
    const key = stop ? substituteFormula(stop, new Map([[f.symbol, sym(LEAST)]])).key : '';
    const name = (stop && (shared.get(key) ?? named.get(key))) ?? derived(f.symbol, `#${index}`);
    if (stop) named.set(key, name);
    // counts of at least one are spoken of by what they are more than one
    names.set(f.symbol, stop ? plus(sym(name), 1) : sym(name));
    least.set(name, stop ? substituteFormula(stop, new Map([[f.symbol, sym(name)]])) : null);
  }
  const parts = conjuncts(substituteFormula(claim.guard, names));
  const isCounted = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => least.has(s));
  return { made: { parts: [...parts.filter((f) => !isCounted(f)), ...parts.filter(isCounted)], least }, named };
}

/** What has been decided on the way to a node. */
class Known {
  readonly formula: Formula;
  private readonly keys: ReadonlySet<string>;
  /** Counts that are known to exist, and those that are not. */
  readonly counts: ReadonlyMap<Symbol, boolean>;

  constructor(formula: Formula, counts: ReadonlyMap<Symbol, boolean> = new Map()) {
    this.formula = formula;
    this.keys = new Set(conjuncts(formula).map((f) => f.key));
    this.counts = counts;
  }

  with(f: Formula, count?: readonly [Symbol, boolean]): Known {
    return new Known(and(this.formula, f), count ? new Map([...this.counts, count]) : this.counts);
  }

  has(f: Formula): boolean {
    return this.keys.has(f.key);
  }
}

/** No state of the context is outside all of the cases. */
function none(known: Known, cases: readonly Alternative[], walk: Walk): boolean {
  const { prover } = walk;
  if (++walk.nodes > MAX_NODES) return false;
  const how = prover.refutes(known.formula);
  if (how !== null) {
    walk.how = weaker(walk.how, how);
    return true;
  }
  // what is known literally decides most, and at no cost
  const open = cases.flatMap((c) => {
    const parts = simplified(c.parts, (l) => (known.has(l) ? true : known.has(not(l)) ? false : null));
    return parts === null ? [] : [{ ...c, parts }];
  });
  if (open.some((c) => c.parts.length === 0)) return true;
  // what follows is kept: it may not be seen from what is added later
  const implied: Formula[] = [];
  const decide = (literal: Literal): boolean | null => {
    const yes = prover.refutes(and(known.formula, not(literal)));
    const no = yes === null ? prover.refutes(and(known.formula, literal)) : null;
    const one = yes ?? no;
    if (one !== null) walk.how = weaker(walk.how, one);
    if (one !== null) implied.push(yes === null ? not(literal) : literal);
    return one === null ? null : yes !== null;
  };
  for (const [index, possible] of open.entries()) {
    const undefinable = [...possible.least.keys()].some((s) => known.counts.get(s) === false);
    if (undefinable) continue;
    const parts = simplifiedUntilOpen(possible.parts, decide);
    if (parts === null) continue;
    const [first] = parts;
    if (!first) return true;
    const literal = firstLiteral(first);
    const rest = [{ ...possible, parts }, ...open.slice(index + 1)];
    const more = known.with(and(...implied));
    const count = [...symbolsOfFormula(literal)].find((s) => possible.least.has(s) && !known.counts.has(s));
    if (count !== undefined) {
      const defined = definition(count, possible, more, prover);
      return none(defined === null ? more.with(and(), [count, false]) : more.with(defined, [count, true]), rest, walk);
    }
    return none(more.with(literal), rest, walk) && none(more.with(not(literal)), rest, walk);
  }
  if (isDoomed(known.formula, walk.doom)) {
    walk.how = weaker(walk.how, 'decided');
    return true;
  }
  return false;
}

type Decide = (l: Literal) => boolean | null;

/** The conjuncts without what is decided; null: one fails. */
function simplified(parts: readonly Formula[], decide: Decide): readonly Formula[] | null {
  const out: Formula[] = [];
  for (const f of parts) {
    const g = decided(f, decide);
    if (g.kind === 'false') return null;
    out.push(...conjuncts(g));
  }
  return out;
}

/** The same, up to the first conjunct that stays. */
function simplifiedUntilOpen(parts: readonly Formula[], decide: Decide): readonly Formula[] | null {
  for (const [i, f] of parts.entries()) {
    const g = decided(f, decide);
    if (g.kind === 'false') return null;
    if (g.kind !== 'true') return [g, ...parts.slice(i + 1)];
  }
  return [];
}

function decided(formula: Formula, decide: Decide): Formula {
  if (formula.kind === 'and') return and(...formula.parts.map((p) => decided(p, decide)));
  if (formula.kind === 'or') return or(...formula.parts.map((p) => decided(p, decide)));
  if (!isLiteral(formula)) return formula;
  const holds = decide(formula);
  return holds === null ? formula : holds ? and() : or();
}

const firstLiteral = (f: Formula): Literal =>
  f.kind === 'and' || f.kind === 'or' ? firstLiteral(f.parts[0] as Formula) : (f as Literal);

/**
 * What a count is, where such a count exists: the condition holds at it and not one before; null where it may not
 * exist.
 */
function definition(count: Symbol, alternative: Alternative, known: Known, prover: Prover): Formula | null {
  const stop = alternative.least.get(count);
  if (
    !stop ||
    [...symbolsOfFormula(stop)].some((s) => s !== count && alternative.least.has(s) && known.counts.get(s) !== true)
  )
    return null;
  if (!comesTrue(stop, count, known.formula, prover) && !isReached(stop, count, known.formula, prover)) return null;
  const before = sym(count);
  return and(
    ge0(before),
    substituteFormula(stop, new Map([[count, plus(before, 1)]])),
    or(not(ge0(plus(before, -1))), not(stop)),
  );
}
