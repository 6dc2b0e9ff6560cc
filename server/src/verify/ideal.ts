/**
 * Equalities that follow from equalities: is a polynomial a combination of the known ones, each multiplied by monomials of low
 * degree? Linear algebra over monomials; no solver. Quotients and remainders are atoms with their defining equation.
 */
import { implies } from '../ir/facts.ts';
import type { Formula } from '../ir/formula.ts';
import { and, conjuncts, eq0, isLiteral } from '../ir/formula.ts';
import { floorMod } from '../ir/integers.ts';
import type { RangeOf } from '../ir/interval.ts';
import type { Term } from '../ir/term.ts';
import { div, mod, mul, partsOf, plus, scale, sub, symbolsOf } from '../ir/term.ts';
import type { Sparse } from './nullspace.ts';
import { Span } from './nullspace.ts';

const MAX_ROWS = 420;
const MAX_TERM = 60;
const MAX_DIVISOR = 16n;

/** Sums of symbols, and of quotients and remainders of such. */
export function isPlain(t: Term): boolean {
  return partsOf(t).parts.every(({ mono }) => mono.kind === 'sym' || ((mono.kind === 'div' || mono.kind === 'mod') && isPlain(mono.arg)));
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
  private readonly spans = new Map<string, Span | null>();

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
      case 'true': return true;
      case 'and': return goal.parts.every((g) => this.contains(g));
      case 'or': return goal.parts.some((g) => this.contains(g));
      case 'eq': return this.decide(goal.term);
      default: return false;
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
    const target = sparse(wanted);
    for (let degree = 0; degree <= 2; degree++) {
      const span = this.span(modulus, degree);
      if (!span) return false;
      if (span.contains(target)) return true;
    }
    return false;
  }

  private span(modulus: bigint | null, degree: number): Span | null {
    const key = `${modulus} ${degree}`;
    const known = this.spans.get(key);
    if (known !== undefined) return known;
    const rows = this.rows(modulus, degree);
    let span: Span | null = null;
    if (rows) {
      span = new Span(modulus);
      for (const r of rows) span.add(sparse(r));
    }
    this.spans.set(key, span);
    return span;
  }

  private rows(modulus: bigint | null, degree: number): readonly Term[] | null {
    const equations: Term[] = [];
    for (const f of conjuncts(this.facts)) {
      if (f.kind !== 'eq' || partsOf(f.term).parts.length > MAX_TERM) continue;
      if (modulus !== null && f.term.kind === 'mod' && f.term.by % modulus === 0n) equations.push(f.term.arg);
      else equations.push(f.term);
    }
    for (const a of this.atoms.values()) equations.push(...this.define(a));
    let level = distinct(equations);
    let rows = level;
    for (let d = 0; d < degree; d++) {
      if (level.length * this.atoms.size > MAX_ROWS * 2) return null;
      level = distinct(level.flatMap((e) => [...this.atoms.values()].map((m) => mul(e, m)).filter((p) => partsOf(p).parts.length <= MAX_TERM)));
      rows = distinct([...rows, ...level]);
    }
    return rows.length > MAX_ROWS ? null : rows;
  }

  /** `arg = by * (arg div by) + r`, with the remainder as a number where the facts say which it is. */
  private define(a: Term): readonly Term[] {
    if (a.kind !== 'mod' && a.kind !== 'div') return [];
    const known = this.definitions.get(a.key);
    if (known) return known;
    const out: Term[] = [];
    const quotient = div(a.arg, a.by);
    const rest = mod(a.arg, a.by);
    out.push(sub(sub(a.arg, scale(a.by, quotient)), rest));
    const symbols = symbolsOf(a.arg);
    const about = and(...conjuncts(this.linear).filter((f) => isLiteral(f) && [...symbolsOf(f.term)].every((s) => symbols.has(s))));
    if (a.by <= MAX_DIVISOR && about.kind !== 'true') {
      // y + 1 and y leave remainders that differ by one
      const { constant } = partsOf(a.arg);
      const base = mod(plus(a.arg, -constant), a.by);
      for (let r = 0n; r < a.by; r++) {
        if (!implies(about, eq0(plus(base, -r)), this.range)) continue;
        out.push(plus(rest, -floorMod(r + constant, a.by)));
        break;
      }
    }
    this.definitions.set(a.key, out);
    return out;
  }

  private collect(t: Term): void {
    for (const { mono } of partsOf(t).parts) for (const f of mono.kind === 'prod' ? mono.factors : [mono]) {
      if (this.atoms.has(f.key)) continue;
      this.atoms.set(f.key, f);
      if (f.kind === 'mod' || f.kind === 'div') for (const d of this.define(f)) this.collect(d);
    }
  }
}

const distinct = (terms: readonly Term[]): Term[] => [...new Map(terms.filter((t) => t.kind !== 'const').map((t) => [t.key, t])).values()];

function sparse(t: Term): Sparse {
  const { constant, parts } = partsOf(t);
  const out: Sparse = new Map(parts.map((p) => [p.mono.key, p.coef]));
  if (constant !== 0n) out.set('1', constant);
  return out;
}
