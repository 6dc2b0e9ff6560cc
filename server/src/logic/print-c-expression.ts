/**
 * Terms and formulas as C expressions. Read over unbounded integers, they are worth what the term is worth. A cast
 * stands only where C's own conversions leave it at that; one to an unsigned type reduces. Helpers: `min`, `max`,
 * `floor_div(a, b)`, `mod(a, b)` (never negative) and `power(a, k)`. What C has no expression for has none here.
 */
import {
  ATOM,
  CONDITIONAL,
  CONSTANTS_END,
  MASK,
  OR,
  PRODUCT,
  RELATIONAL,
  SHIFT,
  SUM,
  UNARY,
  Unwritable,
  at,
  beside,
  call,
  constant,
  written,
} from './c-precedence.ts';
import type { Written } from './c-precedence.ts';
import type { BitRun, CNames } from './c-names.ts';
import { CASTS, ONES, WIDE, signedCast, unsignedCast, withSignedCasts } from './casts-in-terms.ts';
import type { Cast } from './casts-in-terms.ts';
import { constantResidue } from './exact-quotients.ts';
import type { AppTerm, Formula, ModTerm, Part, Term } from './expression.ts';
import { extremeOf } from './extremes.ts';
import { ge0, not } from './formula.ts';
import { MEANINGS } from './function-symbols.ts';
import { isPowerOfTwo, logarithm, mask, singleBit } from './masks.ts';
import { ConditionWriter } from './print-c-condition.ts';
import {
  commonFactor,
  factoredOut,
  hasPower,
  insideExtreme,
  quotientBesideZero,
  quotientOf,
  quotientTimes,
  sharedParts,
  withoutNested,
} from './readable-terms.ts';
import type { Quotient } from './readable-terms.ts';
import { symbolsOf } from './substitution.ts';
import { div, int, isConst, isOne, mul, nearZero, neg, partsOf, plus, sub, sumOf } from './term.ts';
import { divisionAboveZero, truncatedDivision } from './truncated-division.ts';

/** Null where C has no expression for it, or where something in it has no name. */
export function printC(t: Term, names: CNames): string | null {
  return attempt(() => new Writer(names).term(t).text);
}

/** The same for a condition. */
export function printCondition(f: Formula, names: CNames): string | null {
  return attempt(() => new Writer(names).formula(f).text);
}

function attempt(write: () => string): string | null {
  try {
    return write();
  } catch (e) {
    if (e instanceof Unwritable) return null;
    throw e;
  }
}

/** A look-up in a longer table isn't spelled out. */
const MAX_CHOICES = 12;
const INT_END = 1n << 31n;
/** Where what is reduced may be negative `x & 15` is shorter than a helper. */
const LARGEST_MASK = 1n << 16n;
/** `1 << 31` is no `int`. */
const MOST_SHIFTED = 30n;

interface Piece {
  readonly negative: boolean;
  readonly text: string;
}

class Writer {
  private readonly names: CNames;
  private readonly conditions: ConditionWriter;
  constructor(names: CNames) {
    this.names = names;
    this.conditions = new ConditionWriter(names, this);
  }

  formula(f: Formula): Written {
    return this.conditions.formula(f);
  }

  term(term: Term): Written {
    switch (term.kind) {
      case 'const':
        return constant(term.value);
      case 'sym': {
        const name = this.names.symbol(term.symbol);
        if (name === null) throw new Unwritable();
        return written(name, /^\w+$/.test(name) ? ATOM : UNARY);
      }
      case 'sum':
        return this.sum(term.constant, term.parts);
      case 'prod':
        return this.product(term.factors);
      case 'div': {
        const member = this.top(term);
        if (member) return member;
        if (this.names.bits?.shifts && isPowerOfTwo(term.by))
          return written(`${beside(this.term(term.arg))} >> ${logarithm(term.by)}`, SHIFT);
        return this.quotient(term.arg, term.by);
      }
      case 'mod': {
        const bit = this.shiftedBit(term);
        if (bit) return bit;
        const cast = CASTS.get(term.by);
        const arg = nearZero(term.arg, term.by);
        if (cast !== undefined) return this.cast({ type: cast, arg, by: term.by, isSigned: false });
        if (this.names.bits?.masks && isPowerOfTwo(term.by))
          return written(`${beside(this.term(arg))} & ${mask(term.by - 1n)}`, MASK);
        if (
          isPowerOfTwo(term.by) &&
          term.by <= LARGEST_MASK &&
          !this.names.nonNegative(term.arg) &&
          !hasPower(term.arg)
        )
          return written(`${beside(this.term(arg))} & ${mask(term.by - 1n)}`, MASK);
        return this.names.nonNegative(term.arg) && !hasPower(term.arg)
          ? written(`${at(this.term(term.arg), PRODUCT)} % ${at(constant(term.by), UNARY)}`, PRODUCT)
          : call('mod', this.term(arg), constant(term.by));
      }
      case 'pow':
        return this.power(term.base, term.exponent);
      case 'ite':
        return this.conditional(term.cond, term.then, term.else);
      case 'app':
        return this.application(term);
    }
  }

