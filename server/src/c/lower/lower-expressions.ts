/** Expressions: values out, side effects emitted in an order that C allows. */
import type { Reason } from '../../source/index.ts';
import { INT } from '../../machine/index.ts';
import { child, operandsOf } from '../syntax/index.ts';
import {
  MOST_DEPTH,
  NULL_POSITION,
  assign,
  because,
  constant,
  continueAt,
  convertTo,
  decay,
  effectsWithin,
  anythingReached,
  globalPlace,
  havocPlace,
  intValue,
  keepPointer,
  load,
  locate,
  newBlock,
  noValue,
  rangeOf,
  store,
  temporary,
  text,
  unknownSize,
  unknownValue,
  variable,
  variableSize,
  withCast,
} from '../objects/index.ts';
import type { Draft, Lvalue } from '../objects/index.ts';
import { lowerPointer } from './addresses.ts';
import { lowerCall } from './calls.ts';
import { lowerCompoundLiteral } from './compound-literals.ts';
import { lowerCondition, lowerConditional } from './conditions.ts';
import { UNKNOWN, intType, lookup, namedInteger, pointerTo, sizeOf, typeName } from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { characterLiteral, numberLiteral, stringLiteral } from './literal-values.ts';
import { forget, shown } from './lost-code.ts';
import { PREFIXED, namesType } from './missed-casts.ts';
import { lowerBinary, lowerUnary, operate } from './operators.ts';
import { lowerAlignof, lowerGeneric, lowerOffsetof } from './type-queries.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { evaluateSizeof, evaluateSizes } from './variably-modified-types.ts';

/** Lowers an expression for its side effects only. */
export function lowerExpressionEffect(draft: Draft, node: SyntaxNode): void {
  switch (node.type) {
    case 'update_expression':
      lowerUpdate(draft, node, false);
      return;
    case 'call_expression':
      lowerCall(draft, node, false);
      return;
    case 'parenthesized_expression': {
      const inner = node.children[0];
      if (inner !== undefined && inner.type !== 'compound_statement') lowerExpressionEffect(draft, inner);
      else lowerExpression(draft, node);
      return;
    }
    case 'comma_expression':
      for (const c of node.children) lowerExpressionEffect(draft, c);
      return;
    case 'cast_expression': {
      const type = child(node, 'type');
      const value = child(node, 'value');
      if (type !== null) evaluateSizes(draft, type);
      if (value !== null) lowerExpressionEffect(draft, value);
      return;
    }
    case 'conditional_expression': {
      const condition = child(node, 'condition');
      const consequence = child(node, 'consequence');
      const alternative = child(node, 'alternative');
      if (condition === null || alternative === null) break;
      const [then, otherwise, join] = [newBlock(draft), newBlock(draft), newBlock(draft)];
      lowerCondition(draft, condition, then, otherwise);
      draft.current = then;
      if (consequence !== null) lowerExpressionEffect(draft, consequence);
      continueAt(draft, join);
      draft.current = otherwise;
      lowerExpressionEffect(draft, alternative);
      continueAt(draft, join);
      return;
    }
  }
  lowerExpression(draft, node);
}

/** Lowers an expression; its side effects go to the current block(s), its value comes back. */
export function lowerExpression(draft: Draft, node: SyntaxNode): Value {
  if (++draft.depth > MOST_DEPTH) {
    draft.depth--;
    return noValue(intType(INT));
  }
  const value = lowerKind(draft, node);
  draft.depth--;
  return value;
}

