/** Reasons as people meet them: a sentence, the place that is to blame, and the page that explains the code. */
import type { Reason } from '../source/index.ts';
import { escapeMarkdown } from './markdown.ts';

/** The page of all codes, relative to the package. */
export const REASONS_DOC = 'docs/reasons.md';

/** Where a code is explained. `base` is the address of docs/reasons.md as the reader can open it, e.g. a file URI. */
export function reasonsDocUrl(code: string, base: string = REASONS_DOC): string {
  return `${base}#${encodeURIComponent(code)}`;
}

/** `line 4: <message> (code)`; without a line where the reason has no place. */
export function reasonMarkdown(reason: Reason): string {
  const place = reason.range ? `line ${reason.range.start.line}: ` : '';
  return `${place}${escapeMarkdown(reason.message)} (\`${reason.code}\`)`;
}
