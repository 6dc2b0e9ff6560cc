/** Expressions: values out, side effects emitted in an order that C allows. */
import { constantValue } from '../../program/index.ts';
import type { BinaryOp, Expr } from '../../program/index.ts';
import type { Reason } from '../../source/index.ts';
import { INT, convert } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import { initializeAggregate } from './aggregate-initializers.ts';
import { child, labelIn, operandsOf } from '../syntax/index.ts';
import {
  MOST_DEPTH, NULL_POSITION, arrayShape, assign, because, binary, cast, constant, continueAt, convertTo, decay,
  effectsWithin, elementPointer, emit, exposeBits, globalPlace, havocPlace, intValue, isAddress, keepPointer,
  load, locate, lowerTruth, memberAddressed, negation, newArray, newBlock, noValue, operatePointers, rangeOf, reasonFor,
  recordValue, store, temporary, temporaryRecord, text, toInt, unary, unknownValue, variable, variableSize,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { lowerCall } from './calls.ts';
import { lowerCondition, lowerConditional, lowerLogical } from './conditions.ts';
import {
  OPAQUE, UNKNOWN, characterType, commonType, initializerLength, intType, lookup, namedInteger, pointerTo,
  promote, sizeOf, stringElement, typeName,
} from '../types/index.ts';
import type { CType, Value } from '../types/index.ts';
import { parseCharacter, parseInteger } from '../sources/index.ts';
import { forget, shown } from './lost-code.ts';
import { PREFIXED, castInstead, namesType } from './missed-casts.ts';
import { lowerAlignof, lowerGeneric, lowerOffsetof } from './type-queries.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { evaluateSizeof, evaluateSizes } from './variably-modified-types.ts';

const ARITHMETIC: Readonly<Record<string, BinaryOp>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem', '&': 'and', '|': 'or', '^': 'xor' };
const SHIFTS: Readonly<Record<string, BinaryOp>> = { '<<': 'shl', '>>': 'shr' };
const RELATIONS: Readonly<Record<string, BinaryOp>> = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '==': 'eq', '!=': 'ne' };

