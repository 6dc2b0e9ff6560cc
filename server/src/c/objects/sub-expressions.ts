/**
 * Parts of an expression. What lowers them is handed in with the draft, since what is lowered with their help are
 * expressions again.
 */
import type { Expr } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import { binary, constant, truth, unknownValue } from './build-function.ts';
import type { Draft } from './function-draft.ts';
import type { Value } from '../types/index.ts';
import { hasPosition, isAddress, pointerTruth } from './pointers.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { reasonFor, toInt } from './expression-value.ts';

/** Lowers an expression; its side effects go to the current block(s), its value comes back. */
export function lowerExpr(f: Draft, node: SyntaxNode): Value {
  return f.lower.value(f, node);
}

/** Lowers an expression for its side effects only. */
export function lowerEffect(f: Draft, node: SyntaxNode): void {
  f.lower.effect(f, node);
}

/** Lowers an expression for its value as an integer. */
export function lowerInt(f: Draft, node: SyntaxNode): Expr {
  return toInt(f, lowerExpr(f, node), node);
}

/** Lowers an expression for its truth: an `int` that is 0 or 1. */
export function lowerTruth(draft: Draft, node: SyntaxNode): Expr {
  const value = lowerExpr(draft, node);
  if (value.expr !== null) return truth(value.expr);
  if (isAddress(value) && (hasPosition(value) || value.follows)) return pointerTruth(draft, value, node);
  return binary('ne', unknownValue(draft, INT, reasonFor(draft, value.type, node), node), constant(0n, INT), null);
}

/** Functions nested deeper than this have been refused before. */
export const MOST_DEPTH = 2_000;

/** Effects of what may be nested in an initialiser or an unknown construct. */
export function effectsWithin(draft: Draft, node: SyntaxNode): void {
  if (node.type === 'initializer_list' || node.type === 'initializer_pair' || node.type === 'argument_list')
    for (const c of node.children) effectsWithin(draft, c);
  else if (
    /expression|call|identifier$/.test(node.type) &&
    node.type !== 'field_identifier' &&
    node.type !== 'type_identifier'
  )
    lowerEffect(draft, node);
}
