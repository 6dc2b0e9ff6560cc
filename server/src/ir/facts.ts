/**
 * Deciding conjunctions of literals without a solver: interval reasoning and Fourier-Motzkin elimination with integer
 * tightening over the atoms of the literals. `no` is a proof of infeasibility; `yes` is a proof of feasibility over the integers
 * (only claimed for linear literals eliminated exactly); everything else is `maybe`.
 */
import { formulaHolds } from './evaluate.ts';
import { abs, floorDiv, gcd } from './integers.ts';
import type { Formula, Literal } from './formula.ts';
import { and, conjuncts, disjuncts, ge0, isLiteral, not, symbolsOfFormula } from './formula.ts';
import type { Interval, RangeOf } from './interval.ts';
import { TOP, intervalOf } from './interval.ts';
import type { Term } from './term.ts';
import { add, div, int, partsOf, plus, scale, sub } from './term.ts';

export type Feasibility = 'yes' | 'no' | 'maybe';

const ROW_LIMIT = 120;
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

interface Row {
  /** Sum of coefs[i] * atom[i] + constant >= 0 (or = 0). */
  readonly coefs: bigint[];
  readonly constant: bigint;
}

/** Answers for one table of ranges, and models that answered before: a new question is often one that an old model settles. */
interface Memory {
  readonly answers: Map<string, Feasibility>;
  readonly models: Model[];
}
type Model = ReadonlyMap<string, bigint>;
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
  const known = memory.answers.get(formula.key);
  if (known) return known;
  const answer = decide(formula, range, memory);
  if (memory.answers.size > ANSWERS_KEPT) memory.answers.clear();
  memory.answers.set(formula.key, answer);
  return answer;
}

/** By what is independent of each other: of many conditions on a path few have to do with the question, and the others were asked before. */
function decide(formula: Formula, range: RangeOf, memory: Memory): Feasibility {
  const parts = independentParts(formula);
  if (parts.length > 1) {
    const answers = parts.map((p) => feasible(p, range));
    return answers.includes('no') ? 'no' : answers.includes('maybe') ? 'maybe' : 'yes';
  }
  if (memory.models.some((m) => satisfies(formula, m, range))) return 'yes';
  const budget = { splits: 0, work: WORK_LIMIT, memory, whole: formula };
  const answer = search(formula, range, budget);
  spent += 50 + WORK_LIMIT - budget.work;
  return answer;
}

/** The conjuncts in groups that have no symbol and no function in common. */
function independentParts(formula: Formula): readonly Formula[] {
  if (formula.kind !== 'and') return [formula];
  const groups: { symbols: Set<string>; parts: Formula[] }[] = [];
  for (const f of formula.parts) {
    const own = linksOf(f);
    const met = groups.filter((g) => [...own].some((s) => g.symbols.has(s)));
    const [first, ...others] = met;
    if (!first) {
      groups.push({ symbols: new Set(own), parts: [f] });
      continue;
    }
    first.parts.push(f);
    for (const s of own) first.symbols.add(s);
    for (const g of others) {
      first.parts.push(...g.parts);
      for (const s of g.symbols) first.symbols.add(s);
      groups.splice(groups.indexOf(g), 1);
    }
  }
  return groups.length === 1 ? [formula] : groups.map((g) => and(...g.parts));
}

/** What connects a conjunct with others: its symbols, and the functions that it applies. */
function linksOf(f: Formula): ReadonlySet<string> {
  const known = links.get(f);
  if (known) return known;
  const out = new Set(symbolsOfFormula(f));
  const inFormula = (g: Formula): void => {
    if (g.kind === 'and' || g.kind === 'or') g.parts.forEach(inFormula);
    else if (isLiteral(g)) inTerm(g.term);
  };
  const inTerm = (t: Term): void => {
    switch (t.kind) {
      case 'const': case 'sym': return;
      case 'sum': for (const p of t.parts) inTerm(p.mono); return;
      case 'prod': t.factors.forEach(inTerm); return;
      case 'div': case 'mod': inTerm(t.arg); return;
      case 'pow': inTerm(t.exponent); return;
      case 'ite': inFormula(t.cond); inTerm(t.then); inTerm(t.else); return;
      case 'app': out.add(`${t.fn}()`); t.args.forEach(inTerm);
    }
  };
  inFormula(f);
  links.set(f, out);
  return out;
}
const links = new WeakMap<Formula, ReadonlySet<string>>();

/** A model of the formula, where deciding it finds one: every symbol of the formula has a value. */
export function modelOf(formula: Formula, range: RangeOf): ReadonlyMap<string, bigint> | null {
  if (feasible(formula, range) !== 'yes') return null;
  const out = new Map<string, bigint>();
  for (const part of independentParts(formula)) {
    const memory = memories.get(range);
    const known = (): Model | undefined => memory?.models.find((m) => satisfies(part, m, range));
    // an old model may have been forgotten
    if (memory && !known()) decide(part, range, memory);
    const found = known();
    if (!found && part.kind !== 'true') return null;
    for (const s of symbolsOfFormula(part)) out.set(s, found?.get(s) ?? nearestToZero(range(s) ?? TOP));
  }
  return out;
}

