/** The statement that a macro's call stands in, told from its words. */
import { closing, tokenize, withoutComments } from '../sources/index.ts';

/** What is looked at on either side. */
const LOOKED_AT = 2_000;
const DIRECTIVE = /^[ \t]*#.*$/gm;
const HEAD = /^(?:if|while|for|switch)$/;

interface StatementAround {
  readonly before: string;
  readonly behind: string;
  /** The part is a subscript, or one of what a star stands before. */
  readonly addresses: boolean;
}

/** Words of a statement before a part of it. `isHead`: they are in the parentheses of an `if`. */
interface Begun {
  readonly words: readonly string[];
  readonly isHead: boolean;
}

/**
 * What stands before and behind a part of a source in the same statement, without what such statements begin with:
 * `else`, `return`, `if (x)`. Nothing does in the head of an `if`. Null: the part stands in another head, or around it
 * is more than one statement.
 */
export function statementAround(source: string, start: number, end: number): StatementAround | null {
  const begun = wordsBefore(source.slice(source.lastIndexOf('\n', Math.max(0, start - LOOKED_AT)) + 1, start));
  if (begun === null) return null;
  const addresses = isAddressing(begun.words);
  if (begun.isHead) return { before: '', behind: '', addresses };
  const behind = wordsBehind(source.slice(end, end + LOOKED_AT));
  return behind === null ? null : { before: begun.words.join(' '), behind: behind.join(' '), addresses };
}

function isAddressing(before: readonly string[]): boolean {
  let depth = 0;
  for (let i = before.length - 1; i >= 0; i--) {
    const word = before[i] ?? '';
    if (/^[)\]]$/.test(word)) depth++;
    else if (/^[([]$/.test(word) && --depth < 0) {
      if (word === '[' || before[i - 1] === '*') return true;
      depth = 0;
    }
  }
  return before.at(-1) === '*';
}

const wordsOf = (code: string): readonly string[] =>
  tokenize(withoutComments(code).replace(DIRECTIVE, '')).map(({ text }) => text);

function wordsBefore(code: string): Begun | null {
  const words = wordsOf(code);
  let depth = 0;
  let at = words.length - 1;
  for (; at >= 0; at--) {
    const word = words[at] ?? '';
    if (/^[)\]]$/.test(word)) depth++;
    else if (/^[([]$/.test(word)) {
      const head = depth === 0 ? (words[at - 1] ?? '') : '';
      if (HEAD.test(head)) return head === 'if' ? { words: words.slice(at + 1), isHead: true } : null;
      depth = Math.max(0, depth - 1);
    } else if (depth === 0 && /^[;{}]$/.test(word)) {
      // between the semicolons of a `for`
      if (word === ';' && isInHead(words, at)) return null;
      break;
    }
  }
  return at < 0 ? null : { words: withoutHeads(words.slice(at + 1)), isHead: false };
}

function isInHead(words: readonly string[], from: number): boolean {
  let depth = 0;
  for (let i = from; i >= 0; i--) {
    const word = words[i] ?? '';
    if (word === ')') depth++;
    else if (word === '(' && --depth < 0) return true;
    else if (depth === 0 && /^[{}]$/.test(word)) return false;
  }
  return false;
}

function withoutHeads(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    const [first = '', second] = rest;
    if (HEAD.test(first) && second === '(') rest = rest.slice(closing(rest, 1) + 1);
    else if (/^(?:else|do|return)$/.test(first)) rest = rest.slice(1);
    else return rest;
  }
}

function wordsBehind(code: string): readonly string[] | null {
  const words = wordsOf(code);
  const end = words.findIndex((w) => /^[;{}]$/.test(w));
  return end < 0 || words[end] !== ';' ? null : words.slice(0, end);
}
