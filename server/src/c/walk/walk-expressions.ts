/** Expressions in a walk: values out, effects on the memory. */

import type { IntType } from '../../machine/index.ts';
import { convert, INT } from '../../machine/index.ts';
import { castInstead, PREFIXED } from '../lower/index.ts';
import { parseCharacter, parseInteger } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, operandsOf } from '../syntax/index.ts';
import type { CType } from '../types/index.ts';
import { characterType, intType, lookup, sizeOf, typeName, UNKNOWN } from '../types/index.ts';
import { called, namesType } from './walk-calls.ts';
import { waysOf } from './walk-conditions.ts';
import { globalObject, initialize, newObject, stringObject } from './walk-objects.ts';
import { complemented, negated, operated, promoted, truth } from './walk-operators.ts';
import {
  addressOf,
  asType,
  behind,
  indexed,
  indexWithin,
  memberAt,
  placeOf,
  read,
  rounded,
  write,
} from './walk-places.ts';
import type { Walk, WalkedPlace } from './walk-state.ts';
import { attempt, bare, end, expose, meet, note, quoted, step, textOf, WalkEnds } from './walk-state.ts';
import type { IntegerValue, WalkedValue } from './walked-values.ts';
import { anyOf, integer, joined } from './walked-values.ts';

const UNKNOWN_VALUE: WalkedValue = { kind: 'unknown', type: UNKNOWN };

/** What an expression is worth. */
export function evaluate(w: Walk, node: SyntaxNode): WalkedValue {
  step(w);
  switch (node.type) {
    case 'number_literal':
      return number(w, node);
    case 'char_literal':
      return character(w, node);
    case 'true':
    case 'false':
      return integer(INT, node.type === 'true' ? 1n : 0n);
    case 'null':
      return { kind: 'pointer', to: { kind: 'void' }, target: null };
    case 'string_literal':
    case 'concatenated_string': {
      const object = stringObject(w, node);
      return object.type?.kind === 'array' ? addressOf(w, placeOf(object, object.type), object.type.of) : UNKNOWN_VALUE;
    }
    case 'identifier':
    case 'field_expression':
    case 'subscript_expression':
      return read(w, designated(w, node), node);
    case 'parenthesized_expression':
      return node.children[0]?.type === 'compound_statement'
        ? statementExpression(w, node.children[0])
        : evaluate(w, bare(node));
    case 'pointer_expression':
    case 'unary_expression':
    case PREFIXED:
      return unary(w, node);
    case 'binary_expression':
      return binary(w, node);
    case 'assignment_expression':
      return assignment(w, node);
    case 'update_expression':
      return update(w, node);
    case 'comma_expression': {
      const [left, right] = [child(node, 'left'), child(node, 'right')];
      if (left === null || right === null) throw new WalkEnds();
      evaluate(w, left);
      return evaluate(w, right);
    }
    case 'conditional_expression':
      return conditional(w, node);
    case 'cast_expression':
      return cast(w, node);
    case 'call_expression':
      return called(w, node);
    case 'sizeof_expression':
      return sizeOfOperand(w, node);
    case 'compound_literal_expression':
      return compoundLiteral(w, node);
    case 'extension_expression':
      if (node.children[0] !== undefined) return evaluate(w, node.children[0]);
      throw new WalkEnds();
    case 'gnu_asm_expression':
      return assembly(w, node);
    case 'offsetof_expression':
    case 'alignof_expression': {
      const value = w.file.types.constant(node, w.scope);
      return value === null ? anyOf(intType(w.file.size)) : integer(w.file.size, value);
    }
    default:
      throw new WalkEnds();
  }
}

/** What an expression designates. */
export function designated(w: Walk, node: SyntaxNode): WalkedPlace {
  switch (node.type) {
    case 'identifier':
      return named(w, node);
    case 'parenthesized_expression':
      if (node.children[0]?.type !== 'compound_statement') return designated(w, bare(node));
      break;
    case 'field_expression':
      return member(w, node);
    case 'subscript_expression':
      return subscript(w, node);
    case 'pointer_expression': {
      const [operator, argument] = [child(node, 'operator'), child(node, 'argument')];
      if (operator === null || argument === null || textOf(w, operator) !== '*') break;
      return pointedAt(evaluate(w, argument));
    }
    case 'compound_literal_expression': {
      const value = compoundLiteralPlace(w, node);
      if (value !== null) return value;
    }
  }
  const value = evaluate(w, node);
  return { kind: 'value', value, type: value.kind === 'whole' || value.kind === 'unknown' ? value.type : UNKNOWN };
}

