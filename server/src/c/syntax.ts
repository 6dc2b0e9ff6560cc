/** Plain syntax nodes, copied once from the parser's tree: everything behind works without crossing into WASM. */
import type { Tree, TreeCursor } from 'web-tree-sitter';

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

interface Building {
  type: string;
  field: string | null;
  start: number;
  end: number;
  children: SyntaxNode[];
  error: boolean;
  hasError: boolean;
  depth: number;
}

/** Nodes whose text says it all. */
const LEAVES = new Set(['string_literal', 'char_literal', 'number_literal', 'sized_type_specifier', 'attribute_specifier', 'gnu_asm_expression',
  'preproc_include', 'preproc_def', 'preproc_function_def', 'preproc_call']);

/** Copies the node under the cursor with all below it; the cursor is back at the node afterwards. Uses no recursion. */
export function snapshot(cursor: TreeCursor, hasErrors: boolean): SyntaxNode {
  const types = typesOf(cursor);
  const root = copy(cursor, types, hasErrors);
  const stack: Building[] = [root];
  if (LEAVES.has(root.type) || !cursor.gotoFirstChild()) return root;
  for (;;) {
    const parent = stack[stack.length - 1]!;
    const named = cursor.nodeIsNamed;
    const field = cursor.currentFieldName;
    if ((named || field !== null || (hasErrors && cursor.nodeIsMissing)) && cursor.nodeTypeId !== types.comment) {
      const node = copy(cursor, types, hasErrors, field);
      if (!LEAVES.has(node.type) && named && cursor.gotoFirstChild()) {
        stack.push(node);
        continue;
      }
      attach(parent, node);
    }
    while (!cursor.gotoNextSibling()) {
      cursor.gotoParent();
      const done = stack.pop()!;
      const above = stack[stack.length - 1];
      if (above === undefined) return done;
      attach(above, done);
    }
  }
}

function attach(parent: Building, child: SyntaxNode): void {
  parent.children.push(child);
  if (child.hasError) parent.hasError = true;
  if (child.depth >= parent.depth) parent.depth = child.depth + 1;
}

interface Types { readonly comment: number }

function typesOf(cursor: TreeCursor): Types {
  return { comment: cursor.currentNode.tree.language.idForNodeType('comment', true) ?? -1 };
}

function copy(cursor: TreeCursor, _types: Types, hasErrors: boolean, field: string | null = null): Building {
  const type = cursor.nodeType;
  const error = hasErrors && (type === 'ERROR' || cursor.nodeIsMissing);
  return { type, field, start: cursor.startIndex, end: cursor.endIndex, children: [], error, hasError: error, depth: 1 };
}

/** The child in a field, or null. */
export function child(node: SyntaxNode, field: string): SyntaxNode | null {
  for (const c of node.children) if (c.field === field) return c;
  return null;
}

/** The first child that stands in no operator's place. */
export function firstChild(node: SyntaxNode): SyntaxNode | null {
  return node.children[0] ?? null;
}

/** Top-level nodes of a tree with their extent, without copying what is below. */
export interface TopLevel {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly snapshot: () => SyntaxNode;
}

/** The items of a file: children of the root (also when the root is an ERROR), `#if` and `extern "C"` blocks opened. */
export function topLevel(tree: Tree): TopLevel[] {
  const items: TopLevel[] = [];
  const hasErrors = tree.rootNode.hasError;
  const nodes = tree.rootNode.children;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    if (node.type === 'linkage_specification' || node.type === 'declaration_list') {
      nodes.splice(i + 1, 0, ...node.children);
      continue;
    }
    if (!node.isNamed || node.type === 'comment') continue;
    items.push({
      type: node.type,
      start: node.startIndex,
      end: node.endIndex,
      snapshot: () => {
        const cursor = node.walk();
        const copied = snapshot(cursor, hasErrors);
        cursor.delete();
        return copied;
      },
    });
  }
  return items;
}
