/**
 * That every way round moves a quantity, where each of its steps may be left out. After
 * `while (i < n) { while (i < n && a[i] == ' ') i++; while (i < n && a[i] != ' ') i++; }` has left out the first step
 * and the second one, a[i] would be ' ' and not ' '. What holds on the ways to a block that have not moved it yet is
 * carried from block to block, over the values at the head: where a few ways meet, of each of them, so that
 * `while (*p == ' ' || *p == '\t') if (*p) p++;` is known to go on. Source: our own.
 */
import { implies } from '../decide/index.ts';
import { TRUE, and, conjuncts, not, symbolsOfFormula } from '../logic/index.ts';
import type { Formula, Interval } from '../logic/index.ts';
import type { Block, BlockId, VarId } from '../program/index.ts';
import { readVariables } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { asksForClasses, widerClasses } from './character-classes.ts';
import type { Movement } from './progress.ts';
import type { Values } from './values-on-the-way.ts';
import { formulaOver, isSameValues, joinedValues, valuesBehind } from './values-on-the-way.ts';

/** Larger loops, and more facts, aren't followed. */
const MOST_BLOCKS = 80;
const MOST_FACTS = 16;
/** Of more ways to a block only what all have in common is kept. */
const MOST_WAYS = 6;
/** Blocks are looked at so often, on average. */
const MOST_VISITS = 6;

/** What holds on all ways to a block that haven't moved the quantity. */
interface Unmoved {
  /** By way, over the values at the head. */
  readonly ways: readonly (readonly Formula[])[];
  readonly values: Values;
}

/**
 * The quantity, whose steps are all to one side, never comes back to the head as it left it: the variables of
 * conditions that say so. Null: it may.
 */
export function movesEachTime(moved: Movement, effects: BlockEffects): readonly VarId[] | null {
  const { shape } = effects;
  const { header } = shape.loop.site;
  if (shape.order.length > MOST_BLOCKS || !isToOneSide(moved, shape.order)) return null;
  const asksForClass = asksForClasses(shape);
  const at = new Map<BlockId, Unmoved>([[header, { ways: [[]], values: new Map() }]]);
  const open = new Set<BlockId>([header]);
  for (let left = shape.order.length * MOST_VISITS; open.size > 0; left--) {
    const block = shape.order.find((b) => open.has(b));
    if (block === undefined || left === 0) return null;
    open.delete(block);
    const within = moved.within(block);
    if (isBelow(within, 0n) || isAbove(within, 0n)) continue;
    for (const { to, state } of onwards(block, at.get(block) as Unmoved, effects, asksForClass)) {
      if (to === header) return null;
      const old = at.get(to);
      const met = old ? join(old, state) : state;
      if (old && isSame(old, met)) continue;
      at.set(to, met);
      open.add(to);
    }
  }
  const { blocks } = shape.cfg.fn;
  return [...at.keys()].flatMap((b) => {
    const { end } = blocks[b] as Block;
    return end.kind === 'branch' ? [...readVariables(end.cond)] : [];
  });
}

/**
 * No step takes back what another one has moved: `i` that grows towards a limit that grows, too, may stay as far from
 * it.
 */
const isToOneSide = ({ within }: Movement, blocks: readonly BlockId[]): boolean =>
  blocks.every((b) => isBelow(within(b), 1n)) || blocks.every((b) => isAbove(within(b), -1n));

const isBelow = ({ hi }: Interval, than: bigint): boolean => hi !== null && hi < than;
const isAbove = ({ lo }: Interval, than: bigint): boolean => lo !== null && lo > than;

/** The ways on that are possible and stay in the loop. */
function onwards(
  block: BlockId,
  { ways, values }: Unmoved,
  effects: BlockEffects,
  asksForClass: boolean,
): readonly { readonly to: BlockId; readonly state: Unmoved }[] {
  const { shape, reading } = effects;
  const { end } = shape.cfg.fn.blocks[block] as Block;
  const after = valuesBehind(block, values, effects);
  const along = (to: BlockId, cond: Formula): { to: BlockId; state: Unmoved }[] => {
    const own = conjuncts(cond).filter((f) => !isOpen(f, effects));
    const told = asksForClass ? [...own, ...widerClasses(own)] : own;
    if (!shape.loop.blocks.has(to) || told.some((f) => f.kind === 'false')) return [];
    const denied = not(and(...told));
    const going = ways.filter((facts) => !implies(and(...facts.slice(0, MOST_FACTS)), denied, reading.symbols.range));
    if (going.length === 0) return [];
    const added = told.filter((f) => f.kind !== 'true');
    return [{ to, state: { ways: distinct(going.map((w) => [...new Set([...w, ...added])])), values: after } }];
  };
  if (end.kind === 'goto') return along(end.to, TRUE);
  if (end.kind !== 'branch') return [];
  const told = effects.conditionAtEnd(block, end.cond);
  const cond = told && formulaOver(told, values);
  return [...along(end.then, cond ?? TRUE), ...along(end.else, cond ? not(cond) : TRUE)];
}

const isOpen = (f: Formula, effects: BlockEffects): boolean => effects.speaksOfUnknown(symbolsOfFormula(f));

function join(a: Unmoved, b: Unmoved): Unmoved {
  const ways = distinct([...a.ways, ...b.ways]);
  const [first = [], ...others] = ways;
  return {
    ways: ways.length <= MOST_WAYS ? ways : [first.filter((f) => others.every((w) => w.includes(f)))],
    values: joinedValues(a.values, b.values),
  };
}

/** A way of which no more is known than of another one stands for both. */
function distinct(ways: readonly (readonly Formula[])[]): readonly (readonly Formula[])[] {
  const out: (readonly Formula[])[] = [];
  const covers = (a: readonly Formula[], b: readonly Formula[]): boolean => a.every((f) => b.includes(f));
  for (const way of [...ways].sort((a, b) => a.length - b.length)) if (!out.some((w) => covers(w, way))) out.push(way);
  return out;
}

const isSame = (a: Unmoved, b: Unmoved): boolean =>
  a.ways.length === b.ways.length &&
  a.ways.every((w, i) => w.length === b.ways[i]?.length && w.every((f) => b.ways[i]?.includes(f))) &&
  isSameValues(a.values, b.values);
