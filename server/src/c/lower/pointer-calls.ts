/** Calls through pointers. Where the function's own text tells which functions a pointer may lead to, the call branches to each of them. */
import { sameType } from '../../machine/index.ts';
import {
  assign,
  because,
  binary,
  branch,
  continueAt,
  functionPosition,
  functionsBehind,
  intValue,
  lowerExpr,
  newBlock,
  noValue,
  rangeOf,
  temporary,
  text,
  toInt,
  usedBy,
  variable,
} from '../objects/index.ts';
import type { Draft, Operand } from '../objects/index.ts';
import { child } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import type { CType, FunctionDefinition, Value } from '../types/index.ts';
import type { Call } from './call-expression.ts';
import { callUnknown, lowerForeign } from './foreign-calls.ts';
import { callWith } from './local-calls.ts';
import { mayGoAnywhere } from './lost-code.ts';

/** A call that may lead to more functions than this is a call of an unknown one. */
const MOST_FUNCTIONS = 4;

/** A call through an expression. */
export function lowerPointerCall(f: Draft, callee: SyntaxNode, call: Call): Value {
  const called = pointerCalled(f, callee);
  const pointer = lowerExpr(f, called);
  usedBy(f, pointer, call.node);
  const definitions = definitionsBehind(f, called, pointer, call);
  const value =
    definitions === null ? lowerForeign(f, null, pointer.type, call) : callOneOf(f, definitions, pointer, call);
  if (f.facts.returnsTwice || f.lost.nested) {
    mayGoAnywhere(
      f,
      call.node,
      because(f, 'returns-twice', 'the call may go to another place in the function', call.node),
    );
  }
  return value;
}

/** The pointer `f` in `(*f)()` and `(**f)()`: `*f` is a function, which decays to the pointer `f` again. */
function pointerCalled(f: Draft, callee: SyntaxNode): SyntaxNode {
  let at: SyntaxNode | null = callee;
  while (at?.type === 'parenthesized_expression') at = at.children[0] ?? null;
  const operator = at?.type === 'pointer_expression' ? child(at, 'operator') : null;
  const pointer = operator !== null && text(f, operator) === '*' ? child(at!, 'argument') : null;
  if (pointer === null) return callee;
  const type = f.file.types.typeOf(pointer, f.scope);
  const leadsToFunction = type.kind === 'function' || (type.kind === 'pointer' && type.to.kind === 'function');
  return leadsToFunction ? pointerCalled(f, pointer) : callee;
}

/** The few functions of the file that the pointer may lead to; null: not known, or one of them can't be called so. */
function definitionsBehind(
  f: Draft,
  called: SyntaxNode,
  pointer: Value,
  { args }: Call,
): readonly FunctionDefinition[] | null {
  const names = functionsBehind(f, called);
  if (names === null || names.size === 0 || names.size > MOST_FUNCTIONS || pointer.position === undefined || f.trial)
    return null;
  const result = resultOf(pointer.type);
  const fits = (d: FunctionDefinition | undefined): d is FunctionDefinition =>
    d?.type.kind === 'function' &&
    d.parameters?.length === args.length &&
    !f.file.returnsTwice.has(d.name) &&
    sameResult(d.type.result, result);
  const definitions = [...names].map((name) => f.file.definitions.get(name));
  return definitions.every(fits) ? definitions : null;
}

function callOneOf(f: Draft, definitions: readonly FunctionDefinition[], pointer: Value, call: Call): Value {
  const { node, wanted } = call;
  const range = rangeOf(f, node);
  const values: readonly Operand[] = call.args.map((a) => ({ value: lowerExpr(f, a), node: a }));
  const result = resultOf(pointer.type);
  const target = result.kind === 'int' && wanted ? temporary(f, result.int) : null;
  const join = newBlock(f);
  const returning = (value: Value): void => {
    if (target !== null) assign(f, target, toInt(f, value, node), range);
    continueAt(f, join);
  };
  for (const definition of definitions) {
    const [into, next] = [newBlock(f), newBlock(f)];
    branch(f, binary('eq', pointer.position!, functionPosition(definition.name), null), into, next, range);
    f.current = into;
    returning(callWith(f, definition, values, call));
    f.current = next;
  }
  // null, or a function that the text of this one doesn't name
  returning(callUnknown(f, null, pointer.type, values, call));
  return target === null ? noValue(result) : intValue(variable(f, target));
}

function resultOf(type: CType): CType {
  const called = type.kind === 'pointer' ? type.to : type;
  return called.kind === 'function' ? called.result : { kind: 'unknown' };
}

const sameResult = (a: CType, b: CType): boolean =>
  a.kind === 'int' && b.kind === 'int' ? sameType(a.int, b.int) : a.kind === 'void' && b.kind === 'void';
