/**
 * Walks through a string that go on by one, two or more, and never past its terminating zero:
 * `while (*p) { if (*p == '\\' && p[1]) p++; p++; }`, a parser's `switch (*p++)`, words and the blanks between them
 * skipped by loops within. At each place it is known of some characters, counted from where the walk stands, that they
 * aren't zero. What is stepped over must be of these before the iteration is over. Each iteration goes on, so that
 * there are at most as many as the string has characters. Source: our own.
 */
import {
  READ,
  applications,
  int,
  isConst,
  not,
  objectAt,
  partsOf,
  plus,
  rewrite,
  rewriteFormula,
  sub,
  substitute,
  symbolsOf,
} from '../logic/index.ts';
import type { AppTerm, Formula, Symbol, Term } from '../logic/index.ts';
import type { Block, BlockId, VarId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { movesEachTime } from './moves-each-time.ts';
import type { Movement } from './progress.ts';
import { movement, moves, unreduced } from './progress.ts';
import type { Along } from './within-iteration.ts';
import { MOST_BLOCKS, withinIteration } from './within-iteration.ts';

/** A walk that never passes the zero. */
export interface TextWalk {
  /** What stands where the walk does. */
  readonly read: AppTerm;
  /** Where that is, over the values at the head. */
  readonly index: Term;
  /** The body is begun only where a character is left. */
  readonly isTestedFirst: boolean;
  readonly restsOn: readonly VarId[];
  readonly moved: Movement;
}

/** More walks, and characters further away, aren't followed. */
const MOST_WALKS = 3;
const FARTHEST = 16n;

/** An index of fewer bits may wrap around. */
const WIDE = 1n << 64n;

/** `isText`: what is read there ends in a zero. */
export function textWalks(effects: BlockEffects, isText: (read: AppTerm) => boolean): readonly TextWalk[] {
  if (effects.shape.order.length > MOST_BLOCKS) return [];
  return candidates(effects, isText).flatMap((read) => {
    const index = unreduced(read.args[0] as Term, effects, effects.shape.loop.site.header).quantity;
    const moved = movement(index, effects);
    const { lo } = moved.step;
    if (lo === null || lo < 0n || moved.needs.some(({ by }) => by < WIDE)) return [];
    const known = new Steps(read, index, effects).stops();
    const restsOn = known && (lo > 0n ? [] : movesEachTime(moved, effects));
    if (!known || !restsOn) return [];
    const isTestedFirst = known.get(effects.shape.loop.site.body)?.nonZero.has(0n) === true;
    return [
      {
        read,
        index,
        moved,
        isTestedFirst: isTestedFirst && !isMovedBefore(moved, effects),
        restsOn,
      },
    ];
  });
}

const isMovedBefore = ({ at }: Movement, { shape }: BlockEffects): boolean => {
  const there = at.get(shape.loop.site.body);
  return !there || there.lo !== 0n || there.hi !== 0n;
};

/** Elements of text that conditions look at, and whose place moves; each walk once, without what is added to it. */
function candidates(effects: BlockEffects, isText: (read: AppTerm) => boolean): readonly AppTerm[] {
  const { shape } = effects;
  const found = new Map<string, AppTerm>();
  for (const b of shape.order) {
    const { end } = shape.cfg.fn.blocks[b] as Block;
    const cond = end.kind === 'branch' && end.then !== end.else ? effects.conditionAtEnd(b, end.cond) : null;
    const values = [...effects.of(b).values()].filter((t) => t !== null);
    for (const read of applications([...(cond ? [cond] : []), ...values], READ).values()) {
      const [at, ...others] = read.args;
      if (!at || others.length > 0 || !moves(at, effects) || effects.isOpen(at) || !isText(read)) continue;
      const { quantity } = unreduced(at, effects, b);
      const { constant } = partsOf(quantity);
      // an array's own position is a number, too
      const begin = objectAt(-constant, shape.cfg.fn.positions ?? [])?.at ?? 0n;
      const here = plus(quantity, -constant - begin);
      const walk = { ...read, args: [here] } as AppTerm;
      found.set(`${read.of?.key} ${here.key}`, walk);
    }
    if (found.size >= MOST_WALKS) break;
  }
  return [...found.values()].slice(0, MOST_WALKS);
}

/** What is known at a place, counted from where the walk stands there. */
interface Stand {
  /** These characters aren't zero. */
  readonly nonZero: ReadonlySet<bigint>;
  /** These have been stepped over, and it isn't known yet that they aren't zero. */
  readonly owed: ReadonlySet<bigint>;
  /** Variables that are zero if such a character is: also where it is known that it isn't. */
  readonly holding: ReadonlyMap<Symbol, bigint>;
}

const START: Stand = { nonZero: new Set(), owed: new Set(), holding: new Map() };

class Steps {
  private readonly read: AppTerm;
  private readonly index: Term;
  private readonly effects: BlockEffects;

  constructor(read: AppTerm, index: Term, effects: BlockEffects) {
    this.read = read;
    this.index = index;
    this.effects = effects;
  }

  /** What is known where each block begins; null: the walk may pass a zero. */
  stops(): ReadonlyMap<BlockId, Stand> | null {
    const onwards: Along<Stand>['onwards'] = (block, before) => this.onwards(block, before);
    const found = withinIteration(this.effects.shape, START, { onwards, join, isSame });
    return found?.back.every(({ owed }) => owed.size === 0) ? found.at : null;
  }

  /** The ways on that stay in the loop; null: a step that isn't followed. */
  private onwards(block: BlockId, before: Stand): readonly { readonly to: BlockId; readonly stand: Stand }[] | null {
    const { shape } = this.effects;
    const { end } = shape.cfg.fn.blocks[block] as Block;
    const step = this.stepIn(block);
    if (step === null) return null;
    const behind = this.moved(before, step, block);
    if (behind === null) return null;
    const along = (to: BlockId, cond: Formula | null): { to: BlockId; stand: Stand }[] => {
      if (!shape.loop.blocks.has(to)) return [];
      const found = cond ? this.nonZeroWhere(cond, before, step) : [];
      return found === null ? [] : [{ to, stand: withNonZero(behind, found) }];
    };
    if (end.kind === 'goto') return along(end.to, null);
    if (end.kind !== 'branch') return [];
    const cond = this.effects.conditionAtEnd(block, end.cond);
    return [...along(end.then, cond), ...along(end.else, cond && not(cond))];
  }

  /** By how much the walk goes on in a block. */
  private stepIn(block: BlockId): bigint | null {
    const { effects, index } = this;
    const mentioned = symbolsOf(index);
    const map = new Map<Symbol, Term>();
    for (const [v, value] of effects.of(block)) {
      const s = effects.shape.cfg.symbols[v] as Symbol;
      if (!mentioned.has(s)) continue;
      if (value === null) return null;
      map.set(s, value);
    }
    if (map.size === 0) return 0n;
    const { quantity, needs } = unreduced(substitute(index, map), effects, block);
    const by = sub(quantity, index);
    const isStep = isConst(by) && by.value >= 0n && by.value <= FARTHEST && needs.every((n) => n.by >= WIDE);
    return isStep ? by.value : null;
  }

  private moved(before: Stand, step: bigint, block: BlockId): Stand | null {
    const nonZero = shifted(before.nonZero, step);
    const owed = new Set(shifted(before.owed, step));
    for (let k = 1n; k <= step; k++) if (!nonZero.has(-k)) owed.add(-k);
    if ([...owed].some((k) => k < -FARTHEST)) return null;
    const holding = new Map([...before.holding].map(([s, k]) => [s, k - step]));
    for (const [v, value] of this.effects.of(block)) {
      const s = this.effects.shape.cfg.symbols[v] as Symbol;
      const of = value && this.heldBy(value, v, before);
      if (of === null || of < -FARTHEST) holding.delete(s);
      else holding.set(s, of - step);
    }
    return { nonZero, owed, holding };
  }

  /** Of which character the value is zero where that is; counted from where the walk stands where the block begins. */
  private heldBy(value: Term, variable: VarId, { holding }: Stand): bigint | null {
    const declared = this.effects.shape.cfg.fn.variables[variable];
    if (!declared || declared.addressTaken || declared.scope === 'global') return null;
    const reads = [...applications([value], READ).values()];
    const [read] = reads;
    const symbols = [...symbolsOf(value)];
    const [symbol] = symbols;
    if (read && reads.length === 1) {
      const at = this.placeOf(read);
      return at !== null && isZeroWith(value, read) ? at : null;
    }
    const at = symbol && symbols.length === 1 && reads.length === 0 ? holding.get(symbol) : undefined;
    const zero = symbol && substitute(value, new Map([[symbol, int(0)]]));
    return at !== undefined && zero && isConst(zero) && zero.value === 0n ? at : null;
  }

  /** Which character is read; null: another string's, or it can't be told. */
  private placeOf(read: AppTerm): bigint | null {
    const [at, ...others] = read.args;
    if (!at || others.length > 0 || read.of !== this.read.of) return null;
    const { quantity, needs } = unreduced(at, this.effects, this.effects.shape.loop.site.header);
    const by = sub(quantity, this.index);
    return isConst(by) && needs.every((n) => n.by >= WIDE) ? by.value : null;
  }

  /** Characters that aren't zero where the condition holds behind a block; null: it never holds. */
  private nonZeroWhere(cond: Formula, before: Stand, step: bigint): readonly bigint[] | null {
    if (cond.kind === 'false') return null;
    const reads = [...applications([cond], READ).values()].flatMap((read) => {
      const at = this.placeOf(read);
      const isZero = (t: Term): Term | null => (t === read ? int(0) : null);
      return at !== null && rewriteFormula(cond, isZero).kind === 'false' ? [at - step] : [];
    });
    const held = [...before.holding].flatMap(([s, at]) => {
      const isZero = (t: Term): Term | null => (t.kind === 'sym' && t.symbol === s ? int(0) : null);
      return rewriteFormula(cond, isZero).kind === 'false' ? [at - step] : [];
    });
    return [...reads, ...held];
  }
}

/** It is zero where what is read is. */
function isZeroWith(value: Term, read: AppTerm): boolean {
  const zero = rewrite(value, (t) => (t === read ? int(0) : null));
  return isConst(zero) && zero.value === 0n;
}

const shifted = (all: ReadonlySet<bigint>, step: bigint): ReadonlySet<bigint> =>
  step === 0n ? all : new Set([...all].map((k) => k - step).filter((k) => k >= -FARTHEST));

const withNonZero = (stand: Stand, found: readonly bigint[]): Stand =>
  found.length === 0
    ? stand
    : {
        ...stand,
        nonZero: new Set([...stand.nonZero, ...found]),
        owed: new Set([...stand.owed].filter((k) => !found.includes(k))),
      };

const join = (a: Stand, b: Stand): Stand => ({
  nonZero: new Set([...a.nonZero].filter((k) => b.nonZero.has(k))),
  owed: new Set([...a.owed, ...b.owed]),
  holding: new Map([...heldBesides(a, b), ...heldBesides(b, a)]),
});

/** What one way tells of variables, and the other doesn't deny: `if (c >= 'a') c -= 32;` leaves a zero as it is. */
const heldBesides = (one: Stand, { holding, nonZero }: Stand): readonly (readonly [Symbol, bigint])[] =>
  [...one.holding].filter(([s, k]) => holding.get(s) === k || nonZero.has(k));

const isSame = (a: Stand, b: Stand): boolean =>
  a.nonZero.size === b.nonZero.size &&
  a.owed.size === b.owed.size &&
  a.holding.size === b.holding.size &&
  [...a.holding].every(([s, k]) => b.holding.get(s) === k);
