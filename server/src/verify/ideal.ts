/**
 * Equalities that follow from equalities: is a polynomial a combination of the known ones, each multiplied by monomials of low
 * degree? Linear algebra over monomials; no solver. Quotients and remainders are atoms with their defining equation.
 */
import type { Formula } from '../ir/formula.ts';
import { conjuncts } from '../ir/formula.ts';
import type { Term } from '../ir/term.ts';
import { add, div, mul, partsOf, scale } from '../ir/term.ts';
import type { Sparse } from './nullspace.ts';
import { inSpan } from './nullspace.ts';

const MAX_ROWS = 360;
const MAX_TERM = 60;

/** Proves `goal` (an equality, or a conjunction of such) from the equalities among the facts. */
export function followsByAlgebra(facts: Formula, goal: Formula): boolean {
  if (goal.kind === 'true') return true;
  if (goal.kind === 'and') return goal.parts.every((g) => followsByAlgebra(facts, g));
  if (goal.kind === 'or') return goal.parts.some((g) => followsByAlgebra(facts, g));
  if (goal.kind !== 'eq' || partsOf(goal.term).parts.length > MAX_TERM) return false;
  // t mod 2^w = 0: everything in the ring
  const modulus = goal.term.kind === 'mod' && (goal.term.by & (goal.term.by - 1n)) === 0n ? goal.term.by : null;
  const wanted = modulus !== null && goal.term.kind === 'mod' ? goal.term.arg : goal.term;
  const equations: Term[] = [];
  for (const f of conjuncts(facts)) {
    if (f.kind !== 'eq' || partsOf(f.term).parts.length > MAX_TERM) continue;
    if (modulus !== null && f.term.kind === 'mod' && f.term.by % modulus === 0n) equations.push(f.term.arg);
    else equations.push(f.term);
  }
  const atoms = new Map<string, Term>();
  for (const t of [wanted, ...equations]) collectAtoms(t, atoms);
  for (const a of [...atoms.values()]) {
    if (a.kind !== 'mod') continue;
    // m = arg - by * (arg div by)
    const definition = add(a, scale(-1n, a.arg), scale(a.by, div(a.arg, a.by)));
    equations.push(definition);
    collectAtoms(definition, atoms);
  }
  const multipliers = [...atoms.values()];
  const target = sparse(wanted);
  let level: Term[] = [...equations];
  let rows: Term[] = [...equations];
  for (let degree = 0; degree <= 2; degree++) {
    if (rows.length > MAX_ROWS) return false;
    if (inSpan(rows.map(sparse), target, MAX_ROWS, modulus)) return true;
    const next: Term[] = [];
    for (const e of level) for (const m of multipliers) {
      if (next.length + rows.length > MAX_ROWS) break;
      const p = mul(e, m);
      if (partsOf(p).parts.length <= MAX_TERM) next.push(p);
    }
    level = distinct(next);
    rows = distinct([...rows, ...level]);
  }
  return false;
}

const distinct = (terms: readonly Term[]): Term[] => [...new Map(terms.map((t) => [t.key, t])).values()];

function collectAtoms(t: Term, into: Map<string, Term>): void {
  for (const { mono } of partsOf(t).parts) for (const f of mono.kind === 'prod' ? mono.factors : [mono]) into.set(f.key, f);
}

function sparse(t: Term): Sparse {
  const { constant, parts } = partsOf(t);
  const out: Sparse = new Map(parts.map((p) => [p.mono.key, p.coef]));
  if (constant !== 0n) out.set('1', constant);
  return out;
}
