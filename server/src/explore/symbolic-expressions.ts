/**
 * C expressions as terms over the integers, by the machine's rules. Unsigned values are reduced once for each store or
 * comparison. Signed arithmetic leaves conditions under which it is defined. Division truncates.
 */
import { abs, floorDiv } from '../arithmetic/index.ts';
import type { Formula, Term } from '../logic/index.ts';
import {
  FALSE,
  SHIFT_RIGHT,
  TRUE,
  TRUNCATED_QUOTIENT,
  TRUNCATED_REMAINDER,
  add,
  and,
  app,
  asFormula,
  div,
  eq0,
  ge,
  ge0,
  implication,
  int,
  intervalOf,
  isConst,
  ite,
  le,
  lt,
  mod,
  mul,
  ne0,
  neg,
  not,
  or,
  plus,
  sub,
} from '../logic/index.ts';
import { implies } from '../decide/index.ts';
import { isNever } from '../program/index.ts';
import type { BinaryOp, Expr, VarId } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';
import { convert, maxOf, minOf, modulusOf } from '../machine/index.ts';
import { bitwise, shiftedLeft } from './bit-operations.ts';
import { liftChoices } from './lift-choices.ts';
import type { KnownHere } from './value-facts.ts';
import { inRange, isNonNegative, isTruth } from './value-facts.ts';

/** What a translation reads from and reports to the state that it runs in. */
export interface ExpressionHost extends KnownHere {
  readonly mode: IntegerMode;
  variable(id: VarId): Term;
  /** Splits the path: the alternatives cover everything; returns the one taken on this path. */
  choose(alternatives: readonly Formula[]): number;
  /** A choice between two terms that comparisons keep, rather than becoming two; none where it isn't said. */
  keeps?(choice: Term): boolean;
  /** The run has no undefined behaviour only if this holds. `amount`: it is about how far something is shifted. */
  require(condition: Formula, what: UndefinedBehaviour, range: SourceRange | null, amount?: boolean): void;
}

export type UndefinedBehaviour = 'signed-overflow' | 'division-by-zero' | 'shift' | 'pointer-overflow' | 'null-pointer';

/** At most so many wrap-around quotients become paths of their own; beyond, the modulus stays in the term. */
const MAX_QUOTIENTS = 3n;

export class Translator {
  private readonly host: ExpressionHost;
  /** Conditions under which the operand at hand is evaluated at all. */
  private under: Formula = TRUE;
  /** Forking is allowed: not inside operands that may not be evaluated. */
  private split = true;

  constructor(host: ExpressionHost) {
    this.host = host;
  }

  /** The value, within the range of its type. `split`: wrap-around may become paths of their own. */
  value(expression: Expr, split: boolean): Term {
    switch (expression.kind) {
      case 'const':
        return int(expression.value);
      case 'var':
        return this.host.variable(expression.id);
      case 'ite': {
        const c = this.condition(expression.cond, split);
        const a = this.lazily(c, () => this.value(expression.then, split));
        const b = this.lazily(not(c), () => this.value(expression.else, split));
        return ite(c, a, b);
      }
      case 'cast':
        if (expression.exact && isNever(expression.type)) return this.never(expression.arg);
        if (expression.exact && this.host.mode !== 'mathematical')
          return this.fitting(this.value(expression.arg, split), expression.type);
        return this.toType(
          this.ring(expression.arg, split, expression.type),
          expression.type,
          split,
          expression.arg.type,
        );
      case 'unary':
        if (expression.op === 'lognot') return truth(not(this.condition(expression.arg, split)));
        return this.toType(this.ring(expression, split), expression.type, split);
      case 'binary':
        switch (expression.op) {
          case 'lt':
          case 'le':
          case 'gt':
          case 'ge':
          case 'eq':
          case 'ne':
          case 'land':
          case 'lor':
            return truth(this.condition(expression, split));
          default:
            return this.toType(this.ring(expression, split), expression.type, split);
        }
    }
  }

