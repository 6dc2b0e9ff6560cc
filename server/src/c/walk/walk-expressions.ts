/** Expressions in a walk: values out, effects on the memory. */

import type { IntType } from '../../machine/index.ts';
import { suspectComparison, suspectLoss } from './walk-suspicions.ts';
import { convert, INT, maxOf, minOf } from '../../machine/index.ts';
import { castInstead, PREFIXED } from '../lower/index.ts';
import { parseCharacter, parseInteger } from '../sources/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child, operandsOf } from '../syntax/index.ts';
import type { CType } from '../types/index.ts';
import { characterType, intType, lookup, namedInteger, sizeOf, typeName, UNKNOWN } from '../types/index.ts';
import { called, namesType } from './walk-calls.ts';
import { hasChoices } from './walk-configured.ts';
import { waysOf } from './walk-conditions.ts';
import { globalObject, initialize, newObject, stringObject } from './walk-objects.ts';
import { complemented, negated, operated, promoted, truth } from './walk-operators.ts';
import { addressOf, asType, placeOf, read, rounded, write } from './walk-places.ts';
import { dereferenced, isPlace, member, subscript } from './walk-subscripts.ts';
import type { Walk, WalkedPlace } from './walk-state.ts';
import { attempt, bare, end, expose, meet, note, quoted, step, textOf, WalkEnds } from './walk-state.ts';
import type { IntegerValue, WalkedValue } from './walked-values.ts';
import { anyOf, integer, joined } from './walked-values.ts';

const UNKNOWN_VALUE: WalkedValue = { kind: 'unknown', type: UNKNOWN };

/** What an expression is worth. */
export function evaluate(walk: Walk, node: SyntaxNode): WalkedValue {
  step(walk);
  switch (node.type) {
    case 'number_literal':
      return number(walk, node);
    case 'char_literal':
      return character(walk, node);
    case 'true':
    case 'false':
      return integer(INT, node.type === 'true' ? 1n : 0n);
    case 'null':
      return { kind: 'pointer', to: { kind: 'void' }, target: null };
    case 'string_literal':
    case 'concatenated_string': {
      const object = stringObject(walk, node);
      return object.type?.kind === 'array'
        ? addressOf(walk, placeOf(object, object.type), object.type.of)
        : UNKNOWN_VALUE;
    }
    case 'identifier':
    case 'field_expression':
    case 'subscript_expression':
      return read(walk, designated(walk, node), node);
    case 'parenthesized_expression':
      return node.children[0]?.type === 'compound_statement'
        ? statementExpression(walk, node.children[0])
        : evaluate(walk, bare(node));
    case 'pointer_expression':
    case 'unary_expression':
    case PREFIXED:
      return unary(walk, node);
    case 'binary_expression':
      return binary(walk, node);
    case 'assignment_expression':
      return assignment(walk, node);
    case 'update_expression':
      return update(walk, node);
    case 'comma_expression': {
      const [left, right] = [child(node, 'left'), child(node, 'right')];
      if (left === null || right === null) throw new WalkEnds();
      evaluate(walk, left);
      return evaluate(walk, right);
    }
    case 'conditional_expression':
      return conditional(walk, node);
    case 'cast_expression':
      return cast(walk, node);
    case 'call_expression':
      return called(walk, node);
    case 'sizeof_expression':
      return sizeOfOperand(walk, node);
    case 'compound_literal_expression':
      return compoundLiteral(walk, node);
    case 'extension_expression':
      if (node.children[0] !== undefined) return evaluate(walk, node.children[0]);
      throw new WalkEnds();
    case 'gnu_asm_expression':
      return assembly(walk, node);
    case 'offsetof_expression':
    case 'alignof_expression': {
      const value = walk.file.types.constant(node, walk.scope);
      return value === null ? anyOf(intType(walk.file.size)) : integer(walk.file.size, value);
    }
    default:
      throw new WalkEnds();
  }
}

/** What an expression designates. */
export function designated(walk: Walk, node: SyntaxNode): WalkedPlace {
  switch (node.type) {
    case 'identifier':
      return named(walk, node);
    case 'parenthesized_expression':
      if (node.children[0]?.type !== 'compound_statement') return designated(walk, bare(node));
      break;
    case 'field_expression':
      return member(walk, node);
    case 'subscript_expression':
      return subscript(walk, node);
    case 'pointer_expression': {
      const [operator, argument] = [child(node, 'operator'), child(node, 'argument')];
      if (operator === null || argument === null || textOf(walk, operator) !== '*') break;
      return dereferenced(walk, evaluate(walk, argument), node);
    }
    case 'compound_literal_expression': {
      const value = compoundLiteralPlace(walk, node);
      if (value !== null) return value;
    }
  }
  const value = evaluate(walk, node);
  return { kind: 'value', value, type: value.kind === 'whole' || value.kind === 'unknown' ? value.type : UNKNOWN };
}

