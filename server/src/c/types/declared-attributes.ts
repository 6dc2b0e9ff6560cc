/** Which attributes belong to what is declared, and what they make of it. */
import { RESULT_POINTER, attributeKind, attributesBetween, child, spaceBefore, spaceBehind } from '../syntax/index.ts';
import type { Attribute, SyntaxNode } from '../syntax/index.ts';
import { UNKNOWN, pointerTo } from './c-types.ts';
import { forgetLayouts } from './memory-layout.ts';
import type { CType } from './c-types.ts';
import type { TypeContext } from './scope.ts';
import { integer } from './standard-types.ts';

export interface Traits {
  readonly noReturn: boolean;
  readonly returnsTwice: boolean;
  /** The attribute for which it can't be taken for what it seems to be, and the names that it may go by. */
  readonly lost: Attribute | null;
  readonly otherNames: readonly string[];
  /** It has another type than is said. */
  readonly retyped: boolean;
  /** What is read and written as it may be of another type. */
  readonly aliasing: boolean;
  /** Its integer type is as wide as this. */
  readonly width: number | null;
  /** Its alignment or layout is another one. */
  readonly laidOut: boolean;
  readonly packed: boolean;
  /** The handler for the end of its scope. */
  readonly cleanup: Attribute | null;
  /** Runs before `main`; the lowest priority first. */
  readonly constructor: bigint | null;
}

const PLAIN: Traits = {
  noReturn: false,
  returnsTwice: false,
  lost: null,
  otherNames: [],
  retyped: false,
  aliasing: false,
  width: null,
  laidOut: false,
  packed: false,
  cleanup: null,
  constructor: null,
};

/** A constructor without a priority comes after those that have one. */
const LATE = 1n << 32n;

function traitsOf(attributes: readonly Attribute[]): Traits {
  if (attributes.length === 0) return PLAIN;
  const kinds = attributes.map((a) => ({ a, kind: kindOf(a) }));
  const has = (...wanted: readonly string[]): boolean => kinds.some(({ kind }) => wanted.includes(kind));
  const lost = kinds.find(({ kind }) => kind === 'elsewhere' || kind === 'unknown')?.a ?? null;
  const first = kinds.find(({ kind }) => kind === 'constructor')?.a.argument;
  return {
    noReturn: has('noreturn'),
    returnsTwice: has('returns-twice'),
    lost,
    otherNames: kinds.flatMap(({ a, kind }) => (kind === 'elsewhere' ? (a.argument.match(/[A-Za-z_]\w*/g) ?? []) : [])),
    retyped: has('type'),
    aliasing: has('aliasing'),
    width: kinds.reduce<number | null>(
      (found, { a, kind }) => (kind === 'width' ? modeWidth(a.argument) : found),
      null,
    ),
    laidOut: has('packed', 'aligned', 'type', 'unknown'),
    packed: has('packed'),
    cleanup: kinds.find(({ kind }) => kind === 'cleanup')?.a ?? null,
    constructor: first === undefined ? null : /^\d+$/.test(first) ? BigInt(first) : LATE,
  };
}

function kindOf(attribute: Attribute): string {
  // what is called by its place in a section
  if (attribute.name === 'section' && /init|ctors|fini|dtors/.test(attribute.argument)) return 'unknown';
  if (attribute.name === 'mode' && modeWidth(attribute.argument) !== null) return 'width';
  return attributeKind(attribute.name);
}

/** Machine modes of integers, by their number of bits. */
const MODES: ReadonlyMap<string, number> = new Map([
  ['QI', 8],
  ['byte', 8],
  ['HI', 16],
  ['SI', 32],
  ['DI', 64],
  ['TI', 128],
]);

const modeWidth = (argument: string): number | null => MODES.get(argument.trim().replace(/^__(\w+)__$/, '$1')) ?? null;

interface Extent {
  readonly start: number;
  readonly end: number;
}

function outside(all: readonly Attribute[], extents: readonly Extent[]): readonly Attribute[] {
  return extents.length === 0 ? all : all.filter((a) => !extents.some((e) => a.start >= e.start && a.start < e.end));
}

/** The parts of specifiers that have attributes of their own. */
function records(ctx: TypeContext, node: SyntaxNode): Extent[] {
  return node.children.flatMap((c) =>
    /^(struct|union|enum)_specifier$/.test(c.type) && child(c, 'body') !== null
      ? [{ start: c.start, end: spaceBehind(ctx.text, c.end) }]
      : [],
  );
}

/**
 * Where what belongs to a declaration ends. Behind a `;` stand the attributes of the next one: `void f(void);
 * __attribute__((noreturn)) void g(void);`.
 */
const ownEnd = ({ text }: TypeContext, end: number): number => (text[end - 1] === ';' ? end : spaceBehind(text, end));

/** Attributes of a declaration's specifiers: they hold for all that it declares. */
export function specifierTraits(ctx: TypeContext, node: SyntaxNode): Traits {
  if (ctx.attributes.length === 0) return PLAIN;
  const d = node.children.find((c) => c.field === 'declarator');
  const until = d === undefined ? ownEnd(ctx, node.end) : spaceBefore(ctx.text, d.start);
  // what stands directly before the first declarator is read as the specifiers', as compilers do
  const found = attributesBetween(ctx.attributes, spaceBefore(ctx.text, node.start), d === undefined ? until : d.start);
  return found.length === 0 ? PLAIN : traitsOf(outside(found, records(ctx, node)));
}

