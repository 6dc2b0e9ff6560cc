/** Initial values that are constants: of globals, statics, and of arrays from braces or strings. */
import { convert } from '../ir/types.ts';
import type { CType } from './ctypes.ts';
import { fieldType } from './ctypes.ts';
import { parseString } from './literals.ts';
import type { Scope, TypeContext } from './scope.ts';
import { child } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';

export type Initial =
  | { readonly kind: 'value'; readonly value: bigint }
  /** Of an array, nested ones flattened; trailing zeros may be left out. */
  | { readonly kind: 'elements'; readonly values: readonly bigint[] }
  | { readonly kind: 'fields'; readonly values: readonly (Initial | null)[] };

/** Longest initial contents that are kept. */
const MOST_ELEMENTS = 65_536;

/**
 * The initial value of an object with static storage (`zero`: what is not said is zero), or null where it is not constant.
 * For an array of unknown length `lengthFrom` tells the length.
 */
export function initialValues(ctx: TypeContext, type: CType, node: SyntaxNode | null, scope: Scope, zero: boolean): Initial | null {
  if (node === null) {
    if (!zero) return null;
    if (type.kind === 'int') return { kind: 'value', value: 0n };
    if (type.kind === 'array') return { kind: 'elements', values: [] };
    if (type.kind === 'record' && !type.union) return { kind: 'fields', values: (type.fields ?? []).map((field) => initialValues(ctx, fieldType(field), null, scope, true)) };
    return null;
  }
  if (type.kind === 'int') {
    const inner = node.type === 'initializer_list' ? node.children[0] ?? null : node;
    if (inner === null) return { kind: 'value', value: 0n };
    const value = inner.type === 'initializer_list' ? null : ctx.constant(inner, scope);
    return value === null ? null : { kind: 'value', value: convert(value, type.int) };
  }
  if (type.kind === 'array') {
    const values = elements(ctx, type, node, scope);
    return values === null ? null : { kind: 'elements', values };
  }
  if (type.kind === 'record' && !type.union && node.type === 'initializer_list' && type.fields !== null) {
    const values: (Initial | null)[] = type.fields.map((field) => initialValues(ctx, fieldType(field), null, scope, true));
    let at = 0;
    for (const entry of node.children) {
      let value = entry;
      if (entry.type === 'initializer_pair') {
        const designators = entry.children.filter((c) => c.field === 'designator');
        const name = designators[0]?.children[0];
        const inner = child(entry, 'value');
        if (designators.length !== 1 || name === undefined || inner === null) return null;
        at = type.fields.findIndex((field) => field.name === ctx.text.slice(name.start, name.end));
        value = inner;
      }
      const field = type.fields[at];
      if (field === undefined) return null;
      const inner = fieldType(field);
      // braces left out around an inner aggregate: not worked out
      if ((inner.kind === 'record' || inner.kind === 'array') && value.type !== 'initializer_list' && value.type !== 'string_literal') return null;
      values[at++] = initialValues(ctx, inner, value, scope, true);
    }
    return { kind: 'fields', values };
  }
  return null;
}

