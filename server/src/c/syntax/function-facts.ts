/** What one pass over a function's syntax tells before it is lowered: whom it calls, whose address it takes, what it assigns. */
import { append, namesIn } from '../sources/index.ts';
import { attributesBetween } from './attributes.ts';
import type { Attribute } from './attributes.ts';
import { operandsOf } from './assembly-operands.ts';
import { onlyBorrows, returnsArgument, returnsTwice } from './library-functions.ts';
import { sourceOf } from './pointer-sources.ts';
import type { Source } from './pointer-sources.ts';
import { child, hasEffects } from './syntax-node.ts';
import type { SyntaxNode } from './syntax-node.ts';

export interface FunctionFacts {
  /** Names called directly. */
  readonly calls: ReadonlySet<string>;
  /** Calls through an expression. */
  readonly callsPointers: boolean;
  /** Names under `&`, and names of arrays or records used as a whole where a pointer may come of it. */
  readonly addressTaken: ReadonlySet<string>;
  /**
   * `&x`: `x` is under `&` only as an argument of these library functions, which keep no pointer; `x`: it is a value of its own there.
   * By the functions, since the file may define its own of that name.
   */
  readonly lent: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that occur as a value in themselves (not called, subscripted, or as the left of a member). */
  readonly bare: ReadonlySet<string>;
  /** By name: the fewest subscripts that it has anywhere. */
  readonly subscripts: ReadonlyMap<string, number>;
  /** Names assigned, incremented or the like; a declaration's initialiser doesn't count. */
  readonly assigned: ReadonlySet<string>;
  /** Stores through a pointer or a subscript whose base is no plain name. */
  readonly storesThroughPointers: boolean;
  /** Names `x` of stores to `x[...]`, `x[...][...]` and `*x`. */
  readonly storedInto: ReadonlySet<string>;
  /** Names declared as arrays (or as records) in it. */
  readonly declaredObjects: ReadonlySet<string>;
  /** By name: what is assigned to it, as a pointer. */
  readonly sources: ReadonlyMap<string, readonly Source[]>;
  /** Contains inline assembly or an error. */
  readonly opaque: boolean;
  /** Names in code that was not understood: it may declare them. */
  readonly hidden: ReadonlySet<string>;
  /** Labels whose address is taken, and those that stand more than once. */
  readonly labels: ReadonlySet<string>;
  readonly repeatedLabels: ReadonlySet<string>;
  /** A call in it may return more than once: so may all behind it. */
  readonly returnsTwice: boolean;
  /** The names are declared more than once in it. */
  readonly declared: ReadonlyMap<string, number>;
}

/** The text that is parsed, and the attributes that were taken out of it. */
interface AttributedText {
  readonly text: string;
  readonly attributes: readonly Attribute[];
}

