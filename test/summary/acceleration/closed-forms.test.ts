import { evaluate, formulaHolds } from '../../../server/src/logic/evaluate-terms.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRUE, eq0, ge0, isLiteral, ne0 } from '../../../server/src/logic/formula.ts';
import type { Literal, Term } from '../../../server/src/logic/expression.ts';
import type { Symbol } from '../../../server/src/logic/symbol.ts';
import { add, div, int, mod, mul, plus, scale, sub } from '../../../server/src/logic/term.ts';
import { accelerate } from '../../../server/src/summary/acceleration/accelerate.ts';
import type { LeaveOption } from '../../../server/src/summary/acceleration/acceleration.ts';
import { closedForms, valuesAfter } from '../../../server/src/summary/acceleration/closed-forms.ts';
import { at, over, term } from '../../logic/named.ts';

const [x, y, z, c] = ['x', 'y', 'z', 'c'].map((n) => term(n)) as [Term, Term, Term, Term];
const anywhere = () => undefined;

/** Updates by what their closed forms need. */
const updates: readonly (readonly [string, Readonly<Record<string, Term>>])[] = [
  ['a constant stride', { x: plus(x, 3) }],
  ['a stride that is a variable', { x: add(x, c) }],
  ['sums', { x: plus(x, 1), y: add(y, x) }],
  ['sums of sums', { x: plus(x, 2), y: sub(y, x), z: add(z, y) }],
  ['squares', { x: plus(x, 1), y: add(y, mul(x, x)) }],
  ['a product with a variable', { x: plus(x, 1), y: add(y, mul(c, x)) }],
  ['a reset', { x: int(5), y: plus(y, 1) }],
  ['copies of copies', { z: y, y: x, x: plus(x, 1) }],
  ['powers', { x: scale(2n, x), y: plus(scale(3n, y), 1) }],
  ['a sum of powers', { x: scale(2n, x), y: add(y, x) }],
  ['a sign that alternates', { x: sub(int(7), x) }],
  ['a modulus', { x: mod(plus(x, 5), 13n) }],
  ['a modulus of negative values', { x: plus(mod(add(x, int(20)), 7n), -20) }],
  ['a remainder of negative values', { x: sub(int(0), mod(sub(int(3), x), 13n)) }],
  ['halving', { x: div(x, 2n), y: plus(y, 1) }],
  ['an idempotent map', { x: sub(x, scale(100n, div(x, 100n))) }],
  ['a sum behind a reset', { x: int(4), y: add(y, x) }],
];

describe('closed forms', () => {
  it.each(updates)('%s', (_, update) => {
    const closed = closedForms(over(update), new Set(), anywhere);
    expect([...closed.open]).toEqual([]);
    fc.assert(
      fc.property(
        fc.record({
          x: fc.bigInt({ min: -50n, max: 50n }),
          y: fc.bigInt({ min: -50n, max: 50n }),
          z: fc.bigInt({ min: -50n, max: 50n }),
          c: fc.bigInt({ min: -5n, max: 5n }),
        }),
        fc.integer({ min: 1, max: 12 }),
        (start, n) => {
          if (n < closed.prefix) return;
          let now: Record<string, bigint> = { ...start };
          for (let k = 0; k < n; k++)
            now = {
              ...now,
              ...Object.fromEntries(Object.entries(update).map(([v, t]) => [v, evaluate(t, at(now)) as bigint])),
            };
          for (const [v, t] of valuesAfter(closed, int(n))) expect(evaluate(t, at<bigint>(start))).toBe(now[v.display]);
        },
      ),
      { seed: 11, numRuns: 60 },
    );
  });

  it('has none for a product of changing variables', () => {
    expect(
      [...closedForms(over({ x: mul(x, y), y: plus(x, 1) }), new Set(), anywhere).open].map((s) => s.display).sort(),
    ).toEqual(['x', 'y']);
  });
});

const literal = (f: ReturnType<typeof ge0>): Literal => {
  if (!isLiteral(f)) throw new Error('no literal');
  return f;
};

