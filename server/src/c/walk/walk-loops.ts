/**
 * Loops in a walk. First what holds in any round: the memory before a round is widened until a round adds nothing to it; a test that can't fail then, in a loop that
 * nothing else leaves, never ends it. Then the loop is followed round by round as long as its test is known: what happens there happens on every run.
 */
import type { SyntaxNode } from '../syntax/index.ts';
import { waysOf } from './walk-conditions.ts';
import { endlessFixes } from './walk-fixes.ts';
import type { Exits, LoopParts, Walk } from './walk-state.ts';
import { attempt, bare, meet, note, quoted, rangeOf, step, textOf, WalkEnds, WayEnds } from './walk-state.ts';
import type { WalkedMemory } from './walked-memory.ts';

/** Rounds until the memory before a round has to be stable. */
const MOST_WIDENED = 12;
/** Rounds that are followed one by one. */
const MOST_ROUNDS = 3000;

/** One round: the memory behind it, and what leaves the loop; null: it doesn't get there. */
interface Round {
  readonly next: WalkedMemory | null;
  readonly out: WalkedMemory | null;
  /** The test can't fail. */
  readonly always: boolean;
}

/** Follows a loop to the statement behind it. */
export function followLoop(w: Walk, loop: LoopParts): void {
  const before = w.memory;
  const { left } = w;
  w.loops.push(loop);
  let after: WalkedMemory | null;
  try {
    after = (w.silent > 0 ? null : byRounds(w, loop)) ?? inAnyRound(w, loop, before);
  } finally {
    w.loops.pop();
  }
  if (after === null) throw new WayEnds();
  w.memory = after;
  if (w.left === left) after.open = before.open;
}

/** Followed round by round; undefined where the test isn't known some time. */
function byRounds(w: Walk, loop: LoopParts): WalkedMemory | null | undefined {
  const { base, steps } = w;
  const before = w.memory;
  // all that is said of any round is said first
  const first = w.base === null || w.base >= before.open ? inAnyRound(w, loop, before.copy()) : undefined;
  w.memory = before.copy();
  w.base ??= w.memory.open;
  const { base: sure } = w;
  const leaving: (WalkedMemory | null)[] = [];
  w.rounds.push(0);
  let ended = false;
  const reserve = steps.left;
  for (let i = 0; i < MOST_ROUNDS && !ended; i++) {
    w.rounds[w.rounds.length - 1] = i;
    const round = oneRound(w, loop);
    leaving.push(round.out);
    if (round.next === null) ended = true;
    else if (!round.always) break;
    else w.memory = round.next;
    // behind what may have left nothing is certain, and little is worth following
    if (w.memory.open > sure || reserve - steps.left > MOST_STEPS) break;
  }
  w.rounds.pop();
  w.base = base;
  if (!ended) return first;
  return meet(leaving);
}

/** Steps that may be spent on one loop. */
const MOST_STEPS = 60_000;

/** What holds in any round, and behind the loop. */
function inAnyRound(w: Walk, loop: LoopParts, entered: WalkedMemory): WalkedMemory | null {
  let head = entered;
  w.silent++;
  w.rounds.push(null);
  const memory = w.memory;
  let stable = false;
  for (let i = 0; i < MOST_WIDENED && !stable; i++) {
    const { exposures } = w;
    w.memory = head.copy();
    const { next } = oneRound(w, loop);
    const wider = next === null ? head : head.widen(next);
    stable = wider.same(head) && exposures === w.exposures;
    head = wider;
  }
  w.silent--;
  if (!stable) {
    // some of it keeps changing: nothing is known of it all
    throw new WalkEnds();
  }
  const { left, foreign } = w;
  w.memory = head.copy();
  w.memory.open = entered.open + 1;
  const round = oneRound(w, loop);
  w.rounds.pop();
  const stays = round.always && round.out === null && w.left === left && w.foreign === foreign;
  w.memory = memory;
  if (stays) neverEnds(w, loop, entered);
  return round.out;
}

/** One round from the memory before it. */
function oneRound(w: Walk, { test, body, update, late }: LoopParts): Round {
  step(w);
  const { left } = w;
  const { open } = w.memory;
  const breaks: Exits = { states: [] };
  const continues: Exits = { states: [] };
  const tested = (): { yes: WalkedMemory | null; no: WalkedMemory | null } => {
    if (test === null) return { yes: w.memory, no: null };
    return attempt(() => waysOf(w, test))?.result ?? { yes: null, no: null };
  };
  let { yes, no } = late ? { yes: w.memory, no: null } : tested();
  const always = no === null;
  let next: WalkedMemory | null = null;
  if (yes !== null) {
    w.memory = yes;
    const { breaks: outerBreaks, continues: outerContinues } = w;
    [w.breaks, w.continues] = [breaks, continues];
    const through = body === null || attempt(() => w.follow.statement(w, body)) !== null;
    [w.breaks, w.continues] = [outerBreaks, outerContinues];
    next = meet([through ? w.memory : null, ...continues.states]);
    if (next !== null && update !== null) {
      w.memory = next;
      if (attempt(() => w.follow.value(w, update)) === null) next = null;
      else next = w.memory;
    }
  }
  let lateAlways = always;
  if (late && next !== null) {
    w.memory = next;
    ({ yes, no } = tested());
    next = yes;
    lateAlways = no === null;
  }
  // what goes on with the next round, or behind the loop, has not left
  w.left -= continues.states.length;
  if (w.left === left && breaks.states.length === 0 && next !== null) next.open = open;
  w.left -= breaks.states.length;
  return { next, out: meet([no, ...breaks.states]), always: lateAlways };
}

/** Whether a test has nothing in it that could change: `1`, `!0`, `"forever"`. */
const isConstant = (w: Walk, test: SyntaxNode | null): boolean =>
  test === null || !/[A-Za-z_]\w*/.test(textOf(w, test).replace(/"[^"]*"|\b(true|false|NULL|\d\w*)\b/g, ''));

function neverEnds(w: Walk, loop: LoopParts, entered: WalkedMemory): void {
  const { node, test, goesOn } = loop;
  const constant = isConstant(w, test);
  // a loop without end and with nothing behind it is one that is meant so
  if (constant && !goesOn) return;
  const memory = w.memory;
  w.memory = entered;
  const head = { start: node.start, end: headEnd(w, loop) };
  const message =
    constant || test === null
      ? 'This loop never ends, though something stands behind it: nothing leaves it'
      : `This loop never ends: ${quoted(w, bare(test))} always holds, and nothing else leaves it`;
  note(w, 'never-ends', { ...node, ...head }, message, {
    extent: rangeOf(w, node),
    fixes: () => endlessFixes(w, loop),
  });
  w.memory = memory;
}

/** To the closing parenthesis of the head. */
function headEnd(w: Walk, { node, body, late }: LoopParts): number {
  if (late) return node.start + 2;
  const source = w.file.types.text.slice(node.start, body?.start ?? node.end);
  const close = source.lastIndexOf(')');
  return node.start + (close < 0 ? source.length : close + 1);
}
