/** What the tests of a loop say of its number of iterations, put together and written down. */
import { and, atLeast, ge0, int, intervalOf, isConst, ite, neg, substitute, symbolsOf } from '../logic/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import type { Bound } from '../report/index.ts';
import type { Around } from './around-the-end.ts';
import { countText, inTermsBefore, minimum } from './count-text.ts';
import type { AtEntry } from './no-wrap.ts';
import type { JustBefore } from './values-before-loop.ts';

/** Upper bounds from here on are those of a type: they tell a reader nothing. */
const TYPE_LIMIT = 1n << 29n;

export const isTypeLimit = ({ value, kind, text, ofType }: Bound): boolean =>
  ofType === true ||
  (kind === 'upper' && (value === undefined ? isFromLimit(withoutCasts(text)) : BigInt(value) >= TYPE_LIMIT));

/** Without the sizes of types that sums and differences of several are reduced by: `(unsigned)(head - tail)`. */
const withoutCasts = (text: string): string =>
  text.replace(/\bmod\(([^(),]*), (?:\d+|power\(2, 64\))\)/g, (cast, sum: string) =>
    sum.split(/ [+-] /).filter((part) => /[A-Za-z_]/.test(part)).length > 1 ? sum : cast,
  );

/**
 * `2147483647 - n`, `n + power(2, 64)`: what lets it go on is its type; factors and the greater of two bounds aside.
 */
