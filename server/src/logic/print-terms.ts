/**
 * The notation for people: terms and formulas as a C programmer with a little mathematics reads them
 * (docs/notation.md).
 */
import type { AppTerm, Formula, Literal, Part, SymTerm, Term } from './expression.ts';
import { extremeOf } from './extremes.ts';
import { isLiteral, not } from './formula.ts';
import type { Symbol } from './symbol.ts';
import { symbol } from './symbol.ts';
import { add, isOne, nearZero, partsOf, plus, sumOf, sym } from './term.ts';
import { summandAt } from './applied-functions.ts';
import { symbolsOf } from './substitution.ts';
import { MEANINGS } from './function-symbols.ts';

/** Text in place of a term, for printing alone. */
export const asText = (display: string): SymTerm => sym(symbol('text', display));

/**
 * How strongly things bind. A conditional, a sum, a remainder (never beside a factor or a minus), a product, anything
 * in brackets or a name.
 */
const SUM = 1;
const REMAINDER = 2;
const PRODUCT = 3;
const ATOM = 4;

/** `outer`: what stands around binds at least that strongly. */
export function printTerm(term: Term, outer = 0): string {
  const wrap = (text: string, own: number): string => (own < outer ? `(${text})` : text);
  switch (term.kind) {
    case 'const':
      return term.value < 0n && outer > SUM ? `(${term.value})` : `${term.value}`;
    case 'sym':
      return term.symbol.display;
    case 'sum':
      return wrap(printSum(term.constant, term.parts), levelOfSum(term.constant, term.parts));
    case 'prod':
      return wrap(powers(term.factors), PRODUCT);
    case 'div':
      return `⌊${printTerm(term.arg, PRODUCT)} / ${term.by}⌋`;
    case 'mod':
      return wrap(`${printTerm(nearZero(term.arg, term.by), ATOM)} mod ${printModulus(term.by)}`, REMAINDER);
    case 'pow':
      return `${term.base < 0n ? `(${term.base})` : term.base}^${printTerm(term.exponent, ATOM)}`;
    case 'ite':
      return printConditional(term, wrap);
    case 'app':
      return printApplication(term, wrap);
  }
}

/** `max(a, b)` and `min(a, b)` where it is one of them. */
function printConditional(
  { cond, then, else: other }: Term & { readonly kind: 'ite' },
  wrap: (text: string, own: number) => string,
): string {
  const extreme = extremeOf(cond, then, other);
  if (extreme !== null) {
    const operands = other.kind === 'const' ? [other, then] : [then, other];
    return `${extreme}(${operands.map((x) => printTerm(x)).join(', ')})`;
  }
  return wrap(`${printFormula(cond)} ? ${printTerm(then, SUM)} : ${printTerm(other, SUM)}`, 0);
}

/** How strongly a sum binds as it is printed: a multiple is a product, a quotient in its brackets an atom. */
function levelOfSum(constant: bigint, parts: readonly Part[]): number {
  const [only, ...others] = parts;
  if (!only || others.length > 0) return SUM;
  if (only.mono.kind === 'div' && (only.coef === 1n || only.coef === -1n)) return ATOM;
  return constant === 0n || constantInside(constant, quotientsUpright(parts)) !== null ? PRODUCT : SUM;
}

const LARGE = 1n << 32n;

/** Powers of two that are hard to tell apart when written out. */
function printModulus(m: bigint): string {
  return m >= LARGE && (m & (m - 1n)) === 0n ? `2^${m.toString(2).length - 1}` : `${m}`;
}

/** A modulus or the greatest value there is for one. */
const printLimit = (v: bigint): string =>
  v >= LARGE - 1n && (v & (v + 1n)) === 0n ? `${printModulus(v + 1n)} - 1` : printModulus(v);

function powers(factors: readonly Term[]): string {
  const out: string[] = [];
  for (let i = 0; i < factors.length; ) {
    let j = i;
    while (j < factors.length && factors[j] === factors[i]) j++;
    const own = factors[i] as Term;
    const f = printTerm(own, ATOM);
    out.push(j - i === 1 ? f : `${own.kind === 'pow' ? `(${f})` : f}^${j - i}`);
    i = j;
  }
  return out.join('*');
}

