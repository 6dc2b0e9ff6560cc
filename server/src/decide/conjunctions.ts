/**
 * Deciding conjunctions of literals without a solver. It is done by interval reasoning and by Fourier-Motzkin
 * elimination with integer tightening over the literals' atoms. `no` is a proof that none is possible. `yes` is a proof
 * that integers satisfy them, and only claimed for linear literals that were eliminated exactly. Everything else is
 * `maybe`. Source: Fourier and Motzkin; Pugh's Omega test (1991) for the tightening.
 */
import { COST, work } from '../budget/index.ts';
import {
  FLOOR_QUOTIENT,
  UNBOUNDED,
  add,
  and,
  conjuncts,
  disjuncts,
  div,
  formulaHolds,
  ge0,
  int,
  intervalOf,
  isLiteral,
  mul,
  not,
  partsOf,
  plus,
  scale,
  sub,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { LinearRow } from './elimination.ts';
import { eliminate, nearestToZero } from './elimination.ts';
import { abs } from '../arithmetic/index.ts';
import type { AppTerm, Formula, FunctionSymbol, Interval, Literal, RangeOf, Symbol, Term } from '../logic/index.ts';

export type Feasibility = 'yes' | 'no' | 'maybe';

const SPLIT_LIMIT = 16;
/** Coefficients that one question may compute; beyond, the answer is `maybe`. */
const WORK_LIMIT = 24_000;
const ATOM_LIMIT = 32;

interface Budget {
  splits: number;
  work: number;
  readonly memory: Memory;
  /** The question asked, of which a part is being decided. */
  readonly whole: Formula;
}

/**
 * Answers for one table of ranges, and models that answered before: a new question is often one that an old model
 * settles.
 */
interface Memory {
  readonly answers: Map<string, Feasibility>;
  readonly models: Model[];
}
type Model = ReadonlyMap<Symbol, bigint>;
const memories = new WeakMap<RangeOf, Memory>();

/** Coefficients computed so far in this thread: a measure of work that doesn't depend on the clock. */
export const effort = (): number => spent;
let spent = 0;

const MODELS_KEPT = 12;
const ANSWERS_KEPT = 20_000;

/** Can all the literals hold at once, symbols ranging over the given intervals? */
export function feasible(formula: Formula, range: RangeOf): Feasibility {
  if (formula.kind === 'false') return 'no';
  if (formula.kind === 'true') return 'yes';
  let memory = memories.get(range);
  if (!memory) {
    memory = { answers: new Map(), models: [] };
    memories.set(range, memory);
  }
  work(COST.question);
  const known = memory.answers.get(formula.key);
  if (known) return known;
  const answer = decide(formula, range, memory);
  if (memory.answers.size > ANSWERS_KEPT) memory.answers.clear();
  memory.answers.set(formula.key, answer);
  return answer;
}

/**
 * By what is independent of each other. Of many conditions on a path few have to do with the question, and the others
 * were asked before.
 */
function decide(formula: Formula, range: RangeOf, memory: Memory): Feasibility {
  const parts = independentParts(formula);
  if (parts.length > 1) {
    const answers = parts.map((p) => feasible(p, range));
    return answers.includes('no') ? 'no' : answers.includes('maybe') ? 'maybe' : 'yes';
  }
  if (memory.models.some((m) => satisfies(formula, m, range))) return 'yes';
  const budget = { splits: 0, work: WORK_LIMIT, memory, whole: formula };
  const answer = search(formula, range, budget);
  const coefficients = WORK_LIMIT - budget.work;
  spent += 50 + coefficients;
  work(COST.decision + coefficients);
  return answer;
}

/**
 * The same answer as for the conjunction of both, where the same facts are asked about many times. What has nothing to
 * do with `more` is not put together again.
 */
export function feasibleWith(facts: Formula, more: Formula, range: RangeOf): Feasibility {
  if (facts.kind !== 'and' || more.kind === 'true' || more.kind === 'false') return feasible(and(facts, more), range);
  const own = linksOf(more);
  const linked: Formula[] = [];
  const apart: Formula[] = [];
  for (const g of groupsOf(facts)) (meets(own, g.links) ? linked : apart).push(g.formula);
  let answer = feasible(and(...linked, more), range);
  for (const g of apart) {
    if (answer === 'no') return 'no';
    const a = feasible(g, range);
    if (a !== 'yes') answer = a;
  }
  return answer;
}

function meets(a: ReadonlySet<Link>, b: ReadonlySet<Link>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const x of few) if (many.has(x)) return true;
  return false;
}

