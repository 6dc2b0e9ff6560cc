/**
 * Macros of headers that were not read, where no C could stand: `static NOINLINE void f(int n UNUSED)`, `CAST p`.
 * Their names tell little, but their places do. Next to a type or a declared name there is no room for another
 * identifier.
 */
import { NO_NAME } from './implicit-int.ts';
import { anyWord } from './word-patterns.ts';
import { endOfIdentifier, endOfLine, endOfLiteral, isIdentifierStart, skipSpace } from './lexer.ts';

/** What becomes of such a name: the text up to `end` is replaced. */
export interface Annotation {
  readonly end: number;
  readonly text: string;
}

/** The two tokens before the name: a word, a character, or null at the start. */
export interface Before {
  readonly last: string;
  readonly beforeLast: string;
}

const TYPE_WORD = anyWord(`
    void char short int long float double signed unsigned _Bool bool struct union enum const volatile static
    extern inline register typedef size_t ssize_t u?int(8|16|32|64)_t __([us]|le|be)(8|16|32|64)
  `);
const ENDS_TYPE =
  /^(void|char|short|int|long|float|double|signed|unsigned|_Bool|bool|size_t|ssize_t|u?int(8|16|32|64)_t|\*)$/;
const QUALIFIER = /^(const|volatile|restrict|register)$/;
const WORD = /^[A-Za-z_$]/;
const STATEMENT_WORD = anyWord(`
    return case goto else do sizeof if while for switch typedef struct union enum defined break continue default
    static extern const volatile inline register
  `);

/** Stands for a type that is not known, in casts. */
const UNKNOWN_TYPE = '__unknown_type__';

/** What a cast may stand behind. */
const BEFORE_CAST = /^([(,=?:]|return)$/;

const IN_CAPITALS = /^_*[A-Z][A-Z0-9_]{2,}$/;
/**
 * Names that are the implementation's: `__init`, `__user`, `__attribute_nonnull__`. Not its own words, nor what may give
 * an object another value.
 */
const RESERVED = /^__[a-z]\w*$/;
const OWN_WORD = anyWord(`
    __(alignof|asm|attribute|complex|const|imag|inline|label|real|restrict|signed|thread|typeof|volatile)(__)?
    __(auto_type|cdecl|declspec|extension__|fastcall|func__|int128|int128_t|stdcall|uint128_t|vectorcall)
    __(int|float|u?int(_least|_fast)?|[us]|le|be)[0-9]+(_t)? __(builtin|atomic|sync|va)_\\w+ __\\w*(alias|cleanup|weak)\\w*
  `);

/** Names of what others may change. */
const CHANGING = /volatile|atomic/i;

/** A name that nothing defines: where it ends; it may be the first of a statement. */
interface UnknownName {
  readonly name: string;
  readonly end: number;
  readonly isStatement: boolean;
}

/** Looks at a name that nothing defines; null where it may be an ordinary identifier. */
export function annotation(
  source: string,
  { name, end, isStatement }: UnknownName,
  before: Before,
  depth: number,
): Annotation | null {
  const parameters =
    parametersOf(source, { name, end }, before, depth) ?? bodyBehind(source, { name, end }, before, depth);
  if (parameters !== null || isStatement || CHANGING.test(name)) return parameters;
  const isReserved = RESERVED.test(name) && !OWN_WORD.test(name);
  if (!isReserved && !IN_CAPITALS.test(name))
    return depth === 0 ? (callByItself(source, name, end, before) ?? plainName(source, name, end, before)) : null;
  const next = behindDirectives(source, end);
  const code = source.charCodeAt(next);
  // END_DECLS at the end of a header
  if (depth === 0 && next >= source.length && /^[;}]?$/.test(before.last)) return { end, text: '' };
  // void API *p, struct s API *p, BOOL (WINAPI *get)(HANDLE)
  if (code === 42 && isBeforeStar(source, next, before, name, depth)) return { end, text: '' };
  if (isIdentifierStart(code)) return beforeWord(source, { name, next, end }, before, depth);
  if (code === 34 && depth > 0 && BEFORE_CAST.test(before.last)) {
    const behind = source.charAt(skipSpace(source, endOfLiteral(source, next), true));
    return /^[,);]$/.test(behind) ? { end, text: `(${UNKNOWN_TYPE})` } : null;
  }
  // int n UNUSED, char *s UNUSED), int a[4] __initdata;
  const isBehindArray = isReserved && before.last === ']' && (code === 59 || code === 61);
  if (isBehindArray) return { end, text: '' };
  if (endsDeclared(before) && (code === 44 || code === 41 || code === 59 || code === 61)) return { end, text: '' };
  return depth > 0 ? null : aroundFunction(source, { name, next, end }, before);
}