/** Lowers an expression for its side effects only. */
export function lowerExpressionEffect(f: Draft, node: SyntaxNode): void {
  switch (node.type) {
    case 'update_expression': lowerUpdate(f, node, false); return;
    case 'call_expression': lowerCall(f, node, false); return;
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
    case 'number_literal': return numberLiteral(f, node);
    case 'char_literal': {
      const parsed = parseCharacter(text(f, node), f.file.types.model.charSigned);
      if (parsed === null) return noValue(intType(INT));
      const type = characterType(f.file.types, parsed.prefix) ?? INT;
      return intValue(constant(convert(parsed.value, type), type));
    }
    case 'true': return intValue(constant(1n, INT));
    case 'false': return intValue(constant(0n, INT));
    case 'null': return { ...noValue(pointerTo({ kind: 'void' })), position: NULL_POSITION };
    case 'string_literal': case 'concatenated_string':
      return noValue(pointerTo(stringType(f, node)), { kind: 'pointer', target: { kind: 'opaque', name: 'literal', fixed: true } });
    case 'identifier': case 'field_expression': case 'subscript_expression': return decay(f, load(f, locate(f, node), node));
    case 'pointer_expression': return lowerPointer(f, node);
    case 'parenthesized_expression': return lowerParenthesized(f, node);
    case 'unary_expression': return lowerUnary(f, node);
    case PREFIXED: return /^[&*]/.test(text(f, node)) ? lowerPointer(f, { ...node, type: 'pointer_expression' }) : lowerUnary(f, node);
    case 'binary_expression': return lowerBinary(f, node);
    case 'assignment_expression': return lowerAssignment(f, node);
    case 'update_expression': return lowerUpdate(f, node, true);
    case 'comma_expression': {
      const left = child(node, 'left');
      const right = child(node, 'right');
      if (left !== null) lowerExpressionEffect(f, left);
      return right === null ? noValue(UNKNOWN) : lowerExpression(f, right);
    }
    case 'conditional_expression': return lowerConditional(f, node);
    case 'cast_expression': return lowerCast(f, node);
    case 'call_expression': return lowerCall(f, node, true);
    case 'sizeof_expression': return lowerSizeof(f, node);
    case 'alignof_expression': return lowerAlignof(f, node);
    case 'offsetof_expression': return lowerOffsetof(f, node);
    case 'extension_expression': {
      const inner = node.children[0];
      return inner === undefined ? noValue(UNKNOWN) : lowerExpression(f, inner);
    }
    case 'compound_literal_expression': {
      const type = child(node, 'type');
      const value = child(node, 'value');
      const named = type === null ? UNKNOWN : typeName(f.file.types, type, f.scope);
      if (type !== null) evaluateSizes(f, type);
      const only = value?.children[0];
      if (named.kind === 'int' && only !== undefined && value?.children.length === 1) return convertTo(f, lowerExpression(f, only), named, node);
      if (value === null) return noValue(named);
      if (!f.trial && named.kind === 'record' && named.fields !== null) {
        const place = temporaryRecord(f, named);
        initializeAggregate(f, place, named, value, node);
        return recordValue(f, named, place);
      }
      if (!f.trial && named.kind === 'array') {
        const type: CType = { ...named, length: named.length ?? initializerLength(f.file.types, named, value, f.scope) };
        const shape = arrayShape(type);
        if (shape !== null) {
          const place = newArray(f, `$${++f.temporaries}`, shape, { scope: 'local', initial: null, viaPointer: false, escapes: true, isConst: false, origin: 'local' });
          initializeAggregate(f, place, type, value, node);
          return noValue(type, place);
        }
      }
      for (const c of value.children) effectsWithin(f, c);
      return noValue(named);
    }
    case 'generic_expression': return lowerGeneric(f, node);
    case 'gnu_asm_expression': {
      const reason = because(f, 'inline-assembly', 'inline assembly may change anything', node);
      emit(f, { kind: 'clobber', cause: 'call', origin: 'unknown', element: null, except: null, reason, range: rangeOf(f, node) });
      assemblyOutputs(f, node, reason);
      return noValue({ kind: 'void' });
    }
    default:
      // its parts may have effects
      for (const c of node.children) effectsWithin(f, c);
      if (node.type !== 'initializer_list' && !f.trial) forget(f, node, because(f, 'syntax-error', `\`${shown(f, node)}\` was not understood`, node));
      return noValue(UNKNOWN);
  }
}

function stringType(f: Draft, node: SyntaxNode): CType {
  const element = stringElement(f.file.types, node);
  return element === null ? UNKNOWN : intType(element);
}

/** What the outputs of inline assembly name, and what its inputs point at. */
function assemblyOutputs(f: Draft, node: SyntaxNode, reason: Reason): void {
  const { written, addressed } = operandsOf(text(f, node));
  for (const name of new Set([...written, ...addressed])) {
    const symbol = lookup(f.scope, name);
    const place = symbol?.kind === 'local' ? symbol.place : symbol?.kind === 'global' ? globalPlace(f, symbol.object) : null;
    // by its value an operand changes nothing
    if (place !== null && (written.has(name) || place.kind !== 'variable')) havocPlace(f, place, reason, node);
  }
}

function numberLiteral(f: Draft, node: SyntaxNode): Value {
  // the grammar counts a sign as part of the number
  const signed = /^([-+]?)\s*([^]*)$/.exec(text(f, node))!;
  const source = signed[2]!;
  const parsed = parseInteger(source);
  if (parsed === null) return noValue({ kind: 'float', bytes: /[fF]$/.test(source) && !/^0[xX]/.test(source) ? 4 : 8 });
  const value = constant(parsed.value, literalType(f, parsed.value, parsed));
  return intValue(signed[1] === '-' ? unary('neg', value) : value);
}

