/** Expressions: values out, side effects emitted in an order that C allows. */
import { constantValue } from '../ir/arithmetic.ts';
import { INT, convert } from '../ir/types.ts';
import type { IntType } from '../ir/types.ts';
import type { BinaryOp, Expr } from '../ir/program.ts';
import {
  assign, because, binary, cast, constant, continueAt, emit, negation, newBlock, rangeOf, temporary, text, truth, unary, unknownValue, variable,
} from './build.ts';
import type { Draft } from './build.ts';
import { lowerCall } from './calls.ts';
import { lowerCondition, lowerConditional, lowerLogical } from './conditions.ts';
import { UNKNOWN, commonType, intType, pointerTo, promote } from './ctypes.ts';
import type { CType } from './ctypes.ts';
import { namedInteger, typeName } from './declarations.ts';
import { initializeAggregate } from './aggregates.ts';
import { initializerLength } from './initializers.ts';
import { operandsOf } from './assembly.ts';
import { labelIn } from './facts.ts';
import { sizeOf } from './layout.ts';
import { parseCharacter, parseInteger } from './literals.ts';
import { forget, shown } from './lost.ts';
import { decay, havocPlace, load, locate, store } from './lvalues.ts';
import { arrayShape, globalPlace, newArray } from './objects.ts';
import { recordValue, temporaryRecord } from './records.ts';
import { OPAQUE } from './objects.ts';
import { NULL_POSITION, convertPointer, elementPointer, hasPosition, isAddress, keepPointer, operatePointers, pointerTruth } from './pointers.ts';
import { lowerAlignof, lowerGeneric, lowerOffsetof } from './queries.ts';
import { notePun } from './puns.ts';
import { lookup } from './scope.ts';
import type { Place } from './scope.ts';
import { exposeBits } from './unions.ts';
import { variableSize } from './vla.ts';
import { characterType, stringElement } from './strings.ts';
import { evaluateSizeof, evaluateSizes } from './variably-modified.ts';
import { child } from './syntax.ts';
import type { SyntaxNode } from './syntax.ts';

/** A value: an integer term, or null for what is no integer or not known. */
export interface Value {
  readonly type: CType;
  readonly expr: Expr | null;
  /** What a pointer leads to, or which record it is, where that is known. */
  readonly place: Place | null;
  /** Where a pointer leads, as a number: see `pointers.ts`. Missing: as `place` says, or not known. */
  readonly position?: Expr;
  /** Of a pointer: it was read from the member so called of what is at this position. */
  readonly follows?: { readonly position: Expr; readonly member: string };
}

export function intValue(expr: Expr): Value {
  return { type: intType(expr.type), expr, place: null };
}

export function noValue(type: CType, place: Place | null = null): Value {
  return { type, expr: null, place };
}

const ARITHMETIC: Readonly<Record<string, BinaryOp>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem', '&': 'and', '|': 'or', '^': 'xor' };
const SHIFTS: Readonly<Record<string, BinaryOp>> = { '<<': 'shl', '>>': 'shr' };
const RELATIONS: Readonly<Record<string, BinaryOp>> = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '==': 'eq', '!=': 'ne' };

/** The value as an integer; what is none becomes an unknown one, with the reason. */
export function toInt(f: Draft, value: Value, node: SyntaxNode): Expr {
  if (value.expr !== null) return value.expr;
  const type = value.type.kind === 'int' ? value.type.int : f.file.long;
  return unknownValue(f, type, reasonFor(f, value.type, node), node);
}

/** Why a value of the type is not known. */
export function reasonFor(f: Draft, type: CType, node: SyntaxNode) {
  const source = text(f, node).replace(/\s+/g, ' ');
  const shown = source.length > 60 ? `${source.slice(0, 57)}...` : source;
  switch (type.kind) {
    case 'float': return because(f, 'float', `\`${shown}\` is a floating-point value`, node);
    case 'pointer': case 'array': case 'function': return because(f, 'pointer', `\`${shown}\` is a pointer`, node);
    case 'record': return because(f, 'struct', `\`${shown}\` is a struct or union`, node);
    case 'int':
      if (type.volatile) return because(f, 'volatile', `\`${shown}\` is volatile: it may have any value whenever it is read`, node);
      return because(f, 'memory', `\`${shown}\` is read from memory that isn't modelled`, node);
    default: return because(f, 'unknown-type', `the type of \`${shown}\` is not known`, node);
  }
}

/** Lowers an expression for its value as an integer. */
export function lowerInt(f: Draft, node: SyntaxNode): Expr {
  return toInt(f, lowerExpr(f, node), node);
}

