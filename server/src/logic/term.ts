/**
 * Integer terms: immutable and interned, so that equal structure is the same object. They are in a normal form that
 * makes most equalities syntactic. It is a sum of integer multiples of monomials. A monomial is a sorted product of
 * atoms.
 *
 * All values are mathematical integers (bigint). Division and modulus are by positive constants and round down
 * (floor), so that they agree with the solver's; C's truncating operators are expressed with them.
 */
import { floorDiv, floorMod, gcd } from '../arithmetic/index.ts';
import type { ConstTerm, Formula, Part, SymTerm, Term } from './expression.ts';
import type { Symbol } from './symbol.ts';
import { isLasting } from './symbol.ts';
import { termCache } from './term-caches.ts';
import { TooLarge, intern, interned } from './term-pool.ts';

const PARTS_LIMIT = 200;
const POW_LIMIT = 4096n;

/** The terms of symbols. */
const named = termCache<Symbol, SymTerm>();
/** Symbols that outlive an analysis, for as long as they are referenced. */
const lasting = new WeakMap<Symbol, SymTerm>();

export function int(value: bigint | number): ConstTerm {
  const v = BigInt(value);
  return intern({ kind: 'const', value: v, key: `${v}`, size: 1 });
}

/** A symbol as a term. */
export function sym(symbol: Symbol): SymTerm {
  let known = named.get(symbol);
  if (known === undefined) {
    const stays = isLasting(symbol);
    known = (stays ? lasting.get(symbol) : undefined) ?? { kind: 'sym', symbol, key: symbol.key, size: 1 };
    if (stays) lasting.set(symbol, known);
    named.set(symbol, known);
  }
  return known;
}

export const isConst = (t: Term): t is ConstTerm => t.kind === 'const';
export const isZero = (t: Term): boolean => t.kind === 'const' && t.value === 0n;
export const isOne = (t: Term): boolean => t.kind === 'const' && t.value === 1n;

/** The constant part and the monomials of any term. */
export function partsOf(t: Term): { readonly constant: bigint; readonly parts: readonly Part[] } {
  if (t.kind === 'const') return { constant: t.value, parts: [] };
  if (t.kind === 'sum') return t;
  return { constant: 0n, parts: [{ coef: 1n, mono: t }] };
}

/** Builds a sum from parts that may repeat. */
export function sumOf(constant: bigint, parts: Iterable<Part>): Term {
  const byKey = new Map<string, { coef: bigint; mono: Term }>();
  for (const { coef, mono } of parts) {
    const seen = byKey.get(mono.key);
    if (seen) seen.coef += coef;
    else byKey.set(mono.key, { coef, mono });
  }
  const kept = [...byKey.values()].filter((p) => p.coef !== 0n);
  if (kept.length === 0) return int(constant);
  if (kept.length > PARTS_LIMIT) throw new TooLarge('sum');
  return sortedSum(
    constant,
    kept.sort((a, b) => (a.mono.key < b.mono.key ? -1 : 1)),
  );
}

/** A sum of distinct monomials in order, with coefficients that are not zero. */
function sortedSum(constant: bigint, kept: readonly Part[]): Term {
  const first = kept[0];
  if (!first) return int(constant);
  if (kept.length === 1 && constant === 0n && first.coef === 1n) return first.mono;
  const key = `(+ ${constant} ${kept.map((p) => `${p.coef}*${p.mono.key}`).join(' ')})`;
  const known = interned(key);
  if (known) return known;
  return intern({ kind: 'sum', constant, parts: kept, key, size: kept.reduce((n, p) => n + p.mono.size + 1, 1) });
}

export function add(...terms: readonly Term[]): Term {
  const [first, second] = terms;
  if (terms.length === 2 && first && second) return addTwo(first, second);
  let constant = 0n;
  const parts: Part[] = [];
  for (const t of terms) {
    const p = partsOf(t);
    constant += p.constant;
    parts.push(...p.parts);
  }
  return sumOf(constant, parts);
}

/** Merges the parts of two sums, which are in order already. */
function addTwo(first: Term, second: Term): Term {
  const left = partsOf(first);
  const right = partsOf(second);
  const parts: Part[] = [];
  let i = 0;
  let j = 0;
  while (i < left.parts.length || j < right.parts.length) {
    const own = left.parts[i];
    const other = right.parts[j];
    if (own && other && own.mono === other.mono) {
      const coef = own.coef + other.coef;
      if (coef !== 0n) parts.push({ coef, mono: own.mono });
      i++;
      j++;
    } else if (!other || (own && own.mono.key < other.mono.key)) {
      parts.push(own as Part);
      i++;
    } else {
      parts.push(other);
      j++;
    }
  }
  if (parts.length > PARTS_LIMIT) throw new TooLarge('sum');
  return sortedSum(left.constant + right.constant, parts);
}

