/** Changes of a loop's head that mend what is wrong, where there is no doubt which. */
import type { Fix } from '../../program/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, hasEffects } from '../syntax/index.ts';
import type { LoopParts, Walk } from './walk-state.ts';
import { attempt, bare, rangeOf, textOf } from './walk-state.ts';
import { known } from './walked-values.ts';

type Change = readonly [at: { readonly start: number; readonly end: number }, text: string];

/** A fix, unless a part of it stands in a macro. */
function fix(w: Walk, title: string, changes: readonly Change[]): readonly Fix[] {
  if (changes.some(([at]) => w.file.locator.expanded(at.start))) return [];
  return [{ title, edits: changes.map(([at, text]) => ({ range: rangeOf(w, at), text })) }];
}

/** `for (i = 0; i <= 5; i++) a[i]`, where `a` has 5 elements: `<`. */
export function indexFixes(walk: Walk, node: SyntaxNode, past: boolean): readonly Fix[] {
  const index = node.type === 'subscript_expression' ? (child(node, 'index') ?? node.children[1]) : undefined;
  if (!past || index?.type !== 'identifier') return [];
  const counter = textOf(walk, index);
  return walk.loops.flatMap(({ test, update }) => {
    const compared = test === null ? null : comparison(walk, test);
    if (compared?.op !== '<=' || textOf(walk, compared.left) !== counter || stepOf(walk, update, counter) !== 1)
      return [];
    // only the last round goes too far
    const isLast = !hasEffects(compared.right) && valueOf(walk, compared.right) === valueOf(walk, index);
    return isLast ? fix(walk, 'Replace `<=` by `<`', [[compared.operator, '<']]) : [];
  });
}

function valueOf(walk: Walk, node: SyntaxNode): bigint | null {
  const { memory } = walk;
  walk.memory = memory.copy();
  walk.silent++;
  const value = attempt(() => walk.follow.value(walk, node))?.result;
  walk.silent--;
  walk.memory = memory;
  return value === undefined ? null : known(value);
}

/** Of a loop that never ends: a countdown that can't get below zero, a counter that can't get to its limit. */
export function endlessFixes(walk: Walk, loop: LoopParts): readonly Fix[] {
  const test = loop.test === null ? null : comparison(walk, loop.test);
  const start = loop.node.type === 'for_statement' ? startOf(loop.node) : null;
  if (test === null || start === null || test.left.type !== 'identifier') return [];
  const counter = textOf(walk, test.left);
  if (textOf(walk, start.name) !== counter) return [];
  const step = stepOf(walk, loop.update, counter);
  if (test.op === '>=' && textOf(walk, test.right) === '0' && step === -1 && loop.update !== null)
    return fix(walk, `Count down with \`${counter}-- > 0\``, [
      [start.value, oneMore(textOf(walk, start.value))],
      [{ start: test.left.start, end: test.right.end }, `${counter}-- > 0`],
      [loop.update, ''],
    ]);
  if ((test.op === '<' || test.op === '<=') && step === 1 && start.type !== null)
    return fix(walk, `Make \`${counter}\` an \`int\``, [[start.type, 'int']]);
  return [];
}

/** `n - 1` becomes `n`. */
function oneMore(source: string): string {
  const less = /^(.*\S)\s*-\s*1$/.exec(source);
  if (less) return less[1]!;
  return /^\d+$/.test(source) ? `${BigInt(source) + 1n}` : `${/^[\w.>-]+$/.test(source) ? source : `(${source})`} + 1`;
}

interface Comparison {
  readonly left: SyntaxNode;
  readonly operator: SyntaxNode;
  readonly right: SyntaxNode;
  readonly op: string;
}

function comparison(walk: Walk, whole: SyntaxNode): Comparison | null {
  const node = bare(whole);
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (node.type !== 'binary_expression' || left === null || operator === null || right === null) return null;
  return { left, operator, right, op: textOf(walk, operator) };
}

/** By how much `i++`, `--i` change a counter. */
function stepOf(w: Walk, update: SyntaxNode | null, counter: string): 1 | -1 | null {
  const argument = update?.type === 'update_expression' ? child(update, 'argument') : null;
  if (update === null || argument === null || textOf(w, argument) !== counter) return null;
  return textOf(w, update).includes('++') ? 1 : -1;
}

/** `for (T i = value; ...)` or `for (i = value; ...)`. */
function startOf(
  node: SyntaxNode,
): { readonly name: SyntaxNode; readonly value: SyntaxNode; readonly type: SyntaxNode | null } | null {
  const start = child(node, 'initializer');
  const declared = start?.type === 'declaration' ? start.children.filter((c) => c.field === 'declarator') : [];
  const only = declared.length === 1 ? declared[0]! : null;
  const [name, value] =
    only !== null
      ? [child(only, 'declarator'), child(only, 'value')]
      : start?.type === 'assignment_expression'
        ? [child(start, 'left'), child(start, 'right')]
        : [null, null];
  if (name === null || value === null || name.type !== 'identifier') return null;
  return { name, value, type: only === null || start === null ? null : child(start, 'type') };
}
