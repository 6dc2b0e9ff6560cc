/**
 * Accesses behind the end of arrays and blocks whose length is a variable: `p[n]` where `p = malloc(n)`, or `a[i]` in
 * `for (i = 0; i <= n; i++)` where `int a[n]`. Whatever `n` is, a run that gets there leaves the object. Read off the
 * syntax, where each name is set in one place. Source: our own.
 */
import type { Misstep } from '../../program/index.ts';
import { ENDING, FAILING, child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { FileContext, FunctionDefinition } from '../types/index.ts';
import { bare } from './walk-state.ts';

/** `name + more`; `strlen(name) + more` where it is a text's. */
interface Sum {
  readonly name: string;
  readonly more: bigint;
  readonly isText: boolean;
}

/** An array or block of so many elements, from the node on and to the end of the statements that it stands among. */
interface Sized {
  readonly name: string;
  readonly length: Sum;
  readonly node: SyntaxNode;
  readonly how: string;
}

interface Looking {
  readonly file: FileContext;
  readonly definition: FunctionDefinition;
  /** Where each name is declared, and where it is assigned to; null: its address is taken, or it is declared twice. */
  readonly declared: ReadonlyMap<string, SyntaxNode | null>;
  readonly changes: ReadonlyMap<string, readonly SyntaxNode[]>;
}

export function behindSymbolicEnds(file: FileContext, definition: FunctionDefinition): readonly Misstep[] {
  const body = definition.body();
  if (body === null || definition.inHeader || has(body, (n) => /^(labeled|goto)_statement$/.test(n.type))) return [];
  if (!has(body, (n) => n.type === 'array_declarator' || /^(malloc|calloc|alloca)$/.test(calleeOf(file, n)))) return [];
  const looking: Looking = { file, definition, ...namesOf(file, definition, body) };
  return blocksIn(body).flatMap((block) =>
    sizedIn(looking, block).flatMap((sized) => accessesBehind(looking, sized, block)),
  );
}

const textOf = ({ types }: FileContext, node: SyntaxNode): string => types.text.slice(node.start, node.end);
const has = (node: SyntaxNode, test: (n: SyntaxNode) => boolean): boolean =>
  test(node) || node.children.some((c) => has(c, test));
const all = (node: SyntaxNode, test: (n: SyntaxNode) => boolean): readonly SyntaxNode[] => [
  ...(test(node) ? [node] : []),
  ...node.children.flatMap((c) => all(c, test)),
];
const blocksIn = (node: SyntaxNode): readonly SyntaxNode[] => all(node, (n) => n.type === 'compound_statement');

function calleeOf(file: FileContext, node: SyntaxNode): string {
  const callee = node.type === 'call_expression' ? child(node, 'function') : null;
  return callee?.type === 'identifier' ? textOf(file, callee) : '';
}

/** The name that a declarator declares, or that an expression is. */
function nameIn(file: FileContext, node: SyntaxNode | null): string {
  if (node === null) return '';
  if (node.type === 'identifier') return textOf(file, node);
  return /declarator$/.test(node.type) ? nameIn(file, child(node, 'declarator')) : '';
}

function namesOf(
  file: FileContext,
  { parameters }: FunctionDefinition,
  body: SyntaxNode,
): Pick<Looking, 'declared' | 'changes'> {
  const declared = new Map<string, SyntaxNode | null>();
  const changes = new Map<string, SyntaxNode[]>();
  const change = (name: string, node: SyntaxNode): void => void changes.set(name, [...(changes.get(name) ?? []), node]);
  for (const { name } of parameters ?? []) if (name !== null) declared.set(name, body);
  for (const declaration of all(body, (n) => n.type === 'declaration'))
    for (const declarator of declaration.children.filter((c) => c.field === 'declarator')) {
      const name = nameIn(file, declarator);
      declared.set(name, declared.has(name) ? null : declaration);
      const value = child(declarator, 'value');
      if (value !== null && !isNull(file, value)) change(name, declarator);
    }
  for (const node of all(body, (n) => /^(assignment|update)_expression$/.test(n.type)))
    change(nameIn(file, child(node, 'left') ?? child(node, 'argument')), node);
  for (const node of all(body, (n) => n.type === 'pointer_expression' && textOf(file, n).startsWith('&')))
    declared.set(nameIn(file, child(node, 'argument')), null);
  return { declared, changes };
}

const isNull = (file: FileContext, value: SyntaxNode): boolean => /^(0|NULL|\(void \*\) *0)$/.test(textOf(file, value));

/**
 * What is evaluated whenever the node is: not the second side of `&&`, not an operand of `sizeof`, not what `&` is
 * before.
 */
function always(file: FileContext, node: SyntaxNode): readonly SyntaxNode[] {
  const only = (part: SyntaxNode | null): readonly SyntaxNode[] => [node, ...(part === null ? [] : always(file, part))];
  switch (node.type) {
    case 'sizeof_expression':
    case 'parameter_list':
      return [];
    case 'pointer_expression':
      return textOf(file, node).startsWith('&') ? [] : only(child(node, 'argument'));
    case 'conditional_expression':
    case 'if_statement':
    case 'switch_statement':
    case 'while_statement':
      return only(child(node, 'condition'));
    case 'binary_expression': {
      const operator = child(node, 'operator');
      if (operator !== null && /^(&&|\|\|)$/.test(textOf(file, operator))) return only(child(node, 'left'));
      break;
    }
    case 'for_statement':
    case 'do_statement':
      return [node];
  }
  return [node, ...node.children.flatMap((c) => always(file, c))];
}

/** What the statements of a block make, one after the other, whenever they are run. */
function sizedIn(looking: Looking, block: SyntaxNode): readonly Sized[] {
  const nodes = block.children
    .filter((statement) => statement.type !== 'compound_statement')
    .flatMap((statement) => always(looking.file, statement));
  // the rows of `int a[n][m]` are objects of their own
  const rows = new Set(nodes.flatMap((n) => (n.type === 'array_declarator' ? [child(n, 'declarator')] : [])));
  return nodes.flatMap((node): readonly Sized[] => {
    const found = rows.has(node) ? null : (arrayLength(looking, node) ?? blockLength(looking, node));
    return found !== null && isSettled(looking, found.length.name, node) ? [{ ...found, node }] : [];
  });
}

/** `int a[n]` */
function arrayLength({ file }: Looking, node: SyntaxNode): Pick<Sized, 'name' | 'length' | 'how'> | null {
  if (node.type !== 'array_declarator' || child(node, 'declarator')?.type !== 'identifier') return null;
  const length = sumOf(file, child(node, 'size'));
  const name = nameIn(file, node);
  return length === null ? null : { name, length, how: `\`${name}\`` };
}

/** `p = malloc(n * sizeof *p)`: a pointer that is set here alone. */
function blockLength(looking: Looking, node: SyntaxNode): Pick<Sized, 'name' | 'length' | 'how'> | null {
  const { file, declared, changes } = looking;
  const isSet = node.type === 'assignment_expression' || node.type === 'init_declarator';
  const given = isSet ? (child(node, 'right') ?? child(node, 'value')) : null;
  const name = isSet ? nameIn(file, child(node, 'left') ?? child(node, 'declarator')) : '';
  const declaration = declared.get(name);
  if (given === null || !declaration || declaration.type !== 'declaration' || changes.get(name)?.length !== 1)
    return null;
  const call = withoutCasts(given);
  const allocator = calleeOf(file, call);
  const [first, second] = child(call, 'arguments')?.children ?? [];
  if (!/^(malloc|calloc|alloca)$/.test(allocator) || file.definitions.has(allocator) || !first) return null;
  const element = elementOf(file, declaration, name);
  if (element === null) return null;
  const isElement = (size: SyntaxNode): boolean => isSizeOf(file, size, name, element);
  const length =
    allocator === 'calloc'
      ? second && isElement(second)
        ? sumOf(file, first)
        : null
      : elementsIn(file, first, isElement, element);
  const line = file.locator.range(node.start, node.end).start.line;
  return length === null ? null : { name, length, how: `the block that \`${allocator}\` makes in line ${line}` };
}

/** `n * sizeof *p`, or a number of bytes where an element has one. */
function elementsIn(
  file: FileContext,
  bytes: SyntaxNode,
  isElement: (size: SyntaxNode) => boolean,
  element: string,
): Sum | null {
  const node = bare(bytes);
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (left !== null && right !== null && operator !== null && textOf(file, operator) === '*')
    return isElement(right) ? sumOf(file, left) : isElement(left) ? sumOf(file, right) : null;
  return /^(unsigned |signed )?char$|^u?int8_t$/.test(element) ? sumOf(file, node) : null;
}

/** What a pointer with one star is to, as the source says it: `unsigned char`. */
function elementOf(file: FileContext, declaration: SyntaxNode, name: string): string | null {
  const type = child(declaration, 'type');
  const own = declaration.children.find((c) => c.field === 'declarator' && nameIn(file, c) === name);
  const pointer = own?.type === 'init_declarator' ? child(own, 'declarator') : own;
  if (type === null || pointer?.type !== 'pointer_declarator') return null;
  return child(pointer, 'declarator')?.type === 'identifier' ? textOf(file, type) : null;
}

/** `sizeof(int)`, `sizeof *p`, `sizeof(*p)`, `sizeof p[0]` */
function isSizeOf(file: FileContext, node: SyntaxNode, name: string, element: string): boolean {
  const inner = bare(node);
  if (inner.type !== 'sizeof_expression') return false;
  const of = textOf(file, inner)
    .replace(/^sizeof/, '')
    .replace(/[\s()]/g, '');
  return of === `*${name}` || of === `${name}[0]` || of === element.replace(/\s/g, '');
}

const withoutCasts = (node: SyntaxNode): SyntaxNode => {
  const inner = bare(node);
  const value = inner.type === 'cast_expression' ? child(inner, 'value') : null;
  return value === null ? inner : withoutCasts(value);
};

/** `n`, `n + 1`, `(size_t)n - 2`, `strlen(s) + 1`; null: anything else. */
function sumOf(file: FileContext, given: SyntaxNode | null): Sum | null {
  if (given === null) return null;
  const node = withoutCasts(given);
  if (node.type === 'identifier') return { name: textOf(file, node), more: 0n, isText: false };
  if (calleeOf(file, node) === 'strlen' && !file.definitions.has('strlen')) {
    const text = child(node, 'arguments')?.children[0];
    return text?.type === 'identifier' ? { name: textOf(file, text), more: 0n, isText: true } : null;
  }
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (node.type !== 'binary_expression' || left === null || operator === null || right === null) return null;
  const sign = { '+': 1n, '-': -1n }[textOf(file, operator)];
  const [of, number] = left.type === 'number_literal' && sign === 1n ? [right, left] : [left, right];
  const inner = sumOf(file, of);
  const digits = textOf(file, number);
  return inner && sign && /^\d{1,9}$/.test(digits) ? { ...inner, more: inner.more + sign * BigInt(digits) } : null;
}

/** A local whose value is the same from the node on. */
function isSettled({ declared, changes }: Looking, name: string, node: SyntaxNode): boolean {
  return !!declared.get(name) && (changes.get(name) ?? []).every((c) => c.start < node.start && c.end <= node.start);
}

/** Statements of the block, and of those within it. */
function accessesBehind(looking: Looking, sized: Sized, block: SyntaxNode): readonly Misstep[] {
  const { file } = looking;
  const { length } = sized;
  if (length.isText) return copiesBehind(looking, sized, block);
  /** The element that a node accesses, where it is one of this object. */
  const elementAt = (node: SyntaxNode): Sum | null => {
    const isOwn = node.type === 'subscript_expression' && nameIn(file, child(node, 'argument')) === sized.name;
    const index = isOwn && node.start > sized.node.end ? sumOf(file, child(node, 'index')) : null;
    return index?.isText === false && !file.locator.expanded(node.start) ? index : null;
  };
  const said = (node: SyntaxNode, message: string): Misstep => {
    const end = `behind the end of ${sized.how}, which has ${shown(length)} elements`;
    return misstepAt(looking, node, `\`${textOf(file, node)}\` ${message} ${end}`);
  };
  const isBehind = (index: Sum): boolean => index.name === length.name && index.more >= length.more;
  const atOnce = evaluatedIn(file, block).flatMap((node) => {
    const index = elementAt(node);
    return index !== null && isBehind(index) ? [said(node, 'lies')] : [];
  });
  const loops = all(block, (n) => n.type === 'for_statement' && n.start > sized.node.end);
  const atLast = loops.flatMap((loop) => {
    const last = lastValue(looking, loop);
    if (last === null) return [];
    return bodyRow(loop)
      .flatMap((s) => always(file, s))
      .flatMap((node) => {
        const index = elementAt(node);
        if (index?.name !== last.counter) return [];
        const most = { ...last.most, more: last.most.more + index.more };
        return isBehind(most) ? [said(node, `is element ${shown(most)} in the last iteration,`)] : [];
      });
  });
  return [...atOnce, ...atLast];
}

/** Everything below a statement but operands of `&` and `sizeof`: run or not, it is told where it is. */
function evaluatedIn(file: FileContext, node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === 'sizeof_expression') return [];
  if (node.type === 'pointer_expression' && textOf(file, node).startsWith('&')) return [];
  return [node, ...node.children.flatMap((c) => evaluatedIn(file, c))];
}

