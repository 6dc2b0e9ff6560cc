/**
 * What a person is told of a loop, sentence by sentence: the same in a hover and on the terminal. Code in sentences
 * stands in backticks. The cases, the paths and all formal notation are left to the detail.
 */
import type { EffectReport, LeaveAnswer, LoopReport } from '../report/index.ts';
import { listed } from '../source/index.ts';
import { shorten } from './headline.ts';
import { changedSentences, isOutside } from './told-changes.ts';

/** One part; those with the least `rank` stay where there is no room for all. */
export interface ToldPart {
  readonly kind: 'count' | 'sentence' | 'c';
  readonly text: string;
  readonly rank: number;
  /** Lines that it may take. */
  readonly most: number;
}

/** In the order in which it is read. */
export function toldParts(loop: LoopReport): readonly ToldPart[] {
  const sentence = (text: string, rank: number, most: number): ToldPart[] =>
    text === '' ? [] : [{ kind: 'sentence', text, rank, most }];
  return [
    { kind: 'count', text: loop.count.sentence, rank: 0, most: 3 },
    ...sentence(neverEnds(loop), 2, 2),
    ...required(loop).flatMap((text) => sentence(text, 2, 2)),
    ...effects(loop.effects ?? []).flatMap((text) => sentence(text, 4, 2)),
    ...(loop.afterwards && loop.afterwards.c !== ''
      ? [{ kind: 'c' as const, text: loop.afterwards.c, rank: 1, most: 8 }]
      : []),
    ...sentence(facts(loop), 5, 2),
    ...sentence(leaves(loop), 6, 1),
    ...changedSentences(loop, whySentence(loop)).flatMap((text, i) => sentence(text, i === 0 ? 3 : 8, 2)),
    ...sentence(whySentence(loop), 7, 2),
  ];
}

const neverEnds = ({ neverEndsWhen, count, bound }: LoopReport): string =>
  neverEndsWhen === undefined || count.relation === 'endless' || bound?.endlessFrom !== undefined
    ? ''
    : `Never ends if \`${neverEndsWhen}\`.`;

/** What is undefined in it, and what the function requires so that nothing is: the rest speaks of other runs. */
const required = ({ requires = [], accesses = [] }: LoopReport): readonly string[] => {
  const outside = accesses.filter(({ leaves, unless }) => leaves === 'yes' && unless === undefined);
  return [
    ...outside.map(({ message = '' }) => `A run that gets there leaves an array: ${message}.`),
    ...requires.map(({ sentence }) => sentence),
  ].slice(0, MOST_REQUIRED);
};

const MOST_REQUIRED = 3;

/** Of more effects than this the detail tells. */
const MOST_EFFECTS = 3;

function effects(all: readonly EffectReport[]): readonly string[] {
  const told = [...new Set(all.filter(({ sentence, words }) => (sentence ?? words) !== '').map(effectSentence))];
  const rest = told.length - MOST_EFFECTS;
  return rest <= 1 ? told : [...told.slice(0, MOST_EFFECTS), `And ${rest} more effects.`];
}

export function effectSentence({ sentence, words, assuming }: EffectReport): string {
  const said = sentence ?? capital(words);
  return assuming.length === 0 ? `${said}.` : `${said}, if ${assuming.join(' and ')}.`;
}

/**
 * What holds behind it, but for what the code says already: `x = 3;` and `x == 3`. Nothing is behind a loop that never
 * ends.
 */
function facts({ facts: all = [], afterwards, count }: LoopReport): string {
  const code = new Set(afterwards?.c.split('\n') ?? []);
  const told = all.filter((fact) => !code.has(`${fact.replace(' == ', ' = ')};`)).map((fact) => `\`${fact}\``);
  if (told.length === 0 || count.relation === 'endless') return '';
  const [first = '', ...others] = told;
  const shown = [first];
  for (const fact of others) if ([...shown, fact].join(', ').length <= MOST_OF_FACTS) shown.push(fact);
  return `Afterwards ${listed(shown, 'and')}.`;
}

/** With more characters two lines are too few, and the last fact would be cut. */
const MOST_OF_FACTS = 160;

/** `May be left by `return mid` if `v[mid] == key`, or by `goto fail` (line 12).` */
function leaves({ leaves: all = [], count }: LoopReport): string {
  // where its ways out are the count already
  if (all.length === 0 || / left in line |^a return in line /.test(count.until ?? '')) return '';
  const [only] = all;
  if (all.length === 1 && only) return `May be left by ${oneLeave(only)}.`;
  const byHow = new Map<string, LeaveAnswer[]>();
  for (const leave of all) byHow.set(leave.how, [...(byHow.get(leave.how) ?? []), leave]);
  const said = [...byHow.values()].map((same) => {
    const [first] = same;
    return first && same.length === 1 ? oneLeave(first) : `\`${first?.how ?? ''}\` (${lines(same)})`;
  });
  return `May be left by ${listed(said, 'or', 3)}.`;
}

const oneLeave = ({ how, when, range }: LeaveAnswer): string =>
  `\`${how}\` (line ${range.start.line}${when === '' ? ')' : `, if \`${when}\`)`}`;

function lines(all: readonly LeaveAnswer[]): string {
  const each = [...new Set(all.map(({ range }) => `${range.start.line}`))];
  return `${each.length === 1 ? 'line' : 'lines'} ${listed(each, 'and', 3)}`;
}

/** Left out where all that it says has been said. */
export function whySentence({ why: told, unknown: all = [], count, effects: seen = [] }: LoopReport): string {
  if (!told) return '';
  // of a variable whose value has no formula an effect may tell how it is made
  const missing = told.code === 'no-closed-form' ? (/`([^`]+)`/.exec(told.message)?.[1] ?? '') : '';
  if (missing !== '' && seen.some((e) => e.sentence?.includes(`\`${missing}\``))) return '';
  const isSaid = all.some((u) => isOutside(u) && u.code === told.code);
  if (isSaid && count.relation !== 'none') return '';
  const place = told.range === null ? '' : ` (line ${told.range.start.line})`;
  const hint = told.hint === '' ? '' : `; ${told.hint}`;
  return `Not more is known: ${told.message.replace(/\.$/, '')}${place}${hint}.`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The count, marked up: what is a formula in it, and what is words. */
export function countMarkup(
  sentence: string,
  formula: (text: string) => string,
  plain: (text: string) => string,
): string {
  const [, atMost = '', count = '', rest = ''] = /^(at most )?(.+?) (iterations?(?:, if .*)?)$/s.exec(sentence) ?? [];
  return count === '' ? plain(sentence) : `${atMost}${formula(count)} ${plain(rest)}`;
}

/** A sentence without its last words, at most so long; code stays in its backticks. */
export function cutSentence(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = shorten(text, Math.max(2, limit - 1))
    .replace(/\s+\S*…$|…$/, '')
    .replace(/[\s`,:;(]+$/, '');
  return `${cut}${(cut.match(/`/g) ?? []).length % 2 === 1 ? '`' : ''} …`;
}