/**
 * Behind a type; or behind one and a parenthesis, before `*name)(`: within braces the name has to tell that it is about
 * calls.
 */
function isBeforeStar(source: string, star: number, before: Before, name: string, depth: number): boolean {
  const { last, beforeLast } = before;
  if (last !== '(') return isType(before);
  const isOne = WORD.test(beforeLast) && !STATEMENT_WORD.test(beforeLast) && (depth === 0 || CALLING.test(name));
  return isOne && POINTER_TO_FUNCTION.test(source.slice(star, star + 200));
}

const CALLING = /API|CALL|CDECL/;
const POINTER_TO_FUNCTION = /^\*\s*(?:const\s+)?[A-Za-z_]\w*\s*(?:\[\w*\]\s*)?\)\s*\(/;

const isType = ({ last, beforeLast }: Before): boolean =>
  (last !== '*' && ENDS_TYPE.test(last)) || /^(struct|union|enum)$/.test(beforeLast);

/** A call that a line of the file consists of, with no semicolon: `alias(f, g)`, with a declaration behind it. */
function callByItself(source: string, name: string, end: number, { last }: Before): Annotation | null {
  const open = skipSpace(source, end, true);
  if (!/^[;}]?$/.test(last) || source.charCodeAt(open) !== 40 || NO_NAME.test(name)) return null;
  const close = endOfParentheses(source, open);
  if (close < 0) return null;
  const next = behindDirectives(source, close);
  const isLine = /^[ \t]*(\/\*[^\n]*)?(\r?\n|$)/.test(source.slice(close, close + 200));
  const isAlone = isLine && (next >= source.length || isIdentifierStart(source.charCodeAt(next)));
  return isAlone ? { end: close, text: unlessItNames(source, name, end, close) } : null;
}

/**
 * Nothing; or the call as a declaration that isn't understood, where it may do something with objects that it names:
 * `register_it(&limit)`.
 */
function unlessItNames(source: string, name: string, end: number, close: number): string {
  const args = source.slice(end, close);
  const words = args.replace(/"(?:\\.|[^"\\])*"/g, '').match(/[A-Za-z_$][\w$]*/g) ?? [];
  return words.every((word) => FORMAT_KIND.test(word)) ? '' : `${name}${args};`;
}

/** What kind of format a function takes. */
const FORMAT_KIND = anyWord('_*(gnu_)?(printf|scanf|strftime|strfmon)_*');

/** The name stands before a word. */
function beforeWord(
  source: string,
  { name, next: word, end }: { readonly name: string; readonly next: number; readonly end: number },
  before: Before,
  depth: number,
): Annotation | null {
  const drop: Annotation = { end, text: '' };
  const wordEnd = endOfIdentifier(source, word);
  const behind = source.charAt(skipSpace(source, wordEnd, true));
  // WORD_T const *p, WORD_T volatile w
  if (QUALIFIER.test(source.slice(word, wordEnd)) && !isTypeBehind(source, wordEnd)) return null;
  // NOINLINE void f(...)
  if (TYPE_WORD.test(source.slice(word, wordEnd))) return drop;
  const isDeclared = /^[;,=[:)]$/.test(behind);
  // int API f(...), struct { unsigned int __bitwise n; }
  if (ENDS_TYPE.test(before.last) && (depth === 0 || (isDeclared && before.last !== '*'))) return drop;
  // typedef word_t __bitwise number_t; but UNUSED __word_t w;
  if (isDeclared && RESERVED.test(name) && !name.endsWith('_t') && namesType(before.last)) return drop;
  // UNUSED PyObject *self, UNUSED word_t w
  if (depth === 0 && (WORD.test(behind) || behind === '*')) return drop;
  // f(CAST p, ...), x = CAST p;
  const isCast = depth > 0 && BEFORE_CAST.test(before.last) && /^[,);.[-]$/.test(behind);
  return isCast ? { end, text: `(${UNKNOWN_TYPE})` } : null;
}

