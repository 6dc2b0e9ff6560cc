/**
 * Where a loop stops that looks for something, as one sentence: ``Moves `i` to the first `k` from `0` to `n - 1` with
 * `v[k] == key`, else to `max(0, n)` ``.
 */
import type { EffectClaim } from '../report/index.ts';
import { literally } from '../source/index.ts';
import { lastBefore, mentions, nextAfter } from './index-ranges.ts';

interface Search {
  readonly variable: string;
  readonly index: string;
  readonly start: string;
  readonly up: boolean;
  readonly shift: string;
  readonly when: string;
}

/** The sentence for what a loop claims to find. */
export function firstSentence(claim: EffectClaim & { readonly kind: 'first' }): string {
  const { variable, index, start, up, shift, when } = claim;
  const by = shift === '0' ? '' : shift.startsWith('-') ? `${shift.slice(1)} before ` : `${shift} behind `;
  const which = up ? 'first' : 'last';
  const limited = by === '' ? withinLimit(claim) : null;
  if (!limited)
    return `Moves \`${variable}\` to ${by}the ${which} \`${index} ${up ? '>=' : '<='} ${start}\` with \`${when}\``;
  const otherwise = extreme(up, start, limited.end);
  return `Moves \`${variable}\` to the ${which} ${limited.range} with \`${limited.rest}\`, else to \`${otherwise}\``;
}

/** The sentence for a formula over ASCII, where there is no claim; null: it isn't one of a search. */
export function foundSentence(formula: string): string | null {
  const [, variable = '', shift = '0', which, index = '', start = '', given = ''] =
    /^(\w+)' = (?:(-?\d+) \+ )?(first|greatest) (\w+) [<>]= (.+?) with (.+)$/.exec(formula) ?? [];
  if (variable === '') return null;
  const when = comparisons(given);
  const search = { variable, index, start, up: which === 'first', shift, when };
  return when.includes(`*${index}`) || when.includes(`${index}[`) ? pointerSentence(search) : lookingSentence(search);
}

/** Conditions as C has them: `==`, and the element in front: `v[k] == key`. */
const comparisons = (formula: string): string =>
  formula
    .replace(/ = /g, ' == ')
    .replace(/(?<=^|\|\| |&& |\()([\w.]+) (==|!=) (\w+\[[^\][]*\]|\*\w+)(?=$| \|\|| &&|\))/g, '$3 $2 $1');

function pointerSentence({ variable, index, shift, when, up }: Search): string | null {
  if (!up || (shift !== '0' && shift !== '1')) return null;
  const where = shift === '0' ? 'to' : 'behind';
  if (when === `*${index} == 0`) return `Moves \`${variable}\` ${where} the terminating zero`;
  // what it was before is not what it is there
  if (mentions(when, variable)) return null;
  const own = when.replace(new RegExp(`(?<![\\w.>])${literally(index)}\\b`, 'g'), variable);
  return `Moves \`${variable}\` ${where} the first place with \`${own}\``;
}

/** Of a variable that is gone behind the loop: what is looked for. */
function lookingSentence(search: Search): string {
  const { index, start, up, when } = search;
  const which = up ? 'first' : 'last';
  const limited = withinLimit(search);
  return limited
    ? `Looks for the ${which} ${limited.range} with \`${limited.rest}\``
    : `Looks for the ${which} \`${index} ${up ? '>=' : '<='} ${start}\` with \`${when}\``;
}

interface Limited {
  /** Those that are looked at. */
  readonly range: string;
  /** Where it stops if it gets there. */
  readonly end: string;
  readonly rest: string;
}

/** The part of a condition that is about the index alone: `k >= n || v[k] == x` is about `k` up to `n - 1`. */
function withinLimit({ index, start, up, when }: Omit<Search, 'variable' | 'shift'>): Limited | null {
  const parts = alternatives(when);
  const limits = parts.map((p) => limitOf(p, index, up));
  const at = limits.findIndex((l) => l !== null);
  const end = limits[at];
  if (!end || parts.length < 2 || limits.filter((l) => l !== null).length > 1) return null;
  const last = up ? lastBefore(end) : nextAfter(end);
  const range = `\`${index}\` from \`${start}\` ${up ? 'to' : 'down to'} \`${last}\``;
  const limit = parts[at] as string;
  const rest = parts.filter((_, i) => i !== at).map((p) => withoutOpposite(p, limit));
  return { range, end, rest: rest.length === 1 ? withoutParentheses(rest[0] as string) : rest.join(' || ') };
}

/** `(k < n && v[k] == x)` beside `k >= n`: `(v[k] == x)`. */
function withoutOpposite(part: string, limit: string): string {
  const [, a = '', operator = '', b = ''] = /^([^<>=!]+) (>=|<=|<|>) ([^<>=!]+)$/.exec(limit) ?? [];
  const opposite = OPPOSITE[operator];
  if (opposite === undefined || !/^\(.* && .*\)$/.test(part)) return part;
  const turned = `${b} ${MIRRORED[opposite] ?? ''} ${a}`;
  return part.replace(/^\((.*?) && /, (all, first: string) =>
    first === `${a} ${opposite} ${b}` || first === turned ? '(' : all,
  );
}

const OPPOSITE: Readonly<Record<string, string>> = { '>=': '<', '<=': '>', '<': '>=', '>': '<=' };

/** `(a && b)`: `a && b`. */
function withoutParentheses(text: string): string {
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : '';
  let depth = 0;
  for (const c of inner) {
    depth += c === '(' ? 1 : c === ')' ? -1 : 0;
    if (depth < 0) return text;
  }
  return inner === '' ? text : inner;
}

const MIRRORED: Readonly<Record<string, string>> = { '>=': '<=', '<=': '>=', '<': '>', '>': '<' };

/** `n` of `k >= n` (upwards), `-1` of `k < 0` (downwards). */
function limitOf(part: string, index: string, up: boolean): string | null {
  const [, a = '', operator = '', b = ''] = /^([^<>=!]+) (>=|<=|<|>) ([^<>=!]+)$/.exec(part) ?? [];
  const other = a === index ? b : b === index ? a : '';
  if (other === '' || mentions(other, index)) return null;
  const turned = a === index ? operator : (MIRRORED[operator] ?? '');
  if (turned === (up ? '>=' : '<=')) return other;
  if (turned === (up ? '>' : '<')) return up ? nextAfter(other) : lastBefore(other);
  return null;
}

/** Its parts, each of which suffices. */
function alternatives(condition: string): readonly string[] {
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < condition.length; i++) {
    const c = condition[i];
    if (c === '(' || c === '[') depth++;
    else if (c === ')' || c === ']') depth--;
    else if (depth === 0 && condition.startsWith(' || ', i)) {
      out.push(condition.slice(from, i));
      from = i + ' || '.length;
    }
  }
  return [...out, condition.slice(from)];
}

/** `max(0, n)`; of two numbers the one. */
function extreme(up: boolean, start: string, end: string): string {
  const isNumber = (t: string): boolean => /^-?\d+$/.test(t);
  if (isNumber(start) && isNumber(end)) return BigInt(start) > BigInt(end) === up ? start : end;
  return `${up ? 'max' : 'min'}(${start}, ${end})`;
}