  /** `(int)x`; of a union it is the member of that type. */
  private cast({ type, arg, by, isSigned }: Cast): Written {
    return (
      this.member(arg, { bits: logarithm(by), signed: isSigned }) ??
      written(`(${type})${at(this.term(arg), UNARY)}`, UNARY)
    );
  }

  /** The last bits of a union. */
  private top(of: Term): Written | null {
    return of.kind === 'div' ? this.member(of, null) : null;
  }

  /** `x.s.n` for those bits of a union, or of what is left of it without its first ones; null: it is none. */
  private member(of: Term, type: BitRun['type']): Written | null {
    const [whole, first] = of.kind === 'div' && isPowerOfTwo(of.by) ? [of.arg, of.by] : [of, 1n];
    const [s, indices] =
      whole.kind === 'sym' ? [whole.symbol, []] : whole.kind === 'app' ? [whole.of, whole.args] : [null, []];
    const name = s && this.names.part?.(s, indices, { offset: logarithm(first), type });
    return name ? written(name, UNARY) : null;
  }

  /** `1u << k`, or 0 where C's shift isn't defined; null for what is no power of two. */
  private shiftedBit({ arg, by }: ModTerm): Written | null {
    const one = ONES.get(by);
    if (one === undefined || arg.kind !== 'pow' || arg.base !== 2n) return null;
    const amount = this.term(arg.exponent);
    const shift = `${one} << ${at(amount, SUM + 1)}`;
    const width = logarithm(by);
    return this.names.inWidth === true || this.isWithin(arg.exponent, BigInt(width - 1))
      ? written(shift, SHIFT)
      : written(`${at(amount, SHIFT + 1)} < ${width} ? ${shift} : 0`, CONDITIONAL);
  }

  /** What is greater than the divisor is told beside the quotient. */
  private quotient(arg: Term, by: bigint): Written {
    const whole = partsOf(arg).constant / by;
    const rest = plus(arg, -whole * by);
    if (whole > 0n && !isConst(rest) && this.names.nonNegative(rest))
      return this.sum(whole, [{ coef: 1n, mono: div(rest, by) }]);
    return this.names.nonNegative(arg) || constantResidue(arg, by) === 0n
      ? written(`${at(this.term(arg), PRODUCT)} / ${at(constant(by), UNARY)}`, PRODUCT)
      : call('floor_div', this.term(arg), constant(by));
  }

  /** Beside another operand C would go on computing in a wide cast's type, and reduce the result too. */
  operand(t: Term): Written {
    if (t.kind !== 'mod' || !WIDE.has(t.by) || this.shiftedBit(t)) return this.term(t);
    const arg = nearZero(t.arg, t.by);
    return this.member(arg, { bits: logarithm(t.by), signed: false }) ?? call('mod', this.term(arg), constant(t.by));
  }

  private sum(constantPart: bigint, given: readonly Part[]): Written {
    const signed = signedCast(constantPart, given);
    if (signed) return this.cast(signed);
    const cast = unsignedCast(constantPart, given);
    if (cast) return this.cast(cast);
    const quotient = quotientOf(sumOf(constantPart, given));
    if (quotient && constantPart !== 0n && this.names.nonNegative(quotient.arg) && !this.isApart(quotient))
      return written(`${at(this.term(quotient.arg), PRODUCT)} / ${at(constant(quotient.by), UNARY)}`, PRODUCT);
    const bit = this.names.bits ? singleBit(constantPart, given) : null;
    if (bit) return written(`${beside(this.term(bit.of))} ${bit.operator}`, CONDITIONAL);
    const common = constantPart === 0n && given.length > 1 ? commonFactor(given) : null;
    if (common) return written(this.times(common.factor, common.rest), PRODUCT);
    const remainder = constantPart === 0n ? this.remainder(given) : null;
    if (remainder) return remainder;
    const besides = withSignedCasts(constantPart, given);
    if (besides) return this.pieces(besides.constant, besides.parts);
    const moved = given.length === 1 && given[0] ? insideExtreme(constantPart, given[0]) : null;
    if (moved !== null) return this.extreme(...moved);
    return this.byVariable(constantPart, given) ?? this.pieces(constantPart, given);
  }

