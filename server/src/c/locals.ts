/** Declarations inside functions, and the objects that they make. */
import { INT } from '../ir/types.ts';
import type { Reason } from '../ir/source.ts';
import { assign, because, cast, constant, emit, rangeOf, text } from './build.ts';
import type { Draft } from './build.ts';
import type { CType } from './ctypes.ts';
import { declarator, specifiers } from './declarations.ts';
import type { Declared } from './declarations.ts';
import { convertTo, effectsWithin, lowerExpr, toInt } from './expressions.ts';
import { initialValues, initializerLength } from './initializers.ts';
import { havocPlace, store } from './lvalues.ts';
import { OPAQUE, globalPlace, makePlace, pointee } from './objects.ts';
import { lookup } from './scope.ts';
import type { Place } from './scope.ts';
import { child } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';

/** Lowers a declaration in a block: names into the scope, initialisers into assignments. */
export function lowerDeclaration(f: Draft, node: SyntaxNode): void {
  const ctx = f.file.types;
  if (/_specifier$/.test(node.type)) {
    specifiers(ctx, { ...node, children: [{ ...node, field: 'type' }] }, f.scope);
    return;
  }
  const spec = specifiers(ctx, node, f.scope);
  for (const d of node.children) {
    if (d.field !== 'declarator') continue;
    const declared = declarator(ctx, d, spec.type, f.scope, spec.isConst);
    if (declared === null) continue;
    if (spec.typedef) {
      f.scope.names.set(declared.name, { kind: 'typedef', type: declared.type });
      continue;
    }
    if (declared.type.kind === 'function') {
      f.scope.names.set(declared.name, { kind: 'function', type: declared.type, noReturn: spec.noReturn });
      continue;
    }
    if (spec.isExtern) {
      declareExtern(f, declared);
      continue;
    }
    declareLocal(f, declared, d, d.type === 'init_declarator' ? child(d, 'value') : null, spec.isStatic);
  }
}

function declareExtern(f: Draft, declared: Declared): void {
  const known = lookup(f.file.fileScope, declared.name);
  if (known?.kind === 'global') {
    f.scope.names.set(declared.name, known);
    return;
  }
  const object = {
    name: declared.name, type: declared.type, range: rangeOf(f, declared.nameNode), isStatic: false, isConst: declared.isConst, external: true, initializer: null,
  };
  f.scope.names.set(declared.name, { kind: 'local', place: globalPlace(f, object), type: declared.type });
}

function declareLocal(f: Draft, declared: Declared, node: SyntaxNode, value: SyntaxNode | null, isStatic: boolean): void {
  const { name } = declared;
  const type = completed(f, declared.type, value);
  const range = rangeOf(f, declared.nameNode);
  const traits = {
    scope: isStatic ? 'global' as const : 'local' as const, range, isConst: isStatic && declared.isConst,
    addressTaken: f.facts.addressTaken.has(name), escapes: f.facts.bare.has(name), exposed: false,
  };
  if (isStatic) {
    const initial = initialValues(f.file.types, type, value, f.scope, true);
    f.scope.names.set(name, { kind: 'local', place: makePlace(f, name, type, { ...traits, initial }), type });
    return;
  }
  if (type.kind === 'pointer' && value !== null && stable(f, name)) {
    declareStablePointer(f, name, type, value);
    return;
  }
  const place = makePlace(f, name, type, { ...traits, initial: null });
  f.scope.names.set(name, { kind: 'local', place, type });
  if (value !== null) initialize(f, place, type, value, node);
}

/** `int a[] = ...` gets its length from the initialiser. */
function completed(f: Draft, type: CType, value: SyntaxNode | null): CType {
  if (type.kind !== 'array' || type.length !== null || value === null) return type;
  return { ...type, length: initializerLength(f.file.types, type, value, f.scope) };
}

/** A pointer that keeps its first value: never assigned, its address never taken, its name used once. */
export function stable(f: Draft, name: string): boolean {
  return !f.facts.assigned.has(name) && !f.facts.addressTaken.has(name) && (f.facts.declared.get(name) ?? 0) <= 1;
}

