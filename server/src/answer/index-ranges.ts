/** Ranges of indices as they are told: `0..n - 1`, `k` from `0` to `n - 1`; their ends are texts in C. */
import { literally } from '../source/index.ts';

/** A range of numbers, `to` not being one of them. */
export interface Range {
  readonly index: string;
  readonly from: string;
  readonly to: string;
}

export const span = ({ from, to }: Range): string => `${from}..${lastBefore(to)}`;

export const each = ({ index, from, to }: Range): string => `\`${index}\` from \`${from}\` to \`${lastBefore(to)}\``;

/** One less: `n - 1` for `n`, `n` for `n + 1`. */
export function lastBefore(to: string): string {
  if (/^-?\d+$/.test(to)) return `${BigInt(to) - 1n}`;
  if (/ \+ 1$/.test(to) && isSum(to)) return to.slice(0, -' + 1'.length);
  const [, head = '', sign = '', number = ''] = /^(.*) ([-+]) (\d+)$/.exec(to) ?? [];
  if (head !== '' && isSum(to)) return `${head} ${sign} ${sign === '+' ? BigInt(number) - 1n : BigInt(number) + 1n}`;
  return isSum(to) ? `${to} - 1` : `(${to}) - 1`;
}

/** One more: `n` for `n - 1`. */
export function nextAfter(text: string): string {
  if (/^-?\d+$/.test(text)) return `${BigInt(text) + 1n}`;
  if (/ - 1$/.test(text) && isSum(text)) return text.slice(0, -' - 1'.length);
  return isSum(text) ? `${text} + 1` : `(${text}) + 1`;
}

/** Nothing in it binds less than `+` outside of parentheses. */
function isSum(text: string): boolean {
  let depth = 0;
  for (const c of text.replaceAll('->', '.')) {
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    else if (depth === 0 && /[?:<>=&|^!]/.test(c)) return false;
  }
  return true;
}

export const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w.])${literally(name)}(?!\\w)`).test(text);
