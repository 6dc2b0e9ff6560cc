/** After how many iterations terms repeat that are made of tables and residues. */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import { conjuncts, isLiteral, mentions, partsOf, sym, symbolsOf } from '../logic/index.ts';
import { gcd } from '../arithmetic/index.ts';

const MAX_RESIDUES = 200n;

interface Repetition {
  /** Iterations before the first round. */
  tail: bigint;
  period: bigint;
}

/** After how many iterations the tables repeat, and how often; null where that is too much to look at. */
export function repetitionOf(terms: readonly Term[], n: Symbol): Readonly<Repetition> | null {
  const found: Repetition = { tail: 0n, period: 1n };
  for (const t of terms) look(t, n, found);
  return found.tail + found.period > MAX_RESIDUES ? null : found;
}

/** Widens what was found by what a term asks for. */
function look(term: Term, count: Symbol, found: Repetition): void {
  if (!mentions(term, count)) return;
  if (term.kind === 'div' || term.kind === 'mod') lookAtResidue(term, found);
  if (term.kind === 'ite') lookAtCondition(term.cond, count, found);
  if (term.kind === 'app') lookAtTable(term, count, found);
  for (const part of partsBelow(term)) look(part, count, found);
}

function partsBelow(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'sum':
      return term.parts.map((p) => p.mono);
    case 'prod':
      return term.factors;
    case 'div':
    case 'mod':
      return [term.arg];
    case 'ite':
      return [term.then, term.else];
    case 'app':
      return term.args;
    default:
      return [];
  }
}

/** The place in a round; what wraps around has too long a period, and doesn't need it. */
function lookAtResidue(t: Term & { readonly kind: 'div' | 'mod' }, found: Repetition): void {
  const repeated = (found.period * t.by) / gcd(found.period, t.by);
  if (repeated <= MAX_RESIDUES && symbolsOf(t.arg).size === 1) found.period = repeated;
}

/** `n >= c` is the same from c on. */
function lookAtCondition(cond: Formula, count: Symbol, found: Repetition): void {
  for (const f of conjuncts(cond)) {
    if (!isLiteral(f) || f.kind !== 'ge' || !mentions(f.term, count)) continue;
    const c = -partsOf(f.term).constant;
    if (c > found.tail) found.tail = c;
  }
}

/** A table that is looked into at `n mod m` repeats; one that is looked into at n is a tail. */
function lookAtTable(term: Term & { readonly kind: 'app' }, count: Symbol, found: Repetition): void {
  if (term.fn.kind !== 'look-up') return;
  const length = BigInt(term.fn.values.length);
  const [index] = term.args;
  if (index?.kind === 'mod') found.period = (found.period * index.by) / gcd(found.period, index.by);
  else if (index === sym(count) && length > found.tail) found.tail = length;
}
