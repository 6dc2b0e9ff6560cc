/** The one line that says most about a loop: lens, first line of a hover, first line on the terminal. */
import type { Exactness, LoopReport } from '../report/index.ts';

/** Characters that a lens has room for. */
const LENS = 60;

/** Title of a code lens: the count alone, e.g. `n - i iterations`. Never long enough to push code aside. */
export function lensTitle(loop: LoopReport): string {
  return countParts(loop, LENS).join(' · ');
}

/** The count, and whether it may not end. */
export const countParts = (loop: LoopReport, limit: number): readonly string[] => [
  countPhrase(
    loop,
    (formula) => formula,
    (text) => text,
    limit,
  ),
  ...endPhrases(loop),
];

/** Count, type and exactness of the values, in this order. `formula` marks up what is one; longer counts than `limit` are left to the detail. */
export function headline(
  loop: LoopReport,
  formula: (text: string) => string,
  plain: (text: string) => string = (text) => text,
  limit = LENS,
): readonly string[] {
  const parts = [countPhrase(loop, formula, plain, limit), ...endPhrases(loop)];
  if (loop.type !== null) parts.push(`Type ${loop.type}`);
  if (loop.tier > 1 && (loop.exactness !== 'unknown' || loop.bound)) parts.push(exactnessPhrase(loop.exactness));
  return parts;
}

const endPhrases = ({ termination }: LoopReport): string[] => (termination === 'conditional' ? ['may not end'] : []);

/** How often the body is begun, or why that isn't known. */
function countPhrase(
  loop: LoopReport,
  formula: (text: string) => string,
  plain: (text: string) => string = (text) => text,
  limit = LENS,
): string {
  const { sentence, relation } = loop.count;
  if (relation === 'none') return plain(boundUnknown(loop));
  if (Array.from(sentence).length > limit)
    return relation === 'until' ? plain(shorten(sentence, limit)) : tooLong(loop);
  const [, atMost = '', count = '', rest = ''] = /^(at most )?(.+?) (iterations?(?:, if .*)?)$/s.exec(sentence) ?? [];
  return relation === 'until' || count === '' ? plain(sentence) : `${atMost}${formula(count)} ${plain(rest)}`;
}

const tooLong = ({ cases }: LoopReport): string =>
  cases.length > 1 ? `iterations by ${cases.length} cases` : 'bounded by a long formula';

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
