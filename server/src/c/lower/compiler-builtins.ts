/**
 * Builtins of compilers that are no functions: their arguments are types, or are not evaluated, or only one of them is; and arithmetic that
 * tells whether it overflowed. All others are calls like any: of the library's table, or of something unknown.
 */
import type { BinaryOp, Expr } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import type { IntType } from '../../machine/index.ts';
import {
  assign,
  because,
  binary,
  cast,
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
import { NEXT_ARGUMENT, child } from '../syntax/index.ts';
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
function nextArgument(f: Draft, list: SyntaxNode): Value {
  const reason = because(f, 'library-result', 'which arguments are passed here is not known', list);
  const { place } = lowerExpr(f, list);
  if (place !== null) havocPlace(f, place, reason, list);
  return intValue(unknownValue(f, WIDE, reason, list));
}

/** A call of one of them; null: it is none, or not of its usual form. */
export function lowerBuiltin(f: Draft, name: string, args: readonly SyntaxNode[], node: SyntaxNode): Value | null {
  if (name === NEXT_ARGUMENT && args[0] !== undefined) return nextArgument(f, args[0]);
  if (!name.startsWith('__builtin_')) return null;
  const unevaluated = UNEVALUATED.get(name);
  const [a, b, c] = args;
  if (unevaluated !== undefined) {
    const reason = because(f, 'library-result', `what \`${name}\` yields depends on the compiler`, node);
    const value = unknownValue(f, unevaluated === 'size' ? f.file.size : INT, reason, node);
    return intValue(unevaluated === 'truth' ? truth(value) : value);
  }
  if (name === '__builtin_choose_expr' && a !== undefined && b !== undefined && c !== undefined) {
    const chosen = f.file.types.constant(a, f.scope);
    if (chosen !== null) return lowerExpr(f, chosen !== 0n ? b : c);
    forget(f, node, because(f, 'library-result', 'it is not known which of the two is chosen', node));
    return noValue(UNKNOWN);
  }
  if (/^__builtin_(speculation_safe_value|assoc_barrier)$/.test(name) && a !== undefined && b === undefined)
    return lowerExpr(f, a);
  const checked = CHECKED.exec(name);
  if (checked === null || a === undefined || b === undefined || c === undefined) return null;
  // those with a letter for the type convert to it first
  const words = `${checked[1] === 'u' ? 'unsigned ' : ''}${'long '.repeat(checked[3]!.length)}int`;
  const type = checked[1] === '' ? null : namedInteger(f.file.types, words, f.scope);
  const operands = type?.kind === 'int' ? type.int : null;
  return overflowing(f, { op: OPERATIONS[checked[2]!]!, a, b, result: c, operands }, node);
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
function overflowing(f: Draft, { op, a, b, result, operands }: CheckedOperation, node: SyntaxNode): Value | null {
  const target =
    result.type === 'pointer_expression' && text(f, result).startsWith('&') ? child(result, 'argument') : null;
  if (target === null) return null;
  const to = f.file.types.typeOf(target, f.scope);
  if (to.kind !== 'int' || to.volatile) return null;
  const kept = (value: Expr): Expr => {
    const id = temporary(f, value.type);
    assign(f, id, value, rangeOf(f, node));
    return variable(f, id);
  };
  const operand = (e: Expr): Expr => kept(operands === null ? e : cast(e, operands));
  const left = operand(lowerInt(f, a));
  const right = operand(lowerInt(f, b));
  const lv = locate(f, target);
  const exact = kept(binary(op, cast(left, WIDE), cast(right, WIDE), null));
  store(f, lv, { ...intValue(cast(exact, to.int)), type: intType(to.int) }, result, node);
  return intValue(binary('ne', cast(cast(exact, to.int), WIDE), exact, null));
}
