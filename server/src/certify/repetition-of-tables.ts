/** After how many iterations terms repeat that are made of tables and residues. */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import { conjuncts, isLiteral, mentions, partsOf, sym, symbolsOf } from '../logic/index.ts';
import { gcd } from '../arithmetic/index.ts';

const MAX_RESIDUES = 200n;

interface Repetition {
  /** Iterations before the first round. */
  readonly tail: bigint;
  readonly period: bigint;
}

/** After how many iterations the tables repeat, and how often; null where that is too much to look at. */
export function repetitionOf(terms: readonly Term[], n: Symbol): Repetition | null {
  const search = new RepetitionSearch(n);
  for (const t of terms) search.look(t);
  const { tail, period } = search;
  return tail + period > MAX_RESIDUES ? null : { tail, period };
}

/** What has been found is widened by what each term asks for. */
class RepetitionSearch implements Repetition {
  tail = 0n;
  period = 1n;
  private readonly count: Symbol;

  constructor(count: Symbol) {
    this.count = count;
  }

  look(term: Term): void {
    if (!mentions(term, this.count)) return;
    if (term.kind === 'div' || term.kind === 'mod') this.lookAtResidue(term);
    if (term.kind === 'ite') this.lookAtCondition(term.cond);
    if (term.kind === 'app') this.lookAtTable(term);
    for (const part of partsBelow(term)) this.look(part);
  }

  /** The place in a round; what wraps around has too long a period, and doesn't need it. */
  private lookAtResidue(t: Term & { readonly kind: 'div' | 'mod' }): void {
    const repeated = this.periodWith(t.by);
    if (repeated <= MAX_RESIDUES && symbolsOf(t.arg).size === 1) this.period = repeated;
  }

  /** `n >= c` is the same from c on. */
  private lookAtCondition(cond: Formula): void {
    for (const f of conjuncts(cond)) {
      if (!isLiteral(f) || f.kind !== 'ge' || !mentions(f.term, this.count)) continue;
      const c = -partsOf(f.term).constant;
      if (c > this.tail) this.tail = c;
    }
  }

  /** A table that is looked into at `n mod m` repeats; one that is looked into at n is a tail. */
  private lookAtTable(term: Term & { readonly kind: 'app' }): void {
    if (term.fn.kind !== 'look-up') return;
    const length = BigInt(term.fn.values.length);
    const [index] = term.args;
    if (index?.kind === 'mod') this.period = this.periodWith(index.by);
    else if (index === sym(this.count) && length > this.tail) this.tail = length;
  }

  /** The least common multiple: 4 and 6 iterations repeat after 12. */
  private periodWith(other: bigint): bigint {
    return (this.period * other) / gcd(this.period, other);
  }
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
