/** The one line that says most about a loop: lens, first line of a hover, first line on the terminal. */
import type { Bound, Exactness, LoopReport } from '../report/index.ts';

/** Characters of a bound that a lens has room for. */
const LENS_BOUND = 60;

/** Title of a code lens, e.g. `n - i iterations · Type 1 · exact`. Never long enough to push code aside. */
export function lensTitle(loop: LoopReport): string {
  return headline(loop, (formula) => formula).join(' · ');
}

/**
 * Bound, type and exactness, in this order; what is not known is said once. `formula` marks up what is one; bounds of more than `limit`
 * characters are left to the cases, where there are several.
 */
export function headline(
  loop: LoopReport,
  formula: (text: string) => string,
  plain: (text: string) => string = (text) => text,
  limit = LENS_BOUND,
): readonly string[] {
  const parts: string[] = [];
  if (loop.termination === 'never') parts.push('never ends');
  else if (loop.bound && (inWords(loop.bound.text).length <= limit || loop.cases.length < 2))
    parts.push(boundPhrase(loop.bound, formula, limit));
  else if (loop.bound) parts.push(`iterations by ${loop.cases.length} cases`);
  else parts.push(plain(boundUnknown(loop)));
  if (loop.termination === 'conditional') parts.push('may not end');
  if (loop.type !== null) parts.push(`Type ${loop.type}`);
  if (loop.exactness !== 'unknown' || loop.bound) parts.push(exactnessPhrase(loop.exactness));
  return parts;
}

/** `n - i iterations`, `1 iteration`, `at most n iterations`. */
export function boundPhrase(
  bound: Bound,
  formula: (text: string) => string = (text) => text,
  limit = LENS_BOUND,
): string {
  const count = shorten(inWords(bound.text), limit);
  const phrase = `${formula(count)} ${count === '1' ? 'iteration' : 'iterations'}`;
  return bound.kind === 'upper' || bound.upper ? `at most ${phrase}` : phrase;
}

/** In a sentence `n iterations` may stand for `max(0, n)`: a count is never below zero. */
function inWords(text: string): string {
  const inner = /^max\(0, (.*)\)$/.exec(text)?.[1];
  const alone = inner !== undefined && isOne(inner) ? inner : text;
  return / [?] | [&|^] |&&|\|\|/.test(alone) && !/^\w+\(.*\)$/.test(alone) ? `(${alone})` : alone;
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

/** `bound unknown: <short reason>`, or, where the cases tell more than one number could, how many there are. */
function boundUnknown(loop: LoopReport): string {
  const known = loop.cases.filter((case_) => case_.exactness !== 'unknown');
  if (loop.exactness === 'exact' && known.length > 1 && known.length === loop.cases.length)
    return `iterations by ${known.length} cases`;
  const reason = loop.reasons[0];
  return reason ? `bound unknown: ${shorten(reason.message.replace(/\.$/, ''), 70)}` : 'bound unknown';
}

function exactnessPhrase(exactness: Exactness): string {
  switch (exactness) {
    case 'exact':
      return 'exact';
    case 'over':
      return 'over-approximated';
    case 'unknown':
      return 'values unknown';
    default:
      return exactness satisfies never;
  }
}

/** At most `limit` characters, cut with an ellipsis. */
export function shorten(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= limit ? line : `${characters.slice(0, limit - 1).join('')}…`;
}