  /** An integer congruent to the value modulo the type's modulus; equal to it for signed types (mode `c`). */
  private ring(expression: Expr, split: boolean, into: IntType = expression.type): Term {
    const wraps = this.wraps(expression.type);
    // a wrapping intermediate may stay unreduced only where the result is reduced by a modulus that divides its own
    const inner = wraps && into.bits <= expression.type.bits && !into.bool ? expression : null;
    if (inner === null && (expression.kind === 'unary' || expression.kind === 'binary') && into !== expression.type)
      return this.value(expression, split);
    switch (expression.kind) {
      case 'cast': {
        if (
          expression.exact ||
          !this.wraps(expression.type) ||
          expression.type.bool ||
          // of a truth value nothing is cut off: it is whether there is anything
          into.bool ||
          into.bits > expression.type.bits
        )
          return this.value(expression, split);
        return expression.arg.type.bits >= expression.type.bits
          ? this.ring(expression.arg, split, into)
          : this.value(expression.arg, split);
      }
      case 'unary': {
        const a = this.ring(expression.arg, split);
        if (expression.op === 'neg') return this.checked(neg(a), expression.type);
        if (expression.op === 'bitnot') return plus(neg(a), -1);
        return this.value(expression, split);
      }
      case 'binary':
        return this.arithmetic(expression, split);
      default:
        return this.value(expression, split);
    }
  }

  private arithmetic(expression: Expr & { kind: 'binary' }, split: boolean): Term {
    const range = expression.range ?? null;
    switch (expression.op) {
      case 'add':
        return this.checked(
          add(this.ring(expression.left, split), this.ring(expression.right, split)),
          expression.type,
          range,
        );
      case 'sub':
        return this.checked(
          sub(this.ring(expression.left, split), this.ring(expression.right, split)),
          expression.type,
          range,
        );
      case 'mul':
        return this.checked(
          mul(this.ring(expression.left, split), this.ring(expression.right, split)),
          expression.type,
          range,
        );
      case 'div':
      case 'rem':
        return this.division(expression, split);
      case 'shl':
        return this.shiftLeft(expression, split);
      case 'shr':
        return this.shiftRight(expression, split);
      case 'and':
      case 'or':
      case 'xor': {
        const a = this.value(expression.left, split);
        const b = this.value(expression.right, split);
        return bitwise(expression.op, a, b, this.host);
      }
      default:
        return this.value(expression, split);
    }
  }

  /** C11 6.5.5: the quotient is truncated; dividing by zero is undefined. */
  private division(expression: Expr & { kind: 'binary' }, split: boolean): Term {
    const range = expression.range ?? null;
    const a = this.value(expression.left, split);
    const b = this.value(expression.right, split);
    this.require(ne0(b), 'division-by-zero', range);
    if (isConst(b) && b.value === 0n) return int(0);
    const q = this.quotient(a, b);
    if (expression.op === 'div') return this.checked(q, expression.type, range);
    if (!isConst(b)) return app(TRUNCATED_REMAINDER, [a, b]);
    return this.remainder(a, b.value);
  }

  /** The number of bits that a value is shifted by: C11 6.5.7 leaves any other than 0 ... width - 1 undefined. */
  private shiftAmount(e: Expr & { kind: 'binary' }, split: boolean): Term {
    const amount = this.value(e.right, split);
    this.require(and(ge0(amount), lt(amount, int(e.type.bits))), 'shift', e.range ?? null, true);
    return amount;
  }

  private shiftLeft(expression: Expr & { kind: 'binary' }, split: boolean): Term {
    const amount = this.shiftAmount(expression, split);
    if (isConst(amount) && isOutside(amount.value, expression.type)) return int(0);
    const a = isConst(amount) ? this.ring(expression.left, split) : this.value(expression.left, split);
    if (this.host.mode === 'c' && expression.type.signed) this.require(ge0(a), 'shift', expression.range ?? null);
    return this.checked(shiftedLeft(a, amount), expression.type, expression.range ?? null);
  }

  private shiftRight(expression: Expr & { kind: 'binary' }, split: boolean): Term {
    const amount = this.shiftAmount(expression, split);
    const a = this.value(expression.left, split);
    if (!isConst(amount)) return app(SHIFT_RIGHT, [a, amount]);
    return isOutside(amount.value, expression.type) ? int(0) : div(a, 1n << amount.value);
  }

  /** C's quotient, towards zero. */
  private quotient(first: Term, second: Term): Term {
    if (!isConst(second)) return app(TRUNCATED_QUOTIENT, [first, second]);
    const d = abs(second.value);
    const signed = (t: Term): Term => (second.value < 0n ? neg(t) : t);
    if (d === 1n) return signed(first);
    if (isNonNegative(first, this.host)) return signed(div(first, d));
    if (isNonNegative(neg(first), this.host)) return signed(neg(div(neg(first), d)));
    return signed(ite(ge0(first), div(first, d), neg(div(neg(first), d))));
  }

