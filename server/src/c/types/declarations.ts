/** Specifiers and declarators (C11 6.7): syntax in, names with types out. */
import { INT } from '../../machine/index.ts';
import { UNKNOWN, inMemory, intType, pointerTo, volatileType } from './c-types.ts';
import type { CType, Field, RecordType } from './c-types.ts';
import { declaratorTraits, joinedTraits, recordTraits, specifierTraits, typeWith } from './declared-attributes.ts';
import type { Traits } from './declared-attributes.ts';
import { isIncomplete, isIncompleteWithin, lookup, lookupTag, textOf } from './scope.ts';
import { standardRecord } from './standard-records.ts';
import type { Scope, TypeContext } from './scope.ts';
import { child } from '../syntax/index.ts';
import { TYPEOF_OPERAND } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { isAsDeclared } from './decided-declarations.ts';
import { enumSpecifier } from './enum-specifiers.ts';
import { namedInteger, namedType } from './named-types.ts';

export interface Specifiers {
  readonly type: CType;
  readonly typedef: boolean;
  readonly isStatic: boolean;
  readonly isExtern: boolean;
  readonly isConst: boolean;
  readonly traits: Traits;
}

export interface Declared {
  readonly name: string;
  readonly nameNode: SyntaxNode;
  readonly type: CType;
  /** The `parameter_list`, where it declares a function. */
  readonly parameters: SyntaxNode | null;
  /** Qualified const at the outermost level. */
  readonly isConst: boolean;
}

/** What single words among the specifiers say. */
interface SpecifierWords {
  typedef: boolean;
  isStatic: boolean;
  isExtern: boolean;
  isVolatile: boolean;
  isConst: boolean;
  noReturn: boolean;
}

const STORAGE_CLASSES: ReadonlyMap<string, keyof SpecifierWords> = new Map([
  ['static', 'isStatic'],
  ['extern', 'isExtern'],
  ['typedef', 'typedef'],
]);

const QUALIFIERS: ReadonlyMap<string, keyof SpecifierWords> = new Map([
  ['volatile', 'isVolatile'],
  ['__volatile__', 'isVolatile'],
  ['_Atomic', 'isVolatile'],
  ['const', 'isConst'],
  ['__const', 'isConst'],
  ['constexpr', 'isConst'],
  ['_Noreturn', 'noReturn'],
  ['noreturn', 'noReturn'],
]);

/** The specifiers of a declaration, parameter, field or type name. Defines tags and enumerators that stand in it. */
export function specifiers(ctx: TypeContext, node: SyntaxNode, scope: Scope): Specifiers {
  let type: CType = intType(INT);
  const said: SpecifierWords = {
    typedef: node.type === 'type_definition',
    isStatic: false,
    isExtern: false,
    isVolatile: false,
    isConst: false,
    noReturn: false,
  };
  for (const c of node.children) {
    const words =
      c.type === 'storage_class_specifier' ? STORAGE_CLASSES : c.type === 'type_qualifier' ? QUALIFIERS : null;
    if (words !== null) {
      const word = words.get(textOf(ctx, c));
      if (word !== undefined) said[word] = true;
    } else if (c.field === 'type') {
      type = typeSpecifier(ctx, c, scope);
      said.isConst ||= c.type === 'type_identifier' && isConstName(ctx, c, scope);
    }
  }
  const { typedef, isStatic, isExtern, isConst, noReturn } = said;
  const attributes = specifierTraits(ctx, node);
  const traits = noReturn ? { ...attributes, noReturn } : attributes;
  const known = isChosen(ctx, node) ? UNKNOWN : type;
  const whole = typeWith(said.isVolatile ? volatileType(known) : known, traits);
  return { type: whole, typedef, isStatic, isExtern, isConst, traits };
}

/** Headers that weren't read decide about single words: `unsigned #ifdef X char #endif c;`. */
function isChosen(ctx: TypeContext, { start, end, children }: SyntaxNode): boolean {
  const type = children.find(({ field }) => field === 'type');
  const body = type && child(type, 'body');
  const behind = children.find(({ field }) => field === 'declarator')?.start ?? end;
  return body
    ? isIncompleteWithin(ctx, start, body.start) || isIncompleteWithin(ctx, body.end, behind)
    : isIncompleteWithin(ctx, start, behind);
}

/** A name that a `typedef` gave to a const type. */
function isConstName(ctx: TypeContext, node: SyntaxNode, scope: Scope): boolean {
  const symbol = lookup(scope, textOf(ctx, node));
  return symbol?.kind === 'typedef' && symbol.isConst === true;
}

