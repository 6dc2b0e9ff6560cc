/**
 * Loops in a walk. First what holds in any round: the memory before a round is widened until a round adds nothing to
 * it. A test that can't fail then never ends a loop that nothing else leaves. Then the loop is followed round by round
 * as long as its test is known: what happens there happens on every run.
 */
import type { SyntaxNode } from '../syntax/index.ts';
import { waysOf } from './walk-conditions.ts';
import { endlessFixes } from './walk-fixes.ts';
import { changesNothing, neverChanges } from './unchanging-tests.ts';
import { ahead } from './walk-ahead.ts';
import type { Ahead } from './walk-ahead.ts';
import { seenApart, takeSeen } from './walk-accesses.ts';
import { leftSoFar, restoreLeft } from './walk-leaving.ts';
import type { Alike } from './walk-repetition.ts';
import { repetition } from './walk-repetition.ts';
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
  /** Something else than the test leaves the loop. */
  readonly broken: boolean;
}

/** Follows a loop to the statement behind it. */
export function followLoop(walk: Walk, loop: LoopParts): void {
  const before = walk.memory;
  const { left } = walk;
  walk.loops.push(loop);
  let after: WalkedMemory | null;
  try {
    after = (walk.silent > 0 ? null : byRounds(walk, loop)) ?? inAnyRound(walk, loop, before).out;
  } finally {
    walk.loops.pop();
  }
  if (after === null) throw new WayEnds();
  walk.memory = after;
  if (walk.left === left) after.open = before.open;
}

/** Followed round by round; undefined where the test isn't known some time. */
function byRounds(walk: Walk, loop: LoopParts): WalkedMemory | null | undefined {
  const { base } = walk;
  const before = walk.memory;
  const entering = leftSoFar(walk);
  // all that is said of any round is said first: in rounds of an outer loop that has been done
  const isAgain = typeof walk.rounds[walk.rounds.length - 1] === 'number';
  const any =
    !isAgain && (walk.base === null || walk.base >= before.open)
      ? seenApart(walk, () => inAnyRound(walk, loop, before.copy()))
      : undefined;
  const inAny = leftSoFar(walk);
  restoreLeft(walk, entering);
  walk.memory = before.copy();
  walk.base ??= walk.memory.open;
  walk.rounds.push(0);
  const { result: own, seen } = seenApart(walk, () => oneByOne(walk, loop));
  walk.rounds.pop();
  walk.base = base;
  if (own.ended) {
    takeSeen(walk, seen);
    return meet(own.leaving);
  }
  if (any !== undefined) takeSeen(walk, any.seen);
  restoreLeft(walk, inAny);
  if (own.alike === null) return any?.result.out;
  neverEnds(walk, loop, before, own.alike);
  return null;
}

/** Rounds that were followed as long as the test was known. */
interface Rounds {
  /** What left the loop. */
  readonly leaving: readonly (WalkedMemory | null)[];
  /** To the last one. */
  readonly ended: boolean;
  readonly alike: Alike | null;
}

function oneByOne(walk: Walk, loop: LoopParts): Rounds {
  const { base: sure, steps } = walk;
  const leaving: (WalkedMemory | null)[] = [];
  const reserve = steps.left;
  const repeats = repetition(walk, loop);
  let round = 0;
  for (let i = 0; i < MOST_ROUNDS; i++, round++) {
    if (i === ROUNDS_BEFORE_AHEAD) {
      const further = furtherOn(walk, loop, round, reserve - steps.left);
      if (further !== null) [round, walk.memory] = [further.round, further.memory];
    }
    walk.rounds[walk.rounds.length - 1] = round;
    const { out, next, always } = oneRound(walk, loop);
    leaving.push(out);
    if (next === null) return { leaving, ended: true, alike: null };
    if (!always) break;
    walk.memory = next;
    // behind a statement that may have left nothing is certain: little is followed
    if (walk.memory.open > (sure ?? 0) || reserve - steps.left > MOST_STEPS) break;
    const alike = out === null ? repeats(round + 1) : null;
    if (alike !== null) return { leaving, ended: false, alike };
  }
  return { leaving, ended: false, alike: null };
}

