/** What an assignment on the way to a loop says of two values there: `end = p + n` that end >= p, as n is unsigned. */
import {
  READ,
  add,
  applications,
  eq0,
  ge0,
  int,
  intervalOf,
  isConst,
  mod,
  partsOf,
  scale,
  sub,
  sym,
  symbolsOf,
} from '../logic/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import type { Block, BlockId, VarId } from '../program/index.ts';
import { readVariables } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { placeOf } from './memory-reads.ts';
import { writersOf } from './memory-writes.ts';

/** Larger terms say nothing in short. */
const LARGEST = 40;

/** Bounds that are further away are those of types. */
const FARTHEST = 1n << 31n;

/** The variables that the loop's ways out ask for, and what the loop makes those of. */
export function askedFor(effects: BlockEffects): ReadonlySet<VarId> {
  const { shape } = effects;
  const asked = shape.exits.flatMap(({ from }) => {
    const { end } = shape.cfg.fn.blocks[from] as Block;
    return end.kind === 'branch' ? [...readVariables(end.cond)] : [];
  });
  const made = [...new Set(asked)].flatMap((v) =>
    shape.order.flatMap((b) => {
      const value = effects.of(b).get(v);
      return value ? [...symbolsOf(value)].map((s) => shape.cfg.symbols.indexOf(s)).filter((id) => id >= 0) : [];
    }),
  );
  return new Set([...asked, ...made]);
}

/**
 * What holds at the loop of those that the block sets and nothing behind it does. `changed`: whether the block, or only
 * what comes behind it, sets a variable.
 */
export function givenBy(
  block: BlockId,
  asked: ReadonlySet<VarId>,
  changed: Changes,
  effects: BlockEffects,
): readonly Formula[] {
  const set = [...asked].filter((v) => changed.here(v) && !changed.behind(v));
  if (set.length === 0) return [];
  const stays = staying(changed, effects);
  const told = valuesSet(set, block, effects);
  return told.flatMap(({ now, value }, i) => [
    ...between(now, value, stays, effects),
    ...congruences(now, value, stays),
    ...told.slice(i + 1).flatMap((o) => {
      const [distance, known] = [sub(now, o.now), sub(value, o.value)];
      return [...between(distance, known, stays, effects), ...congruences(distance, known, stays)];
    }),
  ]);
}

/** Whether blocks set a variable: one, or those that come behind it. */
interface Changes {
  here(v: VarId): boolean;
  behind(v: VarId): boolean;
}

/**
 * What holds at the loop of those that the block sets and those behind it only count up, or only down, by numbers: in
 * an outer `for (int i = 2; ...; i++)` i is at least 2.
 */
export function countedFrom(
  block: BlockId,
  asked: ReadonlySet<VarId>,
  changed: Changes & { by(v: VarId): readonly BlockId[] },
  effects: BlockEffects,
): readonly Formula[] {
  const set = [...asked].filter((v) => changed.here(v) && changed.behind(v));
  const stays = staying(changed, effects);
  return set.flatMap((v) => {
    const now = sym(effects.shape.cfg.symbols[v] as Symbol);
    const steps = changed.by(v).map((b) => {
      const value = effects.valuesBehind(b).get(v);
      const step = value && sub(value, now);
      return step && isConst(step) ? step.value : null;
    });
    const isEach = (holds: (step: bigint) => boolean): boolean => steps.every((s) => s !== null && holds(s));
    const [up, down] = [isEach((s) => s >= 0n), isEach((s) => s <= 0n)];
    if (!up && !down) return [];
    return valuesSet([v], block, effects).flatMap(({ value }) => {
      const { least, most } = limits(now, value, stays, effects);
      return (up ? least : most) ?? [];
    });
  });
}

const staying =
  (changed: Changes, { shape }: BlockEffects) =>
  (s: Symbol): boolean => {
    const v = shape.cfg.symbols.indexOf(s);
    return v >= 0 && !changed.here(v) && !changed.behind(v);
  };

/** What variables are worth behind a block. Two reads of one place differ where the block writes there. */
function valuesSet(
  variables: readonly VarId[],
  block: BlockId,
  effects: BlockEffects,
): readonly { readonly now: Term; readonly value: Term }[] {
  const values = effects.valuesBehind(block);
  return variables.flatMap((v) => {
    const value = values.get(v);
    return value === undefined || value.size > LARGEST || !readsStay(value, [block], effects)
      ? []
      : [{ now: sym(effects.shape.cfg.symbols[v] as Symbol), value }];
  });
}

/** What is read there is nothing that the blocks write. */
export function readsStay(
  where: Term | Formula,
  blocks: readonly BlockId[],
  { shape: { cfg }, reading }: BlockEffects,
): boolean {
  return [...applications([where], READ).values()].every((read) => {
    const place = placeOf(read.of, reading.symbols);
    const writersIn = place && writersOf(place, cfg);
    return writersIn !== undefined && blocks.every((b) => writersIn(b).length === 0);
  });
}

/** Divisors that a count may have. */
const LARGEST_DIVISOR = 1n << 12n;

/** Of `end = p + (n - (n & 7))` that end - p is a multiple of 8. */
function congruences(now: Term, value: Term, stays: (s: Symbol) => boolean): readonly Formula[] {
  const divisors = new Set(divisorsIn(value).filter((d) => d > 1n && d <= LARGEST_DIVISOR));
  if (divisors.size === 0) return [];
  const starts = partsOf(value).parts.flatMap(({ coef, mono }) =>
    coef === 1n && mono.kind === 'sym' && stays(mono.symbol) ? [mono] : [],
  );
  return [int(0), ...starts].flatMap((start) =>
    [...divisors].flatMap((d) => {
      const rest = mod(sub(value, start), d);
      return isConst(rest) ? [eq0(sub(mod(sub(now, start), d), rest))] : [];
    }),
  );
}

/** What is divided by, or multiplied with. */
const divisorsIn = (value: Term): readonly bigint[] =>
  partsOf(value).parts.flatMap(({ coef, mono }) => [
    coef < 0n ? -coef : coef,
    ...(mono.kind === 'mod' ? [mono.by, ...divisorsIn(mono.arg)] : []),
  ]);

type Stays = (s: Symbol) => boolean;

/** `now` is worth `value`, of which some is known at the loop and the rest lies between bounds. */
function between(now: Term, value: Term, stays: Stays, effects: BlockEffects): readonly Formula[] {
  const { least, most } = limits(now, value, stays, effects);
  return [...(least ? [least] : []), ...(most ? [most] : [])];
}

/** That it is at least, and at most, as much as it can be worth then; null: nothing near is known. */
function limits(
  now: Term,
  value: Term,
  stays: Stays,
  { reading }: BlockEffects,
): { readonly least: Formula | null; readonly most: Formula | null } {
  const { constant, parts } = partsOf(value);
  const isKept = (t: Term): boolean => applications([t], READ).size === 0 && [...symbolsOf(t)].every(stays);
  const sumOf = (kept: boolean): Term =>
    parts
      .filter(({ mono }) => isKept(mono) === kept)
      .reduce<Term>((t, { coef, mono }) => add(t, scale(coef, mono)), int(0));
  const left = sub(sub(now, sumOf(true)), int(constant));
  const { lo, hi } = intervalOf(sumOf(false), reading.symbols.range);
  const isNear = (n: bigint | null): n is bigint => n !== null && n < FARTHEST && n > -FARTHEST;
  return { least: isNear(lo) ? ge0(sub(left, int(lo))) : null, most: isNear(hi) ? ge0(sub(int(hi), left)) : null };
}
