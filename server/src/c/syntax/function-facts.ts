/**
 * What one pass over a function's syntax tells before it is lowered: whom it calls, whose address it takes, what it
 * assigns.
 */
import { append, namesIn } from '../sources/index.ts';
import { attributesBetween } from './attributes.ts';
import type { Attribute } from './attributes.ts';
import { operandsOf } from './assembly-operands.ts';
import { countsInto } from './format-strings.ts';
import {
  libraryEffect,
  libraryFunction,
  onlyBorrows,
  returnsArgument,
  returnsTwice,
  takesArguments,
} from './library-functions.ts';
import { keptNames } from './kept-names.ts';
import type { KeptNames } from './kept-names.ts';
import { literalsIn, sourceOf } from './pointer-sources.ts';
import type { Source } from './pointer-sources.ts';
import { child, hasEffects, isThroughArrow } from './syntax-node.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { beyondLowering } from './lowering-limits.ts';
import {
  baseName,
  hasPointer,
  innermost,
  labelIn,
  storedBase,
  storedPath,
  subscripted,
  unwrapped,
  withoutBraces,
} from './designated-names.ts';

export interface FunctionFacts {
  /** Names called directly. */
  readonly calls: ReadonlySet<string>;
  /** Calls through an expression, or of something by the name of a library function. */
  readonly callsPointers: boolean;
  /** Names under `&`, and names of arrays or records used as a whole where a pointer may come of it. */
  readonly addressTaken: ReadonlySet<string>;
  /**
   * Those that stand under `&` themselves: where `x` is a pointer, `&x->y` and `&x[i]` are addresses of what it leads
   * to.
   */
  readonly ownAddressTaken: ReadonlySet<string>;
  /**
   * `&x`: `x` is under `&` only as an argument of these library functions, which keep no pointer; `x`: it is a value of
   * its own there. By the functions, since the file may define its own of that name.
   */
  readonly lent: ReadonlyMap<string, ReadonlySet<string>>;
  /** Where pointers go; null: that isn't known. */
  readonly kept: KeptNames | null;
  /** Names that occur as a value in themselves (not called, subscripted, or as the left of a member). */
  readonly bare: ReadonlySet<string>;
  /** By name: the fewest subscripts that it has anywhere. */
  readonly subscripts: ReadonlyMap<string, number>;
  /** Names assigned, incremented or the like; a declaration's initialiser doesn't count. */
  readonly assigned: ReadonlySet<string>;
  /**
   * Objects that are stored to by their names, as `x`, `x.y`, `x[].y`: whether that is anything but null and what is
   * behind them.
   */
  readonly storedPaths: ReadonlyMap<string, boolean>;
  /** Stores through a pointer or a subscript whose base is no plain name. */
  readonly storesThroughPointers: boolean;
  /** Names `x` of stores to `x[...]`, `x[...][...]` and `*x`. */
  readonly storedInto: ReadonlySet<string>;
  /** Names declared as arrays (or as records) in it. */
  readonly declaredObjects: ReadonlySet<string>;
  /** Names `x` of `x->y`. */
  readonly followed: ReadonlySet<string>;
  /** By name: the named type that it is declared to be of, as it stands. */
  readonly typed: ReadonlyMap<string, string>;
  /** Those of these types that `->` follows something of. */
  readonly pointerTypes: ReadonlySet<string>;
  /** By name: what is assigned to it, as a pointer. */
  readonly sources: ReadonlyMap<string, readonly Source[]>;
  /** String literals among these. */
  readonly literals: ReadonlySet<string>;
  /** Contains inline assembly or an error. */
  readonly opaque: boolean;
  /** Names in code that was not understood: it may declare them. */
  readonly hidden: ReadonlySet<string>;
  /** Labels whose address is taken, and those that stand more than once. */
  readonly labels: ReadonlySet<string>;
  readonly repeatedLabels: ReadonlySet<string>;
  /** A call in it may return more than once: so may all behind it. */
  readonly returnsTwice: boolean;
  /** Not, only where nothing in the function can lead back. */
  readonly mayLoop: boolean;
  /** The names are declared more than once in it. */
  readonly declared: ReadonlyMap<string, number>;
  /** Names that stand where only a type can, tags left aside. */
  readonly typeNames: ReadonlySet<string>;
}

