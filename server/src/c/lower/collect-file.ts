/** The file level: declarations in order, function definitions, and what each function may write. */
import {
  ASSERTING,
  ASSUMING,
  ENDING,
  FAILING,
  child,
  factsOf,
  nondetType,
  rebase,
  spaceBefore,
  spaceBehind,
  withCastsOutside,
  withoutFalseCasts,
} from '../syntax/index.ts';
import type { Attribute, FunctionFacts, SyntaxNode, TopLevel } from '../syntax/index.ts';
import {
  UNKNOWN,
  declarator,
  declaratorTraits,
  isIncomplete,
  joinedTraits,
  longType,
  namedTypeWith,
  newScope,
  ptrdiffType,
  resultType,
  sizeType,
  specifiers,
  standardConstants,
  standardStructs,
  standardTypes,
  typeWith,
  asPointer,
  byAttribute,
  isAsDeclared,
  hiddenNames,
} from '../types/index.ts';
import type {
  DataModel,
  Declarations,
  FileContext,
  FunctionDefinition,
  Memory,
  Parameter,
  Remembered,
  Target,
  Traits,
} from '../types/index.ts';
import { namesIn, textsOf } from '../sources/index.ts';
import { transitiveEffects } from './function-effects.ts';
import { addressed } from './undecided-changes.ts';
import { setsLocale, strangersOf } from './library-calls.ts';
import { DEEPEST, NO_FACTS, unevaluated } from './unevaluated-expressions.ts';
import type { Decided, Locator, PreprocessorNote } from '../sources/index.ts';
import { headProblemOf, parametersOf } from './function-heads.ts';
import { declareLibraryObjects, declareObject, followTablesElsewhere, loseObjects } from './declare-objects.ts';
import { fixedStatics, storedStatics } from './file-statics.ts';

export interface CollectInput {
  readonly text: string;
  /** With what was taken out before it was parsed. */
  readonly full: string;
  readonly attributes: readonly Attribute[];
  readonly computedGotos: ReadonlySet<number>;
  /** Where the file's own text begins. */
  readonly ownStart: number;
  readonly source: string;
  readonly locator: Locator;
  readonly notes: readonly PreprocessorNote[];
  readonly lines: Int32Array;
  readonly model: DataModel;
  /** Names of headers that it includes and that weren't found: `sys/stat.h`. */
  readonly unreadHeaders: ReadonlySet<string>;
  /** Names that `#if`s declare in several ways. */
  readonly decided: ReadonlyMap<string, Decided>;
  /** What pragmas say of names: `weak`, `redefine_extname`. */
  readonly pragmas: readonly { readonly name: string; readonly pragma: string }[];
  readonly assertNames: readonly string[];
  readonly assumeNames: readonly string[];
  readonly aliasing: 'strict' | 'none';
  /** Of the version before. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  /** Filled with what this version is made of. */
  readonly memory: Memory;
  /** The options as a text. */
  readonly optionsKey: string;
  /** The key of the version before: the same string again compares fast. */
  readonly keyBefore: string;
  /** A line that is asked about; null: none. */
  readonly target: Target | null;
}

/** Names whose calls are primitives, so that a definition in the file is never lowered. */
function isPrimitive(name: string, asserting: ReadonlySet<string>, assuming: ReadonlySet<string>): boolean {
  return (
    asserting.has(name) || assuming.has(name) || FAILING.has(name) || ENDING.has(name) || nondetType(name) !== undefined
  );
}

/** The declarations while they are collected: the maps and sets that `ctx` shows as read-only, to be written. */
interface Collecting {
  readonly ctx: Declarations;
  readonly input: CollectInput;
  readonly definitions: Map<string, FunctionDefinition>;
  readonly addressTaken: Set<string>;
  readonly ownAddressTaken: Set<string>;
  readonly bare: Set<string>;
  readonly noReturn: Set<string>;
}

/** Reads the items of a file. */
export function collect(items: readonly TopLevel[], input: CollectInput): FileContext {
  const collecting = nothingDeclared(input);
  const { ctx, definitions, addressTaken, ownAddressTaken, bare } = collecting;
  for (const item of items) collectItem(collecting, item);
  for (const name of ctx.hidden) {
    for (const set of [addressTaken, ownAddressTaken, bare]) set.add(name);
  }
  noteOtherBuilds(collecting);
  loseObjects(ctx, ctx.hidden);
  followTablesElsewhere(ctx);
  declareLibraryObjects(ctx, bare);
  const strangers = strangersOf(ctx);
  const outOfSight = hiddenNames(input.source);
  const whole: WholeFile = {
    strangers,
    setsLocale: setsLocale(ctx),
    effects: transitiveEffects({ ...ctx, strangers }, (name) => isPrimitive(name, ctx.asserting, ctx.assuming)),
    fixed: fixedStatics(ctx, { ...input, outOfSight }),
    outOfSight,
    storedStatics: storedStatics(
      ctx,
      [...definitions.values()].map((d) => d.facts),
    ),
    initials: new Map(),
    mainAgain:
      bare.has('main') || addressTaken.has('main') || [...definitions.values()].some((d) => d.facts.calls.has('main')),
  };
  const key = contextKey(ctx, whole, input, items);
  const file: FileContext = {
    ...ctx,
    ...whole,
    types: { ...ctx.types, ...unevaluated(() => file) },
    key: key === input.keyBefore ? input.keyBefore : key,
    target: input.target,
  };
  return file;
}

