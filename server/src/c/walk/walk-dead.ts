/**
 * Code that no run gets to. It is the statements that no walk over a file has visited, in functions that were followed
 * to their ends from any state. Left out is what is dead on purpose: behind conditions that are constants, or macros,
 * or made so by `#if`. Left out, too, is a `return`, `break` or failing call that stands there to be safe.
 */
import type { Misstep } from '../../program/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, ENDING, FAILING } from '../syntax/index.ts';
import type { FileContext, FunctionDefinition } from '../types/index.ts';
import { lookup } from '../types/index.ts';
import { hasChoices } from './walk-configured.ts';
import { bare } from './walk-state.ts';

/** Statements that nothing gets to, and the sentence about it. */
interface Dead {
  readonly nodes: readonly SyntaxNode[];
  readonly why: string;
}

/** The dead statements of a function. */
export function deadStatements(
  file: FileContext,
  definition: FunctionDefinition,
  visited: ReadonlySet<number>,
): readonly Misstep[] {
  const body = definition.body();
  if (body === null || hasChoices(file, body)) return [];
  const byBuild = namesIn(file, [...assertionsIn(file, body), ...settingsIn(file, body)]);
  return deadIn({ file, visited, byBuild, jumpedTo: labelsAskedFor(file, body) }, body).flatMap(({ nodes, why }) => {
    const [first, last] = [nodes[0], nodes[nodes.length - 1]];
    if (first === undefined || last === undefined || nodes.every((n) => isIdle(file, n))) return [];
    if (nodes.some((n) => file.locator.expanded(n.start))) return [];
    const range = file.locator.range(first.start, last.end);
    const text = file.types.text.slice(first.start, first.end);
    return [
      {
        kind: 'unreachable',
        function: definition.name,
        range,
        text,
        message: why,
        iteration: [],
        related: [],
      } as const,
    ];
  });
}

interface Looking {
  readonly file: FileContext;
  readonly visited: ReadonlySet<number>;
  /**
   * What assertions of the function are about, and what is set where only a constant decides, as `mask` is in
   * `if (!ALIGNED) mask = 0;`: it may be otherwise in another build.
   */
  readonly byBuild: ReadonlySet<string>;
  /** Labels that some `goto` names. */
  readonly jumpedTo: ReadonlySet<string>;
}

/** What is assigned to in the parts of an `if` that a constant decides. */
function settingsIn(file: FileContext, node: SyntaxNode): readonly SyntaxNode[] {
  const condition = node.type === 'if_statement' ? child(node, 'condition') : null;
  if (condition === null || !isDeliberate(file, condition)) return node.children.flatMap((c) => settingsIn(file, c));
  return node.children.filter((c) => c !== condition).flatMap(targetsIn);
}

function targetsIn(node: SyntaxNode): readonly SyntaxNode[] {
  const target = node.type === 'assignment_expression' ? child(node, 'left') : null;
  return [...(target === null ? [] : [target]), ...node.children.flatMap(targetsIn)];
}

function labelsAskedFor(file: FileContext, node: SyntaxNode): ReadonlySet<string> {
  const label = node.type === 'goto_statement' ? child(node, 'label') : null;
  const own = label === null ? [] : [file.types.text.slice(label.start, label.end)];
  return new Set([...own, ...node.children.flatMap((c) => [...labelsAskedFor(file, c)])]);
}

/** Nothing gets to the label since nothing gets to the jumps: these are told, if they aren't there on purpose. */
function waitsForJump({ file, jumpedTo }: Looking, node: SyntaxNode | undefined): boolean {
  const label = node?.type === 'labeled_statement' ? child(node, 'label') : null;
  return label !== null && jumpedTo.has(file.types.text.slice(label.start, label.end));
}

function assertionsIn(file: FileContext, node: SyntaxNode): readonly SyntaxNode[] {
  const callee = node.type === 'call_expression' ? child(node, 'function') : null;
  const name = callee === null ? '' : file.types.text.slice(callee.start, callee.end);
  if (file.asserting.has(name)) return [node];
  return node.children.flatMap((c) => assertionsIn(file, c));
}