function pointedAt(value: WalkedValue): WalkedPlace {
  if (value.kind === 'function') return { kind: 'value', value, type: UNKNOWN };
  return value.kind === 'pointer' ? behind(value.to, value.target) : { kind: 'nowhere', type: UNKNOWN };
}

function named(w: Walk, node: SyntaxNode): WalkedPlace {
  const name = textOf(w, node);
  const symbol = lookup(w.scope, name);
  switch (symbol?.kind) {
    case 'local': {
      const object = w.named.get(symbol);
      return object === undefined
        ? { kind: 'nowhere', type: symbol.type }
        : placeOf(object, object.type ?? symbol.type);
    }
    case 'global': {
      const object = globalObject(w, symbol.object);
      return placeOf(object, object.type ?? symbol.object.type);
    }
    case 'constant':
      return valuePlace(integer(symbol.type, symbol.value), intType(symbol.type));
    case 'function':
      return valuePlace({ kind: 'function', name }, UNKNOWN);
    case 'typedef':
      throw new WalkEnds();
  }
  const constant = w.file.types.constants.get(name);
  if (constant !== undefined) return valuePlace(integer(constant.type, constant.value), intType(constant.type));
  if (name === 'NULL' || name === 'nullptr')
    return valuePlace({ kind: 'pointer', to: { kind: 'void' }, target: null }, UNKNOWN);
  return { kind: 'nowhere', type: UNKNOWN };
}

const valuePlace = (value: WalkedValue, type: CType): WalkedPlace => ({ kind: 'value', value, type });

function member(w: Walk, node: SyntaxNode): WalkedPlace {
  const [base, name] = [child(node, 'argument'), child(node, 'field')];
  if (base === null || name === null) throw new WalkEnds();
  const arrow = w.file.types.text.slice(base.end, name.start).includes('->');
  const whole = arrow ? pointedAt(evaluate(w, base)) : designated(w, base);
  const found = memberAt(w, whole, textOf(w, name));
  return found;
}

function subscript(w: Walk, node: SyntaxNode): WalkedPlace {
  const [base, at] = [child(node, 'argument') ?? node.children[0], child(node, 'index') ?? node.children[1]];
  if (base === undefined || at === undefined) throw new WalkEnds();
  const array = isPlace(bare(base)) ? designated(w, bare(base)) : null;
  if (array?.type.kind === 'array' && array.kind !== 'value') {
    const index = evaluate(w, at);
    const place = indexed(w, array, array.type, index);
    // of an array within something else: the whole is looked at where it is accessed
    const isPart =
      array.kind === 'place' &&
      array.object.size !== null &&
      sizeOf(array.type, w.file.types.model) !== array.object.size;
    if (isPart && array.kind === 'place') indexWithin(w, array.object, array.type, index, node);
    return place;
  }
  const pointer = array === null ? evaluate(w, base) : read(w, array, base);
  const index = evaluate(w, at);
  const moved = operated(w, { op: '+', left: pointer, right: index, node, by: at });
  return pointedAt(moved);
}

const isPlace = (node: SyntaxNode): boolean => /^(identifier|field_expression|subscript_expression)$/.test(node.type);

function unary(w: Walk, node: SyntaxNode): WalkedValue {
  const [operator, argument] = [child(node, 'operator'), child(node, 'argument')];
  if (operator === null || argument === null) throw new WalkEnds();
  switch (textOf(w, operator)) {
    case '&': {
      const place = designated(w, bare(argument));
      if (place.kind === 'value')
        return place.value.kind === 'function' ? place.value : { kind: 'pointer', to: UNKNOWN, target: undefined };
      return addressOf(w, place, place.type);
    }
    case '*':
      return read(w, pointedAt(evaluate(w, argument)), node);
    case '!': {
      const { yes, no } = waysOf(w, argument);
      return outcome(w, no, yes);
    }
    case '-':
      return negated(w, evaluate(w, argument), node);
    case '~':
      return complemented(evaluate(w, argument));
    case '+': {
      const value = evaluate(w, argument);
      return value.kind === 'integer' ? promoted(value) : value;
    }
    default:
      throw new WalkEnds();
  }
}

/** The value of a condition, and the memory behind it. */
function outcome(w: Walk, yes: Walk['memory'] | null, no: Walk['memory'] | null): WalkedValue {
  const { open } = w.memory;
  const memory = meet([yes, no]);
  if (memory === null) return end(w);
  w.memory = memory;
  if (yes !== null && no !== null) memory.open = Math.min(open, memory.open);
  return truth(yes === null ? false : no === null ? true : null);
}

