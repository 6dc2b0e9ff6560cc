/**
 * A run as a table in Markdown: the first iterations, those that take another path than the one before, and the last.
 */
import type { RunIteration, RunReport } from '../report/index.ts';
import { codeSpan, escapeMarkdown, table } from './markdown.ts';

const MOST_ROWS = 8;
const MOST_COLUMNS = 6;

/** Empty where there is nothing to be seen iteration by iteration. */
export function runTable({ iterations, variables, total, end }: RunReport): string {
  if (iterations.length === 0) return '';
  const moving = variables.filter((name) => new Set(iterations.map((i) => i.before[name])).size > 1);
  const columns = (moving.length > 0 ? moving : variables).slice(0, MOST_COLUMNS);
  const chosen = chosenRows(iterations);
  const rows = chosen.flatMap((at, k) => {
    const previous = chosen[k - 1];
    const gap = previous !== undefined && previous !== at - 1;
    return [...(gap ? [['…', ...columns.map(() => '')]] : []), rowOf(iterations[at]!, columns)];
  });
  const after = total > 1 ? ` after ${total - 1} ${total === 2 ? 'iteration' : 'iterations'}` : '';
  const sentence = `${escapeMarkdown(end.message)}${after}`;
  return `${table(['iteration', ...columns.map(codeSpan)], rows)}\n\n${sentence}`;
}

const rowOf = (iteration: RunIteration, columns: readonly string[]): readonly string[] => [
  iteration.visit > 1 ? `${iteration.visit}.${iteration.number}` : `${iteration.number}`,
  ...columns.map((name) => codeSpan(iteration.before[name] ?? '')),
];

/** Positions in ascending order. */
function chosenRows(iterations: readonly RunIteration[]): readonly number[] {
  const all = iterations.map((_, i) => i);
  const last = iterations.length - 1;
  const turns = all.filter((i) => i > 0 && iterations[i]?.path !== iterations[i - 1]?.path);
  const wanted = [0, last, last - 1, 1, ...turns, 2, last - 2, ...all].filter((i) => i >= 0 && i <= last);
  return [...new Set(wanted)].slice(0, MOST_ROWS).sort((a, b) => a - b);
}
