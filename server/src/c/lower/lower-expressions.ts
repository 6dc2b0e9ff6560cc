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
  emit,
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
  unknownValue,
  variable,
  variableSize,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
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
export function lowerExpressionEffect(f: Draft, node: SyntaxNode): void {
  switch (node.type) {
    case 'update_expression':
      lowerUpdate(f, node, false);
      return;
    case 'call_expression':
      lowerCall(f, node, false);
      return;
    case 'parenthesized_expression': {
      const inner = node.children[0];
      if (inner !== undefined && inner.type !== 'compound_statement') lowerExpressionEffect(f, inner);
      else lowerExpression(f, node);
      return;
    }
    case 'comma_expression':
      for (const c of node.children) lowerExpressionEffect(f, c);
      return;
    case 'cast_expression': {
      const type = child(node, 'type');
      const value = child(node, 'value');
      if (type !== null) evaluateSizes(f, type);
      if (value !== null) lowerExpressionEffect(f, value);
      return;
    }
    case 'conditional_expression': {
      const condition = child(node, 'condition');
      const consequence = child(node, 'consequence');
      const alternative = child(node, 'alternative');
      if (condition === null || alternative === null) break;
      const [then, otherwise, join] = [newBlock(f), newBlock(f), newBlock(f)];
      lowerCondition(f, condition, then, otherwise);
      f.current = then;
      if (consequence !== null) lowerExpressionEffect(f, consequence);
      continueAt(f, join);
      f.current = otherwise;
      lowerExpressionEffect(f, alternative);
      continueAt(f, join);
      return;
    }
  }
  lowerExpression(f, node);
}

/** Lowers an expression; its side effects go to the current block(s), its value comes back. */
export function lowerExpression(f: Draft, node: SyntaxNode): Value {
  if (++f.depth > MOST_DEPTH) {
    f.depth--;
    return noValue(intType(INT));
  }
  const value = lowerKind(f, node);
  f.depth--;
  return value;
}

function lowerKind(f: Draft, node: SyntaxNode): Value {
  switch (node.type) {
    case 'number_literal':
      return numberLiteral(f, node);
    case 'char_literal':
      return characterLiteral(f, node);
    case 'true':
      return intValue(constant(1n, INT));
    case 'false':
      return intValue(constant(0n, INT));
    case 'null':
      return { ...noValue(pointerTo({ kind: 'void' })), position: NULL_POSITION };
    case 'string_literal':
    case 'concatenated_string':
      return stringLiteral(f, node);
    case 'identifier':
    case 'field_expression':
    case 'subscript_expression':
      return decay(f, load(f, locate(f, node), node));
    case 'pointer_expression':
      return lowerPointer(f, node);
    case 'parenthesized_expression':
      return lowerParenthesized(f, node);
    case 'unary_expression':
      return lowerUnary(f, node);
    case PREFIXED:
      return /^[&*]/.test(text(f, node))
        ? lowerPointer(f, { ...node, type: 'pointer_expression' })
        : lowerUnary(f, node);
    case 'binary_expression':
      return lowerBinary(f, node);
    case 'assignment_expression':
      return lowerAssignment(f, node);
    case 'update_expression':
      return lowerUpdate(f, node, true);
    case 'comma_expression':
      return lowerComma(f, node);
    case 'conditional_expression':
      return lowerConditional(f, node);
    case 'cast_expression':
      return lowerCast(f, node);
    case 'call_expression':
      return lowerCall(f, node, true);
    case 'sizeof_expression':
      return lowerSizeof(f, node);
    case 'alignof_expression':
      return lowerAlignof(f, node);
    case 'offsetof_expression':
      return lowerOffsetof(f, node);
    case 'extension_expression': {
      const inner = node.children[0];
      return inner === undefined ? noValue(UNKNOWN) : lowerExpression(f, inner);
    }
    case 'compound_literal_expression':
      return lowerCompoundLiteral(f, node);
    case 'generic_expression':
      return lowerGeneric(f, node);
    case 'gnu_asm_expression':
      return lowerAssembly(f, node);
    default:
      // its parts may have effects
      for (const c of node.children) effectsWithin(f, c);
      if (node.type !== 'initializer_list' && !f.trial)
        forget(f, node, because(f, 'syntax-error', `\`${shown(f, node)}\` was not understood`, node));
      return noValue(UNKNOWN);
  }
}

function lowerComma(f: Draft, node: SyntaxNode): Value {
  const left = child(node, 'left');
  const right = child(node, 'right');
  if (left !== null) lowerExpressionEffect(f, left);
  return right === null ? noValue(UNKNOWN) : lowerExpression(f, right);
}

