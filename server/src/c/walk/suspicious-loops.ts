/**
 * What is not wrong, but seldom meant, as the syntax of loops shows it. A counter is changed twice in a round, the
 * counter is another loop's, or a sum starts anew in each round.
 */
import type { Misstep } from '../../program/index.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { FileContext, FunctionDefinition } from '../types/index.ts';
import { bare, suspicion } from './walk-state.ts';

interface Looking {
  readonly file: FileContext;
  readonly definition: FunctionDefinition;
  readonly body: SyntaxNode;
  readonly found: Misstep[];
}

export function suspiciousLoops(file: FileContext, definition: FunctionDefinition): readonly Misstep[] {
  const body = definition.body();
  if (body === null || definition.inHeader) return [];
  const l: Looking = { file, definition, body, found: [] };
  lookInto(l, body, []);
  return l.found;
}

/** `around`: the `for` loops that it stands in, the innermost last. */
function lookInto(l: Looking, node: SyntaxNode, around: readonly SyntaxNode[]): void {
  const isFor = node.type === 'for_statement';
  if (/^(for|while|do)_statement$/.test(node.type) && !l.file.locator.expanded(node.start)) {
    startsAnew(l, node);
    if (isFor) {
      changedTwice(l, node);
      otherCounter(l, node, around[around.length - 1]);
    }
  }
  for (const c of node.children) lookInto(l, c, isFor && c.field === 'body' ? [...around, node] : around);
}

const say = (l: Looking, node: SyntaxNode, message: string): void => {
  if (!l.file.locator.expanded(node.start)) l.found.push(suspicion(l.file, l.definition, node, message));
};

const textOf = (l: Looking, node: SyntaxNode): string => l.file.types.text.slice(node.start, node.end);

/** A variable that an expression changes, and how: `i++`, `i += 2`, `i = 0`. */
interface Change {
  readonly name: string;
  readonly op: string;
  readonly by: SyntaxNode | null;
}

function changeOf(l: Looking, expression: SyntaxNode | null | undefined): Change | null {
  const node = expression ? bare(expression) : null;
  const variable = node && (child(node, 'argument') ?? child(node, 'left'));
  const operator = node && child(node, 'operator');
  if (!node || !/^(update|assignment)_expression$/.test(node.type) || variable?.type !== 'identifier' || !operator)
    return null;
  return { name: textOf(l, variable), op: textOf(l, operator), by: child(node, 'right') };
}

/** All places where the name stands. */
function namings(l: Looking, node: SyntaxNode, name: string): readonly SyntaxNode[] {
  if (node.type === 'identifier') return textOf(l, node) === name ? [node] : [];
  return node.children.flatMap((c) => namings(l, c, name));
}

const names = (l: Looking, node: SyntaxNode | null, name: string): boolean =>
  node !== null && namings(l, node, name).length > 0;

/** The statements of a body, and their expressions. */
function rowOf(body: SyntaxNode | null): readonly (readonly [SyntaxNode, SyntaxNode | undefined])[] {
  const row = body === null ? [] : body.type === 'compound_statement' ? body.children : [body];
  return row.map((s) => [s, s.type === 'expression_statement' ? s.children[0] : undefined]);
}

/** How many declarations there are of variables with the name. */
function declarations(l: Looking, node: SyntaxNode | null, name: string): number {
  if (node === null) return 0;
  const own = node.type === 'declaration' ? node.children.filter((c) => c.field === 'declarator') : [];
  const here = own.filter((d) => namesIn(l, d)[0] === name).length;
  return node.children.reduce((sum, c) => sum + declarations(l, c, name), here);
}

const declares = (l: Looking, node: SyntaxNode | null, name: string): boolean => declarations(l, node, name) > 0;

/** `for (...; ...; i++) { ...; i++; }` */
function changedTwice(l: Looking, node: SyntaxNode): void {
  const [update, test, body] = [child(node, 'update'), child(node, 'condition'), child(node, 'body')];
  const head = changeOf(l, update);
  if (head === null || head.op === '=' || !names(l, test, head.name) || declares(l, body, head.name)) return;
  for (const [statement, expression] of rowOf(body)) {
    const change = changeOf(l, expression);
    if (change?.name === head.name && change.op !== '=')
      say(l, statement, `\`${head.name}\` is changed here, and once more in the head of the loop`);
  }
}

/** `for (j = 0; j < m; i++)` in a loop that counts with `i`; or `for (i = 0; ...)` there. */
function otherCounter(looking: Looking, node: SyntaxNode, around: SyntaxNode | undefined): void {
  const outer = around === undefined ? null : changeOf(looking, child(around, 'update'));
  const [initializer, test, update, body] = [
    child(node, 'initializer'),
    child(node, 'condition'),
    child(node, 'update'),
    child(node, 'body'),
  ];
  if (outer === null || around === undefined || declares(looking, child(around, 'body'), outer.name)) return;
  const change = changeOf(looking, update);
  const begins = changeOf(looking, initializer);
  if (begins?.op === '=' && begins.name === outer.name && change?.name === outer.name && update !== null)
    return say(looking, update, `The loop around this one counts with \`${outer.name}\`, too`);
  if (change?.name !== outer.name || update === null || test === null || names(looking, test, outer.name)) return;
  const tested = initializer === null ? [] : namesIn(looking, initializer).filter((n) => names(looking, test, n));
  const [own, ...more] = [...new Set(tested)];
  if (own === undefined || more.length > 0 || body === null || mayChange(looking, body, own)) return;
  say(
    looking,
    update,
    `This changes \`${outer.name}\`, the counter of the loop around, and not \`${own}\`, which is tested`,
  );
}

const namesIn = (l: Looking, node: SyntaxNode): readonly string[] =>
  node.type === 'identifier' ? [textOf(l, node)] : node.children.flatMap((c) => namesIn(l, c));

/** Something there changes it, or has its address. */
function mayChange(l: Looking, node: SyntaxNode, name: string): boolean {
  const isAddress = node.type === 'pointer_expression' && textOf(l, node).startsWith('&') && names(l, node, name);
  return isAddress || changeOf(l, node)?.name === name || node.children.some((c) => mayChange(l, c, name));
}

/** `{ s = 0; ...; s += a[i]; }` with `s` read behind the loop only. */
function startsAnew(looking: Looking, node: SyntaxNode): void {
  const body = child(node, 'body');
  if (body?.type !== 'compound_statement') return;
  const row = rowOf(body);
  for (const [i, [statement, expression]] of row.entries()) {
    const start = changeOf(looking, expression);
    if (start?.op !== '=' || start.by?.type !== 'number_literal') continue;
    const { name } = start;
    const sums = row.slice(i + 1).filter(([, e]) => {
      const change = changeOf(looking, e);
      return (
        change?.name === name &&
        /^([-+*|^]=|\+\+|--)$/.test(change.op) &&
        !(change.by && names(looking, change.by, name))
      );
    });
    const inLoop = namings(looking, node, name).length;
    const isLocal = declarations(looking, looking.body, name) === 1 && !declares(looking, node, name);
    const behind = namings(looking, looking.body, name).some((n) => n.start > node.end);
    if (sums.length > 0 && inLoop === sums.length + 1 && isLocal && behind && !hasAddress(looking, looking.body, name))
      say(looking, statement, `\`${name}\` starts anew in each round: behind the loop it has the last round's value`);
  }
}

function hasAddress(l: Looking, node: SyntaxNode, name: string): boolean {
  const isAddress = node.type === 'pointer_expression' && textOf(l, node).startsWith('&') && names(l, node, name);
  return isAddress || node.children.some((c) => hasAddress(l, c, name));
}