function typeSpecifier(ctx: TypeContext, node: SyntaxNode, scope: Scope): CType {
  switch (node.type) {
    case 'primitive_type':
    case 'type_identifier':
      return namedType(ctx, textOf(ctx, node), scope);
    case 'sized_type_specifier':
      return namedInteger(ctx, textOf(ctx, node).replace(/\/\*[^]*?\*\//g, ' '), scope);
    case 'struct_specifier':
    case 'union_specifier':
      return recordSpecifier(ctx, node, scope);
    case 'enum_specifier': {
      const operand = typeofOperand(ctx, node);
      return operand === null
        ? intType(enumSpecifier(ctx, node, scope, (s) => typeSpecifier(ctx, s, scope)))
        : typeOfOperand(ctx, operand, scope);
    }
    case 'macro_type_specifier':
      return macroType(ctx, node, scope);
    default:
      return UNKNOWN;
  }
}

function macroType(ctx: TypeContext, node: SyntaxNode, scope: Scope): CType {
  const name = child(node, 'name');
  const inner = child(node, 'type');
  const word = name === null ? '' : textOf(ctx, name);
  if (inner === null) return UNKNOWN;
  // `_Atomic` alone is a qualifier to the grammar, and the name is missing then
  if (/^(_Atomic)?$/.test(word)) {
    const type = typeName(ctx, inner, scope);
    return type.kind === 'int' ? { ...type, volatile: true } : type;
  }
  return UNKNOWN;
}

/**
 * What stands in the parentheses of a `typeof`: an expression, or a type's name; null: it is an ordinary enumeration.
 */
export function typeofOperand(ctx: TypeContext, node: SyntaxNode): SyntaxNode | null {
  const enumerator = child(node, 'body')?.children.find((c) => c.type === 'enumerator');
  const name = enumerator && child(enumerator, 'name');
  if (!enumerator || !name || textOf(ctx, name) !== TYPEOF_OPERAND) return null;
  let value = child(enumerator, 'value');
  if (value?.type === 'sizeof_expression') return child(value, 'type') ?? child(value, 'value');
  while (value?.type === 'parenthesized_expression') value = value.children.find((c) => c.type !== 'comment') ?? null;
  return value;
}

/** `typeof (x)`: x may be a type, too. */
function typeOfOperand(ctx: TypeContext, operand: SyntaxNode, scope: Scope): CType {
  if (operand.type === 'type_descriptor') return typeName(ctx, operand, scope);
  const symbol = operand.type === 'identifier' ? lookup(scope, textOf(ctx, operand)) : null;
  if (operand.type === 'identifier' && (symbol === null || symbol.kind === 'typedef'))
    return namedType(ctx, textOf(ctx, operand), scope);
  return ctx.typeOf(operand, scope);
}

function recordSpecifier(ctx: TypeContext, node: SyntaxNode, scope: Scope): CType {
  const name = child(node, 'name');
  const body = child(node, 'body');
  const union = node.type === 'union_specifier';
  const tag = name === null ? '' : textOf(ctx, name);
  const key = `${union ? 'union' : 'struct'} ${tag}`;
  let record: RecordType | null = null;
  if (tag !== '') {
    const known = body === null ? lookupTag(scope, key) : (scope.tags.get(key) ?? null);
    if (known !== null && 'kind' in known && (body === null || known.fields === null || known.standard === true))
      record = known;
    else if (known === null && body === null) record = standardRecord(ctx, key, scope);
  }
  if (record === null) {
    record = { kind: 'record', tag, union, fields: null };
    if (tag !== '') scope.tags.set(key, record);
  }
  if (body !== null) {
    delete record.standard;
    const isDecided = ctx.decided.has(key);
    const isOpen = isDecided || isIncomplete(ctx, body);
    const isKnown = ({ name, type }: Field): boolean =>
      !isDecided && (!isOpen || name === null || isAsDeclared(ctx, name, type, scope));
    record.open = isOpen;
    const all = fieldList(ctx, body, scope);
    const areFollowed = !union && !isOpen;
    record.fields = all.map((f, i) => ({
      ...f,
      ...(!isKnown(f) && { type: UNKNOWN }),
      ...(areFollowed && i < all.length - 1 && { followed: true as const }),
    }));
    record.parts = record.fields.reduce((sum, { type }) => sum + partsOf(type), 0);
    const { laidOut, aliasing, lost } = recordTraits(ctx, node);
    record.attributed =
      ctx.packs || laidOut || aliasing || lost !== null || /_Alignas|\balignas\b/.test(textOf(ctx, node));
  }
  return record;
}

function fieldList(ctx: TypeContext, body: SyntaxNode, scope: Scope): Field[] {
  const fields: Field[] = [];
  for (const declaration of body.children) {
    if (declaration.type !== 'field_declaration') continue;
    const spec = specifiers(ctx, declaration, scope);
    let any = false;
    const children = declaration.children;
    for (let i = 0; i < children.length; i++) {
      const part = children[i]!;
      const next = children[i + 1];
      const clause = next?.type === 'bitfield_clause' ? next : null;
      if (part.field === 'declarator') {
        any = true;
        const declared = declarator(ctx, part, spec.type, scope);
        const traits = joinedTraits(spec.traits, declaratorTraits(ctx, declaration, part));
        const type = declared && complete(attributed(declared.type, traits));
        if (declared && type) fields.push(field(ctx, declared.name, type, clause, scope));
      }
    }
    const lone = children.find((c) => c.type === 'bitfield_clause');
    if (!any && lone !== undefined) fields.push({ name: '', type: spec.type, bits: bitsOf(ctx, lone, scope) });
    else if (!any && spec.type.kind === 'record') fields.push({ name: null, type: spec.type, bits: null });
  }
  return fields;
}

/** A member; of a bit-field whose width isn't known nothing is. */
function field(ctx: TypeContext, name: string, type: CType, clause: SyntaxNode | null, scope: Scope): Field {
  const bits = bitsOf(ctx, clause, scope);
  return { name, type: clause !== null && bits === null ? UNKNOWN : inMemory(type), bits };
}

/** Records with more scalars than this are not looked into. */
const MOST_PARTS = 20_000;

/** How many scalars there are in something, an array being one of its elements. */
function partsOf(type: CType): number {
  let at = type;
  while (at.kind === 'array') at = at.of;
  return at.kind === 'record' ? (at.parts ?? 1) : 1;
}

/** A member has a complete type (C11 6.7.2.1p3): so no record is in itself. */
function complete(type: CType): CType {
  let at = type;
  while (at.kind === 'array') at = at.of;
  return at.kind === 'record' && (at.fields === null || (at.parts ?? 0) > MOST_PARTS) ? UNKNOWN : type;
}

/** The type of what has these attributes, and is lost where they aren't known. */
export function attributed(type: CType, traits: Traits): CType {
  const own = typeWith(type, traits);
  return traits.lost === null ? own : volatileType(own);
}

function bitsOf(ctx: TypeContext, clause: SyntaxNode | null, scope: Scope): number | null {
  const width = clause?.children[0];
  if (!clause || width === undefined || isIncompleteWithin(ctx, clause.start, clause.end)) return null;
  const value = ctx.constant(width, scope);
  return value === null ? null : Number(value);
}

/** Applies a declarator to the type that the specifiers gave. Null where there is no name (an error). */
export function declarator(
  ctx: TypeContext,
  node: SyntaxNode,
  base: CType,
  scope: Scope,
  isConst = false,
): Declared | null {
  let at: SyntaxNode | null = node;
  let type = base;
  let parameters: SyntaxNode | null = null;
  let constant = isConst;
  while (at !== null) {
    switch (at.type) {
      case 'identifier':
      case 'type_identifier':
      case 'field_identifier':
      case 'primitive_type':
        return { name: textOf(ctx, at), nameNode: at, type, parameters, isConst: constant };
      case 'pointer_declarator':
      case 'abstract_pointer_declarator':
        type = pointerTo(
          type,
          at.children.some((c) => c.type === 'type_qualifier' && /restrict/.test(textOf(ctx, c))),
        );
        if (at.children.some((c) => c.type === 'type_qualifier' && /volatile|_Atomic/.test(textOf(ctx, c))))
          type = { ...type, volatile: true } as CType;
        if (isIncompleteWithin(ctx, at.start, child(at, 'declarator')?.start ?? at.end)) type = UNKNOWN;
        constant = at.children.some((c) => c.type === 'type_qualifier' && /const/.test(textOf(ctx, c)));
        parameters = null;
        at = child(at, 'declarator');
        break;
      case 'array_declarator':
      case 'abstract_array_declarator': {
        type = arrayOf(ctx, type, at, scope);
        parameters = null;
        at = child(at, 'declarator');
        break;
      }
      case 'function_declarator':
      case 'abstract_function_declarator': {
        parameters = child(at, 'parameters');
        type = {
          kind: 'function',
          result: type,
          params: parameters === null ? null : parameterTypes(ctx, parameters, scope),
        };
        at = child(at, 'declarator');
        break;
      }
      case 'init_declarator':
        at = child(at, 'declarator');
        break;
      case 'parenthesized_declarator':
      case 'abstract_parenthesized_declarator':
      case 'attributed_declarator':
        at = at.children.find((c) => c.type.endsWith('declarator') || c.type.endsWith('identifier')) ?? null;
        break;
      default:
        return null;
    }
  }
  return null;
}

/** The type that a type name (in a cast, `sizeof`) denotes. */
export function typeName(ctx: TypeContext, node: SyntaxNode, scope: Scope): CType {
  if (node.type !== 'type_descriptor') return ctx.typeOf(node, scope);
  const spec = specifiers(ctx, node, scope);
  return abstract(ctx, child(node, 'declarator'), spec.type, scope);
}

function arrayOf(ctx: TypeContext, of: CType, node: SyntaxNode, scope: Scope): CType {
  const size = child(node, 'size');
  // the declarator of what it is an array of stands before its bracket
  if (isIncompleteWithin(ctx, child(node, 'declarator')?.end ?? node.start, node.end)) return UNKNOWN;
  if (size === null) return { kind: 'array', of, length: null };
  return { kind: 'array', of, length: ctx.constant(size, scope), sized: true };
}

function abstract(ctx: TypeContext, node: SyntaxNode | null, base: CType, scope: Scope): CType {
  let at = node;
  let type = base;
  while (at !== null) {
    if (at.type.includes('pointer')) type = pointerTo(type);
    else if (at.type.includes('array')) {
      type = arrayOf(ctx, type, at, scope);
    } else if (at.type.includes('function')) type = { kind: 'function', result: type, params: null };
    at = child(at, 'declarator') ?? at.children.find((c) => c.type.startsWith('abstract_')) ?? null;
  }
  return type;
}

export interface Parameter {
  readonly name: string | null;
  readonly node: SyntaxNode;
  /** Its declarator; null: it has none. */
  readonly declarator: SyntaxNode | null;
  readonly type: CType;
  readonly isConst: boolean;
  /** The named type that it is just of. */
  readonly named?: string;
  /** Only a name stands there: its type is declared before the body, or int. */
  readonly untyped?: true;
}

/** Parameters of a prototype or definition; those of a K&R list come untyped (`unknown`). */
export function parameterList(
  ctx: TypeContext,
  node: SyntaxNode,
  scope: Scope,
): { readonly params: Parameter[]; readonly prototype: boolean } {
  const params: Parameter[] = [];
  let prototype = node.children.length > 0;
  for (const parameter of node.children) {
    if (parameter.type === 'identifier') {
      prototype = false;
      params.push({
        name: textOf(ctx, parameter),
        node: parameter,
        declarator: null,
        type: UNKNOWN,
        untyped: true,
        isConst: false,
      });
      continue;
    }
    if (parameter.type !== 'parameter_declaration') continue;
    const spec = specifiers(ctx, parameter, scope);
    const declaratorNode = child(parameter, 'declarator');
    if (declaratorNode === null) {
      const typedefName = child(parameter, 'type');
      if (spec.type.kind === 'void') continue;
      // `f(a, b)` of old: names that the grammar takes for types
      if (
        spec.type.kind === 'unknown' &&
        typedefName?.type === 'type_identifier' &&
        lookup(scope, textOf(ctx, typedefName))?.kind !== 'typedef'
      ) {
        params.push({
          name: textOf(ctx, typedefName),
          node: parameter,
          declarator: null,
          type: UNKNOWN,
          untyped: true,
          isConst: false,
        });
      } else params.push({ name: null, node: parameter, declarator: null, type: spec.type, isConst: false });
      continue;
    }
    const typeNode = child(parameter, 'type');
    const declared = declaratorNode.type.startsWith('abstract_')
      ? null
      : declarator(ctx, declaratorNode, spec.type, scope, spec.isConst);
    const type = attributed(
      declared?.type ?? abstract(ctx, declaratorNode, spec.type, scope),
      joinedTraits(spec.traits, declaratorTraits(ctx, parameter, declaratorNode)),
    );
    params.push({
      name: declared?.name ?? null,
      node: declared?.nameNode ?? parameter,
      declarator: declaratorNode,
      type: adjusted(type),
      isConst: declared?.isConst ?? false,
      ...(typeNode?.type === 'type_identifier' &&
        declaratorNode.type === 'identifier' && { named: textOf(ctx, typeNode) }),
    });
  }
  return { params, prototype };
}

/** Parameters of array and function type are pointers (C11 6.7.6.3). */
export function adjusted(type: CType): CType {
  if (type.kind === 'array') return pointerTo(type.of);
  return type.kind === 'function' ? pointerTo(type) : type;
}

function parameterTypes(ctx: TypeContext, node: SyntaxNode, scope: Scope): CType[] | null {
  const { params, prototype } = parameterList(ctx, node, scope);
  return prototype && !isIncompleteWithin(ctx, node.start, node.end) ? params.map((p) => p.type) : null;
}
