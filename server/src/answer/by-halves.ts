/**
 * Polynomials in k and `k / 2`, told by `k / 2` and `k % 2`. The latter is its own square, so that `k * (k / 2) - (k / 2)
 * * (k / 2)` is `(k / 2) * (k / 2 + k % 2)`. Sums of what changes its sign in each iteration become short so.
 */
import {
  add,
  div,
  factorsOf,
  int,
  isConst,
  mod,
  mul,
  partsOf,
  plus,
  rewrite,
  scale,
  sub,
  symbolsOf,
} from '../logic/index.ts';
import type { Term } from '../logic/index.ts';

/** The term, with such a polynomial in it where that is shorter. */
export function byHalves(term: Term, k: Term): Term {
  const inside = rewrite(term, (t) => (t.kind === 'mod' && t.by > 2n ? mod(byHalves(t.arg, k), t.by) : null));
  const short = new Halves(k).told(inside);
  return short !== null && short.size < inside.size ? short : inside;
}

class Halves {
  private readonly k: Term;
  private readonly half: Term;
  private readonly odd: Term;

  constructor(k: Term) {
    this.k = k;
    this.half = div(k, 2n);
    this.odd = mod(k, 2n);
  }

  /** Null where there is something of k in it that isn't one of these, or no half. */
  told(term: Term): Term | null {
    const { constant, parts } = partsOf(term);
    let halves = 0;
    const products: Term[] = [int(constant)];
    for (const { coef, mono } of parts) {
      const factors = factorsOf(mono);
      halves += factors.filter((f) => f.kind === 'div').length;
      const told = factors.map((f) => this.factor(f));
      if (!told.every((f) => f !== null)) return null;
      products.push(scale(coef, product(told)));
    }
    return halves === 0 ? null : this.squared(add(...products));
  }

  private factor(f: Term): Term | null {
    const { k, half, odd } = this;
    if (f === k) return add(scale(2n, half), odd);
    if (k.kind === 'sym' && !symbolsOf(f).has(k.symbol)) return f;
    const beside = (f.kind === 'div' || f.kind === 'mod') && f.by === 2n ? sub(f.arg, k) : null;
    if (beside === null || !isConst(beside)) return null;
    const isOdd = beside.value % 2n !== 0n;
    if (f.kind === 'mod') return isOdd ? sub(int(1), odd) : odd;
    return isOdd ? add(half, odd, int((beside.value - 1n) / 2n)) : plus(half, beside.value / 2n);
  }

  private squared(term: Term): Term {
    const { constant, parts } = partsOf(term);
    const told = parts.map(({ coef, mono }) => {
      const factors = factorsOf(mono);
      const others = factors.filter((f) => f !== this.odd);
      return scale(coef, product(others.length < factors.length ? [this.odd, ...others] : others));
    });
    return this.roundedUp(add(int(constant), ...told));
  }

  /** `3 * (k % 2) + 3 * (k / 2)` is `3 * ((k + 1) / 2)`. */
  private roundedUp(term: Term): Term {
    const coefOf = (t: Term): bigint => partsOf(term).parts.find(({ mono }) => mono === t)?.coef ?? 0n;
    const coef = coefOf(this.odd);
    if (coef === 0n || coefOf(this.half) !== coef) return term;
    return add(term, scale(-coef, add(this.odd, this.half)), scale(coef, div(plus(this.k, 1n), 2n)));
  }
}

const product = (factors: readonly Term[]): Term => factors.reduce<Term>((all, f) => mul(all, f), int(1));