function declareStablePointer(f: Draft, name: string, type: CType & { readonly kind: 'pointer' }, value: SyntaxNode): void {
  const initial = convertTo(f, lowerExpr(f, value), type, value);
  let place: Place = initial.place ?? OPAQUE;
  if (place.kind !== 'pointer') {
    const fresh = /^(\([^()]*\)\s*)?(malloc|calloc|alloca)\s*\(/.test(text(f, value));
    place = pointee(f, name, type, 'local', !fresh);
  }
  f.scope.names.set(name, { kind: 'local', place, type });
  // each time round it is a new block of memory
  if (initial.place === null && place.kind === 'pointer' && place.target.kind === 'array') {
    havocPlace(f, place.target, because(f, 'pointer', `what \`${name}\` points at is not known at first`, value), value);
  }
}

/** Longest local array whose initial contents are written out. */
const MOST_STORES = 256;

function initialize(f: Draft, place: Place, type: CType, value: SyntaxNode, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  if (place.kind === 'array' && (value.type === 'initializer_list' || value.type === 'string_literal' || value.type === 'concatenated_string')) {
    initializeArray(f, place, type, value, node);
    return;
  }
  if (place.kind === 'record' && type.kind === 'record' && value.type === 'initializer_list') {
    initializeRecord(f, place, type, value, node);
    return;
  }
  if (place.kind === 'variable') {
    const inner = value.type === 'initializer_list' ? value.children[0] ?? null : value;
    const target = f.variables[place.id]!.type;
    const initial = inner === null ? constant(0n, INT) : toInt(f, lowerExpr(f, inner), inner);
    assign(f, place.id, cast(initial, target), range);
    return;
  }
  if (value.type === 'initializer_list') effectsWithin(f, value);
  else store(f, { kind: 'place', place, type }, lowerExpr(f, value), value, node);
}

function initializeArray(f: Draft, place: Place & { readonly kind: 'array' }, type: CType, value: SyntaxNode, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  const array = f.arrays[place.id]!;
  const length = array.length === null ? null : Number(array.length);
  const known = initialValues(f.file.types, type, value, f.scope, true);
  const put = (index: number, v: bigint): void => {
    emit(f, { kind: 'store', array: place.id, index: constant(BigInt(index), f.file.difference), value: constant(v, array.element), range });
  };
  if (known?.kind === 'elements' && length !== null && length <= MOST_STORES) {
    for (let i = 0; i < length; i++) put(i, known.values[i] ?? 0n);
    return;
  }
  const simple = type.kind === 'array' && type.of.kind === 'int' && value.type === 'initializer_list' && value.children.every((c) => c.type !== 'initializer_pair' && c.type !== 'initializer_list');
  if (simple && length !== null && length <= MOST_STORES) {
    value.children.forEach((c, i) => {
      const element = cast(toInt(f, lowerExpr(f, c), c), array.element);
      if (i < length) emit(f, { kind: 'store', array: place.id, index: constant(BigInt(i), f.file.difference), value: element, range });
    });
    for (let i = value.children.length; i < length; i++) put(i, 0n);
    return;
  }
  effectsWithin(f, value);
  havocPlace(f, place, because(f, 'initializer', 'this initialiser is not worked out', value), node);
}

function initializeRecord(f: Draft, place: Place & { readonly kind: 'record' }, type: CType & { readonly kind: 'record' }, value: SyntaxNode, node: SyntaxNode): void {
  const fields = (type.fields ?? []).map((field, i) => ({ key: field.name ?? `#${i}`, field })).filter(({ field }) => field.name !== '');
  const given = new Map<number, SyntaxNode>();
  let at = 0;
  let understood = true;
  for (const entry of value.children) {
    let inner: SyntaxNode | null = entry;
    if (entry.type === 'initializer_pair') {
      const designators = entry.children.filter((c) => c.field === 'designator');
      const name = designators[0]?.children[0];
      inner = child(entry, 'value');
      at = name === undefined || designators.length !== 1 ? -1 : fields.findIndex((x) => x.field.name === text(f, name));
    }
    const target = fields[at];
    if (target === undefined || inner === null || (target.field.type.kind !== 'int' && target.field.type.kind !== 'pointer' && target.field.type.kind !== 'float' && inner.type !== 'initializer_list' && inner.type !== 'string_literal')) {
      understood = false;
      break;
    }
    given.set(at, inner);
    at++;
  }
  if (!understood) {
    effectsWithin(f, value);
    const reason: Reason = because(f, 'initializer', 'this initialiser is not worked out', value);
    havocPlace(f, place, reason, node);
    return;
  }
  fields.forEach(({ key }, i) => {
    const member = place.fields.get(key);
    const inner = given.get(i);
    if (member === undefined) return;
    if (inner !== undefined) initialize(f, member.place, member.type, inner, node);
    else zero(f, member.place, node);
  });
}

/** Members that an initialiser doesn't name are zero. */
function zero(f: Draft, place: Place, node: SyntaxNode): void {
  const range = rangeOf(f, node);
  if (place.kind === 'variable') assign(f, place.id, constant(0n, f.variables[place.id]!.type), range);
  else if (place.kind === 'record') for (const field of place.fields.values()) zero(f, field.place, node);
  else if (place.kind === 'array') {
    const array = f.arrays[place.id]!;
    if (array.length !== null && array.length <= MOST_STORES) {
      for (let i = 0n; i < array.length; i++) emit(f, { kind: 'store', array: place.id, index: constant(i, f.file.difference), value: constant(0n, array.element), range });
    } else havocPlace(f, place, because(f, 'initializer', 'this initialiser is not worked out', node), node);
  }
}

