/**
 * Formulas as C conditions. Each part of a comparison stands on the side where it is positive: `x - y + 1 >= 0` is
 * `x + 1 >= y`. Divisibility, masks and casts are read back: `(x - y) mod 2^32 = 0` is `(unsigned)x == (unsigned)y`.
 */
import {
  AND,
  ATOM,
  EQUALITY,
  MASK,
  OR,
  PRODUCT,
  RELATIONAL,
  UNARY,
  at,
  beside,
  constant,
  written,
} from './c-precedence.ts';
import type { Written } from './c-precedence.ts';
import { comparedWith } from './c-names.ts';
import type { CNames } from './c-names.ts';
import { CASTS, WIDE } from './casts-in-terms.ts';
import type { Formula, Literal, Part, Term } from './expression.ts';
import { MEANINGS } from './function-symbols.ts';
import { isPowerOfTwo, mask, maskedBits } from './masks.ts';
import { hasPower, withDividend } from './readable-terms.ts';
import { symbolsOf } from './substitution.ts';
import { nearZero, neg, partsOf, sumOf } from './term.ts';

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

/** Writes the terms that conditions compare. */
interface TermWriter {
  term(t: Term): Written;
  /** The same beside another operand. */
  operand(t: Term): Written;
}

export class ConditionWriter {
  private readonly names: CNames;
  private readonly terms: TermWriter;
  constructor(names: CNames, terms: TermWriter) {
    this.names = names;
    this.terms = terms;
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
        : `(${CASTS.get(term.by) ?? ''})${at(this.terms.term(t), UNARY)}`;
    return written(`${side(isElement(y) ? y : sum)} ${op} ${side(isElement(y) ? sum : y)}`, EQUALITY);
  }

  /** `(x & 0xC0) == 0x80`, where the source has masks; null for other literals. */
  private masked(literal: Literal): Written | null {
    const found = this.names.bits?.masks ? maskedBits(literal) : null;
    if (found === null) return null;
    const bits = written(`${beside(this.terms.term(found.arg))} & ${mask(found.bits)}`, MASK);
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
    const dividend = at(this.terms.term(upright(nearZero(arg, by))), PRODUCT);
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
    const side = (x: Term, other: Term): Written => (survives(other) ? this.terms.term(x) : this.terms.operand(x));
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
        return written(`${at(this.terms.term(only.mono), EQUALITY + 1)} ${op} NULL`, EQUALITY);
      return left.length === 0
        ? compare(sumOf(0n, right), op, sumOf(constantPart, []))
        : compare(sumOf(0n, left), op, sumOf(-constantPart, right));
    }
    const remainder = atItsEnd(constantPart, parts);
    if (remainder) return compare(remainder.of, '==', sumOf(remainder.value, []));
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

/** `x % 2 >= 1` is `x % 2 == 1`, and `x % 3 <= 0` is `x % 3 == 0`; null for other comparisons. */
function atItsEnd(constantPart: bigint, parts: readonly Part[]): { readonly of: Term; readonly value: bigint } | null {
  const [only, ...others] = parts;
  if (only?.mono.kind !== 'mod' || others.length > 0 || CASTS.has(only.mono.by)) return null;
  const last = only.mono.by - 1n;
  if (only.coef === 1n && constantPart === -last) return { of: only.mono, value: last };
  return only.coef === -1n && constantPart === 0n ? { of: only.mono, value: 0n } : null;
}

/** Divisible is `-x - 2` where `x + 2` is. */
const upright = (t: Term): Term => (partsOf(t).parts.every((p) => p.coef < 0n) ? neg(t) : t);

/** One number, variable or element, with nothing computed. */
const isPlain = (t: Term): boolean => t.kind === 'const' || t.kind === 'sym' || isElement(t);

/** `v[k] == key` rather than `key == v[k]`. */
const isElement = (t: Term): boolean => t.kind === 'app' && MEANINGS[t.fn.kind].c.style === 'element';
