/** Functions of old without a result type: `main() {`, `static f(a, b) int a; char *b; {`. */
import { anyWord } from './word-patterns.ts';
import { skipSpace } from './lexer.ts';

/** Longest head of a function that is looked at. */
const LONGEST = 2_000;

/** `a, b`, or typed parameters. */
const PARAMETERS = /(?:[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*\s*|[\w\s,*[\]]*)/.source;
/** `int a; char (*f)(); `, or nothing. */
const DECLARATIONS = /(?:[A-Za-z_][^;{}()=]*(?:\([^;{}()]*\)[^;{}()=]*)*;\s*)*/.source;
/** What stands in parentheses, perhaps declarations of it, and a brace. */
const HEAD = new RegExp(`^\\(\\s*${PARAMETERS}\\)\\s*${DECLARATIONS}\\{`);

/** Words that name no function. */
export const NO_NAME = anyWord(`
    if while for switch return sizeof do else case goto default typedef struct union enum static extern inline int
    char void short long float double unsigned signed const volatile __attribute__ __attribute asm __asm__ __asm
    typeof __typeof__ _Static_assert static_assert _Noreturn _Alignas alignas _Atomic __declspec __extension__
  `);

/**
 * Whether the name from `start` to `end`, at file scope, is that of a function defined without a type; `last`: the
 * token before.
 */
export function isImplicitInt(source: string, start: number, end: number, last: string, before: string): boolean {
  if (/^(static|extern|inline)$/.test(last) && !/^([;}]|static|extern|inline|)$/.test(before)) return false;
  const open = skipSpace(source, end, true);
  if (source.charCodeAt(open) !== 40) return false;
  const name = source.slice(start, end);
  // names in capitals are macros that are not known
  if (NO_NAME.test(name) || !/[a-z]/.test(name)) return false;
  const head = source.slice(open, open + LONGEST).replace(/\/\*[^]*?\*\/|\/\/.*/g, ' ');
  return HEAD.test(head);
}