/** C11 6.4.4.1, the table. */
function literalType(f: Draft, value: bigint, l: { readonly unsigned: boolean; readonly long: number; readonly decimal: boolean }): IntType {
  const standard = f.file.types;
  const ladder: IntType[] = [];
  const pairs: [IntType, IntType][] = [
    [INT, standard.standard.get('uint')!],
    [f.file.long, standard.standard.get('ulong')!],
    [standard.standard.get('int64_t')!, standard.standard.get('uint64_t')!],
  ];
  for (const [signed, unsigned] of pairs.slice(l.long)) {
    if (!l.unsigned) ladder.push(signed);
    if (l.unsigned || !l.decimal) ladder.push(unsigned);
  }
  for (const type of ladder) {
    const limit = 1n << BigInt(type.signed ? type.bits - 1 : type.bits);
    if (value < limit) return type;
  }
  return l.unsigned || !l.decimal ? standard.standard.get('uint64_t')! : standard.standard.get('__int128_t')!;
}

function lowerParenthesized(f: Draft, node: SyntaxNode): Value {
  const inner = node.children[0];
  if (inner === undefined) return noValue(UNKNOWN);
  if (inner.type !== 'compound_statement') return lowerExpression(f, inner);
  return f.lower.statements(f, inner);
}

function lowerPointer(f: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const argument = child(node, 'argument');
  if (operator === null || argument === null) return noValue(UNKNOWN);
  if (labelIn(node, f.file.types.text) !== null) return noValue(pointerTo({ kind: 'void' }));
  if (text(f, operator) === '&') {
    const lv = locate(f, argument);
    memberAddressed(f, argument);
    const type = pointerTo(lv.type);
    if (lv.kind === 'value' && lv.type.kind === 'function') return lv.value;
    if (lv.kind === 'variable') return noValue(type, { kind: 'pointer', target: { kind: 'variable', id: lv.id } });
    if (lv.kind === 'bits') {
      exposeBits(f, lv.id);
      return noValue(type, lv.index === undefined && lv.bits === undefined && lv.back === undefined ? { kind: 'pointer', target: lv } : null);
    }
    if (lv.kind === 'element') return elementPointer(f, { kind: 'array', id: lv.array, dims: [f.arrays[lv.array]!.length] }, lv.index, type);
    if (lv.kind === 'entry' && lv.dims.length === 0) {
      const table: Value = { type, expr: null, place: { kind: 'pointer', target: lv.table } };
      return operatePointers(f, '+', table, intValue(lv.index), argument, argument, node) ?? noValue(type);
    }
    if ((lv.kind === 'memory' || lv.kind === 'place') && lv.at !== undefined) {
      const moved = operatePointers(f, '+', lv.at.pointer, intValue(lv.at.index), argument, argument, node);
      return moved === null ? noValue(type) : { ...moved, type };
    }
    if (lv.kind === 'place') return noValue(type, lv.place === OPAQUE ? null : { kind: 'pointer', target: lv.place });
    return noValue(type);
  }
  return decay(f, load(f, locate(f, node), node));
}

function lowerUnary(f: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const argument = child(node, 'argument');
  if (operator === null || argument === null) return noValue(UNKNOWN);
  const op = text(f, operator);
  if (op === '!') return intValue(negation(lowerTruth(f, argument)));
  const value = lowerExpression(f, argument);
  if (value.type.kind === 'float') return noValue(value.type);
  const operand = toInt(f, value, argument);
  const promoted = cast(operand, promote(operand.type));
  if (op === '-') return intValue(unary('neg', promoted));
  return intValue(op === '~' ? unary('bitnot', promoted) : promoted);
}