export function scale(factor: bigint, term: Term): Term {
  if (factor === 1n) return term;
  if (factor === 0n) return int(0);
  const { constant, parts } = partsOf(term);
  return sortedSum(
    constant * factor,
    parts.map((p) => ({ coef: p.coef * factor, mono: p.mono })),
  );
}

export const neg = (t: Term): Term => scale(-1n, t);
export const sub = (a: Term, b: Term): Term => add(a, scale(-1n, b));
export const plus = (term: Term, c: bigint | number): Term => {
  const by = BigInt(c);
  if (by === 0n) return term;
  const { constant, parts } = partsOf(term);
  return sortedSum(constant + by, parts);
};

export const factorsOf = (mono: Term): readonly Term[] => (mono.kind === 'prod' ? mono.factors : [mono]);

const product = (a: Term, b: Term): Term => productOf([...factorsOf(a), ...factorsOf(b)]);

/** The product of atoms, of which there is at least one. */
export function productOf(all: readonly Term[]): Term {
  // powers of one base join: b^m * b^n = b^(m+n)
  const factors: Term[] = [];
  const powers = new Map<bigint, Term>();
  for (const f of all) {
    if (f.kind === 'pow')
      powers.set(f.base, powers.has(f.base) ? add(powers.get(f.base) as Term, f.exponent) : f.exponent);
    else factors.push(f);
  }
  for (const [base, exponent] of powers) factors.push(pow(base, exponent));
  factors.sort((x, y) => (x.key < y.key ? -1 : 1));
  if (factors.length === 1) return factors[0] as Term;
  return intern({
    kind: 'prod',
    factors,
    key: `(* ${factors.map((f) => f.key).join(' ')})`,
    size: factors.reduce((n, f) => n + f.size, 1),
  });
}

export function mul(first: Term, second: Term): Term {
  if (first.kind === 'const') return scale(first.value, second);
  if (second.kind === 'const') return scale(second.value, first);
  const left = partsOf(first);
  const right = partsOf(second);
  if (left.parts.length * right.parts.length > PARTS_LIMIT) throw new TooLarge('product');
  const parts: Part[] = [];
  for (const x of left.parts)
    for (const y of right.parts) {
      const m = product(x.mono, y.mono);
      // joining powers may have produced a multiple (2^(n+1) = 2*2^n)
      const inner = partsOf(m);
      for (const z of inner.parts) parts.push({ coef: x.coef * y.coef * z.coef, mono: z.mono });
    }
  for (const x of left.parts) parts.push({ coef: x.coef * right.constant, mono: x.mono });
  for (const y of right.parts) parts.push({ coef: y.coef * left.constant, mono: y.mono });
  return sumOf(left.constant * right.constant, parts);
}

/**
 * floor(t / by); a negative divisor is turned round. by != 0. The first coefficient inside is positive: floor(-t / d)
 * is -floor((t + d - 1) / d).
 */
export function div(term: Term, by: bigint): Term {
  if (by < 0n) return div(neg(term), -by);
  if (by === 1n) return term;
  const { constant, parts } = partsOf(term);
  const leading = parts.find((p) => p.coef % by !== 0n);
  if (leading && leading.coef < 0n) return neg(div(plus(neg(term), by - 1n), by));
  const outer = parts.filter((p) => p.coef % by === 0n).map((p) => ({ coef: p.coef / by, mono: p.mono }));
  const rest = parts.filter((p) => p.coef % by !== 0n);
  const whole = floorDiv(constant, by);
  if (rest.length === 0) return sumOf(whole, outer);
  const divisor = rest.reduce((d, p) => gcd(d, p.coef), by);
  const inside = sumOf(
    floorDiv(floorMod(constant, by), divisor),
    rest.map((p) => ({ coef: p.coef / divisor, mono: p.mono })),
  );
  const reduced = by / divisor;
  const quotient =
    reduced === 1n
      ? inside
      : inside.kind === 'div'
        ? div(inside.arg, inside.by * reduced)
        : intern({
            kind: 'div' as const,
            arg: inside,
            by: reduced,
            key: `(/ ${inside.key} ${reduced})`,
            size: inside.size + 1,
          });
  return add(quotient, sumOf(whole, outer));
}

