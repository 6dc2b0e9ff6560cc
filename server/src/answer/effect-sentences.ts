/**
 * What a loop does to arrays and lists as one sentence in C's words. It is made of the claim, which is true of every
 * run. Elements are told by ranges of indices, or one for each iteration; an empty range is a loop that isn't entered.
 */
import type { EffectClaim, EffectReport } from '../report/index.ts';
import { literally } from '../source/index.ts';
import type { Range } from './index-ranges.ts';
import { each, lastBefore, mentions, nextAfter, span } from './index-ranges.ts';
import { firstSentence, foundSentence } from './search-sentences.ts';

/** `changed`: variables that the loop changes; their values before it are told as `before(i)`. */
export const withSentence =
  (changed: ReadonlySet<string>) =>
  (effect: EffectReport): EffectReport => ({ ...effect, sentence: sentenceOf(effect, changed) });

/** Longer ones say less than their first words. */
const MOST = 160;

function sentenceOf({ words, formula, claim }: EffectReport, changed: ReadonlySet<string>): string {
  const short = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const full = claim ? claimSentence(words, byCounter(inTime(claim, changed))) : formulaSentence(short, formula);
  return full === null || full.length > MOST || FOR_DETAIL.test(full) ? short : full;
}

/** Floors of floors, and remainders of quotients, which the source has operators on bits for: `v / 8 % 2`. */
const FOR_DETAIL = /\bfloor_div\(|\/ \d+\)? % \d/;

