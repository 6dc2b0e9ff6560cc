/** Jumps: `goto` in all its forms, `break`, `continue`, `return`. */
import type { BlockId, Expr } from '../../program/index.ts';
import {
  assign,
  because,
  branch,
  cast,
  convertTo,
  finish,
  leafValues,
  lowerEffect,
  lowerExpr,
  newBlock,
  positionOf,
  rangeOf,
  temporary,
  text,
  toInt,
  variable,
} from '../objects/index.ts';
import type { Draft, Jump } from '../objects/index.ts';
import { jumpOut } from './cleanup-handlers.ts';
import { child, operandsOf } from '../syntax/index.ts';
import { doubtWithin } from './undecided-conditions.ts';
import { anywhere, forget, loseSyntax, perhaps, returnAnything } from './lost-code.ts';
import { sequenced } from './unsequenced-effects.ts';
import type { SyntaxNode } from '../syntax/index.ts';

export function lowerGoto(draft: Draft, node: SyntaxNode): void {
  const label = child(node, 'label');
  if (label === null || node.hasError) {
    loseSyntax(draft, node);
    finish(draft, { kind: 'goto', to: anywhere(draft) });
    return;
  }
  goTo(draft, text(draft, label), node);
}

/** A jump to a label, which may be defined further down. */
function goTo(draft: Draft, name: string, node: SyntaxNode): void {
  if (draft.facts.repeatedLabels.has(name)) {
    because(draft, 'computed-goto', `there are several labels \`${name}\``, node);
    finish(draft, { kind: 'goto', to: anywhere(draft) });
    return;
  }
  const known = labelOf(draft, name);
  // which handlers run on the way is known only when the scopes of all labels are
  const from = draft.current;
  draft.gotos.push({ label: name, node, from, cleanups: draft.cleanups, scope: draft.scope });
  if (draft.cleanups === null) finish(draft, { kind: 'goto', to: known.block });
  else draft.current = newBlock(draft);
}

function labelOf(draft: Draft, name: string): { readonly block: BlockId } {
  let known = draft.labels.get(name);
  if (known === undefined) {
    known = { block: newBlock(draft), node: null, defined: false, cleanups: null };
    draft.labels.set(name, known);
  }
  return known;
}

/** Jumps out of scopes with handlers, when all labels are known. */
export function closeGotos(draft: Draft): void {
  for (const { label, from, cleanups, scope } of draft.gotos) {
    if (cleanups === null) continue;
    const target = draft.labels.get(label)!;
    [draft.current, draft.cleanups, draft.scope] = [from, cleanups, scope];
    jumpOut(draft, target.cleanups);
    finish(draft, { kind: 'goto', to: target.block });
  }
}

/** `goto *e`: any label whose address is taken; where none is, any at all. */
export function lowerComputedGoto(draft: Draft, node: SyntaxNode, operand: SyntaxNode): void {
  if (operand.hasError) loseSyntax(draft, node);
  else sequenced(draft, operand, () => lowerEffect(draft, operand));
  const reason = because(draft, 'computed-goto', 'a computed goto may lead to any label whose address is taken', node);
  draft.lost.computedGotos.push(node);
  if (draft.facts.labels.size === 0 || draft.cleanups !== null || operand.hasError) {
    forget(draft, node, reason);
    finish(draft, { kind: 'goto', to: anywhere(draft) });
    return;
  }
  // all computed gotos share one block that branches to the labels; otherwise each would have a branch for each label
  let block = draft.lost.computed;
  if (block === null) {
    block = newBlock(draft);
    draft.lost.computed = block;
    const here = draft.current;
    draft.current = block;
    const labels = [...draft.facts.labels].map((name) => labelOf(draft, name).block);
    labels.forEach((to, i) => {
      if (i === labels.length - 1) {
        finish(draft, { kind: 'goto', to });
        return;
      }
      const next = newBlock(draft);
      branch(draft, perhaps(draft, reason, node), to, next, rangeOf(draft, node));
      draft.current = next;
    });
    draft.current = here;
  }
  finish(draft, { kind: 'goto', to: block });
}

export function lowerJump(draft: Draft, node: SyntaxNode, to: Jump | null): void {
  if (to === null) {
    loseSyntax(draft, node, `\`${text(draft, node)}\`, which stands in no loop,`);
    return;
  }
  jumpOut(draft, to.cleanups);
  finish(draft, { kind: 'goto', to: to.block });
}

export function lowerReturn(draft: Draft, node: SyntaxNode): void {
  const value = node.children[0];
  if (node.hasError) {
    const reason = loseSyntax(draft, node);
    jumpOut(draft, null);
    returnAnything(draft, node, reason);
    return;
  }
  if (draft.returnTo !== null) {
    if (value !== undefined) sequenced(draft, value, () => lowerEffect(draft, value));
    lowerJump(draft, node, draft.returnTo);
    return;
  }
  const doubt = value === undefined ? null : doubtWithin(draft.file, value);
  if (value !== undefined && doubt !== null) {
    sequenced(draft, value, () => lowerEffect(draft, value));
    jumpOut(draft, null);
    returnAnything(draft, node, doubt);
    return;
  }
  if (value !== undefined && draft.returnRecord !== null) {
    const members = leafValues(
      draft,
      draft.returnRecord,
      sequenced(draft, value, () => lowerExpr(draft, value)),
      value,
    ).map((m) => kept(draft, m, value));
    jumpOut(draft, null);
    finish(draft, { kind: 'return', value: null, range: rangeOf(draft, node), members });
    return;
  }
  if (value !== undefined && draft.returnsPointer !== null) {
    const { returnsPointer } = draft;
    const position = kept(
      draft,
      sequenced(draft, value, () =>
        positionOf(draft, convertTo(draft, lowerExpr(draft, value), returnsPointer, value), value),
      ),
      value,
    );
    jumpOut(draft, null);
    finish(draft, { kind: 'return', value: null, range: rangeOf(draft, node), members: [position] });
    return;
  }
  let result: Expr | null = null;
  if (value !== undefined) {
    const { returnType } = draft;
    if (returnType === null) sequenced(draft, value, () => lowerEffect(draft, value));
    else
      result = kept(
        draft,
        sequenced(draft, value, () => cast(toInt(draft, lowerExpr(draft, value), value), returnType)),
        value,
      );
  }
  jumpOut(draft, null);
  finish(draft, { kind: 'return', value: result, range: rangeOf(draft, node) });
}

/** `return e`: `e` is evaluated before the handlers of the scopes that are left run. */
function kept(draft: Draft, value: Expr, node: SyntaxNode): Expr {
  if (draft.cleanups === null) return value;
  const id = temporary(draft, value.type);
  assign(draft, id, value, rangeOf(draft, node));
  return variable(draft, id);
}

/** `asm goto` may go to the labels that it names. */
export function asmGoto(draft: Draft, node: SyntaxNode): void {
  const source = text(draft, node);
  if (!/^\w+[\s\w]*\bgoto\b/.test(source)) return;
  const reason = because(draft, 'inline-assembly', 'inline assembly may go to a label', node);
  for (const name of operandsOf(source).labels) {
    const on = newBlock(draft);
    const out = newBlock(draft);
    branch(draft, perhaps(draft, reason, node), out, on, rangeOf(draft, node));
    draft.current = out;
    goTo(draft, name, node);
    draft.current = on;
  }
}