function named(walk: Walk, node: SyntaxNode): WalkedPlace {
  const name = textOf(walk, node);
  const symbol = lookup(walk.scope, name);
  switch (symbol?.kind) {
    case 'local': {
      const object = walk.named.get(symbol);
      return object === undefined
        ? { kind: 'nowhere', type: symbol.type }
        : placeOf(object, object.type ?? symbol.type);
    }
    case 'global': {
      const object = globalObject(walk, symbol.object);
      return placeOf(object, object.type ?? symbol.object.type);
    }
    case 'constant':
      return valuePlace(constantOf(symbol), intType(symbol.type));
    case 'function':
      return valuePlace({ kind: 'function', name }, UNKNOWN);
    case 'typedef':
      throw new WalkEnds();
  }
  const constant = walk.file.types.constants.get(name);
  if (constant !== undefined) return valuePlace(integer(constant.type, constant.value), intType(constant.type));
  if (name === 'NULL' || name === 'nullptr')
    return valuePlace({ kind: 'pointer', to: { kind: 'void' }, target: null }, UNKNOWN);
  return { kind: 'nowhere', type: UNKNOWN };
}

const constantOf = ({ type, value }: { readonly type: IntType; readonly value: bigint | null }): WalkedValue =>
  value === null ? integer(type, minOf(type), maxOf(type)) : integer(type, value);

const valuePlace = (value: WalkedValue, type: CType): WalkedPlace => ({ kind: 'value', value, type });

function unary(walk: Walk, node: SyntaxNode): WalkedValue {
  const [operator, argument] = [child(node, 'operator'), child(node, 'argument')];
  if (operator === null || argument === null) throw new WalkEnds();
  switch (textOf(walk, operator)) {
    case '&': {
      const of = bare(argument);
      const place = of.type === 'subscript_expression' ? subscript(walk, of, 'address') : designated(walk, of);
      if (place.kind === 'value')
        return place.value.kind === 'function' ? place.value : { kind: 'pointer', to: UNKNOWN, target: undefined };
      return addressOf(walk, place, place.type);
    }
    case '*':
      return read(walk, dereferenced(walk, evaluate(walk, argument), node), node);
    case '!':
      return outcome(walk, argument, false);
    case '-':
      return negated(walk, evaluate(walk, argument), node);
    case '~':
      return complemented(evaluate(walk, argument));
    case '+': {
      const value = evaluate(walk, argument);
      return value.kind === 'integer' ? promoted(value) : value;
    }
    default:
      throw new WalkEnds();
  }
}

/** Whether a condition is as it is asked for. Behind it nothing is open: a run comes there whatever it is. */
function outcome(walk: Walk, condition: SyntaxNode, asked: boolean): WalkedValue {
  const { open } = walk.memory;
  const { left } = walk;
  const { yes, no } = waysOf(walk, condition);
  const memory = meet([yes, no]);
  if (memory === null) return end(walk);
  walk.memory = memory;
  if (yes !== null && no !== null && walk.left === left) memory.open = open;
  return truth(yes === null ? !asked : no === null ? asked : null);
}

function binary(walk: Walk, node: SyntaxNode): WalkedValue {
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (left === null || operator === null || right === null) throw new WalkEnds();
  const op = textOf(walk, operator);
  if (op === '&&' || op === '||') return outcome(walk, node, true);
  if (namesType(walk, left)) return evaluate(walk, castInstead(left, operator, right, node));
  const first = evaluate(walk, left);
  const second = evaluate(walk, right);
  if (/^[<>]=?$/.test(op))
    suspectComparison(walk, [
      [left, first],
      [right, second],
    ]);
  return operated(walk, { op, left: first, right: second, node, by: right });
}

function assignment(walk: Walk, node: SyntaxNode): WalkedValue {
  const [left, operator, right] = [child(node, 'left'), child(node, 'operator'), child(node, 'right')];
  if (left === null || operator === null || right === null) throw new WalkEnds();
  const op = textOf(walk, operator);
  if (op === '=') {
    const value = evaluate(walk, right);
    const place = designated(walk, left);
    return store(walk, place, value, left, right);
  }
  const place = designated(walk, left);
  const before = read(walk, place, left);
  const by = evaluate(walk, right);
  const after = operated(walk, { op: op.slice(0, -1), left: before, right: by, node, by: right });
  if (place.type.kind === 'int' && /^[-+*]=$/.test(op)) noteNarrowed(walk, place.type.int, after, node);
  return write(walk, place, inRange(place.type, after), left);
}

