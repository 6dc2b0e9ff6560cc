/**
 * Functions in the style of K&R that give pointers: `char *lower(s) char *s; {`. The grammar knows the style where the
 * name follows the type at once.
 */
import { isIdentifierStart, skipSpace } from '../sources/index.ts';

/** Longest head of a function that is looked at. */
const LONGEST = 2_000;

const GAP = /(?:\s|\/\*(?:[^*]|\*(?!\/))*\*\/)*/.source;
const NAME = /[A-Za-z_]\w*/.source;
/** The stars of the result, the name, and the parameters' names alone. */
const NAMES = new RegExp(`(\\*[\\s*]*)${NAME}${GAP}\\(${GAP}${NAME}${GAP}(?:,${GAP}${NAME}${GAP})*\\)`, 'y');
/** Declarations of these, such as `int a; char (*f)();`, and a brace. */
const DECLARED = /^(?:[A-Za-z_][^;{}()=#]*(?:\([^;{}()#]*\)[^;{}()=#]*)*;\s*)+\{/;

/** Where the stars end of a result that such a function gives; null: none begins with the one at `star`. */
export function endOfOldStyleStars(text: string, star: number): number | null {
  NAMES.lastIndex = star;
  const [names, stars] = NAMES.exec(text) ?? [];
  if (names === undefined || stars === undefined) return null;
  const behind = skipSpace(text, star + names.length, true);
  if (!isIdentifierStart(text.charCodeAt(behind))) return null;
  const declared = text.slice(behind, behind + LONGEST).replace(/\/\*[^]*?\*\/|\/\/.*/g, ' ');
  return DECLARED.test(declared) ? star + stars.length : null;
}