/** t mod by, in [0, by). by > 0. */
export function mod(term: Term, by: bigint): Term {
  if (by === 1n) return int(0);
  const { constant, parts } = partsOf(term);
  const half = by / 2n;
  const reduce = (c: bigint): bigint => {
    const r = floorMod(c, by);
    return r > half ? r - by : r;
  };
  const kept: Part[] = [];
  let base = constant;
  for (const p of parts) {
    const coef = reduce(p.coef);
    if (coef === 0n) continue;
    // (c * (u mod kb)) mod b = (c * u) mod b
    if (p.mono.kind === 'mod' && (p.mono.by * coef) % by === 0n) {
      const u = partsOf(p.mono.arg);
      base += coef * u.constant;
      for (const x of u.parts) kept.push({ coef: coef * x.coef, mono: x.mono });
    } else kept.push({ coef, mono: p.mono });
  }
  const inner = sumOf(base, kept);
  if (inner.key !== term.key && kept.some((p) => reduce(p.coef) !== p.coef || p.mono.kind === 'mod'))
    return mod(inner, by);
  const normal = sumOf(floorMod(base, by), partsOf(inner).parts);
  if (normal.kind === 'const') return int(floorMod(normal.value, by));
  const sum = partsOf(normal);
  const divisor = sum.parts.reduce((d, p) => gcd(d, p.coef), gcd(by, sum.constant));
  if (divisor > 1n)
    return scale(
      divisor,
      mod(
        sumOf(
          sum.constant / divisor,
          sum.parts.map((p) => ({ coef: p.coef / divisor, mono: p.mono })),
        ),
        by / divisor,
      ),
    );
  return intern({ kind: 'mod', arg: normal, by, key: `(% ${normal.key} ${by})`, size: normal.size + 1 });
}

/**
 * base^exponent. Constant exponents are computed up to 4096 and stay beyond that, positive constants in the exponent
 * are pulled out.
 */
export function pow(base: bigint, exponent: Term): Term {
  if (base === 1n) return int(1);
  const { constant, parts } = partsOf(exponent);
  if (parts.length === 0) {
    if (constant >= 0n && constant <= POW_LIMIT) return int(base ** constant);
  }
  // a factor would be left of what need not be a whole number, as 3^(9 - x): coefficients are reduced by moduli
  if (
    constant > 0n &&
    constant < POW_LIMIT &&
    parts.every((p) => p.coef > 0n && p.mono.kind === 'sym' && p.mono.symbol.kind === 'counter')
  )
    return scale(base ** constant, pow(base, sumOf(0n, parts)));
  return intern({ kind: 'pow', base, exponent, key: `(^ ${base} ${exponent.key})`, size: exponent.size + 1 });
}

export function ite(cond: Formula, first: Term, second: Term): Term {
  if (cond.kind === 'true' || first === second) return first;
  if (cond.kind === 'false') return second;
  const joined = joinedRemainder(cond, first, second);
  if (joined !== null) return joined;
  return intern({
    kind: 'ite',
    cond,
    then: first,
    else: second,
    key: `(? ${cond.key} ${first.key} ${second.key})`,
    size: cond.size + first.size + second.size,
  });
}

/** `(x - 5) mod m != 0 ? (x - 6) mod m + 1 : 0` is `(x - 5) mod m`; null for other choices. */
function joinedRemainder(cond: Formula, first: Term, second: Term): Term | null {
  if (cond.kind !== 'eq' && cond.kind !== 'ne') return null;
  const { constant, parts } = partsOf(cond.term);
  const [only] = parts;
  if (constant !== 0n || parts.length !== 1 || only?.mono.kind !== 'mod') return null;
  const { arg, by } = only.mono;
  const [some, none] = cond.kind === 'ne' ? [first, second] : [second, first];
  const more = sub(some, none);
  const whole = [arg, neg(arg)].find((t) => more === plus(mod(plus(t, -1), by), 1));
  return whole === undefined ? null : add(none, mod(whole, by));
}

/** x & mask for a constant mask, as divisions and moduli (two's complement, any sign). */
export function maskBits(term: Term, mask: bigint): Term {
  if (mask < 0n) return sub(term, maskBits(term, -mask - 1n));
  let out: Term = int(0);
  for (let lo = 0n, m = mask; m > 0n; ) {
    if ((m & 1n) === 0n) {
      m >>= 1n;
      lo++;
      continue;
    }
    let width = 0n;
    while ((m & 1n) === 1n) {
      m >>= 1n;
      width++;
    }
    out = add(out, scale(1n << lo, mod(div(term, 1n << lo), 1n << width)));
    lo += width;
  }
  return out;
}

/**
 * The same modulo m, with coefficients and a constant as near to zero as can be: `i - 4` for `i + 252` where 256 is
 * added or not.
 */
export function nearZero(term: Term, modulus: bigint): Term {
  const near = (c: bigint): bigint => (2n * c > modulus && c < modulus ? c - modulus : c);
  const { constant, parts } = partsOf(term);
  return term.kind === 'sum'
    ? sumOf(
        near(constant),
        parts.map((p) => ({ coef: near(p.coef), mono: p.mono })),
      )
    : term;
}

/** True where every monomial is a single atom: the term is linear over its atoms. */
export const isLinear = (t: Term): boolean => partsOf(t).parts.every((p) => p.mono.kind !== 'prod');
