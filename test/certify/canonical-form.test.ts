/** The checker's normal form: it has the value of the term, and equal terms that are written differently become one. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { canonical, withoutConditions } from '../../server/src/certify/canonical-form.ts';
import { app } from '../../server/src/logic/applied-functions.ts';
import { evaluate } from '../../server/src/logic/evaluate-terms.ts';
import { FALSE, TRUE, ge0, not } from '../../server/src/logic/formula.ts';
import { FLOOR_QUOTIENT, READ } from '../../server/src/logic/function-symbols.ts';
import { symbol } from '../../server/src/logic/symbol.ts';
import type { Formula, Term } from '../../server/src/logic/index.ts';
import { add, div, int, ite, mod, mul, plus, pow, scale, sub, sym } from '../../server/src/logic/term.ts';
import { at, term } from '../logic/named.ts';

const i = sym(symbol('variable', 'i'));
const [x, y] = [term('x'), term('y')];
const elementOf = (array: string, id: number) => app(READ, [add(i, int(1))], symbol('array', array, id));
const fdiv = (a: Term, b: Term | number): Term => app(FLOOR_QUOTIENT, [a, typeof b === 'number' ? int(b) : b]);

it('elements of one array at one index are equal, of two arrays are not', () => {
  expect(canonical(elementOf('a', 0))).toBe(canonical(elementOf('a', 0)));
  expect(canonical(elementOf('a', 0))).not.toBe(canonical(elementOf('b', 1)));
});

it('a quotient whose divisor turns out to be constant is one of those', () => {
  expect(canonical(app(FLOOR_QUOTIENT, [i, app(FLOOR_QUOTIENT, [int(13), int(4)])]))).toBe(canonical(div(i, 3n)));
});

describe('one form', () => {
  test.each<readonly [string, Term, Term]>([
    ['what a quotient leaves', mod(x, 3n), sub(x, scale(3n, div(x, 3n)))],
    ['of a sum', mod(add(scale(5n, x), scale(-7n, y)), 4n), mod(add(x, y), 4n)],
    ['a quotient of a quotient', div(div(x, 3n), 4n), div(x, 12n)],
    ['with a constant between', div(plus(div(x, 3n), 1), 4n), div(plus(x, 3), 12n)],
    ['of one with a divisor that is not known', div(fdiv(x, y), 3n), fdiv(x, scale(3n, y))],
    ['the half that is rounded up', sub(x, div(plus(x, 1), 2n)), div(x, 2n)],
    ['of several', sub(add(x, y), div(plus(add(x, y), 1), 2n)), div(add(x, y), 2n)],
    ['multiples outside', div(add(scale(7n, x), int(10)), 3n), add(scale(2n, x), int(3), div(plus(x, 1), 3n))],
    ['in a condition', ite(ge0(sub(mod(x, 3n), y)), x, y), ite(ge0(sub(sub(x, scale(3n, div(x, 3n))), y)), x, y)],
    ['in a product', mul(x, mod(y, 2n)), mul(x, sub(y, scale(2n, div(y, 2n))))],
    ['in a power', pow(2n, mod(x, 3n)), pow(2n, sub(x, scale(3n, div(x, 3n))))],
  ])('%s', (_, one, other) => {
    expect(canonical(one)).toBe(canonical(other));
  });

  test.each<readonly [string, Term, Term]>([
    ['halves of two', add(div(x, 2n), div(y, 2n)), div(add(x, y), 2n)],
    ['a quotient of a multiple of a quotient', div(scale(2n, div(x, 3n)), 4n), div(x, 12n)],
    ['of two quotients', div(add(div(x, 3n), div(y, 3n)), 4n), div(add(x, y), 12n)],
    ['two and three', div(x, 2n), div(x, 3n)],
  ])('but not %s', (_, one, other) => {
    expect(canonical(one)).not.toBe(canonical(other));
  });
});

const { term: anyTerm } = fc.letrec<{ term: Term; formula: Formula }>((tie) => ({
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Term>(x, y),
    fc.integer({ min: -9, max: 9 }).map((n) => int(n)),
    fc.array(tie('term'), { minLength: 2, maxLength: 3 }).map((terms) => add(...terms)),
    fc.tuple(fc.integer({ min: -9, max: 9 }), tie('term')).map(([n, t]) => scale(BigInt(n), t)),
    fc.tuple(tie('term'), fc.integer({ min: 1, max: 6 })).map(([t, n]) => div(t, BigInt(n))),
    fc.tuple(tie('term'), fc.integer({ min: 1, max: 6 })).map(([t, n]) => mod(t, BigInt(n))),
    fc.tuple(tie('term'), tie('term')).map(([a, b]) => mul(a, b)),
    fc.tuple(tie('term'), tie('term')).map(([a, b]) => fdiv(a, plus(mod(b, 5n), 1))),
    fc.tuple(tie('formula'), tie('term'), tie('term')).map(([c, a, b]) => ite(c, a, b)),
    tie('term').map((t) => pow(2n, mod(t, 5n))),
  ),
  formula: tie('term').map((t) => ge0(t)),
}));
const value = fc.bigInt({ min: -40n, max: 40n });

it('has the value of the term', () => {
  fc.assert(
    fc.property(anyTerm, value, value, (any, a, b) => {
      const assigned = at({ x: a, y: b });
      const before = evaluate(any, assigned);
      expect(before).not.toBe(null);
      expect(evaluate(canonical(any), assigned)).toBe(before);
    }),
    { numRuns: 3_000, seed: 7 },
  );
});

describe('conditions that are decided', () => {
  const [first, second] = [ge0(x), ge0(y)];
  const whole = add(mul(x, ite(first, x, y)), div(ite(second, y, int(5)), 3n));
  const with_ = (...holding: readonly Formula[]): Term =>
    withoutConditions(whole, (f) => holding.some((g) => g.key === f.key));

  test.each<readonly [string, readonly Formula[], Term]>([
    ['none', [], whole],
    ['one holds', [first], add(mul(x, x), div(ite(second, y, int(5)), 3n))],
    ['one does not', [not(first)], add(mul(x, y), div(ite(second, y, int(5)), 3n))],
    ['both', [first, not(second)], add(mul(x, x), int(1))],
  ])('%s', (_, holding, expected) => {
    expect(with_(...holding)).toBe(expected);
  });

  it('within each other', () => {
    const nested = ite(first, ite(second, int(1), int(2)), int(3));
    expect(withoutConditions(nested, (f) => f.key === first.key)).toBe(ite(second, int(1), int(2)));
    expect(withoutConditions(nested, (f) => [first.key, second.key].includes(f.key))).toBe(int(1));
    expect(withoutConditions(x, () => true)).toBe(x);
    expect(withoutConditions(int(4), () => true)).toBe(int(4));
    expect([TRUE, FALSE].map((f) => ite(f, x, y))).toEqual([x, y]);
  });

  it('others of the term stay, with what is in them', () => {
    const kept = ite(ge0(sub(ite(second, x, y), int(1))), x, y);
    expect(withoutConditions(kept, (f) => f.key === second.key)).toBe(kept);
  });
});
