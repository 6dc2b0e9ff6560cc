/**
 * What headers declare. Their preprocessed texts are parsed apart from the file and remembered. So neither the next
 * version of the file nor another file parses them again. In the text that is lowered they stand before the file's own.
 */
import { append, lineStarts } from '../sources/index.ts';
import { joinedOut, takeOut } from './attributes.ts';
import type { Attribute, TakenOut } from './attributes.ts';
import { plainText } from './unknown-syntax.ts';
import type { HeaderText, SourceMap } from '../sources/index.ts';
import { parseText } from './parser.ts';
import type { CParser } from './parser.ts';
import { itemsOf } from './error-recovery.ts';
import { rebase } from './syntax-node.ts';
import type { SyntaxNode, TopLevel } from './syntax-node.ts';
import { itemNames, neededOf } from './needed-declarations.ts';
import type { ItemNames } from './needed-declarations.ts';

interface ParsedHeader {
  /** As it was parsed. */
  readonly text: string;
  readonly taken: TakenOut;
  /** With offsets from the header's start. */
  readonly items: readonly {
    readonly type: string;
    readonly start: number;
    readonly end: number;
    readonly node: SyntaxNode;
  }[];
  /** Of each item. */
  readonly names: readonly ItemNames[];
  /** The same, moved to where they were needed last. */
  moved: { readonly by: number; readonly items: readonly TopLevel[] } | null;
}

/** What is remembered is forgotten beyond so many characters. */
const MOST_REMEMBERED = 2_500_000;

const remembered = new Map<string, ParsedHeader>();
let weight = 0;

function parsedHeader(parser: CParser, text: string): ParsedHeader {
  let known = remembered.get(text);
  if (known !== undefined) remembered.delete(text);
  else {
    const taken = takeOut(text);
    const plain = plainText(taken.text);
    const items = parse(parser, plain);
    known = { text: plain, taken, items, names: namesOfItems(items, plain, taken), moved: null };
    weight += text.length;
  }
  remembered.set(text, known);
  for (const oldest of remembered.keys()) {
    if (weight <= MOST_REMEMBERED || oldest === text) break;
    remembered.delete(oldest);
    weight -= oldest.length;
  }
  return known;
}

function parse(parser: CParser, text: string): ParsedHeader['items'] {
  const tree = parseText(parser, text, lineStarts(text));
  if (tree === null) return [];
  const { items, dispose } = itemsOf(parser, tree, text);
  const copied = items.map((item) => ({ type: item.type, start: item.start, end: item.end, node: item.snapshot() }));
  dispose();
  tree.delete();
  return copied;
}

/** What is said between two items may belong to either. */
function namesOfItems(
  items: ParsedHeader['items'],
  text: string,
  { full, attributes }: TakenOut,
): readonly ItemNames[] {
  let first = 0;
  return items.map(({ node, start, end }, i) => {
    const from = items[i - 1]?.end ?? 0;
    const to = items[i + 1]?.start ?? full.length;
    while (first < attributes.length && attributes[first]!.start < from) first++;
    let behind = first;
    while (behind < attributes.length && attributes[behind]!.start < to) behind++;
    return itemNames(node, text, full.slice(Math.min(from, start), Math.max(to, end)), attributes.slice(first, behind));
  });
}

export interface Prelude {
  /** All headers' texts, as they were parsed and as they are. */
  readonly text: string;
  readonly full: string;
  readonly taken: Omit<TakenOut, 'full'>;
  /**
   * Which of their items stand before which offset of the file's own text; without those that the file can do without.
   */
  readonly parts: readonly { readonly at: number; readonly items: readonly TopLevel[] }[];
}

/** Reads the headers of a file, for the names that it mentions. */
export function preludeOf(parser: CParser, headers: readonly HeaderText[], mentioned: Iterable<string>): Prelude {
  const parsedHeaders = headers.map((header) => parsedHeader(parser, header.text));
  const needed = neededOf(
    parsedHeaders.flatMap(({ names }) => names),
    mentioned,
  );
  let before = 0;
  let text = '';
  let full = '';
  const attributes: Attribute[] = [];
  const computedGotos = new Set<number>();
  const parts = headers.map((header, index) => {
    const by = text.length;
    const parsed = parsedHeaders[index]!;
    const first = before;
    before += parsed.items.length;
    text += `${parsed.text}\n`;
    full += `${header.text}\n`;
    const taken = joinedOut({ attributes: [], computedGotos: new Set() }, parsed.taken, by);
    for (const a of taken.attributes) attributes.push(a);
    for (const at of taken.computedGotos) computedGotos.add(at);
    if (parsed.moved?.by !== by) {
      parsed.moved = {
        by,
        items: parsed.items.map(({ type, start, end, node }): TopLevel => {
          let there: SyntaxNode | null = null;
          return { type, start: start + by, end: end + by, snapshot: () => (there ??= rebase(node, by)) };
        }),
      };
    }
    return { at: header.at, items: parsed.moved.items.filter((_, i) => needed[first + i]) };
  });
  return { text, full, taken: { attributes, computedGotos }, parts };
}

/** The items of headers and file in the order of the source. `own` has offsets behind the prelude. */
export function inOrder(prelude: Prelude, own: readonly TopLevel[]): readonly TopLevel[] {
  if (prelude.parts.length === 0) return own;
  const items: TopLevel[] = [];
  let next = 0;
  for (const { at, items: inserted } of prelude.parts) {
    for (let item = own[next]; item !== undefined && item.start < at + prelude.text.length; item = own[++next])
      items.push(item);
    append(items, inserted);
  }
  append(items, own.slice(next));
  return items;
}

/** The map of the whole text: what stems from a header belongs to the `#include` that brought it. */
export function mapWith(headers: readonly HeaderText[], prelude: Prelude, own: SourceMap): SourceMap {
  if (headers.length === 0) return own;
  const out: number[] = [];
  let length = 0;
  for (const { text } of headers) {
    out.push(length);
    length += text.length + 1;
  }
  return {
    out: [...out, ...own.out.map((offset) => offset + prelude.text.length)],
    from: [...headers.map((h) => h.start), ...own.from],
    callEnd: [...headers.map((h) => h.end), ...own.callEnd],
  };
}