/** A symbol, or the name of a function. */
type Link = Symbol | FunctionSymbol;

/** Conjuncts that are connected by symbols or functions. */
interface Group {
  readonly links: ReadonlySet<Link>;
  readonly formula: Formula;
}
const groups = new WeakMap<Formula, readonly Group[]>();

/** The conjuncts in groups that have no symbol and no function in common. */
function groupsOf(formula: Formula & { readonly kind: 'and' }): readonly Group[] {
  const known = groups.get(formula);
  if (known) return known;
  const found: { links: Set<Link>; parts: Formula[] }[] = [];
  for (const part of formula.parts) {
    const own = linksOf(part);
    const met = found.filter((g) => meets(own, g.links));
    const [first, ...others] = met;
    if (!first) {
      found.push({ links: new Set(own), parts: [part] });
      continue;
    }
    first.parts.push(part);
    for (const s of own) first.links.add(s);
    for (const g of others) {
      first.parts.push(...g.parts);
      for (const s of g.links) first.links.add(s);
      found.splice(found.indexOf(g), 1);
    }
  }
  const out =
    found.length === 1
      ? [{ links: found[0]?.links ?? new Set<Link>(), formula }]
      : found.map((g) => ({ links: g.links, formula: and(...g.parts) }));
  groups.set(formula, out);
  return out;
}

const independentParts = (formula: Formula): readonly Formula[] =>
  formula.kind === 'and' ? groupsOf(formula).map((g) => g.formula) : [formula];

/** What connects a conjunct with others: its symbols, and the functions that it applies. */
function linksOf(formula: Formula): ReadonlySet<Link> {
  const known = links.get(formula);
  if (known) return known;
  const out = new Set<Link>(symbolsOfFormula(formula));
  const inFormula = (g: Formula): void => {
    if (g.kind === 'and' || g.kind === 'or') g.parts.forEach(inFormula);
    else if (isLiteral(g)) inTerm(g.term);
  };
  const inTerm = (term: Term): void => {
    switch (term.kind) {
      case 'const':
      case 'sym':
        return;
      case 'sum':
        for (const p of term.parts) inTerm(p.mono);
        return;
      case 'prod':
        term.factors.forEach(inTerm);
        return;
      case 'div':
      case 'mod':
        inTerm(term.arg);
        return;
      case 'pow':
        inTerm(term.exponent);
        return;
      case 'ite':
        inFormula(term.cond);
        inTerm(term.then);
        inTerm(term.else);
        return;
      case 'app':
        out.add(term.of ?? term.fn);
        term.args.forEach(inTerm);
    }
  };
  inFormula(formula);
  links.set(formula, out);
  return out;
}
const links = new WeakMap<Formula, ReadonlySet<Link>>();

/** A model of the formula, where deciding it finds one: every symbol of the formula has a value. */
export function modelOf(formula: Formula, range: RangeOf): ReadonlyMap<Symbol, bigint> | null {
  if (feasible(formula, range) !== 'yes') return null;
  const out = new Map<Symbol, bigint>();
  for (const part of independentParts(formula)) {
    const memory = memories.get(range);
    const known = (): Model | undefined => memory?.models.find((m) => satisfies(part, m, range));
    // an old model may have been forgotten
    if (memory && !known()) decide(part, range, memory);
    const found = known();
    if (!found && part.kind !== 'true') return null;
    for (const s of symbolsOfFormula(part)) out.set(s, found?.get(s) ?? nearestToZero(range(s) ?? UNBOUNDED));
  }
  return out;
}

/** The formula holds under the model, symbols that it lacks being the value next to zero in their range. */
function satisfies(formula: Formula, model: Model, range: RangeOf): boolean {
  work(COST.node * formula.size);
  return formulaHolds(formula, (name) => model.get(name) ?? nearestToZero(range(name) ?? UNBOUNDED)) === true;
}

/** Keeps a point that the elimination found, if it is a model of the whole question. */
function remember(point: Model, budget: Budget, range: RangeOf): boolean {
  if (!satisfies(budget.whole, point, range)) return false;
  budget.memory.models.unshift(point);
  if (budget.memory.models.length > MODELS_KEPT) budget.memory.models.pop();
  return true;
}

/** Proven: whatever satisfies the facts satisfies the goal. */
export function implies(facts: Formula, goal: Formula, range: RangeOf): boolean {
  if (goal.kind === 'true') return true;
  if (goal.kind === 'and') return goal.parts.every((g) => implies(facts, g, range));
  return feasibleWith(facts, not(goal), range) === 'no';
}

