import { expect, test } from 'vitest';
import { formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import { feasible } from '../../server/src/decide/conjunctions.ts';
import { and, ge0 } from '../../server/src/logic/formula.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { add, int, mul, plus, pow, scale } from '../../server/src/logic/term.ts';
import { app } from '../../server/src/logic/applied-functions.ts';
import { at, term } from '../logic/named.ts';
import { FLOOR_QUOTIENT } from '../../server/src/logic/function-symbols.ts';
import type { RangeOf } from '../../server/src/logic/term-intervals.ts';

const [u, n, m] = [term('u'), term('n'), term('m')];
const range: RangeOf = ({ display }) =>
  display === 'u' ? { lo: 0n, hi: 4294967295n } : display === 'n' ? { lo: 1n, hi: null } : undefined;

test('what is called infeasible has no model: quotients by symbols and powers', () => {
  let seed = 7;
  const below = (bound: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * bound);
  };
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const linear = (): Term => add(scale(BigInt(below(5) - 2), u), scale(BigInt(below(5) - 2), m), int(below(9) - 4));
  const quotient = (): Term =>
    app(FLOOR_QUOTIENT, [
      below(2) ? u : linear(),
      pick([pow(2n, n), pow(2n, plus(n, -1)), pow(2n, plus(n, 1)), m, scale(2n, m), plus(m, 3)]),
    ]);
  let refuted = 0;
  for (let i = 0; i < 6000; i++) {
    const literal = () =>
      ge0(
        add(
          scale(pick([1n, -1n, 1n, -2n]), below(3) ? quotient() : linear()),
          below(3) ? int(below(5) - 2) : mul(quotient(), pick([m, pow(2n, n)])),
        ),
      );
    const f = and(ge0(plus(m, -1)), ...Array.from({ length: 1 + below(4) }, literal));
    if (feasible(f, range) !== 'no') continue;
    refuted++;
    for (let k = 0; k < 200; k++) {
      const values: Record<string, bigint> = {
        u: BigInt(below(2) ? below(12) : below(300)),
        n: BigInt(1 + below(9)),
        m: BigInt(below(14) - 3),
      };
      expect(formulaHolds(f, at(values)), f.key).not.toBe(true);
    }
  }
  expect(refuted).toBeGreaterThan(500);
});

test('a quotient by a positive symbol leaves less than the divisor', () => {
  const rest = add(u, scale(-1n, mul(m, app(FLOOR_QUOTIENT, [u, m]))));
  expect(feasible(and(ge0(plus(m, -1)), ge0(add(rest, scale(-1n, m)))), range)).toBe('no');
  expect(feasible(and(ge0(plus(m, -2)), ge0(plus(rest, -1))), range)).not.toBe('no');
});