  /** `k * (i * i + 4 * k) + m` for `i * i * k + 4 * k * k + m`; null where that is no shorter. */
  private byVariable(constantPart: bigint, given: readonly Part[]): Written | null {
    const products: Piece[] = [];
    let left = given;
    for (let found = factoredOut(left); found !== null; found = factoredOut(left)) {
      const { factor, rest, others } = found;
      const negative = this.term(rest).text.startsWith('-');
      products.push({ negative, text: this.times(factor, negative ? neg(rest) : rest) });
      left = others;
    }
    if (products.length === 0) return null;
    const factored = this.pieces(constantPart, left, products);
    return factored.text.length < this.pieces(constantPart, given).text.length ? factored : null;
  }

  /** `n * k * (i + 2)` for `n * (k * (i + 2))`. */
  private times(factor: Term, rest: Term): string {
    const { constant: added, parts } = partsOf(rest);
    const common = added === 0n && parts.length > 1 ? commonFactor(parts) : null;
    const other = common ? this.times(common.factor, common.rest) : at(this.term(rest), UNARY);
    return `${this.term(factor).text} * ${other}`;
  }

  /** `(unsigned)(n - 3) / 3 + 1` rather than `((unsigned)(n - 3) + 3) / 3`. */
  private isApart({ arg, by }: Quotient): boolean {
    const { constant: added } = partsOf(arg);
    const rest = plus(arg, -added);
    return added > 0n && added % by === 0n && rest.kind === 'mod' && CASTS.has(rest.by);
  }

  /** `a - b * (a / b)` is `a % b` where neither is negative. */
  private remainder(given: readonly Part[]): Written | null {
    const found = given.flatMap(({ coef, mono }) =>
      coef === -1n && mono.kind === 'prod' ? quotientTimes(mono.factors) : [],
    );
    const [only] = found;
    if (!only) return null;
    const { arg, by } = only;
    const isAll = sumOf(0n, given).key === sub(arg, mul(by, only.quotient)).key;
    return isAll && this.names.nonNegative(arg) && this.names.nonNegative(by)
      ? written(`${at(this.term(arg), PRODUCT)} % ${at(this.term(by), UNARY)}`, PRODUCT)
      : null;
  }

  /** One after the other, what is added first; `cast`: to this type. */
  private pieces(
    constantPart: bigint,
    given: readonly (Part & { readonly cast?: Cast })[],
    products: readonly Piece[] = [],
  ): Written {
    const parts = given.map((p) => (p.cast === undefined ? { ...this.upright(p), cast: undefined } : p));
    const degree = (p: Part): number => (p.mono.kind === 'prod' ? p.mono.factors.length : 1);
    const rank = (p: Part): number => (p.mono.kind === 'sym' && p.mono.symbol === this.names.own ? 99 : degree(p));
    const byDegree = [...parts].sort((a, b) => rank(b) - rank(a));
    const sorted = [...byDegree.filter((p) => p.coef > 0n), ...byDegree.filter((p) => p.coef < 0n)];
    const pieces: Piece[] = sorted.map(({ coef, mono, cast }) => {
      const size = coef < 0n ? -coef : coef;
      const one =
        cast !== undefined
          ? this.cast(cast)
          : parts.length > 1 || constantPart !== 0n || size !== 1n
            ? this.operand(mono)
            : this.term(mono);
      return {
        negative: coef < 0n,
        text:
          size === 1n
            ? at(one, PRODUCT)
            : `${at(constant(size), PRODUCT)} * ${at(one, mono.kind === 'prod' ? PRODUCT : UNARY)}`,
      };
    });
    pieces.unshift(...products.filter((p) => !p.negative));
    pieces.push(...products.filter((p) => p.negative));
    if (constantPart !== 0n) {
      const size = constantPart < 0n ? -constantPart : constantPart;
      const own = {
        negative: constantPart < 0n,
        text: this.distance(size, parts) ?? at(constant(size), PRODUCT),
      };
      if (constantPart > 0n && pieces[0]?.negative === true) pieces.unshift(own);
      else pieces.push(own);
    }
    const [first, ...others] = pieces;
    if (!first) return constant(0n);
    // a minus in front belongs to what it stands before, whatever that is
    const lead = first.negative ? `-${/^[\w.>-]+$/.test(first.text) ? first.text : `(${first.text})`}` : first.text;
    const text = lead + others.map((p) => (p.negative ? ` - ${p.text}` : ` + ${p.text}`)).join('');
    return written(text, others.length > 0 ? SUM : first.negative ? UNARY : PRODUCT);
  }