/** Stores what is assigned. */
function store(walk: Walk, place: WalkedPlace, value: WalkedValue, node: SyntaxNode, from: SyntaxNode): WalkedValue {
  suspectLoss(walk, place.type, value, from);
  const sum = bare(from);
  if (place.type.kind === 'int' && ofType(walk, sum, place.type.int)) noteNarrowed(walk, place.type.int, value, sum);
  return write(walk, place, inRange(place.type, value), node);
}

/**
 * A result of signed arithmetic in a narrow type that this type can't hold. The implementation defines the conversion,
 * and it wraps around.
 */
function noteNarrowed(walk: Walk, type: IntType, value: WalkedValue, node: SyntaxNode): void {
  if (!type.signed || type.bits >= 32 || value.kind !== 'integer' || value.low !== value.high) return;
  if (convert(value.low, type) === value.low) return;
  const what = `${quoted(walk, node)} is ${value.low}, which \`${type.name}\` can't hold: it wraps around`;
  note(walk, 'narrowed', node, what);
}

/** A sum, difference or product one side of which is a variable of the type. */
function ofType(walk: Walk, node: SyntaxNode, type: IntType): boolean {
  const operator = child(node, 'operator');
  if (node.type !== 'binary_expression' || operator === null || !/^[-+*]$/.test(textOf(walk, operator))) return false;
  const sides = [child(node, 'left'), child(node, 'right')].flatMap((n) => (n === null ? [] : [bare(n)]));
  const typed = sides.map((n) => (isPlace(n) ? walk.file.types.typeOf(n, walk.scope) : null));
  const isSame = (t: CType | null): boolean => t?.kind === 'int' && t.int.signed && t.int.bits === type.bits;
  return typed.some(isSame);
}

/**
 * A floating value that an integer type can hold is converted to its integral part; of another one nothing is known.
 */
function inRange(type: CType, value: WalkedValue): WalkedValue {
  if (value.kind !== 'float' || value.value === null || !Number.isFinite(value.value)) return value;
  if (type.kind !== 'int' || type.int.bool) return value;
  const whole = BigInt(Math.trunc(value.value));
  return whole >= minOf(type.int) && whole <= maxOf(type.int) ? integer(type.int, whole) : value;
}

function update(walk: Walk, node: SyntaxNode): WalkedValue {
  const [operator, argument] = [child(node, 'operator'), child(node, 'argument')];
  if (operator === null || argument === null) throw new WalkEnds();
  const place = designated(walk, argument);
  const before = read(walk, place, argument);
  const op = textOf(walk, operator) === '++' ? '+' : '-';
  const after = operated(walk, { op, left: before, right: integer(INT, 1n), node, by: node });
  if (place.type.kind === 'int') noteNarrowed(walk, place.type.int, after, node);
  const stored = write(walk, place, after, argument);
  return operator.start < argument.start ? stored : before;
}

function conditional(walk: Walk, node: SyntaxNode): WalkedValue {
  const [condition, consequence, alternative] = [
    child(node, 'condition'),
    child(node, 'consequence'),
    child(node, 'alternative'),
  ];
  if (condition === null || consequence === null || alternative === null) throw new WalkEnds();
  const { open } = walk.memory;
  const { left } = walk;
  const { yes, no } = waysOf(walk, condition);
  const side = (memory: Walk['memory'] | null, at: SyntaxNode): WalkedValue | null => {
    if (memory === null) return null;
    walk.memory = memory;
    return attempt(() => evaluate(walk, at))?.result ?? null;
  };
  const first = side(yes, consequence);
  const afterA = walk.memory;
  const second = side(no, alternative);
  const after = meet([first === null ? null : afterA, second === null ? null : walk.memory]);
  if (after === null) return end(walk);
  walk.memory = after;
  if (first === null || second === null) return (first ?? second)!;
  if (walk.left === left) after.open = open;
  return balanced(first, second);
}

/** The two sides of `?:` have one type. */
function balanced(left: WalkedValue, right: WalkedValue): WalkedValue {
  if (left.kind === 'integer' && right.kind === 'integer') {
    const [x, y] = [promoted(left), promoted(right)];
    if (x.type.bits !== y.type.bits || x.type.signed !== y.type.signed) return UNKNOWN_VALUE;
    return joined(x, y);
  }
  return joined(left, right);
}

function cast(walk: Walk, node: SyntaxNode): WalkedValue {
  const [type, argument] = [child(node, 'type'), child(node, 'value')];
  if (type === null || argument === null) throw new WalkEnds();
  const target = typeName(walk.file.types, type, walk.scope);
  if (target.kind === 'void' && isPlace(bare(argument))) return UNKNOWN_VALUE;
  const value = evaluate(walk, argument);
  return target.kind === 'void' || target.kind === 'unknown'
    ? { kind: 'unknown', type: target }
    : asType(inRange(target, value), target);
}

