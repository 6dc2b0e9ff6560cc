/** The parser itself: loading the WASM grammar, and parsing with reuse of the previous tree. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Edit, Language, Parser } from 'web-tree-sitter';
import type { ParseState, Point, Tree } from 'web-tree-sitter';
import { positionAt } from '../sources/index.ts';

export interface CParser {
  readonly parser: Parser;
}

/** Path of a WASM file by its name. */
export type WasmLocator = (file: 'web-tree-sitter.wasm' | 'tree-sitter-c.wasm') => string;

let loading: Promise<CParser> | null = null;

/**
 * Loads parser and grammar, once per process. Looks beside the running bundle first, then in `node_modules` above it.
 */
export function loadParser(locate: WasmLocator = locateWasm): Promise<CParser> {
  loading ??= load(locate);
  return loading;
}

async function load(locate: WasmLocator): Promise<CParser> {
  const file = locate('web-tree-sitter.wasm');
  await Parser.init({ locateFile: () => file, wasmBinary: readFileSync(file) });
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(locate('tree-sitter-c.wasm'))));
  return { parser };
}

function locateWasm(file: 'web-tree-sitter.wasm' | 'tree-sitter-c.wasm'): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, file);
  if (existsSync(beside)) return beside;
  const packageName = file === 'web-tree-sitter.wasm' ? 'web-tree-sitter' : 'tree-sitter-c';
  for (let folder = here; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', packageName, file);
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) return beside;
  }
}

/**
 * Limits on the parser's own recovery from errors. They are counted in its progress reports, so that they don't depend
 * on the clock. Ordinary C takes one for about 150 bytes, rubbish many more. Beyond them memory and time would run
 * out.
 */
const MOST_ERROR_REPORTS = 60_000;
const FREE_ERROR_REPORTS = 10_000;
const BYTES_A_REPORT = 100;

/**
 * Parses; with the text and the tree of before only what an edit touched. The old tree stays the caller's to delete.
 * Null where the text is too far from C for the parser to recover.
 */
export function parseText(
  parser: CParser,
  text: string,
  starts: Int32Array,
  previous?: { readonly text: string; readonly tree: Tree; readonly starts: Int32Array },
): Tree | null {
  let old: Tree | null = null;
  if (previous !== undefined) {
    old = previous.tree.copy();
    const edit = editBetween(previous.text, previous.starts, text, starts);
    if (edit !== null) old.edit(edit);
  }
  let reports = 0;
  const hopeless = (state: ParseState): boolean => {
    if (!state.hasError) return false;
    reports++;
    return reports > MOST_ERROR_REPORTS || reports > FREE_ERROR_REPORTS + state.currentOffset / BYTES_A_REPORT;
  };
  const tree = parser.parser.parse(text, old, { progressCallback: hopeless });
  old?.delete();
  if (tree === null) parser.parser.reset();
  return tree;
}

/** The single edit that turns one text into the other: what lies between their common prefix and suffix. */
function editBetween(before: string, startsBefore: Int32Array, after: string, startsAfter: Int32Array): Edit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shorter && before.charCodeAt(prefix) === after.charCodeAt(prefix)) prefix++;
  let suffix = 0;
  while (
    suffix < shorter - prefix &&
    before.charCodeAt(before.length - 1 - suffix) === after.charCodeAt(after.length - 1 - suffix)
  )
    suffix++;
  const oldEnd = before.length - suffix;
  const newEnd = after.length - suffix;
  return new Edit({
    startIndex: prefix,
    oldEndIndex: oldEnd,
    newEndIndex: newEnd,
    startPosition: point(startsAfter, prefix),
    oldEndPosition: point(startsBefore, oldEnd),
    newEndPosition: point(startsAfter, newEnd),
  });
}

function point(starts: Int32Array, offset: number): Point {
  const { line, column } = positionAt(starts, offset);
  return { row: line - 1, column: column - 1 };
}
