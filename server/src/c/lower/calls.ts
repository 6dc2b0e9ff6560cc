/** Calls: primitives, library functions, functions of the file, and all others. */
import {
  because,
  anythingReached,
  havocPlace,
  intValue,
  lowerExpr,
  noValue,
  rangeOf,
  text,
  unknownValue,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import { UNKNOWN, lookup } from '../types/index.ts';
import type { Value } from '../types/index.ts';
import { callAsCast, namesType } from './missed-casts.ts';
import { child, libraryEffect, returnsTwice } from '../syntax/index.ts';
import { lowerForeign } from './foreign-calls.ts';
import { callWith, lowerLocalCall } from './local-calls.ts';
import { loseState, mayGoAnywhere } from './lost-code.ts';
import { lowerPrimitive } from './primitive-calls.ts';
import { fromCall } from './call-expression.ts';
import type { Call } from './call-expression.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { lowerPointerCall } from './pointer-calls.ts';

/** Lowers a call; `wanted` tells whether its value is used. */
export function lowerCall(draft: Draft, node: SyntaxNode, wanted: boolean): Value {
  const callee = child(node, 'function');
  const list = child(node, 'arguments');
  const args = (list?.children ?? []).filter((c) => c.type !== 'ERROR');
  if (callee === null) return noValue(UNKNOWN);
  if (list !== null && args.length > 0 && namesType(draft, callee))
    return lowerExpr(draft, callAsCast(callee, list, node));
  let named = callee;
  while (named.type === 'parenthesized_expression' && named.children[0] !== undefined) named = named.children[0];
  const call: Call = { node, list, args, wanted };
  const symbol = named.type === 'identifier' ? lookup(draft.scope, text(draft, named)) : undefined;
  if (named.type !== 'identifier' || symbol?.kind === 'local' || symbol?.kind === 'global') {
    return lowerPointerCall(draft, named, call);
  }
  const name = text(draft, named);
  const primitive = lowerPrimitive(draft, name, call);
  if (primitive !== null) return primitive;
  return mayReturnTwice(draft, name, lowerNamedCall(draft, name, call), call);
}

/** A call of a function of the file, or of any other. */
function lowerNamedCall(draft: Draft, name: string, call: Call): Value {
  const elsewhere = draft.file.elsewhere.get(name);
  if (elsewhere !== undefined) {
    because(draft, elsewhere.code, `${elsewhere.cause} makes it unknown what \`${name}\` is`, call.node);
  }
  const definition = draft.file.definitions.get(name);
  if (definition !== undefined && elsewhere === undefined) return lowerLocalCall(draft, definition, call);
  const symbol = lookup(draft.scope, name);
  return lowerForeign(draft, name, symbol?.kind === 'function' ? symbol.type : null, call);
}

/** A function like `setjmp` may return more than once. Calls after it may be what makes it return again. */
function mayReturnTwice(draft: Draft, name: string, value: Value, { node, wanted }: Call): Value {
  if (returnsTwice(name) || draft.file.returnsTwice.has(name)) {
    // when it returns again, variables have other values than at the first time
    const reason = because(draft, 'returns-twice', `\`${name}\` may return more than once`, node);
    loseState(draft, node, reason);
    return value.type.kind === 'int' && wanted
      ? intValue(unknownValue(draft, value.type.int, reason, node, { by: fromCall(draft, name, 'result', node) }))
      : value;
  }
  if (draft.facts.returnsTwice && (draft.file.definitions.has(name) || libraryEffect(name) === null)) {
    const message = `the call of \`${name}\` may go back to a call that returns more than once`;
    mayGoAnywhere(draft, node, because(draft, 'returns-twice', message, node));
  }
  return value;
}

/** A constructor's call. */
export function callBeforeMain(draft: Draft, name: string, node: SyntaxNode): void {
  const call: Call = { node, list: null, args: [], wanted: false };
  const definition = draft.file.definitions.get(name);
  const isKnown = definition !== undefined && !draft.file.elsewhere.has(name);
  if (isKnown && (definition.parameters ?? []).length === 0) lowerLocalCall(draft, definition, call);
  else lowerForeign(draft, null, null, call);
}

/** A handler's call at the end of a variable's scope, with the variable's address. */
export function callHandler(draft: Draft, name: string, address: Value, node: SyntaxNode): void {
  const definition = draft.file.definitions.get(name);
  if (definition !== undefined && !draft.file.elsewhere.has(name))
    callWith(draft, definition, [{ value: address, node }], { node, wanted: false });
  else {
    const reason = because(
      draft,
      'unknown-call',
      `the call of \`${name}\` may change everything that it can reach`,
      node,
    );
    const by = fromCall(draft, name, 'effect', node);
    anythingReached(draft, rangeOf(draft, node), reason, by);
    if (address.place !== null) havocPlace(draft, address.place, reason, node, by);
    if (draft.facts.returnsTwice) mayGoAnywhere(draft, node, reason);
  }
}
