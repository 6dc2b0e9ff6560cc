/**
 * Tests of loops that nothing in the loop changes: `i < n` in `for (i = 0; i < n;) s += a[n];`. Such a loop has no
 * iteration, or never ends.
 */
import type { SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import { lookup } from '../types/index.ts';
import type { LoopParts, Walk } from './walk-state.ts';
import { step, textOf } from './walk-state.ts';

/** Comparisons and arithmetic on variables and constants. */
const PLAIN: ReadonlySet<string> = new Set([
  'identifier',
  'number_literal',
  'char_literal',
  'null',
  'true',
  'false',
  'parenthesized_expression',
  'binary_expression',
  'unary_expression',
  'cast_expression',
]);

/** Whether the test is about local variables that only this function has, and the loop assigns to none of them. */
export function neverChanges(walk: Walk, { test, body, update }: LoopParts): boolean {
  if (test === null) return false;
  const names = namesInPlain(walk, test);
  if (names === null || names.size === 0 || ![...names].every((n) => isOwn(walk, n))) return false;
  return ![test, body, update].some((part) => part !== null && changesAny(walk, part, names));
}

/** The variables in a plain expression; null: it is another one. */
function namesInPlain(walk: Walk, node: SyntaxNode): ReadonlySet<string> | null {
  step(walk);
  if (node.type === 'identifier') {
    const name = textOf(walk, node);
    const isVariable = /^(local|global)$/.test(lookup(walk.scope, name)?.kind ?? 'global');
    return new Set(isVariable ? [name] : []);
  }
  if (!PLAIN.has(node.type)) return null;
  const parts = node.children
    .filter((c) => c.field !== 'operator' && c.field !== 'type')
    .map((c) => namesInPlain(walk, c));
  return parts.some((p) => p === null) ? null : new Set(parts.flatMap((p) => [...(p ?? [])]));
}

/** A local variable whose address nobody has. */
function isOwn(walk: Walk, name: string): boolean {
  const symbol = lookup(walk.scope, name);
  const object = symbol?.kind === 'local' ? walk.named.get(symbol) : undefined;
  if (object?.kind !== 'local' || object.exposed) return false;
  const { type } = object;
  return type?.kind === 'float' || ((type?.kind === 'int' || type?.kind === 'pointer') && !type.volatile);
}

/** Whether there is an assignment to a variable of one of the names, or another variable of that name. */
function changesAny(walk: Walk, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  step(walk);
  const changed =
    node.type === 'assignment_expression'
      ? child(node, 'left')
      : node.type === 'update_expression'
        ? child(node, 'argument')
        : null;
  const isOne = (n: SyntaxNode): boolean =>
    n.type === 'identifier'
      ? names.has(textOf(walk, n))
      : n.type === 'parenthesized_expression' && n.children.some(isOne);
  if (changed !== null && isOne(changed)) return true;
  return node.children.some((c) => (c.field === 'declarator' && isOne(c)) || changesAny(walk, c, names));
}

/** What only looks at memory, and says the same as long as nothing changes that. */
const LOOKING: ReadonlySet<string> = new Set(
  `strcmp strncmp strcasecmp strncasecmp memcmp strlen strnlen strchr strrchr strstr strpbrk strspn strcspn isalnum
   isalpha isdigit islower isprint isspace isupper isxdigit tolower toupper abs labs llabs`.split(/\s+/),
);

/** Whether a loop does nothing but look: a round that comes to its end does what the one before it did. */
export function changesNothing(walk: Walk, { test, body, update }: LoopParts): boolean {
  return [test, body, update].every((part) => part === null || onlyLooks(walk, part));
}

function onlyLooks(walk: Walk, node: SyntaxNode): boolean {
  step(walk);
  if (/^(assignment_expression|update_expression|gnu_asm_expression|goto_statement|ERROR)$/.test(node.type))
    return false;
  if (node.type === 'call_expression') {
    const callee = child(node, 'function');
    const name = callee?.type === 'identifier' ? textOf(walk, callee) : '';
    if (!LOOKING.has(name) || walk.file.definitions.has(name)) return false;
  }
  return !mayBeVolatile(walk, node) && node.children.every((c) => onlyLooks(walk, c));
}

/** What others may change at any time. */
function mayBeVolatile(walk: Walk, node: SyntaxNode): boolean {
  if (node.type === 'type_qualifier') return textOf(walk, node) === 'volatile';
  if (!/^(identifier|field_expression|subscript_expression|pointer_expression)$/.test(node.type)) return false;
  const type = walk.file.types.typeOf(node, walk.scope);
  return (type.kind === 'int' || type.kind === 'pointer') && type.volatile === true;
}