const bodyRow = (loop: SyntaxNode): readonly SyntaxNode[] => {
  const body = child(loop, 'body');
  return body === null ? [] : body.type === 'compound_statement' ? body.children : [body];
};

const shown = ({ name, more }: Sum): string =>
  more === 0n ? `\`${name}\`` : `\`${name} ${more > 0n ? '+' : '-'} ${more > 0n ? more : -more}\``;

/**
 * `for (...; i <= n; i++)`, left by its test alone: the counter's last value in its body is `n`. It is begun with what
 * is no greater.
 */
function lastValue(looking: Looking, loop: SyntaxNode): { readonly counter: string; readonly most: Sum } | null {
  const { file, declared, changes } = looking;
  const [condition, update, body] = [child(loop, 'condition'), child(loop, 'update'), child(loop, 'body')];
  if (condition === null || update === null || body === null || mayBeLeft(file, body)) return null;
  const test = bare(condition);
  const [left, operator, right] = [child(test, 'left'), child(test, 'operator'), child(test, 'right')];
  if (test.type !== 'binary_expression' || left?.type !== 'identifier' || operator === null) return null;
  const counter = textOf(file, left);
  const most = sumOf(file, right);
  const strict = { '<': -1n, '<=': 0n }[textOf(file, operator)];
  const step = textOf(file, update).replace(/\s/g, '');
  const isStep = [`${counter}++`, `++${counter}`, `${counter}+=1`].includes(step);
  // of one name there may be a counter in each of several loops
  const addressed = declared.get(counter) === null && has(body, (n) => textOf(file, n) === `&${counter}`);
  const isChanged = (changes.get(counter) ?? []).some((c) => c.start >= body.start && c.end <= body.end);
  if (most === null || most.isText || strict === undefined || !isStep || addressed || isChanged) return null;
  return isSettled(looking, most.name, loop) ? { counter, most: { ...most, more: most.more + strict } } : null;
}

