/**
 * Terms and formulas as C expressions. Read over unbounded integers, they are worth what the term is worth. A cast
 * stands only where C's own conversions leave it at that; one to an unsigned type reduces. Helpers: `min`, `max`,
 * `floor_div(a, b)`, `mod(a, b)` (never negative) and `power(a, k)`. What C has no expression for has none here.
 */
import type { AppTerm, Formula, Literal, Part, Term } from './expression.ts';
import { extremeOf } from './extremes.ts';
import type { Symbol } from './symbol.ts';
import { constantResidue } from './exact-quotients.ts';
import { rewrite } from './rewrite-terms.ts';
import { divisionAboveZero, truncatedDivision } from './truncated-division.ts';
import { symbolsOf } from './substitution.ts';
import { int, isOne, mul, nearZero, partsOf, plus, sub, sumOf } from './term.ts';
import { MEANINGS } from './function-symbols.ts';
import { isPowerOfTwo, logarithm, mask, maskedBits, singleBit } from './masks.ts';
import { CASTS, signedCast, withSignedCasts, unsignedCast } from './casts-in-terms.ts';
import {
  commonFactor,
  sharedParts,
  withoutNested,
  withDividend,
  insideExtreme,
  quotientTimes,
  quotientBesideZero,
  quotientOf,
} from './readable-terms.ts';

