/** Values of terms and formulas under an assignment of the symbols. */
import type { Formula, Term } from './expression.ts';
import { applyFunction } from './function-symbols.ts';
import { floorDiv, floorMod, modPow } from '../arithmetic/index.ts';
import type { Symbol } from './symbol.ts';

export type Assignment = (name: Symbol) => bigint | null | undefined;

/** The value under an assignment; null where a symbol has none or a function can't be computed. */
export function evaluate(term: Term, value: Assignment): bigint | null {
  switch (term.kind) {
    case 'const':
      return term.value;
    case 'sym':
      return value(term.symbol) ?? null;
    case 'sum': {
      let total = term.constant;
      for (const p of term.parts) {
        const part = evaluate(p.mono, value);
        if (part === null) return wholeValue(term, value);
        total += p.coef * part;
      }
      return total;
    }
    case 'prod': {
      let product = 1n;
      let open = false;
      for (const f of term.factors) {
        const v = evaluate(f, value);
        if (v === 0n) return 0n;
        if (v === null) open = true;
        else product *= v;
      }
      return open ? wholeValue(term, value) : product;
    }
    case 'div': {
      const v = evaluate(term.arg, value);
      return v === null ? null : floorDiv(v, term.by);
    }
    case 'mod':
      return modularValue(term.arg, term.by, value);
    case 'pow': {
      const e = evaluate(term.exponent, value);
      return e === null || e < 0n || e > GREATEST_EXPONENT ? null : term.base ** e;
    }
    case 'ite': {
      const c = formulaHolds(term.cond, value);
      return c === null ? null : evaluate(c ? term.then : term.else, value);
    }
    case 'app': {
      const args = term.args.map((a) => evaluate(a, value));
      return args.every((a) => a !== null) ? applyFunction(term.fn, args as bigint[]) : null;
    }
  }
}

/**
 * A sum or product with fractions in it that is a whole number: 2^(e + 3) is kept as 8 * 2^e, also where e is negative.
 */
function wholeValue(t: Term, value: Assignment): bigint | null {
  if (!t.key.includes('(^ ')) return null;
  const f = fractionOf(t, value);
  return f !== null && f.numerator % f.denominator === 0n ? f.numerator / f.denominator : null;
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function fractionOf(term: Term, value: Assignment): Fraction | null {
  switch (term.kind) {
    case 'sum': {
      let [numerator, denominator] = [term.constant, 1n];
      for (const p of term.parts) {
        const f = fractionOf(p.mono, value);
        if (f === null) return null;
        numerator = numerator * f.denominator + p.coef * f.numerator * denominator;
        denominator *= f.denominator;
      }
      return { numerator, denominator };
    }
    case 'prod': {
      let [numerator, denominator] = [1n, 1n];
      for (const factor of term.factors) {
        const f = fractionOf(factor, value);
        if (f === null) return null;
        numerator *= f.numerator;
        denominator *= f.denominator;
      }
      return { numerator, denominator };
    }
    case 'pow': {
      const e = evaluate(term.exponent, value);
      if (e === null || e < -GREATEST_EXPONENT || e > GREATEST_EXPONENT || term.base === 0n) return null;
      return e < 0n ? { numerator: 1n, denominator: term.base ** -e } : { numerator: term.base ** e, denominator: 1n };
    }
    default: {
      const v = evaluate(term, value);
      return v === null ? null : { numerator: v, denominator: 1n };
    }
  }
}

const GREATEST_EXPONENT = 100_000n;

/** Value modulo `by`, with powers taken by repeated squaring so that big exponents cost nothing. */
function modularValue(term: Term, by: bigint, value: Assignment): bigint | null {
  switch (term.kind) {
    case 'sum': {
      let total = term.constant;
      for (const p of term.parts) {
        const v = modularValue(p.mono, by, value);
        if (v === null) return null;
        total += p.coef * v;
      }
      return floorMod(total, by);
    }
    case 'prod': {
      let product = 1n;
      for (const f of term.factors) {
        const v = modularValue(f, by, value);
        if (v === null) return null;
        product = floorMod(product * v, by);
      }
      return product;
    }
    case 'pow': {
      const e = evaluate(term.exponent, value);
      return e === null || e < 0n ? null : modPow(term.base, e, by);
    }
    default: {
      const v = evaluate(term, value);
      return v === null ? null : floorMod(v, by);
    }
  }
}

/** Truth under an assignment; null where it can't be computed. */
export function formulaHolds(formula: Formula, value: Assignment): boolean | null {
  switch (formula.kind) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'ge':
    case 'eq':
    case 'ne': {
      const v = evaluate(formula.term, value);
      return v === null ? null : formula.kind === 'ge' ? v >= 0n : formula.kind === 'eq' ? v === 0n : v !== 0n;
    }
    case 'and':
      return unlessSome(formula.parts, false, value);
    case 'or':
      return unlessSome(formula.parts, true, value);
  }
}

/** `decisive` where a part is that; else its opposite, if all parts can be computed. */
function unlessSome(parts: readonly Formula[], decisive: boolean, value: Assignment): boolean | null {
  let open = false;
  for (const p of parts) {
    const h = formulaHolds(p, value);
    if (h === decisive) return decisive;
    if (h === null) open = true;
  }
  return open ? null : !decisive;
}