/** Steps that may be spent on one loop. */
const MOST_STEPS = 60_000;

/** By then it is known what a round costs. */
const ROUNDS_BEFORE_AHEAD = 4;

/** Where rounds that are too many to be followed can be passed over. `spent`: steps for the rounds so far. */
function furtherOn(walk: Walk, loop: LoopParts, round: number, spent: number): Ahead | null {
  const each = BigInt(Math.ceil(spent / round));
  const most = Math.min(MOST_STEPS - spent, walk.steps.left / 4);
  const isFar = (rounds: bigint): boolean =>
    rounds > BigInt(MOST_ROUNDS - round) || rounds * each > BigInt(Math.max(0, Math.floor(most)));
  const inAny = (from: WalkedMemory): WalkedMemory | null => {
    const last = walk.rounds.pop() ?? null;
    try {
      const { head, isThrough } = inAnyRound(walk, loop, from);
      return isThrough ? head : null;
    } finally {
      walk.rounds.push(last);
    }
  };
  return ahead(walk, loop, { round, isFar }, { inAny, one: (w) => void oneRound(w, loop) });
}

/** What is so in any round. */
interface AnyRound {
  /** Before it. */
  readonly head: WalkedMemory;
  /** Behind the loop. */
  readonly out: WalkedMemory | null;
  /** It gets to its end; only the test leaves the loop. */
  readonly isThrough: boolean;
}

/** What holds in any round, and behind the loop. */
function inAnyRound(walk: Walk, loop: LoopParts, entered: WalkedMemory): AnyRound {
  let head = entered;
  const entering = leftSoFar(walk);
  walk.silent++;
  walk.rounds.push(null);
  const memory = walk.memory;
  let stable = false;
  for (let i = 0; i < MOST_WIDENED && !stable; i++) {
    const { exposures } = walk;
    walk.memory = head.copy();
    const { next } = oneRound(walk, loop);
    restoreLeft(walk, entering);
    const wider = next === null ? head : head.widen(next);
    stable = wider.same(head) && exposures === walk.exposures;
    head = wider;
  }
  const { memory: narrow, leaves } = narrowed(walk, loop, { entered, head, entering });
  walk.silent--;
  if (!stable) {
    // some of it keeps changing: nothing is known of it all
    throw new WalkEnds();
  }
  const { left, foreign } = walk;
  walk.memory = narrow.copy();
  walk.memory.open = entered.open + 1;
  const round = oneRound(walk, loop);
  walk.rounds.pop();
  // where no round comes to its end it is something in the body that doesn't
  const isThrough = round.next !== null && !round.broken && walk.left === left;
  const goesRound = isThrough && walk.foreign === foreign;
  walk.memory = memory;
  if (goesRound && !leaves && round.out === null && round.always) neverEnds(walk, loop, entered);
  else if (round.next !== null && !round.always && neverChanges(walk, loop)) {
    if (goesRound) onceBegun(walk, loop, entered, false);
    else if (changesNothing(walk, loop)) onceBegun(walk, loop, entered, true);
  }
  return { head: narrow, out: round.out, isThrough };
}

interface Widened {
  readonly entered: WalkedMemory;
  /** What holds before any round. */
  readonly head: WalkedMemory;
  readonly entering: ReturnType<typeof leftSoFar>;
}

/**
 * What was given up too early: what one more round makes of it, or the loop begins with, holds before any round, too.
 * `leaves`: with what holds before that, some way leaves the loop. One that doesn't, for what is known of the values in
 * rounds only, may end where something is undefined: that is told then.
 */
function narrowed(
  walk: Walk,
  loop: LoopParts,
  { entered, head, entering }: Widened,
): { readonly memory: WalkedMemory; readonly leaves: boolean } {
  if (head.same(entered)) return { memory: head, leaves: false };
  const { exposures } = walk;
  walk.memory = head.copy();
  const { next, out } = oneRound(walk, loop);
  restoreLeft(walk, entering);
  const isLess = next !== null && exposures === walk.exposures;
  return { memory: isLess ? entered.joinRound(next) : head, leaves: out !== null };
}