/** What only the whole file tells. */
type WholeFile = Pick<
  FileContext,
  'strangers' | 'setsLocale' | 'effects' | 'fixed' | 'outOfSight' | 'initials' | 'storedStatics' | 'mainAgain'
>;

function nothingDeclared(input: CollectInput): Collecting {
  const { model } = input;
  const definitions = new Map<string, FunctionDefinition>();
  const addressTaken = new Set<string>();
  const ownAddressTaken = new Set<string>();
  const bare = new Set<string>();
  const noReturn = new Set<string>();
  const ctx: Declarations = {
    types: {
      text: input.text,
      attributes: input.attributes,
      computedGotos: input.computedGotos,
      packs: mayPack(input),
      decided: input.decided,
      model,
      standard: standardTypes(model),
      structs: standardStructs(input.unreadHeaders, model.name === 'LLP64'),
      constants: standardConstants(model),
      ...unevaluated(() => soFar),
    },
    ownStart: input.ownStart,
    source: input.source,
    locator: input.locator,
    notes: input.notes,
    lines: input.lines,
    fileScope: newScope(null),
    definitions,
    addressTaken,
    ownAddressTaken,
    bare,
    asserting: new Set([...ASSERTING, ...input.assertNames]),
    assuming: new Set([...ASSUMING, ...input.assumeNames]),
    noReturn,
    aliasing: input.aliasing,
    hidden: new Set(),
    elsewhere: new Map(),
    otherNames: new Map(input.pragmas.map((p) => [p.name, p.pragma])),
    returnsTwice: new Set(),
    constructors: new Map(),
    size: sizeType(model),
    difference: ptrdiffType(model),
    long: longType(model),
  };
  // constant expressions of declarations see what is declared before them, and nothing that only the whole file tells
  const soFar: FileContext = {
    ...ctx,
    strangers: new Set(),
    setsLocale: false,
    effects: new Map(),
    fixed: new Set(),
    outOfSight: new Set(),
    storedStatics: new Map(),
    mainAgain: false,
    key: '',
    target: null,
  };
  return { ctx, input, definitions, addressTaken, ownAddressTaken, bare, noReturn };
}