/** Guard and update; the guard must fail or hold for ever exactly as the alternatives say. */
const guards: readonly (readonly [string, readonly Literal[], Readonly<Record<string, Term>>])[] = [
  ['counting up to a limit', [literal(ge0(sub(plus(c, -1), x)))], { x: plus(x, 1) }],
  ['by threes', [literal(ge0(sub(plus(c, -1), x)))], { x: plus(x, 3) }],
  ['down to zero', [literal(ge0(x))], { x: plus(x, -2) }],
  ['away from the limit', [literal(ge0(sub(c, x)))], { x: plus(x, -1) }],
  ['until equal', [literal(ne0(sub(x, c)))], { x: plus(x, 1) }],
  ['until equal, stepping over', [literal(ne0(sub(x, c)))], { x: plus(x, 4) }],
  ['while equal', [literal(eq0(sub(x, c)))], { x: plus(x, 1) }],
  ['two limits', [literal(ge0(sub(c, x))), literal(ge0(sub(plus(c, 9), y)))], { x: plus(x, 2), y: plus(y, 3) }],
  ['until a multiple', [literal(ne0(mod(x, 6n)))], { x: plus(x, 4) }],
  ['until a multiple, coprime', [literal(ne0(mod(plus(x, 1), 7n)))], { x: plus(x, 3) }],
  ['a reset that satisfies the guard', [literal(ge0(sub(int(9), x)))], { x: int(0) }],
  ['a reset that fails it', [literal(ge0(sub(int(9), x)))], { x: int(20) }],
  ['a limit that is copied late', [literal(ge0(sub(y, x)))], { x: plus(x, 1), y: z, z: c }],
  ['a sum of sums', [literal(ge0(x))], { x: add(x, y), y: plus(y, -1) }],
  ['doubling up to a limit', [literal(ge0(sub(c, x)))], { x: scale(2n, x) }],
  ['a stride of unknown sign', [literal(ge0(x))], { x: sub(x, c) }],
  ['halving', [literal(ge0(plus(x, -1)))], { x: div(x, 3n) }],
  ['a residue', [literal(ge0(plus(mod(x, 5n), -1)))], { x: plus(x, 1) }],
];

describe('acceleration', () => {
  it.each(guards)('%s', (_, guard, update) => {
    const result = accelerate({ guard, update: over(update), defined: TRUE, fresh: new Set() }, TRUE, anywhere);
    expect(result.kind).toBe('accelerated');
    if (result.kind !== 'accelerated') return;
    const a = result.acceleration;
    const v = fc.bigInt({ min: -12n, max: 12n });
    fc.assert(
      fc.property(fc.record({ x: v, y: v, z: v, c: v }), (start) => {
        const env: Record<string, bigint> = start;
        const holds = (e: Record<string, bigint>): boolean => guard.every((l) => formulaHolds(l, at(e)) === true);
        let now: Record<string, bigint> = { ...env };
        let times = 0;
        while (times < 200 && holds(now)) {
          now = {
            ...now,
            ...Object.fromEntries(Object.entries(update).map(([s, t]) => [s, evaluate(t, at(now)) as bigint])),
          };
          times++;
        }
        if (times === 0) return;
        const leastOf = (l: LeaveOption): bigint | undefined => {
          for (let n = 1n; l.least && n < 300n; n++)
            if (formulaHolds(l.least.stop, (s) => (s === l.least?.symbol ? n : env[s.display])) === true) return n;
          return undefined;
        };
        const value =
          (l: LeaveOption) =>
          (s: Symbol): bigint | undefined =>
            s === l.least?.symbol ? leastOf(l) : env[s.display];
        const taken = a.leaves.filter((l) => formulaHolds(l.condition, value(l)) === true);
        const forever = formulaHolds(a.forever, at(env));
        if (times === 200) {
          expect([forever, taken.length]).toEqual([true, 0]);
          return;
        }
        expect([forever, taken.length]).toEqual([false, 1]);
        const leave = taken[0] as LeaveOption;
        expect(evaluate(leave.count, value(leave))).toBe(BigInt(times));
        for (const [s, t] of a.valuesAfter(leave.count)) expect(evaluate(t, value(leave))).toBe(now[s.display]);
      }),
      { seed: 12, numRuns: 300 },
    );
  });
});
