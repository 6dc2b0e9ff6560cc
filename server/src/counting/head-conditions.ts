/**
 * A loop's head of several tests, `i < n && (s[i] == ' ' || s[i] == '\t')`. It has the condition of each way through it
 * to the body, over the values at the head.
 */
import { TRUE, and, not } from '../logic/index.ts';
import type { Formula } from '../logic/index.ts';
import type { Block, BlockId } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import type { Values } from './values-on-the-way.ts';
import { formulaOver, valuesBehind } from './values-on-the-way.ts';

/** A head has no more ways and blocks than this. */
const MOST_WAYS = 12;
const LONGEST_WAY = 12;

interface Way {
  readonly block: BlockId;
  readonly when: Formula;
  readonly values: Values;
  readonly length: number;
}

/**
 * Null where the body is begun at once, or there are too many ways. What isn't known of a way is taken to be possible.
 */
export function conditionsToBody(effects: BlockEffects): readonly Formula[] | null {
  const { shape } = effects;
  const { header, body } = shape.loop.site;
  if (header === body) return null;
  const found: Formula[] = [];
  const open: Way[] = [{ block: header, when: TRUE, values: new Map(), length: 0 }];
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    if (shape.inner.has(way.block) || way.length > LONGEST_WAY || found.length + open.length > MOST_WAYS) return null;
    for (const next of onwards(way, effects)) {
      if (next.block === body || next.block === header) found.push(next.when);
      else open.push(next);
    }
  }
  return found;
}

/** The ways on from a block that stay in the loop. */
function onwards({ block, when, values, length }: Way, effects: BlockEffects): readonly Way[] {
  const { shape } = effects;
  const { end } = shape.cfg.fn.blocks[block] as Block;
  const after = valuesBehind(block, values, effects);
  const to = (next: BlockId, cond: Formula): readonly Way[] =>
    shape.loop.blocks.has(next) ? [{ block: next, when: and(when, cond), values: after, length: length + 1 }] : [];
  if (end.kind === 'goto') return to(end.to, TRUE);
  if (end.kind !== 'branch') return [];
  const told = effects.conditionAtEnd(block, end.cond);
  const cond = told && formulaOver(told, values);
  return [...to(end.then, cond ?? TRUE), ...to(end.else, cond ? not(cond) : TRUE)];
}
