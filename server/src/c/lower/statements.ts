/** Statements: control flow into blocks (C11 6.8). */
import {
  assign,
  because,
  continueAt,
  intValue,
  lowerEffect,
  lowerExpr,
  newBlock,
  noValue,
  rangeOf,
  temporary,
  text,
  variable,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { intType, lookup, statementAttribute } from '../types/index.ts';
import type { Value } from '../types/index.ts';
import { asmGoto, lowerComputedGoto, lowerGoto, lowerJump, lowerReturn } from './jumps.ts';
import { lose } from './lost-code.ts';
import { lowerDeclaration } from './local-declarations.ts';
import { noteDecision } from './ways-out.ts';
import { UNKNOWN_BLOCK } from '../sources/index.ts';
import { child, libraryEffect } from '../syntax/index.ts';
import { sequenced } from './unsequenced-effects.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { markTarget } from './asked-line.ts';
import { inScope, sequencedDeclaration } from './statement-scopes.ts';
import { havocUndecided, undecidedRegions } from './undecided-code.ts';
import {
  declareUnknown,
  isUnended,
  lowerWithErrors,
  lowerError,
  isBroken,
  lowerUnknownBlock,
  lowerNested,
  unknownBlock,
} from './broken-statements.ts';
import { conditionOf, lowerWhile, lowerFor, lowerDo } from './written-loops.ts';
import { lowerSwitch, lowerCase } from './switch-statements.ts';

export function lowerStatement(draft: Draft, node: SyntaxNode): void {
  if (node.error || isBroken(node)) {
    lowerError(draft, node);
    return;
  }
  markTarget(draft, node);
  const attribute = node.type === 'declaration' ? null : statementAttribute(draft.file.types, node);
  if (attribute !== null)
    lose(draft, attribute, because(draft, 'attribute', `the attribute \`${attribute.name}\` is not known`, attribute));
  switch (node.type) {
    case 'compound_statement':
      inScope(draft, node, () => lowerList(draft, node));
      return;
    case 'expression_statement': {
      const inner = node.children[0];
      if (inner === undefined) return;
      if (draft.file.types.computedGotos.has(inner.start)) lowerComputedGoto(draft, node, inner);
      else lowerWithErrors(draft, node, () => lowerExpressionStatement(draft, inner));
      return;
    }
    case 'gnu_asm_expression':
      lowerExpressionStatement(draft, node);
      return;
    case 'declaration':
      lowerWithErrors(draft, node, () => sequencedDeclaration(draft, node));
      if (node.hasError) declareUnknown(draft, node);
      return;
    case 'type_definition':
      lowerWithErrors(draft, node, () => lowerDeclaration(draft, node));
      return;
    case 'if_statement':
      lowerIf(draft, node);
      return;
    case 'while_statement': {
      const condition = child(node, 'condition');
      if (condition !== null && text(draft, condition).startsWith(`(${UNKNOWN_BLOCK}`)) lowerUnknownBlock(draft, node);
      else lowerWhile(draft, node);
      return;
    }
    case 'for_statement':
      lowerFor(draft, node);
      return;
    case 'do_statement':
      lowerDo(draft, node);
      return;
    case 'switch_statement':
      lowerSwitch(draft, node);
      return;
    case 'case_statement':
      lowerCase(draft, node);
      return;
    case 'labeled_statement':
      lowerLabel(draft, node);
      return;
    case 'goto_statement':
      lowerGoto(draft, node);
      return;
    case 'break_statement':
      lowerJump(draft, node, draft.breakTo);
      return;
    case 'continue_statement':
      lowerJump(draft, node, draft.continueTo);
      return;
    case 'return_statement':
      lowerReturn(draft, node);
      return;
    case 'attributed_statement': {
      const inner = node.children[node.children.length - 1];
      if (inner !== undefined) lowerStatement(draft, inner);
      return;
    }
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      lowerWithErrors(draft, node, () => lowerDeclaration(draft, node));
      return;
    case 'function_definition':
      lowerNested(draft, node);
      return;
    case 'else_clause': {
      const inner = node.children[0];
      if (inner !== undefined) lowerStatement(draft, inner);
      return;
    }
    // only attributes: see `isHarmless`
    case 'ERROR':
    case 'attribute_declaration':
    case 'attribute_specifier':
    case 'preproc_call':
    case 'preproc_include':
      return;
    default:
      lowerError(draft, node);
  }
}

function lowerExpressionStatement(draft: Draft, node: SyntaxNode): void {
  sequenced(draft, node, () => lowerEffect(draft, node));
  if (node.type === 'gnu_asm_expression') asmGoto(draft, node);
  else if (node.type === 'call_expression' && isUnknownMacro(draft, node))
    lose(draft, node, because(draft, 'unknown-macro', 'this may be a macro that hides statements', node), 'control');
}

/** A call like `FOREACH(x)` of a name that nothing declares: most likely a macro of a header that was not read. */
function isUnknownMacro(draft: Draft, call: SyntaxNode): boolean {
  const callee = child(call, 'function');
  if (callee?.type !== 'identifier') return false;
  const name = text(draft, callee);
  const known =
    lookup(draft.scope, name) !== null ||
    draft.file.asserting.has(name) ||
    draft.file.assuming.has(name) ||
    libraryEffect(name) !== null;
  return !known && /^[A-Z_][A-Z0-9_]*$/.test(name);
}

/** Statements one after the other. One without a semicolon may be a macro whose body is the next one. */
function lowerList(draft: Draft, list: SyntaxNode): void {
  const undecided = undecidedRegions(draft, list);
  havocUndecided(draft, list, undecided.get(-1) ?? []);
  list.children.forEach((s, i) => {
    const before = list.children[i - 1];
    if (before !== undefined && isUnended(before)) unknownBlock(draft, before, s, text(draft, before));
    else lowerStatement(draft, s);
    havocUndecided(draft, list, undecided.get(i) ?? []);
  });
}

function lowerIf(draft: Draft, node: SyntaxNode): void {
  const condition = child(node, 'condition');
  const consequence = child(node, 'consequence');
  const alternative = child(node, 'alternative');
  const [then, otherwise, join] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  conditionOf(draft, condition, node, then, otherwise);
  noteDecision(draft, node);
  draft.current = then;
  if (consequence !== null) lowerStatement(draft, consequence);
  continueAt(draft, join);
  draft.current = otherwise;
  if (alternative !== null) lowerStatement(draft, alternative);
  continueAt(draft, join);
}

function lowerLabel(draft: Draft, node: SyntaxNode): void {
  const label = child(node, 'label');
  const plain = label === null ? '' : text(draft, label);
  const name = draft.facts.repeatedLabels.has(plain) ? `${plain} ${node.start}` : plain;
  const known = draft.labels.get(name);
  const block = known?.block ?? newBlock(draft);
  draft.labels.set(name, { block, node: label, defined: true, cleanups: draft.cleanups });
  continueAt(draft, block);
  for (const c of node.children) if (c !== label) lowerStatement(draft, c);
}

/** GNU `({ ... })`: the value of its last expression. */
export function lowerStatementExpression(draft: Draft, body: SyntaxNode): Value {
  const last = body.children[body.children.length - 1];
  let value: Value = noValue({ kind: 'void' });
  inScope(draft, body, () => {
    for (const part of body.children) {
      const inner =
        part === last && part.type === 'expression_statement' && !part.hasError ? part.children[0] : undefined;
      if (inner === undefined) {
        lowerStatement(draft, part);
        continue;
      }
      const result = lowerExpr(draft, inner);
      if (result.expr === null) value = result;
      else {
        const kept = temporary(draft, result.expr.type);
        assign(draft, kept, result.expr, rangeOf(draft, inner));
        value = { ...intValue(variable(draft, kept)), type: intType(result.expr.type) };
      }
    }
  });
  return value;
}
