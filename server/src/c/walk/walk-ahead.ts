/**
 * A loop that counts to a number far away: where it gets there on every run, its rounds in between need not be followed.
 * What holds in any round holds in each of them, with the counters at what they are there. Sought is the first round
 * in which something is undefined, by bisection, else the last.
 */
import { maxOf, minOf } from '../../machine/index.ts';
import type { SyntaxNode } from '../syntax/index.ts';
import { child } from '../syntax/index.ts';
import { leftSoFar, restoreLeft } from './walk-leaving.ts';
import type { LoopParts, Walk } from './walk-state.ts';
import { attempt, bare, textOf } from './walk-state.ts';
import { countersIn } from './walk-counters.ts';
import type { Counter } from './walk-counters.ts';
import type { WalkedMemory } from './walked-memory.ts';
import type { IntegerValue, WalkedValue } from './walked-values.ts';
import { integer, known } from './walked-values.ts';

/** A round further on, and the memory before it. */
export interface Ahead {
  readonly round: number;
  readonly memory: WalkedMemory;
}

/** Rounds have numbers. */
const MOST_COUNTED = 1n << 52n;

/** How the loop is followed otherwise. */
export interface Following {
  /** What holds before any round from the memory on; null: some round may not get to its end. */
  readonly inAny: (from: WalkedMemory) => WalkedMemory | null;
  /** Follows one round. */
  readonly one: (walk: Walk) => void;
}

/**
 * From the round that comes next. `isFar`: whether so many more rounds are too many to be followed one by one. Null:
 * they aren't, or nothing is known of how many there are.
 */
export function ahead(
  walk: Walk,
  loop: LoopParts,
  { round, isFar }: { readonly round: number; readonly isFar: (rounds: bigint) => boolean },
  follow: Following,
): Ahead | null {
  const counters = countersIn(walk, loop);
  const compared = counters.length > 0 ? comparison(walk, loop, counters) : null;
  if (compared === null) return null;
  const now = walk.memory;
  const values = counters.map(({ object, bits }) => now.read(object, 0, bits));
  const limit = limitIn(walk, compared);
  const rounds = roundsLeft(loop, compared, limit, valueOf(values[compared.counter]));
  if (limit === null || rounds === null || rounds < 2n || rounds > MOST_COUNTED || !isFar(rounds)) return null;
  const inAny = follow.inAny(now.copy());
  // a later round may hand out its address
  if (counters.some(({ object }) => object.exposed)) return null;
  // the limit may be another in later rounds
  if (inAny === null || limitWith(walk, compared, inAny)?.at !== limit.at) return null;
  const before = (skipped: bigint): WalkedMemory => {
    const memory = inAny.copy();
    memory.open = now.open;
    for (const [i, { object, bits, by }] of counters.entries()) {
      const value = values[i];
      const there = value === undefined ? null : movedValue(value, by * skipped);
      if (there !== null) memory.write(object, 0, bits, there);
    }
    return memory;
  };
  const failsBehind = (skipped: bigint): boolean => fails(walk, before(skipped), round + Number(skipped), follow);
  let skipped = rounds - 1n;
  if (failsBehind(skipped))
    for (let low = 0n; low < skipped; ) {
      const middle = (low + skipped) / 2n;
      if (failsBehind(middle)) skipped = middle;
      else low = middle + 1n;
    }
  // how many more come isn't known
  else if (!limit.isKnown) return null;
  return { round: round + Number(skipped), memory: before(skipped) };
}

/** Whether something is certainly undefined in the round that begins so. Nothing is noted. */
function fails(walk: Walk, memory: WalkedMemory, round: number, { one }: Following): boolean {
  const entering = leftSoFar(walk);
  const rounds = [...walk.rounds.slice(0, -1), round];
  const probe: Walk = { ...walk, found: new Map(), seen: new Map(), memory, rounds, loops: [...walk.loops] };
  attempt(() => one(probe));
  restoreLeft(walk, entering);
  return probe.found.size > 0;
}

const valueOf = (value: ReturnType<WalkedMemory['read']> | undefined): IntegerValue | null =>
  typeof value === 'object' && value.kind === 'integer' && value.low === value.high ? value : null;