/** A constant beside one rounded-down quotient reads better inside: `⌊(102 - i) / 3⌋` for `⌊-i / 3⌋ + 34`. */
function constantInside(constant: bigint, parts: readonly Part[]): string | null {
  const quotients = parts.filter((p) => p.mono.kind === 'div');
  const q = quotients[0];
  if (constant === 0n || quotients.length !== 1 || !q || q.mono.kind !== 'div' || constant % q.coef !== 0n) return null;
  const { arg, by } = q.mono;
  const inner = printTerm(sumOf(partsOf(arg).constant + (constant / q.coef) * by, partsOf(arg).parts), PRODUCT);
  const marked = parts.map((p) => (p === q ? { coef: p.coef, mono: asText(`⌊${inner} / ${by}⌋`) } : p));
  return printSum(0n, marked);
}

/** `-⌊(i - n) / 2⌋` is `⌊(n - i + 1) / 2⌋`; but `k - ⌊k / 2⌋` stays. */
function quotientsUpright(parts: readonly Part[]): readonly Part[] {
  const positive = parts.some((p) => p.coef > 0n);
  return parts.map((part) => {
    if (part.coef > 0n || part.mono.kind !== 'div') return part;
    const { arg, by } = part.mono;
    const inside = partsOf(arg);
    if (positive && inside.parts.every((x) => x.coef > 0n)) return part;
    const flipped = sumOf(
      by - 1n - inside.constant,
      inside.parts.map((x) => ({ coef: -x.coef, mono: x.mono })),
    );
    return {
      coef: -part.coef,
      mono: { kind: 'div', arg: flipped, by, key: `(/ ${flipped.key} ${by})`, size: part.mono.size },
    };
  });
}

function printSum(constant: bigint, given: readonly Part[]): string {
  const parts = quotientsUpright(given);
  const folded = constantInside(constant, parts);
  if (folded !== null) return folded;
  // positive parts first, so that no text starts with a minus without need
  const degree = (p: Part): number => (p.mono.kind === 'prod' ? p.mono.factors.length : 1);
  const byDegree = [...parts].sort((a, b) => degree(b) - degree(a));
  const sorted = [...byDegree.filter((p) => p.coef > 0n), ...byDegree.filter((p) => p.coef < 0n)];
  let text = '';
  const put = (negative: boolean, s: string): void => {
    text += text === '' ? (negative ? `-${s}` : s) : negative ? ` - ${s}` : ` + ${s}`;
  };
  const positiveFirst = constant > 0n && (sorted[0]?.coef ?? 1n) < 0n;
  if (positiveFirst) put(false, `${constant}`);
  for (const p of sorted) {
    const c = p.coef < 0n ? -p.coef : p.coef;
    put(
      p.coef < 0n,
      c === 1n ? printTerm(p.mono, p.coef < 0n ? PRODUCT : REMAINDER) : `${c}*${printTerm(p.mono, PRODUCT)}`,
    );
  }
  if (constant !== 0n && !positiveFirst) put(constant < 0n, `${constant < 0n ? -constant : constant}`);
  return text;
}

/** Of a longer table only the beginning is shown, and how long it is. */
const MOST_VALUES = 64;

function printApplication({ fn, args, of }: AppTerm, wrap: (text: string, own: number) => string): string {
  const [first, second] = args;
  const { notation } = MEANINGS[fn.kind];
  const call = (): string =>
    `${fn.key}(${args.map((x) => (x.kind === 'const' ? printLimit(x.value) : printTerm(x))).join(', ')})`;
  if (first === undefined) return call();
  switch (notation.style) {
    case 'operator':
      return second === undefined
        ? call()
        : wrap(`${printTerm(first, ATOM)} ${notation.symbol} ${printTerm(second, ATOM)}`, 0);
    case 'cleared-bits':
      return second !== undefined && isOne(second)
        ? wrap(`${printTerm(first, ATOM)} & ${printTerm(plus(first, -1), ATOM)}`, 0)
        : call();
    case 'floor':
      return second === undefined ? call() : `⌊${printTerm(first, PRODUCT)} / ${printTerm(second, ATOM)}⌋`;
    case 'look-up':
      return `(${printValues(fn.values)})[${printTerm(first)}]`;
    case 'summation': {
      const used = new Set(args.flatMap((x) => [...symbolsOf(x)].map((s) => s.display)));
      const index = ['k', 'j', 'h', 'κ'].find((name) => !used.has(name)) ?? 'κ';
      return `Σ(${index} < ${printTerm(first, SUM)}: ${printTerm(summandAt(fn, args, asText(index)), SUM)})`;
    }
    case 'element':
      return of === null ? call() : (printPointee(of, first) ?? `${of.display}[${printTerm(first)}]`);
    case 'member':
      return of === null ? call() : `${printTerm(first, ATOM)}->${of.display}`;
    case 'call':
      return call();
  }
}

