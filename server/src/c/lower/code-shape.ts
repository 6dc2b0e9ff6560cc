/** Whether code that isn't parsed is made of whole statements. */
import { tokenize } from '../sources/index.ts';

/** Words before a parenthesis that call nothing. */
export const NO_CALL = /^(?:if|while|for|switch|return|sizeof)$/;

/** `if (x)` alone goes on with the statement behind; `if (x) {` alone, or a header, may shape all that follows. */
export type CodeShape = 'statements' | 'a beginning' | 'unbalanced';

/** A line of what a macro may stand for. */
export const EXPANSION = /^ .*$/gm;

/** What a macro may stand for closes what it opens. */
export const areWhole = (expansions: string): boolean =>
  shapeOfText(expansions.replace(EXPANSION, '$&;')) === 'statements';

export function shapeOfText(branches: string): CodeShape {
  if (/^\s*#\s*include/m.test(branches)) return 'unbalanced';
  let depth = 0;
  let least = 0;
  let isBegun = false;
  for (const line of branches.split('\n')) {
    // each branch is a text of its own
    if (/^\s*#\s*el/.test(line)) {
      if (depth !== 0) return 'unbalanced';
      if (isBegun) return 'a beginning';
    }
    if (/^\s*#/.test(line)) continue;
    for (const { text: token } of tokenize(line)) {
      if (token === '{') depth++;
      else if (token === '}') least = Math.min(least, --depth);
      isBegun = !/^[;:{}]$/.test(token);
    }
  }
  if (depth !== 0 || least < 0) return 'unbalanced';
  return isBegun ? 'a beginning' : 'statements';
}
