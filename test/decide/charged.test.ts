/** What a question to the solver costs, and what it may do. */
import { afterAll, describe, expect, test } from 'vitest';
import { Budget } from '../../server/src/budget/budget.ts';
import { and, eq, ge, gt } from '../../server/src/logic/formula.ts';
import type { Formula, Term } from '../../server/src/logic/expression.ts';
import { add, int, mul } from '../../server/src/logic/term.ts';
import { app } from '../../server/src/logic/applied-functions.ts';
import { workDone } from '../../server/src/budget/work.ts';
import { Query } from '../../server/src/decide/smt-text.ts';
import { openSolver } from '../../server/src/decide/solver.ts';
import { unloadSolver } from '../../server/src/decide/z3-module.ts';
import { term } from '../logic/named.ts';
import { FLOOR_QUOTIENT, TRUNCATED_QUOTIENT } from '../../server/src/logic/function-symbols.ts';

const unbounded = (): { readonly lo: null; readonly hi: null } => ({ lo: null, hi: null });
const [x, y, z] = [term('x'), term('y'), term('z')];

const cube = (t: Term): Term => mul(t, mul(t, t));

afterAll(() => unloadSolver());

function asked(f: Formula): { readonly nonlinear: boolean; readonly algebraic: boolean } {
  const query = new Query(unbounded);
  query.text(f);
  return { nonlinear: query.nonlinear, algebraic: query.algebraic };
}

describe('algebraic numbers', () => {
  test.each([
    ['a linear question', ge(add(x, y), z), { nonlinear: false, algebraic: true }],
    ['one unknown in a product', gt(mul(x, x), add(y, z)), { nonlinear: true, algebraic: true }],
    ['several', gt(mul(x, y), z), { nonlinear: true, algebraic: false }],
    ['a divisor that is an unknown', eq(app(FLOOR_QUOTIENT, [x, y]), z), { nonlinear: true, algebraic: false }],
    ['a constant divisor', eq(app(TRUNCATED_QUOTIENT, [x, int(7)]), z), { nonlinear: false, algebraic: true }],
  ] as const)('%s', (_, f, expected) => {
    expect(asked(f)).toEqual(expected);
  });
});

test('a question is charged what it costs, and ends where nothing is left', () => {
  const session = openSolver();
  try {
    const budget = Budget.of(3_000_000);
    const hard = and(eq(add(cube(x), cube(y), cube(z)), int(114)), gt(mul(x, y), mul(z, z)));
    const before = workDone();
    expect(session.within(budget).check(hard, unbounded, 10_000_000).status).toBe('unknown');
    expect(workDone() - before).toBeGreaterThan(2_000_000);
    expect(workDone() - before).toBeLessThan(5_000_000);
    expect(budget.exhausted()).toBe(true);
  } finally {
    session.close();
  }
}, 60_000);
