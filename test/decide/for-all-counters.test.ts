/** Conditions at every value of counters, against going through the values one by one. */
import { describe, expect, it, test } from 'vitest';
import { evaluate, formulaHolds } from '../../server/src/logic/evaluate-terms.ts';
import type { Formula, Term } from '../../server/src/logic/expression.ts';
import { and, eq0, ge, ge0, ne0, or } from '../../server/src/logic/formula.ts';
import type { Symbol } from '../../server/src/logic/symbol.ts';
import { add, div, int, ite, mod, mul, plus, pow, scale, sub } from '../../server/src/logic/term.ts';
import type { Counter } from '../../server/src/decide/for-all-counters.ts';
import { holdsThroughout } from '../../server/src/decide/for-all-counters.ts';
import type { Random } from '../differential/random.ts';
import { random } from '../differential/random.ts';
import { named, over, term } from '../logic/named.ts';

const [K, J, X] = [term('k'), term('j'), term('x')];
const power = (t: Term, n: number): Term => Array.from({ length: n }, () => t).reduce((p, f) => mul(p, f), int(1));

/** One by one. */
function tried(f: Formula, counters: readonly Counter[], values: ReadonlyMap<Symbol, bigint>): boolean {
  const [first, ...rest] = counters;
  const value = (s: Symbol): bigint | undefined => values.get(s);
  if (!first) return formulaHolds(f, value) === true;
  const n = evaluate(first.limit, value) ?? 0n;
  for (let i = 0n; i < n; i++) if (!tried(f, rest, new Map([...values, [first.name, i]]))) return false;
  return true;
}

const decided = (f: Formula, counters: readonly Counter[], x: bigint): boolean | null =>
  holdsThroughout(f, counters, (s) => (s.display === 'x' ? x : undefined));
const below = (name: string, limit: Term | bigint): Counter => ({
  name: named(name),
  limit: typeof limit === 'bigint' ? int(limit) : limit,
});

function polynomial(r: Random, symbols: readonly Term[], degree: number, size: number): Term {
  return Array.from({ length: r.int(1, 4) }, () =>
    scale(
      BigInt(r.int(-size, size)),
      mul(power(r.pick(symbols), r.int(0, degree)), power(r.pick(symbols), r.int(0, 1))),
    ),
  ).reduce((sum, t) => add(sum, t), int(r.int(-20 * size, 40 * size)));
}

describe('in one counter', () => {
  const cases = (seed: string, make: (r: Random) => Term): void => {
    const r = random(seed);
    for (let i = 0; i < 150; i++) {
      const t = make(r.fork(`${i}`));
      const f = r.pick([ge0(t), ne0(t), and(ge0(t), ge0(plus(scale(-1n, t), 2000))), or(ge0(t), eq0(plus(t, 7)))]);
      const counters = [below('k', BigInt(r.int(0, 40)))];
      const x = BigInt(r.int(-9, 9));
      expect(decided(f, counters, x), `${f.key} for ${x}, k < ${counters[0]?.limit.key}`).toBe(
        tried(f, counters, over({ x })),
      );
    }
  };
  it('polynomials', () => cases('polynomials', (r) => polynomial(r, [K, K, X], 3, 6)));
  it('powers', () =>
    cases('powers', (r) =>
      add(mul(polynomial(r, [K, X], 1, 3), pow(BigInt(r.int(2, 4)), K)), polynomial(r, [K, X], 2, 9)),
    ));
  it('remainders and quotients', () =>
    cases('remainders', (r) =>
      add(
        scale(BigInt(r.int(-9, 9)), mod(polynomial(r, [K, X], 1, 9), BigInt(r.int(2, 300)))),
        div(polynomial(r, [K, X], 1, 9), BigInt(r.int(2, 9))),
        polynomial(r, [K], 1, 4),
      ),
    ));
  it('conditional values', () =>
    cases('conditional', (r) =>
      add(
        ite(ge(polynomial(r, [K, X], 1, 4), int(0)), polynomial(r, [K, X], 2, 4), polynomial(r, [K], 1, 9)),
        polynomial(r, [K], 1, 4),
      ),
    ));
});

test('in two counters, the inner one with a limit that depends on the outer one', () => {
  const r = random('two');
  for (let i = 0; i < 120; i++) {
    const f = ge0(polynomial(r, [K, J, X], 2, 5));
    const counters = [
      below('k', BigInt(r.int(0, 14))),
      below('j', r.pick([K, plus(K, 1), X, int(r.int(0, 12)), sub(int(9), K), add(K, X)])),
    ];
    const x = BigInt(r.int(-5, 9));
    expect(decided(f, counters, x), `${f.key} for ${x}, ${counters.map((c) => c.limit.key).join()}`).toBe(
      tried(f, counters, over({ x })),
    );
  }
});

test.each<[string, Formula, bigint, boolean]>([
  ['a sum that reaches a limit', ge0(sub(int(2n ** 62n), div(mul(K, plus(K, 1)), 2n))), 2n ** 31n, true],
  ['a sum that passes it', ge0(sub(int(2n ** 61n), div(mul(K, plus(K, 1)), 2n))), 2n ** 31n + 2n, false],
  [
    'a valley that stays above zero',
    ge0(plus(mul(plus(K, -(10n ** 9n)), plus(K, -(10n ** 9n))), -0n)),
    10n ** 12n,
    true,
  ],
  [
    'a valley of one number below',
    ge0(plus(mul(plus(K, -(10n ** 9n)), plus(K, -(10n ** 9n))), -1n)),
    10n ** 12n,
    false,
  ],
  ['equality at one place', ne0(plus(K, -123456789n)), 10n ** 12n, false],
  ['equality at none', ne0(plus(scale(2n, K), -123456789n)), 10n ** 12n, true],
  ['a power that loses against a larger one', ge0(sub(pow(3n, K), pow(2n, K))), 10n ** 15n, true],
  ['a power that passes a limit', ge0(sub(int(10n ** 18n), pow(2n, K))), 10n ** 15n, false],
  ['what goes round within its bounds', ge0(sub(int(255), mod(scale(7n, K), 256n))), 10n ** 15n, true],
  ['what goes round to a residue', ne0(plus(mod(scale(7n, K), 60n), -59n)), 10n ** 15n, false],
])('%s, for counts of any size', (_, f, n, holds) => {
  expect(holdsThroughout(f, [below('k', n)], () => undefined)).toBe(holds);
});

test('nothing is claimed of what has no value', () => {
  expect(holdsThroughout(ge0(add(K, term('unknown'))), [below('k', 5n)], () => undefined)).toBeNull();
});