function lowerKind(draft: Draft, node: SyntaxNode): Value {
  switch (node.type) {
    case 'number_literal':
      return numberLiteral(draft, node);
    case 'char_literal':
      return characterLiteral(draft, node);
    case 'true':
      return intValue(constant(1n, INT));
    case 'false':
      return intValue(constant(0n, INT));
    case 'null':
      return { ...noValue(pointerTo({ kind: 'void' })), position: NULL_POSITION };
    case 'string_literal':
    case 'concatenated_string':
      return stringLiteral(draft, node);
    case 'identifier':
    case 'field_expression':
    case 'subscript_expression':
      return decay(draft, load(draft, locate(draft, node), node));
    case 'pointer_expression':
      return lowerPointer(draft, node);
    case 'parenthesized_expression':
      return lowerParenthesized(draft, node);
    case 'unary_expression':
      return lowerUnary(draft, node);
    case PREFIXED:
      return /^[&*]/.test(text(draft, node))
        ? lowerPointer(draft, { ...node, type: 'pointer_expression' })
        : lowerUnary(draft, node);
    case 'binary_expression':
      return lowerBinary(draft, node);
    case 'assignment_expression':
      return lowerAssignment(draft, node);
    case 'update_expression':
      return lowerUpdate(draft, node, true);
    case 'comma_expression':
      return lowerComma(draft, node);
    case 'conditional_expression':
      return lowerConditional(draft, node);
    case 'cast_expression':
      return lowerCast(draft, node);
    case 'call_expression':
      return lowerCall(draft, node, true);
    case 'sizeof_expression':
      return lowerSizeof(draft, node);
    case 'alignof_expression':
      return lowerAlignof(draft, node);
    case 'offsetof_expression':
      return lowerOffsetof(draft, node);
    case 'extension_expression': {
      const inner = node.children[0];
      return inner === undefined ? noValue(UNKNOWN) : lowerExpression(draft, inner);
    }
    case 'compound_literal_expression':
      return lowerCompoundLiteral(draft, node);
    case 'generic_expression':
      return lowerGeneric(draft, node);
    case 'gnu_asm_expression':
      return lowerAssembly(draft, node);
    default:
      // its parts may have effects
      for (const c of node.children) effectsWithin(draft, c);
      if (node.type !== 'initializer_list' && !draft.trial)
        forget(draft, node, because(draft, 'syntax-error', `\`${shown(draft, node)}\` was not understood`, node));
      return noValue(UNKNOWN);
  }
}

function lowerComma(draft: Draft, node: SyntaxNode): Value {
  const left = child(node, 'left');
  const right = child(node, 'right');
  if (left !== null) lowerExpressionEffect(draft, left);
  return right === null ? noValue(UNKNOWN) : lowerExpression(draft, right);
}

function lowerAssembly(draft: Draft, node: SyntaxNode): Value {
  const reason = because(draft, 'inline-assembly', 'inline assembly may change anything', node);
  anythingReached(draft, rangeOf(draft, node), reason);
  assemblyOutputs(draft, node, reason);
  return noValue({ kind: 'void' });
}

/** What the outputs of inline assembly name, and what its inputs point at. */
function assemblyOutputs(draft: Draft, node: SyntaxNode, reason: Reason): void {
  const { written, addressed } = operandsOf(text(draft, node));
  for (const name of new Set([...written, ...addressed])) {
    const symbol = lookup(draft.scope, name);
    const place =
      symbol?.kind === 'local' ? symbol.place : symbol?.kind === 'global' ? globalPlace(draft, symbol.object) : null;
    // by its value an operand changes nothing
    if (place !== null && (written.has(name) || place.kind !== 'variable')) havocPlace(draft, place, reason, node);
  }
}

function lowerParenthesized(draft: Draft, node: SyntaxNode): Value {
  const inner = node.children[0];
  if (inner === undefined) return noValue(UNKNOWN);
  if (inner.type !== 'compound_statement') return lowerExpression(draft, inner);
  return draft.lower.statements(draft, inner);
}

function lowerCast(draft: Draft, node: SyntaxNode): Value {
  const type = child(node, 'type');
  const argument = child(node, 'value');
  if (type === null || argument === null) return noValue(UNKNOWN);
  const target = typeName(draft.file.types, type, draft.scope);
  evaluateSizes(draft, type);
  const value = lowerExpression(draft, argument);
  return withCast(draft, convertTo(draft, value, target, argument, true), value, { node: argument, type });
}

function lowerSizeof(draft: Draft, node: SyntaxNode): Value {
  const type = child(node, 'type');
  const value = child(node, 'value');
  const named = value !== null && namesType(draft, value) ? value.children[0]! : null;
  if (named !== null)
    return sizeOrUnknown(draft, namedInteger(draft.file.types, text(draft, named), draft.scope), node);
  evaluateSizeof(draft, node, type, value);
  const operand =
    type !== null
      ? typeName(draft.file.types, type, draft.scope)
      : value !== null
        ? draft.file.types.typeOf(value, draft.scope)
        : UNKNOWN;
  const varying =
    value === null || sizeOf(operand, draft.file.types.model) !== null ? null : variableSize(draft, value);
  return varying ? intValue(varying) : sizeOrUnknown(draft, operand, node);
}

