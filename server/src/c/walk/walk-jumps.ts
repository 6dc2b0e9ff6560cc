/**
 * Statements in a row, with labels that are jumped to. What jumps ahead waits at its label until the row gets there. A
 * label that is jumped back to begins a loop over the rest of its row. The memory before it is widened until a round
 * adds nothing. Labels are jumped to from within their own row only; else the function is not followed.
 */

import { seenApart, takeSeen } from './walk-accesses.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import type { Walk } from './walk-state.ts';
import { attempt, meet, step, textOf, WalkEnds, WayEnds } from './walk-state.ts';
import type { WalkedMemory } from './walked-memory.ts';

/** A statement of a row with the labels before it. */
interface Labelled {
  readonly labels: readonly string[];
  readonly node: SyntaxNode;
}

/** Rounds until the memory at a label has to be stable. */
const MOST_WIDENED = 12;
/** Rounds that are followed one by one, and steps that may be spent on them. */
const MOST_ROUNDS = 3000;
const MOST_STEPS = 60_000;

/** Follows statements one after the other. */
export function followRow(walk: Walk, nodes: readonly SyntaxNode[]): void {
  if (!nodes.some((n) => n.type === 'labeled_statement')) {
    for (const n of nodes) walk.follow.statement(walk, n);
    return;
  }
  followFrom(walk, labelled(walk, nodes), walk.memory);
}

/** The row from its first statement on; null: nothing gets to it but what jumps there. */
function followFrom(walk: Walk, row: readonly Labelled[], entered: WalkedMemory | null): void {
  let here = entered;
  // a declaration that is jumped over leaves a name that isn't known
  let skipped = false;
  for (const [i, { labels, node }] of row.entries()) {
    const arrived = meet(labels.map((l) => arrivals(walk, l)));
    if (here === null && arrived !== null && skipped) throw new WalkEnds();
    here = meet([here, arrived]);
    const again = labels.find((l) => row.slice(i).some((r) => jumpsTo(walk, r.node, l)));
    if (here === null) {
      // a loop that is entered in its middle only
      if (again !== undefined) throw new WalkEnds();
      skipped ||= node.type === 'declaration' || node.type === 'type_definition';
      continue;
    }
    if (again !== undefined) return followAgain(walk, row.slice(i), labels, here);
    walk.memory = here;
    here = attempt(() => walk.follow.statement(walk, node)) === null ? null : walk.memory;
  }
  if (here === null) throw new WayEnds();
  walk.memory = here;
}

/** A row that jumps back to its own beginning. */
function followAgain(walk: Walk, row: readonly Labelled[], labels: readonly string[], entered: WalkedMemory): void {
  const again: Again = { body: [{ labels: [], node: row[0]!.node }, ...row.slice(1)], labels };
  const general = seenApart(walk, () => inAnyRound(walk, again, entered.copy()));
  const own = walk.silent > 0 ? undefined : seenApart(walk, () => roundByRound(walk, again, entered.copy()));
  const isOwn = own?.result !== undefined;
  takeSeen(walk, isOwn ? own.seen : general.seen);
  const after = isOwn ? own.result : general.result;
  if (after == null) throw new WayEnds();
  walk.memory = after;
}

/** A row that jumps back to its beginning, and the labels there. */
interface Again {
  readonly body: readonly Labelled[];
  readonly labels: readonly string[];
}

/** The row once: the memory behind it, and what jumps back; null: nothing does. */
function oneRound(
  walk: Walk,
  { body, labels }: Again,
  head: WalkedMemory,
): { out: WalkedMemory | null; next: WalkedMemory | null } {
  const through = attempt(() => followFrom(walk, body, head));
  const next = meet(labels.map((l) => arrivals(walk, l)));
  return { out: through === null ? null : walk.memory, next };
}

/** What holds in every round: the memory behind the row. */
function inAnyRound(walk: Walk, again: Again, entered: WalkedMemory): WalkedMemory | null {
  let head = entered;
  let stable = false;
  walk.silent++;
  walk.rounds.push(null);
  for (let i = 0; i < MOST_WIDENED && !stable; i++) {
    const { exposures } = walk;
    const { next } = oneRound(walk, again, head.copy());
    const wider = next === null ? head : head.widen(next);
    stable = wider.same(head) && exposures === walk.exposures;
    head = wider;
  }
  walk.silent--;
  if (!stable) throw new WalkEnds();
  const first = head.copy();
  first.open = entered.open + 1;
  // what goes round once more is in the memory before the label already
  const { out } = oneRound(walk, again, first);
  walk.rounds.pop();
  return out;
}

