/**
 * Text that may have come from anywhere, as from a source file or a file's name. A terminal or a line of output can
 * show it in this form.
 */
import type { FileReport, ReachReport } from '../report/index.ts';

/** Controls (escapes, NUL, line ends), marks of direction and width, separators of lines, halves of characters. */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu;

/** On one line, with every character that isn't seen, or that does something, written out: `\x1b`, `\n`, `\u202e`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, written);
}

/** The same, but lines stay lines. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function written(character: string): string {
  const code = character.charCodeAt(0);
  return (
    NAMES[character] ??
    (code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}

/** A report for people: all of its texts made visible and, but for runs and code, put on one line. */
export function visibleReport(report: FileReport): FileReport {
  return shown(report, '') as FileReport;
}

/** The same of an answer about a line. */
export function visibleReach(report: ReachReport): ReachReport {
  return shown(report, '') as ReachReport;
}

/** Runs step by step, and code. */
const LINES: ReadonlySet<string> = new Set(['trace', 'c']);

function shown(value: unknown, key: string): unknown {
  if (typeof value === 'string')
    return LINES.has(key) ? visibleLines(value) : visible(value.replace(/\s*[\r\n]\s*/g, ' '));
  if (Array.isArray(value)) return value.map((element) => shown(element, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [visible(name), shown(inner, name)]));
}

const UNSEEN_IN_JSON = /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const escapeOf = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A document as JSON, in which nothing is unseen either: JSON has escapes of its own for that. */
export function visibleJson(document: object): string {
  return `${JSON.stringify(document, null, 2).replace(UNSEEN_IN_JSON, escapeOf)}\n`;
}
