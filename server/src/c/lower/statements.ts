/** Statements: control flow into blocks (C11 6.8). */
import { constantValue } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import type { BlockId, Expr } from '../../program/index.ts';
import {
  assign,
  because,
  binary,
  branch,
  cast,
  constant,
  continueAt,
  anythingReached,
  havocPlace,
  intValue,
  lowerEffect,
  lowerExpr,
  lowerInt,
  newBlock,
  noValue,
  rangeOf,
  temporary,
  text,
  unknownValue,
  variable,
} from '../objects/index.ts';
import type { Draft, DraftLoop, SwitchTargets } from '../objects/index.ts';
import { fallOut } from './cleanup-handlers.ts';
import {
  OPAQUE,
  UNKNOWN,
  declarator,
  intType,
  lookup,
  newScope,
  parameterList,
  promote,
  specifiers,
  statementAttribute,
} from '../types/index.ts';
import { lowerCondition } from './conditions.ts';
import type { Value } from '../types/index.ts';
import { asmGoto, lowerComputedGoto, lowerGoto, lowerJump, lowerReturn } from './jumps.ts';
import { forget, lose, loseSyntax, perhaps } from './lost-code.ts';
import { ownTest } from './own-test.ts';
import { lowerDeclaration } from './local-declarations.ts';
import { CASE_RANGE, UNKNOWN_BLOCK } from '../sources/index.ts';
import { child, libraryEffect } from '../syntax/index.ts';
import { sequenced } from './unsequenced-effects.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { markTarget } from './asked-line.ts';

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
      inScope(draft, node, () => lowerList(draft, node.children));
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