/** The text that is parsed, and the attributes that were taken out of it. */
interface AttributedText {
  readonly text: string;
  readonly attributes: readonly Attribute[];
}

/** The facts as they are being gathered. */
interface Gathering {
  readonly text: string;
  readonly calls: Set<string>;
  callsPointers: boolean;
  readonly addressTaken: Set<string>;
  readonly ownAddressTaken: Set<string>;
  readonly lent: Map<string, Set<string>>;
  readonly bare: Set<string>;
  readonly subscripts: Map<string, number>;
  readonly assigned: Set<string>;
  readonly storedPaths: Map<string, boolean>;
  storesThroughPointers: boolean;
  readonly storedInto: Set<string>;
  readonly declaredObjects: Set<string>;
  readonly followed: Set<string>;
  readonly typed: Map<string, string>;
  readonly sources: Map<string, Source[]>;
  readonly literals: Set<string>;
  opaque: boolean;
  readonly hidden: Set<string>;
  readonly labels: Set<string>;
  /** How often each label stands. */
  readonly labelled: Map<string, number>;
  readonly declared: Map<string, number>;
  readonly typeNames: Set<string>;
  /** Subscripts before the last: in `x[i][j]` the `x[i]`. */
  readonly innerSubscripts: Set<SyntaxNode>;
  /** A handler gets the address of a variable at the end of its scope. */
  cleaned: boolean;
}

/** What one kind of node tells; returned are the nodes in it that are still to be looked at. */
type Visit = (g: Gathering, node: SyntaxNode) => readonly SyntaxNode[];

export function factsOf(root: SyntaxNode, { text, attributes }: AttributedText): FunctionFacts {
  const gathering: Gathering = {
    text,
    calls: new Set(),
    callsPointers: false,
    addressTaken: new Set(),
    ownAddressTaken: new Set(),
    lent: new Map(),
    bare: new Set(),
    subscripts: new Map(),
    assigned: new Set(),
    storedPaths: new Map(),
    storesThroughPointers: false,
    storedInto: new Set(),
    declaredObjects: new Set(),
    followed: new Set(),
    typed: new Map(),
    sources: new Map(),
    literals: new Set(),
    // what is nested too deeply or too large is not lowered: it may do anything
    opaque: beyondLowering(root) !== null,
    hidden: new Set(),
    labels: new Set(),
    labelled: new Map(),
    declared: new Map(),
    typeNames: new Set(),
    innerSubscripts: new Set(),
    cleaned: false,
  };
  for (const { name, argument } of attributesBetween(attributes, root.start, root.end)) {
    if (name !== 'cleanup') continue;
    gathering.calls.add(argument);
    gathering.cleaned = true;
  }
  const stack: SyntaxNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.error && node.type !== 'ERROR') gathering.opaque = true;
    if (node.hasError && PLAIN_STATEMENT.test(node.type)) hide(gathering, node);
    const visit = VISITS.get(node.type);
    append(stack, visit === undefined ? node.children : visit(gathering, node));
  }
  const { text: _, labelled, innerSubscripts: __, cleaned, ...facts } = gathering;
  return {
    ...facts,
    pointerTypes: new Set([...facts.followed].flatMap((name) => facts.typed.get(name) ?? [])),
    kept: facts.opaque || cleaned ? null : keptNames(root, text),
    repeatedLabels: new Set([...labelled].flatMap(([label, times]) => (times > 1 ? [label] : []))),
    returnsTwice: [...facts.calls].some(returnsTwice),
    // code that isn't understood may jump to any label
    mayLoop: LEADS_BACK.test(text.slice(root.start, root.end)) || labelled.size > 0 || facts.opaque,
  };
}