/** How what a term is about is called in C; null: it has no name there. */
export interface CNames {
  symbol(s: Symbol): string | null;
  /** An element of the array; `indices`: as terms. */
  element(of: Symbol, index: string, indices: readonly Term[]): string | null;
  /** What an assignment is to: it stands in front, as in `x = max(x, 0)`. */
  readonly own?: Symbol;
  /** How the source writes what this is compared with, or is apart from, where that is a character constant. */
  character?(value: bigint, compared: Term): string | null;
  /** Powers of two are divided by with shifts, and remainders taken with masks, as the source does. */
  readonly bits?: { readonly shifts: boolean; readonly masks: boolean };
  /** A pointer is compared with `NULL`. */
  isPointer?(s: Symbol): boolean;
  /** The value is known not to be negative: plain `/` and `%` do. */
  nonNegative(t: Term): boolean;
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** The same of the next number: `x >= 58` is `x > 57`. */
const NEXT: Readonly<Record<string, { readonly by: bigint; readonly operator: string }>> = {
  '>=': { by: -1n, operator: '>' },
  '<': { by: -1n, operator: '<=' },
  '<=': { by: 1n, operator: '<' },
  '>': { by: 1n, operator: '>=' },
};

/** An operator and a constant as `written` has it, if it has: `> '9'` for `>= 58`. */
export function comparedWith(
  operator: string,
  value: bigint,
  written: (value: bigint) => string | null,
): string | null {
  const own = written(value);
  if (own !== null) return `${operator} ${own}`;
  const next = NEXT[operator];
  const other = next ? written(value + next.by) : null;
  return next && other !== null ? `${next.operator} ${other}` : null;
}

/** Binding strengths of C's operators, weakest first. */
const CONDITIONAL = 1;
const OR = 2;
const AND = 3;
const EQUALITY = 7;
const RELATIONAL = 8;
const SHIFT = 9;
const MASK = 6;
const SUM = 10;
const PRODUCT = 11;
const UNARY = 12;
const ATOM = 13;

interface Written {
  readonly text: string;
  readonly level: number;
}

/** Thrown where there is no expression; caught in this file. */
class Unwritable extends Error {}

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

const at = (w: Written, level: number): string => (w.level < level ? `(${w.text})` : w.text);
const written = (text: string, level: number): Written => ({ text, level });
const call = (fn: string, ...args: readonly Written[]): Written =>
  written(`${fn}(${args.map((a) => a.text).join(', ')})`, ATOM);
/** No narrower than `int`: not promoted. */
const WIDE: ReadonlySet<bigint> = new Set([1n << 32n, 1n << 64n]);
/** C has no constants from here on. */
const CONSTANTS_END = 1n << 63n;
const NEAR = 64n;
/** A look-up in a longer table isn't spelled out. */
const MAX_CHOICES = 12;
const INT_END = 1n << 31n;
/** `1 << 31` is no `int`. */
const MOST_SHIFTED = 30n;

class Writer {
  private readonly names: CNames;
  constructor(names: CNames) {
    this.names = names;
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
      case 'div':
        if (this.names.bits?.shifts && isPowerOfTwo(term.by))
          return written(`${beside(this.term(term.arg))} >> ${logarithm(term.by)}`, SHIFT);
        return this.names.nonNegative(term.arg) || constantResidue(term.arg, term.by) === 0n
          ? written(`${at(this.term(term.arg), PRODUCT)} / ${at(constant(term.by), UNARY)}`, PRODUCT)
          : call('floor_div', this.term(term.arg), constant(term.by));
      case 'mod': {
        const cast = CASTS.get(term.by);
        const arg = nearZero(term.arg, term.by);
        if (cast !== undefined) return written(`(${cast})${at(this.term(arg), UNARY)}`, UNARY);
        if (this.names.bits?.masks && isPowerOfTwo(term.by))
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

  /** Beside another operand C would go on computing in a wide cast's type, and reduce the result too. */
  private operand(t: Term): Written {
    if (t.kind !== 'mod' || !WIDE.has(t.by)) return this.term(t);
    return call('mod', this.term(nearZero(t.arg, t.by)), constant(t.by));
  }

  private sum(constantPart: bigint, given: readonly Part[]): Written {
    const signed = signedCast(constantPart, given);
    if (signed) return written(`(${signed.type})${at(this.term(signed.arg), UNARY)}`, UNARY);
    const cast = unsignedCast(constantPart, given);
    if (cast) return written(`(${cast.type})${at(this.term(cast.arg), UNARY)}`, UNARY);
    const quotient = quotientOf(sumOf(constantPart, given));
    if (quotient && constantPart !== 0n && this.names.nonNegative(quotient.arg))
      return written(`${at(this.term(quotient.arg), PRODUCT)} / ${at(constant(quotient.by), UNARY)}`, PRODUCT);
    const bit = this.names.bits ? singleBit(constantPart, given) : null;
    if (bit) return written(`${beside(this.term(bit.of))} ${bit.operator}`, CONDITIONAL);
    const common = constantPart === 0n && given.length > 1 ? commonFactor(given) : null;
    if (common) return written(`${this.term(common.factor).text} * ${at(this.term(common.rest), UNARY)}`, PRODUCT);
    const remainder = constantPart === 0n ? this.remainder(given) : null;
    if (remainder) return remainder;
    const besides = withSignedCasts(constantPart, given);
    if (besides) return this.pieces(besides.constant, besides.parts);
    const moved = given.length === 1 && given[0] ? insideExtreme(constantPart, given[0]) : null;
    if (moved !== null) return this.extreme(...moved);
    return this.pieces(constantPart, given);
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
  private pieces(constantPart: bigint, given: readonly (Part & { readonly cast?: string })[]): Written {
    const parts = given.map((p) => (p.cast === undefined ? { ...this.upright(p), cast: undefined } : p));
    const degree = (p: Part): number => (p.mono.kind === 'prod' ? p.mono.factors.length : 1);
    const rank = (p: Part): number => (p.mono.kind === 'sym' && p.mono.symbol === this.names.own ? 99 : degree(p));
    const byDegree = [...parts].sort((a, b) => rank(b) - rank(a));
    const sorted = [...byDegree.filter((p) => p.coef > 0n), ...byDegree.filter((p) => p.coef < 0n)];
    const pieces: { readonly negative: boolean; readonly text: string }[] = sorted.map(({ coef, mono, cast }) => {
      const size = coef < 0n ? -coef : coef;
      const one =
        cast !== undefined
          ? written(`(${cast})${at(this.term(mono), UNARY)}`, UNARY)
          : parts.length > 1 || constantPart !== 0n || size !== 1n
            ? this.operand(mono)
            : this.term(mono);
      return {
        negative: coef < 0n,
        text: size === 1n ? at(one, PRODUCT) : `${at(constant(size), PRODUCT)} * ${at(one, UNARY)}`,
      };
    });
    if (constantPart !== 0n) {
      const size = constantPart < 0n ? -constantPart : constantPart;
      const own = {
        negative: constantPart < 0n,
        text: this.distance(size, parts) ?? at(constant(size), PRODUCT),
      };
      if (constantPart > 0n && (sorted[0]?.coef ?? 1n) < 0n) pieces.unshift(own);
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
    const c = this.formula(cond);
    return written(`${at(c, OR)} ? ${at(this.term(first), OR)} : ${at(this.term(second), OR)}`, CONDITIONAL);
  }

  /** Constants first; at 0 a quotient may be cut off either way. */
  private extreme(fn: 'min' | 'max', given: Term, other: Term): Written {
    const [first, second] = withoutNested(fn, given, other);
    if (second === null) return this.term(first);
    const common = this.apart(fn, first, second);
    if (common) return common;
    const isOwn = (t: Term): boolean => this.names.own !== undefined && symbolsOf(t).has(this.names.own);
    const swapped = isOwn(first) === isOwn(second) ? second.kind === 'const' && first.kind !== 'const' : isOwn(second);
    const [left, right] = swapped ? [second, first] : [first, second];
    const quotient = fn === 'max' && left.kind === 'const' && left.value === 0n ? quotientBesideZero(right) : null;
    if (quotient) {
      const { by, arg, coef } = quotient;
      const cut = `${at(this.term(arg), PRODUCT)} / ${at(constant(by), UNARY)}`;
      return call('max', constant(0n), written(coef === 1n ? cut : `${at(constant(coef), UNARY)} * (${cut})`, PRODUCT));
    }
    const [over, by] = right.kind === 'app' && MEANINGS[right.fn.kind].c.style === 'floor-quotient' ? right.args : [];
    if (fn === 'max' && left.kind === 'const' && left.value === 0n && over && by && this.names.nonNegative(by))
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
    return isPlain ? written(text, SUM) : null;
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
        return second !== undefined && this.names.nonNegative(first) && this.names.nonNegative(second)
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

  /** `> '9'` for `>= 58`. */
  private character(operator: string, value: bigint, compared: Term): string | null {
    return comparedWith(operator, value, (v) => this.names.character?.(v, compared) ?? null);
  }

  formula(formula: Formula): Written {
    switch (formula.kind) {
      case 'true':
        return written('1', ATOM);
      case 'false':
        return written('0', ATOM);
      case 'ge':
      case 'eq':
      case 'ne':
        return this.literal(formula);
      case 'and':
        return this.conjunction(formula.parts.map((p) => at(this.formula(p), EQUALITY)));
      case 'or':
        return written(formula.parts.map((p) => at(this.formula(p), EQUALITY)).join(' || '), OR);
    }
  }

  /** A remainder of C's has the sign of what is divided, and is no larger: `n >= 2` is said by `n % 3 == 2`. */
  private conjunction(parts: readonly string[]): Written {
    const isSaid = (text: string): boolean => {
      const [, name, least = '1'] = /^(\w+) (?:> 0|>= (\d+))$/.exec(text) ?? [];
      if (name === undefined) return false;
      const left = parts.map((p) => new RegExp(`^${name} % \\d+ == ([1-9]\\d*)$`).exec(p)?.[1] ?? '0');
      return left.some((value) => value !== '0' && BigInt(value) >= BigInt(least));
    };
    const left = parts.filter((p) => !isSaid(p));
    return written(left.join(' && '), left.length > 1 ? AND : EQUALITY);
  }

  /** `(x - y) mod 2^32 = 0` is `(unsigned)x == (unsigned)y`, and of 5 `(unsigned)x == 5`; null for other forms. */
  private sameBits(term: Term, op: '==' | '!='): Written | null {
    if (term.kind !== 'mod' || !WIDE.has(term.by)) return null;
    const { constant: c, parts } = partsOf(nearZero(term.arg, term.by));
    const sum = sumOf(
      0n,
      parts.filter((p) => p.coef > 0n),
    );
    const y = sumOf(
      -c,
      parts.filter((p) => p.coef < 0n).map((p) => ({ coef: -p.coef, mono: p.mono })),
    );
    if (!isPlain(sum) || !isPlain(y) || sum.kind === 'const') return null;
    const side = (t: Term): string =>
      t.kind === 'const' && t.value >= 0n && t.value < term.by
        ? constant(t.value).text
        : `(${CASTS.get(term.by) ?? ''})${at(this.term(t), UNARY)}`;
    return written(`${side(isElement(y) ? y : sum)} ${op} ${side(isElement(y) ? sum : y)}`, EQUALITY);
  }

  /** `(x & 0xC0) == 0x80`, where the source has masks; null for other literals. */
  private masked(literal: Literal): Written | null {
    const found = this.names.bits?.masks ? maskedBits(literal) : null;
    if (found === null) return null;
    const bits = written(`${beside(this.term(found.arg))} & ${mask(found.bits)}`, MASK);
    if (literal.kind === 'ne' && found.value === 0n) return bits;
    const operator = literal.kind === 'eq' ? '==' : '!=';
    return written(`${at(bits, EQUALITY + 1)} ${operator} ${mask(found.value)}`, EQUALITY);
  }

  /** `x % 3 == 0`, whatever the sign of x; null for other literals. */
  private divisible({ kind, term }: Literal): Written | null {
    const { constant: c, parts } = partsOf(term);
    const [only, ...others] = parts;
    if (kind === 'ge' || only?.mono.kind !== 'mod' || others.length > 0) return null;
    const { arg, by } = only.mono;
    if (c !== 0n || CASTS.has(by) || this.names.nonNegative(arg) || hasPower(arg)) return null;
    if (this.names.bits?.masks && isPowerOfTwo(by)) return null;
    const operator = kind === 'eq' ? '==' : '!=';
    const dividend = at(this.term(nearZero(arg, by)), PRODUCT);
    return written(`${dividend} % ${at(constant(by), UNARY)} ${operator} 0`, EQUALITY);
  }

  /** `t >= 0` with its parts on the sides where they are positive. */
  private literal(given: Literal): Written {
    const literal = withDividend(given);
    const divisible = this.divisible(literal);
    if (divisible !== null) return divisible;
    const { constant: constantPart, parts } = partsOf(literal.term);
    const left = parts.filter((p) => p.coef > 0n);
    const right = parts.filter((p) => p.coef < 0n).map((p) => ({ coef: -p.coef, mono: p.mono }));
    // what a cast is compared with is converted to its type, too
    const survives = (t: Term): boolean =>
      t.kind === 'const' ? t.value >= 0n : (t.kind === 'sym' || t.kind === 'mod') && this.names.nonNegative(t);
    const side = (x: Term, other: Term): Written => (survives(other) ? this.term(x) : this.operand(x));
    const { own } = this.names;
    const compare = (first: Term, operator: string, second: Term): Written => {
      const turned =
        own !== undefined && (symbolsOf(second).has(own) || symbolsOf(first).has(own))
          ? !symbolsOf(first).has(own)
          : isElement(second) && first.kind === 'sym';
      const [x, op, y] = turned ? [second, MIRRORED[operator] ?? operator, first] : [first, operator, second];
      const level = op === '==' || op === '!=' ? EQUALITY : RELATIONAL;
      const character = y.kind === 'const' ? this.character(op, y.value, x) : null;
      if (character !== null) return written(`${at(side(x, y), level + 1)} ${character}`, level);
      return written(`${at(side(x, y), level + 1)} ${op} ${at(side(y, x), level + 1)}`, level);
    };
    if (literal.kind !== 'ge') {
      const op = literal.kind === 'eq' ? '==' : '!=';
      const masked = this.masked(literal);
      if (masked) return masked;
      const [only] = parts;
      const same = constantPart === 0n && only && parts.length === 1 ? this.sameBits(only.mono, op) : null;
      if (same !== null) return same;
      if (
        constantPart === 0n &&
        parts.length === 1 &&
        only?.mono.kind === 'sym' &&
        this.names.isPointer?.(only.mono.symbol)
      )
        return written(`${at(this.term(only.mono), EQUALITY + 1)} ${op} NULL`, EQUALITY);
      return left.length === 0
        ? compare(sumOf(0n, right), op, sumOf(constantPart, []))
        : compare(sumOf(0n, left), op, sumOf(-constantPart, right));
    }
    if (left.length === 0)
      return constantPart === -1n
        ? compare(sumOf(0n, right), '<', sumOf(0n, []))
        : compare(sumOf(0n, right), '<=', sumOf(constantPart, []));
    if (constantPart === -1n) return compare(sumOf(0n, left), '>', sumOf(0n, right));
    return constantPart > 0n && right.length > 0
      ? compare(sumOf(0n, right), '<=', sumOf(constantPart, left))
      : compare(sumOf(0n, left), '>=', sumOf(-constantPart, right));
  }
}

/** One number, variable or element, with nothing computed. */
const isPlain = (t: Term): boolean => t.kind === 'const' || t.kind === 'sym' || isElement(t);

/** Beside `>>` and `&`, whose strength few know: only what is shifted stands without parentheses. */
const beside = (w: Written): string => at(w, w.level === SHIFT ? SHIFT : UNARY);

/** `v[k] == key` rather than `key == v[k]`. */
const isElement = (t: Term): boolean => t.kind === 'app' && MEANINGS[t.fn.kind].c.style === 'element';

/** What is cut off of it where there are no more bits may have any sign. */
function hasPower(term: Term): boolean {
  let found = false;
  rewrite(term, (x) => {
    if (x.kind === 'pow') found = true;
    return null;
  });
  return found;
}

function constant(value: bigint): Written {
  const size = value < 0n ? -value : value;
  if (size < CONSTANTS_END) return written(`${value}`, value < 0n ? UNARY : ATOM);
  for (const near of [size - NEAR, size, size + NEAR]) {
    const bits = near.toString(2).length - 1;
    const off = size - (1n << BigInt(bits));
    if (off > NEAR || off < -NEAR) continue;
    const power = `power(2, ${bits})`;
    if (off === 0n) return written(value < 0n ? `-${power}` : power, value < 0n ? UNARY : ATOM);
    const text = `${power} ${off < 0n ? '-' : '+'} ${off < 0n ? -off : off}`;
    return value < 0n ? written(`-(${text})`, UNARY) : written(text, SUM);
  }
  throw new Unwritable();
}