  /** How far something is from a character, as in `*s - '0'`. */
  private distance(size: bigint, parts: readonly Part[]): string | null {
    const near = parts.flatMap(({ coef, mono }) =>
      coef === 1n || coef === -1n ? (this.names.character?.(size, mono) ?? []) : [],
    );
    return near[0] ?? null;
  }

  /** `-⌊x / d⌋` is `⌊(d - 1 - x) / d⌋`: where x isn't known to be positive that reads better. */
  private upright(part: Part): Part {
    if (part.coef > 0n || part.mono.kind !== 'div' || this.names.nonNegative(part.mono.arg)) return part;
    const { arg, by } = part.mono;
    const { constant: c, parts } = partsOf(arg);
    const flipped = sumOf(
      by - 1n - c,
      parts.map((x) => ({ coef: -x.coef, mono: x.mono })),
    );
    return { coef: -part.coef, mono: { ...part.mono, arg: flipped } };
  }

  private product(factors: readonly Term[]): Written {
    return written(factors.map((f) => at(this.operand(f), UNARY)).join(' * '), PRODUCT);
  }

  /** `1 << k` where C's shift is defined. */
  private power(base: bigint, exponent: Term): Written {
    const isShift = base === 2n && this.isWithin(exponent, MOST_SHIFTED);
    return isShift
      ? written(`1 << ${at(this.term(exponent), SUM + 1)}`, SHIFT)
      : call('power', constant(base), this.term(exponent));
  }

  private isWithin(t: Term, most: bigint): boolean {
    return this.names.nonNegative(t) && this.names.nonNegative(sub(int(most), t));
  }

  private conditional(cond: Formula, first: Term, second: Term): Written {
    const chosen = extremeOf(cond, first, second);
    if (chosen !== null) return this.extreme(chosen, first, second);
    const quotient = truncatedDivision(cond, first, second);
    if (quotient !== null) {
      const { operator, arg, by } = quotient;
      return written(`${at(this.term(arg), PRODUCT)} ${operator} ${at(constant(by), UNARY)}`, PRODUCT);
    }
    const positive = divisionAboveZero(cond, first, second);
    if (positive !== null) {
      const { operator, arg, by } = positive;
      return call(
        'max',
        constant(0n),
        written(`${at(this.term(arg), PRODUCT)} ${operator} ${at(constant(by), UNARY)}`, PRODUCT),
      );
    }
    const [c, one, other] = [this.formula(cond), this.where(cond).term(first), this.where(not(cond)).term(second)];
    return written(`${at(c, OR)} ? ${at(one, OR)} : ${at(other, OR)}`, CONDITIONAL);
  }

  private where(known: Formula): Writer {
    return this.names.where === undefined ? this : new Writer(this.names.where(known));
  }

  /** Constants first; beside one that isn't negative a quotient may be cut off either way. */
  private extreme(fn: 'min' | 'max', given: Term, other: Term): Written {
    const [first, second] = withoutNested(fn, given, other);
    if (second === null) return this.term(first);
    const common = this.apart(fn, first, second);
    if (common) return common;
    const isOwn = (t: Term): boolean => this.names.own !== undefined && symbolsOf(t).has(this.names.own);
    const swapped = isOwn(first) === isOwn(second) ? second.kind === 'const' && first.kind !== 'const' : isOwn(second);
    const [left, right] = swapped ? [second, first] : [first, second];
    const least = fn === 'max' && left.kind === 'const' && left.value >= 0n ? left.value : null;
    const quotient = least !== null && !this.top(right) ? quotientBesideZero(right) : null;
    if (quotient) {
      const { by, arg, coef } = quotient;
      const cut = `${at(this.term(arg), PRODUCT)} / ${at(constant(by), UNARY)}`;
      return call(
        'max',
        constant(least ?? 0n),
        written(coef === 1n ? cut : `${at(constant(coef), UNARY)} * (${cut})`, PRODUCT),
      );
    }
    const [over, by] = right.kind === 'app' && MEANINGS[right.fn.kind].c.style === 'floor-quotient' ? right.args : [];
    if (least !== null && over && by && this.names.nonNegative(by))
      return call(
        'max',
        this.term(left),
        written(`${at(this.term(over), PRODUCT)} / ${at(this.term(by), UNARY)}`, PRODUCT),
      );
    return call(fn, this.term(left), this.term(right));
  }