function binary(w: Walk, node: SyntaxNode): WalkedValue {
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (left === null || operator === null || right === null) throw new WalkEnds();
  const op = textOf(w, operator);
  if (op === '&&' || op === '||') {
    const { open } = w.memory;
    const { left: gone } = w;
    const { yes, no } = waysOf(w, node);
    const value = outcome(w, yes, no);
    if (yes !== null && no !== null && w.left === gone) w.memory.open = open;
    return value;
  }
  if (namesType(w, left)) return evaluate(w, castInstead(left, operator, right, node));
  const a = evaluate(w, left);
  const b = evaluate(w, right);
  return operated(w, { op, left: a, right: b, node, by: right });
}

function assignment(w: Walk, node: SyntaxNode): WalkedValue {
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (left === null || operator === null || right === null) throw new WalkEnds();
  const op = textOf(w, operator);
  if (op === '=') {
    const value = evaluate(w, right);
    const place = designated(w, left);
    return store(w, place, value, left, right);
  }
  const place = designated(w, left);
  const before = read(w, place, left);
  const by = evaluate(w, right);
  const after = operated(w, { op: op.slice(0, -1), left: before, right: by, node, by: right });
  return write(w, place, after, left);
}

/** A result of signed arithmetic in a narrow type that this type can't hold: the conversion is defined by the implementation, and wraps around. */
function store(w: Walk, place: WalkedPlace, value: WalkedValue, node: SyntaxNode, from: SyntaxNode): WalkedValue {
  const { type } = place;
  const sum = bare(from);
  if (
    type.kind === 'int' &&
    type.int.signed &&
    type.int.bits < 32 &&
    value.kind === 'integer' &&
    value.low === value.high &&
    convert(value.low, type.int) !== value.low &&
    ofType(w, sum, type.int)
  )
    note(
      w,
      'narrowed',
      sum,
      `${quoted(w, sum)} is ${value.low}, which \`${type.int.name}\` can't hold: it wraps around`,
    );
  return write(w, place, value, node);
}

/** A sum, difference or product of variables of the type, and constants. */
function ofType(w: Walk, node: SyntaxNode, type: IntType): boolean {
  const operator = child(node, 'operator');
  if (node.type !== 'binary_expression' || operator === null || !/^[-+*]$/.test(textOf(w, operator))) return false;
  const sides = [child(node, 'left'), child(node, 'right')].flatMap((n) => (n === null ? [] : [bare(n)]));
  const typed = sides.map((n) => (isPlace(n) ? w.file.types.typeOf(n, w.scope) : null));
  const isSame = (t: CType | null): boolean => t?.kind === 'int' && t.int.signed && t.int.bits === type.bits;
  return typed.some(isSame) && sides.every((n, i) => isSame(typed[i] ?? null) || n.type === 'number_literal');
}

function update(w: Walk, node: SyntaxNode): WalkedValue {
  const [operator, argument] = [child(node, 'operator'), child(node, 'argument')];
  if (operator === null || argument === null) throw new WalkEnds();
  const place = designated(w, argument);
  const before = read(w, place, argument);
  const op = textOf(w, operator) === '++' ? '+' : '-';
  const after = operated(w, { op, left: before, right: integer(INT, 1n), node, by: node });
  const stored = write(w, place, after, argument);
  return operator.start < argument.start ? stored : before;
}

function conditional(w: Walk, node: SyntaxNode): WalkedValue {
  const [condition, consequence, alternative] = [
    child(node, 'condition'),
    child(node, 'consequence'),
    child(node, 'alternative'),
  ];
  if (condition === null || consequence === null || alternative === null) throw new WalkEnds();
  const { open } = w.memory;
  const { left } = w;
  const { yes, no } = waysOf(w, condition);
  const side = (memory: Walk['memory'] | null, at: SyntaxNode): WalkedValue | null => {
    if (memory === null) return null;
    w.memory = memory;
    return attempt(() => evaluate(w, at))?.result ?? null;
  };
  const a = side(yes, consequence);
  const afterA = w.memory;
  const b = side(no, alternative);
  const after = meet([a === null ? null : afterA, b === null ? null : w.memory]);
  if (after === null) return end(w);
  w.memory = after;
  if (a === null || b === null) return (a ?? b)!;
  if (w.left === left) after.open = open;
  return balanced(a, b);
}

/** The two sides of `?:` have one type. */
function balanced(a: WalkedValue, b: WalkedValue): WalkedValue {
  if (a.kind === 'integer' && b.kind === 'integer') {
    const [x, y] = [promoted(a), promoted(b)];
    if (x.type.bits !== y.type.bits || x.type.signed !== y.type.signed) return UNKNOWN_VALUE;
    return joined(x, y);
  }
  return joined(a, b);
}

