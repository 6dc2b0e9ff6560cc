/**
 * Questions about terms and formulas. They are answered by normal forms, then by the decision procedure, then by the
 * solver, if there is one.
 */
import { Budget } from '../budget/index.ts';
import { effort, feasible } from '../decide/index.ts';
import type { Formula, Literal, RangeOf, SymTerm, Symbol, Term } from '../logic/index.ts';
import {
  TRUE,
  and,
  conjuncts,
  derived,
  eq,
  ge0,
  int,
  isLiteral,
  neg,
  not,
  partsOf,
  plus,
  rewriteFormula,
  scale,
  sub,
  substitute,
  substituteFormula,
  sumOf,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import { abs, gcd } from '../arithmetic/index.ts';
import type { Solver } from '../decide/index.ts';
import type { Discharge } from './certificate.ts';
import { canonical, canonicalFormula, withoutConditions } from './canonical-form.ts';
import { withProducts } from './products-of-inequalities.ts';
import { neighboursOf } from './quotient-steps.ts';
import { withLoweredExponents, withMeaning, withVisits } from './term-facts.ts';

const SOLVER_EFFORT = 200_000;
/** Work of the decision procedure that one summary's certification may cost; what is left then stays open. */
const MAX_EFFORT = 1_000_000;
/**
 * And the characters of its questions, for one case and in all: long ones take time even where they are easily
 * answered.
 */
const MAX_ASKED_IN_CASE = 1_000_000;
const MAX_ASKED = 8 * MAX_ASKED_IN_CASE;
const MAX_SPLITS = 3;
const MAX_RESIDUE_SPLITS = 2;
const MAX_DIVISOR = 8n;

export class Prover {
  readonly range: RangeOf;
  private readonly solver: Solver | null;
  private readonly budget: Budget;
  private readonly begun = effort();
  private asked = 0;
  private askedBefore = 0;
  private readonly solved = new Map<string, Solved>();

  constructor(range: RangeOf, solver: Solver | null, budget: Budget = Budget.of(Number.POSITIVE_INFINITY)) {
    this.range = range;
    this.solver = solver;
    this.budget = budget;
  }

  /** Another case, or what they all have in common. */
  begin(): void {
    this.askedBefore = Math.min(this.asked, MAX_ASKED - MAX_ASKED_IN_CASE);
  }

  /** How the formula is refuted; null: not. */
  refutes(formula: Formula, depth = 0): Discharge | null {
    if (formula.kind === 'false') return 'identity';
    this.asked += formula.key.length;
    if (
      formula.kind === 'true' ||
      effort() - this.begun > MAX_EFFORT ||
      this.asked - this.askedBefore > MAX_ASKED_IN_CASE ||
      this.budget.exhausted()
    )
      return null;
    if (feasible(formula, this.range) === 'no') return 'decided';
    const impossible = (f: Formula): boolean => feasible(f, this.range) === 'no';
    const reduced = this.reduced(depth === 0 ? withVisits(formula, impossible) : formula);
    if (reduced.kind === 'false' || (reduced.key !== formula.key && feasible(reduced, this.range) === 'no'))
      return 'decided';
    const divided = depth === 0 ? this.tightened(canonicalFormula(withMeaning(reduced, impossible))) : reduced;
    if (divided !== reduced && feasible(divided, this.range) === 'no') return 'decided';
    const split =
      this.split(divided, depth) ??
      this.byOneDisequality(divided) ??
      this.byResidues(divided, 0) ??
      this.byNeighbours(divided, depth) ??
      this.byProducts(divided, depth);
    if (split) return split;
    return this.solver?.check(divided, this.range, SOLVER_EFFORT).status === 'unsat' ? 'solver' : null;
  }

  /** Disequalities of terms whose sign is known as inequalities: those of one may give the sign of the next. */
  private tightened(formula: Formula): Formula {
    let now = formula;
    for (let again = true; again; ) {
      again = false;
      for (const f of conjuncts(now)) {
        if (f.kind !== 'ne') continue;
        const strict = [plus(f.term, -1), plus(neg(f.term), -1)].find(
          (t) => feasible(and(now, ge0(plus(neg(t), -2))), this.range) === 'no',
        );
        if (!strict) continue;
        now = and(...conjuncts(now).filter((g) => g !== f), ge0(strict));
        again = true;
      }
    }
    return now;
  }

  /**
   * By the cases of a small disjunction, or of a disequality beside others: each may equate variables that the others
   * don't.
   */
  private split(formula: Formula, depth: number): Discharge | null {
    if (depth >= MAX_SPLITS) return null;
    const parts = conjuncts(formula);
    const unequal = parts.filter((f): f is Literal => f.kind === 'ne');
    const [first] = unequal;
    const apart =
      first && unequal.length > 1 && unequal.length <= MAX_SPLITS
        ? [ge0(plus(first.term, -1)), ge0(plus(neg(first.term), -1))]
        : null;
    const or = parts.find((f) => f.kind === 'or' && f.parts.length <= 3);
    const cases =
      or?.kind === 'or'
        ? { of: or as Formula, ways: or.parts }
        : apart && first
          ? { of: first as Formula, ways: apart }
          : null;
    if (cases === null) return null;
    const rest = parts.filter((f) => f !== cases.of);
    return cases.ways.every((d) => this.refutes(and(...rest, d), depth + 1) !== null) ? 'decided' : null;
  }

  /** Of many disequalities one can be what matters. */
  private byOneDisequality(formula: Formula): Discharge | null {
    const parts = conjuncts(formula);
    const unequal = parts.filter((f) => f.kind === 'ne');
    if (unequal.length < 2) return null;
    const rest = parts.filter((f) => f.kind !== 'ne');
    return unequal.some((f) => feasible(and(...rest, f), this.range) === 'no') ? 'decided' : null;
  }

  /** A symbol that is divided by a small constant, for each of its residues: x = d q + r. */
  private byResidues(formula: Formula, depth: number): Discharge | null {
    if (depth >= MAX_RESIDUE_SPLITS) return null;
    const found = dividedSymbol(formula);
    if (found === null) return null;
    const quotient = sym(derived(found.symbol, `/${found.by}`, 'auxiliary'));
    const range = this.range(found.symbol);
    for (let r = 0n; r < found.by; r++) {
      const value = plus(scale(found.by, quotient), r);
      const bounds = [
        range?.lo === null || range?.lo === undefined ? TRUE : ge0(plus(value, -range.lo)),
        range?.hi === null || range?.hi === undefined ? TRUE : ge0(plus(neg(value), range.hi)),
      ];
      const now = and(substituteFormula(formula, new Map([[found.symbol, value]])), ...bounds);
      if (now.kind === 'false' || feasible(now, this.range) === 'no') continue;
      if (this.byOneDisequality(now) === null && this.byResidues(now, depth + 1) === null) return null;
    }
    return 'decided';
  }

  /** By inequalities multiplied with factors of a known sign. */
  private byProducts(formula: Formula, depth: number): Discharge | null {
    const multiplied = depth === 0 ? withProducts(formula, this.range) : null;
    return multiplied !== null && feasible(multiplied, this.range) === 'no' ? 'decided' : null;
  }

  /** Quotients of dividends that differ by one are equal or one apart. */
  private byNeighbours(formula: Formula, depth: number): Discharge | null {
    const near = depth < MAX_SPLITS ? neighboursOf(formula) : null;
    if (near === null || feasible(and(formula, not(ge0(plus(near.low.divisor, -1)))), this.range) !== 'no') return null;
    const { low, high } = near;
    return [low.term, plus(low.term, 1)].every(
      (q) =>
        this.refutes(
          rewriteFormula(formula, (t) => (t === high.term ? q : null)),
          depth + 1,
        ) !== null,
    )
      ? 'decided'
      : null;
  }

  /** How the goal follows from the context; null: not known to. */
  proves(context: Formula, goal: Formula): Discharge | null {
    if (goal.kind === 'true') return 'identity';
    // an impossible context is not looked for here
    if (goal.kind === 'false') return context.kind === 'false' ? 'identity' : null;
    if (goal.kind === 'and') {
      let how: Discharge = 'identity';
      for (const g of goal.parts) {
        const one = this.proves(context, g);
        if (one === null) return null;
        if (one !== 'identity' && how !== 'solver') how = one;
      }
      return how;
    }
    if (conjuncts(context).some((f) => f.key === goal.key)) return 'identity';
    if (goal.kind === 'or' && goal.parts.some((g) => conjuncts(context).some((f) => f.key === g.key)))
      return 'identity';
    return this.refutes(and(context, not(goal)));
  }

  /** Two terms have the same value wherever the context holds. */
  equal(context: Formula, first: Term, second: Term): Discharge | null {
    if (first === second || canonical(first) === canonical(second)) return 'identity';
    const { map } = this.equations(context);
    if (map.size > 0 && canonical(substitute(first, map)) === canonical(substitute(second, map))) return 'identity';
    const reduced = reducedAlike(first, second);
    const inside = reduced && this.equal(context, ...reduced);
    if (inside) return inside;
    const decide = (f: Formula): boolean => this.proves(context, f) !== null;
    const left = canonical(withoutConditions(first, decide));
    const right = canonical(withoutConditions(second, decide));
    if (left === right) return 'decided';
    return this.byCongruence(context, canonical(sub(left, right))) ?? this.proves(context, eq(left, right));
  }

  /** The term is zero, as quotients in it that are taken from each other have equal dividends. */
  private byCongruence(context: Formula, term: Term): Discharge | null {
    const { constant, parts } = partsOf(term);
    const quotients = parts
      .filter((p) => p.mono.kind === 'div')
      .sort((a, b) => (divisorOf(b.mono) > divisorOf(a.mono) ? 1 : -1));
    for (const p of quotients)
      for (const q of quotients) {
        if (p.mono.kind !== 'div' || q.mono.kind !== 'div' || p === q || p.coef !== -q.coef || p.mono.by !== q.mono.by)
          continue;
        const rest = sumOf(
          constant,
          parts.filter((o) => o !== p && o !== q),
        );
        const same = this.proves(context, eq(p.mono.arg, q.mono.arg));
        if (same !== null && (rest === int(0) || this.proves(context, eq(rest, int(0))) !== null)) return 'decided';
      }
    return null;
  }

  /** The formula with variables that it equates replaced (their ranges kept), and its terms in canonical form. */
  private reduced(formula: Formula): Formula {
    const { map } = this.equations(formula);
    const ranges = [...map].flatMap(([x, t]) => {
      const i = this.range(x);
      return [
        i?.lo === null || i?.lo === undefined ? TRUE : ge0(plus(t, -i.lo)),
        i?.hi === null || i?.hi === undefined ? TRUE : ge0(plus(neg(t), i.hi)),
      ];
    });
    return canonicalFormula(withLoweredExponents(and(substituteFormula(formula, map), ...ranges), this.range));
  }

  /**
   * What equalities of the context say of symbols that occur with coefficient 1. One after the other, each over those
   * that remain.
   */
  private equations(context: Formula): Solved {
    const known = this.solved.get(context.key);
    if (known) return known;
    let map = new Map<Symbol, Term>();
    for (const conjunct of conjuncts(context)) {
      if (!isLiteral(conjunct) || conjunct.kind !== 'eq') continue;
      const term = substitute(conjunct.term, map);
      const { constant, parts } = partsOf(term);
      const at = parts.find(
        (p) =>
          p.mono.kind === 'sym' &&
          abs(p.coef) === 1n &&
          parts.every((q) => q === p || !symbolsOf(q.mono).has((p.mono as SymTerm).symbol)),
      );
      if (!at || at.mono.kind !== 'sym') continue;
      const value = scale(
        -at.coef,
        sumOf(
          constant,
          parts.filter((p) => p !== at),
        ),
      );
      const one = new Map([[at.mono.symbol, value]]);
      map = new Map([...map].map(([x, v]) => [x, substitute(v, one)]));
      map.set(at.mono.symbol, value);
    }
    const made = { map };
    this.solved.set(context.key, made);
    return made;
  }
}

/** What two terms reduce, where they reduce it in the same way: where that is equal they are. */
function reducedAlike(first: Term, second: Term): readonly [Term, Term] | null {
  const [p, q] = [partsOf(first), partsOf(second)];
  const [x, y] = [p.parts[0], q.parts[0]];
  const alike = p.parts.length === 1 && q.parts.length === 1 && p.constant === q.constant && x?.coef === y?.coef;
  return alike && x?.mono.kind === 'mod' && y?.mono.kind === 'mod' && x.mono.by === y.mono.by
    ? [x.mono.arg, y.mono.arg]
    : null;
}

const divisorOf = (t: Term): bigint => (t.kind === 'div' ? t.by : 0n);

interface Solved {
  readonly map: ReadonlyMap<Symbol, Term>;
}

/**
 * The symbol that most divisions and moduli by small constants are about, with the least common multiple of these
 * constants.
 */
function dividedSymbol(formula: Formula): { readonly symbol: Symbol; readonly by: bigint } | null {
  const uses = new Map<Symbol, { readonly times: number; readonly by: bigint }>();
  for (const { arg, by: divisor } of divisionsIn(formula)) {
    for (const { mono } of partsOf(arg).parts) {
      if (mono.kind !== 'sym' || mono.symbol.kind === 'auxiliary') continue;
      const known = uses.get(mono.symbol) ?? { times: 0, by: 1n };
      const by = (known.by * divisor) / gcd(known.by, divisor);
      if (by <= MAX_DIVISOR) uses.set(mono.symbol, { times: known.times + 1, by });
    }
  }
  const [best] = [...uses].sort((a, b) => b[1].times - a[1].times);
  return best ? { symbol: best[0], by: best[1].by } : null;
}

type Division = Term & { readonly kind: 'div' | 'mod' };

/** Divisions and moduli by small constants, those inside others first. */
function divisionsIn(f: Formula): readonly Division[] {
  if (f.kind === 'and' || f.kind === 'or') return f.parts.flatMap(divisionsIn);
  return isLiteral(f) ? divisionsInTerm(f.term) : [];
}

function divisionsInTerm(term: Term): readonly Division[] {
  if (term.kind === 'sum') return term.parts.flatMap((p) => divisionsInTerm(p.mono));
  if (term.kind === 'prod') return term.factors.flatMap(divisionsInTerm);
  if (term.kind !== 'div' && term.kind !== 'mod') return [];
  const inside = divisionsInTerm(term.arg);
  return term.by > MAX_DIVISOR ? inside : [...inside, term];
}
