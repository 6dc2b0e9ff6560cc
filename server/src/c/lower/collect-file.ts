/** The file level: declarations in order, function definitions, and what each function may do to the others' variables. */
import { constantValue } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import {
  ASSERTING, ASSUMING, ENDING, FAILING, child, factsOf, libraryEffect, nondetType, rebase, spaceBefore,
  spaceBehind, withoutFalseCasts,
} from '../syntax/index.ts';
import type { Attribute, FunctionFacts, SyntaxNode, TopLevel } from '../syntax/index.ts';
import type { Draft } from '../objects/index.ts';
import {
  UNKNOWN, adjusted, declarator, declaratorTraits, initializerLength, intType, isString, joinedTraits, longType,
  lookup, namedTypeWith, neverWritten, newScope, parameterList, ptrdiffType, shapeOf, sizeType, specifiers,
  standardConstants, standardTypes, stringValue, typeWith,
} from '../types/index.ts';
import type {
  CType, DataModel, Effects, FileContext, FunctionDefinition, GlobalObject, Memory, Parameter, Remembered, Scope,
  Shape, Traits, TypeContext,
} from '../types/index.ts';
import { namesIn } from '../sources/index.ts';
import { arrayShape, locate, lowerExpr } from '../objects/index.ts';
import { emptyDraft } from './lower-function.ts';
import type { Locator, PreprocessorNote } from '../sources/index.ts';

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
  /** What pragmas say of names: `weak`, `redefine_extname`. */
  readonly pragmas: readonly { readonly name: string; readonly pragma: string }[];
  readonly assertNames: readonly string[];
  readonly assumeNames: readonly string[];
  readonly aliasing: 'strict' | 'none';
  /** Of the version before. */
  readonly remembered: ReadonlyMap<string, Remembered>;
  /** Filled with what this version is made of. */
  readonly memory: Memory;
}

const NO_FACTS: FunctionFacts = {
  calls: new Set(), callsPointers: false, addressTaken: new Set(), bare: new Set(), assigned: new Set(), storesThroughPointers: false, storedInto: new Set(), declaredObjects: new Set(), lent: new Map(), sources: new Map(), opaque: false, declared: new Map(), subscripts: new Map(), hidden: new Set(), labels: new Set(), repeatedLabels: new Set(), returnsTwice: false,
};

/** Names whose calls are primitives, so that a definition in the file is never lowered. */
export function isPrimitive(name: string, asserting: ReadonlySet<string>, assuming: ReadonlySet<string>): boolean {
  return asserting.has(name) || assuming.has(name) || FAILING.has(name) || ENDING.has(name) || nondetType(name) !== undefined;
}