/** A definition's body has attributes of its own, and behind it stand those of what comes next. */
const lastOf = (node: SyntaxNode, declarator: SyntaxNode): number =>
  node.type === 'function_definition' ? declarator.end : Math.max(node.end, declarator.end);

/** Attributes of one declarator. */
export function declaratorTraits(ctx: TypeContext, node: SyntaxNode, declarator: SyntaxNode): Traits {
  if (ctx.attributes.length === 0) return PLAIN;
  const declarators = node.children.filter((c) => c.field === 'declarator');
  const index = declarators.indexOf(declarator);
  const next = declarators[index + 1];
  const from = index <= 0 ? declarator.start : spaceBefore(ctx.text, declarator.start);
  const until = next !== undefined ? spaceBefore(ctx.text, next.start) : ownEnd(ctx, lastOf(node, declarator));
  const found = attributesBetween(ctx.attributes, from, until);
  if (found.length === 0) return PLAIN;
  const inner: Extent[] = [];
  for (
    let at: SyntaxNode | null = declarator;
    at !== null;
    at = child(at, 'declarator') ?? at.children.find((c) => c.type.endsWith('declarator')) ?? null
  ) {
    for (const c of at.children)
      if (c.type === 'parameter_list' || c.field === 'value' || c.field === 'size') inner.push(c);
  }
  return traitsOf(outside(found, inner));
}

/** Both together. */
export function joinedTraits(first: Traits, second: Traits): Traits {
  if (first === PLAIN) return second;
  if (second === PLAIN) return first;
  return {
    noReturn: first.noReturn || second.noReturn,
    returnsTwice: first.returnsTwice || second.returnsTwice,
    lost: first.lost ?? second.lost,
    otherNames: [...first.otherNames, ...second.otherNames],
    retyped: first.retyped || second.retyped,
    aliasing: first.aliasing || second.aliasing,
    width: second.width ?? first.width,
    laidOut: first.laidOut || second.laidOut,
    packed: first.packed || second.packed,
    cleanup: first.cleanup ?? second.cleanup,
    constructor: first.constructor ?? second.constructor,
  };
}

/** The type that something with these attributes has. */
export function typeWith(type: CType, traits: Traits): CType {
  const { width, aliasing } = traits;
  if (aliasing)
    return type.kind === 'int'
      ? { ...(typeWith(type, { ...traits, aliasing: false }) as typeof type), aliasing }
      : UNKNOWN;
  if (width !== null && !traits.retyped && type.kind === 'int' && !type.int.bool)
    return type.int.bits === width
      ? type
      : { ...type, int: integer(width, type.int.signed, `${type.int.name}, ${width} bits`) };
  if (traits.retyped || width !== null) return type.kind === 'function' ? { ...type, result: UNKNOWN } : UNKNOWN;
  return type;
}

/** The type that a `typedef` with these attributes names: it may be aligned otherwise. */
export function namedTypeWith(type: CType, traits: Traits): CType {
  if (!traits.laidOut || traits.retyped) return typeWith(type, traits);
  if (traits.aliasing) {
    const own = typeWith(type, traits);
    return own.kind === 'int' ? { ...own, attributed: true } : own;
  }
  if (type.kind === 'record') {
    // all of its name: a copy would be another type
    type.attributed = true;
    forgetLayouts();
    return type;
  }
  return type.kind === 'function' || type.kind === 'void' || type.kind === 'unknown'
    ? type
    : { ...type, attributed: true };
}

/** Attributes of a struct, union or enumeration with a body, those of its members among them. */
export function recordTraits(ctx: TypeContext, node: SyntaxNode): Traits {
  return ctx.attributes.length === 0
    ? PLAIN
    : traitsOf(attributesBetween(ctx.attributes, node.start, spaceBehind(ctx.text, node.end)));
}

/** An attribute before a statement that is not known to be harmless. */
export function statementAttribute(ctx: TypeContext, node: SyntaxNode): Attribute | null {
  if (ctx.attributes.length === 0) return null;
  return (
    attributesBetween(ctx.attributes, spaceBefore(ctx.text, node.start), node.start).find(
      (a) => attributeKind(a.name) === 'unknown',
    ) ?? null
  );
}

/** Of a function's definition: the stars of one in the style of K&R were taken out of the text. */
export function resultType(ctx: TypeContext, node: SyntaxNode, name: SyntaxNode | null, type: CType): CType {
  if (name === null || ctx.attributes.length === 0) return type;
  return attributesBetween(ctx.attributes, node.start, name.start).reduce(
    (of, attribute) => (attribute.name === RESULT_POINTER ? pointerTo(of) : of),
    type,
  );
}

/** As the cause of something. */
export const attributeOf = (name: string): string => `the attribute \`${name}\``;

/** What makes it unknown which code a function's calls run: an attribute, or a condition, in words. */
export type Elsewhere =
  | { readonly code: 'attribute'; readonly cause: string; readonly attribute: string }
  | { readonly code: 'conditional-compilation'; readonly cause: string };

export const byAttribute = (name: string): Elsewhere => ({
  code: 'attribute',
  cause: attributeOf(name),
  attribute: name,
});
