/**
 * What a loop does to arrays and lists as one sentence in C's words. Made of the claim, which is true of every run: elements are told by ranges of indices, or one for
 * each iteration; an empty range is a loop that isn't entered.
 */
import type { EffectClaim, EffectReport } from '../report/index.ts';

export const withSentence = (effect: EffectReport): EffectReport => ({ ...effect, sentence: sentenceOf(effect) });

/** Longer ones say less than their first words. */
const MOST = 160;

function sentenceOf({ words, formula, claim }: EffectReport): string {
  const short = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  const full = claim ? claimSentence(claim) : plainFormula(short, formula);
  // floors of floors are for the detail
  return full === null || full.length > MOST || /\bfloor_div\(/.test(full) ? short : full;
}

/** A formula that is C by itself: `dest[k] = src[k]` for `0 <= k < n`. */
function plainFormula(words: string, formula: string): string | null {
  const [, value = '', range = ''] = /^([^']* = [^']*) for ([^']*)$/.exec(inAscii(formula)) ?? [];
  const isC = (text: string): boolean => text !== '' && /^[\x20-\x7e]*$/.test(text) && !/ mod |number of/.test(text);
  return isC(value) && isC(range) ? `${words}: \`${value}\` for \`${range}\`` : null;
}

const inAscii = (formula: string): string => formula.replaceAll('≤', '<=').replaceAll('≥', '>=').replaceAll('≠', '!=');

function claimSentence(claim: EffectClaim): string | null {
  switch (claim.kind) {
    case 'elements':
      return claim.parts.length === 1 ? elementsSentence(claim) : null;
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
function elementsSentence(claim: EffectClaim & { readonly kind: 'elements' }): string | null {
  const [part] = claim.parts;
  if (!part) return null;
  const { index } = claim;
  const { array, at, value, when } = part;
  const where = when === undefined ? '' : `, where \`${when}\``;
  if (at === index && when === undefined) {
    const target = `${array}[${span(claim)}]`;
    const from = elementsAt(value, index);
    if (from !== null && from !== array) return told(`Copies \`${from}[${span(claim)}]\` to \`${target}\``, claim);
    if (!mentions(value, index) && from === null) return told(`Sets \`${target}\` to \`${value}\``, claim);
  }
  const before = mentions(value, array) ? ` as it was before` : '';
  return told(`Sets \`${array}[${at}]\` to \`${value}\`${before} for ${each(claim)}${where}`, claim);
}

/** `Adds up `p[0..n - 1]` in `s``, `Counts in `n` how many `k` from `0` to `m - 1` have `a[k] == x`` */
function sumSentence(claim: EffectClaim & { readonly kind: 'sum' }): string {
  const { variable, index, start, by, when } = claim;
  const begins = start === variable ? '' : `, from \`${start}\``;
  if (when !== undefined && by === '1')
    return told(`Counts in \`${variable}\`${begins} for how many of ${each(claim)} \`${when}\``, claim);
  const from = elementsAt(by, index);
  if (from !== null && when === undefined)
    return told(`Adds up \`${from}[${span(claim)}]\` in \`${variable}\`${begins}`, claim);
  const where = when === undefined ? '' : `, where \`${when}\``;
  return told(`Adds \`${by}\` to \`${variable}\`${begins} for ${each(claim)}${where}`, claim);
}

function extremeSentence(claim: EffectClaim & { readonly kind: 'extreme' }): string {
  const { variable, index, start, element, least } = claim;
  const from = elementsAt(element, index);
  const elements = from === null ? `\`${element}\` for ${each(claim)}` : `\`${from}[${span(claim)}]\``;
  return told(`Keeps in \`${variable}\` the ${least ? 'least' : 'largest'} of \`${start}\` and ${elements}`, claim);
}

/** `Moves `i` to the first `k >= i` with `a[k] == 0`` */
function firstSentence({ variable, index, start, up, shift, when }: EffectClaim & { readonly kind: 'first' }): string {
  const by = shift === '0' ? '' : shift.startsWith('-') ? `${shift.slice(1)} before ` : `${shift} behind `;
  return `Moves \`${variable}\` to ${by}the ${up ? 'first' : 'last'} \`${index} ${up ? '>=' : '<='} ${start}\` with \`${when}\``;
}

/** A range of numbers, `to` not being one of them. */
interface Range {
  readonly index: string;
  readonly from: string;
  readonly to: string;
}

const span = ({ from, to }: Range): string => `${from}..${lastBefore(to)}`;

const each = ({ index, from, to }: Range): string => `\`${index}\` from \`${from}\` to \`${lastBefore(to)}\``;

/** One less: `n - 1` for `n`, `n` for `n + 1`. */
function lastBefore(to: string): string {
  if (/^\d+$/.test(to)) return `${BigInt(to) - 1n}`;
  if (/ \+ 1$/.test(to) && isSum(to)) return to.slice(0, -' + 1'.length);
  const [, head = '', sign = '', number = ''] = /^(.*) ([-+]) (\d+)$/.exec(to) ?? [];
  if (head !== '' && isSum(to)) return `${head} ${sign} ${sign === '+' ? BigInt(number) - 1n : BigInt(number) + 1n}`;
  return isSum(to) ? `${to} - 1` : `(${to}) - 1`;
}

/** Nothing in it binds less than `+` outside of parentheses. */
function isSum(text: string): boolean {
  let depth = 0;
  for (const c of text) {
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    else if (depth === 0 && /[?:<>=&|^!]/.test(c)) return false;
  }
  return true;
}

/** `a` where the text is `a[k]`. */
function elementsAt(text: string, index: string): string | null {
  const end = `[${index}]`;
  const name = text.endsWith(end) ? text.slice(0, -end.length) : '';
  return /^[\w.>-]+$/.test(name) ? name : null;
}

const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w.])${name.replace(/[^\w]/g, '\\$&')}(?!\\w)`).test(text);

/** Values behind the loop by their plain names, those before it then by `before(i)`; and what `iterations` is. */
function told(sentence: string, { index }: Range): string {
  const later = [...new Set([...sentence.matchAll(/\bafter\((\w+)\)/g)].map(([, name]) => name as string))];
  let out = sentence;
  for (const name of later) {
    if (name === index) continue;
    out = out
      .replace(new RegExp(`(?<![\\w.(])${name}(?!\\w|\\()`, 'g'), `before(${name})`)
      .replaceAll(`after(${name})`, name);
  }
  const afterwards = later.length === 0 ? '' : `, with \`${later.join('`, `')}\` as afterwards`;
  const number = /\biterations\b/.test(out) ? ', where `iterations` is their number' : '';
  return `${out}${afterwards}${number}`;
}