  /** C's remainder: the sign of the dividend. */
  private remainder(term: Term, by: bigint): Term {
    const d = abs(by);
    if (isNonNegative(term, this.host)) return mod(term, d);
    if (isNonNegative(neg(term), this.host)) return neg(mod(neg(term), d));
    return ite(ge0(term), mod(term, d), neg(mod(neg(term), d)));
  }

  /** A formula that holds where the expression is not zero. */
  condition(expression: Expr, split: boolean): Formula {
    if (expression.kind === 'unary' && expression.op === 'lognot') return not(this.condition(expression.arg, split));
    if (expression.kind === 'const') return expression.value !== 0n ? TRUE : FALSE;
    if (expression.kind === 'cast' && (expression.type.bool || expression.type.bits >= expression.arg.type.bits))
      return this.condition(expression.arg, split);
    if (expression.kind !== 'binary') return this.lifted(asFormula(this.value(expression, split)));
    switch (expression.op) {
      case 'land': {
        const a = this.condition(expression.left, split);
        return and(
          a,
          this.lazily(a, () => this.condition(expression.right, split)),
        );
      }
      case 'lor': {
        const a = this.condition(expression.left, split);
        return or(
          a,
          this.lazily(not(a), () => this.condition(expression.right, split)),
        );
      }
      case 'and':
      case 'or': {
        if (!isTruthValue(expression.left) || !isTruthValue(expression.right)) break;
        // `(a > 0) & (b > 0)`
        const [a, b] = [this.condition(expression.left, split), this.condition(expression.right, split)];
        return expression.op === 'and' ? and(a, b) : or(a, b);
      }
      case 'eq':
      case 'ne':
        return this.equality(expression, split);
      case 'lt':
        return this.compare(expression, split, (a, b) => lt(a, b));
      case 'gt':
        return this.compare(expression, split, (a, b) => lt(b, a));
      case 'le':
        return this.compare(expression, split, (a, b) => le(a, b));
      case 'ge':
        return this.compare(expression, split, (a, b) => ge(a, b));
      default:
    }
    return this.lifted(ne0(this.value(expression, split)));
  }

  private lifted(formula: Formula): Formula {
    return liftChoices(formula, this.host.keeps?.bind(this.host));
  }

  private equality(expression: Expr & { kind: 'binary' }, split: boolean): Formula {
    // (boolean) == 0 and != 0
    for (const [x, y] of [
      [expression.left, expression.right],
      [expression.right, expression.left],
    ] as const) {
      if (y.kind === 'const' && y.value === 0n) {
        const f = this.condition(x, split);
        return expression.op === 'ne' ? f : not(f);
      }
    }
    const rem = this.remainderTest(expression, split);
    if (rem) return expression.op === 'eq' ? rem : not(rem);
    const type = expression.left.type;
    const left = this.ring(expression.left, split);
    const right = this.ring(expression.right, split);
    const difference = this.wraps(type) ? this.reducedDifference(left, right, type) : sub(left, right);
    return this.lifted(expression.op === 'eq' ? eq0(difference) : ne0(difference));
  }

  /** `a % c == 0` asks for divisibility, whatever the sign of `a`. */
  private remainderTest(expression: Expr & { kind: 'binary' }, split: boolean): Formula | null {
    const [tested, other] =
      expression.left.kind === 'const' ? [expression.right, expression.left] : [expression.left, expression.right];
    if (
      other.kind !== 'const' ||
      other.value !== 0n ||
      tested.kind !== 'binary' ||
      tested.op !== 'rem' ||
      tested.right.kind !== 'const' ||
      tested.right.value === 0n
    )
      return null;
    return eq0(mod(this.value(tested.left, split), abs(tested.right.value)));
  }

  private reducedDifference(first: Term, second: Term, type: IntType): Term {
    const va = inRange(first, type, this.host) ? first : null;
    const vb = inRange(second, type, this.host) ? second : null;
    if (va && vb) return sub(va, vb);
    return mod(sub(first, second), modulusOf(type));
  }

  private compare(e: Expr & { kind: 'binary' }, split: boolean, build: (a: Term, b: Term) => Formula): Formula {
    return this.lifted(build(this.value(e.left, split), this.value(e.right, split)));
  }

