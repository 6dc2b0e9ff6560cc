/** What is printed as C is worth what the term is worth, by an evaluator that shares nothing with the printer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import type { Formula, Term } from '../../server/src/logic/expression.ts';
import { and, eq0, ge0, ne0, or } from '../../server/src/logic/formula.ts';
import { printC, printCondition } from '../../server/src/logic/print-c-expression.ts';
import type { CNames } from '../../server/src/logic/print-c-expression.ts';
import { printFormula, printTerm } from '../../server/src/logic/print-terms.ts';
import { symbol } from '../../server/src/logic/symbol.ts';
import { add, app, div, int, ite, mod, mul, pow, scale, sub, sym, table } from '../../server/src/logic/term.ts';
import { parseC } from '../oracles/c-expression.ts';
import { parseNotation } from './notation.ts';
import {
  BIT_AND,
  BIT_OR,
  BIT_XOR,
  FLOOR_QUOTIENT,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  TRUNCATED_QUOTIENT,
  TRUNCATED_REMAINDER,
} from '../../server/src/logic/function-symbols.ts';

const names: CNames = { symbol: (s) => s.display, element: () => null, nonNegative: () => false };
const leaf = fc.oneof(
  fc.constantFrom('x', 'y', 'n').map((name): Term => sym(symbol('variable', name))),
  fc.bigInt(-9n, 9n).map((v): Term => int(v)),
  fc.constantFrom(int(-(1n << 63n)), int((1n << 64n) - 1n), int(1n << 32n)),
);

const { term, formula } = fc.letrec<{ term: Term; formula: Formula }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    leaf,
    fc.tuple(tie('term'), tie('term')).map(([a, b]) => add(a, b)),
    fc.tuple(tie('term'), tie('term')).map(([a, b]) => sub(a, b)),
    fc.tuple(fc.bigInt(-5n, 5n), tie('term')).map(([c, t]) => scale(c, t)),
    fc.tuple(tie('term'), tie('term')).map(([a, b]) => (a.size * b.size > 60 ? a : mul(a, b))),
    fc.tuple(tie('term'), fc.constantFrom(2n, 3n, 7n)).map(([t, d]) => div(t, d)),
    fc.tuple(tie('term'), fc.constantFrom(2n, 7n, 64n, 256n, 1n << 32n, 1n << 64n)).map(([t, m]) => mod(t, m)),
    fc.tuple(fc.constantFrom(2n, 3n, -2n), tie('term')).map(([b, e]) => pow(b, mod(e, 5n))),
    fc.tuple(tie('formula'), tie('term'), tie('term')).map(([c, a, b]) => ite(c, a, b)),
    fc.tuple(tie('term'), tie('term')).map(([a, b]) => ite(ge0(sub(a, b)), a, b)),
    fc.tuple(fc.constantFrom(BIT_AND, BIT_OR, BIT_XOR), tie('term'), tie('term')).map(([f, a, b]) => app(f, [a, b])),
    fc
      .tuple(
        fc.constantFrom(TRUNCATED_QUOTIENT, TRUNCATED_REMAINDER, FLOOR_QUOTIENT),
        tie('term'),
        fc.constantFrom(3n, 8n),
      )
      .map(([f, a, b]) => app(f, [a, int(b)])),
    fc
      .tuple(fc.constantFrom(SHIFT_LEFT, SHIFT_RIGHT), tie('term'), tie('term'))
      .map(([f, a, b]) => app(f, [a, mod(b, 5n)])),
    tie('term').map((i) => table([4n, 9n, -2n], mod(i, 3n))),
  ),
  formula: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    tie('term').map((t) => ge0(t)),
    tie('term').map((t) => eq0(t)),
    tie('term').map((t) => ne0(t)),
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => and(a, b)),
    fc.tuple(tie('formula'), tie('formula')).map(([a, b]) => or(a, b)),
  ),
}));
const values = fc.record({ x: fc.bigInt(-300n, 300n), y: fc.bigInt(-5n, 5n), n: fc.bigInt(-70000n, 70000n) });
const RUNS = { numRuns: 1500 };

describe('a term as C', () => {
  it('is worth the same', () => {
    fc.assert(
      fc.property(term, values, (t, at) => {
        const [real, text] = [evaluate(t, (s) => at[s.display as 'x']), printC(t, names)];
        if (real !== null && text !== null)
          expect([text, parseC(text)({ value: (name) => at[name as 'x'] })]).toEqual([text, real]);
      }),
      RUNS,
    );
  });

  it('holds where the formula does', () => {
    fc.assert(
      fc.property(formula, values, (f, at) => {
        const [real, text] = [formulaHolds(f, (s) => at[s.display as 'x']), printCondition(f, names)];
        if (real !== null && text !== null)
          expect([text, parseC(text)({ value: (name) => at[name as 'x'] }) !== 0n]).toEqual([text, real]);
      }),
      RUNS,
    );
  });
});

describe('a cast to a type that is not promoted', () => {
  const [x, y] = ['x', 'y'].map((name) => sym(symbol('variable', name))) as [Term, Term];
  const u = (t: Term): Term => mod(t, 1n << 32n);
  it.each<[what: string, term: Term, text: string]>([
    ['stands alone', u(sub(x, int(1))), '(unsigned)(x - 1)'],
    // (unsigned)(x - 1) + 1 is 0 in C where x is
    ['not in a sum', add(u(sub(x, int(1))), int(1)), 'mod(x - 1, 4294967296) + 1'],
    ['not in a difference', sub(y, u(sub(x, int(1)))), 'y - mod(x - 1, 4294967296)'],
    ['not in a product', mul(y, u(sub(x, int(1)))), 'y * mod(x - 1, 4294967296)'],
    ['not several times', scale(3n, u(sub(x, int(1)))), '3 * mod(x - 1, 4294967296)'],
    ['not in the widest type', add(mod(x, 1n << 64n), int(1)), 'mod(x, power(2, 64)) + 1'],
    ['a narrower one is promoted', add(mod(x, 256n), int(1)), '(unsigned char)x + 1'],
  ])('%s', (_, term_, text) => expect(printC(term_, names)).toBe(text));
  it.each<[what: string, formula: Formula, text: string]>([
    ['compared with a constant', ne0(u(sub(x, int(1)))), '(unsigned)(x - 1) != 0'],
    // -1 < (unsigned)x is false in C
    ['not with what may be negative', ge0(sub(u(x), y)), 'mod(x, 4294967296) >= y'],
  ])('%s', (_, formula_, text) => expect(printCondition(formula_, names)).toBe(text));
});

describe('a term in the notation', () => {
  it('is worth the same', () => {
    fc.assert(
      fc.property(term, values, (t, at) => {
        const [real, text] = [evaluate(t, (s) => at[s.display as 'x']), printTerm(t)];
        if (real !== null) expect([text, parseNotation(text)((name) => at[name as 'x'])]).toEqual([text, real]);
      }),
      RUNS,
    );
  });

  it('holds where the formula does', () => {
    fc.assert(
      fc.property(formula, values, (f, at) => {
        const [real, text] = [formulaHolds(f, (s) => at[s.display as 'x']), printFormula(f)];
        if (real !== null) expect([text, parseNotation(text)((name) => at[name as 'x']) !== 0n]).toEqual([text, real]);
      }),
      RUNS,
    );
  });
});
