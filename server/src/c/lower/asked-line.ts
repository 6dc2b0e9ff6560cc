/**
 * The place in a file that a question is about: an assertion that always fails is put before the first statement of a
 * line. Source: APC, sections 2 and 3, for what is asked.
 */
import { INT } from '../../machine/index.ts';
import { constant, emit, rangeOf } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** What the asserting statement is known by. */
const TARGET_TEXT = 'line reached';

/** Statements that only hold others. */
const HOLDERS = new Set([
  'compound_statement',
  'case_statement',
  'labeled_statement',
  'else_clause',
  'attributed_statement',
  'attribute_declaration',
  'type_definition',
]);
/** Statements that hold no others: all lines that they stretch over are theirs. */
const LEAVES = new Set([
  'expression_statement',
  'declaration',
  'return_statement',
  'goto_statement',
  'break_statement',
  'continue_statement',
]);

/** Called before each statement is lowered. */
export function markTarget(draft: Draft, node: SyntaxNode): void {
  const { target } = draft.file;
  const { asked } = draft;
  if (target === null || draft.trial || node.start < target.from || HOLDERS.has(node.type)) return;
  const range = rangeOf(draft, node);
  const { line } = range.start;
  if (line > target.line) asked.next = Math.min(asked.next ?? line, line);
  const here = line === target.line || (LEAVES.has(node.type) && line < target.line && target.line <= range.end.line);
  // the same statement may be lowered more than once
  if (!here || (asked.found !== null && asked.found !== node.start)) return;
  asked.found = node.start;
  const id = draft.assertions.length;
  draft.assertions.push({ id, range, text: TARGET_TEXT, target: true });
  emit(draft, { kind: 'assert', assertion: id, cond: constant(0n, INT), range });
}
