/** Expressions that are not evaluated at run time: constants of declarations, operands of `sizeof`. */
import { constantValue } from '../../program/index.ts';
import type { FunctionFacts, SyntaxNode } from '../syntax/index.ts';
import type { Draft } from '../objects/index.ts';
import { locate, lowerExpr } from '../objects/index.ts';
import { UNKNOWN, intType, isString, pointerTo, stringValue } from '../types/index.ts';
import type { CType, FileContext, Scope, TypeContext } from '../types/index.ts';
import { emptyDraft } from './lower-function.ts';

export const NO_FACTS: FunctionFacts = {
  calls: new Set(),
  callsPointers: false,
  addressTaken: new Set(),
  ownAddressTaken: new Set(),
  bare: new Set(),
  assigned: new Set(),
  storedPaths: new Map(),
  storesThroughPointers: false,
  storedInto: new Set(),
  declaredObjects: new Set(),
  followed: new Set(),
  typed: new Map(),
  pointerTypes: new Set(),
  lent: new Map(),
  kept: null,
  sources: new Map(),
  literals: new Set(),
  opaque: false,
  declared: new Map(),
  subscripts: new Map(),
  hidden: new Set(),
  labels: new Set(),
  repeatedLabels: new Set(),
  returnsTwice: false,
  typeNames: new Set(),
  mayLoop: false,
};

/** Limits on how deeply expressions are nested, and constants that are made of constants: the stack is finite. */
export const DEEPEST = 700;
const MOST_NESTED = 100;

/**
 * Expressions that are not evaluated at run time: lowered on trial, in the file as it is known when one is asked for.
 */
export function unevaluated(file: () => FileContext): Pick<TypeContext, 'constant' | 'typeOf'> {
  const trial = (scope: Scope): Draft => emptyDraft(file(), NO_FACTS, scope, null, true);
  // tables are full of numbers, which no scope has a say in
  let forNumbers: Draft | null = null;
  return {
    constant: guarded((node, scope) => {
      const draft = node.type === 'number_literal' ? (forNumbers ??= trial(scope)) : trial(scope);
      const value = lowerExpr(draft, node);
      return value.expr === null ? null : constantValue(value.expr);
    }, null),
    typeOf: guarded((node, scope) => typeWithout(trial(scope), node), UNKNOWN),
  };
}

/** Gives `otherwise` for an expression that depends on itself, or is nested too deeply. */
function guarded<T>(work: (node: SyntaxNode, scope: Scope) => T, otherwise: T): (node: SyntaxNode, scope: Scope) => T {
  const open = new Set<number>();
  return (node, scope) => {
    if (node.depth > DEEPEST || open.size > MOST_NESTED || open.has(node.start)) return otherwise;
    open.add(node.start);
    const result = work(node, scope);
    open.delete(node.start);
    return result;
  };
}

/** The type of an expression that is not evaluated; arrays don't decay. */
function typeWithout(draft: Draft, node: SyntaxNode): CType {
  let inner = node;
  while (inner.type === 'parenthesized_expression' && inner.children[0] !== undefined) inner = inner.children[0];
  if (isString(inner)) {
    const value = stringValue(draft.file.types, inner);
    return value === null
      ? UNKNOWN
      : { kind: 'array' as const, of: intType(value.element), length: BigInt(value.values.length) };
  }
  if (
    /^(identifier|field_expression|subscript_expression|pointer_expression)$/.test(inner.type) &&
    !draft.file.types.text.startsWith('&', inner.start)
  )
    return locate(draft, inner).type;
  const { type } = lowerExpr(draft, inner);
  return type.kind === 'function' ? pointerTo(type) : type;
}