/** Lowers an expression for its truth: an `int` that is 0 or 1. */
export function lowerTruth(f: Draft, node: SyntaxNode): Expr {
  const value = lowerExpr(f, node);
  if (value.expr !== null) return truth(value.expr);
  if (isAddress(value) && (hasPosition(value) || value.follows)) return pointerTruth(f, value, node);
  return binary('ne', unknownValue(f, INT, reasonFor(f, value.type, node), node), constant(0n, INT), null);
}

/** Lowers an expression for its side effects only. */
export function lowerEffect(f: Draft, node: SyntaxNode): void {
  switch (node.type) {
    case 'update_expression': lowerUpdate(f, node, false); return;
    case 'call_expression': lowerCall(f, node, false); return;
    case 'parenthesized_expression': {
      const inner = node.children[0];
      if (inner !== undefined && inner.type !== 'compound_statement') lowerEffect(f, inner);
      else lowerExpr(f, node);
      return;
    }
    case 'comma_expression':
      for (const c of node.children) lowerEffect(f, c);
      return;
    case 'cast_expression': {
      const type = child(node, 'type');
      const value = child(node, 'value');
      if (type !== null) evaluateSizes(f, type);
      if (value !== null) lowerEffect(f, value);
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
      if (consequence !== null) lowerEffect(f, consequence);
      continueAt(f, join);
      f.current = otherwise;
      lowerEffect(f, alternative);
      continueAt(f, join);
      return;
    }
  }
  lowerExpr(f, node);
}

/** Lowers an expression; its side effects go to the current block(s), its value comes back. */
export function lowerExpr(f: Draft, node: SyntaxNode): Value {
  if (++f.depth > MOST_DEPTH) {
    f.depth--;
    return noValue(intType(INT));
  }
  const value = lowerKind(f, node);
  f.depth--;
  return value;
}

