/** The C front end: text in, graphs out. The folder `c` is the only place that knows C's syntax. */
import type { Tree } from 'web-tree-sitter';
import type { DataModelName } from '../machine/index.ts';
import type { FailedFunction, IrFunction, IrProgram, Missteps } from '../program/index.ts';
import { collect, lowerFunction } from './lower/index.ts';
import type { FileContext, FunctionDefinition, Memory, Target } from './types/index.ts';
import {
  ASSERTING,
  ASSUMING,
  FAILING,
  inOrder,
  itemsOf,
  joinedOut,
  mapWith,
  namesOf,
  parseText,
  plainText,
  preludeOf,
  takeOut,
} from './syntax/index.ts';
import { missteps } from './walk/index.ts';
import { compiled, lineStarts, locator, parseDefine, positionAt, preprocess } from './sources/index.ts';
import type { Macro, Preprocessed, ReadHeader } from './sources/index.ts';
import type { CParser, FunctionFacts, TakenOut } from './syntax/index.ts';
import { dataModel, moved, predefinedMacros, standardConstants, standardTypes } from './types/index.ts';

export type { Header, HeaderRequest, ReadHeader, UnusableHeader } from './sources/index.ts';
export { loadParser } from './syntax/index.ts';
export type { CParser } from './syntax/index.ts';

export interface FrontendOptions {
  readonly dataModel: DataModelName;
  readonly charSigned: boolean;
  /** Whether objects are only read and written as what they are; default `strict`. */
  readonly aliasing?: 'strict' | 'none';
  /** Further names of assert-like and assume-like functions. */
  readonly assertNames: readonly string[];
  readonly assumeNames: readonly string[];
  /** Macros defined (and predefined ones undefined) from outside, in order: `-D NAME=VALUE`, `-U NAME`. */
  readonly macros?: readonly MacroOption[];
  /** Headers included before the file's first line, as by `-include`. */
  readonly before?: readonly string[];
  /** A line that is asked about (`AssertionSite.target`). */
  readonly line?: number;
  /** Only functions with loops are asked about: others are left out, unless these may call them. */
  readonly looping?: boolean;
}

/** What follows `-D` (`NAME`, `NAME=VALUE`, `NAME(x)=VALUE`), or after `-U` a name. */
export type MacroOption = { readonly define: string } | { readonly undefine: string };

/** What the file is read with beside its own text. */
export interface Surroundings {
  /** Null: headers are not read. */
  readonly read: ReadHeader | null;
  /** The text as the compiler's own preprocessor put it out, run in some directory; then no header is read. */
  readonly compiled: { readonly output: string; readonly directory: string } | null;
}

const ALONE: Surroundings = { read: null, compiled: null };

export const DEFAULT_FRONTEND_OPTIONS: FrontendOptions = {
  dataModel: 'LP64',
  charSigned: true,
  assertNames: [],
  assumeNames: [],
};

/** A parsed file. Holds memory outside of the JavaScript heap until it is disposed of. */
export interface ParsedSource {
  readonly text: string;
  /** Paths of the headers that were read for it. */
  readonly headers: readonly string[];
  dispose(): void;
}

interface Parsed extends ParsedSource {
  readonly parser: CParser;
  readonly surroundings: Surroundings;
  /** What the text was preprocessed with. */
  key: string;
  options: FrontendOptions;
  preprocessed: Preprocessed;
  /** What was taken out of its text; the text is that of before. */
  taken: TakenOut;
  starts: Int32Array;
  tree: Tree | null;
  /** Why the text was not parsed at all (an empty tree stands for it). */
  refused: string | null;
  contextKey: string;
  /** Functions of the version before, then of this one. */
  memory: Memory;
}

/**
 * Parses a file. With `previous` (an earlier version) only the changed part is parsed again; `previous` stays the
 * caller's to dispose of. The options matter for conditional compilation; those of `previous` are kept where none are
 * given.
 */
