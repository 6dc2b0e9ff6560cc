/** Plain syntax nodes, copied once from the parser's tree: everything behind works without crossing into WASM. */
import type { Language, Node, Tree, TreeCursor } from 'web-tree-sitter';
import { withoutAddress } from './addressed-operands.ts';
import { withPrefixOutside } from './prefix-operators.ts';
import type { OpenNode } from './prefix-operators.ts';

export interface SyntaxNode {
  readonly type: string;
  /** Name of the field under which the parent holds the node. */
  readonly field: string | null;
  /** Offsets in the parsed (preprocessed) text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Named children, and unnamed ones that are held in a field (operators). Comments are left out. */
  readonly children: readonly SyntaxNode[];
  /** An ERROR or MISSING node. */
  readonly error: boolean;
  /** It or something below it is an error. */
  readonly hasError: boolean;
  /** Longest way down. */
  readonly depth: number;
}

/** Nodes whose text says it all: what is below them is not copied. */
const LEAVES = new Set([
  'string_literal',
  'char_literal',
  'number_literal',
  'sized_type_specifier',
  'attribute_specifier',
  'gnu_asm_expression',
  'preproc_include',
  'preproc_def',
  'preproc_function_def',
  'preproc_call',
  'identifier',
  'type_identifier',
  'field_identifier',
  'statement_identifier',
  'primitive_type',
  'storage_class_specifier',
  'type_qualifier',
  'true',
  'false',
  'null',
  'break_statement',
  'continue_statement',
]);

/** What a language's node types are, by number: asked once, since every question to the parser costs. */
interface NodeKinds {
  readonly names: readonly string[];
  /** Named, and no comment. */
  readonly kept: readonly boolean[];
  readonly leaf: readonly boolean[];
  /** Unnamed, but worth keeping where it stands in a field: operators. */
  readonly operator: readonly boolean[];
  readonly fields: readonly (string | null)[];
}

const kindsByLanguage = new WeakMap<Language, NodeKinds>();

function kindsOf(language: Language): NodeKinds {
  let kinds = kindsByLanguage.get(language);
  if (kinds === undefined) {
    const names = language.types;
    const named = names.map((_, id) => language.nodeTypeIsNamed(id));
    kinds = {
      names,
      kept: names.map((name, id) => named[id]! && name !== 'comment'),
      leaf: names.map((name) => LEAVES.has(name)),
      operator: names.map((name, id) => !named[id]! && /^([-+*/%&|^<>=!~]+|\+\+|--)$/.test(name)),
      fields: language.fields,
    };
    kindsByLanguage.set(language, kinds);
  }
  return kinds;
}

/** The number of ERROR nodes; the table of types doesn't have it. */
const ERROR_ID = 0xffff;

/** The grammar wants a name in `int : 3;`, where C has none. */
function isUnnamedField(cursor: TreeCursor): boolean {
  return cursor.nodeType === 'field_identifier' && cursor.currentNode.nextSibling?.type === 'bitfield_clause';
}

/** What the grammar takes for an error, and isn't: `int : 3;`, `_Atomic(int)`, `__attribute__((fallthrough));`. */
export function isHarmless(cursor: TreeCursor): boolean {
  if (cursor.nodeIsMissing)
    return (
      isUnnamedField(cursor) ||
      (cursor.nodeType === 'identifier' && cursor.currentNode.parent?.type === 'macro_type_specifier')
    );
  const { namedChildren } = cursor.currentNode;
  return namedChildren.length > 0 && namedChildren.every((c) => c?.type === 'attribute_specifier');
}

