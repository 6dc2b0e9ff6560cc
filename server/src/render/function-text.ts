/** What a hover says of a function as a whole, in Markdown: what it requires, and what in it isn't modelled. */
import type { FileReport } from '../report/index.ts';
import { escapeMarkdown, sentenceMarkdown } from './markdown.ts';

/** More reasons are counted only. */
const MOST_REASONS = 12;

/** Null: there is nothing to say. */
export function functionMarkdown({ name, requires = [], reasons }: FileReport['functions'][number]): string | null {
  const required = requires.map(
    ({ condition, message, range }) => `- \`${condition}\`: ${sentenceMarkdown(message)} (line ${range.start.line})\n`,
  );
  const lost = reasons.slice(0, MOST_REASONS).map(({ range, message, code }) => {
    const place = range ? `line ${range.start.line}: ` : '';
    return `- ${place}${escapeMarkdown(message)} (\`${code}\`)\n`;
  });
  const more = reasons.length > lost.length ? `- and ${reasons.length - lost.length} more\n` : '';
  const parts = [
    required.length === 0 ? '' : `**Requires**\n\n${required.join('')}`,
    lost.length === 0 ? '' : `**LoopLens does not model everything in** \`${name}\`\n\n${lost.join('')}${more}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? null : parts.join('\n');
}