/** Null: it isn't one value, or none any more. */
function movedValue(value: ReturnType<WalkedMemory['read']>, by: bigint): WalkedValue | null {
  if (typeof value !== 'object' || value.kind !== 'pointer') {
    const number = valueOf(value);
    return number === null ? null : moved(number, by);
  }
  const { target } = value;
  if (!target || target.low !== target.high || target.orNull || target.unsure) return null;
  return { ...value, target: { ...target, low: target.low + by, high: target.high + by } };
}

/** Null: it doesn't fit its type any more. */
function moved(value: IntegerValue, by: bigint): IntegerValue | null {
  const there = value.low + by;
  return there >= minOf(value.type) && there <= maxOf(value.type) ? integer(value.type, there) : null;
}

/** The test of a loop: one of its counters, by its place among them, against what the loop doesn't change. */
interface Comparison {
  readonly counter: number;
  readonly by: bigint;
  readonly relation: string;
  readonly limit: SyntaxNode;
}

const MIRRORED: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
  ['!=', '!='],
]);

/** What may have effects. */
const EFFECT = /^(call|assignment|update|compound_literal|gnu_asm)_expression$|^compound_statement$/;

function comparison(walk: Walk, { test }: LoopParts, counters: readonly Counter[]): Comparison | null {
  const node = test === null ? null : bare(test);
  const [left, right] = node?.type === 'binary_expression' ? [child(node, 'left'), child(node, 'right')] : [];
  const operator = node === null ? null : child(node, 'operator');
  if (!left || !right || operator === null) return null;
  const relation = textOf(walk, operator);
  const mirrored = MIRRORED.get(relation);
  if (mirrored === undefined) return null;
  const placeOf = (side: SyntaxNode): number => {
    const name = bare(side).type === 'identifier' ? textOf(walk, bare(side)) : null;
    return counters.findIndex((c) => c.name === name);
  };
  const [first, second] = [placeOf(left), placeOf(right)];
  const counter = first >= 0 ? first : second;
  const limit = first >= 0 ? right : left;
  if (counter < 0 || !isPure(limit)) return null;
  return { counter, by: counters[counter]!.by, relation: first >= 0 ? relation : mirrored, limit };
}

const isPure = (node: SyntaxNode): boolean => !EFFECT.test(node.type) && node.children.every(isPure);

/** What it is compared with: on every run at least so far away. */
interface Limit {
  readonly at: bigint;
  readonly isSigned: boolean;
  /** It is this number. */
  readonly isKnown: boolean;
}

function limitIn(walk: Walk, { limit, relation }: Comparison): Limit | null {
  const value = attempt(() => walk.follow.value(walk, limit))?.result;
  if (value?.kind !== 'integer') return null;
  const isKnown = known(value) !== null;
  if (relation === '!=' && !isKnown) return null;
  return { at: relation.startsWith('>') ? value.high : value.low, isSigned: value.type.signed, isKnown };
}

function limitWith(walk: Walk, compared: Comparison, memory: WalkedMemory): Limit | null {
  const before = walk.memory;
  walk.memory = memory.copy();
  const limit = limitIn(walk, compared);
  walk.memory = before;
  return limit;
}

/**
 * At least so many rounds come yet, the next one counted, before the test fails; null: not known, or one of them
 * overflows.
 */
function roundsLeft(
  { late }: LoopParts,
  { by, relation }: Comparison,
  limit: Limit | null,
  counter: IntegerValue | null,
): bigint | null {
  if (limit === null || counter === null) return null;
  const first = late ? counter.low + by : counter.low;
  const rounds = roundsUntil(relation, limit.at - first, by);
  if (rounds === null) return null;
  const all = late ? rounds + 1n : rounds;
  if (moved(counter, by * all) === null) return null;
  // compared as unsigned numbers, those below zero are large ones
  const isSigned = limit.isSigned && counter.type.signed;
  const isPositive = [limit.at, counter.low, counter.low + by * all].every((v) => v >= 0n);
  return isSigned || isPositive ? all : null;
}

/** `0`, `by`, `2 * by`, ... against the distance: the first of them for which the relation fails. */
function roundsUntil(relation: string, distance: bigint, by: bigint): bigint | null {
  if (relation === '!=') return distance % by === 0n && distance / by >= 0n ? distance / by : null;
  const isUp = relation.startsWith('<');
  const [far, step] = isUp ? [distance, by] : [-distance, -by];
  if (step <= 0n) return null;
  const reach = relation.endsWith('=') ? far + 1n : far;
  return reach <= 0n ? 0n : (reach + step - 1n) / step;
}
