/** `switch` and its labels (C11 6.8.4.2). */
import { constantValue } from '../../program/index.ts';
import { INT } from '../../machine/index.ts';
import type { BlockId, Expr } from '../../program/index.ts';
import {
  assign,
  because,
  binary,
  branch,
  cast,
  constant,
  continueAt,
  lowerInt,
  newBlock,
  rangeOf,
  temporary,
  text,
  unknownValue,
  variable,
} from '../objects/index.ts';
import type { Draft, SwitchTargets } from '../objects/index.ts';
import { promote } from '../types/index.ts';
import { loseSyntax, perhaps } from './lost-code.ts';
import { CASE_RANGE } from '../sources/index.ts';
import { child } from '../syntax/index.ts';
import { sequenced } from './unsequenced-effects.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { withTargets } from './statement-scopes.ts';

export function lowerSwitch(draft: Draft, node: SyntaxNode): void {
  const condition = child(node, 'condition');
  const body = child(node, 'body');
  const value =
    condition === null || condition.hasError
      ? unknownValue(draft, INT, loseSyntax(draft, condition ?? node, 'this condition'), condition ?? node)
      : sequenced(draft, condition, () => lowerInt(draft, condition));
  const promoted = cast(value, promote(value.type));
  let subject: Expr = promoted;
  if (promoted.kind !== 'var' && promoted.kind !== 'const') {
    const kept = temporary(draft, promoted.type);
    assign(draft, kept, promoted, rangeOf(draft, condition ?? node));
    subject = variable(draft, kept);
  }
  const dispatch = draft.current;
  const exit = newBlock(draft);
  const targets: SwitchTargets = { cases: [], hidden: [], defaultBlock: null, type: promoted.type };
  const outer = draft.switchTargets;
  draft.switchTargets = targets;
  // statements before the first label are unreachable
  draft.current = newBlock(draft);
  if (body !== null) withTargets(draft, exit, null, () => draft.lower.statement(draft, body));
  continueAt(draft, exit);
  draft.switchTargets = outer;
  draft.current = dispatch;
  for (const { low, high, block, node: label } of targets.cases) {
    const next = newBlock(draft);
    if (low === null || high === null) {
      const reason = because(
        draft,
        'case-label',
        `the value of the label \`${text(draft, label)}\` is not known`,
        label,
      );
      branch(
        draft,
        binary('ne', unknownValue(draft, INT, reason, label), constant(0n, INT), null),
        block,
        next,
        rangeOf(draft, label),
      );
      draft.current = next;
      continue;
    }
    const is = (v: bigint): Expr => constant(v, promoted.type);
    const range = rangeOf(draft, condition ?? node);
    const test =
      low === high
        ? binary('eq', subject, is(low), null)
        : binary('land', binary('ge', subject, is(low), null), binary('le', subject, is(high), null), null);
    branch(draft, test, block, next, range);
    draft.current = next;
  }
  for (const { block, reason } of targets.hidden) {
    const next = newBlock(draft);
    branch(draft, perhaps(draft, reason, node), block, next, rangeOf(draft, node));
    draft.current = next;
  }
  continueAt(draft, targets.defaultBlock ?? exit);
  draft.current = exit;
}

export function lowerCase(draft: Draft, node: SyntaxNode): void {
  const value = child(node, 'value');
  const block = newBlock(draft);
  continueAt(draft, block);
  const targets = draft.switchTargets;
  if (targets !== null) {
    if (value === null) targets.defaultBlock = block;
    else addCase(draft, targets, value, block);
  }
  for (const c of node.children) if (c !== value) draft.lower.statement(draft, c);
}

function addCase(draft: Draft, targets: SwitchTargets, value: SyntaxNode, block: BlockId): void {
  const middle = value.type === 'conditional_expression' ? child(value, 'consequence') : null;
  const isRange = middle !== null && text(draft, middle) === CASE_RANGE;
  const bound = (n: SyntaxNode | null): bigint | null => (n === null ? null : lowerConstant(draft, n, targets));
  const low = bound(isRange ? child(value, 'condition') : value);
  const high = isRange ? bound(child(value, 'alternative')) : low;
  targets.cases.push({ low, high, block, node: value });
}

function lowerConstant(draft: Draft, node: SyntaxNode, targets: SwitchTargets): bigint | null {
  const value = draft.file.types.constant(node, draft.scope);
  return value === null
    ? null
    : constantValue(cast(constant(value, draft.file.types.standard.get('__int128_t')!), targets.type));
}
