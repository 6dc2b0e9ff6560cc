/** What a statement opens for those within it: a scope, and places that `break` and `continue` lead to. */
import type { BlockId } from '../../program/index.ts';
import type { Draft } from '../objects/index.ts';
import { fallOut } from './cleanup-handlers.ts';
import { newScope } from '../types/index.ts';
import { lowerDeclaration } from './local-declarations.ts';
import { child } from '../syntax/index.ts';
import { sequenced } from './unsequenced-effects.ts';
import type { SyntaxNode } from '../syntax/index.ts';

export function inScope(draft: Draft, node: SyntaxNode, lower: () => void): void {
  const [outer, due, block] = [draft.scope, draft.cleanups, draft.block];
  draft.scope = newScope(outer);
  draft.block = node;
  lower();
  fallOut(draft, due);
  draft.scope = outer;
  draft.block = block;
}

export function sequencedDeclaration(draft: Draft, node: SyntaxNode): void {
  const values = node.children.flatMap((c) => (c.type === 'init_declarator' ? (child(c, 'value') ?? []) : []));
  const lower = values.reduceRight(
    (rest: () => void, value) => () => sequenced(draft, value, rest),
    () => lowerDeclaration(draft, node),
  );
  lower();
}

export function withTargets(draft: Draft, breakTo: BlockId, continueTo: BlockId | null, lower: () => void): void {
  const [outerBreak, outerContinue] = [draft.breakTo, draft.continueTo];
  draft.breakTo = { block: breakTo, cleanups: draft.cleanups };
  if (continueTo !== null) draft.continueTo = { block: continueTo, cleanups: draft.cleanups };
  lower();
  draft.breakTo = outerBreak;
  draft.continueTo = outerContinue;
}