/** Words that begin or end a type and nothing else. */
const ARITHMETIC = 'void|char|short|int|long|float|double|signed|unsigned|_Bool|bool';

/**
 * Names in small letters, between declarations: where three stand in a row one of them is none of C's. Next to a keyword
 * it is clear which: `export_it int n;`, `static int internal_it f(...)`. Elsewhere it is the one that stands next to one
 * in the same file.
 */
function plainName(source: string, name: string, end: number, { last, beforeLast }: Before): Annotation | null {
  if (TYPE_WORD.test(name) || STATEMENT_WORD.test(name) || OWN_WORD.test(name)) return null;
  const word = behindDirectives(source, end);
  if (!isIdentifierStart(source.charCodeAt(word))) return null;
  const wordEnd = endOfIdentifier(source, word);
  const next = source.slice(word, wordEnd);
  const behindAt = skipSpace(source, wordEnd, true);
  const behind = source.charAt(behindAt);
  // int f _((void));
  if (source.startsWith('((', behindAt)) return null;
  const begins = /^[;}]?$/.test(last) || (/^(static|extern|inline)$/.test(last) && /^[;}]?$/.test(beforeLast));
  const drop: Annotation = { end, text: '' };
  if (begins && BEGINS_TYPE.test(next)) return drop;
  if (TYPE_WORD.test(next) || RESERVED.test(next) || IN_CAPITALS.test(next) || next === 'asm') return null;
  // but int n aligned_to(16);
  const hasParameters = behind === '(' && !/["\d]/.test(source.charAt(skipSpace(source, behindAt + 1, true)));
  if (ENDS_TYPE.test(last) && hasParameters) return drop;
  const spelled = name.replaceAll('$', String.raw`\$`);
  const isRow = begins && (WORD.test(behind) || behind === '*');
  if (isRow && new RegExp(String.raw`\b${spelled}\s+(${ARITHMETIC}|struct|union|enum)\b`).test(source)) return drop;
  const isBehindType = hasParameters && namesType(last);
  // no star that begins a line of a comment
  const beforeNames = String.raw`(\b(${ARITHMETIC})|\w[ \t]*\*+)\s+${spelled}\s+\w+\s*\(`;
  return isBehindType && new RegExp(beforeNames).test(source) ? drop : null;
}

/** In one pair of parentheses, with a type's word or a pointer in it and no text. */
const OF_TYPES = new RegExp(String.raw`^\((?=[^"']*(\b(${ARITHMETIC}|struct|union|enum)\b|\*))[^"']*\)$`);
/** What such macros are called. */
const FOR_PARAMETERS = /^(_+|_*P_*|\w*PROTO\w*|PARAMS|ARGS|OF)$/;
const FIRST_A_TYPE = new RegExp(String.raw`^\(\s*(const\s+)?(${ARITHMETIC}|struct|union|enum)\b[^"']*\)$`);
const BEGINS_TYPE = new RegExp(`^(${ARITHMETIC}|struct|union|enum)$`);

const namesType = (word: string): boolean =>
  WORD.test(word) && !STATEMENT_WORD.test(word) && !IN_CAPITALS.test(word) && !TYPE_WORD.test(word);

/** Behind a qualifier a type still comes: else the name before it is that type. */
function isTypeBehind(source: string, from: number): boolean {
  const word = skipSpace(source, from, true);
  if (!isIdentifierStart(source.charCodeAt(word))) return false;
  const end = endOfIdentifier(source, word);
  const text = source.slice(word, end);
  if (QUALIFIER.test(text)) return isTypeBehind(source, end);
  return TYPE_WORD.test(text) || /^[\w$*]/.test(source.charAt(skipSpace(source, end, true)));
}

