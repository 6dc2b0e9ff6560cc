/**
 * Reads of an array, or of memory, that the loop writes as well, but never where it reads later: `while (*s) *s++ =
 * 'x';`, `for (; *p; p++) if (*p != ' ') *q++ = *p;` with q = p at first. What is read is then what was there before
 * the loop. Let the index r at the read grow by s or more from one iteration to the next, and let w be the index at the
 * write. That is so if w < r + s, and w < r where the write may come first in an iteration. It is mirrored where r
 * falls.
 */
import { READ, applications, intervalOf, sub, substitute, symbolsOf, times } from '../logic/index.ts';
import type { Interval, Symbol, Term } from '../logic/index.ts';
import type { Block } from '../program/index.ts';
import { BlockEffects } from './block-effects.ts';
import type { Touch } from './block-effects.ts';
import type { AtEntry } from './no-wrap.ts';
import type { Movement } from './progress.ts';
import { movement, moves, unreduced } from './progress.ts';
import { trackedFrom } from './tracked-values.ts';

/** What is known where the loop is entered. */
export interface Entered {
  readonly entry: AtEntry;
  constantOf(t: Term): bigint | null;
}

/** The effects with such reads told; null where there are none. */
export function withReadsAhead(effects: BlockEffects, entered: Entered): BlockEffects | null {
  if (!effects.missesReads()) return null;
  const { shape } = effects;
  const tentative = effects.readingAhead('all');
  const touches = shape.order.flatMap((b) => tentative.touchesOf(b));
  const own = new Set(touches.map(({ of }) => of));
  const isSettled = (t: Touch): boolean => t.index !== null && !dependsOn(t.index, own, tentative);
  const ahead = touches.filter(
    (read) =>
      !read.writes &&
      !shape.inner.has(read.block) &&
      isSettled(read) &&
      touches.every(
        (w) => !w.writes || w.where !== read.where || (isSettled(w) && isBehind(w, read, tentative, entered)),
      ),
  );
  return ahead.length === 0 ? null : effects.readingAhead(new Set(ahead.map((r) => r.stmt)));
}

/** It is made of, or moves by, what is read there. */
function dependsOn(index: Term, own: ReadonlySet<Symbol>, effects: BlockEffects): boolean {
  const isRead = (t: Term): boolean =>
    [...applications([t], READ).values()].some(({ of }) => of !== null && own.has(of));
  const variables = [...trackedFrom(effects, [...symbolsOf(index)])].flatMap((s) => effects.variableOf(s) ?? []);
  return (
    isRead(index) ||
    effects.shape.order.some((b) =>
      variables.some((v) => {
        const value = effects.of(b).get(v);
        return value !== undefined && value !== null && isRead(value);
      }),
    )
  );
}

/** No array is so long that an index of this width wraps around on the way through it. */
const WIDE = 1n << 64n;
/** Nor is a step. */
const LONGEST_STEP = 1n << 32n;

interface Walk {
  readonly index: Term;
  readonly moved: Movement;
}

function walkOf({ index, block }: Touch, effects: BlockEffects): Walk | null {
  if (index === null) return null;
  const { quantity: plain, needs } = unreduced(index, effects, block);
  const moved = movement(plain, effects);
  const isWide = [...needs, ...moved.needs].every(({ by }) => by >= WIDE);
  return isWide ? { index: plain, moved } : null;
}

/** Never does the write hit what is read later. */
function isBehind(write: Touch, read: Touch, effects: BlockEffects, entered: Entered): boolean {
  const [from, to] = [walkOf(read, effects), walkOf(write, effects)];
  const [here, there] = [from?.moved.at.get(read.block), to?.moved.at.get(write.block)];
  if (!from || !to || !here || !there) return false;
  const isFirst = mayComeFirst(write, read, effects);
  const difference = sub(to.index, from.index);
  const isUp = (from.moved.step.lo ?? 0n) > 0n;
  const question = { difference, effects, entered };
  return isUp
    ? isBelow({ read: from, write: to, here, there, isFirst, lead: greatest(question, 1n) })
    : isBelow({
        read: mirrored(from),
        write: mirrored(to),
        here: times(-1n, here),
        there: times(-1n, there),
        isFirst,
        lead: greatest(question, -1n),
      });
}

interface Race {
  readonly read: Pick<Walk, 'moved'>;
  readonly write: Pick<Walk, 'moved'>;
  /** By how much each has moved in its iteration. */
  readonly here: Interval;
  readonly there: Interval;
  readonly isFirst: boolean;
  /** How far the write's index is above the read's at the head, at most. */
  readonly lead: bigint | null;
}

function isBelow({ read, write, here, there, isFirst, lead }: Race): boolean {
  const { lo: step, hi: longest } = read.moved.step;
  const { lo: least } = write.moved.step;
  if (step === null || step < 1n || longest === null || longest > LONGEST_STEP || least === null || least < 0n)
    return false;
  if (lead === null || here.lo === null || there.hi === null) return false;
  const gap = here.lo - there.hi - lead;
  return gap > (isFirst ? 0n : -step);
}

const mirrored = ({ moved }: Walk): Pick<Walk, 'moved'> => ({ moved: { ...moved, step: times(-1n, moved.step) } });

interface Difference {
  readonly difference: Term;
  readonly effects: BlockEffects;
  readonly entered: Entered;
}

/** The most that it is at the head, times the sign; null: it may grow, or isn't known at first. */
function greatest({ difference, effects, entered }: Difference, sign: bigint): bigint | null {
  const { entry, constantOf } = entered;
  const first = substitute(difference, entry.values);
  const { lo, hi } = intervalOf(first, entry.range);
  const most = sign > 0n ? hi : lo === null ? null : -lo;
  const isFixed = !moves(difference, effects);
  if (!isFixed) {
    const { step, needs } = movement(difference, effects);
    const grows = sign > 0n ? step.hi : step.lo === null ? null : -step.lo;
    if (grows === null || grows > 0n || needs.some(({ by }) => by < WIDE)) return null;
  }
  const constant = constantOf(first);
  return constant === null ? (isFixed ? most : null) : sign * constant;
}

/** In one iteration the write may be done before the read. */
function mayComeFirst(write: Touch, read: Touch, { shape }: BlockEffects): boolean {
  if (write.block === read.block && !shape.inner.has(read.block))
    return positionOf(write, shape.cfg.fn.blocks) < positionOf(read, shape.cfg.fn.blocks);
  return shape.order.indexOf(write.block) <= shape.order.indexOf(read.block);
}

const positionOf = ({ block, stmt }: Touch, blocks: readonly Block[]): number =>
  (blocks[block] as Block).stmts.indexOf(stmt);
