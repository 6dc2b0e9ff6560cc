/**
 * Loops that take a piece at a time, and what is left of it in the end: `k = n < 64 ? n : 64; ...; n -= k;`. A quantity
 * M >= 0 of which each iteration takes either s or all that is left is passed M / s + 1 times, where s is greater than
 * zero. Source: our own.
 */
import {
  TRUE,
  add,
  and,
  div,
  ge0,
  int,
  isConst,
  neg,
  not,
  plus,
  rewrite,
  sub,
  substitute,
  symbolsOf,
} from '../logic/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import { implies } from '../decide/index.ts';
import type { Block, VarId } from '../program/index.ts';
import { readVariables } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { maximum } from './count-text.ts';
import type { ExitTest } from './exit-tests.ts';
import { notReduced } from './needless-reductions.ts';
import type { AtEntry } from './no-wrap.ts';
import { moves } from './progress.ts';
import { isReadable, quotient } from './strides.ts';
import type { TestCount } from './test-count.ts';
import { trackedFrom } from './tracked-values.ts';
import type { WayRound } from './ways-round.ts';
import { waysRound } from './ways-round.ts';

/** Larger loops aren't followed. */
const MOST_BLOCKS = 60;

/** Null where some iteration takes something else. `test`: that the quantity isn't negative. */
export function countPieces(test: ExitTest, effects: BlockEffects, entry: AtEntry): TestCount | null {
  const { quantity, behind, block } = test;
  const { shape } = effects;
  if (behind || block !== shape.loop.site.header || shape.order.length > MOST_BLOCKS) return null;
  const moving = [...symbolsOf(quantity)].filter((s) => effects.variableOf(s) !== undefined);
  const ways = waysRound(effects, moving)?.flatMap((way) => casesOf(after(quantity, way)));
  if (ways === undefined || ways.length < 2 || ways.length > MOST_CASES) return null;
  const pieces = ways.map((way) => pieceOf(quantity, way, effects));
  const steps = pieces.flatMap((p) => (p && p.step !== null ? [p.step] : []));
  const step = leastOf(steps);
  if (step === null || pieces.includes(null) || (isConst(step) ? step.value < 1n : !isReadable(step))) return null;
  const start = substitute(quantity, entry.values);
  const size = substitute(step, entry.values);
  const isLast = (given: Formula): boolean => implies(given, ge0(sub(plus(step, -1n), quantity)), entry.range);
  const passes = isConst(size)
    ? maximum(int(0), plus(div(start, size.value), 1n))
    : maximum(int(0), quotient(add(start, size), size));
  return {
    count: test.begun ? plus(passes, 1n) : passes,
    exact: pieces.every((p) => p && (p.step === null ? isLast(p.given) : p.step === step)),
    unproven: [],
    where: TRUE,
    towards: null,
    positive: isConst(size) ? null : { step: size, within: [] },
    restsOn: testedIn(effects, moving),
  };
}

/** Null where that can't be told. */
const leastOf = (steps: readonly Term[]): Term | null =>
  steps.reduce<Term | null>((least, s) => {
    if (least === null || least === s) return least;
    return isConst(least) && isConst(s) ? (s.value < least.value ? s : least) : null;
  }, steps[0] ?? null);

interface Piece {
  /** What it takes from the quantity; null: all of it. */
  readonly step: Term | null;
  /** What holds at the head where it does. */
  readonly given: Formula;
}

/** What becomes of the quantity, and what holds at the head where it does; null: that isn't known. */
interface Case {
  readonly left: Term | null;
  readonly given: Formula;
}

const MOST_CASES = 8;

function after(quantity: Term, { values, facts }: WayRound): Case {
  const known = new Map<Symbol, Term>();
  const given = and(ge0(quantity), ...facts);
  for (const [s, t] of values) {
    if (t !== null) known.set(s, t);
    else if (symbolsOf(quantity).has(s)) return { left: null, given };
  }
  return { left: substitute(quantity, known), given };
}

/** By what is chosen in it: `n < 64 ? n : 64`. */
function casesOf({ left, given }: Case, depth = 0): readonly Case[] {
  const choice = left && choiceIn(left);
  if (left === null || choice === null || depth === MOST_CASES) return [{ left, given }];
  const when = (value: Term, cond: Formula): readonly Case[] =>
    casesOf({ left: rewrite(left, (t) => (t === choice ? value : null)), given: and(given, cond) }, depth + 1);
  return [...when(choice.then, choice.cond), ...when(choice.else, not(choice.cond))];
}

function choiceIn(t: Term): (Term & { readonly kind: 'ite' }) | null {
  let found: (Term & { readonly kind: 'ite' }) | null = null;
  rewrite(t, (x) => {
    if (x.kind === 'ite') found ??= x;
    return null;
  });
  return found;
}

/** Null: neither the same each time nor all that is left. */
function pieceOf(quantity: Term, { left, given }: Case, effects: BlockEffects): Piece | null {
  if (left === null) return null;
  const { range } = effects.reading.symbols;
  const after = notReduced(left, given, range);
  const step = sub(quantity, after);
  if (!moves(step, effects)) return { step, given };
  return implies(given, ge0(plus(neg(after), -1n)), range) ? { step: null, given } : null;
}

/** Variables of the conditions that tell its ways apart. */
function testedIn(effects: BlockEffects, moving: readonly Symbol[]): readonly VarId[] {
  const { order, cfg } = effects.shape;
  const tracked = trackedFrom(effects, moving);
  return order.flatMap((b) => {
    const { end } = cfg.fn.blocks[b] as Block;
    const read = end.kind === 'branch' ? [...readVariables(end.cond)] : [];
    return read.some((v) => tracked.has(cfg.symbols[v] as Symbol)) ? read : [];
  });
}