  /** `min(n - i, 10 - i)` is `min(n, 10) - i`; null where both have nothing in common that makes it shorter. */
  private apart(fn: 'min' | 'max', first: Term, second: Term): Written | null {
    const shared = sharedParts(first, second);
    if (shared.length === 0) return null;
    const common = sumOf(0n, shared);
    const [a, b] = [sub(first, common), sub(second, common)];
    if (a.kind === 'sum' && b.kind === 'sum') return null;
    const inner = this.extreme(fn, a, b);
    const outer = this.pieces(0n, shared);
    const text = outer.text.startsWith('-')
      ? `${inner.text} - ${outer.text.slice(1)}`
      : `${inner.text} + ${outer.text}`;
    const isPlain = shared.length === 1 && outer.level >= UNARY;
    if (isPlain) return written(text, SUM);
    // `max(n - i + k, n - i)` is `n - i + max(0, k)`
    const isBeside = (a.kind === 'const' || b.kind === 'const') && !outer.text.startsWith('-');
    return isBeside ? written(`${at(outer, SUM)} + ${at(inner, SUM + 1)}`, SUM) : null;
  }

  private application({ fn, args, of }: AppTerm): Written {
    const [first, second] = args;
    const { c: form } = MEANINGS[fn.kind];
    if (first === undefined) throw new Unwritable();
    const power = (): Written => this.power(2n, second ?? int(0));
    switch (form.style) {
      case 'operator':
        return written(
          `${at(this.bits(first, form.loose), UNARY)} ${form.symbol} ${at(this.bits(second, form.loose), UNARY)}`,
          form.loose ? CONDITIONAL : PRODUCT,
        );
      case 'cleared-bits':
        if (second === undefined || !isOne(second)) throw new Unwritable();
        return written(`${at(this.term(first), UNARY)} & ${at(this.term(plus(first, -1)), UNARY)}`, CONDITIONAL);
      case 'call':
        return call(form.name, this.term(first));
      case 'floor-quotient':
        // the divisor is greater than zero: nothing else is rounded down
        return second !== undefined && this.where(ge0(plus(second, -1n))).names.nonNegative(first)
          ? written(`${at(this.term(first), PRODUCT)} / ${at(this.term(second), UNARY)}`, PRODUCT)
          : call('floor_div', this.term(first), this.second(second));
      case 'times-power-of-two':
        return written(`${at(this.term(first), UNARY)} * ${at(power(), UNARY)}`, PRODUCT);
      case 'over-power-of-two':
        return this.names.bits?.shifts
          ? written(`${beside(this.term(first))} >> ${at(this.second(second), ATOM)}`, SHIFT)
          : call('floor_div', this.term(first), power());
      case 'look-up':
        return this.lookUp(fn.values, first);
      case 'element': {
        const element =
          of === null
            ? null
            : this.names.element(of, this.term(first).text, second === undefined ? [first] : [first, second]);
        if (element === null) throw new Unwritable();
        return written(element, UNARY);
      }
      case 'none':
        throw new Unwritable();
    }
  }

  /** Beside an operator on bits large constants are hexadecimal. */
  private bits(t: Term | undefined, isMask = true): Written {
    const large = isMask && t?.kind === 'const' && t.value > 255n && t.value < CONSTANTS_END;
    return large ? written(`0x${t.value.toString(16).toUpperCase()}`, ATOM) : this.second(t);
  }

  private second(b: Term | undefined): Written {
    if (b === undefined) throw new Unwritable();
    return this.term(b);
  }

  private lookUp(values: readonly bigint[], index: Term): Written {
    if (values.length > MAX_CHOICES) throw new Unwritable();
    const isInside = index.kind === 'mod' && index.by === BigInt(values.length);
    if (isInside && values.length > 2 && values.every((v) => v < INT_END && v >= -INT_END))
      return written(`(int[]){${values.join(', ')}}[${this.term(index).text}]`, ATOM);
    const i = at(this.term(index), RELATIONAL);
    return written(`${values.map((v, k) => `${i} == ${k} ? ${at(constant(v), OR)}`).join(' : ')} : 0`, CONDITIONAL);
  }
}