/** A declaration that isn't understood: what it declares gets an unknown type. */
function declareUnknown(draft: Draft, node: SyntaxNode): void {
  for (const d of node.children) {
    const declared = d.field === 'declarator' ? declarator(draft.file.types, d, UNKNOWN, draft.scope) : null;
    if (declared !== null) draft.scope.names.set(declared.name, { kind: 'local', place: OPAQUE, type: UNKNOWN });
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
function lowerList(draft: Draft, statements: readonly SyntaxNode[]): void {
  statements.forEach((s, i) => {
    const before = statements[i - 1];
    if (before !== undefined && isUnended(before)) unknownBlock(draft, before, s, text(draft, before));
    else lowerStatement(draft, s);
  });
}

function isUnended(node: SyntaxNode): boolean {
  return (
    node.type === 'expression_statement' && node.children.length > 1 && node.children[node.children.length - 1]!.error
  );
}

function inScope(draft: Draft, node: SyntaxNode, lower: () => void): void {
  const [outer, due, block] = [draft.scope, draft.cleanups, draft.block];
  draft.scope = newScope(outer);
  draft.block = node;
  lower();
  fallOut(draft, due);
  draft.scope = outer;
  draft.block = block;
}

function sequencedDeclaration(draft: Draft, node: SyntaxNode): void {
  const values = node.children.flatMap((c) => (c.type === 'init_declarator' ? (child(c, 'value') ?? []) : []));
  const lower = values.reduceRight(
    (rest: () => void, value) => () => sequenced(draft, value, rest),
    () => lowerDeclaration(draft, node),
  );
  lower();
}

/** A statement without inner statements: an error in it makes it an error as a whole. */
function lowerWithErrors(f: Draft, node: SyntaxNode, lower: () => void): void {
  if (node.hasError) lowerError(f, node);
  else lower();
}

/** A statement that the parser didn't understand. The statements in it may run or not; their loops are still analysed. */
function lowerError(draft: Draft, node: SyntaxNode): void {
  const reason = loseSyntax(draft, node);
  for (const c of node.children) {
    if (!/_statement$|^else_clause$/.test(c.type)) continue;
    const on = newBlock(draft);
    const inner = newBlock(draft);
    branch(draft, perhaps(draft, reason, c), inner, on, rangeOf(draft, c));
    draft.current = inner;
    lowerStatement(draft, c);
    continueAt(draft, on);
  }
}

/** Whether there is an error between the parts of a statement, so that it isn't known in which order they run. */
function isBroken(node: SyntaxNode): boolean {
  return (
    /^(if|switch|case|labeled|attributed)_statement$|^else_clause$/.test(node.type) &&
    node.children.some((c) => c.error)
  );
}

/** A braced block behind an unknown macro, e.g. `list_for_each(p, l) { ... }`: runs any number of times. */
function lowerUnknownBlock(f: Draft, node: SyntaxNode): void {
  const body = child(node, 'body');
  unknownBlock(f, node, body, f.file.types.text.slice(node.start, body?.start ?? node.end));
}

/** GNU: a nested function, called from anywhere behind this; or a macro before a block that looks like one. */
function lowerNested(draft: Draft, node: SyntaxNode): void {
  const spec = child(node, 'type') === null ? null : specifiers(draft.file.types, node, draft.scope);
  const declaratorNode = child(node, 'declarator');
  const declared =
    declaratorNode === null || spec === null
      ? null
      : declarator(draft.file.types, declaratorNode, spec.type, draft.scope);
  const body = child(node, 'body');
  if (declared === null || declared.type.kind !== 'function' || body === null) {
    lowerUnknownBlock(draft, node);
    return;
  }
  draft.scope.names.set(declared.name, { kind: 'local', place: OPAQUE, type: declared.type });
  const reason = because(
    draft,
    'nested-function',
    'what this nested function does to the variables around it is not followed',
    node,
  );
  const [on, out] = [newBlock(draft), newBlock(draft)];
  branch(draft, perhaps(draft, reason, node), out, on, rangeOf(draft, node));
  draft.current = on;
  forget(draft, node, reason);
  const before = [draft.breakTo, draft.continueTo, draft.returnTo, draft.switchTargets] as const;
  [draft.breakTo, draft.continueTo, draft.returnTo, draft.switchTargets] = [
    null,
    null,
    { block: out, cleanups: draft.cleanups },
    null,
  ];
  const jumps = draft.gotos.length;
  inScope(draft, node, () => {
    for (const p of declared.parameters === null
      ? []
      : parameterList(draft.file.types, declared.parameters, draft.scope).params) {
      if (p.name !== null) draft.scope.names.set(p.name, { kind: 'local', place: OPAQUE, type: p.type });
    }
    lowerStatement(draft, body);
  });
  [draft.breakTo, draft.continueTo, draft.returnTo, draft.switchTargets] = before;
  if (draft.gotos.length > jumps || draft.lost.anywhere !== null) draft.lost.nested = true;
  forget(draft, node, reason);
  continueAt(draft, out);
}

function unknownBlock(draft: Draft, node: SyntaxNode, body: SyntaxNode | null, head: string): void {
  const reason = because(
    draft,
    'unknown-macro',
    'the macro before this block is not known: it may run any number of times',
    node,
  );
  const [header, inner, exit] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  continueAt(draft, header);
  for (const v of [...draft.variables]) {
    if (v.scope !== 'temp' && new RegExp(`(^|[^\\w.])${v.name.replace(/[.$]/g, '\\$&')}\\b`).test(head))
      havocPlace(draft, { kind: 'variable', id: v.id }, reason, node);
  }
  anythingReached(draft, rangeOf(draft, node), reason);
  const may = unknownValue(draft, INT, reason, node);
  branch(draft, binary('ne', may, constant(0n, INT), null), inner, exit, rangeOf(draft, node));
  draft.current = inner;
  if (body !== null) withTargets(draft, exit, header, () => lowerStatement(draft, body));
  continueAt(draft, header);
  draft.current = exit;
}

function withTargets(draft: Draft, breakTo: BlockId, continueTo: BlockId | null, lower: () => void): void {
  const [outerBreak, outerContinue] = [draft.breakTo, draft.continueTo];
  draft.breakTo = { block: breakTo, cleanups: draft.cleanups };
  if (continueTo !== null) draft.continueTo = { block: continueTo, cleanups: draft.cleanups };
  lower();
  draft.breakTo = outerBreak;
  draft.continueTo = outerContinue;
}

function lowerIf(draft: Draft, node: SyntaxNode): void {
  const condition = child(node, 'condition');
  const consequence = child(node, 'consequence');
  const alternative = child(node, 'alternative');
  const [then, otherwise, join] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  conditionOf(draft, condition, node, then, otherwise);
  draft.current = then;
  if (consequence !== null) lowerStatement(draft, consequence);
  continueAt(draft, join);
  draft.current = otherwise;
  if (alternative !== null) lowerStatement(draft, alternative);
  continueAt(draft, join);
}

/** A loop that the source writes as one. */
type WrittenLoop = DraftLoop & { readonly statement: SyntaxNode };

/** The loop's own test; `while (sizeof(long) == 8)` has none. */
function testOf(
  draft: Draft,
  loop: WrittenLoop,
  condition: SyntaxNode | null,
  then: BlockId,
  otherwise: BlockId,
): void {
  const [before, made] = [draft.current, draft.blocks.length];
  conditionOf(draft, condition, loop.statement, then, otherwise);
  const leaves = (b: Draft['blocks'][number] | undefined): boolean =>
    b?.end?.kind === 'branch' || (b?.end?.kind === 'goto' && b.end.to === otherwise);
  if (!leaves(draft.blocks[before]) && !draft.blocks.slice(made).some(leaves)) loop.test = null;
  const end = draft.blocks[before]?.end;
  loop.once = end?.kind === 'goto' && end.to === otherwise;
}

function conditionOf(
  draft: Draft,
  condition: SyntaxNode | null,
  node: SyntaxNode,
  then: BlockId,
  otherwise: BlockId,
): void {
  const broken = node.children.find((c) => c.error);
  if (broken === undefined && condition !== null && !condition.hasError) {
    sequenced(draft, condition, () => lowerCondition(draft, condition, then, otherwise));
    return;
  }
  // an error beside the condition may be anything, the beginning of a body among it
  if (broken !== undefined) draft.lost.shapes = true;
  const reason =
    broken === undefined ? loseSyntax(draft, condition ?? node, 'this condition') : loseSyntax(draft, node);
  branch(draft, perhaps(draft, reason, condition ?? node), then, otherwise, rangeOf(draft, condition ?? node));
}

/** From the keyword to the closing parenthesis: everything before the body. */
function headEnd(f: Draft, node: SyntaxNode, body: SyntaxNode | null): number {
  const source = f.file.types.text.slice(node.start, body?.start ?? node.end);
  const close = source.lastIndexOf(')');
  return node.start + (close < 0 ? source.trimEnd().length : close + 1);
}

function lowerWhile(draft: Draft, node: SyntaxNode): void {
  const body = child(node, 'body');
  const [header, inner, exit] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  const condition = child(node, 'condition');
  const test = ownTest(draft, node, condition);
  const head = { start: node.start, end: headEnd(draft, node, body) };
  const loop: WrittenLoop = { kind: 'while', header, body: inner, node, statement: node, head, test };
  draft.loops.push(loop);
  continueAt(draft, header);
  testOf(draft, loop, condition, inner, exit);
  draft.current = inner;
  if (body !== null) withTargets(draft, exit, header, () => lowerStatement(draft, body));
  continueAt(draft, header);
  draft.current = exit;
}

function lowerFor(draft: Draft, node: SyntaxNode): void {
  inScope(draft, node, () => {
    const initializer = child(node, 'initializer');
    const condition = child(node, 'condition');
    const update = child(node, 'update');
    const body = child(node, 'body');
    if (initializer !== null) {
      if (initializer.hasError) lowerError(draft, initializer);
      else if (initializer.type === 'declaration') sequencedDeclaration(draft, initializer);
      else sequenced(draft, initializer, () => lowerEffect(draft, initializer));
    }
    const [header, inner, step, exit] = [newBlock(draft), newBlock(draft), newBlock(draft), newBlock(draft)];
    const test = ownTest(draft, node, condition);
    const head = { start: node.start, end: headEnd(draft, node, body) };
    const loop: WrittenLoop = { kind: 'for', header, body: inner, node, statement: node, head, test };
    draft.loops.push(loop);
    continueAt(draft, header);
    if (condition === null && !node.children.some((c) => c.error))
      branch(draft, constant(1n, INT), inner, exit, rangeOf(draft, node));
    else testOf(draft, loop, condition, inner, exit);
    draft.current = inner;
    if (body !== null) withTargets(draft, exit, step, () => lowerStatement(draft, body));
    continueAt(draft, step);
    if (update !== null) {
      if (update.hasError) lowerError(draft, update);
      else sequenced(draft, update, () => lowerEffect(draft, update));
    }
    continueAt(draft, header);
    draft.current = exit;
  });
}

function lowerDo(draft: Draft, node: SyntaxNode): void {
  const body = child(node, 'body');
  const [header, check, exit] = [newBlock(draft), newBlock(draft), newBlock(draft)];
  const condition = child(node, 'condition');
  const test = ownTest(draft, node, condition);
  const head = { start: node.start, end: node.start + 2 };
  const loop: WrittenLoop = { kind: 'do', header, body: header, node, statement: node, head, test };
  draft.loops.push(loop);
  continueAt(draft, header);
  if (body !== null) withTargets(draft, exit, check, () => lowerStatement(draft, body));
  continueAt(draft, check);
  testOf(draft, loop, condition, header, exit);
  draft.current = exit;
}

function lowerSwitch(draft: Draft, node: SyntaxNode): void {
  const condition = child(node, 'condition');
  const body = child(node, 'body');
  const value =
    condition === null || condition.hasError
      ? unknownValue(draft, INT, loseSyntax(draft, condition ?? node, 'this condition'), condition ?? node)
      : sequenced(draft, condition, () => lowerInt(draft, condition));
  const promoted = cast(value, promote(value.type));
  let subject: Expr = promoted;
  if (promoted.kind !== 'var' && promoted.kind !== 'const') {
    const kept = temporary(draft, promoted.type);
    assign(draft, kept, promoted, rangeOf(draft, condition ?? node));
    subject = variable(draft, kept);
  }
  const dispatch = draft.current;
  const exit = newBlock(draft);
  const targets: SwitchTargets = { cases: [], hidden: [], defaultBlock: null, type: promoted.type };
  const outer = draft.switchTargets;
  draft.switchTargets = targets;
  // statements before the first label are unreachable
  draft.current = newBlock(draft);
  if (body !== null) withTargets(draft, exit, null, () => lowerStatement(draft, body));
  continueAt(draft, exit);
  draft.switchTargets = outer;
  draft.current = dispatch;
  for (const { low, high, block, node: label } of targets.cases) {
    const next = newBlock(draft);
    if (low === null || high === null) {
      const reason = because(
        draft,
        'case-label',
        `the value of the label \`${text(draft, label)}\` is not known`,
        label,
      );
      branch(
        draft,
        binary('ne', unknownValue(draft, INT, reason, label), constant(0n, INT), null),
        block,
        next,
        rangeOf(draft, label),
      );
      draft.current = next;
      continue;
    }
    const is = (v: bigint): Expr => constant(v, promoted.type);
    const range = rangeOf(draft, condition ?? node);
    const test =
      low === high
        ? binary('eq', subject, is(low), null)
        : binary('land', binary('ge', subject, is(low), null), binary('le', subject, is(high), null), null);
    branch(draft, test, block, next, range);
    draft.current = next;
  }
  for (const { block, reason } of targets.hidden) {
    const next = newBlock(draft);
    branch(draft, perhaps(draft, reason, node), block, next, rangeOf(draft, node));
    draft.current = next;
  }
  continueAt(draft, targets.defaultBlock ?? exit);
  draft.current = exit;
}

function lowerCase(draft: Draft, node: SyntaxNode): void {
  const value = child(node, 'value');
  const block = newBlock(draft);
  continueAt(draft, block);
  const targets = draft.switchTargets;
  if (targets !== null) {
    if (value === null) targets.defaultBlock = block;
    else addCase(draft, targets, value, block);
  }
  for (const c of node.children) if (c !== value) lowerStatement(draft, c);
}

function addCase(draft: Draft, targets: SwitchTargets, value: SyntaxNode, block: BlockId): void {
  const middle = value.type === 'conditional_expression' ? child(value, 'consequence') : null;
  const isRange = middle !== null && text(draft, middle) === CASE_RANGE;
  const bound = (n: SyntaxNode | null): bigint | null => (n === null ? null : lowerConstant(draft, n, targets));
  const low = bound(isRange ? child(value, 'condition') : value);
  const high = isRange ? bound(child(value, 'alternative')) : low;
  targets.cases.push({ low, high, block, node: value });
}

function lowerConstant(draft: Draft, node: SyntaxNode, targets: SwitchTargets): bigint | null {
  const value = draft.file.types.constant(node, draft.scope);
  return value === null
    ? null
    : constantValue(cast(constant(value, draft.file.types.standard.get('__int128_t')!), targets.type));
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
