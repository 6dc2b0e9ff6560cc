/** That what a count needs to stay in range does so: what isn't proven, and where it holds. */
import { TRUE, and, intervalOf, partsOf, symbolsOf } from '../logic/index.ts';
import type { Formula, RangeOf, Term } from '../logic/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { Movement, NoWrap } from './progress.ts';
import { movement } from './progress.ts';
import { NO_WRAP } from './test-count.ts';
import type { TestCount } from './test-count.ts';

/**
 * That no variable wraps around says all that is needed. It does not where a test cuts off bits of a wider one, as
 * `(unsigned)x < n` does of a `long` x. Nor does it where a test reduces a sum or a difference: `n - i > 3` holds for
 * an unsigned i above n, which need not wrap around.
 */
export function isOfVariables({ arg, by }: NoWrap, inTest: boolean, range: RangeOf): boolean {
  const { parts } = partsOf(arg);
  const isNarrow = parts.every(({ mono }) => {
    const { lo, hi } = intervalOf(mono, range);
    return lo !== null && hi !== null && hi - lo < by;
  });
  return isNarrow && (!inTest || (parts.length === 1 && parts[0]?.coef === 1n));
}

const NO_VARIABLE = -1;

/** Needs lead to others: what a need speaks of moves, too. */
const MOST_NEEDS = 12;

export function unprovenOf(
  atTest: readonly NoWrap[],
  moved: Movement,
  whereFor: (need: NoWrap, testing: boolean) => Formula | null,
  effects: BlockEffects,
): Pick<TestCount, 'unproven' | 'where'> {
  const seen = new Set<string>();
  const unproven: NoWrap[] = [];
  let where: Formula | null = TRUE;
  const open = [
    ...atTest.map((need) => ({ need, testing: true, isSaid: true })),
    ...moved.needs.map((need) => ({ need, testing: false, isSaid: true })),
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = `${next.need.block} ${next.need.by} ${next.need.arg.key} ${next.testing}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const own = seen.size > MOST_NEEDS ? null : whereFor(next.need, next.testing);
    where = where && own && and(where, own);
    const isProven = own?.kind === 'true';
    if (!isProven && next.isSaid) unproven.push(next.need);
    if (own === null) continue;
    // that a variable doesn't wrap around says the same of what it moves by
    const isSaid = next.isSaid && isProven;
    for (const need of movement(next.need.arg, effects).needs) open.push({ need, testing: false, isSaid });
  }
  return { unproven, where };
}

/**
 * That the counters in it don't, in words. `whole`: nor does what is added to one, as in `s[i + 1]`. Where no counter
 * is in it, another variable is counted by way of it: `hi = mid - 1`.
 */
export function wrapless(t: Term, effects: BlockEffects, whole = false): readonly string[] {
  const moving = effects.movingNames(t);
  const { constant, parts } = partsOf(t);
  const [name, ...otherNames] = moving;
  if (name !== undefined && otherNames.length === 0 && parts.some(({ mono }) => mono.kind === 'prod')) {
    const said = polynomial(t, name);
    if (said !== null) return [`${said}${NO_WRAP}`];
  }
  const isSum = whole || ![...symbolsOf(t)].some((s) => effects.countsOn(effects.variableOf(s) ?? NO_VARIABLE));
  const added = !isSum || constant === 0n ? '' : constant > 0n ? ` + ${constant}` : ` - ${-constant}`;
  return (moving.length === 0 ? ['its counter'] : moving).map((own) => `${own}${added}${NO_WRAP}`);
}

/** `(i + 1) * (i + 1)`, or `2 * i * i + i` with the parts one by one; null where another variable is in it. */
function polynomial(t: Term, name: string): string | null {
  const { constant, parts } = partsOf(t);
  const degrees = parts.map(({ mono }) => (mono.kind === 'prod' ? mono.factors.length : 1));
  if (symbolsOf(t).size > 1 || degrees.some((d) => d > 2)) return null;
  const [a = 0n, b = 0n] = [2, 1].map((d) => parts[degrees.indexOf(d)]?.coef);
  const half = b / 2n;
  if (a === 1n && b !== 0n && b % 2n === 0n && constant === half * half)
    return half > 0n ? `(${name} + ${half}) * (${name} + ${half})` : `(${name} - ${-half}) * (${name} - ${-half})`;
  const times = (n: bigint, what: string): string => (n === 1n ? what : `${n} * ${what}`);
  const square = times(a, `${name} * ${name}`);
  const linear = b === 0n ? '' : b > 0n ? ` + ${times(b, name)}` : ` - ${times(-b, name)}`;
  const rest = constant === 0n ? '' : constant > 0n ? ` + ${constant}` : ` - ${-constant}`;
  return a > 0n ? `${square}${linear}${rest}` : null;
}