function lowerBinary(f: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const leftNode = child(node, 'left');
  const rightNode = child(node, 'right');
  if (operator === null || leftNode === null || rightNode === null) return noValue(UNKNOWN);
  const op = text(f, operator);
  if (/^[-+*&]$/.test(op) && namesType(f, leftNode)) return lowerExpression(f, castInstead(leftNode, operator, rightNode, node));
  if (op === '&&' || op === '||') return lowerLogical(f, node, leftNode, rightNode, op === '&&');
  const left = lowerExpression(f, leftNode);
  const right = lowerExpression(f, rightNode);
  return operate(f, op, left, right, leftNode, rightNode, node);
}

/** A binary operator on values, with the conversions that C makes. */
export function operate(f: Draft, op: string, left: Value, right: Value, leftNode: SyntaxNode, rightNode: SyntaxNode, node: SyntaxNode): Value {
  const relation = RELATIONS[op];
  const plain = (v: Value): boolean => v.type.kind === 'int' || v.type.kind === 'unknown';
  if (isAddress(left) || isAddress(right)) {
    const result = operatePointers(f, op, left, right, leftNode, rightNode, node);
    if (result !== null) return result;
  }
  if (!plain(left) || !plain(right)) {
    if (relation !== undefined) {
      const kind = left.type.kind === 'int' || left.type.kind === 'unknown' ? right.type : left.type;
      return intValue(binary('ne', unknownValue(f, INT, reasonFor(f, kind, node), node), constant(0n, INT), null));
    }
    if (left.type.kind === 'float' || right.type.kind === 'float') return noValue(left.type.kind === 'float' ? left.type : right.type);
    if (isAddress(left) && isAddress(right)) return intValue(unknownValue(f, f.file.difference, because(f, 'pointer', 'the difference of two pointers is not modelled', node), node));
    if (isAddress(left) || isAddress(right)) {
      const base = isAddress(left) ? left : right;
      const offset = isAddress(left) ? right : left;
      return noValue(base.type, offset.expr !== null && constantValue(offset.expr) === 0n ? base.place : null);
    }
    return noValue(UNKNOWN);
  }
  const a = toInt(f, left, leftNode);
  const b = toInt(f, right, rightNode);
  const shift = SHIFTS[op];
  if (shift !== undefined) return intValue(binary(shift, cast(a, promote(a.type)), cast(b, promote(b.type)), rangeOf(f, node)));
  const type = commonType(a.type, b.type);
  if (relation !== undefined) return intValue(compare(relation, a, b, type));
  const arithmetic = ARITHMETIC[op];
  if (arithmetic === undefined) return noValue(UNKNOWN);
  const undefinedPossible = type.signed || arithmetic === 'div' || arithmetic === 'rem';
  const place = undefinedPossible && /^(add|sub|mul|div|rem)$/.test(arithmetic) ? rangeOf(f, node) : null;
  return intValue(binary(arithmetic, cast(a, type), cast(b, type), place));
}

/** A comparison; a truth value compared with 0 or 1 stays a truth value. */
function compare(relation: BinaryOp, a: Expr, b: Expr, type: IntType): Expr {
  return binary(relation, cast(a, type), cast(b, type), null);
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
  const operand = type !== null ? typeName(f.file.types, type, f.scope) : value !== null ? f.file.types.typeOf(value, f.scope) : UNKNOWN;
  const varying = value === null || sizeOf(operand, f.file.types.model) !== null ? null : variableSize(f, value);
  return varying ? intValue(varying) : sizeOrUnknown(f, operand, node);
}

function sizeOrUnknown(f: Draft, operand: CType, node: SyntaxNode): Value {
  const size = sizeOf(operand, f.file.types.model);
  if (size !== null) return intValue(constant(size, f.file.size));
  return intValue(unknownValue(f, f.file.size, because(f, 'layout', `the size in \`${text(f, node)}\` is not known`, node), node));
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
  const result = operate(f, op.slice(0, -1), before, right, leftNode, rightNode, node);
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
  const after = operate(f, op, before, intValue(constant(1n, INT)), argument, argument, node);
  const stored = store(f, lv, after, node, node);
  return prefix ? stored : before;
}
