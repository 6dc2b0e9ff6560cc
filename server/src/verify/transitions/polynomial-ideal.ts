/**
 * Equalities that follow from equalities. Is a polynomial a combination of the known ones, each multiplied by monomials
 * of low degree? Linear algebra over monomials; no solver. Quotients and remainders are atoms with their defining
 * equation.
 */
import { feasible } from '../../decide/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../../logic/index.ts';
import {
  add,
  and,
  conjuncts,
  div,
  eq0,
  int,
  isLiteral,
  mod,
  mul,
  partsOf,
  plus,
  scale,
  sub,
  substitute,
  sym,
  symbol,
  symbolsOf,
} from '../../logic/index.ts';
import { Span, floorMod } from '../../arithmetic/index.ts';
import type { Sparse } from '../../arithmetic/index.ts';

const MAX_ROWS = 420;
const MAX_TERM = 60;
const MAX_DIVISOR = 16n;

/** Sums of symbols, and of quotients and remainders of such. */
export function isPlain(t: Term): boolean {
  return partsOf(t).parts.every(
    ({ mono }) => mono.kind === 'sym' || ((mono.kind === 'div' || mono.kind === 'mod') && isPlain(mono.arg)),
  );
}

export function isPlainFormula(f: Formula): boolean {
  if (isLiteral(f)) return isPlain(f.term);
  return f.kind === 'and' || f.kind === 'or' ? f.parts.every(isPlainFormula) : true;
}

/** What the equalities among some facts generate. */
export class Ideal {
  private readonly facts: Formula;
  private readonly range: RangeOf;
  private readonly linear: Formula;
  private readonly atoms = new Map<string, Term>();
  private readonly definitions = new Map<string, readonly Term[]>();
  private readonly spans = new Map<string, Solved | null>();

  /** The goals' atoms count as multipliers from the start, so that their spans are shared. */
  constructor(facts: Formula, goals: readonly Formula[], range: RangeOf) {
    this.facts = facts;
    this.range = range;
    this.linear = and(...conjuncts(facts).filter((f) => isLiteral(f) && isPlain(f.term)));
    for (const f of [...conjuncts(facts), ...goals.flatMap(conjuncts)]) if (f.kind === 'eq') this.collect(f.term);
  }

  /** Proven: the facts' equalities imply the goal. */
  contains(goal: Formula): boolean {
    switch (goal.kind) {
      case 'true':
        return true;
      case 'and':
        return goal.parts.every((g) => this.contains(g));
      case 'or':
        return goal.parts.some((g) => this.contains(g));
      case 'eq':
        return this.decide(goal.term);
      default:
        return false;
    }
  }

  private decide(term: Term): boolean {
    if (partsOf(term).parts.length > MAX_TERM) return false;
    // t mod 2^w = 0: everything in the ring
    const modulus = term.kind === 'mod' && (term.by & (term.by - 1n)) === 0n ? term.by : null;
    const wanted = modulus !== null && term.kind === 'mod' ? term.arg : term;
    const before = this.atoms.size;
    this.collect(wanted);
    if (this.atoms.size > before) this.spans.clear();
    for (let degree = 0; degree <= 2; degree++) {
      const span = this.span(modulus, degree);
      if (!span) return false;
      const target = substitute(opaque(wanted), span.solved);
      if (span.span.contains(sparse(target))) return true;
    }
    return false;
  }

  private span(modulus: bigint | null, degree: number): Solved | null {
    const key = `${modulus} ${degree}`;
    const known = this.spans.get(key);
    if (known !== undefined) return known;
    const { solved, rest } = this.solve(modulus);
    const rows = this.rows(rest, solved, degree);
    let result: Solved | null = null;
    if (rows) {
      result = { solved, span: new Span(modulus) };
      for (const r of rows) result.span.add(sparse(r));
    }
    this.spans.set(key, result);
    return result;
  }

