/**
 * Where a function lets pointers go: by name, what becomes of its value and of its address. What is only looked at,
 * gone through or compared goes nowhere.
 */
import { innermost, unwrapped } from './designated-names.ts';
import { onlyBorrows, returnsArgument } from './library-functions.ts';
import { child, isThroughArrow } from './syntax-node.ts';
import type { SyntaxNode } from './syntax-node.ts';

export interface KeptNames {
  /** Names whose values go where they aren't followed: into memory, to whom the function returns. */
  readonly values: ReadonlySet<string>;
  /** The same of their addresses, and of those of their parts. */
  readonly addresses: ReadonlySet<string>;
  /** By name: variables that its value is assigned to. */
  readonly into: ReadonlyMap<string, ReadonlySet<string>>;
  /** By name, by `&name` for its address, and by `&name[]` for that of an element: the calls that get it. */
  readonly handed: ReadonlyMap<string, readonly HandedOver[]>;
  /** By name: members of it, or of what it leads to. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An argument of a call. */
export interface HandedOver {
  readonly callee: string;
  readonly position: number;
  /** If that is the library's function, it keeps no pointer to it. */
  readonly lent: boolean;
}

/** What becomes of an expression's value: it is handed over, or assigned to a variable. */
type Use =
  | { readonly kind: 'nothing' | 'kept' }
  | { readonly kind: 'handed'; readonly call: HandedOver }
  | { readonly kind: 'assigned'; readonly to: string };

const NOTHING: Use = { kind: 'nothing' };
const KEPT: Use = { kind: 'kept' };
const assignedTo = (to: string): Use => ({ kind: 'assigned', to });

interface Gathering {
  readonly text: string;
  readonly values: Set<string>;
  readonly addresses: Set<string>;
  readonly into: Map<string, Set<string>>;
  readonly handed: Map<string, HandedOver[]>;
  readonly members: Map<string, Set<string>>;
}

/** `root`: a function's body, which is understood and not nested too deeply. */
export function keptNames(root: SyntaxNode, text: string): KeptNames {
  const gathering = {
    text,
    values: new Set<string>(),
    addresses: new Set<string>(),
    into: new Map<string, Set<string>>(),
    handed: new Map<string, HandedOver[]>(),
    members: new Map<string, Set<string>>(),
  };
  visit(gathering, root, NOTHING);
  return gathering;
}

type Visit = (g: Gathering, node: SyntaxNode, use: Use) => void;

function visit(g: Gathering, node: SyntaxNode, use: Use): void {
  const known = VISITS.get(node.type);
  if (known !== undefined) known(g, node, use);
  else for (const c of node.children) visit(g, c, KEPT);
}

/** All in it with the same use. */
const all =
  (use?: Use): Visit =>
  (g, node, of) => {
    for (const c of node.children) visit(g, c, use ?? of);
  };

const VISITS: ReadonlyMap<string, Visit> = new Map<string, Visit>([
  ['identifier', (g, node, use) => noteValue(g, nameOf(g, node), use)],
  ['parenthesized_expression', visitParentheses],
  ['cast_expression', all()],
  ['unary_expression', (g, node, use) => all(operatorOf(g, node) === '!' ? NOTHING : use)(g, node, use)],
  ['binary_expression', (g, node, use) => all(DECIDING.test(operatorOf(g, node)) ? NOTHING : use)(g, node, use)],
  ['pointer_expression', visitPointerExpression],
  ['subscript_expression', all(NOTHING)],
  ['field_expression', visitMember],
  ['update_expression', all()],
  ['assignment_expression', visitAssignment],
  ['conditional_expression', visitConditional],
  ['comma_expression', visitComma],
  ['call_expression', visitCall],
  ['declaration', visitDeclaration],
  ['init_declarator', visitInitialiser],
  ...[
    'compound_statement',
    'expression_statement',
    'if_statement',
    'else_clause',
    'while_statement',
    'do_statement',
    'for_statement',
    'switch_statement',
    'case_statement',
    'labeled_statement',
    'sizeof_expression',
  ].map((type) => [type, all(NOTHING)] as const),
]);

/** Their result is no pointer, whatever they are applied to. */
const DECIDING = /^([=!]=|[<>]=?|&&|\|\|)$/;

const operatorOf = (g: Gathering, node: SyntaxNode): string => {
  const operator = child(node, 'operator');
  return operator === null ? '' : nameOf(g, operator);
};

/** The value of `({ ...; x; })` is that of `x`. */
function visitParentheses(g: Gathering, node: SyntaxNode, use: Use): void {
  for (const c of node.children)
    if (c.type !== 'compound_statement') visit(g, c, use);
    else for (const s of c.children) (s.type === 'expression_statement' ? all(use) : visit)(g, s, NOTHING);
}

function visitPointerExpression(g: Gathering, node: SyntaxNode, use: Use): void {
  const argument = child(node, 'argument');
  if (argument === null) return;
  if (g.text[node.start] === '&') visitAddress(g, argument, use);
  else visit(g, argument, NOTHING);
}

/** The address of what `node` designates. */
function visitAddress(g: Gathering, node: SyntaxNode, use: Use): void {
  const [of, ...others] = node.children;
  switch (node.type) {
    case 'identifier':
      return noteAddress(g, nameOf(g, node), '', use);
    case 'parenthesized_expression':
      return of && visitAddress(g, of, use);
    case 'subscript_expression':
      for (const c of others) visit(g, c, NOTHING);
      // an array, or a pointer
      if (of?.type === 'identifier') noteAddress(g, nameOf(g, of), '[]', use);
      return of && visit(g, of, use);
    case 'field_expression':
      noteMember(g, node);
      return of && (isThroughArrow(node) ? visit : visitAddress)(g, of, use);
    case 'pointer_expression':
      return of && visit(g, child(node, 'argument') ?? of, use);
    default:
      return visit(g, node, KEPT);
  }
}

function visitMember(g: Gathering, node: SyntaxNode): void {
  noteMember(g, node);
  const of = child(node, 'argument');
  if (of !== null && of.type !== 'identifier') visit(g, of, NOTHING);
}

/** `x.m`, `x->m`, `x[i].m`, `(*x).m`. */
function noteMember(g: Gathering, node: SyntaxNode): void {
  let of = unwrapped(child(node, 'argument'));
  while (of?.type === 'subscript_expression' || of?.type === 'pointer_expression')
    of = unwrapped(of.type === 'pointer_expression' ? child(of, 'argument') : (of.children[0] ?? null));
  const member = child(node, 'field');
  if (of?.type === 'identifier' && member !== null) note(g, 'members', nameOf(g, of), nameOf(g, member));
}

function visitAssignment(g: Gathering, node: SyntaxNode, use: Use): void {
  const [left, right] = [child(node, 'left'), child(node, 'right')];
  const target = unwrapped(left);
  const isNamed = target?.type === 'identifier';
  if (left !== null) visit(g, left, isNamed ? use : NOTHING);
  if (right !== null) visit(g, right, isNamed && use.kind === 'nothing' ? assignedTo(nameOf(g, target)) : KEPT);
}

function visitConditional(g: Gathering, node: SyntaxNode, use: Use): void {
  const condition = child(node, 'condition');
  // of `a ?: b`, the condition is a value
  const isValue = child(node, 'consequence') === null;
  for (const c of node.children) visit(g, c, c === condition && !isValue ? NOTHING : use);
}

function visitComma(g: Gathering, node: SyntaxNode, use: Use): void {
  node.children.forEach((c, i) => visit(g, c, i === node.children.length - 1 ? use : NOTHING));
}

function visitCall(g: Gathering, node: SyntaxNode, use: Use): void {
  const callee = child(node, 'function');
  const name = callee?.type === 'identifier' ? nameOf(g, callee) : null;
  if (callee !== null && name === null) visit(g, callee, NOTHING);
  child(node, 'arguments')?.children.forEach((argument, position) => {
    if (name === null) return visit(g, argument, KEPT);
    const lent = onlyBorrows(name, position) || (use.kind === 'nothing' && returnsArgument(name));
    visit(g, argument, { kind: 'handed', call: { callee: name, position, lent } });
  });
}

/** What lives longer than the call isn't followed. */
const LASTING = /^(static|extern|_Thread_local|__thread|thread_local)$/;

function visitDeclaration(g: Gathering, node: SyntaxNode): void {
  const isLasting = node.children.some((c) => c.type === 'storage_class_specifier' && LASTING.test(nameOf(g, c)));
  for (const c of node.children) {
    if (c.field !== 'declarator') continue;
    const declared = innermost(c);
    if (isLasting && declared !== null) g.values.add(nameOf(g, declared));
    if (c.type === 'init_declarator') visitInitialiser(g, c);
  }
}

function visitInitialiser(g: Gathering, node: SyntaxNode): void {
  const [declared, value] = [innermost(node), child(node, 'value')];
  if (value !== null)
    visit(g, value, declared === null || value.type === 'initializer_list' ? KEPT : assignedTo(nameOf(g, declared)));
}

function noteValue(g: Gathering, name: string, use: Use): void {
  if (use.kind === 'kept') g.values.add(name);
  else if (use.kind === 'assigned') note(g, 'into', name, use.to);
  else if (use.kind === 'handed') handOver(g, name, use.call);
}

function noteAddress(g: Gathering, name: string, part: '' | '[]', use: Use): void {
  if (use.kind === 'handed') handOver(g, `&${name}${part}`, use.call);
  else if (use.kind !== 'nothing') g.addresses.add(name);
}

function handOver(g: Gathering, key: string, call: HandedOver): void {
  const known = g.handed.get(key);
  if (known === undefined) g.handed.set(key, [call]);
  else known.push(call);
}

function note(g: Gathering, what: 'into' | 'members', name: string, other: string): void {
  g[what].set(name, (g[what].get(name) ?? new Set()).add(other));
}

const nameOf = ({ text }: Gathering, node: SyntaxNode): string => text.slice(node.start, node.end);