function sizeOrUnknown(draft: Draft, operand: CType, node: SyntaxNode): Value {
  const size = sizeOf(operand, draft.file.types.model);
  if (size !== null) return intValue(constant(size, draft.file.size));
  const named = draft.trial ? null : namedSize(draft, operand, node);
  if (named !== null) return unknownSize(draft, named, node);
  const reason = because(draft, 'layout', `the size in \`${text(draft, node)}\` is not known`, node);
  return intValue(unknownValue(draft, draft.file.size, reason, node));
}

/** What a size is called that no reader can tell, but that is the same throughout; null: it may not be. */
function namedSize(draft: Draft, operand: CType, node: SyntaxNode): string | null {
  let value = child(node, 'value');
  while (value?.type === 'parenthesized_expression') value = value.children[0] ?? null;
  let object = value;
  while (object?.type === 'subscript_expression') object = child(object, 'argument');
  const isOfFile = object?.type === 'identifier' && lookup(draft.scope, text(draft, object))?.kind === 'global';
  // an array that isn't of the file may have another length each time
  if (!isOfFile && operand.kind !== 'record' && (value !== null || operand.kind !== 'unknown')) return null;
  const asked = value ?? child(node, 'type');
  const name = asked === null ? '' : text(draft, asked).replace(/\s+/g, ' ').trim();
  return asked === null ? null : value === null ? `sizeof(${name})` : `sizeof ${name}`;
}

function lowerAssignment(draft: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const leftNode = child(node, 'left');
  const rightNode = child(node, 'right');
  if (operator === null || leftNode === null || rightNode === null) return noValue(UNKNOWN);
  const op = text(draft, operator);
  if (op === '=') {
    const lv = locate(draft, leftNode);
    noteFloating(draft, lv, node);
    const value = lowerExpression(draft, rightNode);
    return stored(draft, lv, value, rightNode, node);
  }
  const lv = locate(draft, leftNode);
  noteFloating(draft, lv, node);
  const before = load(draft, lv, leftNode);
  const right = lowerExpression(draft, rightNode);
  const left = { value: before, node: leftNode };
  const result = operate(draft, op.slice(0, -1), left, { value: right, node: rightNode }, node);
  return stored(draft, lv, result, node, node);
}

/** What an assignment is worth: on trial only its type is asked for, which is that of its target (C11 6.5.16p3). */
function stored(draft: Draft, lv: Lvalue, value: Value, from: SyntaxNode, node: SyntaxNode): Value {
  return draft.trial ? noValue(lv.type) : store(draft, lv, value, from, node);
}

/** No variable stands for a floating object: its loops tell how it is changed by what is written. */
function noteFloating(draft: Draft, { type }: Lvalue, node: SyntaxNode): void {
  if (type.kind === 'float') draft.floating.set(node.start, node);
}

/** `++` and `--`; the value of a postfix form is kept only where it is wanted. */
function lowerUpdate(draft: Draft, node: SyntaxNode, wanted: boolean): Value {
  const operator = child(node, 'operator');
  const argument = child(node, 'argument');
  if (operator === null || argument === null) return noValue(UNKNOWN);
  const op = text(draft, operator) === '++' ? '+' : '-';
  const prefix = operator.start < argument.start;
  const lv = locate(draft, argument);
  noteFloating(draft, lv, node);
  let before = load(draft, lv, argument);
  if (wanted && !prefix && before.expr !== null) {
    const kept = temporary(draft, before.expr.type);
    assign(draft, kept, before.expr, rangeOf(draft, argument));
    before = { ...before, expr: variable(draft, kept) };
  } else if (wanted && !prefix && before.type.kind === 'pointer') before = keepPointer(draft, before, argument);
  const one = intValue(constant(1n, INT));
  const after = operate(draft, op, { value: before, node: argument }, { value: one, node: argument }, node);
  const changed = stored(draft, lv, after, node, node);
  return prefix ? changed : before;
}
