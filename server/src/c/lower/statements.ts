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
  emit,
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

export function lowerStatement(f: Draft, node: SyntaxNode): void {
  if (node.error || isBroken(node)) {
    lowerError(f, node);
    return;
  }
  markTarget(f, node);
  const attribute = node.type === 'declaration' ? null : statementAttribute(f.file.types, node);
  if (attribute !== null)
    lose(f, attribute, because(f, 'attribute', `the attribute \`${attribute.name}\` is not known`, attribute));
  switch (node.type) {
    case 'compound_statement':
      inScope(f, node, () => lowerList(f, node.children));
      return;
    case 'expression_statement': {
      const inner = node.children[0];
      if (inner === undefined) return;
      if (f.file.types.computedGotos.has(inner.start)) lowerComputedGoto(f, node, inner);
      else lowerWithErrors(f, node, () => lowerExpressionStatement(f, inner));
      return;
    }
    case 'gnu_asm_expression':
      lowerExpressionStatement(f, node);
      return;
    case 'declaration':
      lowerWithErrors(f, node, () => sequencedDeclaration(f, node));
      if (node.hasError) declareUnknown(f, node);
      return;
    case 'type_definition':
      lowerWithErrors(f, node, () => lowerDeclaration(f, node));
      return;
    case 'if_statement':
      lowerIf(f, node);
      return;
    case 'while_statement': {
      const condition = child(node, 'condition');
      if (condition !== null && text(f, condition).startsWith(`(${UNKNOWN_BLOCK}`)) lowerUnknownBlock(f, node);
      else lowerWhile(f, node);
      return;
    }
    case 'for_statement':
      lowerFor(f, node);
      return;
    case 'do_statement':
      lowerDo(f, node);
      return;
    case 'switch_statement':
      lowerSwitch(f, node);
      return;
    case 'case_statement':
      lowerCase(f, node);
      return;
    case 'labeled_statement':
      lowerLabel(f, node);
      return;
    case 'goto_statement':
      lowerGoto(f, node);
      return;
    case 'break_statement':
      lowerJump(f, node, f.breakTo);
      return;
    case 'continue_statement':
      lowerJump(f, node, f.continueTo);
      return;
    case 'return_statement':
      lowerReturn(f, node);
      return;
    case 'attributed_statement': {
      const inner = node.children[node.children.length - 1];
      if (inner !== undefined) lowerStatement(f, inner);
      return;
    }
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      lowerWithErrors(f, node, () => lowerDeclaration(f, node));
      return;
    case 'function_definition':
      lowerNested(f, node);
      return;
    case 'else_clause': {
      const inner = node.children[0];
      if (inner !== undefined) lowerStatement(f, inner);
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
      lowerError(f, node);
  }
}

/** A declaration that isn't understood: what it declares gets an unknown type. */
function declareUnknown(f: Draft, node: SyntaxNode): void {
  for (const d of node.children) {
    const declared = d.field === 'declarator' ? declarator(f.file.types, d, UNKNOWN, f.scope) : null;
    if (declared !== null) f.scope.names.set(declared.name, { kind: 'local', place: OPAQUE, type: UNKNOWN });
  }
}

function lowerExpressionStatement(f: Draft, node: SyntaxNode): void {
  sequenced(f, node, () => lowerEffect(f, node));
  if (node.type === 'gnu_asm_expression') asmGoto(f, node);
  else if (node.type === 'call_expression' && isUnknownMacro(f, node))
    lose(f, node, because(f, 'unknown-macro', 'this may be a macro that hides statements', node), 'control');
}

/** A call like `FOREACH(x)` of a name that nothing declares: most likely a macro of a header that was not read. */
function isUnknownMacro(f: Draft, call: SyntaxNode): boolean {
  const callee = child(call, 'function');
  if (callee?.type !== 'identifier') return false;
  const name = text(f, callee);
  const known =
    lookup(f.scope, name) !== null ||
    f.file.asserting.has(name) ||
    f.file.assuming.has(name) ||
    libraryEffect(name) !== null;
  return !known && /^[A-Z_][A-Z0-9_]*$/.test(name);
}

/** Statements one after the other. One without a semicolon may be a macro whose body is the next one. */
function lowerList(f: Draft, statements: readonly SyntaxNode[]): void {
  statements.forEach((s, i) => {
    const before = statements[i - 1];
    if (before !== undefined && isUnended(before)) unknownBlock(f, before, s, text(f, before));
    else lowerStatement(f, s);
  });
}

function isUnended(node: SyntaxNode): boolean {
  return (
    node.type === 'expression_statement' && node.children.length > 1 && node.children[node.children.length - 1]!.error
  );
}

function inScope(f: Draft, node: SyntaxNode, lower: () => void): void {
  const [outer, due, block] = [f.scope, f.cleanups, f.block];
  f.scope = newScope(outer);
  f.block = node;
  lower();
  fallOut(f, due);
  f.scope = outer;
  f.block = block;
}

function sequencedDeclaration(f: Draft, node: SyntaxNode): void {
  const values = node.children.flatMap((c) => (c.type === 'init_declarator' ? (child(c, 'value') ?? []) : []));
  const lower = values.reduceRight(
    (rest: () => void, value) => () => sequenced(f, value, rest),
    () => lowerDeclaration(f, node),
  );
  lower();
}

/** A statement without inner statements: an error in it makes it an error as a whole. */
function lowerWithErrors(f: Draft, node: SyntaxNode, lower: () => void): void {
  if (node.hasError) lowerError(f, node);
  else lower();
}

/** A statement that the parser didn't understand. The statements in it may run or not; their loops are still analysed. */
function lowerError(f: Draft, node: SyntaxNode): void {
  const reason = loseSyntax(f, node);
  for (const c of node.children) {
    if (!/_statement$|^else_clause$/.test(c.type)) continue;
    const on = newBlock(f);
    const inner = newBlock(f);
    branch(f, perhaps(f, reason, c), inner, on, rangeOf(f, c));
    f.current = inner;
    lowerStatement(f, c);
    continueAt(f, on);
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
function lowerNested(f: Draft, node: SyntaxNode): void {
  const spec = child(node, 'type') === null ? null : specifiers(f.file.types, node, f.scope);
  const d = child(node, 'declarator');
  const declared = d === null || spec === null ? null : declarator(f.file.types, d, spec.type, f.scope);
  const body = child(node, 'body');
  if (declared === null || declared.type.kind !== 'function' || body === null) {
    lowerUnknownBlock(f, node);
    return;
  }
  f.scope.names.set(declared.name, { kind: 'local', place: OPAQUE, type: declared.type });
  const reason = because(
    f,
    'nested-function',
    'what this nested function does to the variables around it is not followed',
    node,
  );
  const [on, out] = [newBlock(f), newBlock(f)];
  branch(f, perhaps(f, reason, node), out, on, rangeOf(f, node));
  f.current = on;
  forget(f, node, reason);
  const before = [f.breakTo, f.continueTo, f.returnTo, f.switchTargets] as const;
  [f.breakTo, f.continueTo, f.returnTo, f.switchTargets] = [null, null, { block: out, cleanups: f.cleanups }, null];
  const jumps = f.gotos.length;
  inScope(f, node, () => {
    for (const p of declared.parameters === null
      ? []
      : parameterList(f.file.types, declared.parameters, f.scope).params) {
      if (p.name !== null) f.scope.names.set(p.name, { kind: 'local', place: OPAQUE, type: p.type });
    }
    lowerStatement(f, body);
  });
  [f.breakTo, f.continueTo, f.returnTo, f.switchTargets] = before;
  if (f.gotos.length > jumps || f.lost.anywhere !== null) f.lost.nested = true;
  forget(f, node, reason);
  continueAt(f, out);
}

function unknownBlock(f: Draft, node: SyntaxNode, body: SyntaxNode | null, head: string): void {
  const reason = because(
    f,
    'unknown-macro',
    'the macro before this block is not known: it may run any number of times',
    node,
  );
  const [header, inner, exit] = [newBlock(f), newBlock(f), newBlock(f)];
  continueAt(f, header);
  for (const v of [...f.variables]) {
    if (v.scope !== 'temp' && new RegExp(`(^|[^\\w.])${v.name.replace(/[.$]/g, '\\$&')}\\b`).test(head))
      havocPlace(f, { kind: 'variable', id: v.id }, reason, node);
  }
  emit(f, {
    kind: 'clobber',
    cause: 'call',
    origin: 'unknown',
    element: null,
    except: null,
    reason,
    range: rangeOf(f, node),
  });
  const may = unknownValue(f, INT, reason, node);
  branch(f, binary('ne', may, constant(0n, INT), null), inner, exit, rangeOf(f, node));
  f.current = inner;
  if (body !== null) withTargets(f, exit, header, () => lowerStatement(f, body));
  continueAt(f, header);
  f.current = exit;
}

function withTargets(f: Draft, breakTo: BlockId, continueTo: BlockId | null, lower: () => void): void {
  const [outerBreak, outerContinue] = [f.breakTo, f.continueTo];
  f.breakTo = { block: breakTo, cleanups: f.cleanups };
  if (continueTo !== null) f.continueTo = { block: continueTo, cleanups: f.cleanups };
  lower();
  f.breakTo = outerBreak;
  f.continueTo = outerContinue;
}

function lowerIf(f: Draft, node: SyntaxNode): void {
  const condition = child(node, 'condition');
  const consequence = child(node, 'consequence');
  const alternative = child(node, 'alternative');
  const [then, otherwise, join] = [newBlock(f), newBlock(f), newBlock(f)];
  conditionOf(f, condition, node, then, otherwise);
  f.current = then;
  if (consequence !== null) lowerStatement(f, consequence);
  continueAt(f, join);
  f.current = otherwise;
  if (alternative !== null) lowerStatement(f, alternative);
  continueAt(f, join);
}

/** A loop that the source writes as one. */
type WrittenLoop = DraftLoop & { readonly statement: SyntaxNode };

/** The loop's own test; `while (sizeof(long) == 8)` has none. */
function testOf(f: Draft, loop: WrittenLoop, condition: SyntaxNode | null, then: BlockId, otherwise: BlockId): void {
  const [before, made] = [f.current, f.blocks.length];
  conditionOf(f, condition, loop.statement, then, otherwise);
  const leaves = (b: Draft['blocks'][number] | undefined): boolean =>
    b?.end?.kind === 'branch' || (b?.end?.kind === 'goto' && b.end.to === otherwise);
  if (!leaves(f.blocks[before]) && !f.blocks.slice(made).some(leaves)) loop.test = null;
}

function conditionOf(
  f: Draft,
  condition: SyntaxNode | null,
  node: SyntaxNode,
  then: BlockId,
  otherwise: BlockId,
): void {
  const broken = node.children.find((c) => c.error);
  if (broken === undefined && condition !== null && !condition.hasError) {
    sequenced(f, condition, () => lowerCondition(f, condition, then, otherwise));
    return;
  }
  // an error beside the condition may be anything, the beginning of a body among it
  if (broken !== undefined) f.lost.shapes = true;
  const reason = broken === undefined ? loseSyntax(f, condition ?? node, 'this condition') : loseSyntax(f, node);
  branch(f, perhaps(f, reason, condition ?? node), then, otherwise, rangeOf(f, condition ?? node));
}

/** From the keyword to the closing parenthesis: everything before the body. */
function headEnd(f: Draft, node: SyntaxNode, body: SyntaxNode | null): number {
  const source = f.file.types.text.slice(node.start, body?.start ?? node.end);
  const close = source.lastIndexOf(')');
  return node.start + (close < 0 ? source.trimEnd().length : close + 1);
}

function lowerWhile(f: Draft, node: SyntaxNode): void {
  const body = child(node, 'body');
  const [header, inner, exit] = [newBlock(f), newBlock(f), newBlock(f)];
  const condition = child(node, 'condition');
  const test = ownTest(f, node, condition);
  const head = { start: node.start, end: headEnd(f, node, body) };
  const loop: WrittenLoop = { kind: 'while', header, body: inner, node, statement: node, head, test };
  f.loops.push(loop);
  continueAt(f, header);
  testOf(f, loop, condition, inner, exit);
  f.current = inner;
  if (body !== null) withTargets(f, exit, header, () => lowerStatement(f, body));
  continueAt(f, header);
  f.current = exit;
}

function lowerFor(f: Draft, node: SyntaxNode): void {
  inScope(f, node, () => {
    const initializer = child(node, 'initializer');
    const condition = child(node, 'condition');
    const update = child(node, 'update');
    const body = child(node, 'body');
    if (initializer !== null) {
      if (initializer.hasError) lowerError(f, initializer);
      else if (initializer.type === 'declaration') sequencedDeclaration(f, initializer);
      else sequenced(f, initializer, () => lowerEffect(f, initializer));
    }
    const [header, inner, step, exit] = [newBlock(f), newBlock(f), newBlock(f), newBlock(f)];
    const test = ownTest(f, node, condition);
    const head = { start: node.start, end: headEnd(f, node, body) };
    const loop: WrittenLoop = { kind: 'for', header, body: inner, node, statement: node, head, test };
    f.loops.push(loop);
    continueAt(f, header);
    if (condition === null && !node.children.some((c) => c.error))
      branch(f, constant(1n, INT), inner, exit, rangeOf(f, node));
    else testOf(f, loop, condition, inner, exit);
    f.current = inner;
    if (body !== null) withTargets(f, exit, step, () => lowerStatement(f, body));
    continueAt(f, step);
    if (update !== null) {
      if (update.hasError) lowerError(f, update);
      else sequenced(f, update, () => lowerEffect(f, update));
    }
    continueAt(f, header);
    f.current = exit;
  });
}

function lowerDo(f: Draft, node: SyntaxNode): void {
  const body = child(node, 'body');
  const [header, check, exit] = [newBlock(f), newBlock(f), newBlock(f)];
  const condition = child(node, 'condition');
  const test = ownTest(f, node, condition);
  const head = { start: node.start, end: node.start + 2 };
  const loop: WrittenLoop = { kind: 'do', header, body: header, node, statement: node, head, test };
  f.loops.push(loop);
  continueAt(f, header);
  if (body !== null) withTargets(f, exit, check, () => lowerStatement(f, body));
  continueAt(f, check);
  testOf(f, loop, condition, header, exit);
  f.current = exit;
}

function lowerSwitch(f: Draft, node: SyntaxNode): void {
  const condition = child(node, 'condition');
  const body = child(node, 'body');
  const value =
    condition === null || condition.hasError
      ? unknownValue(f, INT, loseSyntax(f, condition ?? node, 'this condition'), condition ?? node)
      : sequenced(f, condition, () => lowerInt(f, condition));
  const promoted = cast(value, promote(value.type));
  let subject: Expr = promoted;
  if (promoted.kind !== 'var' && promoted.kind !== 'const') {
    const kept = temporary(f, promoted.type);
    assign(f, kept, promoted, rangeOf(f, condition ?? node));
    subject = variable(f, kept);
  }
  const dispatch = f.current;
  const exit = newBlock(f);
  const targets: SwitchTargets = { cases: [], hidden: [], defaultBlock: null, type: promoted.type };
  const outer = f.switchTargets;
  f.switchTargets = targets;
  // statements before the first label are unreachable
  f.current = newBlock(f);
  if (body !== null) withTargets(f, exit, null, () => lowerStatement(f, body));
  continueAt(f, exit);
  f.switchTargets = outer;
  f.current = dispatch;
  for (const { low, high, block, node: label } of targets.cases) {
    const next = newBlock(f);
    if (low === null || high === null) {
      const reason = because(f, 'case-label', `the value of the label \`${text(f, label)}\` is not known`, label);
      branch(
        f,
        binary('ne', unknownValue(f, INT, reason, label), constant(0n, INT), null),
        block,
        next,
        rangeOf(f, label),
      );
      f.current = next;
      continue;
    }
    const is = (v: bigint): Expr => constant(v, promoted.type);
    const range = rangeOf(f, condition ?? node);
    const test =
      low === high
        ? binary('eq', subject, is(low), null)
        : binary('land', binary('ge', subject, is(low), null), binary('le', subject, is(high), null), null);
    branch(f, test, block, next, range);
    f.current = next;
  }
  for (const { block, reason } of targets.hidden) {
    const next = newBlock(f);
    branch(f, perhaps(f, reason, node), block, next, rangeOf(f, node));
    f.current = next;
  }
  continueAt(f, targets.defaultBlock ?? exit);
  f.current = exit;
}

function lowerCase(f: Draft, node: SyntaxNode): void {
  const value = child(node, 'value');
  const block = newBlock(f);
  continueAt(f, block);
  const targets = f.switchTargets;
  if (targets !== null) {
    if (value === null) targets.defaultBlock = block;
    else addCase(f, targets, value, block);
  }
  for (const c of node.children) if (c !== value) lowerStatement(f, c);
}

function addCase(f: Draft, targets: SwitchTargets, value: SyntaxNode, block: BlockId): void {
  const middle = value.type === 'conditional_expression' ? child(value, 'consequence') : null;
  const isRange = middle !== null && text(f, middle) === CASE_RANGE;
  const bound = (n: SyntaxNode | null): bigint | null => (n === null ? null : lowerConstant(f, n, targets));
  const low = bound(isRange ? child(value, 'condition') : value);
  const high = isRange ? bound(child(value, 'alternative')) : low;
  targets.cases.push({ low, high, block, node: value });
}

function lowerConstant(f: Draft, node: SyntaxNode, targets: SwitchTargets): bigint | null {
  const value = f.file.types.constant(node, f.scope);
  return value === null
    ? null
    : constantValue(cast(constant(value, f.file.types.standard.get('__int128_t')!), targets.type));
}

function lowerLabel(f: Draft, node: SyntaxNode): void {
  const label = child(node, 'label');
  const plain = label === null ? '' : text(f, label);
  const name = f.facts.repeatedLabels.has(plain) ? `${plain} ${node.start}` : plain;
  const known = f.labels.get(name);
  const block = known?.block ?? newBlock(f);
  f.labels.set(name, { block, node: label, defined: true, cleanups: f.cleanups });
  continueAt(f, block);
  for (const c of node.children) if (c !== label) lowerStatement(f, c);
}

/** GNU `({ ... })`: the value of its last expression. */
export function lowerStatementExpression(f: Draft, body: SyntaxNode): Value {
  const last = body.children[body.children.length - 1];
  let value: Value = noValue({ kind: 'void' });
  inScope(f, body, () => {
    for (const c of body.children) {
      const inner = c === last && c.type === 'expression_statement' && !c.hasError ? c.children[0] : undefined;
      if (inner === undefined) {
        lowerStatement(f, c);
        continue;
      }
      const result = lowerExpr(f, inner);
      if (result.expr === null) value = result;
      else {
        const kept = temporary(f, result.expr.type);
        assign(f, kept, result.expr, rangeOf(f, inner));
        value = { ...intValue(variable(f, kept)), type: intType(result.expr.type) };
      }
    }
  });
  return value;
}