function namesIn(file: FileContext, nodes: readonly SyntaxNode[]): ReadonlySet<string> {
  const names = nodes.flatMap((n) =>
    n.type === 'identifier' ? [file.types.text.slice(n.start, n.end)] : [...namesIn(file, n.children)],
  );
  return new Set(names);
}

/** A build switch, or code for builds without assertions. */
const isThereToBeSafe = ({ file, byBuild }: Looking, condition: SyntaxNode): boolean =>
  isDeliberate(file, condition) || [...namesIn(file, [condition])].some((name) => byBuild.has(name));

function deadIn(looking: Looking, node: SyntaxNode): readonly Dead[] {
  switch (node.type) {
    case 'compound_statement':
    case 'case_statement':
      return deadInRow(
        looking,
        node.children.filter((c) => c.field !== 'value'),
      );
    case 'if_statement':
      return [
        ...deadPart(looking, node, { part: child(node, 'consequence'), outcome: 'never' }),
        ...deadPart(looking, node, { part: elsePart(node), outcome: 'always' }),
      ];
    case 'while_statement':
    case 'for_statement':
      return deadPart(looking, node, { part: child(node, 'body'), outcome: 'never' });
    case 'switch_statement':
      return deadInSwitch(looking, node);
    case 'do_statement':
    case 'labeled_statement':
    case 'else_clause':
      return node.children.flatMap((c) => deadIn(looking, c));
    default:
      return [];
  }
}

/** What stands before the labels, and cases that aren't chosen; a `default` may be there to be safe. */
function deadInSwitch(looking: Looking, node: SyntaxNode): readonly Dead[] {
  const [condition, body] = [child(node, 'condition'), child(node, 'body')];
  if (condition === null || body === null || !looking.visited.has(node.start)) return [];
  const deliberate = isThereToBeSafe(looking, condition);
  return body.children.flatMap((c): readonly Dead[] => {
    if (c.type !== 'case_statement')
      return isStatement(c) ? [{ nodes: [c], why: 'No run gets here: no label stands before' }] : [];
    const statements = c.children.filter(isStatement);
    if (statements.some((x) => isVisited(looking, x))) return deadIn(looking, c);
    if (deliberate || child(c, 'value') === null || statements.length === 0) return [];
    return [{ nodes: statements, why: `No run gets here: ${quotedText(looking, condition)} is never this case` }];
  });
}

/** A label stands before what it labels. */
function isVisited(l: Looking, node: SyntaxNode): boolean {
  const inner = node.type === 'labeled_statement' ? node.children[node.children.length - 1] : undefined;
  return inner === undefined ? l.visited.has(node.start) : isVisited(l, inner);
}

function elsePart(node: SyntaxNode): SyntaxNode | null {
  const alternative = child(node, 'alternative');
  return alternative?.type === 'else_clause' ? (alternative.children[0] ?? null) : alternative;
}

function deadPart(
  looking: Looking,
  node: SyntaxNode,
  { part, outcome }: { readonly part: SyntaxNode | null; readonly outcome: 'never' | 'always' },
): readonly Dead[] {
  if (part === null) return [];
  if (isVisited(looking, part)) return deadIn(looking, part);
  const condition = child(node, 'condition');
  if (condition === null || isThereToBeSafe(looking, condition)) return [];
  const nodes = part.type === 'compound_statement' ? part.children.filter(isStatement) : [part];
  return [{ nodes, why: `No run gets here: ${quotedText(looking, condition)} ${outcome} holds` }];
}

function quotedText(l: Looking, condition: SyntaxNode): string {
  const node = bare(condition);
  const shown = l.file.types.text.slice(node.start, node.end).replace(/\s+/g, ' ');
  return shown.length > 60 ? 'the condition' : `\`${shown}\``;
}