export function factsOf(root: SyntaxNode, { text, attributes }: AttributedText): FunctionFacts {
  const labels = new Set<string>();
  const hiddenNames = new Set<string>();
  const labelled = new Map<string, number>();
  const calls = new Set<string>();
  const addressTaken = new Set<string>();
  const bare = new Set<string>();
  const assigned = new Set<string>();
  const declared = new Map<string, number>();
  const storedInto = new Set<string>();
  const declaredObjects = new Set<string>();
  const lent = new Map<string, Set<string>>();
  const sources = new Map<string, Source[]>();
  const subscripts = new Map<string, number>();
  const innerSubscripts = new Set<SyntaxNode>();
  let callsPointers = false;
  let storesThroughPointers = false;
  // what is nested too deeply or too large is not lowered: it may do anything
  let opaque = beyondLowering(root) !== null;
  let cleaned = false;
  const stack: SyntaxNode[] = [root];
  const name = (n: SyntaxNode): string => text.slice(n.start, n.end);
  const comesFrom = (target: string, source: Source): void => {
    const known = sources.get(target);
    if (known === undefined) sources.set(target, [source]);
    else known.push(source);
  };
  /** Arguments of a function that only borrows them; the others are left to be looked at. */
  const lend = (call: SyntaxNode, callee: string): readonly SyntaxNode[] => {
    const list = child(call, 'arguments');
    return (list?.children ?? []).filter((argument) => {
      const address = argument.type === 'pointer_expression' && text[argument.start] === '&' ? child(argument, 'argument') : null;
      const object = address ?? argument;
      if (object.type !== 'identifier') return true;
      const key = address === null ? name(object) : `&${name(object)}`;
      let by = lent.get(key);
      if (by === undefined) {
        by = new Set();
        lent.set(key, by);
      }
      by.add(callee);
      if (address !== null) comesFrom(name(object), { kind: 'unknown' });
      return false;
    });
  };
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
  /** What code that isn't followed names, it may write or keep pointers to. */
  const hidden = (node: SyntaxNode): void => {
    for (const n of namesIn(text.slice(node.start, node.end))) {
      for (const set of [assigned, addressTaken, bare]) set.add(n);
      if (node.hasError) hiddenNames.add(n);
      comesFrom(n, { kind: 'unknown' });
    }
  };
  for (const { name: kind, argument } of attributesBetween(attributes, root.start, root.end)) {
    if (kind !== 'cleanup') continue;
    calls.add(argument);
    cleaned = true;
  }
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node.error && node.type !== 'ERROR') opaque = true;
    if (node.hasError && PLAIN_STATEMENT.test(node.type)) hidden(node);
    switch (node.type) {
      case 'call_expression': {
        const callee = child(node, 'function');
        if (callee?.type === 'identifier') calls.add(name(callee));
        else callsPointers = true;
        if (callee?.type === 'identifier' && onlyBorrows(name(callee))) {
          append(stack, lend(node, name(callee)));
          continue;
        }
        // a macro that was not read may assign to its arguments
        if (callee?.type === 'identifier' && /^[A-Z_][A-Z0-9_]*$|^va_/.test(name(callee))) {
          for (const c of child(node, 'arguments')?.children ?? []) {
            if (c.type !== 'identifier') continue;
            assigned.add(name(c));
            comesFrom(name(c), { kind: 'unknown' });
          }
        }
        for (const c of node.children) if (c !== callee || callee.type !== 'identifier') stack.push(c);
        continue;
      }
      case 'expression_statement': {
        // a result that nobody wants leads nowhere
        const call = node.children[0];
        const callee = call?.type === 'call_expression' ? child(call, 'function') : null;
        if (call === undefined || callee?.type !== 'identifier' || !returnsArgument(name(callee))) break;
        calls.add(name(callee));
        append(stack, lend(call, name(callee)));
        continue;
      }
      case 'labeled_statement': {
        const label = child(node, 'label');
        if (label !== null) labelled.set(name(label), (labelled.get(name(label)) ?? 0) + 1);
        break;
      }
      case 'pointer_expression': {
        const operator = child(node, 'operator');
        const label = labelIn(node, text);
        if (label !== null) {
          labels.add(name(label));
          continue;
        }
        if (operator !== null && name(operator) === '&') {
          const base = baseName(child(node, 'argument'));
          if (base !== null) addressTaken.add(name(base));
        }
        break;
      }
      case 'assignment_expression': {
        const left = child(node, 'left');
        const operator = child(node, 'operator');
        stored(left);
        const target = unwrapped(left);
        if (target?.type === 'identifier' && operator !== null && name(operator) === '=') comesFrom(name(target), sourceOf(child(node, 'right'), text));
        break;
      }
      case 'update_expression': stored(child(node, 'argument')); break;
      case 'gnu_asm_expression': {
        const operands = operandsOf(name(node));
        for (const n of operands.written) {
          assigned.add(n);
          storedInto.add(n);
          comesFrom(n, { kind: 'unknown' });
        }
        for (const n of new Set([...operands.written, ...operands.addressed])) bare.add(n);
        for (const [, n] of name(node).matchAll(/&\s*\(*\s*([A-Za-z_]\w*)/g)) addressTaken.add(n!);
        opaque = true;
        break;
      }
      case 'ERROR':
        opaque = true;
        hidden(node);
        break;
      case 'function_definition':
        // a nested function works on the variables of the one around it
        opaque = true;
        hidden(node);
        break;
      case 'subscript_expression': case 'field_expression': {
        const base = node.children[0];
        if (node.type === 'subscript_expression' && !innerSubscripts.has(node)) {
          const { depth, of } = subscripted(node, innerSubscripts);
          if (of?.type === 'identifier') subscripts.set(name(of), Math.min(depth, subscripts.get(name(of)) ?? depth));
        }
        for (const c of node.children) if (c !== base || c.type !== 'identifier') stack.push(c);
        if (node.type === 'field_expression' && base?.type === 'identifier') break;
        continue;
      }
      case 'init_declarator': case 'declaration': case 'parameter_declaration':
        for (const c of node.children) if (c.field === 'declarator' && c.type !== 'init_declarator') {
          const declaredName = innermost(c);
          if (declaredName !== null && !hasPointer(c)) declaredObjects.add(name(declaredName));
          if (declaredName !== null && node.type === 'init_declarator' && c.type !== 'array_declarator') {
            const value = child(node, 'value');
            comesFrom(name(declaredName), sourceOf(value?.type === 'initializer_list' && value.children.length === 1 ? value.children[0]! : value, text));
          }
          // handlers get its address
          if (declaredName !== null && cleaned) addressTaken.add(name(declaredName));
          if (declaredName !== null) declared.set(name(declaredName), (declared.get(name(declaredName)) ?? 0) + 1);
        }
        break;
      case 'sizeof_expression':
        // evaluated only where a size depends on values
        if (!hasEffects(node)) continue;
        break;
      case 'identifier': if (node.field !== 'declarator') bare.add(name(node)); break;
    }
    if (node.type === 'field_expression') continue;
    for (const c of node.children) stack.push(c);
  }
  return { calls, callsPointers, addressTaken, bare, assigned, storesThroughPointers, storedInto, declaredObjects, lent, sources, opaque, declared, subscripts, hidden: hiddenNames, labels, repeatedLabels: new Set([...labelled].flatMap(([label, times]) => (times > 1 ? [label] : []))), returnsTwice: [...calls].some(returnsTwice) };
}