/** Reads the items of a file. */
export function collect(items: readonly TopLevel[], input: CollectInput): FileContext {
  const { model } = input;
  const fileScope = newScope(null);
  const definitions = new Map<string, FunctionDefinition>();
  const addressTaken = new Set<string>();
  const bare = new Set<string>();
  const noReturn = new Set<string>();
  const effects = new Map<string, Effects>();
  const asserting = new Set([...ASSERTING, ...input.assertNames]);
  const assuming = new Set([...ASSUMING, ...input.assumeNames]);
  const trial = (scope: Scope): Draft => emptyDraft(context, NO_FACTS, scope, null, true);
  const types: TypeContext = {
    text: input.text, attributes: input.attributes, computedGotos: input.computedGotos, packs: input.pragmas.some((p) => p.name === '') || /\b_Pragma\s*\(\s*"\s*(pack|scalar_storage_order|weak|redefine_extname)/.test(input.source), model, standard: standardTypes(model), constants: standardConstants(model),
    constant: guarded((node, scope) => {
      const value = lowerExpr(trial(scope), node);
      return value.expr === null ? null : constantValue(value.expr);
    }, null),
    typeOf: guarded((node, scope) => typeWithout(trial(scope), node), UNKNOWN),
  };
  const context: FileContext = {
    key: '',
    types, ownStart: input.ownStart, source: input.source, locator: input.locator, notes: input.notes, lines: input.lines, fileScope, definitions, effects, addressTaken, bare, fixed: new Set(), mainAgain: false, asserting, assuming, noReturn, aliasing: input.aliasing,
    hidden: new Set(), elsewhere: new Map(), otherNames: new Map(input.pragmas.map((p) => [p.name, p.pragma])), returnsTwice: new Set(), constructors: new Map(),
    size: sizeType(model), difference: ptrdiffType(model), long: longType(model),
  };
  const { hidden } = context;
  for (const item of items) {
    if (item.type === 'function_definition') {
      define(context, item, input, definitions, addressTaken, bare, noReturn);
      continue;
    }
    const isDeclaration = /declaration|type_definition|_specifier$/.test(item.type);
    const copy = isDeclaration ? copyOf(context, item) : null;
    const node = copy === null || copy.depth > DEEPEST ? null : copy;
    if (node !== null) declare(context, node, addressTaken, bare, noReturn);
    if (node !== null && !node.hasError) continue;
    // whatever it is: an object that it names may be written there, or begin otherwise
    if (item.start >= input.ownStart || node === null) for (const name of namesIn(input.full.slice(item.start, item.end))) hidden.add(name);
  }
  for (const name of hidden) {
    addressTaken.add(name);
    bare.add(name);
  }
  loseObjects(context, hidden);
  transitiveEffects(definitions, effects, (name) => isPrimitive(name, asserting, assuming));
  context.fixed = fixedStatics(context, input);
  context.mainAgain = bare.has('main') || addressTaken.has('main') || [...definitions.values()].some((d) => d.facts.calls.has('main'));
  context.key = contextKey(context, input.full, items);
  return context;
}

/** Static objects of the file's own text that nothing in it writes. */
function fixedStatics(ctx: FileContext, { full, ownStart, source }: CollectInput): ReadonlySet<string> {
  const shapes = new Map<string, Shape>();
  const lines = new Map<string, number>();
  for (const [name, symbol] of ctx.fileScope.names) {
    if (symbol.kind !== 'global' || !symbol.object.isStatic || symbol.object.external || symbol.object.isConst) continue;
    const shape = shapeOf(symbol.object.type);
    if (shape === null) continue;
    shapes.set(name, shape);
    lines.set(name, symbol.object.range.start.line);
  }
  return neverWritten({ shapes, lines }, source, full.slice(ownStart), (n) => ctx.fileScope.names.get(n)?.kind === 'function', true);
}

/** Expressions nested deeper than this are not walked into (the stack is finite); nor are constants that need so many others. */
const DEEPEST = 700;
const MOST_NESTED = 100;

/** What depends on itself, directly or not, or is nested too deeply is not worked out. */
function guarded<T>(work: (node: SyntaxNode, scope: Scope) => T, otherwise: T): (node: SyntaxNode, scope: Scope) => T {
  const open = new Set<number>();
  return (node, scope) => {
    if (node.depth > DEEPEST || open.size > MOST_NESTED || open.has(node.start)) return otherwise;
    open.add(node.start);
    const result = work(node, scope);
    open.delete(node.start);
    return result;
  };
}

/** The type of an expression that is not evaluated; arrays don't decay. */
function typeWithout(f: Draft, node: SyntaxNode): CType {
  let inner = node;
  while (inner.type === 'parenthesized_expression' && inner.children[0] !== undefined) inner = inner.children[0];
  if (isString(inner)) {
    const value = stringValue(f.file.types, inner);
    return value === null ? UNKNOWN : { kind: 'array' as const, of: intType(value.element), length: BigInt(value.values.length) };
  }
  if (/^(identifier|field_expression|subscript_expression|pointer_expression)$/.test(inner.type) && !f.file.types.text.startsWith('&', inner.start)) return locate(f, inner).type;
  return lowerExpr(f, inner).type;
}

function declare(ctx: FileContext, node: SyntaxNode, addressTaken: Set<string>, bare: Set<string>, noReturn: Set<string>): void {
  const scope = ctx.fileScope;
  if (/_specifier$/.test(node.type)) {
    specifiers(ctx.types, { ...node, children: [{ ...node, field: 'type' }] }, scope);
    return;
  }
  const spec = specifiers(ctx.types, node, scope);
  for (const d of node.children) {
    if (d.field !== 'declarator') continue;
    const declared = declarator(ctx.types, d, spec.type, scope, spec.isConst);
    if (declared === null) continue;
    const { name } = declared;
    const traits = joinedTraits(spec.traits, declaratorTraits(ctx.types, node, d));
    if (spec.typedef) {
      scope.names.set(name, { kind: 'typedef', type: traits.lost === null ? namedTypeWith(declared.type, traits) : UNKNOWN, isConst: declared.isConst });
      continue;
    }
    for (const other of traits.otherNames) ctx.otherNames.set(other, traits.lost!.name);
    if (declared.type.kind === 'function') {
      functionTraits(ctx, name, traits, noReturn);
      scope.names.set(name, { kind: 'function', type: typeWith(declared.type, traits), noReturn: traits.noReturn });
      continue;
    }
    const initializer = d.type === 'init_declarator' ? child(d, 'value') : null;
    if (initializer !== null) {
      const facts = factsOf(initializer, ctx.types);
      for (const n of facts.addressTaken) addressTaken.add(n);
      for (const n of facts.bare) bare.add(n);
    }
    const known = scope.names.get(name);
    const before: GlobalObject | null = known?.kind === 'global' ? known.object : null;
    let type = typeWith(declared.type, traits);
    if (type.kind === 'array' && type.length === null) {
      if (initializer !== null) type = { ...type, length: initializerLength(ctx.types, type, initializer, scope) };
      else if (before?.type.kind === 'array') type = before.type;
    }
    const external = spec.isExtern && initializer === null && (before === null || before.external);
    const kept = initializer ?? before?.initializer ?? null;
    const node_ = external || before === null || before.external || initializer !== null ? declared.nameNode : null;
    scope.names.set(name, {
      kind: 'global',
      object: {
        name, type, range: node_ === null ? before!.range : ctx.locator.range(node_.start, node_.end), isStatic: spec.isStatic || (before?.isStatic ?? false),
        isConst: declared.isConst, external, initializer: kept, ...lostObject(before, traits),
      },
    });
  }
}

/** Why an object can't be taken for what it seems to be. */
function lostObject(before: GlobalObject | null, { lost }: Traits): { readonly lost?: string } {
  const reason = before?.lost ?? (lost === null ? undefined : `the attribute \`${lost.name}\``);
  return reason === undefined ? {} : { lost: reason };
}

/** What attributes say of a function's calls. */
function functionTraits(ctx: FileContext, name: string, traits: Traits, noReturn: Set<string>): void {
  if (traits.noReturn) noReturn.add(name);
  if (traits.returnsTwice) ctx.returnsTwice.add(name);
  if (traits.lost !== null) ctx.elsewhere.set(name, traits.lost.name);
  if (traits.constructor !== null) ctx.constructors.set(name, traits.constructor);
}

/** Objects that others stand for, or that stand in code that was not understood. */
function loseObjects(ctx: FileContext, hidden: ReadonlySet<string>): void {
  for (const [name, symbol] of ctx.fileScope.names) {
    if (symbol.kind !== 'global' || symbol.object.lost !== undefined) continue;
    const attribute = ctx.otherNames.get(name);
    const why = attribute !== undefined ? `the attribute \`${attribute}\`` : hidden.has(name) ? 'a declaration that was not understood' : null;
    if (why !== null) ctx.fileScope.names.set(name, { kind: 'global', object: { ...symbol.object, lost: why } });
  }
  // what goes by another name, too, is still itself; what is weak may not be
  for (const [name, attribute] of ctx.otherNames) if (!ctx.definitions.has(name) || attribute === 'weak' || attribute === 'redefine_extname') ctx.elsewhere.set(name, attribute);
}

/** The item's syntax, as what is known at its place makes it out. */
function copyOf(ctx: FileContext, item: TopLevel): SyntaxNode {
  return withoutFalseCasts(item.snapshot(), ctx.types.text, (name) => {
    const symbol = ctx.fileScope.names.get(name);
    return symbol !== undefined && symbol.kind !== 'typedef';
  });
}

function define(
  ctx: FileContext, item: TopLevel, input: CollectInput, definitions: Map<string, FunctionDefinition>, addressTaken: Set<string>, bare: Set<string>, noReturn: Set<string>,
): void {
  const where = input.locator.offsets(item.start, item.end);
  // macros may hide that the source differs
  const memoryKey = `${input.full.slice(spaceBefore(input.text, item.start), item.end)}\0${input.source.slice(where.start, where.end)}`;
  let copied: SyntaxNode | null = null;
  let memory = input.remembered.get(memoryKey);
  if (memory === undefined) {
    copied = copyOf(ctx, item);
    const body = child(copied, 'body');
    memory = {
      header: headOf(copied, body), start: item.start,
      facts: body === null ? NO_FACTS : factsOf(body, ctx.types), lowered: null,
    };
  }
  input.memory.set(memoryKey, memory);
  const node = rebase(memory.header, item.start - memory.start);
  const scope = newScope(ctx.fileScope);
  const spec = specifiers(ctx.types, node, ctx.fileScope);
  const d = child(node, 'declarator');
  const declared = d === null ? null : declarator(ctx.types, d, spec.type, ctx.fileScope);
  if (declared === null || declared.type.kind !== 'function') return;
  const { name } = declared;
  const traits = joinedTraits(spec.traits, declaratorTraits(ctx.types, node, d!));
  for (const other of traits.otherNames) ctx.otherNames.set(other, traits.lost!.name);
  functionTraits(ctx, name, traits, noReturn);
  const type = typeWith(declared.type, traits);
  ctx.fileScope.names.set(name, { kind: 'function', type, noReturn: traits.noReturn });
  if (isPrimitive(name, ctx.asserting, ctx.assuming)) return;
  const { facts } = memory;
  for (const n of facts.addressTaken) addressTaken.add(n);
  for (const n of facts.bare) bare.add(n);
  for (const n of facts.lent.keys()) (n.startsWith('&') ? addressTaken : bare).add(n.replace('&', ''));
  const parameters = declared.parameters === null ? null : oldStyle(ctx, node, parameterList(ctx.types, declared.parameters, ctx.fileScope).params);
  // of several definitions (in branches of which only one is compiled) calls mean the first; the others are looked at all the same
  let key = name;
  while (definitions.has(key)) key += ' ';
  definitions.set(key, {
    name, nameNode: declared.nameNode, range: ctx.locator.range(node.start, node.end), type, parameters, facts, inHeader: item.start < ctx.ownStart, scope, memory, headerError: memory.header.children.some((c) => c.hasError), offset: item.start - memory.start,
    body: () => child((copied ??= copyOf(ctx, item)), 'body'),
  });
}

/** A definition without its body. */
function headOf(definition: SyntaxNode, body: SyntaxNode | null): SyntaxNode {
  const children = definition.children.filter((c) => c !== body);
  return { ...definition, children, depth: 1 + children.reduce((most, c) => Math.max(most, c.depth), 0), hasError: children.some((c) => c.hasError) };
}

/** Text of everything at file scope, heads and effects of the functions, and whose addresses are known. */
function contextKey(ctx: FileContext, full: string, items: readonly TopLevel[]): string {
  const parts: string[] = [full.slice(0, ctx.ownStart)];
  for (const item of items) if (item.start >= ctx.ownStart && item.type !== 'function_definition') parts.push(full.slice(spaceBefore(ctx.types.text, item.start), spaceBehind(ctx.types.text, item.end)));
  for (const d of ctx.definitions.values()) {
    const { header } = d.memory;
    const last = header.children[header.children.length - 1];
    const e = ctx.effects.get(d.name);
    const start = header.start + d.offset;
    parts.push(full.slice(spaceBefore(ctx.types.text, start), last === undefined ? start : spaceBehind(ctx.types.text, last.end + d.offset)));
    parts.push(`${String(e?.foreign)} ${String(e?.stores)} ${String(e?.storesToArguments)} ${String(e?.storesGlobals)}`);
  }
  for (const [name, symbol] of ctx.fileScope.names) {
    if (symbol.kind === 'global') parts.push(`${name} ${String(ctx.addressTaken.has(name))} ${String(ctx.bare.has(name))}`);
  }
  parts.push([...ctx.noReturn].join(' '), [...ctx.fixed].join(' '), String(ctx.mainAgain));
  return parts.join('\n');
}

/** Types of K&R parameters come from the declarations before the body. */
function oldStyle(ctx: FileContext, node: SyntaxNode, params: readonly Parameter[]): Parameter[] {
  const types = new Map<string, Parameter>();
  for (const c of node.children) {
    if (c.type !== 'declaration') continue;
    const spec = specifiers(ctx.types, c, ctx.fileScope);
    for (const d of c.children) {
      if (d.field !== 'declarator') continue;
      const declared = declarator(ctx.types, d, spec.type, ctx.fileScope);
      if (declared !== null) types.set(declared.name, { name: declared.name, node: declared.nameNode, declarator: d, type: adjusted(declared.type), isConst: false });
    }
  }
  const old = types.size > 0 || params.some((p) => p.untyped === true);
  return params.map((p) => (p.untyped !== true || p.name === null ? p : types.get(p.name) ?? { ...p, type: old ? intType(INT) : p.type }));
}

/** Effects of each function with those of all that it calls. */
function transitiveEffects(definitions: ReadonlyMap<string, FunctionDefinition>, effects: Map<string, Effects>, primitive: (name: string) => boolean): void {
  const own = new Map<string, { foreign: boolean; stores: boolean; storesToArguments: boolean; storesGlobals: boolean; calls: readonly string[] }>();
  for (const [name, { facts, parameters, scope }] of definitions) {
    let foreign = facts.callsPointers || facts.opaque;
    let stores = facts.storesThroughPointers;
    let storesToArguments = false;
    const isGlobal = (n: string): boolean => !facts.declared.has(n) && (parameters ?? []).every((p) => p.name !== n) && lookup(scope, n)?.kind === 'global';
    const storesGlobals = [...facts.assigned, ...facts.storedInto].some(isGlobal);
    for (const base of facts.storedInto) {
      // what has been assigned as a whole may be a pointer by the name of a type
      if (facts.declaredObjects.has(base) && !facts.sources.has(base)) continue;
      const parameter = (parameters ?? []).find((p) => p.name === base);
      const local = facts.declared.has(base);
      if (parameter !== undefined && !local) {
        const kept = !facts.sources.has(base) && !facts.addressTaken.has(base) && parameter.type.kind === 'pointer' && arrayShape({ kind: 'array', of: parameter.type.to, length: null }) !== null;
        if (kept) storesToArguments = true;
        else if (parameter.type.kind === 'pointer' || parameter.type.kind === 'unknown') stores = true;
        continue;
      }
      const symbol = local ? null : lookup(scope, base);
      if (symbol?.kind !== 'global' || (symbol.object.type.kind !== 'array' && symbol.object.type.kind !== 'record')) stores = true;
    }
    const calls: string[] = [];
    for (const callee of facts.calls) {
      if (primitive(callee)) continue;
      if (definitions.has(callee)) calls.push(callee);
      else {
        const effect = libraryEffect(callee);
        if (effect === null && !/^(__builtin_expect|abs|labs|llabs)$/.test(callee)) foreign = true;
        if (effect !== null && (effect.writes.length > 0 || effect.from !== undefined)) stores = true;
      }
    }
    own.set(name, { foreign, stores, storesToArguments, storesGlobals, calls });
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const e of own.values()) {
      for (const callee of e.calls) {
        const c = own.get(callee)!;
        const stores = c.stores || c.storesToArguments;
        if (c.storesGlobals && !e.storesGlobals) changed = e.storesGlobals = true;
        if ((c.foreign && !e.foreign) || (stores && !e.stores)) changed = true;
        e.foreign ||= c.foreign;
        e.stores ||= stores;
      }
    }
  }
  for (const [name, { foreign, stores, storesToArguments, storesGlobals }] of own) effects.set(name, { foreign, stores, storesToArguments, storesGlobals });
}
