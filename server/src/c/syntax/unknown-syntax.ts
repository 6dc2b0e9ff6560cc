/**
 * C that the parser's grammar doesn't know, turned into what it knows. Nothing moves: every character stays at its
 * offset.
 */
import { alternatives, endOfLiteral } from '../sources/index.ts';

/**
 * Unknown macros in the place of attributes become spaces. A missing `int` before a function takes the place of
 * `static` or of white space before it.
 */
export function plainText(text: string): string {
  let out = text;
  if (text.includes('__builtin_offsetof')) out = out.replace(/__builtin_offsetof\b/g, '          offsetof');
  if (text.includes('va_arg')) out = withCastArguments(out);
  if (out.includes('offsetof')) out = withMemberNames(out);
  if (text.includes('__builtin_types_compatible_p')) out = withSizes(out);
  return withInt(withoutUnknownMacros(out));
}

/** What `va_arg` yields, whatever its type: a call that stands below a cast, short enough to take its place. */
export const NEXT_ARGUMENT = '$va';

/**
 * `va_arg(list, char *)` becomes `((char *)$va(list))`: a type is no argument to the parser. The whole stays where it
 * is.
 */
function withCastArguments(text: string): string {
  let out = '';
  let done = 0;
  for (const { 0: head, index } of text.matchAll(/\b(?:__builtin_)?va_arg\s*\(/g)) {
    const parts = index < done ? null : twoArguments(text, index + head.length);
    if (parts === null) continue;
    const { first, second, end } = parts;
    // it ends where it ended: what is quoted of the source is read by places
    out += `${text.slice(done, index)}${`((${second})${NEXT_ARGUMENT}(${first})`.padEnd(end - index - 1)})`;
    done = end;
  }
  return out + text.slice(done);
}

/** Characters of names that stand for `.`, `[` and `]` in the path of `offsetof`. */
const IN_NAMES = ['\u01c0', '\u01c1', '\u01c2'] as const;
const PATH = /^\s*\w+(?:\s*\.\s*\w+|\s*\[\s*\w+\s*\])+\s*$/;

/** `offsetof(T, a.b[2])` becomes `offsetof(T, aǀbǁ2ǂ)`: the grammar knows a single name there. */
function withMemberNames(text: string): string {
  let out = '';
  let done = 0;
  for (const { 0: head, index } of text.matchAll(/\boffsetof\s*\(/g)) {
    const parts = index < done ? null : twoArguments(text, index + head.length);
    if (parts === null || !PATH.test(parts.second)) continue;
    const { first, second, end } = parts;
    const name = second.replace(/\s/g, '').replace(/[.[\]]/g, (c) => IN_NAMES['.[]'.indexOf(c)] as string);
    out += `${text.slice(done, index)}${head}${first},${name.padEnd(second.length)})`;
    done = end;
  }
  return out + text.slice(done);
}

/** The path of `offsetof`: of `aǀbǁ2ǂ` its members and, in brackets, its indices. */
export const offsetPath = (name: string): readonly string[] =>
  name
    .split(new RegExp(`[${IN_NAMES[0]}${IN_NAMES[2]}]+|(?=${IN_NAMES[1]})`))
    .filter((part) => part !== '')
    .map((part) => part.replace(IN_NAMES[1], '['));

/** `__builtin_types_compatible_p`, with the types in `sizeof`. */
export const SAME_TYPES = '$same';

/** `__builtin_types_compatible_p(int, T *)` becomes `$same(sizeof(int),sizeof(T *))`: a type is no argument. */
function withSizes(text: string): string {
  let out = '';
  let done = 0;
  for (const { 0: head, index } of text.matchAll(/\b__builtin_types_compatible_p\s*\(/g)) {
    const parts = index < done ? null : twoArguments(text, index + head.length);
    if (parts === null) continue;
    const { first, second, end } = parts;
    const said = `${SAME_TYPES}(sizeof(${first}),sizeof(${second})`;
    out += `${text.slice(done, index)}${said.padEnd(end - index - 1)})`;
    done = end;
  }
  return out + text.slice(done);
}

interface TwoArguments {
  readonly first: string;
  readonly second: string;
  /** Behind the closing parenthesis. */
  readonly end: number;
}

/** Characters: further its end isn't looked for. */
const LONGEST_ARGUMENTS = 20_000;

/** Of a call, from behind its opening parenthesis; null for other numbers of arguments. */
function twoArguments(text: string, start: number): TwoArguments | null {
  let depth = 0;
  let comma = -1;
  for (let i = start; i < Math.min(text.length, start + LONGEST_ARGUMENTS); i++) {
    const c = text[i] as string;
    if (c === ';' && depth === 0) return null;
    if (c === '"' || c === "'") i = endOfLiteral(text, i) - 1;
    else if (c === '(' || c === '[' || c === '{') depth++;
    else if (c === ',' && depth === 0 && comma >= 0) return null;
    else if (c === ',' && depth === 0) comma = i;
    else if ((c === ')' || c === ']' || c === '}') && depth-- === 0)
      return comma < 0 ? null : { first: text.slice(start, comma), second: text.slice(comma + 1, i), end: i + 1 };
  }
  return null;
}

/** An upper-case name, left over from a header that can't be seen, before a storage class: no declaration begins so. */
const BEFORE_STORAGE = /((?:^|[;}]|\*\/)\s*)([A-Z_][A-Z0-9_]+)(?=\s+(?:static|extern|inline)\b)/g;
/** No result type ends with one of these words. */
const NO_RESULT = alternatives(`
    static extern inline const volatile register typedef struct union enum unsigned signed return else case goto do
  `);
/** The same between a function's result type and its name: `static size_t PURE\nf (int n) {`. */
const BEFORE_NAME = new RegExp(
  `(\\b(?!(?:${NO_RESULT})\\b)[A-Za-z_]\\w*|\\*)(\\s+)([A-Z_][A-Z0-9_]+)` +
    /(?=\s+[a-z_]\w*\s*\([^;{}()]*(?:\([^()]*\)[^;{}()]*)*\)\s*\{)/.source,
  'g',
);

/** Macros that stand for attributes and are defined in no file that can be seen. */
function withoutUnknownMacros(text: string): string {
  return text
    .replace(BEFORE_STORAGE, (_, before: string, name: string) => `${before}${' '.repeat(name.length)}`)
    .replace(BEFORE_NAME, (_, type: string, gap: string, name: string) => `${type}${gap}${' '.repeat(name.length)}`);
}

/** `f(a, b) int a; {` and `static f(int a) {` at the start of a line, behind the end of something else. */
const IMPLICIT_INT = new RegExp(
  [
    /(^|[;}]|\*\/)([ \t]*\n)+((?:static|extern|inline)[ \t]+)?/,
    /(?!(?:if|while|for|switch|return|sizeof|do|else|typedef|struct|union|enum)\b)([a-z_]\w*)[ \t]*/,
    /\([\w\s,*[\]]*\)\s*/,
    /(?:(?:register\s+)?(?:char|short|int|long|unsigned|signed|struct\s+\w+)\b[\w\s,*[\]]*;\s*)*\{/,
  ]
    .map((part) => part.source)
    .join(''),
  'g',
);

function withInt(text: string): string {
  return text.replace(
    IMPLICIT_INT,
    (match, _before: string, _line: string, storage: string | undefined, name: string) => {
      const start = match.indexOf(storage ?? name, match.lastIndexOf('\n', match.indexOf(storage ?? name)));
      if (storage !== undefined)
        return `${match.slice(0, start)}${'int'.padEnd(storage.length)}${match.slice(start + storage.length)}`;
      const gap = match.slice(0, start);
      // the line may move up, but nothing else does
      return /\s{4}$/.test(gap) ? `${gap.slice(0, -4)}int ${match.slice(start)}` : match;
    },
  );
}
