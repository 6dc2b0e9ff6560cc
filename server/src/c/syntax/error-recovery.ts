/**
 * Items of a file whose tree has errors. An unclosed brace makes the parser lose everything behind it. So the parts
 * that it lost are cut at what looks like the start of a function, and parsed one by one.
 */
import { append, endOfBlockComment, endOfLine, endOfLiteral, lineStarts } from '../sources/index.ts';
import type { Tree } from 'web-tree-sitter';
import { parseText } from './parser.ts';
import type { CParser } from './parser.ts';
import { isHarmless, topLevel } from './syntax-node.ts';
import type { TopLevel } from './syntax-node.ts';

export interface ParseError {
  readonly message: string;
  /** Offsets in the parsed text. */
  readonly start: number;
  readonly end: number;
}

export interface Items {
  readonly items: readonly TopLevel[];
  readonly errors: readonly ParseError[];
  /** To be called when the items have been read. */
  readonly dispose: () => void;
}

/**
 * Lines that start a function: `static int f(int a)` and a brace, from the first column on; the type may have a line of
 * its own.
 */
const FUNCTION_START = new RegExp(
  [
    /^(?!(?:if|for|while|switch|return|else|do|case|goto)\b)/,
    /[A-Za-z_][\w \t*]{0,200}(?:\r?\n[\w \t*]{1,200})?/,
    /\([^;{}=]{0,2000}\)\s{0,100}\{/,
  ]
    .map((part) => part.source)
    .join(''),
  'gm',
);

/** Items of the tree, the lost parts parsed again; offsets of what is found are those in the text and `offset` more. */
export function itemsOf(parser: CParser, tree: Tree, text: string, offset = 0): Items {
  const found = itemsWithin(parser, tree, text, offset);
  if (offset === 0 || found.errors.length === 0) return found;
  return { ...found, errors: found.errors.map((e) => ({ ...e, start: e.start + offset, end: e.end + offset })) };
}

function itemsWithin(parser: CParser, tree: Tree, text: string, offset: number): Items {
  const items = topLevel(tree, offset);
  if (!tree.rootNode.hasError) return { items, errors: [], dispose: () => {} };
  const lost =
    tree.rootNode.type === 'ERROR'
      ? [{ start: 0, end: text.length }]
      : items
          .filter((i) => i.type === 'ERROR' || /_statement$/.test(i.type))
          .map((i) => ({ start: i.start - offset, end: i.end - offset }));
  if (lost.length === 0) return { items, errors: errorsOf(tree, 0), dispose: () => {} };
  const cuts = [0, ...[...text.matchAll(FUNCTION_START)].map((m) => m.index).filter((i) => i > 0), text.length];
  const trees: Tree[] = [];
  const out: TopLevel[] = [];
  const errors: ParseError[] = [];
  const again: { start: number; end: number }[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [start, end] = [cuts[i]!, cuts[i + 1]!];
    const inside = items.filter((item) => item.start - offset >= start && item.start - offset < end);
    const broken = lost.some((l) => l.start < end && l.end > start) || inside.some((item) => item.end - offset > end);
    if (!broken) {
      append(out, inside);
      continue;
    }
    const part = text.slice(start, end);
    const closed = part + '}'.repeat(unclosed(part));
    const parsed = parseText(parser, closed, lineStarts(closed));
    again.push({ start, end });
    if (parsed === null) {
      errors.push({ message: 'not understood', start, end });
      continue;
    }
    trees.push(parsed);
    append(out, topLevel(parsed, start + offset));
    append(errors, errorsOf(parsed, start));
    if (closed.length > part.length) errors.push({ message: 'missing `}`', start: Math.max(start, end - 1), end });
  }
  append(
    errors,
    errorsOf(tree, 0).filter((e) => !again.some((r) => r.start <= e.start && e.start < Math.max(r.end, r.start + 1))),
  );
  errors.sort((a, b) => a.start - b.start);
  return { items: out, errors, dispose: () => trees.forEach((t) => t.delete()) };
}

/** Braces that are opened and not closed; none where there are too many to be meant. */
function unclosed(part: string): number {
  let open = 0;
  for (let i = 0; i < part.length; i++) {
    const c = part.charCodeAt(i);
    if (c === 34 || c === 39) i = endOfLiteral(part, i) - 1;
    else if (c === 47 && part.charCodeAt(i + 1) === 42) i = endOfBlockComment(part, i) - 1;
    else if (c === 47 && part.charCodeAt(i + 1) === 47) i = endOfLine(part, i) - 1;
    else if (c === 123) open++;
    else if (c === 125 && open > 0) open--;
  }
  return open > 100 ? 0 : open;
}

/** Most syntax errors that are reported of a tree. */
const MOST_ERRORS = 100;

function errorsOf(tree: Tree, offset: number): ParseError[] {
  const errors: ParseError[] = [];
  const cursor = tree.walk();
  for (let descend = true; errors.length < MOST_ERRORS; ) {
    if (descend && (cursor.nodeIsMissing || cursor.nodeType === 'ERROR') && isHarmless(cursor)) descend = false;
    else if (descend && cursor.nodeIsMissing) {
      errors.push({
        message: `missing \`${cursor.nodeType}\``,
        start: cursor.startIndex + offset,
        end: cursor.endIndex + offset,
      });
    } else if (descend && cursor.nodeType === 'ERROR') {
      errors.push({ message: 'not understood', start: cursor.startIndex + offset, end: cursor.endIndex + offset });
      descend = false;
    }
    if (descend && cursor.currentNode.hasError && cursor.gotoFirstChild()) continue;
    descend = true;
    let more = true;
    while (!cursor.gotoNextSibling()) {
      if (cursor.gotoParent()) continue;
      more = false;
      break;
    }
    if (!more) break;
  }
  cursor.delete();
  return errors;
}