function search(formula: Formula, range: RangeOf, budget: Budget): Feasibility {
  if (formula.kind === 'false') return 'no';
  const literals: Literal[] = [];
  const disjunctions: Formula[] = [];
  for (const f of conjuncts(formula)) {
    if (isLiteral(f)) literals.push(f);
    else disjunctions.push(f);
  }
  const base = conjunction(literals, range, budget);
  if (base === 'no' || disjunctions.length === 0) return base;
  const [first, ...rest] = disjunctions;
  let result: Feasibility = 'no';
  for (const d of disjuncts(first as Formula)) {
    if (++budget.splits > SPLIT_LIMIT) return 'maybe';
    const r = search(and(...literals, d, ...rest), range, budget);
    if (r === 'yes') return 'yes';
    if (r === 'maybe') result = 'maybe';
  }
  return result;
}

function conjunction(literals: readonly Literal[], range: RangeOf, budget: Budget): Feasibility {
  for (const l of literals) if (refutedByInterval(l, intervalOf(l.term, range))) return 'no';
  const disequalities = literals.filter((l) => l.kind === 'ne');
  const system = new System(range, budget);
  for (const l of literals) if (l.kind !== 'ne') system.add(l.kind, l.term);
  const result = system.solve();
  if (result === 'no' || disequalities.length === 0) return result;
  // t != 0 is refuted where the rest forces t = 0
  let open: Feasibility = result;
  for (const d of disequalities.slice(0, 3)) {
    const above = system.solveWith(plus(d.term, -1));
    if (above === 'yes' && disequalities.length === 1) return 'yes';
    const below = above === 'no' ? system.solveWith(plus(scale(-1n, d.term), -1)) : 'maybe';
    if (above === 'no' && below === 'no') return 'no';
    if (above === 'no' && below === 'yes' && disequalities.length === 1) return 'yes';
    open = 'maybe';
  }
  return open;
}

function refutedByInterval(literal: Literal, interval: Interval): boolean {
  switch (literal.kind) {
    case 'ge':
      return interval.hi !== null && interval.hi < 0n;
    case 'eq':
      return (interval.lo !== null && interval.lo > 0n) || (interval.hi !== null && interval.hi < 0n);
    case 'ne':
      return interval.lo === 0n && interval.hi === 0n;
  }
}

/** A system of linear rows over atoms (symbols and whatever is not linear), with the facts that define the atoms. */
class System {
  private readonly atoms: Term[] = [];
  private readonly index = new Map<string, number>();
  private readonly equalities: { term: Term }[] = [];
  private readonly inequalities: { term: Term }[] = [];
  /** Quotients by what is no constant, of which nothing is said yet. */
  private readonly quotients = new Set<AppTerm>();
  private linear = true;
  private readonly range: RangeOf;

  private readonly budget: Budget;

  constructor(range: RangeOf, budget: Budget) {
    this.range = range;
    this.budget = budget;
  }

  add(kind: 'ge' | 'eq', term: Term): void {
    this.register(term);
    (kind === 'eq' ? this.equalities : this.inequalities).push({ term });
  }

  private register(term: Term): void {
    for (const { mono } of partsOf(term).parts) {
      if (this.index.has(mono.key)) continue;
      this.index.set(mono.key, this.atoms.length);
      this.atoms.push(mono);
      this.define(mono);
    }
  }

  /** Facts that hold of an atom by what it is. */
  private define(atom: Term): void {
    const interval = intervalOf(atom, this.range);
    if (interval.lo !== null) this.inequalities.push({ term: plus(atom, -interval.lo) });
    if (interval.hi !== null) this.inequalities.push({ term: sub(int(interval.hi), atom) });
    switch (atom.kind) {
      case 'sym':
        return;
      case 'div': {
        // by*q <= arg <= by*q + by - 1
        const rest = sub(atom.arg, scale(atom.by, atom));
        this.register(rest);
        this.inequalities.push({ term: rest }, { term: sub(int(atom.by - 1n), rest) });
        return;
      }
      case 'mod': {
        // m = arg - by*q for the quotient q
        const definition = add(atom, scale(-1n, atom.arg), scale(atom.by, div(atom.arg, atom.by)));
        this.register(definition);
        this.equalities.push({ term: definition });
        return;
      }
      default:
        this.linear = false;
        for (const f of atom.kind === 'prod' ? atom.factors : [atom])
          if (f.kind === 'app' && f.fn === FLOOR_QUOTIENT) this.quotients.add(f);
    }
  }