/** Of values behind the loop that have no name: what is passed is told by what it is. */
function formulaSentence(words: string, formula: string): string | null {
  const text = inAscii(formula);
  // a member of an array of structs is no array in C
  if (!/^[\x20-\x7e]*$/.test(text) || / mod |number of|\.\w+\[/.test(text)) return null;
  const [, place, value, index, from] =
    /^([^']+) = ([^']+) for ([^']+) <= (\w+) <=? \w+'$/.exec(text)?.map(String) ?? [];
  if (place !== undefined)
    return `Sets \`${place}\` to \`${value}\` for \`${from}\` from \`${index}\` on, as far as it gets`;
  const [, name, kind, start, element] = /^(\w+)' = (max|min)\((.+), (.+) for .+\)$/.exec(text)?.map(String) ?? [];
  if (name !== undefined) {
    const which = kind === 'max' ? 'largest' : 'least';
    return `Keeps in \`${name}\` the ${which} of \`${start}\` and of every \`${element}\` that it passes`;
  }
  const found = foundSentence(text);
  if (found !== null) return found;
  const whole = wholeRange(text);
  if (whole !== null) return whole;
  const [, said, range] = /^([^']* = [^']*) for ([^']*)$/.exec(text)?.map(String) ?? [];
  return said === undefined ? null : `${words}: \`${said}\` for \`${range}\``;
}

/** `a[k] = b[k] for 0 <= k < n`, `a[k] = 0 for 0 <= k < n` */
function wholeRange(text: string): string | null {
  const [, array = '', value = '', from = '', to = ''] =
    /^(\w+)\[k\] = ([^']+) for ([^']+) <= k < ([^']+)$/.exec(text)?.map(String) ?? [];
  if (array === '') return null;
  const where = span({ index: 'k', from, to });
  const copied = elementsAt(value, 'k');
  if (copied !== null && copied !== array) return `Copies \`${copied}[${where}]\` to \`${array}[${where}]\``;
  return mentions(value, 'k') || mentions(value, array) ? null : `Sets \`${array}[${where}]\` to \`${value}\``;
}

const inAscii = (formula: string): string =>
  formula.replaceAll('≤', '<=').replaceAll('≥', '>=').replaceAll('≠', '!=').replaceAll('∨', '||').replaceAll('∧', '&&');

/** With what variables are worth before the loop told apart from what they are worth behind it. */
const inTime = <T extends EffectClaim>(claim: T, changed: ReadonlySet<string>): T =>
  withTexts(claim, (text) =>
    text.replace(
      /(?<![\w.]|->)(after\()?([A-Za-z_]\w*)(\))?(?![\w(])/g,
      (all, after?: string, name = '', close = '') =>
        after ? name : changed.has(name) ? `before(${name})${close}` : all,
    ),
  );

/** With the index called as the source calls it, where nothing else is called so. */
function byCounter(claim: EffectClaim): EffectClaim {
  if (claim.kind === 'first' || claim.counter === undefined) return claim;
  const { index, counter } = claim;
  let isElsewhere = false;
  const renamed = withTexts(claim, (text) => {
    isElsewhere ||= mentions(text, counter);
    return text.replace(new RegExp(`(?<![\\w.]|->)${literally(index)}(?!\\w)`, 'g'), counter);
  });
  return isElsewhere ? claim : { ...renamed, index: counter };
}

/** With other expressions. */
function withTexts<T extends EffectClaim>(claim: T, changed: (text: string) => string): T {
  const each = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return KEPT.has(key) ? value : changed(value);
    if (Array.isArray(value)) return value.map((v) => each(v, ''));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, each(v, k)]));
  };
  return each(claim, '') as T;
}

/** Parts of a claim that are no values. */
const KEPT: ReadonlySet<string> = new Set(['kind', 'variable', 'index', 'counter']);

function claimSentence(words: string, claim: EffectClaim): string | null {
  switch (claim.kind) {
    case 'elements':
      return claim.parts.length === 1 ? elementsSentence(words, claim) : null;
    case 'sum':
      return sumSentence(claim);
    case 'extreme':
      return extremeSentence(claim);
    case 'first':
      return firstSentence(claim);
    default:
      return claim satisfies never;
  }
}

/** `Sets `a[0..n - 1]` to `0`` */
function elementsSentence(words: string, claim: EffectClaim & { readonly kind: 'elements' }): string | null {
  const [part] = claim.parts;
  if (!part) return null;
  const { index } = claim;
  const { array, at, behind = '', value, when } = part;
  const where = when === undefined ? '' : `, where \`${when}\``;
  const target = `${array}[${span(claim)}]${behind}`;
  const isRange = at === index && !mentions(array, index) && !mentions(behind, index);
  if (isRange && words.startsWith('reverses')) return counted(`Reverses \`${target}\``);
  if (isRange && when === undefined) {
    const from = behind === '' ? elementsAt(value, index) : null;
    if (from !== null && from !== array) return counted(`Copies \`${from}[${span(claim)}]\` to \`${target}\``);
    if (!mentions(value, index) && from === null) return counted(`Sets \`${target}\` to \`${value}\``);
    const moved = behind === '' ? movedByOne(value, array, claim) : null;
    if (moved !== null) return counted(moved);
  }
  return counted(
    `Sets \`${array}[${at}]${behind}\` to \`${asBefore(value, array, behind)}\` for ${each(claim)}${where}`,
  );
}

/** `a[k] = before(a[k - 1])` for k from i + 1 to n is ``Moves `a[i..n - 1]` up by one place``; null: another value. */
function movedByOne(value: string, array: string, { index, from, to }: Range): string | null {
  if (value === `${array}[${index} - 1]`)
    return `Moves \`${array}[${span({ index, from: lastBefore(from), to: lastBefore(to) })}]\` up by one place`;
  if (value === `${array}[${index} + 1]`)
    return `Moves \`${array}[${span({ index, from: nextAfter(from), to: nextAfter(to) })}]\` down by one place`;
  return null;
}

/** Elements of the array that is written are those before: `before(a[k + 1])`, `before(q[k].n)`. */
function asBefore(value: string, array: string, behind: string): string {
  let out = '';
  let rest = value;
  for (let at = startOf(rest, array); at >= 0; at = startOf(rest, array)) {
    let end = at + array.length + 1;
    for (let depth = 1; depth > 0 && end < rest.length; end++)
      depth += rest[end] === '[' ? 1 : rest[end] === ']' ? -1 : 0;
    const isWritten = rest.startsWith(behind, end);
    end += isWritten ? behind.length : 0;
    const element = rest.slice(at, end);
    out += `${rest.slice(0, at)}${isWritten ? `before(${element})` : element}`;
    rest = rest.slice(end);
  }
  return out + rest;
}

const startOf = (text: string, array: string): number => {
  const at = text.indexOf(`${array}[`);
  return at > 0 && /[\w.>]/.test(text[at - 1] ?? '') ? -1 : at;
};

/** `Adds up `p[0..n - 1]` in `s``, `Counts in `n` the `k` from `0` to `m - 1` with `a[k] == x`` */
function sumSentence(claim: EffectClaim & { readonly kind: 'sum' }): string {
  const { variable, index, start, by, when } = claim;
  const isOwn = start === '0' || start === variable || start === `before(${variable})`;
  const begins = isOwn ? '' : `, beginning with \`${start}\``;
  const from = elementsAt(by, index);
  if (when !== undefined && by === '1')
    return counted(`Counts in \`${variable}\` the ${each(claim)} with \`${when}\`${begins}`);
  if (from !== null && when === undefined)
    return counted(`Adds up \`${from}[${span(claim)}]\` in \`${variable}\`${begins}`);
  if (when === undefined && claim.from === '0' && !mentions(by, index))
    return counted(`Adds \`${by}\` to \`${variable}\` \`${claim.to}\` times${begins}`);
  const where = when === undefined ? '' : `, where \`${when}\``;
  return counted(`Adds \`${by}\` to \`${variable}\` for ${each(claim)}${where}${begins}`);
}

function extremeSentence(claim: EffectClaim & { readonly kind: 'extreme' }): string {
  const { variable, index, start, element, least } = claim;
  const from = elementsAt(element, index);
  const elements = from === null ? `\`${element}\` for ${each(claim)}` : `\`${from}[${span(claim)}]\``;
  return counted(`Keeps in \`${variable}\` the ${least ? 'least' : 'largest'} of \`${start}\` and ${elements}`);
}

/** `a` where the text is `a[k]`, `m[j]` where it is `m[j][k]`. */
function elementsAt(text: string, index: string): string | null {
  const end = `[${index}]`;
  const name = text.endsWith(end) ? text.slice(0, -end.length) : '';
  return /^[\w.>-]+(?:\[[\w.>-]+\])*$/.test(name) && !mentions(name, index) ? name : null;
}

/** With what `iterations` is. */
const counted = (sentence: string): string =>
  /\biterations\b/.test(sentence) ? `${sentence}, where \`iterations\` is their number` : sentence;
