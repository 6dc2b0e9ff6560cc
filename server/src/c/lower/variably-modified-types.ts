/**
 * Expressions within types (C11 6.7.6.2p5, 6.5.3.4p2): the sizes of arrays in declarations, casts, `typeof` and
 * `sizeof`. They are evaluated where control gets there, with all their side effects: `int a[n++];` changes n. Those
 * of prototypes are not.
 */
import type { Expr } from '../../program/index.ts';
import {
  because,
  branch,
  continueAt,
  lowerEffect,
  lowerExpr,
  mustBePositive,
  newBlock,
  rangeOf,
  shouldBePositive,
} from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import type { CType } from '../types/index.ts';
import { typeName, typeofOperand } from '../types/index.ts';
import { perhaps } from './lost-code.ts';
import { child, hasEffects } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** What has to be so of a size, with the node that it is the value of. */
type Check = (f: Draft, size: Expr, node: SyntaxNode) => void;

/**
 * Evaluates the sizes in a declaration's specifiers, a declarator or a type name. Those of declared objects and types
 * have to be positive.
 */
export function evaluateSizes(f: Draft, node: SyntaxNode, check: Check = mustBePositive): void {
  if (!f.trial) walk(f, node, check);
}

/** The same for a parameter's declarator: as an array it is a pointer, whatever size is said. */
export function evaluateParameterSizes(f: Draft, node: SyntaxNode): void {
  if (!f.trial && hasEffects(node)) walk(f, node, shouldBePositive);
}

function walk(draft: Draft, node: SyntaxNode, check: Check): void {
  switch (node.type) {
    // sizes in prototypes are as if they were `*`; enumerators and widths are constants
    case 'parameter_list':
    case 'bitfield_clause':
      return;
    case 'enum_specifier': {
      const of = typeofOperand(draft.file.types, node);
      if (of !== null) operand(draft, of, check);
      return;
    }
    case 'array_declarator':
    case 'abstract_array_declarator': {
      const size = child(node, 'size');
      for (const c of node.children) if (c !== size) walk(draft, c, check);
      if (size !== null && draft.file.types.constant(size, draft.scope) === null) sized(draft, size, check);
      return;
    }
    case 'init_declarator': {
      const d = child(node, 'declarator');
      if (d !== null) walk(draft, d, check);
      return;
    }
    case 'macro_type_specifier':
      for (const c of node.children) if (c.field === 'type') operand(draft, c, check);
      return;
    case 'type_descriptor':
    case 'field_declaration':
    case 'field_declaration_list':
    case 'struct_specifier':
    case 'union_specifier':
      for (const c of node.children) walk(draft, c, check);
      return;
    default:
      if (node.type.endsWith('declarator')) for (const c of node.children) walk(draft, c, check);
  }
}

function sized(f: Draft, size: SyntaxNode, check: Check): void {
  const { expr } = lowerExpr(f, size);
  if (expr !== null) check(f, expr, size);
}

/** An operand of `typeof`: a type name, or an expression that is evaluated if its type depends on values. */
function operand(f: Draft, node: SyntaxNode, check: Check): void {
  if (node.type === 'type_descriptor') walk(f, node, check);
  else if (dependsOnValues(f.file.types.typeOf(node, f.scope))) lowerEffect(f, node);
}

function dependsOnValues(type: CType): boolean {
  if (type.kind === 'pointer') return dependsOnValues(type.to);
  return type.kind === 'array' && (type.length === null || dependsOnValues(type.of));
}

/**
 * Evaluates what `sizeof` evaluates: the operand, if it is an array whose size depends on values. What C leaves open
 * may happen or not.
 */
export function evaluateSizeof(
  draft: Draft,
  node: SyntaxNode,
  type: SyntaxNode | null,
  value: SyntaxNode | null,
): void {
  const of = type ?? value;
  if (draft.trial || of === null || (type === null && !hasEffects(of))) return;
  const named =
    type !== null ? typeName(draft.file.types, type, draft.scope) : draft.file.types.typeOf(value!, draft.scope);
  if (named.kind !== 'array' && named.kind !== 'unknown' && (type === null || !dependsOnValues(named))) return;
  const evaluate = (): void => (type !== null ? walk(draft, type, shouldBePositive) : lowerEffect(draft, value!));
  if (named.kind === 'array' && dependsOnValues(named)) {
    evaluate();
    return;
  }
  if (named.kind === 'array' || !hasEffects(of)) return;
  const reason = because(draft, 'layout', 'C leaves open whether the operand of this `sizeof` is evaluated', node);
  const [on, may] = [newBlock(draft), newBlock(draft)];
  branch(draft, perhaps(draft, reason, node), may, on, rangeOf(draft, node));
  draft.current = may;
  evaluate();
  continueAt(draft, on);
}
