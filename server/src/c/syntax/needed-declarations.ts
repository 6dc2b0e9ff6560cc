/**
 * Which declarations of headers matter to a file: those of names that it mentions, and of what these rest on. Most of
 * what headers declare is never mentioned; it is neither copied nor looked at.
 */
import { attributeKind } from './attribute-table.ts';
import type { Attribute } from './attributes.ts';
import { libraryFunction } from './library-functions.ts';
import { child } from './syntax-node.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** What a header's item does for names. */
export interface ItemNames {
  /** Names that it may declare, tags and enumerators among them; null: it matters in any case. */
  readonly declares: readonly string[] | null;
  /** All names in it. */
  readonly mentions: readonly string[];
}

const NAME = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** All names in a text, in comments and strings too. */
export function namesOf(text: string): readonly string[] {
  return [...new Set(text.match(NAME) ?? [])];
}

/**
 * `text`: the header's, as it is parsed; `around`: the item with what attributes stand beside it, as the header has it.
 */
export function itemNames(node: SyntaxNode, text: string, around: string, attributes: readonly Attribute[]): ItemNames {
  return {
    declares: attributes.every(isLocal) ? declaredNames(node, text) : null,
    mentions: namesOf(around),
  };
}

/** It says something of nothing but what is declared. */
function isLocal({ name }: Attribute): boolean {
  return !/^(elsewhere|unknown|constructor)$/.test(attributeKind(name));
}

/** Null where that can't be told, or where it does more than declare. */
function declaredNames(node: SyntaxNode, text: string): readonly string[] | null {
  if (!/^(declaration|type_definition|struct_specifier|union_specifier|enum_specifier)$/.test(node.type)) return null;
  if (node.hasError || /[\\#]/.test(text.slice(node.start, node.end))) return null;
  const names = new Set(tagsIn(node, text));
  for (const d of node.children) {
    if (d.field !== 'declarator') continue;
    if (d.type === 'init_declarator') return null;
    const before = names.size;
    for (const name of declaredIn(d, text)) names.add(name);
    if (names.size === before) return null;
  }
  return [...names];
}

/** Tags, with or without what they stand for, and enumerators. */
function* tagsIn(node: SyntaxNode, text: string): Generator<string> {
  const open = [node];
  for (let n = open.pop(); n !== undefined; n = open.pop()) {
    const name = /^(struct_specifier|union_specifier|enum_specifier|enumerator)$/.test(n.type)
      ? child(n, 'name')
      : null;
    if (name !== null) yield text.slice(name.start, name.end);
    for (const c of n.children) open.push(c);
  }
}

/** All names in a declarator that don't belong to parameters: one of them is declared. */
function* declaredIn(declarator: SyntaxNode, text: string): Generator<string> {
  const open = [declarator];
  for (let n = open.pop(); n !== undefined; n = open.pop()) {
    if (n.type === 'parameter_list') continue;
    if (n.children.length === 0) yield* namesOf(text.slice(n.start, n.end));
    for (const c of n.children) open.push(c);
  }
}

/** Which of the items are needed, given the names that the file mentions. Items are in the order of the text. */
export function neededOf(items: readonly ItemNames[], mentioned: Iterable<string>): readonly boolean[] {
  const names = new Mentions();
  for (const name of mentioned) names.add(name);
  const needed = items.map(() => false);
  // mostly what is declared first is mentioned later
  for (let more = true; more; ) {
    more = false;
    for (let i = items.length - 1; i >= 0; i--) {
      const { declares, mentions } = items[i]!;
      if (needed[i] || !(declares === null || declares.some((name) => names.has(name)))) continue;
      needed[i] = true;
      more = true;
      for (const name of mentions) names.add(name);
    }
  }
  return needed;
}

/** Names that are mentioned; with a library function what it sets, and the function that compilers know by its name. */
class Mentions {
  private readonly names = new Set<string>();

  has(name: string): boolean {
    return this.names.has(name);
  }

  add(name: string): void {
    if (this.names.has(name)) return;
    this.names.add(name);
    for (const other of libraryFunction(name)?.sets ?? []) this.names.add(other);
    if (!name.startsWith('__builtin_')) return;
    const plain = name.replace(/^__builtin_(___)?/, '');
    this.add(plain);
    if (plain.endsWith('_chk')) this.add(plain.slice(0, -4));
  }
}