/** What stands before is a type and a name that it declares. */
function endsDeclared({ last, beforeLast }: Before): boolean {
  const isName = WORD.test(last) && !STATEMENT_WORD.test(last) && !ENDS_TYPE.test(last);
  return isName && (WORD.test(beforeLast) || beforeLast === '*') && !STATEMENT_WORD.test(beforeLast);
}

/** The name stands before or behind the head of a function, perhaps with arguments. */
function aroundFunction(
  source: string,
  { name, next, end }: { readonly name: string; readonly next: number; readonly end: number },
  { last }: Before,
): Annotation | null {
  const code = source.charCodeAt(next);
  const close = code === 40 ? endOfParentheses(source, next) : -1;
  // NO_SANITIZE("x") int f(...), static void FORMAT(2, 0) f(...)
  if (close > 0 && (/^[;}]?$/.test(last) || TYPE_WORD.test(last) || last === '*')) {
    if (isIdentifierStart(source.charCodeAt(behindDirectives(source, close))))
      return { end: close, text: /^[;}]?$/.test(last) ? unlessItNames(source, name, end, close) : '' };
  }
  if (last !== ')') return null;
  // f(...) NORETURN;
  if (code === 59 || code === 123) return { end, text: '' };
  // f(...) FORMAT((printf, 1, 2));
  return close > 0 && /^[;{]$/.test(source.charAt(skipSpace(source, close, true))) ? { end: close, text: '' } : null;
}

/** Parameters that compilers of old are not shown: `int f _((char *, int));`, `void (*f) PROTO((void));` */
function parametersOf(
  source: string,
  { name, end }: Pick<UnknownName, 'name' | 'end'>,
  { last }: Before,
  depth: number,
): Annotation | null {
  const open = skipSpace(source, end, true);
  if (source.charCodeAt(open) !== 40 || source.charCodeAt(open + 1) !== 40) return null;
  if (last !== ')' && (!WORD.test(last) || STATEMENT_WORD.test(last) || TYPE_WORD.test(last))) return null;
  const close = endOfParentheses(source, open);
  const inner = source.slice(open + 1, close - 1);
  const isPair = close > 0 && endOfParentheses(source, open + 1) === close - 1;
  if (!isPair || !/^[;,)=]$/.test(source.charAt(skipSpace(source, close, true)))) return null;
  // within a function it may be a statement: `if (n) show((a * b));`
  const isSure = depth === 0 && FOR_PARAMETERS.test(name);
  return isSure || (depth > 0 ? FIRST_A_TYPE : OF_TYPES).test(inner) ? { end: close, text: inner } : null;
}

/** Parameters of a function that only the macro spells: `static void on_signal HANDLER_ARGS(number) {`. */
function bodyBehind(
  source: string,
  { name, end }: Pick<UnknownName, 'name' | 'end'>,
  before: Before,
  depth: number,
): Annotation | null {
  const open = skipSpace(source, end, true);
  if (depth > 0 || !IN_CAPITALS.test(name) || source.charCodeAt(open) !== 40 || !endsDeclared(before)) return null;
  const close = endOfParentheses(source, open);
  if (close < 0 || source.charCodeAt(skipSpace(source, close, true)) !== 123) return null;
  const names = source.slice(open + 1, close - 1).split(',');
  if (!names.every((n) => /^\s*\w*\s*$/.test(n))) return null;
  return {
    end: close,
    text: `(${names.map((n) => (n.trim() === '' ? '' : `${UNKNOWN_TYPE} ${n.trim()}`)).join(', ')})`,
  };
}

/** The next token's offset; directives in between are passed. */
function behindDirectives(source: string, from: number): number {
  for (let at = skipSpace(source, from, true); ; at = skipSpace(source, endOfLine(source, at), true)) {
    if (source.charCodeAt(at) !== 35) return at;
  }
}

function endOfParentheses(source: string, open: number): number {
  let depth = 0;
  for (let i = open; i < Math.min(source.length, open + 500); i++) {
    const c = source.charCodeAt(i);
    if (c === 34 || c === 39) i = endOfLiteral(source, i) - 1;
    else if (c === 40) depth++;
    else if (c === 41 && --depth === 0) return i + 1;
    else if (c === 59 || c === 123 || c === 125) return -1;
  }
  return -1;
}
