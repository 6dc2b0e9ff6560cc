/** What is printed as C is worth what the term is worth, by an evaluator that shares nothing with the printer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import type { Formula, Term } from '../../server/src/logic/expression.ts';
import { and, eq0, ge0, ne0, or } from '../../server/src/logic/formula.ts';
import { printC, printCondition } from '../../server/src/logic/print-c-expression.ts';
import type { CNames } from '../../server/src/logic/c-names.ts';
import { printFormula, printTerm } from '../../server/src/logic/print-terms.ts';
import { intervalOf } from '../../server/src/logic/term-intervals.ts';
import { symbol } from '../../server/src/logic/symbol.ts';
import { add, div, int, ite, mod, mul, pow, scale, sub, sym } from '../../server/src/logic/term.ts';
import { app, table } from '../../server/src/logic/applied-functions.ts';
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

describe('a term of small numbers as C', () => {
  const small = symbols();
  const few = fc.constantFrom<Term>(small.x, small.y, small.n, int(0), int(3), int(30));
  const choice = fc.tuple(fc.boolean(), few, few).map(([isLess, a, b]) => extreme(isLess, a, b));
  const sums = fc.tuple(choice, few, fc.bigInt(-2n, 2n)).map(([a, b, c]) => add(a, scale(c, b)));
  const shown = fc.oneof(
    fc.tuple(fc.boolean(), sums, fc.oneof(few, sums)).map(([isLess, a, b]) => extreme(isLess, a, b)),
    fc.tuple(fc.boolean(), few, few, few).map(([isLess, a, b, c]) => extreme(isLess, sub(a, c), sub(b, c))),
    fc.tuple(few, fc.bigInt(-3n, 3n)).map(([e, c]) => scale(c, pow(2n, e))),
    fc
      .tuple(
        few,
        few.map((t) => add(t, int(1))),
      )
      .map(([a, b]) => sub(a, mul(b, app(FLOOR_QUOTIENT, [a, b])))),
    fc.tuple(sums, fc.constantFrom(2n, 8n)).map(([a, d]) => ite(ge0(a), mod(a, d), int(0))),
    fc.tuple(sums, fc.constantFrom(2n, 8n)).map(([a, d]) => ite(ge0(a), div(a, d), int(0))),
    fc.tuple(sums, fc.constantFrom(2n, 8n)).map(([a, d]) => ite(ge0(a), int(0), mod(sub(int(0), a), d))),
    few.map((a) => table([4n, 9n, -2n, 7n, 5n], mod(a, 5n))),
  );
  const named: CNames = {
    ...names,
    nonNegative: (t) => (intervalOf(t, () => ({ lo: 0n, hi: 30n })).lo ?? -1n) >= 0n,
  };
  const at = fc.record({ x: fc.bigInt(0n, 30n), y: fc.bigInt(0n, 30n), n: fc.bigInt(0n, 30n) });

  it('is worth the same', () => {
    fc.assert(
      fc.property(shown, at, (t, all) => {
        const [real, text] = [evaluate(t, (s) => all[s.display as 'x']), printC(t, named)];
        if (real !== null && text !== null)
          expect([text, parseC(text)({ value: (name) => all[name as 'x'] })]).toEqual([text, real]);
      }),
      { numRuns: 6000 },
    );
  });

  const { x, y, n } = small;
  it.each<[what: string, term: Term, text: string]>([
    ['a power as a shift', pow(2n, x), '1 << x'],
    ['a power beyond int', pow(2n, add(x, int(1))), 'power(2, x + 1)'],
    ['a remainder', sub(x, mul(y, app(FLOOR_QUOTIENT, [x, y]))), 'x % y'],
    ['what two have in common', extreme(true, sub(n, x), sub(int(10), x)), 'min(10, n) - x'],
    ['one of two within one', extreme(false, int(0), extreme(false, int(1), sub(x, y))), 'max(1, x - y)'],
    ['the greater of what is less', extreme(false, int(5), extreme(true, int(3), sub(x, y))), '5'],
    ['a remainder above 0', ite(ge0(sub(x, y)), mod(sub(x, y), 8n), int(0)), 'max(0, (x - y) % 8)'],
    ['a look-up', table([4n, 9n, -2n, 7n], mod(x, 4n)), '(int[]){4, 9, -2, 7}[x % 4]'],
  ])('%s', (_, term_, text) => expect(printC(term_, named)).toBe(text));

  it.each<[what: string, formula: Formula, text: string]>([
    ['a quotient is at least', ge0(sub(div(sub(x, y), 3n), int(2))), 'x >= y + 6'],
    ['divided without a rest, whatever its sign', eq0(mod(sub(x, y), 3n)), '(x - y) % 3 == 0'],
    ['another rest has a sign', eq0(sub(mod(sub(x, y), 3n), int(1))), 'mod(x - y, 3) == 1'],
    ['a quotient is at most', ge0(sub(int(2), div(sub(x, y), 3n))), 'x <= y + 8'],
  ])('%s', (_, formula_, text) => expect(printCondition(formula_, named)).toBe(text));
});

function symbols(): { readonly x: Term; readonly y: Term; readonly n: Term } {
  const [x, y, n] = ['x', 'y', 'n'].map((name) => sym(symbol('variable', name))) as [Term, Term, Term];
  return { x, y, n };
}

const extreme = (isLess: boolean, a: Term, b: Term): Term =>
  isLess ? ite(ge0(sub(b, a)), a, b) : ite(ge0(sub(a, b)), a, b);

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
    [
      'a signed one beside others',
      add(sub(sym(symbol('variable', 'y')), mod(add(x, int(1n << 31n)), 1n << 32n)), int((1n << 31n) + 1n)),
      'y - (int)x + 1',
    ],
    ['a narrower one is promoted', add(mod(x, 256n), int(1)), '(unsigned char)x + 1'],
  ])('%s', (_, term_, text) => expect(printC(term_, names)).toBe(text));
  it.each<[what: string, formula: Formula, text: string]>([
    ['compared with a constant', ne0(u(sub(x, int(1)))), '(unsigned)x != 1'],
    ['compared with a variable', eq0(u(sub(x, y))), '(unsigned)x == (unsigned)y'],
    ['compared with a negative constant', eq0(u(add(x, int(1)))), '(unsigned)x == (unsigned)-1'],
    ['a sum compared', eq0(u(add(x, y, int(1)))), '(unsigned)(x + y + 1) == 0'],
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