  /** Linear equations solved for a symbol each, and the others with these values put in. */
  private solve(modulus: bigint | null): {
    readonly solved: ReadonlyMap<Symbol, Term>;
    readonly rest: readonly Term[];
  } {
    let equations: Term[] = [];
    for (const f of conjuncts(this.facts)) {
      if (f.kind !== 'eq' || partsOf(f.term).parts.length > MAX_TERM) continue;
      equations.push(
        opaque(modulus !== null && f.term.kind === 'mod' && f.term.by % modulus === 0n ? f.term.arg : f.term),
      );
    }
    for (const a of this.atoms.values()) equations.push(...this.define(a).map(opaque));
    equations = distinct(equations);
    const solved = new Map<Symbol, Term>();
    for (;;) {
      let at = -1;
      let name: Symbol | null = null;
      let value: Term | null = null;
      for (const [i, e] of equations.entries()) {
        if (!partsOf(e).parts.every((p) => p.mono.kind === 'sym')) continue;
        const unit = partsOf(e).parts.find((p) => p.coef === 1n || p.coef === -1n);
        if (unit?.mono.kind !== 'sym') continue;
        at = i;
        name = unit.mono.symbol;
        value = sub(unit.mono, scale(unit.coef, e));
        break;
      }
      if (value === null || name === null) return { solved, rest: equations };
      const map = new Map([[name, value]]);
      equations = distinct(equations.filter((_, i) => i !== at).map((e) => substitute(e, map)));
      for (const [s, t] of solved) solved.set(s, substitute(t, map));
      solved.set(name, value);
    }
  }

  private rows(equations: readonly Term[], solved: ReadonlyMap<Symbol, Term>, degree: number): readonly Term[] | null {
    const multipliers = [...this.atoms.values()]
      .map((a) => opaque(a))
      .filter((a) => a.kind === 'sym' && !solved.has(a.symbol));
    let level = distinct(equations);
    let rows = level;
    for (let d = 0; d < degree; d++) {
      if (level.length * multipliers.length > MAX_ROWS * 2) return null;
      level = distinct(
        level.flatMap((e) => multipliers.map((m) => mul(e, m)).filter((p) => partsOf(p).parts.length <= MAX_TERM)),
      );
      rows = distinct([...rows, ...level]);
    }
    return rows.length > MAX_ROWS ? null : rows;
  }

  /** `arg = by * (arg div by) + r`, with the remainder as a number where the facts leave one only. */
  private define(term: Term): readonly Term[] {
    if (term.kind !== 'mod' && term.kind !== 'div') return [];
    const known = this.definitions.get(term.key);
    if (known) return known;
    const out: Term[] = [];
    const quotient = div(term.arg, term.by);
    const rest = mod(term.arg, term.by);
    out.push(sub(sub(term.arg, scale(term.by, quotient)), rest));
    const symbols = symbolsOf(term.arg);
    const about = and(
      ...conjuncts(this.linear).filter((f) => isLiteral(f) && [...symbolsOf(f.term)].every((s) => symbols.has(s))),
    );
    if (term.by <= MAX_DIVISOR && about.kind !== 'true') {
      // y + 1 and y leave remainders that differ by one
      const { constant } = partsOf(term.arg);
      const base = mod(plus(term.arg, -constant), term.by);
      const possible: bigint[] = [];
      for (let r = 0n; r < term.by && possible.length < 2; r++)
        if (feasible(and(about, eq0(plus(base, -r))), this.range) !== 'no') possible.push(r);
      const [only] = possible;
      if (possible.length === 1 && only !== undefined) out.push(plus(rest, -floorMod(only + constant, term.by)));
    }
    this.definitions.set(term.key, out);
    return out;
  }

  private collect(term: Term): void {
    for (const { mono } of partsOf(term).parts)
      for (const f of mono.kind === 'prod' ? mono.factors : [mono]) {
        if (this.atoms.has(f.key)) continue;
        this.atoms.set(f.key, f);
        if (f.kind === 'mod' || f.kind === 'div') for (const d of this.define(f)) this.collect(d);
      }
  }
}

interface Solved {
  readonly solved: ReadonlyMap<Symbol, Term>;
  readonly span: Span;
}

/**
 * The term as a polynomial over symbols: quotients, remainders and whatever else is no symbol become symbols of their
 * own.
 */
function opaque(term: Term): Term {
  const { constant, parts } = partsOf(term);
  return parts.reduce<Term>((acc, p) => {
    const factors = p.mono.kind === 'prod' ? p.mono.factors : [p.mono];
    return add(
      acc,
      scale(
        p.coef,
        factors.reduce<Term>((m, f) => mul(m, f.kind === 'sym' ? f : sym(symbol('auxiliary', `§${f.key}`))), int(1)),
      ),
    );
  }, int(constant));
}

const distinct = (terms: readonly Term[]): Term[] => [
  ...new Map(terms.filter((t) => t.kind !== 'const').map((t) => [t.key, t])).values(),
];

function sparse(term: Term): Sparse {
  const { constant, parts } = partsOf(term);
  const out: Sparse = new Map(parts.map((p) => [p.mono.key, p.coef]));
  if (constant !== 0n) out.set('1', constant);
  return out;
}
