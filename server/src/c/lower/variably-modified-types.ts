/**
 * Expressions within types (C11 6.7.6.2p5, 6.5.3.4p2): the sizes of arrays in declarations, casts, `typeof` and `sizeof` are evaluated where
 * control gets there, with all their side effects; those of prototypes are not.
 */
import { because, branch, continueAt, lowerEffect, newBlock, rangeOf } from '../objects/index.ts';
import type { Draft } from '../objects/index.ts';
import type { CType } from '../types/index.ts';
import { typeName } from '../types/index.ts';
import { perhaps } from './lost-code.ts';
import { child, hasEffects } from '../syntax/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';

/** Evaluates the sizes in a declaration's specifiers, a declarator or a type name. */
export function evaluateSizes(f: Draft, node: SyntaxNode): void {
  if (f.trial || !hasEffects(node)) return;
  walk(f, node);
}

function walk(f: Draft, node: SyntaxNode): void {
  switch (node.type) {
    // sizes in prototypes are as if they were `*`; enumerators and widths are constants
    case 'parameter_list':
    case 'enum_specifier':
    case 'bitfield_clause':
      return;
    case 'array_declarator':
    case 'abstract_array_declarator': {
      const size = child(node, 'size');
      for (const c of node.children) if (c !== size) walk(f, c);
      if (size !== null && f.file.types.constant(size, f.scope) === null) lowerEffect(f, size);
      return;
    }
    case 'init_declarator': {
      const d = child(node, 'declarator');
      if (d !== null) walk(f, d);
      return;
    }
    case 'macro_type_specifier':
      for (const c of node.children) if (c.field === 'type') operand(f, c);
      return;
    case 'type_descriptor':
    case 'field_declaration':
    case 'field_declaration_list':
    case 'struct_specifier':
    case 'union_specifier':
      for (const c of node.children) walk(f, c);
      return;
    default:
      if (node.type.endsWith('declarator')) for (const c of node.children) walk(f, c);
  }
}

/** An operand of `typeof`: a type name, or an expression that is evaluated if its type depends on values. */
function operand(f: Draft, node: SyntaxNode): void {
  if (node.type === 'type_descriptor') walk(f, node);
  else if (dependsOnValues(f.file.types.typeOf(node, f.scope))) lowerEffect(f, node);
}

function dependsOnValues(type: CType): boolean {
  if (type.kind === 'pointer') return dependsOnValues(type.to);
  return type.kind === 'array' && (type.length === null || dependsOnValues(type.of));
}

/** Evaluates what `sizeof` evaluates: the operand, if it is an array whose size depends on values. What C leaves open may happen or not. */
export function evaluateSizeof(f: Draft, node: SyntaxNode, type: SyntaxNode | null, value: SyntaxNode | null): void {
  const of = type ?? value;
  if (f.trial || of === null || !hasEffects(of)) return;
  const named = type !== null ? typeName(f.file.types, type, f.scope) : f.file.types.typeOf(value!, f.scope);
  if (named.kind !== 'array' && named.kind !== 'unknown' && (type === null || !dependsOnValues(named))) return;
  const evaluate = (): void => (type !== null ? walk(f, type) : lowerEffect(f, value!));
  if (named.kind === 'array' && dependsOnValues(named)) {
    evaluate();
    return;
  }
  if (named.kind === 'array') return;
  const reason = because(f, 'layout', 'it is left open whether the operand of this `sizeof` is evaluated', node);
  const [on, may] = [newBlock(f), newBlock(f)];
  branch(f, perhaps(f, reason, node), may, on, rangeOf(f, node));
  f.current = may;
  evaluate();
  continueAt(f, on);
}
