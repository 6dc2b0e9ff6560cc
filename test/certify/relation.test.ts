import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS, analyze } from '../../server/src/analysis/analyze-file.ts';
import type { PathClaim } from '../../server/src/certify/certificate.ts';
import type { LastIteration, RelationClaim } from '../../server/src/certify/check-relation.ts';
import { checkRelation } from '../../server/src/certify/check-relation.ts';
import type { Formula, SymTerm, Term } from '../../server/src/logic/expression.ts';
import { TRUE, and, ge0, gt, le } from '../../server/src/logic/formula.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { add, int, plus, scale, sub } from '../../server/src/logic/term.ts';
import { named, over, term } from '../logic/named.ts';

const [x, y, k, l] = [term('x'), term('y'), term('k'), term('l')];
const path = (id: string, exit: boolean, guard: Formula, update: Record<string, Term>): PathClaim => ({
  id,
  exit,
  guard,
  free: TRUE,
  update: over(update),
  defined: TRUE,
  definedKnown: true,
  fresh: [],
  partial: false,
});

/** while (x > 0) { if (y > 0) { x -= 2; y--; } else { x--; y += 3; } } */
const paths = [
  path('π1', false, and(gt(x, int(0)), gt(y, int(0))), { x: plus(x, -2), y: plus(y, -1) }),
  path('π2', false, and(gt(x, int(0)), le(y, int(0))), { x: plus(x, -1), y: plus(y, 3) }),
  path('π3', true, le(x, int(0)), {}),
];
const values = over({ x: sub(x, add(scale(2n, k), l)), y: add(y, scale(3n, l), scale(-1n, k)) });
const before = (t: Term): Term => values.get((t as SymTerm).symbol) as Term;

function last(i: 0 | 1): LastIteration {
  const after = over({ x: plus(before(x), i === 0 ? -2 : -1), y: plus(before(y), i === 0 ? -1 : 3) });
  return {
    last: i,
    exit: 2,
    renaming: new Map(),
    post: after,
    counts: new Map([
      [0, i === 0 ? plus(k, 1) : k],
      [1, i === 1 ? plus(l, 1) : l],
    ]),
    guard: and(
      ge0(k),
      ge0(l),
      gt(before(x), int(0)),
      i === 0 ? gt(before(y), int(0)) : le(before(y), int(0)),
      le(after.get(named('x')) as Term, int(0)),
    ),
  };
}

const right: RelationClaim = {
  paths,
  entry: over<Term>({ x, y }),
  facts: gt(x, int(0)),
  counters: new Map([
    [0, named('k')],
    [1, named('l')],
  ]),
  values,
  unknown: new Set(),
  cases: [last(0), last(1)],
  range: ({ display }) => (display === 'k' || display === 'l' ? { lo: 0n, hi: null } : undefined),
};
const strength = (claim: Partial<RelationClaim>): string => checkRelation({ ...right, ...claim }).strength;
const changed = (name: string, t: Term): ReadonlyMap<Symbol, Term> => new Map([...values, [named(name), t]]);

test('a relation that holds at entry and is kept by every path is proven', () => {
  expect(strength({})).toBe('proven');
});

test('wrong relations are rejected', () => {
  expect(strength({ values: changed('x', plus(before(x), 1)) })).toBe('open');
  expect(strength({ values: changed('x', sub(x, add(k, l))) })).toBe('open');
  expect(strength({ values: changed('y', y) })).toBe('open');
  expect(
    strength({
      counters: new Map([
        [0, named('k')],
        [1, named('k')],
      ]),
    }),
  ).toBe('open');
  expect(strength({ counters: new Map([[0, named('k')]]) })).toBe('open');
});

test('wrong cases are rejected: more demanding, other values or counts, one missing', () => {
  const first = last(0);
  expect(strength({ cases: [{ ...first, guard: and(first.guard, gt(k, int(3))) }, last(1)] })).toBe('open');
  expect(strength({ cases: [{ ...first, post: new Map([...first.post, [named('x'), int(0)]]) }, last(1)] })).toBe(
    'open',
  );
  expect(
    strength({
      cases: [
        {
          ...first,
          counts: new Map([
            [0, k],
            [1, l],
          ]),
        },
        last(1),
      ],
    }),
  ).toBe('open');
  expect(strength({ cases: [first] })).toBe('open');
});

test('an unknown value is one variable’s own', () => {
  const any = term('any');
  const cases = (t: Term): LastIteration[] => [
    {
      last: null,
      exit: 2,
      renaming: new Map(),
      guard: and(le(t, int(0))),
      post: over({ x: t }),
      counts: new Map([
        [0, k],
        [1, l],
      ]),
    },
  ];
  expect(strength({ values: changed('x', any), unknown: new Set([named('any')]), cases: cases(any) })).toBe('proven');
  expect(
    strength({ values: over<Term>({ x: any, y: any }), unknown: new Set([named('any')]), cases: cases(any) }),
  ).toBe('open');
  expect(
    strength({ values: changed('x', plus(any, 1)), unknown: new Set([named('any')]), cases: cases(plus(any, 1)) }),
  ).toBe('open');
});

test('over-approximated cases carry their certificate', async () => {
  const source = 'void f(int a, int b) { if (a > 0 && b > 0) while (a != b) { if (a > b) a -= b; else b -= a; } }';
  const { loops } = await analyze(
    source,
    { ...DEFAULT_OPTIONS, assertions: false },
    { now: () => 0, cancelled: () => false },
  );
  const over = loops[0]?.cases.filter((c) => c.exactness === 'over') ?? [];
  expect(over.length).toBeGreaterThan(0);
  expect(over.map((c) => c.certificate?.strength)).toEqual(over.map(() => 'proven'));
});