/** Functions nested deeper than this have been refused before. */
export const MOST_DEPTH = 2_000;

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
      if (left !== null) lowerEffect(f, left);
      return right === null ? noValue(UNKNOWN) : lowerExpr(f, right);
    }
    case 'conditional_expression': return lowerConditional(f, node);
    case 'cast_expression': return lowerCast(f, node);
    case 'call_expression': return lowerCall(f, node, true);
    case 'sizeof_expression': return lowerSizeof(f, node);
    case 'alignof_expression': return lowerAlignof(f, node);
    case 'offsetof_expression': return lowerOffsetof(f, node);
    case 'extension_expression': {
      const inner = node.children[0];
      return inner === undefined ? noValue(UNKNOWN) : lowerExpr(f, inner);
    }
    case 'compound_literal_expression': {
      const type = child(node, 'type');
      const value = child(node, 'value');
      const named = type === null ? UNKNOWN : typeName(f.file.types, type, f.scope);
      if (type !== null) evaluateSizes(f, type);
      const only = value?.children[0];
      if (named.kind === 'int' && only !== undefined && value?.children.length === 1) return convertTo(f, lowerExpr(f, only), named, node);
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
          const place = newArray(f, `$${++f.temporaries}`, shape.element, shape.dims, 'local', null, { viaPointer: false, escapes: true, isConst: false, origin: 'local' });
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
function assemblyOutputs(f: Draft, node: SyntaxNode, reason: import('../ir/source.ts').Reason): void {
  const { written, addressed } = operandsOf(text(f, node));
  for (const name of new Set([...written, ...addressed])) {
    const symbol = lookup(f.scope, name);
    const place = symbol?.kind === 'local' ? symbol.place : symbol?.kind === 'global' ? globalPlace(f, symbol.object) : null;
    // by its value an operand changes nothing
    if (place !== null && (written.has(name) || place.kind !== 'variable')) havocPlace(f, place, reason, node);
  }
}

/** Effects of what may be nested in an initialiser or an unknown construct. */
export function effectsWithin(f: Draft, node: SyntaxNode): void {
  if (node.type === 'initializer_list' || node.type === 'initializer_pair' || node.type === 'argument_list') for (const c of node.children) effectsWithin(f, c);
  else if (/expression|call|identifier$/.test(node.type) && node.type !== 'field_identifier' && node.type !== 'type_identifier') lowerEffect(f, node);
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
  if (inner.type !== 'compound_statement') return lowerExpr(f, inner);
  return f.file.statementExpression(f, inner);
}

function lowerPointer(f: Draft, node: SyntaxNode): Value {
  const operator = child(node, 'operator');
  const argument = child(node, 'argument');
  if (operator === null || argument === null) return noValue(UNKNOWN);
  if (labelIn(node, f.file.types.text) !== null) return noValue(pointerTo({ kind: 'void' }));
  if (text(f, operator) === '&') {
    const lv = locate(f, argument);
    const type = pointerTo(lv.type);
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
  const value = lowerExpr(f, argument);
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
  if (/^[-+*&]$/.test(op) && namesType(f, leftNode)) return lowerExpr(f, castInstead(leftNode, operator, rightNode, node));
  if (op === '&&' || op === '||') return lowerLogical(f, node, leftNode, rightNode, op === '&&');
  const left = lowerExpr(f, leftNode);
  const right = lowerExpr(f, rightNode);
  return operate(f, op, left, right, leftNode, rightNode, node);
}

/** `(T)`, with T a type: the grammar can't tell it from a variable in parentheses. */
export function namesType(f: Draft, node: SyntaxNode): boolean {
  const inner = node.type === 'parenthesized_expression' ? node.children[0] : undefined;
  if (inner?.type !== 'identifier') return false;
  const symbol = lookup(f.scope, text(f, inner));
  return symbol === null ? /^(_Bool|__int128)$/.test(text(f, inner)) || f.file.types.standard.has(text(f, inner)) : symbol.kind === 'typedef';
}

/** A node of ours: a unary operator that the parser took for a binary one. */
const PREFIXED = 'prefixed';

/** `(T) - a * b`, taken for a subtraction, is `((T)-a) * b`. */
function castInstead(type: SyntaxNode, operator: SyntaxNode, right: SyntaxNode, whole: SyntaxNode): SyntaxNode {
  if (right.type === 'binary_expression' && right.children[0] !== undefined) {
    const left = castInstead(type, operator, right.children[0], { ...whole, end: right.children[0].end });
    return { ...right, start: whole.start, children: [{ ...left, field: 'left' }, ...right.children.slice(1)] };
  }
  const argument: SyntaxNode = { ...right, field: 'argument' };
  return castOf(type, { ...whole, type: PREFIXED, start: operator.start, end: right.end, field: 'value', children: [operator, argument] }, whole);
}

function castOf(type: SyntaxNode, value: SyntaxNode, whole: SyntaxNode): SyntaxNode {
  const name = type.children[0]!;
  const descriptor: SyntaxNode = { ...type, type: 'type_descriptor', field: 'type', start: name.start, end: name.end, children: [{ ...name, type: 'type_identifier', field: 'type' }] };
  return { ...whole, type: 'cast_expression', children: [descriptor, value] };
}

/** `(T)(x)`, taken for a call. */
export function callAsCast(type: SyntaxNode, args: SyntaxNode, whole: SyntaxNode): SyntaxNode {
  const inner = args.children.length === 1 ? args.children[0]! : { ...args, type: 'comma_expression' };
  return castOf(type, { ...inner, field: 'value' }, whole);
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
  const value = lowerExpr(f, argument);
  return convertTo(f, value, target, argument, true);
}

/** Conversion of a value to a type, as by assignment or cast. */
export function convertTo(f: Draft, value: Value, type: CType, node: SyntaxNode, explicit = false): Value {
  if (type.kind === 'pointer') return convertPointer(f, value, type, explicit);
  if (type.kind !== 'int') return noValue(type, null);
  if (type.int.bool && isAddress(value) && hasPosition(value)) return { type, expr: cast(pointerTruth(f, value, node), type.int), place: null };
  if (value.type.kind === 'pointer') notePun(f.puns, value.type.to, null);
  const target: CType = type.volatile ? intType(type.int) : type;
  if (value.expr === null) return { type: target, expr: cast(toInt(f, value.type.kind === 'int' ? value : { ...value }, node), type.int), place: null };
  return { type: target, expr: cast(value.expr, type.int), place: null };
}

/** Whether a pointer may be renamed without a change of what an element is. */
export function samePointee(from: CType, to: CType): boolean {
  const a = from.kind === 'pointer' ? from.to : from.kind === 'array' ? from.of : null;
  if (a === null || to.kind !== 'pointer') return false;
  if (a.kind === 'int' && to.to.kind === 'int') return a.int.bits === to.to.int.bits && a.int.signed === to.to.int.signed;
  if (a.kind === 'array' && to.to.kind === 'array') return samePointee(pointerTo(a.of), pointerTo(to.to.of)) && a.length === to.to.length;
  return a === to.to;
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
    const value = lowerExpr(f, rightNode);
    return store(f, lv, value, rightNode, node);
  }
  const lv = locate(f, leftNode);
  const before = load(f, lv, leftNode);
  const right = lowerExpr(f, rightNode);
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
