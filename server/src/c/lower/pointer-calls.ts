/**
 * Calls through pointers. Where the function's own text tells which functions a pointer may lead to, the call branches
 * to each of them.
 */
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
export function lowerPointerCall(draft: Draft, callee: SyntaxNode, call: Call): Value {
  const called = pointerCalled(draft, callee);
  const pointer = lowerExpr(draft, called);
  usedBy(draft, pointer, call.node);
  const definitions = definitionsBehind(draft, called, pointer, call);
  const value =
    definitions === null ? lowerForeign(draft, null, pointer.type, call) : callOneOf(draft, definitions, pointer, call);
  if (draft.facts.returnsTwice || draft.lost.nested) {
    mayGoAnywhere(
      draft,
      call.node,
      because(draft, 'returns-twice', 'the call may go to another place in the function', call.node),
    );
  }
  return value;
}

/** The pointer `f` in `(*f)()` and `(**f)()`: `*f` is a function, which decays to the pointer `f` again. */
function pointerCalled(draft: Draft, callee: SyntaxNode): SyntaxNode {
  let at: SyntaxNode | null = callee;
  while (at?.type === 'parenthesized_expression') at = at.children[0] ?? null;
  const operator = at?.type === 'pointer_expression' ? child(at, 'operator') : null;
  const pointer = operator !== null && text(draft, operator) === '*' ? child(at!, 'argument') : null;
  if (pointer === null) return callee;
  const type = draft.file.types.typeOf(pointer, draft.scope);
  const leadsToFunction = type.kind === 'function' || (type.kind === 'pointer' && type.to.kind === 'function');
  return leadsToFunction ? pointerCalled(draft, pointer) : callee;
}

/** The few functions of the file that the pointer may lead to; null: not known, or one of them can't be called so. */
function definitionsBehind(
  draft: Draft,
  called: SyntaxNode,
  pointer: Value,
  { args }: Call,
): readonly FunctionDefinition[] | null {
  const names = functionsBehind(draft, called);
  if (
    names === null ||
    names.size === 0 ||
    names.size > MOST_FUNCTIONS ||
    pointer.position === undefined ||
    draft.trial
  )
    return null;
  const result = resultOf(pointer.type);
  const fits = (d: FunctionDefinition | undefined): d is FunctionDefinition =>
    d?.type.kind === 'function' &&
    d.parameters?.length === args.length &&
    !draft.file.returnsTwice.has(d.name) &&
    sameResult(d.type.result, result);
  const definitions = [...names].map((name) => draft.file.definitions.get(name));
  return definitions.every(fits) ? definitions : null;
}

function callOneOf(draft: Draft, definitions: readonly FunctionDefinition[], pointer: Value, call: Call): Value {
  const { node, wanted } = call;
  const range = rangeOf(draft, node);
  const values: readonly Operand[] = call.args.map((a) => ({ value: lowerExpr(draft, a), node: a }));
  const result = resultOf(pointer.type);
  const target = result.kind === 'int' && wanted ? temporary(draft, result.int) : null;
  const join = newBlock(draft);
  const returning = (value: Value): void => {
    if (target !== null) assign(draft, target, toInt(draft, value, node), range);
    continueAt(draft, join);
  };
  for (const definition of definitions) {
    const [into, next] = [newBlock(draft), newBlock(draft)];
    branch(draft, binary('eq', pointer.position!, functionPosition(definition.name), null), into, next, range);
    draft.current = into;
    returning(callWith(draft, definition, values, call));
    draft.current = next;
  }
  // null, or a function that the text of this one doesn't name
  returning(callUnknown(draft, null, pointer.type, values, call));
  return target === null ? noValue(result) : intValue(variable(draft, target));
}

function resultOf(type: CType): CType {
  const called = type.kind === 'pointer' ? type.to : type;
  return called.kind === 'function' ? called.result : { kind: 'unknown' };
}

const sameResult = (a: CType, b: CType): boolean =>
  a.kind === 'int' && b.kind === 'int' ? sameType(a.int, b.int) : a.kind === 'void' && b.kind === 'void';