function cast(w: Walk, node: SyntaxNode): WalkedValue {
  const [type, argument] = [child(node, 'type'), child(node, 'value')];
  if (type === null || argument === null) throw new WalkEnds();
  const target = typeName(w.file.types, type, w.scope);
  if (target.kind === 'void' && isPlace(bare(argument))) return UNKNOWN_VALUE;
  const value = evaluate(w, argument);
  return target.kind === 'void' || target.kind === 'unknown'
    ? { kind: 'unknown', type: target }
    : asType(value, target);
}

function sizeOfOperand(w: Walk, node: SyntaxNode): WalkedValue {
  const [type, value] = [child(node, 'type'), child(node, 'value')];
  const operand = value === null ? null : bare(value);
  const object = operand?.type === 'identifier' ? lookup(w.scope, textOf(w, operand)) : null;
  const known = object?.kind === 'local' ? w.named.get(object)?.size : undefined;
  const of =
    type !== null
      ? typeName(w.file.types, type, w.scope)
      : value !== null
        ? w.file.types.typeOf(value, w.scope)
        : UNKNOWN;
  const size = known ?? (of.kind === 'unknown' ? null : sizeOf(of, w.file.types.model));
  return size === null ? anyOf(intType(w.file.size)) : integer(w.file.size, size);
}

function compoundLiteralPlace(w: Walk, node: SyntaxNode): WalkedPlace | null {
  const [type, value] = [child(node, 'type'), child(node, 'value')];
  if (type === null || value === null) return null;
  const of = typeName(w.file.types, type, w.scope);
  const object = newObject(w, {
    name: 'the literal',
    type: of,
    kind: 'local',
    size: sizeOf(of, w.file.types.model),
  });
  const place = placeOf(object, of);
  if (place.kind === 'place') initialize(w, place, value);
  return place;
}

function compoundLiteral(w: Walk, node: SyntaxNode): WalkedValue {
  const place = compoundLiteralPlace(w, node);
  if (place === null) throw new WalkEnds();
  return read(w, place, node);
}

/** Assembly may change whatever it names, and what others can get at. */
function assembly(w: Walk, node: SyntaxNode): WalkedValue {
  const source = textOf(w, node);
  if (operandsOf(source).labels.size > 0) throw new WalkEnds();
  w.foreign++;
  for (const [name] of source.matchAll(/[A-Za-z_]\w*/g)) {
    const symbol = lookup(w.scope, name);
    const object = symbol?.kind === 'local' ? w.named.get(symbol) : undefined;
    if (object === undefined) continue;
    expose(w, object);
    w.memory.forget(object);
  }
  w.memory.forgetExposed();
  return UNKNOWN_VALUE;
}

/** GNU: `({ ... })` has the value of its last statement. */
function statementExpression(w: Walk, body: SyntaxNode): WalkedValue {
  const last = body.children[body.children.length - 1];
  for (const c of body.children) {
    if (c === last && c.type === 'expression_statement' && c.children[0] !== undefined)
      return evaluate(w, c.children[0]);
    w.follow.statement(w, c);
  }
  return UNKNOWN_VALUE;
}

function number(w: Walk, node: SyntaxNode): WalkedValue {
  const [, sign, source] = /^([-+]?)\s*([^]*)$/.exec(textOf(w, node))!;
  const parsed = parseInteger(source!);
  if (parsed === null) {
    const float = /^[\d.]+([eE][-+]?\d+)?[fFlL]?$/.test(source!) ? Number(source!.replace(/[fFlL]$/, '')) : null;
    const bytes = /[fF]$/.test(source!) && !/^0[xX]/.test(source!) ? 4 : /[lL]$/.test(source!) ? 16 : 8;
    const value = rounded(float, bytes);
    return { kind: 'float', bytes, value: value !== null && sign === '-' ? -value : value };
  }
  const type = w.file.types.typeOf(node, w.scope);
  if (type.kind !== 'int') return UNKNOWN_VALUE;
  const value: IntegerValue = integer(type.int, parsed.value);
  return sign === '-' ? negated(w, value, node) : value;
}

function character(w: Walk, node: SyntaxNode): WalkedValue {
  const parsed = parseCharacter(textOf(w, node), w.file.types.model.charSigned);
  if (parsed === null) return anyOf(intType(INT));
  const type = characterType(w.file.types, parsed.prefix) ?? INT;
  return integer(type, convert(parsed.value, type));
}