/** Words without which there is no loop. */
const LEADS_BACK = /\b(for|while|do|goto)\b/;

const VISITS: ReadonlyMap<string, Visit> = new Map<string, Visit>([
  ['call_expression', visitCall],
  ['expression_statement', visitExpressionStatement],
  ['labeled_statement', visitLabel],
  ['pointer_expression', visitPointerExpression],
  ['assignment_expression', visitAssignment],
  ['update_expression', visitUpdate],
  ['gnu_asm_expression', visitAssembly],
  ['ERROR', visitOpaque],
  // a nested function works on the variables of the one around it
  ['function_definition', visitOpaque],
  ['subscript_expression', visitSubscript],
  ['field_expression', visitMember],
  ['init_declarator', visitDeclaration],
  ['declaration', visitDeclaration],
  ['parameter_declaration', visitDeclaration],
  // evaluated only where a size depends on values
  ['sizeof_expression', (_, node) => (hasEffects(node) ? node.children : [])],
  ['identifier', visitName],
  ['type_identifier', visitTypeName],
  ['struct_specifier', withoutTag],
  ['union_specifier', withoutTag],
  ['enum_specifier', withoutTag],
]);

function visitTypeName(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  gathering.typeNames.add(nameOf(gathering, node));
  return [];
}

function withoutTag(_: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  return node.children.filter((c) => c.field !== 'name');
}

function visitCall(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  const callee = child(node, 'function');
  if (callee?.type !== 'identifier') {
    gathering.callsPointers = true;
    return node.children;
  }
  const name = nameOf(gathering, callee);
  gathering.calls.add(name);
  if (!isCalledRightly(node, name)) gathering.callsPointers = true;
  else {
    if (countsInto(libraryEffect(name), argumentsOf(node), gathering.text) !== 'nothing')
      gathering.storesThroughPointers = true;
    const isLent = (position: number): boolean => onlyBorrows(name, position);
    if (libraryEffect(name) !== null && (!MACRO_NAME.test(name) || argumentsOf(node).every((_, i) => isLent(i))))
      return lend(gathering, node, name, isLent);
  }
  if (MACRO_NAME.test(name)) assignArguments(gathering, node);
  return node.children.filter((c) => c !== callee);
}

/** A function of the library's name that takes other arguments is not the library's. */
function isCalledRightly(call: SyntaxNode, name: string): boolean {
  const known = libraryFunction(name);
  return known === null || takesArguments(known, argumentsOf(call).length);
}

function isOfArgument(g: Gathering, call: SyntaxNode, callee: SyntaxNode): boolean {
  return returnsArgument(nameOf(g, callee)) && isCalledRightly(call, nameOf(g, callee));
}

const argumentsOf = (call: SyntaxNode): readonly SyntaxNode[] =>
  (child(call, 'arguments')?.children ?? []).filter((c) => c.type !== 'ERROR');

/** A macro that was not read may assign to its arguments. */
const MACRO_NAME = /^[A-Z_][A-Z0-9_]*$|^va_/;

function assignArguments(gathering: Gathering, call: SyntaxNode): void {
  for (const c of child(call, 'arguments')?.children ?? []) {
    if (c.type !== 'identifier') continue;
    gathering.assigned.add(nameOf(gathering, c));
    gathering.storedPaths.set(nameOf(gathering, c), true);
    comesFrom(gathering, nameOf(gathering, c), { kind: 'unknown' });
  }
}

/** A call as a statement. Where the function returns its argument, the result is dropped and leads nowhere. */
function visitExpressionStatement(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  const call = node.children[0];
  const callee = call?.type === 'call_expression' ? child(call, 'function') : null;
  if (call === undefined || callee?.type !== 'identifier' || !isOfArgument(gathering, call, callee))
    return node.children;
  gathering.calls.add(nameOf(gathering, callee));
  return lend(gathering, call, nameOf(gathering, callee), () => true);
}

