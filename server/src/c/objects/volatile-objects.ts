/** Stores to volatile objects. */
import type { Expr, VarId } from '../../program/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { emit, rangeOf } from './build-function.ts';
import type { Draft } from './function-draft.ts';

/**
 * It is for runs alone: to paths it is worth anything, whenever it is read. `value` null: nor do runs know what is
 * stored.
 */
export function storeVolatile(
  draft: Draft,
  { stored, name }: { readonly stored: VarId; readonly name: string },
  value: Expr | null,
  node: SyntaxNode,
): void {
  const range = rangeOf(draft, node);
  const message = `\`${name}\` is volatile: it may have any value whenever it is read`;
  const reason = { code: 'volatile', message, range };
  emit(draft, { kind: 'havoc', target: stored, reason, range, ...(value === null ? {} : { computed: value }) });
}