/** One round from the memory before it. */
function oneRound(walk: Walk, { node, test, body, update, late }: LoopParts): Round {
  step(walk);
  const { left } = walk;
  const { open } = walk.memory;
  const breaks: Exits = { states: [] };
  const continues: Exits = { states: [] };
  const tested = (): { yes: WalkedMemory | null; no: WalkedMemory | null } => {
    if (test === null) return { yes: walk.memory, no: null };
    return attempt(() => waysOf(walk, test))?.result ?? { yes: null, no: null };
  };
  let { yes, no } = late ? { yes: walk.memory, no: null } : tested();
  const always = no === null;
  let next: WalkedMemory | null = null;
  if (yes !== null) {
    walk.memory = yes;
    const { breaks: outerBreaks, continues: outerContinues } = walk;
    [walk.breaks, walk.continues] = [breaks, continues];
    const through = body === null || attempt(() => walk.follow.statement(walk, body)) !== null;
    [walk.breaks, walk.continues] = [outerBreaks, outerContinues];
    next = meet([through ? walk.memory : null, ...continues.states]);
    if (next !== null && update !== null) {
      walk.memory = next;
      if (attempt(() => walk.follow.value(walk, update)) === null) next = null;
      else next = walk.memory;
    }
  }
  let lateAlways = always;
  if (late && next !== null) {
    walk.memory = next;
    ({ yes, no } = tested());
    next = yes;
    lateAlways = no === null;
  }
  if (next !== null) walk.habits.round.add(node.start);
  // what goes on with the next round, or behind the loop, has not left
  walk.left -= continues.states.length;
  if (walk.left === left && breaks.states.length === 0 && next !== null) next.open = open;
  walk.left -= breaks.states.length;
  return { next, out: meet([no, ...breaks.states]), always: lateAlways, broken: breaks.states.length > 0 };
}

/** Whether a test has nothing in it that could change: `1`, `!0`, `"forever"`. */
const isConstant = (w: Walk, test: SyntaxNode | null): boolean =>
  test === null || !/[A-Za-z_]\w*/.test(textOf(w, test).replace(/"[^"]*"|\b(true|false|NULL|\d\w*)\b/g, ''));

function neverEnds(walk: Walk, loop: LoopParts, entered: WalkedMemory, alike: Alike | null = null): void {
  const { test, goesOn } = loop;
  const constant = isConstant(walk, test);
  // a loop without end and with nothing behind it is one that is meant so
  if (constant && !goesOn) return;
  const message =
    alike !== null
      ? `This loop never ends: what decides its way is the same in iterations ${alike.earlier} and ${alike.later}`
      : constant || test === null
        ? 'This loop never ends, though something stands behind it: nothing leaves it'
        : `This loop never ends: ${quoted(walk, bare(test))} always holds, and nothing else leaves it`;
  noteEndless(walk, loop, entered, message);
}

/** Either it has no iteration, or it never ends. `looks`: or the first iteration leaves it. */
function onceBegun(walk: Walk, loop: LoopParts, entered: WalkedMemory, looks: boolean): void {
  const test = loop.test === null ? 'its test' : quoted(walk, bare(loop.test));
  const message = looks
    ? `Where its first iteration doesn't leave it, this loop never ends: nothing in it changes ${test}, or anything else`
    : `Once begun, this loop never ends: nothing in it changes ${test}, and nothing else leaves it`;
  noteEndless(walk, loop, entered, message);
}

function noteEndless(walk: Walk, loop: LoopParts, entered: WalkedMemory, message: string): void {
  const { node } = loop;
  const { memory } = walk;
  walk.memory = entered;
  const head = { start: node.start, end: headEnd(walk, loop) };
  note(walk, 'never-ends', { ...node, ...head }, message, {
    extent: rangeOf(walk, node),
    fixes: () => endlessFixes(walk, loop),
  });
  walk.memory = memory;
}

/** To the closing parenthesis of the head. */
function headEnd(walk: Walk, { node, body, late }: LoopParts): number {
  if (late) return node.start + 2;
  const source = walk.file.types.text.slice(node.start, body?.start ?? node.end);
  const close = source.lastIndexOf(')');
  return node.start + (close < 0 ? source.length : close + 1);
}
