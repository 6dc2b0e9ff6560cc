/**
 * C expressions as terms over the integers, by the machine's rules: unsigned values are reduced once per store or comparison,
 * signed arithmetic leaves conditions under which it is defined, division truncates.
 */
import { abs, floorDiv } from '../arithmetic/index.ts';
import type { Formula, RangeOf, Term } from '../logic/index.ts';
import {
  BIT_AND,
  BIT_OR,
  BIT_XOR,
  FALSE,
  LOWEST_BITS_CLEARED,
  SHIFT_LEFT,
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
  isLiteral,
  ite,
  le,
  lt,
  maskBits,
  mod,
  mul,
  ne0,
  neg,
  not,
  or,
  plus,
  pow,
  scale,
  sub,
} from '../logic/index.ts';
import { implies } from '../decide/index.ts';
import { isNever } from '../program/index.ts';
import type { Expr, VarId } from '../program/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { IntType, IntegerMode } from '../machine/index.ts';
import { convert, maxOf, minOf, modulusOf } from '../machine/index.ts';

/** What a translation reads from and reports to the state that it runs in. */
export interface ExpressionHost {
  readonly mode: IntegerMode;
  readonly range: RangeOf;
  variable(id: VarId): Term;
  /** Everything known to hold here. */
  facts(): Formula;
  /** Splits the path: the alternatives cover everything; returns the one taken on this path. */
  choose(alternatives: readonly Formula[]): number;
  /** The run has no undefined behaviour only if this holds. */
  require(condition: Formula, what: UndefinedBehaviour, range: SourceRange | null): void;
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
  value(e: Expr, split: boolean): Term {
    switch (e.kind) {
      case 'const':
        return int(e.value);
      case 'var':
        return this.host.variable(e.id);
      case 'ite': {
        const c = this.condition(e.cond, split);
        const a = this.lazily(c, () => this.value(e.then, split));
        const b = this.lazily(not(c), () => this.value(e.else, split));
        return ite(c, a, b);
      }
      case 'cast':
        if (e.exact && isNever(e.type)) return this.never(e.arg);
        if (e.exact && this.host.mode !== 'mathematical') return this.fitting(this.value(e.arg, split), e.type);
        return this.toType(this.ring(e.arg, split, e.type), e.type, split, e.arg.type);
      case 'unary':
        if (e.op === 'lognot') return truth(not(this.condition(e.arg, split)));
        return this.toType(this.ring(e, split), e.type, split);
      case 'binary':
        switch (e.op) {
          case 'lt':
          case 'le':
          case 'gt':
          case 'ge':
          case 'eq':
          case 'ne':
          case 'land':
          case 'lor':
            return truth(this.condition(e, split));
          default:
            return this.toType(this.ring(e, split), e.type, split);
        }
    }
  }

  /** An integer congruent to the value modulo the type's modulus; equal to it for signed types (mode `c`). */
  private ring(e: Expr, split: boolean, into: IntType = e.type): Term {
    const wraps = this.wraps(e.type);
    // a wrapping intermediate may stay unreduced only where the result is reduced by a modulus that divides its own
    const inner = wraps && into.bits <= e.type.bits && !into.bool ? e : null;
    if (inner === null && (e.kind === 'unary' || e.kind === 'binary') && into !== e.type) return this.value(e, split);
    switch (e.kind) {
      case 'cast': {
        if (e.exact || !this.wraps(e.type) || e.type.bool || into.bits > e.type.bits) return this.value(e, split);
        return e.arg.type.bits >= e.type.bits ? this.ring(e.arg, split, into) : this.value(e.arg, split);
      }
      case 'unary': {
        const a = this.ring(e.arg, split);
        if (e.op === 'neg') return this.checked(neg(a), e.type);
        if (e.op === 'bitnot') return plus(neg(a), -1);
        return this.value(e, split);
      }
      case 'binary':
        return this.arithmetic(e, split);
      default:
        return this.value(e, split);
    }
  }

  private arithmetic(e: Expr & { kind: 'binary' }, split: boolean): Term {
    const range = e.range ?? null;
    switch (e.op) {
      case 'add':
        return this.checked(add(this.ring(e.left, split), this.ring(e.right, split)), e.type, range);
      case 'sub':
        return this.checked(sub(this.ring(e.left, split), this.ring(e.right, split)), e.type, range);
      case 'mul':
        return this.checked(mul(this.ring(e.left, split), this.ring(e.right, split)), e.type, range);
      case 'div':
      case 'rem':
        return this.division(e, split);
      case 'shl':
        return this.shiftLeft(e, split);
      case 'shr':
        return this.shiftRight(e, split);
      case 'and':
      case 'or':
      case 'xor': {
        const a = this.value(e.left, split);
        const b = this.value(e.right, split);
        return this.bitwise(e.op, a, b);
      }
      default:
        return this.value(e, split);
    }
  }

