/** Which rule of acceleration is the first that fits a literal, by its term in iteration k. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Literal, Term } from '../../../server/src/logic/index.ts';
import {
  TRUE,
  add,
  collect,
  eq0,
  ge0,
  int,
  mod,
  mul,
  ne0,
  plus,
  scale,
  sub,
  sym,
  symbol,
} from '../../../server/src/logic/index.ts';
import { ACCELERATION_RULES, behaviourOf } from '../../../server/src/summary/acceleration/acceleration-rules.ts';
import { COUNTER } from '../../../server/src/summary/acceleration/closed-forms.ts';
import type { MovingLiteral } from '../../../server/src/summary/acceleration/moving-literal.ts';

const k = sym(COUNTER);
const x = sym(symbol('variable', 'x', 0));
const square = mul(k, k);

function moving(literal: Literal): MovingLiteral {
  const { term } = literal;
  return {
    literal,
    term,
    polynomial: collect(term, COUNTER),
    prefix: 0,
    facts: TRUE,
    range: () => undefined,
    start: new Map(),
    newCount: () => symbol('counter', '#n', 1),
  };
}

const cases: readonly (readonly [string, (t: Term) => unknown, Term, string | null])[] = [
  ['x >= 0', ge0, x, 'invariant'],
  ['x - k >= 0', ge0, sub(x, k), 'monotonic increase or decrease'],
  ['5 + 2 k >= 0', ge0, plus(scale(2n, k), 5), 'monotonic increase or decrease'],
  ['k - 3 = 0', eq0, plus(k, -3), 'linear equality'],
  ['x - 2 k != 0', ne0, sub(x, scale(2n, k)), 'linear disequality'],
  ['x - k^2 >= 0', ge0, sub(x, square), 'eventual decrease'],
  ['(1 + 3 k) mod 8 != 0', ne0, mod(plus(scale(3n, k), 1), 8n), 'linear congruence'],
  ['(5 k) mod 16 - 3 >= 0', ge0, plus(mod(scale(5n, k), 16n), -3), 'first residue within an interval'],
  ['200 - (k^2 mod 256) >= 0', ge0, sub(int(200), mod(square, 256n)), 'wrapping sequence'],
  ['(k mod 3) + (k mod 2) - 1 >= 0', ge0, plus(add(mod(k, 3n), mod(k, 2n)), -1), 'periodic'],
  ['k^2 - x >= 0', ge0, sub(square, x), null],
];

describe('the first rule that fits', () => {
  it.each(cases)('%s', (_text, literal, term, name) => {
    const l = moving(literal(term) as Literal);
    expect(ACCELERATION_RULES.find((r) => r.behaviour(l) !== null)?.name ?? null).toBe(name);
    expect(behaviourOf(l) === null).toBe(name === null);
  });

  it('is one of those in the documentation, in its order', () => {
    const page = readFileSync(new URL('../../../docs/engines/acceleration.md', import.meta.url), 'utf8');
    const [, table] = page.split('| --- | --- |\n');
    const named = [...(table ?? '').split('\n\n')[0]!.matchAll(/^\| ([^|]+) \|/gm)].map((row) => row[1]);
    expect(named).toEqual(ACCELERATION_RULES.map((r) => r.name));
  });
});
