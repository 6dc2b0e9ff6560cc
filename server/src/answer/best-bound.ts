/** The best of what counting and the summary say of how often a loop's body is begun. */
import { isOfWrap, isTypeLimit, wrapsAround } from '../counting/index.ts';
import type { Bound } from '../report/index.ts';
import { MOST_EXACT } from '../termination/index.ts';

/**
 * The better of two bounds: an exact one, one that assumes nothing, the lesser or, of exact ones, the shorter; a small
 * number. Otherwise the second. Or one made of both. `ifItEnds`: some runs never leave the loop, of which the second
 * says nothing.
 */
export function betterBound(counted: Bound | null, summarised: Bound | null, ifItEnds = false): Bound | null {
  const both = withinLimit(counted, summarised);
  if (both !== null) return both;
  const [a, b] = [rank(counted), rank(summarised)];
  if (a === ASSUMING && isExactly(counted) && !isExactly(summarised) && (b === ASSUMING || ifItEnds)) return counted;
  // nobody reads the number that needs no condition
  if (a === ASSUMING && b === EXACTLY && isExactly(counted) && !isShort(summarised)) return counted;
  if (a !== b) return a > b ? counted : summarised;
  if (counted?.kind === 'structural' && summarised?.kind === 'structural' && (!counted.upper || summarised.upper))
    return counted;
  const [x, y] = [counted?.value, summarised?.value];
  if (a === EXACTLY && (x === undefined || y === undefined)) return shorter(counted, summarised);
  if (x === undefined) return summarised;
  const isLess = BigInt(x) < (y === undefined ? FEW : BigInt(y));
  return isLess || (x === y && counted?.endlessFrom !== undefined) ? counted : summarised;
}

/** So many, in a text that is read, and not a bound that is told in its place. */
const isExactly = (bound: Bound | null): boolean =>
  bound?.kind === 'exact' && bound.shorter === undefined && isShort(bound);

const isShort = (bound: Bound | null): boolean => bound !== null && (bound.shorter ?? bound.text).length <= MOST_EXACT;

/** A number, or else the shorter text. */
function shorter(counted: Bound | null, summarised: Bound | null): Bound | null {
  const [x, y] = [counted?.value, summarised?.value];
  if ((x === undefined) !== (y === undefined)) return x === undefined ? summarised : counted;
  return effortOf(counted) < effortOf(summarised) ? counted : summarised;
}

/** A function that C doesn't have is a text to look up. */
const effortOf = (bound: Bound | null): number =>
  (bound?.text.length ?? 0) + (bound?.text.includes('floor_div(') ? 'floor_div(a, b)'.length : 0);

/** What is told of a bound: by what holds throughout, where there is none, or none that anybody reads. */
export function readableBound(found: Bound | null, throughout: () => Bound | null): Bound | null {
  if (found === null || isTypeLimit(found)) return throughout() ?? found;
  if (found.kind !== 'exact' || found.shorter !== undefined || found.text.length <= MOST_EXACT) return found;
  const upper = throughout();
  return upper === null ? found : { ...found, shorter: upper.text };
}

/** A number below this says more than a variable does: "at most 46 iterations", and not "at most b". */
const FEW = 100n;

function rank(bound: Bound | null): number {
  if (bound === null) return 0;
  if (isTypeLimit(bound)) return 1;
  if (bound.assuming?.length) return ASSUMING;
  return bound.kind === 'exact' ? EXACTLY : 3;
}

const ASSUMING = 2;
const EXACTLY = 4;

/**
 * An exact number where the counter doesn't wrap around, with a number that no run exceeds: such as would wrap around
 * exceed it, or it is what is told of them. Null where the two are no such numbers.
 */
function withinLimit(counted: Bound | null, summarised: Bound | null): Bound | null {
  if (counted?.wrapping === undefined || !counted.assuming?.length || counted.kind !== 'exact') return null;
  if (summarised?.kind === 'exact' && !summarised.assuming?.length && summarised.shorter === undefined) return null;
  const { assuming, wrapping, ...exact } = counted;
  if (!assuming.every(isOfWrap)) return null;
  const values = BigInt(wrapping.values);
  const proven = summarised?.kind === 'upper' && !summarised.assuming?.length ? summarised.value : undefined;
  const most = proven === undefined || BigInt(proven) > values ? values : BigInt(proven);
  if (wrapping.least !== undefined && most < BigInt(wrapping.least)) return exact;
  if (most < FEW || wrapping.text === undefined || counted.first) return null;
  const text = most === values ? wrapping.text : `min(${wrapping.text}, ${most})`;
  const upper: Bound = { text, kind: 'upper' };
  if (isTypeLimit({ ...upper, value: `${most}` })) return { ...counted, wrapping: { values: `${most}`, text } };
  return { ...upper, inParts: { text: counted.text, unless: wrapsAround(assuming), most: `${most}` } };
}