  /** C11 6.5.5: the quotient is truncated; dividing by zero is undefined. */
  private division(e: Expr & { kind: 'binary' }, split: boolean): Term {
    const range = e.range ?? null;
    const a = this.value(e.left, split);
    const b = this.value(e.right, split);
    this.require(ne0(b), 'division-by-zero', range);
    if (isConst(b) && b.value === 0n) return int(0);
    const q = this.quotient(a, b);
    if (e.op === 'div') return this.checked(q, e.type, range);
    if (!isConst(b)) return app(TRUNCATED_REMAINDER, [a, b]);
    return this.remainder(a, b.value);
  }

  /** The number of bits that a value is shifted by: C11 6.5.7 leaves any other than 0 ... width - 1 undefined. */
  private shiftAmount(e: Expr & { kind: 'binary' }, split: boolean): Term {
    const amount = this.value(e.right, split);
    this.require(and(ge0(amount), lt(amount, int(e.type.bits))), 'shift', e.range ?? null);
    return amount;
  }

  private shiftLeft(e: Expr & { kind: 'binary' }, split: boolean): Term {
    const amount = this.shiftAmount(e, split);
    if (isConst(amount) && isOutside(amount.value, e.type)) return int(0);
    const a = isConst(amount) ? this.ring(e.left, split) : this.value(e.left, split);
    if (this.host.mode === 'c' && e.type.signed) this.require(ge0(a), 'shift', e.range ?? null);
    return this.checked(shiftedLeft(a, amount), e.type, e.range ?? null);
  }

  private shiftRight(e: Expr & { kind: 'binary' }, split: boolean): Term {
    const amount = this.shiftAmount(e, split);
    const a = this.value(e.left, split);
    if (!isConst(amount)) return app(SHIFT_RIGHT, [a, amount]);
    return isOutside(amount.value, e.type) ? int(0) : div(a, 1n << amount.value);
  }

  /** C's quotient, towards zero. */
  private quotient(a: Term, b: Term): Term {
    if (!isConst(b)) return app(TRUNCATED_QUOTIENT, [a, b]);
    const d = abs(b.value);
    const signed = (t: Term): Term => (b.value < 0n ? neg(t) : t);
    if (d === 1n) return signed(a);
    if (this.nonNegative(a)) return signed(div(a, d));
    if (this.nonNegative(neg(a))) return signed(neg(div(neg(a), d)));
    return signed(ite(ge0(a), div(a, d), neg(div(neg(a), d))));
  }

  /** C's remainder: the sign of the dividend. */
  private remainder(a: Term, by: bigint): Term {
    const d = abs(by);
    if (this.nonNegative(a)) return mod(a, d);
    if (this.nonNegative(neg(a))) return neg(mod(neg(a), d));
    return ite(ge0(a), mod(a, d), neg(mod(neg(a), d)));
  }

  /** A formula that holds where the expression is not zero. */
  condition(e: Expr, split: boolean): Formula {
    if (e.kind === 'unary' && e.op === 'lognot') return not(this.condition(e.arg, split));
    if (e.kind === 'const') return e.value !== 0n ? TRUE : FALSE;
    if (e.kind === 'cast' && (e.type.bool || e.type.bits >= e.arg.type.bits)) return this.condition(e.arg, split);
    if (e.kind !== 'binary') return this.lift(asFormula(this.value(e, split)));
    switch (e.op) {
      case 'land': {
        const a = this.condition(e.left, split);
        return and(
          a,
          this.lazily(a, () => this.condition(e.right, split)),
        );
      }
      case 'lor': {
        const a = this.condition(e.left, split);
        return or(
          a,
          this.lazily(not(a), () => this.condition(e.right, split)),
        );
      }
      case 'eq':
      case 'ne':
        return this.equality(e, split);
      case 'lt':
        return this.compare(e, split, (a, b) => lt(a, b));
      case 'gt':
        return this.compare(e, split, (a, b) => lt(b, a));
      case 'le':
        return this.compare(e, split, (a, b) => le(a, b));
      case 'ge':
        return this.compare(e, split, (a, b) => ge(a, b));
      default:
        return this.lift(ne0(this.value(e, split)));
    }
  }

