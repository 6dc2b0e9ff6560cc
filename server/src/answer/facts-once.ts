/**
 * Facts behind a loop, each of which says something that the others don't: `t >= n` beside `t == max(0, n)` says
 * nothing.
 */

import { lastBefore, nextAfter } from './index-ranges.ts';

type Operator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** One comparison, `left operator right`. */
interface Comparison {
  readonly left: string;
  readonly operator: Operator;
  readonly right: string;
}

const MIRRORED: Readonly<Record<Operator, Operator>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
};

/** What binds less than a comparison, or is another one. */
const LOOSER = / (?:&&|\|\||[?:&|^,=]|[<>]=?|[!=]=) /;
const NUMBER = /^-?\d+$/;
/** As macros and enumerators are named. */
const NAMED_NUMBER = /^[A-Z]\w*$/;

/** Null: the fact isn't one comparison. */
function comparisonOf(fact: string): Comparison | null {
  const [, left, operator, right] = /^(.+?) (<=|>=|<|>|==|!=) (.+)$/.exec(fact) ?? [];
  if (left === undefined || right === undefined || LOOSER.test(` ${left} `) || LOOSER.test(` ${right} `)) return null;
  return { left, operator: operator as Operator, right };
}

const mirrored = ({ left, operator, right }: Comparison): Comparison => ({
  left: right,
  operator: MIRRORED[operator],
  right: left,
});

const written = ({ left, operator, right }: Comparison): string => `${left} ${operator} ${right}`;

/** `x < 256` is `x <= 255`. */
function closedBound(c: Comparison): Comparison {
  if (!NUMBER.test(c.right)) return c;
  if (c.operator === '<') return { ...c, operator: '<=', right: `${BigInt(c.right) - 1n}` };
  return c.operator === '>' ? { ...c, operator: '>=', right: `${BigInt(c.right) + 1n}` } : c;
}

/** What is said with a constant's name, `err != OK`, isn't said with a number again. */
const isNamed = (a: Comparison, b: Comparison): boolean =>
  a.left === b.left &&
  a.operator === b.operator &&
  (a.operator === '!=' || a.operator === '==') &&
  NAMED_NUMBER.test(a.right) &&
  NUMBER.test(b.right);

/** With no calls in calls. */
const OPERANDS = /\(((?:[^(),]|\([^(),]*\))+), ((?:[^(),]|\([^(),]*\))+)\)$/.source;
const LARGER = new RegExp(`^max${OPERANDS}`);
const LESSER = new RegExp(`^min${OPERANDS}`);

/** `t > n` is `t >= n + 1`. */
function withoutStrict(c: Comparison): Comparison {
  if (c.operator === '>') return { ...c, operator: '>=', right: nextAfter(c.right) };
  return c.operator === '<' ? { ...c, operator: '<=', right: lastBefore(c.right) } : c;
}

/** `t == n` and `t == max(0, n)` imply `t >= n`, and `t == max(0, n + 1)` implies `t > n`. */
function isBoundBy(equality: Comparison, given: Comparison): boolean {
  const bound = withoutStrict(given);
  if (equality.operator !== '==' || equality.left !== bound.left) return false;
  if (bound.operator !== '>=' && bound.operator !== '<=') return false;
  if (equality.right === bound.right) return true;
  const [, first, second] = (bound.operator === '>=' ? LARGER : LESSER).exec(equality.right) ?? [];
  return first === bound.right || second === bound.right;
}

/** `x <= 255` implies `x <= 256`. */
function isCloser(a: Comparison, b: Comparison): boolean {
  if (a.left !== b.left || a.operator !== b.operator || !NUMBER.test(a.right) || !NUMBER.test(b.right)) return false;
  const [near, far] = [BigInt(a.right), BigInt(b.right)];
  return a.operator === '<=' ? near <= far : a.operator === '>=' && near >= far;
}

/** The first comparison implies the second one. */
function implied(a: Comparison, b: Comparison): boolean {
  const [x, y] = [closedBound(a), closedBound(b)];
  return [y, mirrored(y)].some((z) => written(x) === written(z) || isNamed(x, z) || isBoundBy(x, z) || isCloser(x, z));
}

/** `0 <= n` is `n >= 0`. */
const withNumberLast = (c: Comparison): Comparison => (NUMBER.test(c.left) && !NUMBER.test(c.right) ? mirrored(c) : c);

/** `x <= 0` and `x >= 0` are `x == 0`. */
function meeting(a: Comparison, b: Comparison): Comparison | null {
  const [x, y] = [closedBound(a), closedBound(b)];
  const meets = x.left === y.left && x.right === y.right && MIRRORED[x.operator] === y.operator;
  return meets && (x.operator === '<=' || x.operator === '>=') ? { ...x, operator: '==' } : null;
}

/** The first fact says the second one: `x == 0 || x >= n` says that `x <= 0 || x >= n`. */
function saysSo(first: string, second: string): boolean {
  const ways = second.split(' || ');
  return first.split(' || ').every((way) => {
    const by = comparisonOf(way);
    return ways.some((other) => {
      const own = comparisonOf(other);
      return way === other || (by !== null && own !== null && implied(by, own));
    });
  });
}

/** In the same order; of two that say the same the first one stays. */
export function factsOnce(facts: readonly string[]): readonly string[] {
  const said: string[] = [];
  for (const fact of facts) {
    const own = comparisonOf(fact);
    const last = own === null ? null : withNumberLast(own);
    const known = said.map((f) => comparisonOf(f));
    const at = last === null ? -1 : known.findIndex((k) => k !== null && meeting(k, last) !== null);
    const met = last === null ? null : known[at] && meeting(known[at], last);
    const told = last === null || last === own ? fact : written(last);
    if (met) said[at] = written(met);
    else if (!said.some((f) => saysSo(f, told))) said.push(told);
  }
  return said.filter((fact, i) => !said.some((other, j) => j > i && saysSo(other, fact) && !saysSo(fact, other)));
}
