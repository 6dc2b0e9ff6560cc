/** Declarations inside functions, and the objects that they make. */
import { constantValue } from '../../program/index.ts';
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
  attributed,
  declarator,
  declaratorTraits,
  initialValues,
  initializerLength,
  joinedTraits,
  lookup,
  namedTypeWith,
  neverWritten,
  pointerTo,
  shapeOf,
  specifiers,
} from '../types/index.ts';
import type { CType, Declared, Place, Value } from '../types/index.ts';
import { initializeAggregate } from './aggregate-initializers.ts';
import { callHandler } from './calls.ts';
import type { Attribute, SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import { evaluateSizes } from './variably-modified-types.ts';

/** Lowers a declaration in a block: names into the scope, initialisers into assignments. */
export function lowerDeclaration(f: Draft, node: SyntaxNode): void {
  const ctx = f.file.types;
  if (/_specifier$/.test(node.type)) {
    specifiers(ctx, { ...node, children: [{ ...node, field: 'type' }] }, f.scope);
    return;
  }
  const spec = specifiers(ctx, node, f.scope);
  for (const c of node.children) if (c.field !== 'declarator') evaluateSizes(f, c);
  for (const d of node.children) {
    if (d.field !== 'declarator') continue;
    const found = declarator(ctx, d, spec.type, f.scope, spec.isConst);
    if (found === null) continue;
    const traits = joinedTraits(spec.traits, declaratorTraits(ctx, node, d));
    const declared = { ...found, type: attributed(found.type, traits) };
    if (traits.lost !== null)
      because(
        f,
        'attribute',
        `the attribute \`${traits.lost.name}\` makes it unknown what \`${declared.name}\` is`,
        declared.nameNode,
      );
    if (declared.type.kind !== 'array' || spec.typedef || spec.isExtern || spec.isStatic) evaluateSizes(f, d);
    if (spec.typedef) {
      f.scope.names.set(declared.name, {
        kind: 'typedef',
        type: namedTypeWith(declared.type, traits),
        isConst: declared.isConst,
      });
      continue;
    }
    if (declared.type.kind === 'function') {
      f.scope.names.set(declared.name, { kind: 'function', type: declared.type, noReturn: traits.noReturn });
      continue;
    }
    if (spec.isExtern) {
      declareExtern(f, declared);
      continue;
    }
    declareLocal(f, declared, d, d.type === 'init_declarator' ? child(d, 'value') : null, spec.isStatic);
    if (traits.cleanup !== null && !spec.isStatic) cleanUp(f, declared, traits.cleanup);
  }
}

/** From here on a handler is due for the variable. */
function cleanUp(f: Draft, declared: Declared, { argument, argumentStart }: Attribute): void {
  const symbol = f.scope.names.get(declared.name);
  if (symbol?.kind !== 'local') return;
  const { place, type } = symbol;
  const node = { ...declared.nameNode, start: argumentStart, end: argumentStart + argument.length };
  const address: Value = {
    type: pointerTo(type),
    expr: null,
    place: place.kind === 'opaque' || place.kind === 'pointer' ? null : { kind: 'pointer', target: place },
  };
  f.cleanups = { outer: f.cleanups, run: (at) => callHandler(at, argument, address, node) };
}

function declareExtern(f: Draft, declared: Declared): void {
  const known = lookup(f.file.fileScope, declared.name);
  if (known?.kind === 'global') {
    f.scope.names.set(declared.name, known);
    return;
  }
  const object = {
    name: declared.name,
    type: declared.type,
    range: rangeOf(f, declared.nameNode),
    isStatic: false,
    isConst: declared.isConst,
    external: true,
    initializer: null,
  };
  f.scope.names.set(declared.name, { kind: 'local', place: globalPlace(f, object), type: declared.type });
}

function declareLocal(
  f: Draft,
  declared: Declared,
  node: SyntaxNode,
  value: SyntaxNode | null,
  isStatic: boolean,
): void {
  const { name } = declared;
  const type = completed(f, inferred(f, declared.type, node, value), value);
  const range = rangeOf(f, declared.nameNode);
  const traits = {
    scope: isStatic ? ('global' as const) : ('local' as const),
    range,
    isConst: isStatic && (declared.isConst || isFixed(f, name, type)),
    addressTaken: knownElsewhere(f, name, type),
    escapes: f.facts.bare.has(name) || knownElsewhere(f, name, type),
    exposed: false,
    origin: isStatic ? ('global' as const) : ('local' as const),
  };
  if (isStatic) {
    const initial = initialValues(f.file.types, type, value, f.scope, true);
    const before = f.arrays.length;
    const place = makePlace(f, name, type, { ...traits, initial });
    // other functions and blocks may have statics of the name
    for (let id = before; id < f.arrays.length; id++) f.arrays[id] = { ...f.arrays[id]!, key: `${f.name} ${id}` };
    f.scope.names.set(name, { kind: 'local', place, type });
    remember(f, name, { place, type, root: null, param: false });
    return;
  }
  if (type.kind === 'pointer' && value !== null && stable(f, name)) {
    declareStablePointer(f, declared, type, value);
    return;
  }
  const sized = type.kind === 'array' ? variableLength(f, name, type, node, traits) : null;
  if (sized === null && type.kind === 'array') evaluateSizes(f, node);
  const place = sized ?? makePlace(f, name, type, { ...traits, initial: null });
  livesHere(f, place);
  f.scope.names.set(name, { kind: 'local', place, type });
  remember(f, name, { place, type, root: null, param: false });
  if (value !== null) initialize(f, place, type, value, node);
  // parts of it may be written while others are unset
  else if (type.kind === 'record' && type.union && place.kind === 'variable') {
    emit(f, {
      kind: 'havoc',
      target: place.id,
      reason: { code: 'uninitialized', message: `\`${name}\` has no value at first`, range },
      range,
    });
  }
}

/** A static object that nothing in the function writes. */
function isFixed(f: Draft, name: string, type: CType): boolean {
  const shape = shapeOf(type);
  const { text: whole } = f.file.types;
  if (shape === null || f.span === null || (f.facts.declared.get(name) ?? 0) > 1) return false;
  const statics = { shapes: new Map([[name, shape]]), lines: new Map([[name, Number.POSITIVE_INFINITY]]) };
  return neverWritten(
    statics,
    f.file.source,
    whole.slice(f.span.start, f.span.end),
    (n) => f.file.fileScope.names.get(n)?.kind === 'function',
    false,
  ).has(name);
}

/** Keeps what a name means in the function. */
export function remember(f: Draft, name: string, object: NamedObject): void {
  const known = f.objects.get(name);
  if (known === undefined) f.objects.set(name, [object]);
  else known.push(object);
}

/** Somebody may have kept the object's address: it is taken, and not only lent to a library function for the time of a call. */
export function knownElsewhere(f: Draft, name: string, type: CType): boolean {
  if ((type.kind === 'pointer' ? f.facts.ownAddressTaken : f.facts.addressTaken).has(name)) return true;
  for (const callee of [...(f.facts.lent.get(name) ?? []), ...(f.facts.lent.get(`&${name}`) ?? [])])
    if (f.file.definitions.has(callee) || f.file.strangers.has(callee) || lookup(f.scope, callee)?.kind === 'local')
      return true;
  return false;
}

/** GNU: `__auto_type x = e` has the type of `e`. */
function inferred(f: Draft, type: CType, node: SyntaxNode, value: SyntaxNode | null): CType {
  if (
    type.kind !== 'unknown' ||
    value === null ||
    !/\b__auto_type\s*$/.test(f.file.types.text.slice(0, node.start).slice(-60))
  )
    return type;
  const of = f.file.types.typeOf(value, f.scope);
  return of.kind === 'array' ? pointerTo(of.of) : of;
}

/** `int a[] = ...` gets its length from the initialiser. */
function completed(f: Draft, type: CType, value: SyntaxNode | null): CType {
  if (type.kind !== 'array' || type.length !== null || value === null) return type;
  return { ...type, length: initializerLength(f.file.types, type, value, f.scope) };
}

/** A pointer that keeps its first value: never assigned, its address never taken, its name used once. */
export function stable(f: Draft, name: string): boolean {
  return (
    !f.facts.assigned.has(name) &&
    !f.facts.addressTaken.has(name) &&
    !f.facts.lent.has(`&${name}`) &&
    (f.facts.declared.get(name) ?? 0) <= 1
  );
}

function declareStablePointer(
  f: Draft,
  { name, nameNode }: Declared,
  type: CType & { readonly kind: 'pointer' },
  value: SyntaxNode,
): void {
  const initial = convertTo(f, lowerExpr(f, value), type, value);
  const declare = (place: Place): void => {
    f.scope.names.set(name, { kind: 'local', place, type });
    remember(f, name, { place, type, root: null, param: false });
  };
  if (initial.place?.kind === 'pointer' && initial.position === undefined) {
    declare(initial.place);
    return;
  }
  const range = rangeOf(f, nameNode);
  const fresh = /^(\([^()]*\)\s*)?(malloc|calloc|alloca)\s*\(/.test(text(f, value));
  const led = initial.place !== null || (initial.position !== undefined && constantValue(initial.position) !== null);
  const target = led || type.volatile ? null : pointee(f, name, type, { scope: 'local', range, fresh });
  if (target === null) {
    const place = makePlace(f, name, type, {
      scope: 'local',
      range,
      initial: null,
      addressTaken: false,
      escapes: false,
      isConst: false,
      exposed: false,
      origin: 'local',
    });
    declare(place);
    if (place.kind === 'variable') store(f, { kind: 'variable', id: place.id, type }, initial, value, value);
    return;
  }
  const mayBeNull = initial.leads === undefined || initial.leads.kind === 'as';
  const position = hasPosition(initial) || initial.follows || mayBeNull ? newPointer(f, name, 'local', range) : null;
  if (position === null) f.unborn.set(placeKey(target), () => variable(f, newPointer(f, name, 'local', range)));
  else {
    assign(f, position, positionOf(f, initial, value), range);
    f.positions.set(placeKey(target), variable(f, position));
  }
  f.led.push({ place: target, type: type.to, position: () => f.positions.get(placeKey(target)) });
  declare({ kind: 'pointer', target });
  // each time round it is a new block of memory
  const why = { code: 'pointer', message: `what \`${name}\` points at is not known at first` };
  renew(f, target, why, value, { moved: position === null, first: true });
}

function initialize(f: Draft, place: Place, type: CType, value: SyntaxNode, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  const braced = value.type === 'initializer_list';
  if (
    (braced &&
      (type.kind === 'record' || type.kind === 'array') &&
      /^(array|record|members|table|variable)$/.test(place.kind)) ||
    (place.kind === 'array' && /string/.test(value.type))
  ) {
    initializeAggregate(f, place, type, value, node);
    return;
  }
  if (place.kind === 'variable' && type.kind !== 'pointer') {
    const inner = value.type === 'initializer_list' ? (value.children[0] ?? null) : value;
    const target = f.variables[place.id]!.type;
    const initial = inner === null ? constant(0n, INT) : toInt(f, lowerExpr(f, inner), inner);
    assign(f, place.id, cast(initial, target), range);
    return;
  }
  if (value.type === 'initializer_list' && (type.kind !== 'pointer' || value.children.length !== 1)) {
    effectsWithin(f, value);
    if (place.kind === 'members' || place.kind === 'variable')
      havocPlace(f, place, because(f, 'initializer', 'this initialiser is not worked out', value), node);
    return;
  }
  const inner = value.type === 'initializer_list' ? value.children[0]! : value;
  store(
    f,
    place.kind === 'variable' ? { kind: 'variable', id: place.id, type } : { kind: 'place', place, type },
    lowerExpr(f, inner),
    inner,
    node,
  );
}