  /** b*q <= a <= b*q + b - 1 for q = floor(a / b), where b is seen to be positive. */
  private defineQuotients(): void {
    for (const q of this.quotients) {
      const [a, b] = q.args as [Term, Term];
      if (!this.isPositive(b)) continue;
      this.quotients.delete(q);
      const rest = sub(a, mul(b, q));
      const room = plus(sub(b, rest), -1);
      this.register(rest);
      this.register(room);
      this.inequalities.push({ term: rest }, { term: room });
    }
  }

  private isPositive(divisor: Term): boolean {
    const lo = intervalOf(divisor, this.range).lo;
    if (lo !== null && lo >= 1n) return true;
    const own = partsOf(divisor).parts[0];
    return (
      own !== undefined &&
      this.inequalities.some((e) => {
        const bound = partsOf(e.term).parts.find((p) => p.mono === own.mono);
        if (!bound || bound.coef > 0n !== own.coef > 0n) return false;
        // b is a positive multiple of what is known not to be negative, and something positive
        const excess = sub(scale(abs(bound.coef), divisor), scale(abs(own.coef), e.term));
        return excess.kind === 'const' && excess.value > 0n;
      })
    );
  }

  private row(term: Term): LinearRow {
    const { constant, parts } = partsOf(term);
    return { constant, parts: parts.map((p) => [this.index.get(p.mono.key) as number, p.coef]) };
  }

  solve(): Feasibility {
    this.defineQuotients();
    return this.decide();
  }

  private decide(): Feasibility {
    if (this.atoms.length > ATOM_LIMIT) return 'maybe';
    const rows = {
      equalities: this.equalities.map((e) => this.row(e.term)),
      inequalities: this.inequalities.map((e) => this.row(e.term)),
    };
    const answer = eliminate({ ...rows, width: this.atoms.length, integral: this.linear }, this.budget);
    if (answer.feasibility !== 'no' && answer.point) {
      const model = new Map<Symbol, bigint>();
      for (const [i, atom] of this.atoms.entries())
        if (atom.kind === 'sym') model.set(atom.symbol, answer.point[i] ?? 0n);
      if (remember(model, this.budget, this.range)) return 'yes';
    }
    return answer.feasibility;
  }

  /** The system with `term >= 0` added for this question only. */
  solveWith(term: Term): Feasibility {
    const before = this.atoms.length;
    this.register(term);
    const known = before === this.atoms.length;
    this.inequalities.push({ term });
    const answer = this.decide();
    if (known) this.inequalities.pop();
    else
      this.inequalities.splice(
        this.inequalities.findIndex((e) => e.term === term),
        1,
      );
    return answer;
  }
}

/** The literals of a conjunction that the others don't already imply. */
export function withoutRedundant(
  formula: Formula,
  range: RangeOf,
  given: Formula = { kind: 'true', key: 'T', size: 1 },
): Formula {
  if (formula.kind !== 'and') return implies(given, formula, range) ? and() : formula;
  let parts = [...formula.parts];
  for (const p of [...parts].reverse()) {
    const others = parts.filter((x) => x !== p);
    if (implies(and(given, ...others), p, range)) parts = others;
  }
  return and(...parts);
}

/** Bounds that the facts prove for a term, looked for among the given candidates; used to show ranges. */
export function provenSign(term: Term, facts: Formula, range: RangeOf): 1 | 0 | -1 | null {
  if (term.kind === 'const') return term.value > 0n ? 1 : term.value < 0n ? -1 : 0;
  const factors = signByFactors(term, facts, range);
  if (factors !== null) return factors;
  if (implies(facts, ge0(plus(term, -1)), range)) return 1;
  if (implies(facts, ge0(plus(scale(-1n, term), -1)), range)) return -1;
  if (implies(facts, { kind: 'eq', term: term, key: `(eq ${term.key})`, size: term.size + 1 }, range)) return 0;
  return null;
}

/** The sign of a product of several factors whose signs are proven. */
function signByFactors(term: Term, facts: Formula, range: RangeOf): 1 | 0 | -1 | null {
  const { constant, parts } = partsOf(term);
  const [only] = parts;
  if (constant !== 0n || parts.length !== 1 || only?.mono.kind !== 'prod') return null;
  let sign: 1 | 0 | -1 = only.coef > 0n ? 1 : -1;
  const known = new Map<Term, 1 | 0 | -1 | null>();
  for (const f of only.mono.factors) {
    let own = known.get(f);
    if (own === undefined) known.set(f, (own = provenSign(f, facts, range)));
    if (own === null) return null;
    sign = (sign * own) as 1 | 0 | -1;
  }
  return sign;
}
