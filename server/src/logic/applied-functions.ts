/**
 * Applications of function symbols, in normal form as far as a function has one: constants are computed, multiples of
 * the divisor leave a quotient. `cleared(cleared(x, n), 1)` is `cleared(x, n + 1)`.
 */
import { floorDiv } from '../arithmetic/index.ts';
import type { Term } from './expression.ts';
import type { FunctionSymbol } from './function-symbols.ts';
import {
  BITS_SET,
  BIT_AND,
  FLOOR_QUOTIENT,
  LOWEST_BITS_CLEARED,
  TRUNCATED_QUOTIENT,
  TRUNCATED_REMAINDER,
  applyFunction,
  lookUpOf,
} from './function-symbols.ts';
import type { Symbol } from './symbol.ts';
import { intern } from './term-pool.ts';
import { add, div, factorsOf, int, isZero, mod, mul, partsOf, scale, sub } from './term.ts';

/**
 * A multiple of the divisor that can be taken out of the dividend, by the divisor's first monomial. So floor((a + k b)
 * / b) = floor(a / b) + k.
 */
function multipleOf(first: Term, second: Term): Term | null {
  const {
    constant,
    parts: [lead, ...others],
  } = partsOf(second);
  if (!lead) return null;
  for (const part of partsOf(first).parts) {
    if (part.mono === lead.mono) {
      const k = floorDiv(part.coef, lead.coef);
      if (k !== 0n) return int(k);
    }
    if (part.mono.kind !== 'prod' || constant !== 0n || others.length > 0 || part.coef % lead.coef !== 0n) continue;
    const rest = [...part.mono.factors];
    const shared = (lead.mono.kind === 'prod' ? lead.mono.factors : [lead.mono]).every((f) => {
      const at = rest.indexOf(f);
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
    if (shared)
      return scale(
        part.coef / lead.coef,
        rest.reduce<Term>((product, f) => mul(product, f), int(1)),
      );
  }
  return null;
}

/** q where a is q times b, a single monomial with b != 0; null where no such q is seen. */
function quotientOf(first: Term, second: Term): Term | null {
  const {
    constant,
    parts: [by, ...others],
  } = partsOf(second);
  if (!by || constant !== 0n || others.length > 0 || partsOf(first).constant !== 0n) return null;
  let quotient: Term = int(0);
  for (const part of partsOf(first).parts) {
    const rest = [...factorsOf(part.mono)];
    for (const f of factorsOf(by.mono)) {
      const at = rest.indexOf(f);
      if (at < 0) return null;
      rest.splice(at, 1);
    }
    if (part.coef % by.coef !== 0n) return null;
    quotient = add(
      quotient,
      scale(
        part.coef / by.coef,
        rest.reduce<Term>((product, f) => mul(product, f), int(1)),
      ),
    );
  }
  return quotient;
}

/** An application; constants are folded. `of`: the array or member that an uninterpreted function reads. */
export function app(fn: FunctionSymbol, args: readonly Term[], of: Symbol | null = null): Term {
  const values = args.map((a) => (a.kind === 'const' ? a.value : null));
  if (values.every((v) => v !== null)) {
    const v = applyFunction(fn, values as bigint[]);
    if (v !== null) return int(v);
  }
  const [first, second] = args;
  if (fn === FLOOR_QUOTIENT && first && second) {
    if (second.kind === 'const' && second.value > 0n) return div(first, second.value);
    const k = multipleOf(first, second);
    if (k !== null) return add(app(fn, [sub(first, mul(k, second)), second]), k);
  }
  if ((fn === TRUNCATED_REMAINDER || fn === TRUNCATED_QUOTIENT) && first && second) {
    const q = quotientOf(first, second);
    if (q !== null) return fn === TRUNCATED_REMAINDER ? int(0) : q;
  }
  const bits = first && second ? bitsOf(fn, first, second) : null;
  if (bits !== null) return bits;
  // a sum of few is written out
  if (first?.kind === 'const' && first.value <= FEW && fn.summed !== null) {
    return add(
      int(0),
      ...Array.from({ length: Math.max(0, Number(first.value)) }, (_, j) => summandAt(fn, args, int(j))),
    );
  }
  return intern({
    kind: 'app',
    fn,
    args,
    of,
    key: `(${fn.key}${of === null ? '' : of.key} ${args.map((a) => a.key).join(' ')})`,
    size: args.reduce((n, a) => n + a.size, 1),
  });
}

/** What is seen of bits without knowing all of them; null: nothing. */
function bitsOf(fn: FunctionSymbol, first: Term, second: Term): Term | null {
  if (fn === BIT_AND) return isZero(first) || isZero(second) ? int(0) : null;
  return fn === LOWEST_BITS_CLEARED ? clearedBits(first, second) : null;
}

/** None cleared, cleared in two steps, and all cleared: cleared(a, popcount(a)) is 0. */
function clearedBits(first: Term, k: Term): Term | null {
  if (isZero(k)) return first;
  if (first.kind === 'app' && first.fn === LOWEST_BITS_CLEARED)
    return app(LOWEST_BITS_CLEARED, [first.args[0] as Term, add(first.args[1] as Term, k)]);
  const beyond = sub(k, app(BITS_SET, [first]));
  return beyond.kind === 'const' && beyond.value >= 0n ? int(0) : null;
}

const FEW = 4n;

/** What a sum of residues (`arithmetic/residue-sums.ts`) adds at k. */
export function summandAt(fn: FunctionSymbol, args: readonly Term[], k: Term): Term {
  const { denominator, modulus } = fn.summed ?? { denominator: 1n, modulus: 1n };
  const polynomial = args.slice(1).reduceRight<Term>((sum, c) => add(mul(sum, k), c), int(0));
  return mod(div(polynomial, denominator), modulus);
}

/** The element of a list of constants at an index; 0 outside of it. */
export function table(values: readonly bigint[], index: Term): Term {
  const [first] = values;
  if (first !== undefined && values.every((v) => v === first)) return int(first);
  return app(lookUpOf(values), [index]);
}
