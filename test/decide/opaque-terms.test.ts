/** Terms that the solver's theory doesn't have stand for themselves: each by a constant of its own. */
import { expect, test } from 'vitest';
import { eq, ne } from '../../server/src/logic/formula.ts';
import { symbol } from '../../server/src/logic/symbol.ts';
import type { Term } from '../../server/src/logic/expression.ts';
import { app } from '../../server/src/logic/applied-functions.ts';
import { Query } from '../../server/src/decide/smt-text.ts';
import { term } from '../logic/named.ts';
import { READ } from '../../server/src/logic/function-symbols.ts';

const read = (index: Term): Term => app(READ, [index], symbol('array', 'a'));
const unbounded = (): { readonly lo: null; readonly hi: null } => ({ lo: null, hi: null });

test('a term within another of its kind is a constant of its own', () => {
  const [x, y] = [term('x'), term('y')];
  const inner = read(x);
  const outer = read(inner);
  const query = new Query(unbounded);
  query.text(eq(read(y), outer));
  const names = query.constants();
  expect(new Set(names).size).toBe(names.length);
  // x, y, a[y], a[a[x]], a[x]
  expect(names).toHaveLength(5);
});

test('terms that contain each other by way of their arguments are translated once', () => {
  const [x, y] = [term('x'), term('y')];
  const deep = (t: typeof x, n: number): Term => read(n === 0 ? t : deep(t, n - 1));
  const query = new Query(unbounded);
  query.text(ne(deep(x, 6), deep(y, 6)));
  expect(new Set(query.constants()).size).toBe(2 + 14);
});