/** The formula holds under the model, symbols that it lacks being the value next to zero in their range. */
function satisfies(formula: Formula, model: Model, range: RangeOf): boolean {
  return formulaHolds(formula, (name) => model.get(name) ?? nearestToZero(range(name) ?? TOP)) === true;
}

function nearestToZero(i: Interval): bigint {
  if (i.lo !== null && i.lo > 0n) return i.lo;
  return i.hi !== null && i.hi < 0n ? i.hi : 0n;
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
  return feasible(and(facts, not(goal)), range) === 'no';
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

function refutedByInterval(l: Literal, i: Interval): boolean {
  switch (l.kind) {
    case 'ge': return i.hi !== null && i.hi < 0n;
    case 'eq': return (i.lo !== null && i.lo > 0n) || (i.hi !== null && i.hi < 0n);
    case 'ne': return i.lo === 0n && i.hi === 0n;
  }
}

/** A system of linear rows over atoms (symbols and whatever is not linear), with the facts that define the atoms. */
class System {
  private readonly atoms: Term[] = [];
  private readonly index = new Map<string, number>();
  private readonly equalities: { term: Term }[] = [];
  private readonly inequalities: { term: Term }[] = [];
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
    const i = intervalOf(atom, this.range);
    if (i.lo !== null) this.inequalities.push({ term: plus(atom, -i.lo) });
    if (i.hi !== null) this.inequalities.push({ term: sub(int(i.hi), atom) });
    switch (atom.kind) {
      case 'sym': return;
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
      default: this.linear = false;
    }
  }

  private row(term: Term): Row {
    const coefs = new Array<bigint>(this.atoms.length).fill(0n);
    const { constant, parts } = partsOf(term);
    for (const p of parts) coefs[this.index.get(p.mono.key) as number] = p.coef;
    return { coefs, constant };
  }

  solve(): Feasibility {
    if (this.atoms.length > ATOM_LIMIT) return 'maybe';
    const rows = { equalities: this.equalities.map((e) => this.row(e.term)), inequalities: this.inequalities.map((e) => this.row(e.term)) };
    const answer = eliminate(rows.equalities, rows.inequalities, this.linear, this.budget);
    if (answer.feasibility !== 'no' && answer.point) {
      const model = new Map<string, bigint>();
      for (const [i, atom] of this.atoms.entries()) if (atom.kind === 'sym') model.set(atom.name, answer.point[i] ?? 0n);
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
    const r = this.solve();
    if (known) this.inequalities.pop();
    else this.inequalities.splice(this.inequalities.findIndex((e) => e.term === term), 1);
    return r;
  }
}

interface Eliminated {
  readonly feasibility: Feasibility;
  /** A value for each atom that satisfies the rows, where one was found. */
  readonly point: readonly bigint[] | null;
}
const NO: Eliminated = { feasibility: 'no', point: null };
const MAYBE: Eliminated = { feasibility: 'maybe', point: null };

/** Divides by the gcd of the coefficients, rounding the constant down: tighter over the integers. Null: trivially true. */
function tighten(row: Row): Row | null | 'false' {
  let g = 0n;
  for (const c of row.coefs) {
    if (c === 0n) continue;
    g = gcd(g, c);
    if (g === 1n) return row;
  }
  if (g === 0n) return row.constant < 0n ? 'false' : null;
  return { coefs: row.coefs.map((c) => c / g), constant: floorDiv(row.constant, g) };
}

const combine = (a: Row, x: bigint, b: Row, y: bigint): Row => {
  const coefs = new Array<bigint>(a.coefs.length);
  for (let i = 0; i < coefs.length; i++) {
    const p = a.coefs[i] as bigint;
    const q = b.coefs[i] as bigint;
    coefs[i] = q === 0n ? (p === 0n || x === 1n ? p : p * x) : p === 0n ? q * y : p * x + q * y;
  }
  return { coefs, constant: a.constant * x + b.constant * y };
};

function eliminate(equalities: Row[], inequalities: Row[], linear: boolean, budget: Budget): Eliminated {
  let exact = linear;
  let eqs = equalities;
  let rows = inequalities;
  const width = Math.max(0, ...eqs.map((r) => r.coefs.length), ...rows.map((r) => r.coefs.length));
  /** How each eliminated atom is bounded by those eliminated after it. */
  const steps: { readonly at: number; readonly bounds: readonly Row[]; readonly equality: boolean }[] = [];

  while (eqs.length > 0) {
    const e0 = eqs[0] as Row;
    const g = e0.coefs.reduce((d, c) => (c === 0n ? d : gcd(d, c)), 0n);
    if (g === 0n) {
      if (e0.constant !== 0n) return NO;
      eqs = eqs.slice(1);
      continue;
    }
    if (e0.constant % g !== 0n) return NO;
    const e: Row = g === 1n ? e0 : { coefs: e0.coefs.map((c) => c / g), constant: e0.constant / g };
    let at = e.coefs.findIndex((c) => abs(c) === 1n);
    if (at < 0) {
      at = e.coefs.findIndex((c) => c !== 0n);
      exact = false;
    }
    const c = e.coefs[at] as bigint;
    const cut = (r: Row): Row => {
      const d = r.coefs[at] as bigint;
      return d === 0n ? r : combine(r, abs(c), e, c > 0n ? -d : d);
    };
    steps.push({ at, bounds: [e], equality: true });
    budget.work -= (eqs.length + rows.length) * width;
    eqs = eqs.slice(1).map(cut);
    rows = rows.map(cut);
  }

  for (let round = 0; round <= width; round++) {
    budget.work -= rows.length * width;
    if (budget.work < 0) return MAYBE;
    const best = new Map<string, Row>();
    for (const r of rows) {
      const t = tighten(r);
      if (t === 'false') return NO;
      if (t === null) continue;
      const key = t.coefs.join(',');
      const known = best.get(key);
      if (!known || known.constant > t.constant) best.set(key, t);
    }
    rows = [...best.values()];
    if (rows.length === 0) return { feasibility: exact ? 'yes' : 'maybe', point: backSubstitute(steps, width) };
    // the atom whose elimination makes the fewest rows
    let pick = -1;
    let cost = Infinity;
    for (let v = 0; v < width; v++) {
      let p = 0;
      let n = 0;
      for (const r of rows) {
        const c = r.coefs[v] as bigint;
        if (c > 0n) p++;
        else if (c < 0n) n++;
      }
      if (p + n > 0 && p * n - p - n < cost) {
        cost = p * n - p - n;
        pick = v;
      }
    }
    const lower = rows.filter((r) => (r.coefs[pick] as bigint) > 0n);
    const upper = rows.filter((r) => (r.coefs[pick] as bigint) < 0n);
    const rest = rows.filter((r) => r.coefs[pick] === 0n);
    if (exact && !lower.every((r) => r.coefs[pick] === 1n) && !upper.every((r) => r.coefs[pick] === -1n)) exact = false;
    budget.work -= lower.length * upper.length * width;
    if (budget.work < 0 || rest.length + lower.length * upper.length > ROW_LIMIT) return MAYBE;
    steps.push({ at: pick, bounds: [...lower, ...upper], equality: false });
    for (const l of lower) for (const u of upper) rest.push(combine(l, -(u.coefs[pick] as bigint), u, l.coefs[pick] as bigint));
    rows = rest;
  }
  return MAYBE;
}

/** Values for the atoms, last eliminated first: the one next to zero between the bounds. Null where an atom has no whole value left. */
function backSubstitute(steps: readonly { readonly at: number; readonly bounds: readonly Row[]; readonly equality: boolean }[], width: number): readonly bigint[] | null {
  const point = new Array<bigint>(width).fill(0n);
  for (const step of [...steps].reverse()) {
    let lo: bigint | null = null;
    let hi: bigint | null = null;
    for (const r of step.bounds) {
      const c = r.coefs[step.at] as bigint;
      let rest = r.constant;
      for (let i = 0; i < width; i++) if (i !== step.at && r.coefs[i] !== 0n) rest += (r.coefs[i] as bigint) * (point[i] as bigint);
      // c * x + rest >= 0 (or = 0)
      if (step.equality) {
        if (rest % c !== 0n) return null;
        lo = -rest / c;
        hi = lo;
      } else if (c > 0n) {
        const bound = -floorDiv(rest, c);
        if (lo === null || bound > lo) lo = bound;
      } else {
        const bound = floorDiv(rest, -c);
        if (hi === null || bound < hi) hi = bound;
      }
    }
    if (lo !== null && hi !== null && lo > hi) return null;
    point[step.at] = nearestToZero({ lo, hi });
  }
  return point;
}

/** The literals of a conjunction that the others don't already imply. */
export function withoutRedundant(formula: Formula, range: RangeOf, given: Formula = { kind: 'true', key: 'T', size: 1 }): Formula {
  if (formula.kind !== 'and') return implies(given, formula, range) ? and() : formula;
  let parts = [...formula.parts];
  for (const p of [...parts].reverse()) {
    const others = parts.filter((x) => x !== p);
    if (implies(and(given, ...others), p, range)) parts = others;
  }
  return and(...parts);
}

/** Bounds that the facts prove for a term, looked for among the given candidates; used to show ranges. */
export function provenSign(t: Term, facts: Formula, range: RangeOf): 1 | 0 | -1 | null {
  if (t.kind === 'const') return t.value > 0n ? 1 : t.value < 0n ? -1 : 0;
  if (implies(facts, ge0(plus(t, -1)), range)) return 1;
  if (implies(facts, ge0(plus(scale(-1n, t), -1)), range)) return -1;
  if (implies(facts, { kind: 'eq', term: t, key: `(eq ${t.key})`, size: t.size + 1 }, range)) return 0;
  return null;
}