function visitLabel(g: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  const label = child(node, 'label');
  if (label !== null) countOne(g, 'labelled', nameOf(g, label));
  return node.children;
}

function visitPointerExpression(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  const label = labelIn(node, gathering.text);
  if (label !== null) {
    gathering.labels.add(nameOf(gathering, label));
    return [];
  }
  const operator = child(node, 'operator');
  const argument = operator !== null && nameOf(gathering, operator) === '&' ? child(node, 'argument') : null;
  const base = baseName(argument);
  if (base !== null) {
    gathering.addressTaken.add(nameOf(gathering, base));
    if (base === unwrapped(argument)) gathering.ownAddressTaken.add(nameOf(gathering, base));
  }
  return node.children;
}

function visitAssignment(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  const left = child(node, 'left');
  const operator = child(node, 'operator');
  const plain = operator !== null && nameOf(gathering, operator) === '=';
  noteStore(gathering, left, plain && leadsNowhereElse(gathering, child(node, 'right'), left));
  const target = unwrapped(left);
  if (target?.type === 'identifier' && plain) {
    comesFrom(gathering, nameOf(gathering, target), sourceOf(child(node, 'right'), gathering.text));
  }
  return node.children;
}

/** Stored to a pointer, the value is null, or found behind the pointer itself: `p = p->next`. */
function leadsNowhereElse(gathering: Gathering, value: SyntaxNode | null, pointer: SyntaxNode | null): boolean {
  if (sourceOf(value, gathering.text).kind === 'nothing') return true;
  const path = pointer && storedPath(pointer, gathering.text);
  if (path === null) return false;
  for (let at = unwrapped(value); at !== null; at = unwrapped(child(at, 'argument')))
    if (storedPath(at, gathering.text) === path) return true;
    else if (!/^(field|subscript|pointer)_expression$/.test(at.type)) return false;
  return false;
}

function visitUpdate(g: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  noteStore(g, child(node, 'argument'), true);
  return node.children;
}