/** Pragmas may change the layout of structs or what names stand for. */
function mayPack({ pragmas, source }: CollectInput): boolean {
  return (
    pragmas.some((p) => p.name === '') ||
    /\b_Pragma\s*\(\s*"\s*(pack|scalar_storage_order|weak|redefine_extname)/.test(source)
  );
}

function collectItem(collecting: Collecting, item: TopLevel): void {
  if (item.type === 'function_definition') {
    define(collecting, item);
    return;
  }
  const isDeclaration = /declaration|type_definition|_specifier$/.test(item.type);
  const copy = isDeclaration ? copyOf(collecting.ctx, item) : null;
  const node = copy === null || copy.depth > DEEPEST ? null : copy;
  if (node !== null) declare(collecting, node);
  if (node !== null && !node.hasError) return;
  // not understood: any object that is named here may be written here, or have another initial value
  if (item.start < collecting.input.ownStart && node !== null) return;
  for (const name of namesIn(collecting.input.full.slice(item.start, item.end))) collecting.ctx.hidden.add(name);
}

function declare(collecting: Collecting, node: SyntaxNode): void {
  const { ctx } = collecting;
  const scope = ctx.fileScope;
  if (/_specifier$/.test(node.type)) {
    specifiers(ctx.types, { ...node, children: [{ ...node, field: 'type' }] }, scope);
    return;
  }
  const spec = specifiers(ctx.types, node, scope);
  for (const part of node.children) {
    if (part.field !== 'declarator') continue;
    const declared = declarator(ctx.types, part, spec.type, scope, spec.isConst);
    if (declared === null) continue;
    const { name } = declared;
    const traits = joinedTraits(spec.traits, declaratorTraits(ctx.types, node, part));
    if (spec.typedef) {
      scope.names.set(name, {
        kind: 'typedef',
        type:
          traits.lost === null && isAsDeclared(ctx.types, name, declared.type, scope)
            ? namedTypeWith(declared.type, traits)
            : UNKNOWN,
        isConst: declared.isConst,
      });
      continue;
    }
    for (const other of traits.otherNames) ctx.otherNames.set(other, traits.lost!.name);
    if (declared.type.kind === 'function') {
      functionTraits(collecting, name, traits);
      scope.names.set(name, { kind: 'function', type: typeWith(declared.type, traits), noReturn: traits.noReturn });
      continue;
    }
    const initializer = part.type === 'init_declarator' ? child(part, 'value') : null;
    if (initializer !== null) noteAddresses(collecting, factsOf(initializer, ctx.types));
    declareObject(ctx, { spec, declared, traits, initializer });
  }
}

/** What functions name that are called in other builds: unknown calls may change it. */
function noteOtherBuilds({ ctx, input, addressTaken, ownAddressTaken, bare }: Collecting): void {
  const others = [...ctx.definitions].flatMap(([key, { extent }]) =>
    ctx.elsewhere.has(key.trimEnd()) ? [input.full.slice(extent.start, extent.end)] : [],
  );
  const left = ctx.notes.flatMap(({ branches = '', leftOut }) => (leftOut ? [branches] : []));
  for (const text of [...others, ...left]) {
    for (const name of namesIn(text)) bare.add(name);
    for (const name of addressed(textsOf(text))) for (const set of [addressTaken, ownAddressTaken]) set.add(name);
  }
}

/** Objects whose addresses the code takes, and names that it uses as values. */
function noteAddresses({ addressTaken, ownAddressTaken, bare }: Collecting, facts: FunctionFacts): void {
  for (const n of facts.addressTaken) addressTaken.add(n);
  for (const n of facts.ownAddressTaken) ownAddressTaken.add(n);
  for (const n of facts.bare) bare.add(n);
}

/** What attributes say of a function's calls. */
function functionTraits({ ctx, noReturn }: Collecting, name: string, traits: Traits): void {
  if (traits.noReturn) noReturn.add(name);
  if (traits.returnsTwice) ctx.returnsTwice.add(name);
  if (traits.lost !== null) ctx.elsewhere.set(name, byAttribute(traits.lost.name));
  if (traits.constructor !== null) ctx.constructors.set(name, traits.constructor);
}

/** The item's syntax. `(a)(b)` is a call or a cast, depending on what has been declared as a type before it. */
function copyOf(ctx: Declarations, item: TopLevel): SyntaxNode {
  const { text, standard } = ctx.types;
  const named = (name: string): 'type' | 'value' | null => {
    const symbol = ctx.fileScope.names.get(name);
    if (symbol === undefined) return standard.has(name) ? 'type' : null;
    return symbol.kind === 'typedef' ? 'type' : 'value';
  };
  const copied = withoutFalseCasts(item.snapshot(), text, (name) => named(name) === 'value');
  return withCastsOutside(copied, text, (name) => named(name) === 'type');
}

function define(collecting: Collecting, item: TopLevel): void {
  const { ctx, input } = collecting;
  const where = input.locator.offsets(item.start, item.end);
  // the same text after preprocessing may come from another source: its positions differ
  const preprocessed = input.full.slice(spaceBefore(input.text, item.start), item.end);
  const memoryKey = `${preprocessed}\0${input.source.slice(where.start, where.end)}`;
  let copied: SyntaxNode | null = null;
  let memory = input.remembered.get(memoryKey);
  if (memory === undefined) {
    copied = copyOf(ctx, item);
    const body = child(copied, 'body');
    memory = {
      header: headOf(copied, body),
      start: item.start,
      facts: body === null ? NO_FACTS : factsOf(body, ctx.types),
      lowered: null,
    };
  }
  input.memory.set(memoryKey, memory);
  const node = rebase(memory.header, item.start - memory.start);
  const scope = newScope(ctx.fileScope);
  const spec = specifiers(ctx.types, node, ctx.fileScope);
  const declaratorNode = child(node, 'declarator');
  const result = resultType(ctx.types, node, declaratorNode, spec.type);
  const declared = declaratorNode === null ? null : declarator(ctx.types, declaratorNode, result, ctx.fileScope);
  if (declared === null || declared.type.kind !== 'function') return;
  const { name } = declared;
  const traits = joinedTraits(spec.traits, declaratorTraits(ctx.types, node, declaratorNode!));
  for (const other of traits.otherNames) ctx.otherNames.set(other, traits.lost!.name);
  functionTraits(collecting, name, traits);
  const type = typeWith(declared.type, traits);
  ctx.fileScope.names.set(name, { kind: 'function', type, noReturn: traits.noReturn });
  if (isPrimitive(name, ctx.asserting, ctx.assuming)) return;
  // several definitions of one name stand in `#if` branches: all are analysed, and calls may mean any
  const headProblem = headProblemOf(ctx, name, node);
  const decided = ctx.types.decided.get(name)?.condition ?? headProblem?.chosen?.by;
  const other = decided ? `\`${decided}\`` : collecting.definitions.has(name) ? 'another definition' : null;
  if (other !== null) ctx.elsewhere.set(name, { code: 'conditional-compilation', cause: other });
  const { facts } = memory;
  noteAddresses(collecting, facts);
  for (const n of facts.lent.keys())
    for (const set of n.startsWith('&') ? [collecting.addressTaken, collecting.ownAddressTaken] : [collecting.bare])
      set.add(n.replace('&', ''));
  if (item.start < input.ownStart && isIncomplete(ctx.types, item)) return; // it may do anything
  const listed = declared.parameters === null ? null : parametersOf(ctx, node, declared.parameters, headProblem);
  const pointerTypes = followedTypes(facts, listed ?? []);
  const parameters = listed?.map((p) =>
    (p.named === undefined ? facts.followed.has(p.name ?? '') : pointerTypes.has(p.named))
      ? { ...p, type: asPointer(p.type) }
      : p,
  );
  let key = name;
  while (collecting.definitions.has(key)) key += ' ';
  collecting.definitions.set(key, {
    name,
    nameNode: declared.nameNode,
    extent: { start: item.start, end: item.end },
    range: ctx.locator.range(node.start, node.end),
    type,
    parameters: parameters ?? null,
    facts: { ...facts, pointerTypes },
    inHeader: item.start < ctx.ownStart,
    isStatic: spec.isStatic,
    scope,
    memory,
    headProblem,
    offset: item.start - memory.start,
    body: () => child((copied ??= copyOf(ctx, item)), 'body'),
  });
}

/** A definition without its body. */
function headOf(definition: SyntaxNode, body: SyntaxNode | null): SyntaxNode {
  const children = definition.children.filter((c) => c !== body);
  return {
    ...definition,
    children,
    depth: 1 + children.reduce((most, c) => Math.max(most, c.depth), 0),
    hasError: children.some((c) => c.hasError),
  };
}

/**
 * The options, the text of everything at file scope, heads and effects of the functions, and whose addresses are known.
 */
function contextKey(
  ctx: Declarations,
  { strangers, effects, fixed, storedStatics: stored, mainAgain, setsLocale: sets }: WholeFile,
  { full, optionsKey, unreadHeaders }: CollectInput,
  items: readonly TopLevel[],
): string {
  const parts: string[] = [optionsKey, [...unreadHeaders].join(' '), full.slice(0, ctx.ownStart)];
  for (const item of items)
    if (item.start >= ctx.ownStart && item.type !== 'function_definition')
      parts.push(full.slice(spaceBefore(ctx.types.text, item.start), spaceBehind(ctx.types.text, item.end)));
  for (const definition of ctx.definitions.values()) {
    const { header } = definition.memory;
    const last = header.children[header.children.length - 1];
    const own = effects.get(definition.name);
    const start = header.start + definition.offset;
    parts.push(
      full.slice(
        spaceBefore(ctx.types.text, start),
        last === undefined ? start : spaceBehind(ctx.types.text, last.end + definition.offset),
      ),
    );
    const { foreign, stores, storesToArguments, storesGlobals, kept = [] } = own ?? {};
    parts.push([foreign, stores, storesToArguments, storesGlobals, ...kept].map(String).join(' '));
  }
  for (const [name, symbol] of ctx.fileScope.names) {
    if (symbol.kind === 'global')
      parts.push(
        [name, ...[ctx.addressTaken, ctx.ownAddressTaken, ctx.bare].map((set) => String(set.has(name)))].join(' '),
      );
  }
  parts.push(JSON.stringify([...ctx.elsewhere, ...ctx.types.decided]));
  parts.push([...strangers].join(' '), [...ctx.noReturn].join(' '), [...fixed].join(' '), `${mainAgain} ${sets}`);
  parts.push(
    [...stored]
      .map(([path, given]) => `${path} ${String(given)}`)
      .sort()
      .join('\n'),
  );
  return parts.join('\n');
}

/** The named types of what `->` follows, parameters among them. */
const followedTypes = ({ pointerTypes, followed }: FunctionFacts, parameters: readonly Parameter[]): Set<string> =>
  new Set([
    ...pointerTypes,
    ...parameters.flatMap(({ name, named }) => (followed.has(name ?? '') ? (named ?? []) : [])),
  ]);
