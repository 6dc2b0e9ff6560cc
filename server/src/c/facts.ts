/** What one pass over a function's syntax tells before it is lowered: whom it calls, whose address it takes, what it assigns. */
import { child } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';

export interface FunctionFacts {
  /** Names called directly. */
  readonly calls: ReadonlySet<string>;
  /** Calls through an expression. */
  readonly callsPointers: boolean;
  /** Names under `&`, and names of arrays or records used as a whole where a pointer may come of it. */
  readonly addressTaken: ReadonlySet<string>;
  /** Names that occur as a value in themselves (not called, subscripted, or as the left of a member). */
  readonly bare: ReadonlySet<string>;
  /** Names assigned, incremented or the like; a declaration's initialiser doesn't count. */
  readonly assigned: ReadonlySet<string>;
  /** Stores through a pointer or a subscript whose base is no plain name. */
  readonly storesThroughPointers: boolean;
  /** Names `x` of stores to `x[...]`, `x[...][...]` and `*x`. */
  readonly storedInto: ReadonlySet<string>;
  /** Names declared as arrays (or as records) in it. */
  readonly declaredObjects: ReadonlySet<string>;
  /** Contains inline assembly or an error. */
  readonly opaque: boolean;
  /** The names are declared more than once in it. */
  readonly declared: ReadonlyMap<string, number>;
}

export function factsOf(root: SyntaxNode, text: string): FunctionFacts {
  const calls = new Set<string>();
  const addressTaken = new Set<string>();
  const bare = new Set<string>();
  const assigned = new Set<string>();
  const declared = new Map<string, number>();
  const storedInto = new Set<string>();
  const declaredObjects = new Set<string>();
  let callsPointers = false;
  let storesThroughPointers = false;
  let opaque = false;
  const stack: SyntaxNode[] = [root];
  const name = (n: SyntaxNode): string => text.slice(n.start, n.end);
  const stored = (target: SyntaxNode | null): void => {
    let node = target;
    while (node !== null && node.type === 'parenthesized_expression') node = node.children[0] ?? null;
    if (node === null) return;
    if (node.type === 'identifier') assigned.add(name(node));
    else {
      const base = storedBase(node, text);
      if (base === null) storesThroughPointers = true;
      else storedInto.add(name(base));
    }
  };
  while (stack.length > 0) {
    const node = stack.pop()!;
    switch (node.type) {
      case 'call_expression': {
        const callee = child(node, 'function');
        if (callee?.type === 'identifier') calls.add(name(callee));
        else callsPointers = true;
        for (const c of node.children) if (c !== callee || callee.type !== 'identifier') stack.push(c);
        continue;
      }
      case 'pointer_expression': {
        const operator = child(node, 'operator');
        if (operator !== null && name(operator) === '&') {
          const base = baseName(child(node, 'argument'));
          if (base !== null) addressTaken.add(name(base));
        }
        break;
      }
      case 'assignment_expression': stored(child(node, 'left')); break;
      case 'update_expression': stored(child(node, 'argument')); break;
      case 'gnu_asm_expression': case 'ERROR': opaque = true; break;
      case 'subscript_expression': case 'field_expression': {
        const base = node.children[0];
        for (const c of node.children) if (c !== base || c.type !== 'identifier') stack.push(c);
        if (node.type === 'field_expression' && base?.type === 'identifier') break;
        continue;
      }
      case 'init_declarator': case 'declaration': case 'parameter_declaration':
        for (const c of node.children) if (c.field === 'declarator' && c.type !== 'init_declarator') {
          const declaredName = innermost(c);
          if (declaredName !== null && !hasPointer(c)) declaredObjects.add(name(declaredName));
          if (declaredName !== null) declared.set(name(declaredName), (declared.get(name(declaredName)) ?? 0) + 1);
        }
        break;
      case 'sizeof_expression': continue;
      case 'identifier': if (node.field !== 'declarator') bare.add(name(node)); break;
    }
    if (node.type === 'field_expression') continue;
    for (const c of node.children) stack.push(c);
  }
  return { calls, callsPointers, addressTaken, bare, assigned, storesThroughPointers, storedInto, declaredObjects, opaque, declared };
}

function innermost(node: SyntaxNode): SyntaxNode | null {
  let at: SyntaxNode | null = node;
  while (at !== null && at.type !== 'identifier') at = child(at, 'declarator') ?? at.children.find((c) => c.type === 'identifier' || c.type.endsWith('_declarator')) ?? null;
  return at;
}

/** The object named in `&x`, `&x.y`, `&x[i].z`; null where the address is of what a pointer leads to. */
function baseName(node: SyntaxNode | null): SyntaxNode | null {
  let at = node;
  while (at !== null) {
    if (at.type === 'identifier') return at;
    if (at.type === 'parenthesized_expression' || at.type === 'subscript_expression' || at.type === 'field_expression') at = at.children[0] ?? null;
    else return null;
  }
  return null;
}

function hasPointer(declarator: SyntaxNode): boolean {
  return declarator.type === 'pointer_declarator' || declarator.children.some((c) => c.field === 'declarator' && hasPointer(c));
}

/** The name at the bottom of `x[i][j]`, `*x`, `x.y[i]`; null where something else is stored to. */
function storedBase(node: SyntaxNode, text: string): SyntaxNode | null {
  let at: SyntaxNode | null = node;
  while (at !== null && at.type !== 'identifier') {
    const inner: SyntaxNode | undefined = at.type === 'pointer_expression' ? child(at, 'argument') ?? undefined : at.children[0];
    if (inner === undefined || !/^(identifier|subscript_expression|pointer_expression|parenthesized_expression|field_expression)$/.test(inner.type)) return null;
    if (at.type === 'field_expression' && text.slice(inner.end, at.end).includes('->')) return null;
    at = inner;
  }
  return at;
}
