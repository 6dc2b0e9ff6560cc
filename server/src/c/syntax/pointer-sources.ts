/** Where values come from, if they are pointers: what the syntax of an expression tells. */
import { libraryEffect, takesArguments } from './library-functions.ts';
import { child } from './syntax-node.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** Where a value comes from, if it is a pointer. */
export type Source =
  /** From an object of that name: an array, or what another pointer leads to. */
  | { readonly kind: 'name'; readonly name: string }
  /** The address of what has that name. */
  | { readonly kind: 'address'; readonly name: string }
  /** A null pointer. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown' }
  /** A string literal without a prefix, as it is written. */
  | { readonly kind: 'literal'; readonly text: string }
  /** A block of memory that a library function makes, unless the file defines one of that name. */
  | { readonly kind: 'block'; readonly maker: string }
  /** From the first argument of a library function, unless the file defines one of that name. */
  | { readonly kind: 'through'; readonly callee: string; readonly of: Source }
  /** From the operand that is the pointer. */
  | { readonly kind: 'sum'; readonly left: Source; readonly right: Source }
  | { readonly kind: 'either'; readonly of: readonly Source[] };

const NOTHING: Source = { kind: 'nothing' };
const UNKNOWN: Source = { kind: 'unknown' };

/** The source of an expression's value. */
export function sourceOf(node: SyntaxNode | null, text: string): Source {
  switch (node?.type) {
    case 'identifier': {
      const name = text.slice(node.start, node.end);
      return name === 'NULL' || name === 'nullptr' ? NOTHING : { kind: 'name', name };
    }
    case 'null':
      return NOTHING;
    case 'string_literal': {
      const written = text.slice(node.start, node.end);
      return written.startsWith('"') ? { kind: 'literal', text: written } : UNKNOWN;
    }
    // an address that is computed may be that of anything
    case 'number_literal':
      return text.slice(node.start, node.end) === '0' ? NOTHING : UNKNOWN;
    case 'parenthesized_expression':
      return sourceOf(node.children[0] ?? null, text);
    case 'cast_expression':
      return sourceOf(child(node, 'value'), text);
    case 'binary_expression':
      return sourceOfSum(node, text);
    case 'conditional_expression': {
      const condition = child(node, 'consequence') ?? child(node, 'condition');
      return { kind: 'either', of: [sourceOf(condition, text), sourceOf(child(node, 'alternative'), text)] };
    }
    case 'comma_expression':
      return sourceOf(node.children[node.children.length - 1] ?? null, text);
    case 'assignment_expression': {
      const operator = child(node, 'operator');
      const plain = operator !== null && text.slice(operator.start, operator.end) === '=';
      return sourceOf(child(node, plain ? 'right' : 'left'), text);
    }
    case 'update_expression':
      return sourceOf(child(node, 'argument'), text);
    case 'subscript_expression': {
      // a row of an array, or an element of which nothing is known
      const base = node.children[0];
      return base?.type === 'identifier' ? { kind: 'name', name: `${text.slice(base.start, base.end)}[]` } : UNKNOWN;
    }
    case 'pointer_expression': {
      const operator = child(node, 'operator');
      const argument = child(node, 'argument');
      if (operator === null || argument === null || text.slice(operator.start, operator.end) !== '&') return UNKNOWN;
      return addressed(argument, text);
    }
    case 'call_expression':
      return sourceOfCall(node, text);
    default:
      return UNKNOWN;
  }
}

/** `p + i`, `i + p`, `p - i`; nothing else that two operands make is a pointer. */
function sourceOfSum(node: SyntaxNode, text: string): Source {
  const operator = child(node, 'operator');
  const op = operator === null ? '' : text.slice(operator.start, operator.end);
  if (op !== '+' && op !== '-') return UNKNOWN;
  const left = sourceOf(child(node, 'left'), text);
  return op === '-' ? left : { kind: 'sum', left, right: sourceOf(child(node, 'right'), text) };
}

/** What these return is a block that nothing else leads to; or that of the first argument. */
const MAKERS =
  /^(?:(?:__builtin_)?(?:malloc|calloc|alloca|strdup|strndup)|valloc|pvalloc|aligned_alloc|memalign|wcsdup)$/;
const REMAKERS = /^(?:realloc|reallocf|reallocarray)$/;

/** Some library functions return their first argument, or what they have just made. */
function sourceOfCall(node: SyntaxNode, text: string): Source {
  const callee = child(node, 'function');
  const name = callee?.type === 'identifier' ? text.slice(callee.start, callee.end) : '';
  const args = child(node, 'arguments')?.children ?? [];
  const first = args[0] ?? null;
  if (MAKERS.test(name)) return { kind: 'block', maker: name };
  if (REMAKERS.test(name)) return { kind: 'either', of: [sourceOf(first, text), { kind: 'block', maker: name }] };
  const known = libraryEffect(name);
  return known?.leads === 'first' && takesArguments(known, args.length) && first !== null
    ? { kind: 'through', callee: name, of: sourceOf(first, text) }
    : UNKNOWN;
}

/** `&a[i]` is a pointer into what `a` leads to. */
function addressed(node: SyntaxNode, text: string): Source {
  if (node.type === 'parenthesized_expression') return addressed(node.children[0] ?? node, text);
  if (node.type === 'identifier') return { kind: 'address', name: text.slice(node.start, node.end) };
  if (node.type === 'subscript_expression') return sourceOf(node.children[0] ?? null, text);
  if (node.type === 'pointer_expression' && text[node.start] === '*') return sourceOf(child(node, 'argument'), text);
  return UNKNOWN;
}

/** Literals among the sources. */
export function literalsIn(source: Source): readonly string[] {
  switch (source.kind) {
    case 'literal':
      return [source.text];
    case 'through':
      return literalsIn(source.of);
    case 'sum':
      return [source.left, source.right].flatMap(literalsIn);
    case 'either':
      return source.of.flatMap(literalsIn);
    default:
      return [];
  }
}