export function parseC(
  parser: CParser,
  text: string,
  previous?: ParsedSource,
  options?: FrontendOptions,
  surroundings: Surroundings = ALONE,
): ParsedSource {
  const before = previous as Parsed | undefined;
  const chosen = options ?? before?.options ?? DEFAULT_FRONTEND_OPTIONS;
  const old =
    before?.tree == null || before.refused !== null
      ? undefined
      : { text: before.preprocessed.text, tree: before.tree, starts: before.starts };
  const parsed: Parsed = {
    text,
    parser,
    surroundings,
    key: keyOf(chosen),
    options: chosen,
    ...parseWith(parser, text, chosen, surroundings, old),
    contextKey: before?.contextKey ?? '',
    memory: before?.memory ?? new Map(),
    get headers() {
      return parsed.preprocessed.paths;
    },
    dispose: () => {
      parsed.tree?.delete();
      parsed.tree = null;
    },
  };
  return parsed;
}

function parseWith(
  parser: CParser,
  text: string,
  options: FrontendOptions,
  surroundings: Surroundings,
  old?: Parameters<typeof parseText>[3],
): Pick<Parsed, 'preprocessed' | 'taken' | 'starts' | 'tree' | 'refused'> {
  let refused =
    text.length > MOST_TEXT
      ? `this file is too large to be analysed: it has more than ${MOST_TEXT / 1_000_000} million characters`
      : isBinary(text)
        ? 'this is not a text file'
        : deepest(text) > DEEPEST_BRACKETS
          ? 'brackets are nested too deeply'
          : null;
  let preprocessed = refused === null ? preprocessWith(text, options, surroundings) : NOTHING;
  let taken = takeOut(preprocessed.text);
  preprocessed = { ...preprocessed, text: plainText(taken.text) };
  let starts = lineStarts(preprocessed.text);
  let tree = parseText(parser, preprocessed.text, starts, refused === null ? old : undefined);
  if (tree === null) {
    refused = 'this is too far from C to be parsed';
    preprocessed = NOTHING;
    taken = takeOut('');
    starts = lineStarts('');
    tree = parseText(parser, '', starts);
  }
  return { preprocessed, taken, starts, tree, refused };
}

const NOTHING: Preprocessed = {
  text: '',
  map: { out: [0], from: [0], callEnd: [-1] },
  notes: [],
  headers: [],
  problems: [],
  paths: [],
  unread: false,
  unreadHeaders: new Set(),
  decided: new Map(),
  pragmas: [],
};

/** Larger files would take the parser's memory, and minutes. */
const MOST_TEXT = 24_000_000;

/** More would take more memory than a machine has to spare: some 25 KB go to each with its answers. */
const MOST_FUNCTIONS = 50_000;

/** No program nests brackets like this; the parser's memory would run out. */
const DEEPEST_BRACKETS = 30_000;

function deepest(text: string): number {
  let depth = 0;
  let most = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 40 || c === 91 || c === 123) most = Math.max(most, ++depth);
    else if (c === 41 || c === 93 || c === 125) depth = Math.max(0, depth - 1);
  }
  return most;
}

/** Text doesn't hold so many control characters (or none that could be decoded). */
function isBinary(text: string): boolean {
  let control = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if ((c < 32 && c !== 9 && c !== 10 && c !== 12 && c !== 13) || c === 0xfffd) control++;
  }
  return control > 16 && control * 50 > text.length;
}

/** A file with its functions lowered, and its syntax still at hand. */
export interface LoweredSource {
  readonly program: IrProgram;
  /**
   * What is certainly wrong, which takes longer than all else: asked for when others have been answered. `stopped`:
   * nobody wants it any more.
   */
  missteps(stopped: () => boolean): Missteps;
  /** Before the source is disposed of. */
  close(): void;
}

/** The program of a file. */
export function lowerC(source: ParsedSource, options: FrontendOptions): IrProgram {
  const { program, close } = lowerSource(source, options);
  close();
  return program;
}

