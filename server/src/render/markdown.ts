/** Markdown out of text that a user's program can contain: every character stays what it was. */
import { visible } from './visible-text.ts';

/** Plain text on one line, with all characters escaped that Markdown or HTML would read as something else. */
export function escapeMarkdown(text: string): string {
  return escapeWords(oneLine(text));
}

/** A code span on one line; the delimiter is longer than any run of backticks inside. */
export function codeSpan(text: string): string {
  const content = oneLine(text);
  if (content === '') return '';
  const delimiter = '`'.repeat(longestRun(content) + 1);
  const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return delimiter + pad + content + pad + delimiter;
}

/** A sentence in which code stands in backticks. */
export function sentenceMarkdown(text: string): string {
  const parts = oneLine(text).split('`');
  // an odd one out is no delimiter
  const closed = parts.length % 2 === 1 ? parts : [...parts.slice(0, -2), parts.slice(-2).join('`')];
  return closed.map((part, i) => (i % 2 === 1 ? spacedSpan(part) : escapeWords(part))).join('');
}

const spacedSpan = (text: string): string => (text === '' ? '' : codeSpan(text));

const escapeWords = (text: string): string => text.replace(/[\\`*_[\]<>|&~$#]/g, (character) => `\\${character}`);

/** A fenced block; the fence is longer than any run of backticks inside. */
export function fence(language: string, content: string): string {
  const delimiter = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${delimiter}${language}\n${content}\n${delimiter}`;
}

/**
 * A table whose cells are Markdown already. Pipes, also those in code spans, are escaped as the table syntax wants it.
 */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapePipes).join(' | ')} |`;
  return [line(header), `|${' --- |'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}

/** Inside a table a pipe ends the cell even in a code span, unless a backslash precedes it. */
function escapePipes(cell: string): string {
  return cell.replace(/(\\*)\|/g, (_, slashes: string) => `${slashes.length % 2 ? slashes : `${slashes}\\`}|`);
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** Line ends and other control characters become spaces; what else isn't seen is written out. */
function oneLine(text: string): string {
  return visible(text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim());
}
