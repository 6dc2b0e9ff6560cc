/**
 * Terms and formulas as C expressions: read over unbounded integers, they are worth what the term is worth; a cast stands only where C's own conversions
 * leave it at that. Helpers: `min`, `max`, `floor_div(a, b)`,
 * `mod(a, b)` (never negative) and `power(a, k)`; a cast to an unsigned type reduces. What C has no expression for has none here.
 */
import type { AppTerm, Formula, Literal, Part, Term } from './expression.ts';
import { extremeOf } from './extremes.ts';
import type { Symbol } from './symbol.ts';
import { constantResidue } from './exact-quotients.ts';
import { rewrite } from './rewrite-terms.ts';
import { symbolsOf } from './substitution.ts';
import { add, int, isOne, mul, nearZero, partsOf, plus, scale, sumOf } from './term.ts';
import { MEANINGS } from './function-symbols.ts';

/** How what a term is about is called in C; null: it has no name there. */
export interface CNames {
  symbol(s: Symbol): string | null;
  /** An element of the array; `indices`: as terms. */
  element(of: Symbol, index: string, indices: readonly Term[]): string | null;
  /** What an assignment is to: it stands in front, as in `x = max(x, 0)`. */
  readonly own?: Symbol;
  /** How the source writes what this is compared with, where that is a character constant. */
  character?(value: bigint, compared: Term): string | null;
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

const CASTS: ReadonlyMap<bigint, string> = new Map([
  [1n << 8n, 'unsigned char'],
  [1n << 16n, 'unsigned short'],
  [1n << 32n, 'unsigned'],
  [1n << 64n, 'unsigned long long'],
]);
/** No narrower than `int`: not promoted. */
const WIDE: ReadonlySet<bigint> = new Set([1n << 32n, 1n << 64n]);
/** C has no constants from here on. */
const CONSTANTS_END = 1n << 63n;
const NEAR = 64n;
/** A look-up in a longer table isn't spelled out. */
const MAX_CHOICES = 8;

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
        return this.names.nonNegative(term.arg) || constantResidue(term.arg, term.by) === 0n
          ? written(`${at(this.term(term.arg), PRODUCT)} / ${at(constant(term.by), UNARY)}`, PRODUCT)
          : call('floor_div', this.term(term.arg), constant(term.by));
      case 'mod': {
        const cast = CASTS.get(term.by);
        const arg = nearZero(term.arg, term.by);
        if (cast !== undefined) return written(`(${cast})${at(this.term(arg), UNARY)}`, UNARY);
        return this.names.nonNegative(term.arg) && !hasPower(term.arg)
          ? written(`${at(this.term(term.arg), PRODUCT)} % ${at(constant(term.by), UNARY)}`, PRODUCT)
          : call('mod', this.term(arg), constant(term.by));
      }
      case 'pow':
        return call('power', constant(term.base), this.term(term.exponent));
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
    const common = constantPart === 0n && given.length > 1 ? commonFactor(given) : null;
    if (common) return written(`${this.term(common.factor).text} * ${at(this.term(common.rest), UNARY)}`, PRODUCT);
    const moved = given.length === 1 && given[0] ? insideExtreme(constantPart, given[0]) : null;
    if (moved !== null) return this.extreme(...moved);
    const parts = given.map((p) => this.upright(p));
    const degree = (p: Part): number => (p.mono.kind === 'prod' ? p.mono.factors.length : 1);
    const rank = (p: Part): number => (p.mono.kind === 'sym' && p.mono.symbol === this.names.own ? 99 : degree(p));
    const byDegree = [...parts].sort((a, b) => rank(b) - rank(a));
    const sorted = [...byDegree.filter((p) => p.coef > 0n), ...byDegree.filter((p) => p.coef < 0n)];
    const pieces: { readonly negative: boolean; readonly text: string }[] = sorted.map(({ coef, mono }) => {
      const size = coef < 0n ? -coef : coef;
      const one = parts.length > 1 || constantPart !== 0n || size !== 1n ? this.operand(mono) : this.term(mono);
      return {
        negative: coef < 0n,
        text: size === 1n ? at(one, PRODUCT) : `${at(constant(size), PRODUCT)} * ${at(one, UNARY)}`,
      };
    });
    if (constantPart !== 0n) {
      const own = {
        negative: constantPart < 0n,
        text: at(constant(constantPart < 0n ? -constantPart : constantPart), PRODUCT),
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

  private conditional(cond: Formula, first: Term, second: Term): Written {
    const chosen = extremeOf(cond, first, second);
    if (chosen !== null) return this.extreme(chosen, first, second);
    const c = this.formula(cond);
    return written(`${at(c, OR)} ? ${at(this.term(first), OR)} : ${at(this.term(second), OR)}`, CONDITIONAL);
  }

  /** Constants first; at 0 a quotient may be cut off either way. */
  private extreme(fn: 'min' | 'max', first: Term, second: Term): Written {
    const isOwn = (t: Term): boolean => this.names.own !== undefined && symbolsOf(t).has(this.names.own);
    const swapped = isOwn(first) === isOwn(second) ? second.kind === 'const' && first.kind !== 'const' : isOwn(second);
    const [x, y] = swapped ? [second, first] : [first, second];
    const quotient = fn === 'max' && x.kind === 'const' && x.value === 0n ? quotientBesideZero(y) : null;
    if (quotient) {
      const { by, arg, coef } = quotient;
      const cut = `${at(this.term(arg), PRODUCT)} / ${at(constant(by), UNARY)}`;
      return call('max', constant(0n), written(coef === 1n ? cut : `${at(constant(coef), UNARY)} * (${cut})`, PRODUCT));
    }
    const [over, by] = y.kind === 'app' && MEANINGS[y.fn.kind].c.style === 'floor-quotient' ? y.args : [];
    if (fn === 'max' && x.kind === 'const' && x.value === 0n && over && by && this.names.nonNegative(by))
      return call(
        'max',
        this.term(x),
        written(`${at(this.term(over), PRODUCT)} / ${at(this.term(by), UNARY)}`, PRODUCT),
      );
    return call(fn, this.term(x), this.term(y));
  }

  private application({ fn, args, of }: AppTerm): Written {
    const [a, b] = args;
    const { c } = MEANINGS[fn.kind];
    if (a === undefined) throw new Unwritable();
    const power = (): Written => call('power', constant(2n), this.second(b));
    switch (c.style) {
      case 'operator':
        return written(
          `${at(this.bits(a, c.loose), UNARY)} ${c.symbol} ${at(this.bits(b, c.loose), UNARY)}`,
          c.loose ? CONDITIONAL : PRODUCT,
        );
      case 'cleared-bits':
        if (b === undefined || !isOne(b)) throw new Unwritable();
        return written(`${at(this.term(a), UNARY)} & ${at(this.term(plus(a, -1)), UNARY)}`, CONDITIONAL);
      case 'call':
        return call(c.name, this.term(a));
      case 'floor-quotient':
        return b !== undefined && this.names.nonNegative(a) && this.names.nonNegative(b)
          ? written(`${at(this.term(a), PRODUCT)} / ${at(this.term(b), UNARY)}`, PRODUCT)
          : call('floor_div', this.term(a), this.second(b));
      case 'times-power-of-two':
        return written(`${at(this.term(a), UNARY)} * ${power().text}`, PRODUCT);
      case 'over-power-of-two':
        return call('floor_div', this.term(a), power());
      case 'look-up':
        return this.lookUp(fn.values, a);
      case 'element': {
        const element = of === null ? null : this.names.element(of, this.term(a).text, b === undefined ? [a] : [a, b]);
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
        return written(formula.parts.map((p) => at(this.formula(p), EQUALITY)).join(' && '), AND);
      case 'or':
        return written(formula.parts.map((p) => at(this.formula(p), EQUALITY)).join(' || '), OR);
    }
  }

  /** `t >= 0` with its parts on the sides where they are positive. */
  private literal(literal: Literal): Written {
    const { constant: c, parts } = partsOf(literal.term);
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
      const [only] = parts;
      if (c === 0n && parts.length === 1 && only?.mono.kind === 'sym' && this.names.isPointer?.(only.mono.symbol))
        return written(`${at(this.term(only.mono), EQUALITY + 1)} ${op} NULL`, EQUALITY);
      return left.length === 0
        ? compare(sumOf(0n, right), op, sumOf(c, []))
        : compare(sumOf(0n, left), op, sumOf(-c, right));
    }
    if (left.length === 0)
      return c === -1n ? compare(sumOf(0n, right), '<', sumOf(0n, [])) : compare(sumOf(0n, right), '<=', sumOf(c, []));
    if (c === -1n) return compare(sumOf(0n, left), '>', sumOf(0n, right));
    return c > 0n && right.length > 0
      ? compare(sumOf(0n, right), '<=', sumOf(c, left))
      : compare(sumOf(0n, left), '>=', sumOf(-c, right));
  }
}

/** `v[k] == key` rather than `key == v[k]`. */
const isElement = (t: Term): boolean => t.kind === 'app' && MEANINGS[t.fn.kind].c.style === 'element';

const SIGNED_CASTS: ReadonlyMap<bigint, string> = new Map([
  [1n << 8n, 'signed char'],
  [1n << 16n, 'short'],
  [1n << 32n, 'int'],
  [1n << 64n, 'long'],
]);

/** `(x + 3 + 128) mod 256 - 128` is `(signed char)(x + 3)`. */
function signedCast(
  constantPart: bigint,
  [only, ...others]: readonly Part[],
): { readonly type: string; readonly arg: Term } | null {
  if (only?.mono.kind !== 'mod' || only.coef !== 1n || others.length > 0) return null;
  const { arg, by } = only.mono;
  const type = SIGNED_CASTS.get(by);
  return type === undefined || constantPart * -2n !== by ? null : { type, arg: nearZero(plus(arg, constantPart), by) };
}

/** `2 * ((3 * x + 1) mod 2^31)` is `(unsigned)(6 * x + 2)`, where nothing else stands beside it. */
function unsignedCast(
  constantPart: bigint,
  [only, ...others]: readonly Part[],
): { readonly type: string; readonly arg: Term } | null {
  if (only?.mono.kind !== 'mod' || only.coef < 2n || others.length > 0 || constantPart !== 0n) return null;
  const by = only.coef * only.mono.by;
  const type = CASTS.get(by);
  return type === undefined ? null : { type, arg: nearZero(scale(only.coef, only.mono.arg), by) };
}

/** What is cut off of it where there are no more bits may have any sign. */
function hasPower(term: Term): boolean {
  let found = false;
  rewrite(term, (x) => {
    if (x.kind === 'pow') found = true;
    return null;
  });
  return found;
}

/** A variable that all parts of a sum are multiples of: `n * n - n` is `n * (n - 1)`. */
function commonFactor(parts: readonly Part[]): { readonly factor: Term; readonly rest: Term } | null {
  const factorsOf = (t: Term): readonly Term[] => (t.kind === 'prod' ? t.factors : [t]);
  const factor = factorsOf((parts[0] as Part).mono).find(
    (f) => f.kind === 'sym' && parts.every((p) => factorsOf(p.mono).includes(f)),
  );
  if (factor === undefined) return null;
  const rest = parts.map(({ coef, mono }) => {
    const left = [...factorsOf(mono)];
    left.splice(left.indexOf(factor), 1);
    return scale(
      coef,
      left.reduce<Term>((product, f) => mul(product, f), int(1)),
    );
  });
  return { factor, rest: add(...rest) };
}

/** `max(0, n - 1) + 1` is `max(1, n)`. Null for other sums, and where a quotient is better told beside 0. */
function insideExtreme(constantPart: bigint, { coef, mono }: Part): ['min' | 'max', Term, Term] | null {
  if (constantPart === 0n || coef !== 1n || mono.kind !== 'ite') return null;
  const { cond, then: a, else: b } = mono;
  const fn = extremeOf(cond, a, b);
  const [fixed, other] = a.kind === 'const' ? [a, b] : [b, a];
  if (fn === null || fixed.kind !== 'const' || partsOf(other).parts.some((p) => p.mono.kind === 'div')) return null;
  return [fn, plus(fixed, constantPart), plus(other, constantPart)];
}

interface Quotient {
  readonly arg: Term;
  readonly by: bigint;
}

/** `3 * ⌊t / d⌋`, which isn't above 0 where the quotient is below 0, also when that is cut off. Null for other terms. */
function quotientBesideZero(term: Term): (Quotient & { readonly coef: bigint }) | null {
  if (term.kind === 'div') return { coef: 1n, arg: term.arg, by: term.by };
  if (term.kind !== 'sum') return null;
  const one = quotientOf(term);
  if (one) return { ...one, coef: 1n };
  const [only, ...others] = term.parts;
  if (term.constant !== 0n || !only || others.length > 0 || only.mono.kind !== 'div' || only.coef < 2n) return null;
  return { arg: only.mono.arg, by: only.mono.by, coef: only.coef };
}

/** `⌊t / d⌋` plus a constant, all in one quotient; null for other sums. */
function quotientOf(term: Term & { readonly kind: 'sum' }): Quotient | null {
  const [only, ...others] = term.parts;
  if (!only || others.length > 0 || only.mono.kind !== 'div') return null;
  const { arg, by } = only.mono;
  if (only.coef === 1n) return { arg: plus(arg, term.constant * by), by };
  if (only.coef !== -1n) return null;
  // -⌊x / d⌋ is ⌊(d - 1 - x) / d⌋
  const { constant: c, parts } = partsOf(arg);
  return {
    arg: sumOf(
      by - 1n - c + term.constant * by,
      parts.map((p) => ({ coef: -p.coef, mono: p.mono })),
    ),
    by,
  };
}

function constant(v: bigint): Written {
  const size = v < 0n ? -v : v;
  if (size < CONSTANTS_END) return written(`${v}`, v < 0n ? UNARY : ATOM);
  for (const near of [size - NEAR, size, size + NEAR]) {
    const bits = near.toString(2).length - 1;
    const off = size - (1n << BigInt(bits));
    if (off > NEAR || off < -NEAR) continue;
    const power = `power(2, ${bits})`;
    if (off === 0n) return written(v < 0n ? `-${power}` : power, v < 0n ? UNARY : ATOM);
    const text = `${power} ${off < 0n ? '-' : '+'} ${off < 0n ? -off : off}`;
    return v < 0n ? written(`-(${text})`, UNARY) : written(text, SUM);
  }
  throw new Unwritable();
}
