/** Whether the accesses of a loop may leave their arrays, in words. */
import type { AccessReport, LoopReport } from '../report/index.ts';
import { listed } from '../source/index.ts';

/** One kind of answer with the accesses that have it. */
export interface ToldAccesses {
  readonly answer: string;
  readonly accesses: readonly AccessReport[];
}

/** First what is wrong, then what isn't known, then what is proven; those with the same answer are one. */
export function toldAccesses({ accesses = [] }: Pick<LoopReport, 'accesses'>): readonly ToldAccesses[] {
  const byAnswer = new Map<string, AccessReport[]>();
  for (const leaves of ['yes', 'unknown', 'no'] as const)
    for (const access of accesses.filter((a) => a.leaves === leaves)) {
      const answer = answerText(access);
      byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), access]);
    }
  return [...byAnswer].map(([answer, all]) => ({ answer, accesses: all }));
}

function answerText({ leaves, within, unless, message = '' }: AccessReport): string {
  switch (leaves) {
    case 'no':
      return within === 'object' ? 'inside the object that it leads into, always' : 'inside its array, always';
    case 'unknown':
      return `not known to stay inside its array: ${message}`;
    case 'yes':
      return unless === undefined
        ? `outside its array: ${message}`
        : `outside its array unless \`${unless}\` where the function begins: ${message}`;
    default:
      return leaves satisfies never;
  }
}

/** `a[i]` and `b[i]` (lines 3 and 4). */
export function accessNames(all: readonly AccessReport[]): string {
  const names = [...new Set(all.map(({ text }) => `\`${text.replace(/\s+/g, ' ')}\``))];
  const lines = [...new Set(all.map(({ range }) => `${range.start.line}`))];
  return `${listed(names, 'and', MOST_NAMED)} (line${lines.length === 1 ? '' : 's'} ${listed(lines, 'and', MOST_NAMED)})`;
}

const MOST_NAMED = 8;
