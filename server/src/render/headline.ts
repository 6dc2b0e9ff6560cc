/** The one line that says most about a loop: the lens, and the first line of the detail. */
import type { Exactness, LoopReport } from '../report/index.ts';
import { IT_ENDS } from '../report/index.ts';

/** Characters that a lens has room for. */
const LENS = 60;

/** What ended the analysis itself: that is no property of the loop. */
const ENDED: ReadonlySet<string> = new Set(['timeout', 'defect']);

/** In the place of a lens while the loop is being looked at. */
export const PENDING = 'being looked at …';

/** None for what is no loop to a reader: `do { } while (0)`, and what a macro makes elsewhere. */
export const hasLens = ({ pseudo, fromMacro }: LoopReport): boolean => !pseudo && !fromMacro;

/** Title of a code lens: the count alone, e.g. `n - i iterations`. Never long enough to push code aside. */
export function lensTitle(loop: LoopReport): string {
  const { count, reasons, termination } = loop;
  const { sentence, relation, assuming } = count;
  const ended = reasons.find(({ code }) => ENDED.has(code));
  if (relation === 'none' && ended) return shorten(`not analysed: ${ended.message.replace(/\.$/, '')}`, LENS);
  if (lengthOf(sentence) <= LENS) return sentence;
  if (relation === 'until') return shorten(sentence, LENS);
  const isConditional = assuming.length > 0 || termination === 'conditional';
  const bare = sentence.replace(/, (?:endless )?if .*$/, '');
  const others = assuming.filter((a) => a !== IT_ENDS);
  const interferes = others.some((a) => INTERFERES.test(a));
  const told = interferes ? 'nothing interferes' : others.length > 0 ? 'in range' : IT_ENDS;
  const taken = isConditional ? `, if ${told}` : '';
  const short = `${bare}${taken}`;
  if (lengthOf(short) <= LENS) return short;
  return `bounded by a long formula${taken}`;
}

/** It is about something else than what is worth how much. */
const INTERFERES = /\b(don't|doesn't) (change|relink|point to)\b|\b(stays the same|is of type|not defined)\b/;

/** Count, type and exactness of the values, in this order: the first line of the detail. */
export function headline({ count, type, tier, exactness, bound }: LoopReport): readonly string[] {
  const parts = [count.sentence];
  if (type !== null) parts.push(`Type ${type}`);
  if (tier > 1 && (exactness !== 'unknown' || bound)) parts.push(exactnessPhrase(exactness));
  return parts;
}

const lengthOf = (text: string): number => Array.from(text).length;

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
