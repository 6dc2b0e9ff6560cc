/** How often a loop's body is begun, in one sentence that is true by itself: the best of what the tiers know. */
import type { LoopCount } from '../counting/index.ts';
import { NO_WRAP, isOfWrap, isTypeLimit } from '../counting/index.ts';
import type { Bound, CountAnswer, Termination } from '../report/index.ts';
import { withCasts } from './casts-in-counts.ts';
import { IT_ENDS } from '../report/index.ts';
import { listed } from '../source/index.ts';

/** What is known of a loop's end beside its bound. */
export type Ending = Pick<LoopCount, 'endless' | 'until'> & { readonly termination: Termination };

export function countAnswer(bound: Bound | null, { endless, until, termination }: Ending): CountAnswer {
  if (endless || termination === 'never')
    return {
      relation: 'endless',
      text: '',
      assuming: [],
      source: 'counted',
      // a test of its own that always holds ends nothing
      sentence: until === null || !endless ? 'never ends' : `until ${until}`,
    };
  if (bound === null || isTypeLimit(bound)) {
    const source = bound === null ? 'counted' : 'type';
    if (until === null) return { relation: 'none', text: '', assuming: [], source, sentence: 'no bound known' };
    return { relation: 'until', text: '', assuming: [], until, source, sentence: `until ${until}` };
  }
  const { kind, value, upper, first = [], shorter } = bound;
  // the sentence is formula and words without marks
  const assuming = (bound.assuming ?? []).map((assumption) => assumption.replaceAll('`', ''));
  const text = shorter ?? bound.text;
  const isUpper = kind === 'upper' || upper || shorter !== undefined;
  // at most none is none
  const relation = isUpper && value !== '0' ? 'at-most' : 'exactly';
  const source = kind === 'structural' ? 'structural' : 'counted';
  const whole = `${relation === 'at-most' ? 'at most ' : ''}${iterations(text)}${asSet(first)}`;
  const phrase = bound.inParts ? inParts(bound.inParts) : whole;
  const sentence = `${phrase}${conditions(bound, assuming, termination)}`;
  return {
    relation,
    text,
    ...inEveryState(bound, assuming),
    ...(value === undefined ? {} : { value }),
    assuming,
    source,
    sentence,
  };
}

/** What stands behind the number: ", if f() doesn't change n". */
function conditions(bound: Bound, assuming: readonly string[], termination: Termination): string {
  // some runs never leave it: which ones may take a sentence of its own
  const exception = bound.endlessFrom ?? (termination === 'always' ? undefined : bound.endlessIf);
  const endless = exception === undefined ? '' : `, endless if ${exception}`;
  const needed = termination === 'conditional' && endless === '' ? [IT_ENDS, ...assuming] : assuming;
  const told = ofOneSubject(together(together(needed, WRAPLESS), UNDEFINED))
    .map(withCasts)
    .join(' and ');
  return `${told === '' ? '' : `${bound.inParts ? ' and' : ', if'} ${told}`}${endless}`;
}

/** "f() doesn't relink the list at p or change p": what is said of one call, or of several together, is said at once. */
function ofOneSubject(conditions: readonly string[]): readonly string[] {
  const told = new Map<string, string>();
  for (const condition of conditions) {
    const [, subject = condition, predicate] = /^(.*? (?:doesn't|don't)) (?!wrap around)(.*)$/.exec(condition) ?? [];
    const before = told.get(subject);
    told.set(subject, [before, predicate].filter((part) => part !== undefined).join(' or '));
  }
  return [...told].map(([subject, predicates]) => (predicates === '' ? subject : `${subject} ${predicates}`));
}

/** What is said of one thing, and of several. */
interface Said {
  readonly ofOne: string;
  readonly ofMany: string;
  /** Of more things two are named; missing: all are. */
  readonly most?: number;
  readonly things?: string;
  /** They are said behind everything else, not where the first of them is. */
  readonly isLast?: true;
}

const UNDEFINED: Said = {
  ofOne: ' is not defined',
  ofMany: ' are not defined',
  most: 3,
  things: 'other macros',
  isLast: true,
};
const WRAPLESS: Said = { ofOne: NO_WRAP, ofMany: " don't wrap around" };

/** "A, B and C are not defined", "A, B and 26 other macros are not defined", "i and j don't wrap around". */
function together(conditions: readonly string[], said: Said): readonly string[] {
  const { ofOne, ofMany, most = Infinity, things = '', isLast } = said;
  const isSuch = (c: string): boolean => c.endsWith(ofOne);
  const names = [...new Set(conditions.filter(isSuch).map((c) => c.slice(0, -ofOne.length)))];
  if (names.length < 2) return conditions;
  const told = names.length > most ? [...names.slice(0, 2), `${names.length - 2} ${things}`] : names;
  const others = conditions.filter((c) => !isSuch(c));
  const at = isLast ? others.length : conditions.findIndex(isSuch);
  return [...others.slice(0, at), `${listed(told, 'and')}${ofMany}`, ...others.slice(at)];
}

/** Whoever computes it has `long` numbers. */
const MOST_VALUES = 1n << 62n;

/**
 * Where the text isn't true for all values: what holds only where something doesn't wrap around is at most what holds
 * anyway.
 */
function inEveryState({ first = [], wrapping, partial }: Bound, assuming: readonly string[]): Partial<CountAnswer> {
  if (first.length > 0 || partial) return { text: '' };
  if (!assuming.some(isOfWrap)) return {};
  if (wrapping?.text === undefined || BigInt(wrapping.values) > MOST_VALUES) return { text: '' };
  return { relation: 'at-most', text: wrapping.text };
}

/** "(n + 1) / 6 iterations, or at most 127 if i wraps around". */
const inParts = ({ text, unless, most }: NonNullable<Bound['inParts']>): string =>
  `${iterations(text)}, or at most ${most} if ${unless}`;

/** What the loop's head sets isn't what it was before: "n iterations, n as its head sets it". */
function asSet(first: readonly string[]): string {
  const [only, ...others] = first;
  if (only === undefined) return '';
  return others.length === 0
    ? `, ${only} as its head sets it`
    : `, ${[only, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)} as its head sets them`;
}

/** Of `do ...; while (--n);`: in 0 all values come before the end does. */
const AROUND = /^([\w.>[\]-]+) == 0 \? (\d+|power\(2, 64\)) : \1$/;

const iterations = (text: string): string => {
  const [, name, all] = AROUND.exec(text) ?? [];
  if (name !== undefined && all !== undefined) return `${name} iterations, or ${withCasts(all)} if ${name} == 0`;
  const count = withCasts(inWords(text.replaceAll('__builtin_popcountll(', 'popcount(')));
  return `${count} ${count === '1' ? 'iteration' : 'iterations'}`;
};

/** In a sentence `n iterations` may stand for `max(0, n)`: a count is never below zero. */
function inWords(text: string): string {
  const inner = /^max\(0, (.*)\)$/.exec(text)?.[1];
  const alone = inner !== undefined && isOne(inner) ? inner : text;
  return / [?] | [&|^] |&&|\|\|/.test(withoutParentheses(alone)) ? `(${alone})` : alone;
}

function withoutParentheses(text: string): string {
  const outer = text.replace(/\([^()]*\)/g, '');
  return outer === text ? text : withoutParentheses(outer);
}

/** One argument, with its own parentheses closed. */
function isOne(text: string): boolean {
  let depth = 0;
  for (const c of text) {
    if (c === '(') depth++;
    else if (c === ')' && --depth < 0) return false;
    else if (c === ',' && depth === 0) return false;
  }
  return depth === 0;
}