/** Nothing of a file, for a reason. */
function refusal(message: string): LoweredSource {
  const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const program = { functions: [], errors: [{ message, range }] };
  return { program, missteps: () => ({ found: [], contracts: [], accesses: [], failed: [] }), close: () => {} };
}

/** Lowers all functions of a file. Functions that an edit didn't touch come from the versions before. */
export function lowerSource(source: ParsedSource, options: FrontendOptions): LoweredSource {
  const parsed = source as Parsed;
  if (parsed.key !== keyOf(options)) {
    parsed.tree?.delete();
    Object.assign(parsed, parseWith(parsed.parser, parsed.text, options, parsed.surroundings));
    parsed.key = keyOf(options);
    parsed.options = options;
  }
  if (parsed.tree === null) throw new Error('the source has been disposed of');
  const model = dataModel(options.dataModel, options.charSigned);
  const lines = lineStarts(parsed.text);
  const { preprocessed } = parsed;
  const mentioned = [...namesOf(parsed.taken.full), ...standardTypes(model).keys()];
  const prelude = preludeOf(parsed.parser, preprocessed.headers, mentioned);
  const where = locator(mapWith(preprocessed.headers, prelude, preprocessed.map), lines);
  const { items, errors, dispose } = itemsOf(parsed.parser, parsed.tree, preprocessed.text, prelude.text.length);
  const memory: Memory = new Map();
  const target: Target | null = options.line === undefined ? null : { line: options.line, from: prelude.text.length };
  const context = collect(inOrder(prelude, items), {
    text: prelude.text + preprocessed.text,
    full: prelude.full + parsed.taken.full,
    ...joinedOut(prelude.taken, parsed.taken, prelude.text.length),
    unreadHeaders: preprocessed.unreadHeaders,
    decided: preprocessed.decided,
    pragmas: preprocessed.pragmas,
    ownStart: prelude.text.length,
    source: parsed.text,
    locator: where,
    notes: preprocessed.notes,
    lines,
    model,
    assertNames: options.assertNames,
    assumeNames: options.assumeNames,
    aliasing: options.aliasing ?? 'strict',
    remembered: parsed.memory,
    memory,
    optionsKey: parsed.key,
    keyBefore: parsed.contextKey,
    target,
  });
  parsed.memory = memory;
  parsed.contextKey = context.key;
  const failed: FailedFunction[] = [];
  let asking = context;
  const all = wanted(context);
  if (all.length > MOST_FUNCTIONS) {
    dispose();
    return refusal(`this file is too large to be analysed: it has more than ${MOST_FUNCTIONS} functions`);
  }
  const around = options.looping === true ? aroundLoops(all) : null;
  const functions = all.flatMap((definition) => {
    if (around?.has(definition) === false) return [];
    try {
      const lowered = lowerOrReuse(asking, definition);
      // a line belongs to one function
      if (lowered.asked?.found) asking = { ...context, target: null };
      return [lowered];
    } catch (error) {
      failed.push({ name: definition.name, range: definition.range, error });
      return [];
    }
  });
  if (parsed.refused !== null) {
    dispose();
    return refusal(parsed.refused);
  }
  const problems = preprocessed.problems.map(({ message, start, end }) => ({
    message,
    range: { start: positionAt(lines, start), end: positionAt(lines, end) },
  }));
  const program: IrProgram = {
    functions,
    ...(around === null
      ? {}
      : { left: all.flatMap((d) => (d.inHeader || around.has(d) ? [] : [{ name: d.name, range: d.range }])) }),
    ...(failed.length === 0 ? {} : { failed }),
    errors: [...problems, ...errors.map(({ message, start, end }) => ({ message, range: where.range(start, end) }))],
  };
  return { program, missteps: (stopped) => missteps(context, !preprocessed.unread, stopped), close: dispose };
}