function sizeOfOperand(walk: Walk, node: SyntaxNode): WalkedValue {
  const [type, value] = [child(node, 'type'), child(node, 'value')];
  const operand = value === null ? null : bare(value);
  const object = operand?.type === 'identifier' ? lookup(walk.scope, textOf(walk, operand)) : null;
  const known = object?.kind === 'local' ? walk.named.get(object)?.size : undefined;
  // a table may have other rows in another build
  const rows = object?.kind === 'global' ? object.object.initializer : null;
  if (rows !== null && hasChoices(walk.file, rows)) return anyOf(intType(walk.file.size));
  // `sizeof (T)`: the grammar takes T for a variable in parentheses
  const named = operand?.type === 'identifier' && operand !== value && (object === null || object.kind === 'typedef');
  const of = named
    ? namedInteger(walk.file.types, textOf(walk, operand), walk.scope)
    : type !== null
      ? typeName(walk.file.types, type, walk.scope)
      : value !== null
        ? walk.file.types.typeOf(value, walk.scope)
        : UNKNOWN;
  const size = known ?? (of.kind === 'unknown' ? null : sizeOf(of, walk.file.types.model));
  return size === null ? anyOf(intType(walk.file.size)) : integer(walk.file.size, size);
}

function compoundLiteralPlace(walk: Walk, node: SyntaxNode): WalkedPlace | null {
  const [type, value] = [child(node, 'type'), child(node, 'value')];
  if (type === null || value === null) return null;
  const of = typeName(walk.file.types, type, walk.scope);
  const object = newObject(walk, {
    name: 'the literal',
    type: of,
    kind: 'local',
    size: sizeOf(of, walk.file.types.model),
  });
  const place = placeOf(object, of);
  if (place.kind === 'place') initialize(walk, place, value);
  return place;
}

function compoundLiteral(w: Walk, node: SyntaxNode): WalkedValue {
  const place = compoundLiteralPlace(w, node);
  if (place === null) throw new WalkEnds();
  return read(w, place, node);
}

/** Assembly may change whatever it names, and what others can get at. */
function assembly(walk: Walk, node: SyntaxNode): WalkedValue {
  const source = textOf(walk, node);
  if (operandsOf(source).labels.size > 0) throw new WalkEnds();
  walk.foreign++;
  for (const [name] of source.matchAll(/[A-Za-z_]\w*/g)) {
    const symbol = lookup(walk.scope, name);
    const object = symbol?.kind === 'local' ? walk.named.get(symbol) : undefined;
    if (object === undefined) continue;
    expose(walk, object);
    walk.memory.forget(object);
  }
  walk.memory.forgetExposed();
  return UNKNOWN_VALUE;
}

/** GNU: `({ ... })` has the value of its last statement. */
function statementExpression(walk: Walk, body: SyntaxNode): WalkedValue {
  const last = body.children[body.children.length - 1];
  for (const c of body.children) {
    if (c === last && c.type === 'expression_statement' && c.children[0] !== undefined)
      return evaluate(walk, c.children[0]);
    walk.follow.statement(walk, c);
  }
  return UNKNOWN_VALUE;
}

function number(walk: Walk, node: SyntaxNode): WalkedValue {
  const known = walk.numbers.get(node);
  if (known !== undefined) return known;
  const [, sign, source] = /^([-+]?)\s*([^]*)$/.exec(textOf(walk, node))!;
  const parsed = parseInteger(source!);
  if (parsed === null) {
    const float = /^[\d.]+([eE][-+]?\d+)?[fFlL]?$/.test(source!) ? Number(source!.replace(/[fFlL]$/, '')) : null;
    const bytes = /[fF]$/.test(source!) && !/^0[xX]/.test(source!) ? 4 : /[lL]$/.test(source!) ? 16 : 8;
    const value = rounded(float, bytes);
    return { kind: 'float', bytes, value: value !== null && sign === '-' ? -value : value };
  }
  const type = walk.file.types.typeOf(node, walk.scope);
  if (type.kind !== 'int') return UNKNOWN_VALUE;
  const value: IntegerValue = integer(type.int, parsed.value);
  if (sign === '-') return negated(walk, value, node);
  walk.numbers.set(node, value);
  return value;
}

function character(walk: Walk, node: SyntaxNode): WalkedValue {
  const parsed = parseCharacter(textOf(walk, node), walk.file.types.model.charSigned);
  if (parsed === null) return anyOf(intType(INT));
  const type = characterType(walk.file.types, parsed.prefix) ?? INT;
  return integer(type, convert(parsed.value, type));
}
