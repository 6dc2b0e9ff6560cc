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
import { anywhere, forget, loseSyntax, perhaps, returnAnything } from './lost-code.ts';
import { sequenced } from './unsequenced-effects.ts';
import type { SyntaxNode } from '../syntax/index.ts';

export function lowerGoto(f: Draft, node: SyntaxNode): void {
  const label = child(node, 'label');
  if (label === null || node.hasError) {
    loseSyntax(f, node);
    finish(f, { kind: 'goto', to: anywhere(f) });
    return;
  }
  goTo(f, text(f, label), node);
}

/** A jump to a label, which may be defined further down. */
function goTo(f: Draft, name: string, node: SyntaxNode): void {
  if (f.facts.repeatedLabels.has(name)) {
    because(f, 'computed-goto', `there are several labels \`${name}\``, node);
    finish(f, { kind: 'goto', to: anywhere(f) });
    return;
  }
  const known = labelOf(f, name);
  // which handlers run on the way is known only when the scopes of all labels are
  const from = f.current;
  f.gotos.push({ label: name, node, from, cleanups: f.cleanups, scope: f.scope });
  if (f.cleanups === null) finish(f, { kind: 'goto', to: known.block });
  else f.current = newBlock(f);
}

function labelOf(f: Draft, name: string): { readonly block: BlockId } {
  let known = f.labels.get(name);
  if (known === undefined) {
    known = { block: newBlock(f), node: null, defined: false, cleanups: null };
    f.labels.set(name, known);
  }
  return known;
}

/** Jumps out of scopes with handlers, when all labels are known. */
export function closeGotos(f: Draft): void {
  for (const { label, from, cleanups, scope } of f.gotos) {
    if (cleanups === null) continue;
    const target = f.labels.get(label)!;
    [f.current, f.cleanups, f.scope] = [from, cleanups, scope];
    jumpOut(f, target.cleanups);
    finish(f, { kind: 'goto', to: target.block });
  }
}

/** `goto *e`: any label whose address is taken; where none is, any at all. */
export function lowerComputedGoto(f: Draft, node: SyntaxNode, operand: SyntaxNode): void {
  if (operand.hasError) loseSyntax(f, node);
  else sequenced(f, operand, () => lowerEffect(f, operand));
  const reason = because(f, 'computed-goto', 'a computed goto may lead to any label whose address is taken', node);
  f.lost.computedGotos.push(node);
  if (f.facts.labels.size === 0 || f.cleanups !== null || operand.hasError) {
    forget(f, node, reason);
    finish(f, { kind: 'goto', to: anywhere(f) });
    return;
  }
  // all computed gotos share one block that branches to the labels; otherwise each would have a branch for each label
  let block = f.lost.computed;
  if (block === null) {
    block = newBlock(f);
    f.lost.computed = block;
    const here = f.current;
    f.current = block;
    const labels = [...f.facts.labels].map((name) => labelOf(f, name).block);
    labels.forEach((to, i) => {
      if (i === labels.length - 1) {
        finish(f, { kind: 'goto', to });
        return;
      }
      const next = newBlock(f);
      branch(f, perhaps(f, reason, node), to, next, rangeOf(f, node));
      f.current = next;
    });
    f.current = here;
  }
  finish(f, { kind: 'goto', to: block });
}

export function lowerJump(f: Draft, node: SyntaxNode, to: Jump | null): void {
  if (to === null) {
    loseSyntax(f, node, `\`${text(f, node)}\`, which stands in no loop,`);
    return;
  }
  jumpOut(f, to.cleanups);
  finish(f, { kind: 'goto', to: to.block });
}

export function lowerReturn(f: Draft, node: SyntaxNode): void {
  const value = node.children[0];
  if (node.hasError) {
    const reason = loseSyntax(f, node);
    jumpOut(f, null);
    returnAnything(f, node, reason);
    return;
  }
  if (f.returnTo !== null) {
    if (value !== undefined) sequenced(f, value, () => lowerEffect(f, value));
    lowerJump(f, node, f.returnTo);
    return;
  }
  if (value !== undefined && f.returnRecord !== null) {
    const members = leafValues(
      f,
      f.returnRecord,
      sequenced(f, value, () => lowerExpr(f, value)),
      value,
    ).map((m) => kept(f, m, value));
    jumpOut(f, null);
    finish(f, { kind: 'return', value: null, range: rangeOf(f, node), members });
    return;
  }
  if (value !== undefined && f.returnsPointer !== null) {
    const { returnsPointer } = f;
    const position = kept(
      f,
      sequenced(f, value, () => positionOf(f, convertTo(f, lowerExpr(f, value), returnsPointer, value), value)),
      value,
    );
    jumpOut(f, null);
    finish(f, { kind: 'return', value: null, range: rangeOf(f, node), members: [position] });
    return;
  }
  let result: Expr | null = null;
  if (value !== undefined) {
    const { returnType } = f;
    if (returnType === null) sequenced(f, value, () => lowerEffect(f, value));
    else
      result = kept(
        f,
        sequenced(f, value, () => cast(toInt(f, lowerExpr(f, value), value), returnType)),
        value,
      );
  }
  jumpOut(f, null);
  finish(f, { kind: 'return', value: result, range: rangeOf(f, node) });
}

/** `return e`: `e` is evaluated before the handlers of the scopes that are left run. */
function kept(f: Draft, value: Expr, node: SyntaxNode): Expr {
  if (f.cleanups === null) return value;
  const id = temporary(f, value.type);
  assign(f, id, value, rangeOf(f, node));
  return variable(f, id);
}

/** `asm goto` may go to the labels that it names. */
export function asmGoto(f: Draft, node: SyntaxNode): void {
  const source = text(f, node);
  if (!/^\w+[\s\w]*\bgoto\b/.test(source)) return;
  const reason = because(f, 'inline-assembly', 'inline assembly may go to a label', node);
  for (const name of operandsOf(source).labels) {
    const on = newBlock(f);
    const out = newBlock(f);
    branch(f, perhaps(f, reason, node), out, on, rangeOf(f, node));
    f.current = out;
    goTo(f, name, node);
    f.current = on;
  }
}
