/**
 * The C front end: text in, IR out. This folder is the only place that knows C's syntax; it imports `ir/` and the parser,
 * nothing else of the analysis.
 */
import type { Tree } from 'web-tree-sitter';
import type { DataModelName } from '../ir/types.ts';
import type { IrFunction, IrProgram, SyntaxError } from '../ir/program.ts';
import { collect } from './collect.ts';
import { lowerFunction } from './function.ts';
import { ASSERTING, ASSUMING, FAILING } from './library.ts';
import { define } from './macros.ts';
import type { Macro } from './macros.ts';
import { lineStarts, locator } from './positions.ts';
import type { Locator } from './positions.ts';
import { parseText } from './parser.ts';
import type { CParser } from './parser.ts';
import { dataModel, predefinedMacros, standardConstants } from './predefined.ts';
import { preprocess } from './preprocess.ts';
import type { Preprocessed } from './preprocess.ts';
import { topLevel } from './syntax.ts';

export { loadParser } from './parser.ts';
export type { CParser, WasmLocator } from './parser.ts';

export interface FrontendOptions {
  readonly dataModel: DataModelName;
  readonly charSigned: boolean;
  /** Further names of assert-like and assume-like functions. */
  readonly assertNames: readonly string[];
  readonly assumeNames: readonly string[];
  /** Macros defined from outside, as by `-D`: name to replacement. */
  readonly macros?: Readonly<Record<string, string>>;
}

export const DEFAULT_FRONTEND_OPTIONS: FrontendOptions = { dataModel: 'LP64', charSigned: true, assertNames: [], assumeNames: [] };

/** A parsed file. Holds memory outside of the JavaScript heap until it is disposed of. */
export interface ParsedSource {
  readonly text: string;
  dispose(): void;
}

interface Parsed extends ParsedSource {
  readonly parser: CParser;
  /** What the text was preprocessed with. */
  key: string;
  options: FrontendOptions;
  preprocessed: Preprocessed;
  starts: Int32Array;
  tree: Tree | null;
  /** Functions lowered from this or earlier versions, by everything they depend on. */
  readonly cache: Map<string, IrFunction>;
}

/**
 * Parses a file. With `previous` (an earlier version) only the changed part is parsed again; `previous` stays the caller's to
 * dispose of. The options matter for conditional compilation; those of `previous` are kept where none are given.
 */
export function parseC(parser: CParser, text: string, previous?: ParsedSource, options?: FrontendOptions): ParsedSource {
  const before = previous as Parsed | undefined;
  const chosen = options ?? before?.options ?? DEFAULT_FRONTEND_OPTIONS;
  const preprocessed = preprocessWith(text, chosen);
  const starts = lineStarts(preprocessed.text);
  const old = before?.tree == null ? undefined : { text: before.preprocessed.text, tree: before.tree, starts: before.starts };
  const parsed: Parsed = {
    text, parser, key: keyOf(chosen), options: chosen, preprocessed, starts,
    tree: parseText(parser, preprocessed.text, starts, old),
    cache: before?.cache ?? new Map(),
    dispose: () => {
      parsed.tree?.delete();
      parsed.tree = null;
    },
  };
  return parsed;
}

/** Lowers all functions of a file. Functions that an edit didn't touch come from the versions before. */
export function lowerC(source: ParsedSource, options: FrontendOptions): IrProgram {
  const parsed = source as Parsed;
  if (parsed.key !== keyOf(options)) {
    parsed.tree?.delete();
    parsed.preprocessed = preprocessWith(parsed.text, options);
    parsed.starts = lineStarts(parsed.preprocessed.text);
    parsed.tree = parseText(parsed.parser, parsed.preprocessed.text, parsed.starts);
    parsed.key = keyOf(options);
    parsed.options = options;
  }
  if (parsed.tree === null) throw new Error('the source has been disposed of');
  const model = dataModel(options.dataModel, options.charSigned);
  const where = locator(parsed.preprocessed.map, lineStarts(parsed.text));
  const items = topLevel(parsed.tree);
  const context = collect(items, {
    text: parsed.preprocessed.text, source: parsed.text, locator: where, model, assertNames: options.assertNames, assumeNames: options.assumeNames,
  });
  const functions: IrFunction[] = [];
  for (const definition of context.definitions.values()) functions.push(lowerFunction(context, definition));
  return { functions, errors: parsed.tree.rootNode.hasError ? syntaxErrors(parsed, where) : [] };
}

function keyOf(options: FrontendOptions): string {
  return JSON.stringify([options.dataModel, options.charSigned, options.assertNames, options.assumeNames, options.macros ?? {}]);
}

const predefined = new Map<string, ReadonlyMap<string, Macro>>();

function preprocessWith(text: string, options: FrontendOptions): Preprocessed {
  const model = dataModel(options.dataModel, options.charSigned);
  const modelKey = `${options.dataModel} ${String(options.charSigned)}`;
  let macros = predefined.get(modelKey);
  if (macros === undefined) {
    macros = predefinedMacros(model);
    predefined.set(modelKey, macros);
  }
  const given = Object.entries(options.macros ?? {}).map(([name, body]): [string, Macro] => [name, define(name, body)]);
  const keep = new Set([...ASSERTING, ...ASSUMING, ...FAILING, ...options.assertNames, ...options.assumeNames]);
  return preprocess(text, { macros: given.length === 0 ? macros : new Map([...macros, ...given]), constants: standardConstants(model), keep });
}

/** Most syntax errors that are reported of a file. */
const MOST_ERRORS = 100;

function syntaxErrors(parsed: Parsed, where: Locator): SyntaxError[] {
  const errors: SyntaxError[] = [];
  const cursor = parsed.tree!.walk();
  for (let descend = true; errors.length < MOST_ERRORS;) {
    if (descend && cursor.nodeIsMissing) {
      errors.push({ message: `missing \`${cursor.nodeType}\``, range: where.range(cursor.startIndex, cursor.endIndex) });
    } else if (descend && cursor.nodeType === 'ERROR') {
      errors.push({ message: 'not understood', range: where.range(cursor.startIndex, cursor.endIndex) });
      descend = false;
    }
    if (descend && cursor.currentNode.hasError && cursor.gotoFirstChild()) continue;
    descend = true;
    let up = true;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        up = false;
        break;
      }
    }
    if (!up) break;
  }
  cursor.delete();
  return errors;
}

