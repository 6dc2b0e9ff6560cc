/** Initial values that are constants: of globals, statics, and of arrays from braces or strings. */
import { convert } from '../../machine/index.ts';
import { fieldType, keyOf } from './c-types.ts';
import { valuesGiven } from './braced-initializers.ts';
import type { Step } from './braced-initializers.ts';
import type { CType, Field } from './c-types.ts';
import type { Initial } from './initial-value.ts';
import { layoutOf, sizeOf } from './memory-layout.ts';
import { isString, stringValue } from './string-constants.ts';
import type { DataModel } from './standard-types.ts';
import { lookup, textOf } from './scope.ts';
import type { Scope, TypeContext } from './scope.ts';
import { child, isThroughArrow } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Longest initial contents that are kept. */
const MOST_ELEMENTS = 65_536;

/**
 * The initial value of an object with static storage. `zero`: what is not said is zero. Null where it is not constant.
 * A member of a record that is not constant is null by itself.
 */
export function initialValues(
  ctx: TypeContext,
  type: CType,
  node: SyntaxNode | null,
  scope: Scope,
  zero: boolean,
): Initial | null {
  if (node === null) return zero ? zeroOf(type) : null;
  const given = valuesGiven(ctx, type, node, scope);
  if (given === null) return null;
  let initial = zeroOf(type);
  for (const { path, type: part, value } of given)
    initial = updated(
      ctx.model,
      initial,
      type,
      path,
      value === null ? zeroOf(part) : constantOf(ctx, part, value, scope),
    );
  return initial;
}

/** Zero of a type; null for what has no integer in it. */
export function zeroOf(type: CType): Initial | null {
  if (type.kind === 'int' || type.kind === 'pointer') return { kind: 'value', value: 0n };
  if (type.kind === 'array') {
    const leaf = leafOf(type);
    return leaf.kind === 'int'
      ? { kind: 'elements', values: [] }
      : leaf.kind === 'record'
        ? { kind: 'rows', values: [] }
        : null;
  }
  // of whatever size: see union-bits.ts
  if (type.kind === 'record' && type.union) return { kind: 'value', value: 0n };
  if (type.kind === 'record')
    return { kind: 'fields', values: (type.fields ?? []).map((field) => zeroOf(fieldType(field))) };
  return null;
}

function constantOf(ctx: TypeContext, type: CType, node: SyntaxNode, scope: Scope): Initial | null {
  if (type.kind === 'array') {
    const values = stringElements(ctx, type, node);
    return values === null ? null : { kind: 'elements', values };
  }
  // null is the one address that is a constant here
  if (type.kind === 'pointer') return isNull(ctx, node, scope) ? { kind: 'value', value: 0n } : null;
  const value = type.kind === 'int' ? ctx.constant(node, scope) : null;
  return value === null || type.kind !== 'int' ? null : { kind: 'value', value: convert(value, type.int) };
}

function isNull(ctx: TypeContext, node: SyntaxNode, scope: Scope): boolean {
  if (isAddress(ctx, node, scope)) return false;
  return (
    node.type === 'null' ||
    /^(NULL|nullptr|\(\s*void\s*\*\s*\)\s*0)$/.test(ctx.text.slice(node.start, node.end)) ||
    ctx.constant(node, scope) === 0n
  );
}

/** Of a function, a string, an object or a part of one: `f`, `table`, `&table[3]`. */
function isAddress(ctx: TypeContext, node: SyntaxNode, scope: Scope): boolean {
  if (node.type === 'string_literal') return true;
  if (node.type === 'identifier') {
    const named = lookup(scope, textOf(ctx, node));
    return named?.kind === 'function' || (named?.kind === 'global' && named.object.type.kind === 'array');
  }
  if (node.type !== 'pointer_expression' || ctx.text[node.start] !== '&') return false;
  let part: SyntaxNode | null = child(node, 'argument');
  // through a pointer it may be any address
  while (part?.type === 'subscript_expression' || (part?.type === 'field_expression' && !isThroughArrow(part)))
    part = child(part, 'argument');
  return part?.type === 'identifier' && lookup(scope, textOf(ctx, part))?.kind === 'global';
}

/** The value with one part replaced; null: not constant. */
function updated(
  model: DataModel,
  initial: Initial | null,
  type: CType,
  path: readonly Step[],
  part: Initial | null,
): Initial | null {
  const [step] = path;
  if (step === undefined) return part;
  if (type.kind === 'record' && type.union) return inUnion(model, initial, type, path, part);
  if (type.kind === 'record') {
    if (initial?.kind !== 'fields') return null;
    const values = initial.values.map((value, i) => {
      const field = type.fields![i]!;
      return keyOf(field, i) === step ? updated(model, value, fieldType(field), path.slice(1), part) : value;
    });
    return { kind: 'fields', values };
  }
  if (type.kind !== 'array' || initial === null) return null;
  const { flat, rest, leaf } = flatIndex(type, path);
  if (flat === null || flat > BigInt(MOST_ELEMENTS)) return null;
  const at = Number(flat);
  if (initial.kind === 'elements') return rest.length > 0 ? null : withElements(initial, at, part);
  if (initial.kind !== 'rows') return null;
  const values = initial.values as (Initial | undefined)[];
  const row = updated(model, values[at] ?? zeroOf(leaf), leaf, rest, part);
  while (values.length < at) values.push(undefined);
  values[at] = row ?? { kind: 'fields', values: [] };
  return initial;
}

