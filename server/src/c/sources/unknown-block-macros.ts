/** Macros before a block that nothing defines: `FOREACH(x, list) { ... }` is most likely a loop. */
import { anyWord } from './word-patterns.ts';
import { endOfLiteral, skipSpace } from './lexer.ts';

/** Stands for the macro before a block, as the condition of a loop. */
export const UNKNOWN_BLOCK = '__unknown_block__';

const NO_BLOCK = anyWord(`
    if while for switch return sizeof else do case goto default __attribute__ __attribute __declspec asm __asm__
    __asm typeof __typeof__ __typeof _Alignas alignas _Atomic _Alignof alignof __extension__ _Generic
    _Static_assert static_assert assert
  `);

/** Longest head of an unknown block. */
const LONGEST_HEAD = 2_000;

/** Whether a statement may start at `at`; `last` is the last character before that is neither space nor comment. */
export function isStatementStart(source: string, last: number, at: number): boolean {
  // ; { } ) or the word else
  if (last === 59 || last === 123 || last === 125 || last === 41) return true;
  return /\b(else|do)\s*$/.test(source.slice(Math.max(0, at - 12), at));
}

/**
 * Offset behind `(...)` where a block or a control statement follows it, as after the name of a loop macro; else -1.
 */
export function endOfBlockHead(source: string, name: string, from: number): number {
  if (NO_BLOCK.test(name)) return -1;
  const open = skipSpace(source, from, true);
  if (source.charCodeAt(open) !== 40) return -1;
  let depth = 0;
  for (let i = open; i < Math.min(source.length, open + LONGEST_HEAD); i++) {
    const code = source.charCodeAt(i);
    if (code === 34 || code === 39) i = endOfLiteral(source, i) - 1;
    else if (code === 40) depth++;
    else if (code === 41 && --depth === 0) {
      const next = skipSpace(source, i + 1, true);
      const follows =
        source.charCodeAt(next) === 123 ||
        /^(if|for|while|do|switch|return|goto|break|continue)\b/.test(source.slice(next, next + 9));
      return follows ? i + 1 : -1;
    } else if (code === 59 || code === 123 || code === 125) return -1;
  }
  return -1;
}
