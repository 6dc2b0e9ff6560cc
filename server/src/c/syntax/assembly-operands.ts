/**
 * Inline assembly: what its operands name (GNU; the parts between colons are template, outputs, inputs, clobbers,
 * labels).
 */
import { tokenize } from '../sources/index.ts';

export interface Operands {
  /** Names in outputs: they may be written. */
  readonly written: ReadonlySet<string>;
  /** Names whose address is handed in. */
  readonly addressed: ReadonlySet<string>;
  /** Labels of an `asm goto`. */
  readonly labels: ReadonlySet<string>;
}

export function operandsOf(source: string): Operands {
  const written = new Set<string>();
  const addressed = new Set<string>();
  const labels = new Set<string>();
  let part = 0;
  let depth = 0;
  let before = '';
  for (const { kind, text } of tokenize(source)) {
    if (text === '(') depth++;
    else if (text === ')') depth--;
    else if (text === ':' && depth === 1) part++;
    else if (kind === 'identifier' && before !== '[') {
      if (part === 1) written.add(text);
      else if (part === 4) labels.add(text);
      // an array hands in its address by its name
      if (part === 2 && (before === '&' || before === '(')) addressed.add(text);
    }
    before = text;
  }
  return { written, addressed, labels };
}