  /** Signed results: undefined when out of range (mode `c`). Wrapping types: reduced later. */
  private checked(term: Term, type: IntType, range: SourceRange | null = null): Term {
    if (this.host.mode === 'c' && type.signed && !inRange(term, type, this.host)) {
      this.require(and(ge(term, int(minOf(type))), le(term, int(maxOf(type)))), 'signed-overflow', range);
    }
    return term;
  }

  /** Conversion to a type: nothing where the value fits, else a split on the wrap-around quotient or a modulus. */
  private toType(term: Term, type: IntType, split: boolean, from: IntType = type): Term {
    // `b = !b`: what is 0 or 1 remains so
    if (type.bool) return from.bool || isTruth(term, this.host) ? term : truth(ne0(term));
    if (this.host.mode === 'mathematical') return term;
    if (isConst(term)) return int(convert(term.value, type));
    const lo = minOf(type);
    const modulus = modulusOf(type);
    const interval = intervalOf(term, this.host.range);
    if (interval.lo !== null && interval.hi !== null && interval.lo >= lo && interval.hi <= maxOf(type)) return term;
    // an arithmetic result of a signed type is in range in any run that goes on
    if (this.host.mode === 'c' && type.signed && from === type) return term;
    if (inRange(term, type, this.host)) return term;
    if (split && this.split && interval.lo !== null && interval.hi !== null) {
      const first = floorDiv(interval.lo - lo, modulus);
      const last = floorDiv(interval.hi - lo, modulus);
      if (last - first < MAX_QUOTIENTS) {
        const quotients: bigint[] = [];
        for (let q = first; q <= last; q++) quotients.push(q);
        const zero = quotients.indexOf(0n);
        if (zero > 0) quotients.unshift(...quotients.splice(zero, 1));
        const pick = this.host.choose(
          quotients.map((q) => and(ge(term, int(lo + q * modulus)), lt(term, int(lo + (q + 1n) * modulus)))),
        );
        return plus(term, -(quotients[pick] as bigint) * modulus);
      }
    }
    return plus(mod(plus(term, -lo), modulus), lo);
  }

  /** A value that must fit its type, or the run is undefined. */
  private fitting(t: Term, type: IntType): Term {
    if (!inRange(t, type, this.host))
      this.require(and(ge(t, int(minOf(type))), le(t, int(maxOf(type)))), 'pointer-overflow', null);
    return t;
  }

  /** A condition that doesn't hold, or the run is undefined. */
  private never(expression: Expr): Term {
    // the guard is a condition that the run comes to by itself: no path forks for this
    const isFalse = not(this.lazily(TRUE, () => this.condition(expression, false)));
    if (!implies(this.host.facts(), isFalse, this.host.range)) this.require(isFalse, 'null-pointer', null);
    return int(0);
  }

  private wraps(type: IntType): boolean {
    return this.host.mode !== 'mathematical' && (!type.signed || this.host.mode === 'wrapv');
  }

  private lazily<T>(when: Formula, run: () => T): T {
    const { under, split } = this;
    this.under = and(under, when);
    this.split = false;
    try {
      return run();
    } finally {
      this.under = under;
      this.split = split;
    }
  }

  private require(condition: Formula, what: UndefinedBehaviour, range: SourceRange | null, amount = false): void {
    const f = implication(this.under, condition);
    if (f.kind !== 'true') this.host.require(f, what, range, amount);
  }
}

/** It is 0 or 1. */
function isTruthValue(e: Expr): boolean {
  if (e.kind === 'cast') return e.type.bool || (e.type.bits > 1 && isTruthValue(e.arg));
  if (e.kind === 'unary') return e.op === 'lognot';
  if (e.kind !== 'binary') return e.type.bool;
  return OF_TRUTH.has(e.op) || (OF_BITS.has(e.op) && isTruthValue(e.left) && isTruthValue(e.right));
}

const OF_TRUTH: ReadonlySet<BinaryOp> = new Set(['land', 'lor', 'eq', 'ne', 'lt', 'le', 'gt', 'ge']);
const OF_BITS: ReadonlySet<BinaryOp> = new Set(['and', 'or']);

const truth = (f: Formula): Term => ite(f, int(1), int(0));

/** No value is shifted by so many bits. */
const isOutside = (amount: bigint, type: IntType): boolean => amount < 0n || amount >= BigInt(type.bits);