  private equality(e: Expr & { kind: 'binary' }, split: boolean): Formula {
    // (boolean) == 0 and != 0
    for (const [x, y] of [
      [e.left, e.right],
      [e.right, e.left],
    ] as const) {
      if (y.kind === 'const' && y.value === 0n) {
        const f = this.condition(x, split);
        return e.op === 'ne' ? f : not(f);
      }
    }
    const rem = this.remainderTest(e, split);
    if (rem) return e.op === 'eq' ? rem : not(rem);
    const type = e.left.type;
    const a = this.ring(e.left, split);
    const b = this.ring(e.right, split);
    const d = this.wraps(type) ? this.reducedDifference(a, b, type) : sub(a, b);
    return this.lift(e.op === 'eq' ? eq0(d) : ne0(d));
  }

  /** `a % c == 0` asks for divisibility, whatever the sign of `a`. */
  private remainderTest(e: Expr & { kind: 'binary' }, split: boolean): Formula | null {
    const [x, y] = e.left.kind === 'const' ? [e.right, e.left] : [e.left, e.right];
    if (
      y.kind !== 'const' ||
      y.value !== 0n ||
      x.kind !== 'binary' ||
      x.op !== 'rem' ||
      x.right.kind !== 'const' ||
      x.right.value === 0n
    )
      return null;
    return eq0(mod(this.value(x.left, split), abs(x.right.value)));
  }

  private reducedDifference(a: Term, b: Term, type: IntType): Term {
    const va = this.inRange(a, type) ? a : null;
    const vb = this.inRange(b, type) ? b : null;
    if (va && vb) return sub(va, vb);
    return mod(sub(a, b), modulusOf(type));
  }

  private compare(e: Expr & { kind: 'binary' }, split: boolean, build: (a: Term, b: Term) => Formula): Formula {
    return this.lift(build(this.value(e.left, split), this.value(e.right, split)));
  }

  /** Takes conditional terms out of a literal: `(c ? a : b) >= 0` becomes `c && a >= 0 || !c && b >= 0`. */
  private lift(f: Formula): Formula {
    if (!isLiteral(f)) return f;
    const parts = f.term.kind === 'sum' ? f.term.parts : [{ coef: 1n, mono: f.term }];
    const at = parts.findIndex((p) => p.mono.kind === 'ite');
    const part = parts[at];
    if (!part || part.mono.kind !== 'ite') return f;
    const { cond, then, else: other } = part.mono;
    const withBranch = (branch: Term): Formula => {
      const t = add(sub(f.term, scale(part.coef, part.mono)), scale(part.coef, branch));
      return this.lift(f.kind === 'ge' ? ge0(t) : f.kind === 'eq' ? eq0(t) : ne0(t));
    };
    return or(and(cond, withBranch(then)), and(not(cond), withBranch(other)));
  }

  /** Signed results: undefined when out of range (mode `c`). Wrapping types: reduced later. */
  private checked(t: Term, type: IntType, range: SourceRange | null = null): Term {
    if (this.host.mode === 'c' && type.signed && !this.inRange(t, type)) {
      this.require(and(ge(t, int(minOf(type))), le(t, int(maxOf(type)))), 'signed-overflow', range);
    }
    return t;
  }

  /** Conversion to a type: nothing where the value fits, else a split on the wrap-around quotient or a modulus. */
  private toType(t: Term, type: IntType, split: boolean, from: IntType = type): Term {
    if (type.bool) return from.bool ? t : truth(ne0(t));
    if (this.host.mode === 'mathematical') return t;
    if (isConst(t)) return int(convert(t.value, type));
    const lo = minOf(type);
    const modulus = modulusOf(type);
    const i = intervalOf(t, this.host.range);
    if (i.lo !== null && i.hi !== null && i.lo >= lo && i.hi <= maxOf(type)) return t;
    // an arithmetic result of a signed type is in range in any run that goes on
    if (this.host.mode === 'c' && type.signed && from === type) return t;
    if (this.inRange(t, type)) return t;
    if (split && this.split && i.lo !== null && i.hi !== null) {
      const first = floorDiv(i.lo - lo, modulus);
      const last = floorDiv(i.hi - lo, modulus);
      if (last - first < MAX_QUOTIENTS) {
        const quotients: bigint[] = [];
        for (let q = first; q <= last; q++) quotients.push(q);
        const zero = quotients.indexOf(0n);
        if (zero > 0) quotients.unshift(...quotients.splice(zero, 1));
        const pick = this.host.choose(
          quotients.map((q) => and(ge(t, int(lo + q * modulus)), lt(t, int(lo + (q + 1n) * modulus)))),
        );
        return plus(t, -(quotients[pick] as bigint) * modulus);
      }
    }
    return plus(mod(plus(t, -lo), modulus), lo);
  }