/** Followed as long as it is known whether it jumps back; undefined where that isn't known some time. */
function roundByRound(walk: Walk, again: Again, entered: WalkedMemory): WalkedMemory | null | undefined {
  const { base } = walk;
  walk.base ??= entered.open;
  const { base: sure } = walk;
  const reserve = walk.steps.left;
  let here: WalkedMemory | null = entered;
  let after: WalkedMemory | null | undefined;
  walk.rounds.push(0);
  for (let i = 0; i < MOST_ROUNDS && here !== null; i++) {
    walk.rounds[walk.rounds.length - 1] = i;
    const { out, next }: ReturnType<typeof oneRound> = oneRound(walk, again, here);
    if (next === null) after = out;
    else if (out !== null || next.open > sure || reserve - walk.steps.left > MOST_STEPS) break;
    here = next;
  }
  walk.rounds.pop();
  walk.base = base;
  return after;
}

/** What waits at a label goes on. */
function arrivals(walk: Walk, label: string): WalkedMemory | null {
  const { jumps } = walk.frames[walk.frames.length - 1]!;
  const found = jumps.get(label) ?? null;
  jumps.delete(label);
  return found;
}

export function followGoto(walk: Walk, node: SyntaxNode): never {
  const label = child(node, 'label');
  if (label === null) throw new WalkEnds();
  const { jumps } = walk.frames[walk.frames.length - 1]!;
  const name = textOf(walk, label);
  jumps.set(name, meet([jumps.get(name) ?? null, walk.memory])!);
  walk.left++;
  throw new WayEnds();
}

function labelled(walk: Walk, nodes: readonly SyntaxNode[]): readonly Labelled[] {
  return nodes.map((node) => {
    const labels: string[] = [];
    let inner = node;
    while (inner.type === 'labeled_statement') {
      const label = child(inner, 'label');
      const next = inner.children[inner.children.length - 1];
      if (label === null || next === undefined || next === label) throw new WalkEnds();
      labels.push(textOf(walk, label));
      inner = next;
    }
    return { labels, node: inner };
  });
}

/** Whether a statement has a jump to the label in it. */
function jumpsTo(w: Walk, node: SyntaxNode, label: string): boolean {
  step(w);
  return targetsIn(w, node).has(label);
}

/** The labels that are jumped to in a statement. */
function targetsIn(walk: Walk, node: SyntaxNode): ReadonlySet<string> {
  const before = walk.targets.get(node);
  if (before !== undefined) return before;
  const found = new Set<string>();
  const work = [node];
  for (let n = work.pop(); n !== undefined; n = work.pop()) {
    const label = n.type === 'goto_statement' ? child(n, 'label') : null;
    if (label !== null) found.add(textOf(walk, label));
    work.push(...n.children);
  }
  walk.targets.set(node, found);
  return found;
}

/** Whether each jump stands in the row of its label. */
export function jumpsWithinRows(text: string, node: SyntaxNode, labels: ReadonlySet<string> = new Set()): boolean {
  if (node.type === 'goto_statement') {
    const label = child(node, 'label');
    return label !== null && labels.has(text.slice(label.start, label.end));
  }
  const isRow = node.type === 'compound_statement' || node.type === 'case_statement';
  const here = isRow ? new Set([...labels, ...node.children.flatMap((c) => labelsOf(text, c))]) : labels;
  return node.children.every((c) => {
    // neither the body of a switch nor that of an expression is followed as a row
    const apart =
      (node.type === 'switch_statement' || node.type === 'parenthesized_expression') && c.type === 'compound_statement';
    return apart ? c.children.every((x) => jumpsWithinRows(text, x, labels)) : jumpsWithinRows(text, c, here);
  });
}

function labelsOf(text: string, node: SyntaxNode): readonly string[] {
  const label = node.type === 'labeled_statement' ? child(node, 'label') : null;
  const inner = node.children[node.children.length - 1];
  return label === null ? [] : [text.slice(label.start, label.end), ...(inner ? labelsOf(text, inner) : [])];
}