/** The file's own functions, and those of headers that they call. */
function wanted(context: FileContext): readonly FunctionDefinition[] {
  const own = [...context.definitions.values()].filter((d) => !d.inHeader);
  const called = new Set<FunctionDefinition>();
  const work = [...own];
  for (let d = work.pop(); d !== undefined; d = work.pop()) {
    for (const name of d.facts.calls) {
      const callee = context.definitions.get(name);
      if (callee === undefined || !callee.inHeader || called.has(callee)) continue;
      called.add(callee);
      work.push(callee);
    }
  }
  return called.size === 0 ? own : [...own, ...[...context.definitions.values()].filter((d) => called.has(d))];
}

/** Functions that may have loops, and all that they may call. */
function aroundLoops(all: readonly FunctionDefinition[]): ReadonlySet<FunctionDefinition> {
  const byName = new Map<string, FunctionDefinition[]>();
  for (const d of all) {
    const others = byName.get(d.name);
    if (others === undefined) byName.set(d.name, [d]);
    else others.push(d);
  }
  const found = new Set(all.filter((d) => d.facts.mayLoop));
  const work = [...found];
  for (let d = work.pop(); d !== undefined; d = work.pop()) {
    for (const name of namesUsed(d.facts)) {
      for (const other of byName.get(name) ?? []) {
        if (found.has(other)) continue;
        found.add(other);
        work.push(other);
      }
    }
  }
  return found;
}

/** Names that stand for functions if functions have them. */
function* namesUsed({ calls, bare, addressTaken, lent, hidden }: FunctionFacts): Iterable<string> {
  yield* calls;
  yield* bare;
  yield* addressTaken;
  yield* hidden;
  for (const name of lent.keys()) yield name.replace('&', '');
}

function lowerOrReuse(context: FileContext, definition: FunctionDefinition): IrFunction {
  const { memory, range } = definition;
  const before = memory.lowered;
  let ir: IrFunction;
  if (before !== null && before.context === context.key && before.at.column === range.start.column) {
    if (before.at.line === range.start.line) return before.ir;
    ir = moved(before.ir, range.start.line - before.at.line, (name) => {
      const symbol = context.fileScope.names.get(name);
      return symbol?.kind === 'global' ? symbol.object.range : null;
    });
  } else ir = lowerFunction(context, definition);
  memory.lowered = { context: context.key, at: range.start, ir };
  return ir;
}

function keyOf(options: FrontendOptions): string {
  return JSON.stringify([
    options.dataModel,
    options.charSigned,
    options.aliasing ?? 'strict',
    options.assertNames,
    options.assumeNames,
    options.macros ?? {},
    options.line ?? null,
  ]);
}

const predefined = new Map<string, ReadonlyMap<string, Macro>>();

function preprocessWith(text: string, options: FrontendOptions, { read, compiled: made }: Surroundings): Preprocessed {
  if (made !== null) return compiled(text, made.output, made.directory);
  const model = dataModel(options.dataModel, options.charSigned);
  const modelKey = `${options.dataModel} ${String(options.charSigned)}`;
  let macros = predefined.get(modelKey);
  if (macros === undefined) {
    macros = predefinedMacros(model);
    predefined.set(modelKey, macros);
  }
  const keep = new Set([...ASSERTING, ...ASSUMING, ...FAILING, ...options.assertNames, ...options.assumeNames]);
  return preprocess(text, {
    macros: withOptions(macros, options.macros ?? []),
    constants: standardConstants(model),
    keep,
    read,
    before: options.before ?? [],
    key: keyOf(options),
  });
}

function withOptions(macros: ReadonlyMap<string, Macro>, given: readonly MacroOption[]): ReadonlyMap<string, Macro> {
  if (given.length === 0) return macros;
  const all = new Map(macros);
  for (const option of given) {
    if ('undefine' in option) all.delete(option.undefine);
    else {
      const macro = parseDefine(option.define.includes('=') ? option.define.replace('=', ' ') : `${option.define} 1`);
      if (macro !== null) all.set(macro.name, macro);
    }
  }
  return all;
}
