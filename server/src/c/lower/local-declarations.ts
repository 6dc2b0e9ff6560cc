/** Declarations inside functions, and the objects that they make. */
import { constantValue } from '../../program/index.ts';
import type { Variable } from '../../program/index.ts';
import { isWithin } from '../../source/index.ts';
import { INT } from '../../machine/index.ts';
import {
  assign,
  because,
  cast,
  constant,
  convertTo,
  effectsWithin,
  emit,
  globalPlace,
  hasPosition,
  havocPlace,
  lentTo,
  livesHere,
  lowerExpr,
  makePlace,
  newPointer,
  placeKey,
  pointee,
  positionOf,
  rangeOf,
  renew,
  store,
  text,
  toInt,
  variable,
  variableLength,
} from '../objects/index.ts';
import type { Draft, NamedObject } from '../objects/index.ts';
import {
  UNSHARED,
  asPointer,
  attributed,
  declarator,
  declaratorTraits,
  initialValues,
  initializerLength,
  attributeOf,
  joinedTraits,
  lookup,
  namedTypeWith,
  neverWritten,
  pointerTo,
  shapeOf,
  specifiers,
} from '../types/index.ts';
import type { CType, Declared, ObjectTraits, Place, Value } from '../types/index.ts';
import { initializeAggregate } from './aggregate-initializers.ts';
import { callHandler } from './calls.ts';
import type { Attribute, SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import { evaluateSizes } from './variably-modified-types.ts';
import { rowsDecidedBy, withUndecided } from './undecided-conditions.ts';

/** Lowers a declaration in a block: names into the scope, initialisers into assignments. */
export function lowerDeclaration(draft: Draft, node: SyntaxNode): void {
  const ctx = draft.file.types;
  if (/_specifier$/.test(node.type)) {
    specifiers(ctx, { ...node, children: [{ ...node, field: 'type' }] }, draft.scope);
    return;
  }
  const spec = specifiers(ctx, node, draft.scope);
  for (const c of node.children) if (c.field !== 'declarator') evaluateSizes(draft, c);
  for (const part of node.children) {
    if (part.field !== 'declarator') continue;
    const found = declarator(ctx, part, spec.type, draft.scope, spec.isConst);
    if (found === null) continue;
    const traits = joinedTraits(spec.traits, declaratorTraits(ctx, node, part));
    const declared = { ...found, type: attributed(found.type, traits) };
    if (traits.lost !== null)
      because(
        draft,
        'attribute',
        `${attributeOf(traits.lost.name)} makes it unknown what \`${declared.name}\` is`,
        declared.nameNode,
      );
    if (declared.type.kind !== 'array' || spec.typedef || spec.isExtern || spec.isStatic) evaluateSizes(draft, part);
    if (spec.typedef) {
      draft.scope.names.set(declared.name, {
        kind: 'typedef',
        type: namedTypeWith(declared.type, traits),
        isConst: declared.isConst,
      });
      continue;
    }
    if (declared.type.kind === 'function') {
      draft.scope.names.set(declared.name, { kind: 'function', type: declared.type, noReturn: traits.noReturn });
      continue;
    }
    if (spec.isExtern) {
      declareExtern(draft, declared);
      continue;
    }
    const known = draft.variables.length;
    declareLocal(draft, declared, part, part.type === 'init_declarator' ? child(part, 'value') : null, spec.isStatic);
    noteBlock(draft, draft.variables.slice(known), declared.nameNode);
    if (traits.cleanup !== null && !spec.isStatic) cleanUp(draft, declared, traits.cleanup);
  }
}

/** Those of the variables that the name stands for, members included, are declared in the block at hand. */
function noteBlock(draft: Draft, variables: readonly Variable[], nameNode: SyntaxNode): void {
  const range = rangeOf(draft, nameNode);
  const block = draft.block && rangeOf(draft, draft.block);
  for (const v of variables) if (v.range && isWithin(v.range, range)) draft.variables[v.id] = { ...v, block };
}

/** From here on a handler is due for the variable. */
function cleanUp(draft: Draft, declared: Declared, { argument, argumentStart }: Attribute): void {
  const symbol = draft.scope.names.get(declared.name);
  if (symbol?.kind !== 'local') return;
  const { place, type } = symbol;
  const node = { ...declared.nameNode, start: argumentStart, end: argumentStart + argument.length };
  const address: Value = {
    type: pointerTo(type),
    expr: null,
    place: place.kind === 'opaque' || place.kind === 'pointer' ? null : { kind: 'pointer', target: place },
  };
  draft.cleanups = { outer: draft.cleanups, run: (at) => callHandler(at, argument, address, node) };
}

function declareExtern(draft: Draft, declared: Declared): void {
  const known = lookup(draft.file.fileScope, declared.name);
  if (known?.kind === 'global') {
    draft.scope.names.set(declared.name, known);
    return;
  }
  const object = {
    name: declared.name,
    type: declared.type,
    range: rangeOf(draft, declared.nameNode),
    isStatic: false,
    isConst: declared.isConst,
    external: true,
    initializer: null,
  };
  draft.scope.names.set(declared.name, { kind: 'local', place: globalPlace(draft, object), type: declared.type });
}

/** `isStatic`: it keeps its value from call to call. */
function localTraits(
  draft: Draft,
  { name, nameNode, isConst }: Declared,
  type: CType,
  isStatic: boolean,
): Omit<ObjectTraits, 'initial'> {
  const readOnly = isConst && !isStatic;
  // who may not change it may know where it is
  const known = readOnly
    ? { addressTaken: false }
    : isStatic
      ? { addressTaken: knownElsewhere(draft, name, type) }
      : knownTo(draft, name, type);
  return {
    scope: isStatic ? 'global' : 'local',
    range: rangeOf(draft, nameNode),
    isConst: isStatic && (isConst || isFixed(draft, name, type)),
    ...(readOnly && { readOnly: true as const }),
    ...known,
    escapes: known.addressTaken || (draft.facts.bare.has(name) && !readOnly),
    exposed: false,
    origin: isStatic ? 'global' : 'local',
  };
}

function declareLocal(
  draft: Draft,
  declared: Declared,
  node: SyntaxNode,
  value: SyntaxNode | null,
  isStatic: boolean,
): void {
  const { name } = declared;
  const known = completed(draft, inferred(draft, declared.type, node, value), value);
  // an array isn't assigned
  const isSet = draft.facts.assigned.has(name) || (value !== null && value.type !== 'initializer_list');
  const { typed, pointerTypes } = draft.facts;
  const type = isSet && pointerTypes.has(typed.get(name) ?? '') ? asPointer(known) : known;
  const traits = localTraits(draft, declared, type, isStatic);
  if (isStatic) {
    const isDecided = value === null || rowsDecidedBy(draft.file, value) === null;
    const initial = isDecided ? initialValues(draft.file.types, type, value, draft.scope, true) : null;
    const before = draft.arrays.length;
    const place = makePlace(draft, name, type, { ...traits, initial });
    // other functions and blocks may have statics of the name
    for (let id = before; id < draft.arrays.length; id++)
      draft.arrays[id] = { ...draft.arrays[id]!, key: `${draft.name} ${id}` };
    draft.scope.names.set(name, { kind: 'local', place, type });
    remember(draft, name, { place, type, root: null, param: false });
    return;
  }
  if (type.kind === 'pointer' && value !== null && stable(draft, name)) {
    declareStablePointer(draft, declared, type, value);
    return;
  }
  const sized = type.kind === 'array' ? variableLength(draft, name, type, node, traits) : null;
  if (sized === null && type.kind === 'array') evaluateSizes(draft, node);
  const place = sized ?? makePlace(draft, name, type, { ...traits, initial: null });
  livesHere(draft, place);
  draft.scope.names.set(name, { kind: 'local', place, type });
  remember(draft, name, { place, type, root: null, param: false });
  if (value !== null) initialize(draft, place, type, value, node);
  // parts of it may be written while others are unset
  else if (type.kind === 'record' && type.union && place.kind === 'variable') {
    emit(draft, {
      kind: 'havoc',
      target: place.id,
      reason: { code: 'uninitialized', message: `\`${name}\` has no value at first`, range: traits.range },
      range: traits.range,
    });
  }
}

/** A static object that nothing in the function writes. */
function isFixed(draft: Draft, name: string, type: CType): boolean {
  const shape = shapeOf(type);
  const { file, span } = draft;
  if (shape === null || span === null || (draft.facts.declared.get(name) ?? 0) > 1) return false;
  const { start, end } = file.locator.offsets(span.start, span.end);
  const within = file.notes.filter((note) => note.start >= start && note.end <= end);
  return neverWritten(
    new Map([[name, shape]]),
    withUndecided(file.types.text.slice(span.start, span.end), within),
    file.outOfSight,
    (n) => file.fileScope.names.get(n)?.kind === 'function',
    false,
  ).has(name);
}

/** Keeps what a name means in the function. */
export function remember(f: Draft, name: string, object: NamedObject): void {
  const known = f.objects.get(name);
  if (known === undefined) f.objects.set(name, [object]);
  else known.push(object);
}

/** Who knows where a local variable is, from its declaration on. */
export function knownTo(draft: Draft, name: string, type: CType): Pick<ObjectTraits, 'addressTaken' | 'lent'> {
  const addressTaken = knownElsewhere(draft, name, type);
  const isKnown = addressTaken || (type.kind === 'array' && draft.facts.bare.has(name));
  const to = isKnown ? lentTo(draft, name, type) : null;
  if (to === null) return { addressTaken };
  draft.lent.set(name, new Set([...(draft.lent.get(name) ?? []), ...to]));
  return { addressTaken, lent: name };
}

/**
 * Somebody may have kept the object's address: it is taken, and not only lent to a library function for the time of a
 * call.
 */
function knownElsewhere(draft: Draft, name: string, type: CType): boolean {
  if ((type.kind === 'pointer' ? draft.facts.ownAddressTaken : draft.facts.addressTaken).has(name)) return true;
  for (const callee of [...(draft.facts.lent.get(name) ?? []), ...(draft.facts.lent.get(`&${name}`) ?? [])])
    if (
      draft.file.definitions.has(callee) ||
      draft.file.strangers.has(callee) ||
      lookup(draft.scope, callee)?.kind === 'local'
    )
      return true;
  return false;
}

/** GNU: `__auto_type x = e` has the type of `e`. */
function inferred(draft: Draft, type: CType, node: SyntaxNode, value: SyntaxNode | null): CType {
  if (
    type.kind !== 'unknown' ||
    value === null ||
    !/\b__auto_type\s*$/.test(draft.file.types.text.slice(0, node.start).slice(-60))
  )
    return type;
  const of = draft.file.types.typeOf(value, draft.scope);
  return of.kind === 'array' ? pointerTo(of.of) : of;
}

/** `int a[] = ...` gets its length from the initialiser. */
function completed(f: Draft, type: CType, value: SyntaxNode | null): CType {
  if (type.kind !== 'array' || type.length !== null || value === null || rowsDecidedBy(f.file, value) !== null)
    return type;
  return { ...type, length: initializerLength(f.file.types, type, value, f.scope) };
}

/** A pointer that keeps its first value: never assigned, its address never taken, its name used once. */
export function stable(draft: Draft, name: string): boolean {
  return (
    !draft.facts.assigned.has(name) &&
    !draft.facts.ownAddressTaken.has(name) &&
    !draft.facts.lent.has(`&${name}`) &&
    (draft.facts.declared.get(name) ?? 0) <= 1
  );
}

function declareStablePointer(
  draft: Draft,
  { name, nameNode }: Declared,
  type: CType & { readonly kind: 'pointer' },
  value: SyntaxNode,
): void {
  const initial = convertTo(draft, lowerExpr(draft, value), type, value);
  const declare = (place: Place): void => {
    draft.scope.names.set(name, { kind: 'local', place, type });
    remember(draft, name, { place, type, root: null, param: false });
  };
  if (initial.place?.kind === 'pointer' && initial.position === undefined) {
    declare(initial.place);
    return;
  }
  const range = rangeOf(draft, nameNode);
  const fresh = /^(\([^()]*\)\s*)?(malloc|calloc|alloca)\s*\(/.test(text(draft, value));
  const led = initial.place !== null || (initial.position !== undefined && constantValue(initial.position) !== null);
  const target = led || type.volatile ? null : pointee(draft, name, type, { scope: 'local', range, fresh });
  if (target === null) {
    const place = makePlace(draft, name, type, { ...UNSHARED, scope: 'local', range });
    declare(place);
    if (place.kind === 'variable') store(draft, { kind: 'variable', id: place.id, type }, initial, value, value);
    return;
  }
  const mayBeNull = initial.leads === undefined || initial.leads.kind === 'as';
  const position =
    hasPosition(initial) || initial.follows || mayBeNull ? newPointer(draft, name, 'local', range) : null;
  if (position === null)
    draft.unborn.set(placeKey(target), () => variable(draft, newPointer(draft, name, 'local', range)));
  else {
    assign(draft, position, positionOf(draft, initial, value), range);
    draft.positions.set(placeKey(target), variable(draft, position));
  }
  draft.led.push({ place: target, type: type.to, position: () => draft.positions.get(placeKey(target)) });
  declare({ kind: 'pointer', target });
  // each time round it is a new block of memory
  const why = { code: 'pointer', message: `what \`${name}\` points at is not known at first` };
  renew(draft, target, why, value, { moved: position === null, first: true });
}

function initialize(draft: Draft, place: Place, type: CType, value: SyntaxNode, node: SyntaxNode): void {
  const range = rangeOf(draft, node);
  const braced = value.type === 'initializer_list';
  if (
    (braced &&
      (type.kind === 'record' || type.kind === 'array') &&
      /^(array|record|members|table|variable)$/.test(place.kind)) ||
    (place.kind === 'array' && /string/.test(value.type))
  ) {
    initializeAggregate(draft, place, type, value, node);
    return;
  }
  if (place.kind === 'variable' && type.kind !== 'pointer') {
    const inner = value.type === 'initializer_list' ? (value.children[0] ?? null) : value;
    const target = draft.variables[place.id]!.type;
    const initial = inner === null ? constant(0n, INT) : toInt(draft, lowerExpr(draft, inner), inner);
    assign(draft, place.id, cast(initial, target), range);
    return;
  }
  if (value.type === 'initializer_list' && (type.kind !== 'pointer' || value.children.length !== 1)) {
    effectsWithin(draft, value);
    if (place.kind === 'members' || place.kind === 'variable')
      havocPlace(draft, place, because(draft, 'initializer', 'this initialiser is not worked out', value), node);
    return;
  }
  if (place.kind === 'array' || place.kind === 'table') {
    // a macro that was not read, or another array
    effectsWithin(draft, value);
    havocPlace(draft, place, because(draft, 'initializer', 'this initialiser is not worked out', value), node);
    return;
  }
  const inner = value.type === 'initializer_list' ? value.children[0]! : value;
  store(
    draft,
    place.kind === 'variable' ? { kind: 'variable', id: place.id, type } : { kind: 'place', place, type },
    lowerExpr(draft, inner),
    inner,
    node,
  );
}