function elements(ctx: TypeContext, type: CType & { readonly kind: 'array' }, node: SyntaxNode, scope: Scope): bigint[] | null {
  const { of } = type;
  if (of.kind === 'int' && (node.type === 'string_literal' || node.type === 'concatenated_string')) return stringElements(ctx, type, node);
  if (node.type !== 'initializer_list') return null;
  const only = node.children[0];
  if (of.kind === 'int' && only?.type === 'string_literal' && node.children.length === 1) return stringElements(ctx, type, only);
  const stride = of.kind === 'array' ? Number(flatLength(of) ?? -1n) : 1;
  if (stride < 1) return null;
  const out: bigint[] = [];
  let at = 0;
  for (const entry of node.children) {
    let value: SyntaxNode | null = entry;
    let repeat = 1;
    if (entry.type === 'initializer_pair') {
      const designators = entry.children.filter((c) => c.field === 'designator');
      value = child(entry, 'value');
      const first = designators[0];
      if (designators.length !== 1 || first === undefined) return null;
      const bounds = first.children.map((c) => ctx.constant(c, scope));
      const low = bounds[0] ?? null;
      if (low === null) return null;
      at = Number(low) * stride;
      if (first.type === 'subscript_range_designator') {
        const high = bounds[1] ?? null;
        if (high === null) return null;
        repeat = Number(high - low) + 1;
      }
    }
    if (value === null) return null;
    let part: bigint[];
    if (of.kind === 'array') {
      if (value.type === 'initializer_list' || value.type === 'string_literal') {
        const inner = elements(ctx, of, value, scope);
        if (inner === null) return null;
        part = [...inner, ...new Array<bigint>(Math.max(0, stride - inner.length)).fill(0n)];
      } else {
        // inner braces left out
        const constant = ctx.constant(value, scope);
        const leaf = leafType(of);
        if (constant === null || leaf === null) return null;
        out[at++] = convert(constant, leaf);
        continue;
      }
    } else {
      if (of.kind !== 'int') return null;
      const inner = value.type === 'initializer_list' ? value.children[0] ?? null : value;
      const constant = inner === null ? 0n : ctx.constant(inner, scope);
      if (constant === null) return null;
      part = [convert(constant, of.int)];
    }
    for (let r = 0; r < repeat; r++) for (const v of part) {
      if (at > MOST_ELEMENTS || at < 0) return null;
      out[at++] = v;
    }
  }
  return Array.from(out, (v) => v ?? 0n);
}

function leafType(type: CType): (CType & { kind: 'int' })['int'] | null {
  if (type.kind === 'array') return leafType(type.of);
  return type.kind === 'int' ? type.int : null;
}

function flatLength(type: CType): bigint | null {
  if (type.kind !== 'array') return 1n;
  const inner = flatLength(type.of);
  return inner === null || type.length === null ? null : inner * type.length;
}

function stringElements(ctx: TypeContext, type: CType & { readonly kind: 'array' }, node: SyntaxNode): bigint[] | null {
  if (type.of.kind !== 'int') return null;
  const parts = node.type === 'concatenated_string' ? node.children : [node];
  const values: bigint[] = [];
  for (const part of parts) {
    const parsed = parseString(ctx.text.slice(part.start, part.end), ctx.model.charSigned);
    if (parsed === null) return null;
    for (const v of parsed.values) values.push(convert(v, type.of.int));
  }
  values.push(0n);
  return type.length !== null && BigInt(values.length) > type.length ? values.slice(0, Number(type.length)) : values;
}

/** The length that an initialiser gives to an array declared with `[]`; null where it can't be told. */
export function initializerLength(ctx: TypeContext, type: CType & { readonly kind: 'array' }, node: SyntaxNode, scope: Scope): bigint | null {
  if (node.type === 'string_literal' || node.type === 'concatenated_string') {
    const values = stringElements(ctx, type, node);
    return values === null ? null : BigInt(values.length);
  }
  if (node.type !== 'initializer_list') return null;
  if (type.of.kind === 'int' && node.children.length === 1 && node.children[0]!.type === 'string_literal') return initializerLength(ctx, type, node.children[0]!, scope);
  if (type.of.kind === 'array' && node.children.some((c) => c.type !== 'initializer_list' && c.type !== 'initializer_pair' && c.type !== 'string_literal')) return null;
  let at = 0n;
  let greatest = 0n;
  for (const entry of node.children) {
    if (entry.type === 'initializer_pair') {
      const designator = entry.children.find((c) => c.field === 'designator');
      const index = designator?.children[designator.children.length - 1];
      if (designator === undefined || index === undefined || !designator.type.startsWith('subscript')) return null;
      const value = ctx.constant(index, scope);
      if (value === null) return null;
      at = value;
    }
    at += 1n;
    if (at > greatest) greatest = at;
  }
  return greatest;
}