function lowerAssembly(f: Draft, node: SyntaxNode): Value {
  const reason = because(f, 'inline-assembly', 'inline assembly may change anything', node);
  const range = rangeOf(f, node);
  emit(f, { kind: 'clobber', cause: 'call', origin: 'unknown', element: null, except: null, reason, range });
  assemblyOutputs(f, node, reason);
  return noValue({ kind: 'void' });
}

/** What the outputs of inline assembly name, and what its inputs point at. */
function assemblyOutputs(f: Draft, node: SyntaxNode, reason: Reason): void {
  const { written, addressed } = operandsOf(text(f, node));
  for (const name of new Set([...written, ...addressed])) {
    const symbol = lookup(f.scope, name);
    const place =
      symbol?.kind === 'local' ? symbol.place : symbol?.kind === 'global' ? globalPlace(f, symbol.object) : null;
    // by its value an operand changes nothing
    if (place !== null && (written.has(name) || place.kind !== 'variable')) havocPlace(f, place, reason, node);
  }
}

function lowerParenthesized(f: Draft, node: SyntaxNode): Value {
  const inner = node.children[0];
  if (inner === undefined) return noValue(UNKNOWN);
  if (inner.type !== 'compound_statement') return lowerExpression(f, inner);
  return f.lower.statements(f, inner);
}

function lowerCast(f: Draft, node: SyntaxNode): Value {
  const type = child(node, 'type');
  const argument = child(node, 'value');
  if (type === null || argument === null) return noValue(UNKNOWN);
  const target = typeName(f.file.types, type, f.scope);
  evaluateSizes(f, type);
  const value = lowerExpression(f, argument);
  return convertTo(f, value, target, argument, true);
}

function lowerSizeof(f: Draft, node: SyntaxNode): Value {
  const type = child(node, 'type');
  const value = child(node, 'value');
  const named = value !== null && namesType(f, value) ? value.children[0]! : null;
  if (named !== null) return sizeOrUnknown(f, namedInteger(f.file.types, text(f, named), f.scope), node);
  evaluateSizeof(f, node, type, value);
  const operand =
    type !== null
      ? typeName(f.file.types, type, f.scope)
      : value !== null
        ? f.file.types.typeOf(value, f.scope)
        : UNKNOWN;
  const varying = value === null || sizeOf(operand, f.file.types.model) !== null ? null : variableSize(f, value);
  return varying ? intValue(varying) : sizeOrUnknown(f, operand, node);
}

function sizeOrUnknown(f: Draft, operand: CType, node: SyntaxNode): Value {
  const size = sizeOf(operand, f.file.types.model);
  if (size !== null) return intValue(constant(size, f.file.size));
  return intValue(
    unknownValue(f, f.file.size, because(f, 'layout', `the size in \`${text(f, node)}\` is not known`, node), node),
  );
}

function lowerAssignment(f: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const leftNode = child(node, 'left');
  const rightNode = child(node, 'right');
  if (operator === null || leftNode === null || rightNode === null) return noValue(UNKNOWN);
  const op = text(f, operator);
  if (op === '=') {
    const lv = locate(f, leftNode);
    const value = lowerExpression(f, rightNode);
    return store(f, lv, value, rightNode, node);
  }
  const lv = locate(f, leftNode);
  const before = load(f, lv, leftNode);
  const right = lowerExpression(f, rightNode);
  const left = { value: before, node: leftNode };
  const result = operate(f, op.slice(0, -1), left, { value: right, node: rightNode }, node);
  return store(f, lv, result, node, node);
}

/** `++` and `--`; the value of a postfix form is kept only where it is wanted. */
function lowerUpdate(f: Draft, node: SyntaxNode, wanted: boolean): Value {
  const operator = child(node, 'operator');
  const argument = child(node, 'argument');
  if (operator === null || argument === null) return noValue(UNKNOWN);
  const op = text(f, operator) === '++' ? '+' : '-';
  const prefix = operator.start < argument.start;
  const lv = locate(f, argument);
  let before = load(f, lv, argument);
  if (wanted && !prefix && before.expr !== null) {
    const kept = temporary(f, before.expr.type);
    assign(f, kept, before.expr, rangeOf(f, argument));
    before = { ...before, expr: variable(f, kept) };
  } else if (wanted && !prefix && before.type.kind === 'pointer') before = keepPointer(f, before, argument);
  const one = intValue(constant(1n, INT));
  const after = operate(f, op, { value: before, node: argument }, { value: one, node: argument }, node);
  const stored = store(f, lv, after, node, node);
  return prefix ? stored : before;
}