/** Copies the node under the cursor with all below it; the cursor is back at the node afterwards. Uses no recursion. */
function snapshot(cursor: TreeCursor, language: Language, hasErrors: boolean, offset = 0): SyntaxNode {
  const kinds = kindsOf(language);
  const copy = (id: number): OpenNode => {
    const type = id === ERROR_ID ? 'ERROR' : kinds.names[id]!;
    const error = hasErrors && (id === ERROR_ID || cursor.nodeIsMissing) && !isHarmless(cursor);
    const field = kinds.fields[cursor.currentFieldId] ?? null;
    return {
      type,
      field,
      start: cursor.startIndex + offset,
      end: cursor.endIndex + offset,
      children: [],
      error,
      hasError: error,
      depth: 1,
    };
  };
  const rootId = cursor.nodeTypeId;
  const root = copy(rootId);
  const stack: OpenNode[] = [root];
  if (kinds.leaf[rootId] === true || !cursor.gotoFirstChild()) return root;
  for (;;) {
    const parent = stack[stack.length - 1]!;
    const id = cursor.nodeTypeId;
    const named = id === ERROR_ID || kinds.kept[id] === true;
    if (named || kinds.operator[id] === true || (hasErrors && cursor.nodeIsMissing)) {
      const node = copy(id);
      if (named && kinds.leaf[id] !== true && cursor.gotoFirstChild()) {
        stack.push(node);
        continue;
      }
      if (named || node.field !== null || node.error) attach(parent, node);
    }
    while (!cursor.gotoNextSibling()) {
      cursor.gotoParent();
      const done = stack.pop()!;
      const above = stack[stack.length - 1];
      if (above === undefined) return done;
      attach(above, withoutAddress(withPrefixOutside(done)));
    }
  }
}

function attach(parent: OpenNode, child: OpenNode): void {
  parent.children.push(child);
  if (child.hasError) parent.hasError = true;
  if (child.depth >= parent.depth) parent.depth = child.depth + 1;
}

/** The child in a field, or null. */
export function child(node: SyntaxNode, field: string): SyntaxNode | null {
  for (const c of node.children) if (c.field === field) return c;
  return null;
}

/** A member is taken through a pointer: `p->m`, not `x.m`. */
export const isThroughArrow = (node: SyntaxNode): boolean => child(node, 'operator')?.type === '->';

/** Top-level nodes of a tree with their extent, without copying what is below. */
export interface TopLevel {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly snapshot: () => SyntaxNode;
}

/** The items of a file: children of the root (also when the root is an ERROR), `extern "C"` blocks opened. */
export function topLevel(tree: Tree, offset = 0): TopLevel[] {
  const items: TopLevel[] = [];
  const hasErrors = tree.rootNode.hasError;
  const { language } = tree;
  const add = (nodes: readonly Node[]): void => {
    for (const node of nodes) {
      const { type } = node;
      if (type === 'linkage_specification' || type === 'declaration_list') {
        add(node.children);
        continue;
      }
      if (!node.isNamed || type === 'comment') continue;
      items.push({
        type,
        start: node.startIndex + offset,
        end: node.endIndex + offset,
        snapshot: () => {
          const cursor = node.walk();
          const copied = snapshot(cursor, language, hasErrors, offset);
          cursor.delete();
          return copied;
        },
      });
    }
  };
  add(tree.rootNode.children);
  return items;
}

/** Whether evaluating the expression may do more than give a value. */
export function hasEffects(node: SyntaxNode): boolean {
  const open = [node];
  for (let n = open.pop(); n !== undefined; n = open.pop()) {
    if (
      /^(assignment_expression|update_expression|call_expression|compound_statement|gnu_asm_expression|ERROR)$/.test(
        n.type,
      )
    )
      return true;
    for (const c of n.children) open.push(c);
  }
  return false;
}

/** What is nested deeper than this is not understood (the stack is finite). */
const DEEPEST = 1_500;

/** A node (and what is below it) moved by some offset. */
export function rebase(node: SyntaxNode, by: number): SyntaxNode {
  if (node.depth > DEEPEST)
    return {
      ...node,
      type: 'ERROR',
      start: node.start + by,
      end: node.end + by,
      children: [],
      error: true,
      hasError: true,
      depth: 1,
    };
  return by === 0
    ? node
    : { ...node, start: node.start + by, end: node.end + by, children: node.children.map((c) => rebase(c, by)) };
}