  /** A value that must fit its type, or the run is undefined. */
  private fitting(t: Term, type: IntType): Term {
    if (!this.inRange(t, type))
      this.require(and(ge(t, int(minOf(type))), le(t, int(maxOf(type)))), 'pointer-overflow', null);
    return t;
  }

  /** A condition that doesn't hold, or the run is undefined. */
  private never(e: Expr): Term {
    // the guard is a condition that the run comes to by itself: no path forks for this
    const isFalse = not(this.lazily(TRUE, () => this.condition(e, false)));
    if (!implies(this.host.facts(), isFalse, this.host.range)) this.require(isFalse, 'null-pointer', null);
    return int(0);
  }

  private wraps(type: IntType): boolean {
    return this.host.mode !== 'mathematical' && (!type.signed || this.host.mode === 'wrapv');
  }

  private inRange(t: Term, type: IntType): boolean {
    const i = intervalOf(t, this.host.range);
    const lo = minOf(type);
    const hi = maxOf(type);
    if (i.lo !== null && i.hi !== null && i.lo >= lo && i.hi <= hi) return true;
    const facts = this.host.facts();
    return (
      ((i.lo !== null && i.lo >= lo) || implies(facts, ge(t, int(lo)), this.host.range)) &&
      ((i.hi !== null && i.hi <= hi) || implies(facts, le(t, int(hi)), this.host.range))
    );
  }

  private nonNegative(t: Term): boolean {
    const i = intervalOf(t, this.host.range);
    return (i.lo !== null && i.lo >= 0n) || implies(this.host.facts(), ge0(t), this.host.range);
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

  private require(condition: Formula, what: UndefinedBehaviour, range: SourceRange | null): void {
    const f = implication(this.under, condition);
    if (f.kind !== 'true') this.host.require(f, what, range);
  }

  private bitwise(op: 'and' | 'or' | 'xor', a: Term, b: Term): Term {
    return (op === 'and' ? this.lowestCleared(a, b) : null) ?? bitwise(op, a, b);
  }

  /** `x & (x - 1)` for an x that is not negative and no wider than 64 bits; null for all else. */
  private lowestCleared(a: Term, b: Term): Term | null {
    const apart = sub(a, b);
    if (!isConst(apart) || (apart.value !== 1n && apart.value !== -1n)) return null;
    const x = apart.value === 1n ? a : b;
    const { hi } = intervalOf(x, this.host.range);
    if (hi === null || hi >= 1n << 64n || !implies(this.host.facts(), ge0(x), this.host.range)) return null;
    return app(LOWEST_BITS_CLEARED, [x, int(1)]);
  }
}

const truth = (f: Formula): Term => ite(f, int(1), int(0));

/** Masks of more runs of bits stay bits: as sums of quotients nobody could read them. */
const MAX_RUNS = 4;

/** Runs of ones in the binary form, of zeros where the number is negative. */
const runsOf = (m: bigint): number =>
  (m < 0n ? -m - 1n : m)
    .toString(2)
    .split(/0+/)
    .filter((run) => run !== '').length;

function bitwise(op: 'and' | 'or' | 'xor', a: Term, b: Term): Term {
  if (a === b) return op === 'xor' ? int(0) : a;
  const [x, m] = isConst(a) ? [b, a] : [a, b];
  if (isConst(m) && runsOf(m.value) <= MAX_RUNS) {
    const masked = maskBits(x, m.value);
    if (op === 'and') return masked;
    return op === 'or' ? sub(plus(x, m.value), masked) : sub(plus(x, m.value), scale(2n, masked));
  }
  const args = a.key < b.key ? [a, b] : [b, a];
  return app(op === 'and' ? BIT_AND : op === 'or' ? BIT_OR : BIT_XOR, args);
}

/** No value is shifted by so many bits. */
const isOutside = (amount: bigint, type: IntType): boolean => amount < 0n || amount >= BigInt(type.bits);

/** `a * 2^amount` */
function shiftedLeft(a: Term, amount: Term): Term {
  if (isConst(amount)) return scale(1n << amount.value, a);
  return isConst(a) ? scale(a.value, pow(2n, amount)) : app(SHIFT_LEFT, [a, amount]);
}