/** Some elements of an array of integers, from one on; the list is changed in place. */
function withElements(
  initial: Initial & { readonly kind: 'elements' },
  at: number,
  part: Initial | null,
): Initial | null {
  const given = part?.kind === 'value' ? [part.value] : part?.kind === 'elements' ? part.values : null;
  if (given === null || at + given.length > MOST_ELEMENTS) return null;
  const values = initial.values as bigint[];
  while (values.length < at) values.push(0n);
  given.forEach((value, i) => {
    values[at + i] = value;
  });
  return initial;
}

/** A union's integer with the bits of one member set. */
function inUnion(
  model: DataModel,
  initial: Initial | null,
  union: CType,
  path: readonly Step[],
  part: Initial | null,
): Initial | null {
  let offset = 0;
  let at = union;
  let field: Field | undefined;
  for (const step of path) {
    if (at.kind === 'array' && typeof step === 'bigint') {
      const size = sizeOf(at.of, model);
      if (size === null) return null;
      offset += Number(size * step) * 8;
      at = at.of;
      continue;
    }
    const layout = at.kind === 'record' ? layoutOf(at, model) : null;
    const index = at.kind === 'record' ? (at.fields ?? []).findIndex((field, n) => keyOf(field, n) === step) : -1;
    const begin = layout?.offsets[index];
    if (begin === undefined || at.kind !== 'record') return null;
    offset += begin;
    field = at.fields![index];
    at = fieldType(at.fields![index]!);
  }
  const element = at.kind === 'array' ? at.of : at;
  const values = part?.kind === 'value' ? [part.value] : part?.kind === 'elements' ? part.values : null;
  if (initial?.kind !== 'value' || values === null || element.kind !== 'int') return null;
  const bits = field?.bits ?? (element.int.bool ? 8 : element.int.bits);
  if (part?.kind === 'elements') {
    // zero is what a part that isn't said is
    const size = Number(sizeOf(at, model) ?? 0n) * 8;
    const cleared = initial.value & ~(((1n << BigInt(size)) - 1n) << BigInt(offset));
    return {
      kind: 'value',
      value: values.reduce(
        (all, value, i) => all | (BigInt.asUintN(bits, value) << BigInt(offset + i * bits)),
        cleared,
      ),
    };
  }
  const mask = ((1n << BigInt(bits)) - 1n) << BigInt(offset);
  return { kind: 'value', value: (initial.value & ~mask) | (BigInt.asUintN(bits, values[0]!) << BigInt(offset)) };
}

/**
 * The number of an element among all of nested arrays, from the leading indices of a path; what is left of the path.
 */
function flatIndex(
  type: CType,
  path: readonly Step[],
): { readonly flat: bigint | null; readonly rest: readonly Step[]; readonly leaf: CType } {
  let flat: bigint | null = 0n;
  let used = 0;
  let at = type;
  for (; at.kind === 'array'; at = at.of) {
    const step = path[used];
    // without an index the part is a row, or a string: where it begins
    const index = typeof step === 'bigint' ? step : 0n;
    if (typeof step === 'bigint') used++;
    flat = flat === null || (at.length === null && at !== type) ? null : flat * (at.length ?? 1n) + index;
  }
  return { flat, rest: path.slice(used), leaf: at };
}

/** What nested arrays are made of. */
export function leafOf(type: CType): CType {
  return type.kind === 'array' ? leafOf(type.of) : type;
}

/**
 * Elements of a string for an array of characters, the terminating zero among them where there is room; null: no such
 * string.
 */
export function stringElements(
  ctx: TypeContext,
  type: CType & { readonly kind: 'array' },
  node: SyntaxNode,
): bigint[] | null {
  if (type.of.kind !== 'int' || !isString(node)) return null;
  const { int } = type.of;
  const values = stringValue(ctx, node)?.values.map((v) => convert(v, int)) ?? null;
  if (values === null) return null;
  return type.length !== null && BigInt(values.length) > type.length ? values.slice(0, Number(type.length)) : values;
}

/** The length that an initialiser gives to an array declared with `[]`; null where it can't be told, or another is. */
export function initializerLength(
  ctx: TypeContext,
  type: CType & { readonly kind: 'array' },
  node: SyntaxNode,
  scope: Scope,
): bigint | null {
  if (type.sized) return null;
  if (node.type !== 'initializer_list') {
    const values = stringElements(ctx, type, node);
    return values === null ? null : BigInt(values.length);
  }
  const given = valuesGiven(ctx, type, node, scope);
  if (given === null) return null;
  let length = 0n;
  for (const { path, type: part, value } of given) {
    const [first] = path;
    if (first === undefined)
      return value === null || part.kind !== 'array' ? null : initializerLength(ctx, part, value, scope);
    if (typeof first === 'bigint' && first >= length) length = first + 1n;
  }
  return length;
}