const printValues = (values: readonly bigint[]): string =>
  values.length > MOST_VALUES
    ? `${values.slice(0, 6).join(', ')}, … ${values.length} values in all`
    : values.join(', ');

/** `*p` for the element of s at p - $s, where $s is the place at which s began; null where the index is another one. */
function printPointee(array: Symbol, index: Term): string | null {
  const begin = partsOf(index).parts.find(
    (p) => p.coef === -1n && p.mono.kind === 'sym' && p.mono.symbol.origin === array,
  );
  return begin ? `*${printTerm(add(index, begin.mono), ATOM)}` : null;
}

export function printFormula(formula: Formula, outer: 'and' | 'or' | null = null): string {
  switch (formula.kind) {
    case 'true':
      return 'true';
    case 'false':
      return 'false';
    case 'ge':
    case 'eq':
    case 'ne':
      return printLiteral(formula);
    case 'and':
      return formula.parts.map((p) => printFormula(p, 'and')).join(' ∧ ');
    case 'or': {
      // a or (not a and b) reads better as a or b
      const seen: Formula[] = [];
      const texts = formula.parts.map((p) => {
        const parts =
          p.kind === 'and' ? p.parts.filter((x) => !seen.some((s) => isLiteral(s) && not(s).key === x.key)) : [p];
        seen.push(p);
        const text = parts.map((x) => printFormula(x, 'and')).join(' ∧ ');
        return parts.length > 1 ? `(${text})` : text;
      });
      return wrapIn(texts.join(' ∨ '), outer === 'and' ? 'and' : null);
    }
  }
}

const wrapIn = (text: string, outer: 'and' | null): string => (outer === 'and' ? `(${text})` : text);

/** `t >= 0` with its parts on the sides where they are positive. */
function printLiteral(literal: Literal): string {
  const { constant, parts } = partsOf(literal.term);
  const positive = parts.filter((p) => p.coef > 0n);
  const negative = parts.filter((p) => p.coef < 0n).map((p) => ({ coef: -p.coef, mono: p.mono }));
  const side = (ps: readonly Part[], c: bigint): string => (ps.length === 0 ? `${c}` : printSum(c, ps));
  if (literal.kind !== 'ge') {
    const op = literal.kind === 'eq' ? '=' : '≠';
    if (positive.length === 0 || negative.length === 0) {
      const flip = positive.length === 0;
      return `${side(flip ? negative : positive, 0n)} ${op} ${flip ? constant : -constant}`;
    }
    return constant > 0n
      ? `${side(negative, 0n)} ${op} ${side(positive, constant)}`
      : `${side(positive, 0n)} ${op} ${side(negative, -constant)}`;
  }
  // positive + constant >= negative
  if (negative.length === 0)
    return constant === -1n ? `${side(positive, 0n)} > 0` : `${side(positive, 0n)} ≥ ${-constant}`;
  if (positive.length === 0)
    return constant === -1n ? `${side(negative, 0n)} < 0` : `${side(negative, 0n)} ≤ ${constant}`;
  if (constant === -1n) return `${side(negative, 0n)} < ${side(positive, 0n)}`;
  if (constant >= 0n) return `${side(negative, 0n)} ≤ ${side(positive, constant)}`;
  return `${side(positive, 0n)} ≥ ${side(negative, -constant)}`;
}