/** Functions nested deeper than this are not walked into when they are lowered (the stack is finite). */
const DEEPEST_BODY = 700;

/** Nodes of syntax in one function, beyond which it is not lowered: some twenty thousand lines, a dozen times what the longest functions that people write have. */
const LARGEST_BODY = 500_000;

/** Why a function's syntax is not lowered; null: it is. */
export function beyondLowering(body: SyntaxNode): 'too-deep' | 'too-large' | null {
  if (body.depth > DEEPEST_BODY) return 'too-deep';
  // shorter texts have too few nodes to matter
  return body.end - body.start > LARGEST_BODY && hasMoreNodes(body, LARGEST_BODY) ? 'too-large' : null;
}

function hasMoreNodes(root: SyntaxNode, limit: number): boolean {
  const stack = [root];
  let seen = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (++seen > limit) return true;
    for (const c of node.children) stack.push(c);
  }
  return false;
}

/** Statements that aren't followed where there is an error in them. */
const PLAIN_STATEMENT = /^(expression_statement|declaration|return_statement|goto_statement)$/;

/** How many subscripts stand behind what; those before the last are added to `inner`. */
function subscripted(node: SyntaxNode, inner: Set<SyntaxNode>): { readonly depth: number; readonly of: SyntaxNode | undefined } {
  let depth = 1;
  let of = node.children[0];
  for (; of?.type === 'subscript_expression'; of = of.children[0], depth++) inner.add(of);
  return { depth, of };
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

/** The label in `&&label`, which the grammar takes for the address of an address. */
export function labelIn(node: SyntaxNode, text: string): SyntaxNode | null {
  const argument = node.type === 'pointer_expression' && text.startsWith('&&', node.start) ? child(node, 'argument') : null;
  const label = argument?.type === 'pointer_expression' ? child(argument, 'argument') : null;
  return label?.type === 'identifier' ? label : null;
}

function unwrapped(node: SyntaxNode | null): SyntaxNode | null {
  let at = node;
  while (at?.type === 'parenthesized_expression') at = at.children[0] ?? null;
  return at;
}

function hasPointer(declarator: SyntaxNode): boolean {
  return declarator.type === 'pointer_declarator' || declarator.children.some((c) => c.field === 'declarator' && hasPointer(c));
}

/** The name at the bottom of `x[i][j]`, `*x`, `*x++`, `x.y.z`; null where something else is stored to. */
function storedBase(node: SyntaxNode, text: string): SyntaxNode | null {
  let at = node;
  while (at.type !== 'identifier') {
    const inner = at.type === 'pointer_expression' || at.type === 'update_expression' ? child(at, 'argument') : at.children[0] ?? null;
    if (inner === null || !/^(identifier|subscript_expression|pointer_expression|parenthesized_expression|field_expression|update_expression)$/.test(inner.type)) return null;
    if (inner.type === 'update_expression' && at.type !== 'pointer_expression') return null;
    // a member may be a pointer
    if (inner.type === 'field_expression' && at.type !== 'field_expression') return null;
    if (at.type === 'field_expression' && text.slice(inner.end, at.end).includes('->')) return null;
    at = inner;
  }
  return at;
}