function visitAssembly(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  const { written, addressed } = operandsOf(nameOf(gathering, node));
  for (const name of written) {
    gathering.assigned.add(name);
    gathering.storedPaths.set(name, true);
    gathering.storedInto.add(name);
    comesFrom(gathering, name, { kind: 'unknown' });
  }
  for (const name of new Set([...written, ...addressed])) gathering.bare.add(name);
  for (const [, name] of nameOf(gathering, node).matchAll(/&\s*\(*\s*([A-Za-z_]\w*)/g))
    for (const set of [gathering.addressTaken, gathering.ownAddressTaken]) set.add(name!);
  gathering.opaque = true;
  return node.children;
}

function visitOpaque(g: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  g.opaque = true;
  hide(g, node);
  return node.children;
}

function visitSubscript(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  if (!gathering.innerSubscripts.has(node)) {
    const { of, inner } = subscripted(node);
    for (const n of inner) gathering.innerSubscripts.add(n);
    const depth = inner.length + 1;
    if (of?.type === 'identifier') {
      const name = nameOf(gathering, of);
      gathering.subscripts.set(name, Math.min(depth, gathering.subscripts.get(name) ?? depth));
    }
  }
  return operandsOfPart(gathering, node);
}

/** In `x[i]` and `x.y` the name `x` is no value of its own. */
function operandsOfPart(_: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  return node.children[0]?.type === 'identifier' ? node.children.slice(1) : node.children;
}

function visitMember(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  const of = child(node, 'argument');
  if (of?.type === 'identifier' && isThroughArrow(node)) gathering.followed.add(nameOf(gathering, of));
  return operandsOfPart(gathering, node);
}

function visitDeclaration(gathering: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  const named = child(node, 'type');
  for (const part of node.children) {
    const name = part.type === 'init_declarator' ? child(part, 'declarator') : part;
    if (named?.type !== 'type_identifier' || part.field !== 'declarator' || name?.type !== 'identifier') continue;
    gathering.typed.set(nameOf(gathering, name), nameOf(gathering, named));
  }
  for (const part of node.children) {
    if (part.field !== 'declarator' || part.type === 'init_declarator') continue;
    const declared = innermost(part);
    if (declared === null) continue;
    const name = nameOf(gathering, declared);
    if (!hasPointer(part)) gathering.declaredObjects.add(name);
    if (node.type === 'init_declarator' && part.type !== 'array_declarator') {
      comesFrom(gathering, name, sourceOf(withoutBraces(child(node, 'value')), gathering.text));
    }
    // handlers get its address
    if (gathering.cleaned) for (const set of [gathering.addressTaken, gathering.ownAddressTaken]) set.add(name);
    countOne(gathering, 'declared', name);
  }
  return node.children;
}

function visitName(g: Gathering, node: SyntaxNode): readonly SyntaxNode[] {
  if (node.field !== 'declarator') g.bare.add(nameOf(g, node));
  return node.children;
}

function nameOf(g: Gathering, node: SyntaxNode): string {
  return g.text.slice(node.start, node.end);
}

function countOne(g: Gathering, what: 'labelled' | 'declared', name: string): void {
  g[what].set(name, (g[what].get(name) ?? 0) + 1);
}

function comesFrom(g: Gathering, target: string, source: Source): void {
  for (const literal of literalsIn(source)) g.literals.add(literal);
  const known = g.sources.get(target);
  if (known === undefined) g.sources.set(target, [source]);
  else known.push(source);
}

/** Takes note of the arguments that a function only borrows; the others are left to be looked at. */
function lend(
  gathering: Gathering,
  call: SyntaxNode,
  callee: string,
  isBorrowed: (position: number) => boolean,
): readonly SyntaxNode[] {
  return (child(call, 'arguments')?.children ?? []).filter((argument, position) => {
    if (!isBorrowed(position)) return true;
    const isAddress = argument.type === 'pointer_expression' && gathering.text[argument.start] === '&';
    const address = isAddress ? child(argument, 'argument') : null;
    const object = address ?? argument;
    if (object.type !== 'identifier') return true;
    const key = address === null ? nameOf(gathering, object) : `&${nameOf(gathering, object)}`;
    const borrowers = gathering.lent.get(key) ?? new Set<string>();
    gathering.lent.set(key, borrowers.add(callee));
    if (address !== null) comesFrom(gathering, nameOf(gathering, object), { kind: 'unknown' });
    return false;
  });
}

/** Something is stored to the target. */
/** `isNoChoice`: what a pointer gets there leads nowhere else than before. */
function noteStore(gathering: Gathering, target: SyntaxNode | null, isNoChoice: boolean): void {
  const node = unwrapped(target);
  if (node === null) return;
  const path = storedPath(node, gathering.text);
  if (path !== null) gathering.storedPaths.set(path, !isNoChoice || gathering.storedPaths.get(path) === true);
  if (node.type === 'identifier') {
    gathering.assigned.add(nameOf(gathering, node));
    return;
  }
  const base = storedBase(node);
  if (base === null) gathering.storesThroughPointers = true;
  else gathering.storedInto.add(nameOf(gathering, base));
}

/** What code that isn't followed names, it may write or keep pointers to. */
function hide(gathering: Gathering, node: SyntaxNode): void {
  for (const name of namesIn(gathering.text.slice(node.start, node.end))) {
    for (const set of [gathering.assigned, gathering.addressTaken, gathering.ownAddressTaken, gathering.bare])
      set.add(name);
    gathering.storedPaths.set(name, true);
    if (node.hasError) gathering.hidden.add(name);
    comesFrom(gathering, name, { kind: 'unknown' });
  }
}

/** Statements that aren't followed where there is an error in them. */
const PLAIN_STATEMENT = /^(expression_statement|declaration|return_statement|goto_statement)$/;