const isFromLimit = (text: string): boolean =>
  !text.startsWith('min(') && (/(?<![/*%]\s*)\bpower\(2, 6\d\)(?!\s*\*)/.test(text) || isLarge(text));

const isLarge = (text: string): boolean =>
  [...text.matchAll(/(?<![/*%]\s*)\b\d{9,}\b(?!\s*\*)/g)].some(([number]) => BigInt(number) >= TYPE_LIMIT);

export interface Situation {
  readonly entry: AtEntry;
  before(): JustBefore;
  /** Elements of one value are counted, too. */
  readonly runs: boolean;
}

/** One test's part. */
export interface Told {
  readonly count: Term | null;
  readonly text: string | null;
  readonly first?: readonly string[];
  readonly exact: boolean;
  readonly structural: boolean;
  /** Nobody asks for what ends the structure: told where nothing else bounds the loop. */
  readonly incidental?: true;
  readonly assuming: readonly string[];
  /** What is known of the runs in which its counter wraps around; null: nothing. */
  readonly around?: Around | null;
  /** Runs that never end, and are no part of what is told: what happens in them. */
  readonly endlessIf?: string;
  /** The same of the values before the loop. */
  readonly endlessFrom?: string;
  /** It rests on the values before the loop, and is false where they are others: other ways out may leave it then. */
  readonly partial?: boolean;
  /** What holds of the values before the loop then: that the step is greater than zero, a distance not below it. */
  readonly given?: Formula;
  /** What must move, or stay, as it was taken to. */
  restsOn(): readonly Term[];
  /** The test says no more than that. */
  readonly isWhole: boolean;
}

export function exactly(told: readonly Told[], situation: Situation): Bound | null {
  const [walk, ...more] = told.filter((t) => t.structural);
  const counts = told.flatMap((t) => (t.structural ? [] : (t.count ?? [])));
  const counted =
    counts.length === 1 || counts.length === 2
      ? made(
          counts.reduce((a, b) => lesser(a, b, situation)),
          'exact',
          told.reduce(where, situation),
        )
      : null;
  if (walk === undefined) return counted;
  if (!walk.text || more.length > 0) return null;
  const bound: Bound = { text: walk.text, kind: 'structural', ...(walk.first && { first: walk.first }) };
  if (told.length === 1) return bound;
  return counted === null || walk.first || counted.first ? null : { ...bound, text: lesserOf(counted.text, walk.text) };
}

/** With what holds where the count does. */
const where = (situation: Situation, { given }: Told): Situation =>
  given ? { ...situation, entry: { ...situation.entry, facts: and(situation.entry.facts, given) } } : situation;

/** `max(0, min(n, strlen(s)))`: of a count and a length, which is never negative. */
function lesserOf(count: string, length: string): string {
  const [, inner] = /^max\(0, ([^,()]+)\)$/.exec(count) ?? [];
  return inner === undefined ? `min(${count}, ${length})` : `max(0, min(${inner}, ${length}))`;
}

/** The least, as far as it can be said shortly. */
export function atMost(told: readonly Told[], situation: Situation): Bound | null {
  const asked = told.filter((t) => !t.incidental);
  const bound = asked.length > 0 && asked.length < told.length ? leastOf(asked, situation) : null;
  return bound && !isTypeLimit(bound) ? bound : leastOf(told, situation);
}

function leastOf(told: readonly Told[], situation: Situation): Bound | null {
  const bounds = told.flatMap((t): Upper[] => {
    if (t.structural)
      return t.text ? [{ text: t.text, kind: 'structural', upper: true, ...(t.first && { first: t.first }) }] : [];
    const bound = t.count && made(t.count, 'upper', where(situation, t));
    return bound ? [{ ...bound, count: t.count }] : [];
  });
  const constants = bounds
    .filter((b) => b.value !== undefined)
    .sort((a, b) => (BigInt(a.value ?? 0) < BigInt(b.value ?? 0) ? -1 : 1));
  const [least] = constants.map(asBound);
  const symbolic = lessOf(
    bounds.filter((b) => b.value === undefined).sort((a, b) => a.text.length - b.text.length),
    situation,
  );
  if (!symbolic || (least && !isTypeLimit(least) && BigInt(least.value ?? 0) < 100n)) return least ?? null;
  if (!least || isTypeLimit(least) || symbolic.kind === 'structural') return symbolic;
  return { ...symbolic, text: `min(${symbolic.text}, ${least.text})`, kind: 'upper' };
}

/** `count`: the term of what is no structure's length. */
type Upper = Bound & { readonly count?: Term | null };

function asBound({ count: _, ...bound }: Upper): Bound {
  return bound;
}

/** `min(max(0, a), n)` is `max(0, min(a, n))` where n is never negative. */
function lesser(a: Term, b: Term, { entry: { range } }: Situation): Term {
  const asExtreme = (t: Term): Term => {
    const { lo } = intervalOf(t, range);
    return lo !== null && lo >= 0n && atLeast(t) === null && !isConst(t) ? ite(ge0(neg(t)), int(0), t) : t;
  };
  return atLeast(a) === null && atLeast(b) === null ? minimum(a, b) : minimum(asExtreme(a), asExtreme(b));
}

/** A longer text is none that is read at a glance. */
const LONGEST_OF_TWO = 24;

/** A name, a length, a difference. */
const isPlain = (text: string): boolean =>
  text.length <= LONGEST_OF_TWO && !/(min|max)\(|[?:]/.test(text.replace(/^max\(0, ([^,()]*)\)$/, '$1'));

/** The lesser of the two with the shortest texts, where these are plain; else the first. */
function lessOf([first, second]: readonly Upper[], situation: Situation): Bound | null {
  if (first === undefined) return null;
  const alone = asBound(first);
  const isApart = second !== undefined && second.text !== first.text && !first.first && !second.first;
  if (!isApart || ![first, second].every((b) => !isTypeLimit(b) && isPlain(b.text))) return alone;
  const [walk, counted] = first.kind === 'structural' ? [first, second] : [second, first];
  if (!counted.count) return alone;
  const both = walk.count
    ? made(lesser(counted.count, walk.count, situation), 'upper', situation)
    : { ...asBound(walk), text: lesserOf(counted.text, walk.text) };
  return both !== null && !both.first ? both : alone;
}

/** In terms of the values just before the loop, or else of those that its head sets. */
export function atFirstTest(
  before: JustBefore,
  tell: (at: JustBefore) => string | null,
): Pick<Bound, 'text' | 'first'> | null {
  const text = tell(before);
  if (text !== null) return { text };
  const then = before.atFirst && tell(before.atFirst);
  return before.atFirst && then ? { text: then, ...firstOf(before.atFirst.setIn(then)) } : null;
}

const firstOf = (first: readonly string[]): Pick<Bound, 'first'> => (first.length === 0 ? {} : { first });

/** `end = p + 8; while (p < end) ...`: 8, whatever p is. Null: it is no constant. */
function constantCount(count: Term, situation: Situation): bigint | null {
  const value = constantValueOf(count, situation);
  return value === null || value > 0n ? value : 0n;
}

export function constantValueOf(count: Term, { before }: Situation): bigint | null {
  if (isConst(count)) return count.value;
  const told = inTermsBefore(count, before());
  if (told !== null && isConst(told)) return told.value;
  const symbols = told === null ? [] : [...symbolsOf(told)];
  const settled = symbols.flatMap((s): [Symbol, Term][] => {
    const value = before().settled(s);
    return value === null ? [] : [[s, value]];
  });
  if (told === null) return null;
  // all of them, or one over the others: `b - a` behind `b = a + 200`
  for (const known of [settled, ...settled.map((one) => [one])]) {
    const value = substitute(told, new Map(known));
    if (isConst(value)) return value.value;
  }
  return null;
}

export function made(count: Term, kind: 'exact' | 'upper', situation: Situation): Bound | null {
  const fixed = constantCount(count, situation);
  if (fixed !== null) return { text: `${fixed}`, kind, value: `${fixed}` };
  const { entry, before } = situation;
  const { lo, hi } = intervalOf(count, entry.range);
  const given = { facts: entry.facts, range: entry.range, isUpper: kind === 'upper' };
  const told = atFirstTest(before(), (at) => countText(count, given, at, false));
  if (told !== null) return { ...told, kind };
  if (hi === null || hi >= TYPE_LIMIT) return null;
  return { text: `${hi}`, kind: lo === hi ? kind : 'upper', value: `${hi}` };
}
