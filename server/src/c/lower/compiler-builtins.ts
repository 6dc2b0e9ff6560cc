/**
 * Builtins of compilers that are no functions: their arguments are types, or are not evaluated, or only one of them
 * is. And arithmetic that tells whether it overflowed. All others are calls like any: of the library's table, or of
 * something unknown.
 */
import type { BinaryOp, Expr } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import {
  assign,
  because,
  binary,
  cast,
  constant,
  havocPlace,
  intValue,
  locate,
  lowerExpr,
  lowerInt,
  noValue,
  rangeOf,
  store,
  temporary,
  text,
  truth,
  unknownValue,
  variable,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { UNKNOWN, intType, namedInteger } from '../types/index.ts';
import type { Value } from '../types/index.ts';
import { forget } from './lost-code.ts';
import { NEXT_ARGUMENT, SAME_TYPES, child } from '../syntax/index.ts';
import { areCompatible } from './type-queries.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Their arguments are not evaluated; what they yield depends on the compiler. */
const UNEVALUATED: ReadonlyMap<string, 'truth' | 'int' | 'size'> = new Map([
  ['__builtin_constant_p', 'truth'],
  ['__builtin_types_compatible_p', 'truth'],
  ['__builtin_has_attribute', 'truth'],
  ['__builtin_classify_type', 'int'],
  ['__builtin_object_size', 'size'],
  ['__builtin_dynamic_object_size', 'size'],
]);

const CHECKED = /^__builtin_([su]?)(add|sub|mul)(l?l?)_overflow$/;
const OPERATIONS: Readonly<Record<string, BinaryOp>> = { add: 'add', sub: 'sub', mul: 'mul' };

/** Holds sums and products of all operands, and any argument. */
const WIDE: IntType = { bits: 192, signed: true, bool: false, name: 'wide' };

/** Names that are lowered here, for tests that go through all of them. */
export function knownBuiltins(): readonly string[] {
  return [
    ...UNEVALUATED.keys(),
    '__builtin_choose_expr',
    '__builtin_speculation_safe_value',
    '__builtin_assoc_barrier',
    '__builtin_add_overflow',
    '__builtin_sub_overflow',
    '__builtin_mul_overflow',
  ];
}

/** `va_arg`, below the cast to its type: nothing is known of the value, and the list moves on. */
function nextArgument(draft: Draft, list: SyntaxNode): Value {
  const reason = because(draft, 'library-result', 'which arguments are passed here is not known', list);
  const { place } = lowerExpr(draft, list);
  if (place !== null) havocPlace(draft, place, reason, list);
  return intValue(unknownValue(draft, WIDE, reason, list));
}

function compatible(draft: Draft, args: readonly SyntaxNode[], node: SyntaxNode): Value {
  const are = areCompatible(draft, args);
  if (are !== null) return intValue(constant(are ? 1n : 0n, INT));
  const reason = because(draft, 'library-result', 'whether these types are the same is not known', node);
  return intValue(truth(unknownValue(draft, INT, reason, node)));
}

interface Choice {
  readonly of: SyntaxNode;
  readonly one: SyntaxNode;
  readonly other: SyntaxNode;
}

function chosen(draft: Draft, { of, one, other }: Choice, node: SyntaxNode): Value {
  const value = draft.file.types.constant(of, draft.scope);
  if (value !== null) return lowerExpr(draft, value !== 0n ? one : other);
  forget(draft, node, because(draft, 'library-result', 'it is not known which of the two is chosen', node));
  return noValue(UNKNOWN);
}

/** A call of one of them; null: it is none, or not of its usual form. */
export function lowerBuiltin(draft: Draft, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  if (name === NEXT_ARGUMENT && args[0] !== undefined) return nextArgument(draft, args[0]);
  if (name === SAME_TYPES) return compatible(draft, args, node);
  if (!name.startsWith('__builtin_')) return null;
  const unevaluated = UNEVALUATED.get(name);
  const [first, second, third] = args;
  if (unevaluated !== undefined) {
    if (
      name === '__builtin_constant_p' &&
      first !== undefined &&
      draft.file.types.constant(first, draft.scope) !== null
    )
      return intValue(constant(1n, INT));
    const reason = because(draft, 'library-result', `what \`${name}\` yields depends on the compiler`, node);
    const value = unknownValue(draft, unevaluated === 'size' ? draft.file.size : INT, reason, node);
    return intValue(unevaluated === 'truth' ? truth(value) : value);
  }
  if (name === '__builtin_choose_expr' && first !== undefined && second !== undefined && third !== undefined)
    return chosen(draft, { of: first, one: second, other: third }, node);
  if (/^__builtin_(speculation_safe_value|assoc_barrier)$/.test(name) && first !== undefined && second === undefined)
    return lowerExpr(draft, first);
  const checked = CHECKED.exec(name);
  if (checked === null || first === undefined || second === undefined || third === undefined) return null;
  // those with a letter for the type convert to it first
  const words = `${checked[1] === 'u' ? 'unsigned ' : ''}${'long '.repeat(checked[3]!.length)}int`;
  const type = checked[1] === '' ? null : namedInteger(draft.file.types, words, draft.scope);
  const operands = type?.kind === 'int' ? type.int : null;
  return overflowing(draft, { op: OPERATIONS[checked[2]!]!, a: first, b: second, result: third, operands }, node);
}

/** `__builtin_add_overflow(a, b, &r)`. `operands`: the type that `a` and `b` are converted to first; null: none. */
interface CheckedOperation {
  readonly op: BinaryOp;
  readonly a: SyntaxNode;
  readonly b: SyntaxNode;
  readonly result: SyntaxNode;
  readonly operands: IntType | null;
}

/** The exact result converted to the type of `r`; whether that changed it. */
function overflowing(draft: Draft, { op, a, b, result, operands }: CheckedOperation, node: SyntaxNode): Value | null {
  const target =
    result.type === 'pointer_expression' && text(draft, result).startsWith('&') ? child(result, 'argument') : null;
  if (target === null) return null;
  const to = draft.file.types.typeOf(target, draft.scope);
  if (to.kind !== 'int' || to.volatile) return null;
  const kept = (value: Expr): Expr => {
    const id = temporary(draft, value.type);
    assign(draft, id, value, rangeOf(draft, node));
    return variable(draft, id);
  };
  const operand = (e: Expr): Expr => kept(operands === null ? e : cast(e, operands));
  const left = operand(lowerInt(draft, a));
  const right = operand(lowerInt(draft, b));
  const lv = locate(draft, target);
  const exact = kept(binary(op, cast(left, WIDE), cast(right, WIDE), null));
  store(draft, lv, { ...intValue(cast(exact, to.int)), type: intType(to.int) }, result, node);
  return intValue(binary('ne', cast(cast(exact, to.int), WIDE), exact, null));
}