/** By a jump, or by a call that is not made in each iteration, or that checks something. */
function mayBeLeft(file: FileContext, body: SyntaxNode): boolean {
  const row = body.type === 'compound_statement' ? body.children : [body];
  const sure = new Set(row.flatMap((s) => always(file, s)));
  return has(body, (n) => {
    if (/^(break|return|continue)_statement$/.test(n.type)) return true;
    if (n.type !== 'call_expression') return false;
    const name = calleeOf(file, n);
    return !sure.has(n) || ENDING.has(name) || FAILING.has(name) || file.asserting.has(name) || file.assuming.has(name);
  });
}

/** `p = malloc(strlen(s)); if (!p) return; strcpy(p, s);`: nothing comes in between. */
function copiesBehind(looking: Looking, sized: Sized, block: SyntaxNode): readonly Misstep[] {
  const { file } = looking;
  if (sized.length.more > 0n) return [];
  const behind = block.children.filter((s) => s.start > sized.node.end);
  const isCheck = (s: SyntaxNode): boolean =>
    s.type === 'if_statement' && !has(s, (n) => n.type === 'call_expression' || n.type === 'assignment_expression');
  const next = behind.find((s) => !isCheck(s));
  const call = next?.type === 'expression_statement' ? next.children[0] : undefined;
  const [to, from] = (call && child(call, 'arguments')?.children) ?? [];
  if (!call || calleeOf(file, call) !== 'strcpy' || nameIn(file, to ?? null) !== sized.name) return [];
  if (nameIn(file, from ?? null) !== sized.length.name || file.locator.expanded(call.start)) return [];
  const message =
    `\`${textOf(file, call)}\` writes the terminating zero behind the end of ${sized.how}, ` +
    `which has as many bytes as \`${sized.length.name}\` has characters`;
  return [misstepAt(looking, call, message)];
}

const misstepAt = ({ file, definition }: Looking, node: SyntaxNode, message: string): Misstep => ({
  kind: 'index-outside',
  function: definition.name,
  range: file.locator.range(node.start, node.end),
  text: textOf(file, node),
  message,
  iteration: [],
  related: [],
});