/** Statements in a row: from the one that nothing gets to. */
function deadInRow(looking: Looking, row: readonly SyntaxNode[]): readonly Dead[] {
  const out: Dead[] = [];
  let dead: SyntaxNode[] = [];
  let before: SyntaxNode | null = null;
  const close = (): void => {
    // a loop without end is a finding of its own
    const isLoop = before !== null && /^(for|while|do)_statement$/.test(before.type);
    if (
      dead.length > 0 &&
      before !== null &&
      !isLoop &&
      !waitsForJump(looking, dead[0]) &&
      !looking.file.locator.expanded(before.start)
    )
      out.push({ nodes: dead, why: 'No run gets here: what stands before never goes on' });
    dead = [];
  };
  for (const node of row) {
    if (!isStatement(node)) continue;
    if (isVisited(looking, node)) {
      close();
      out.push(...deadIn(looking, node));
      before = node;
    } else dead.push(node);
  }
  close();
  return out;
}

const isStatement = (n: SyntaxNode): boolean => /_statement$|^declaration$/.test(n.type);

/** Does nothing, or only leaves: stands there to be safe, or to please a compiler. */
export function isIdle(file: FileContext, node: SyntaxNode): boolean {
  switch (node.type) {
    case 'break_statement':
    case 'continue_statement':
    case 'goto_statement':
      return true;
    case 'return_statement':
      return !hasCall(node);
    case 'declaration':
      return node.children.every((c) => c.type !== 'init_declarator');
    case 'compound_statement':
    case 'labeled_statement':
    case 'case_statement':
      return node.children.every((c) => !isStatement(c) || isIdle(file, c));
    case 'expression_statement': {
      const inner = node.children[0];
      if (inner?.type === 'call_expression') return isLeaving(file, inner);
      return inner === undefined || (inner.type === 'cast_expression' && !hasCall(inner));
    }
    default:
      return false;
  }
}

function isLeaving(file: FileContext, call: SyntaxNode): boolean {
  const callee = child(call, 'function');
  const name = callee === null ? '' : file.types.text.slice(callee.start, callee.end);
  return (
    ENDING.has(name) ||
    FAILING.has(name) ||
    file.noReturn.has(name) ||
    file.asserting.has(name) ||
    /^__builtin_(unreachable|trap)$/.test(name)
  );
}

function hasCall(node: SyntaxNode): boolean {
  return node.type === 'call_expression' || node.children.some(hasCall);
}

/** Something in the condition is constant: a build switch. */
export function isDeliberate(file: FileContext, whole: SyntaxNode): boolean {
  const node = bare(whole);
  const operator = child(node, 'operator');
  const op = operator === null ? '' : file.types.text.slice(operator.start, operator.end);
  const [left, right, argument] = [child(node, 'left'), child(node, 'right'), child(node, 'argument')];
  if ((op === '&&' || op === '||') && left !== null && right !== null)
    return isDeliberate(file, left) || isDeliberate(file, right);
  if (op === '!' && argument !== null) return isDeliberate(file, argument);
  return !namesSomething(file, node);
}

/** Asked for where types differ from machine to machine: `n > ULONG_MAX` of a `size_t`. */
const LIMIT_THAT_DIFFERS = /^(U\w+|SIZE|SSIZE|PTRDIFF)_MAX$/;

/** Whether there is a variable in it that may change, or a call, and nothing from a macro. */
function namesSomething(file: FileContext, node: SyntaxNode): boolean {
  let found = false;
  const work = [node];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (node.type === 'sizeof_expression' || file.locator.expanded(node.start)) return false;
    // `(T) -1`: the grammar takes T for a variable
    const left = node.type === 'binary_expression' ? child(node, 'left') : null;
    if (left?.type === 'parenthesized_expression' && left.children[0]?.type === 'identifier') return false;
    if (node.type === 'identifier') {
      const name = file.types.text.slice(node.start, node.end);
      if (file.fixed.has(name) || LIMIT_THAT_DIFFERS.test(name)) return false;
      if (!file.types.constants.has(name) && lookup(file.fileScope, name)?.kind !== 'constant') found = true;
    }
    work.push(...node.children);
  }
  return found;
}
