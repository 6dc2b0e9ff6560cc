/**
 * What holds whenever a loop is reached: the conditions on the only way there, of what hasn't changed since, and what
 * assignments leave. Behind `if (n < 2) return;` n is at least 2.
 */
import {
  and,
  conjuncts,
  isConst,
  mod,
  not,
  plus,
  sub,
  substituteFormula,
  sym,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Formula } from '../logic/index.ts';
import type { Block, BlockId, Cfg, VarId } from '../program/index.ts';
import { successors } from '../program/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { variablesWritten } from './loop-shape.ts';
import { askedFor, countedFrom, givenBy, readsStay } from './values-given-before.ts';

/** No more conditions, and none further up, are looked at. */
const MOST_STEPS = 16;
const MOST_BLOCKS = 400;

/** Over the values at the loop's head. `effects`: with nothing ignored. */
export function factsBefore(effects: BlockEffects): Formula {
  const { cfg, loop } = effects.shape;
  const facts: Formula[] = [];
  const asked = askedFor(effects);
  const passed = new Set<BlockId>();
  const open = (cfg.predecessors.get(loop.site.header) ?? []).filter((b) => !loop.blocks.has(b));
  let leading: readonly BlockId[] = [...open];
  for (let at = loop.site.header, left = MOST_STEPS; left > 0; left--) {
    const above = cfg.dominator(at);
    if (above === at || !cfg.reachable.has(above) || !passTo(above, { passed, open, cfg })) break;
    if (leading.every((b) => b === above)) facts.push(...conditionsOn(above, at, passed, effects));
    const sets = (b: BlockId, v: VarId): boolean => writtenIn(b, cfg).has(v);
    const changed = {
      here: (v: VarId): boolean => sets(above, v),
      behind: (v: VarId): boolean => [...passed].some((b) => sets(b, v)),
      by: (v: VarId): readonly BlockId[] => [...passed].filter((b) => sets(b, v)),
    };
    facts.push(...givenBy(above, asked, changed, effects), ...countedFrom(above, asked, changed, effects));
    passed.add(above);
    leading = cfg.predecessors.get(above) ?? [];
    open.push(...leading);
    at = above;
  }
  return and(...facts);
}

/** Passes all blocks between; false: there are too many. */
function passTo(
  above: BlockId,
  { passed, open, cfg }: { readonly passed: Set<BlockId>; readonly open: BlockId[]; readonly cfg: Cfg },
): boolean {
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    if (b === above || passed.has(b)) continue;
    passed.add(b);
    if (passed.size > MOST_BLOCKS) return false;
    open.push(...(cfg.predecessors.get(b) ?? []));
  }
  return true;
}

/** Of the branch at a block's end, over values that neither it nor what comes behind it changes. */
function conditionsOn(
  from: BlockId,
  to: BlockId,
  behind: ReadonlySet<BlockId>,
  effects: BlockEffects,
): readonly Formula[] {
  const { end } = effects.shape.cfg.fn.blocks[from] as Block;
  if (end.kind !== 'branch' || end.then === end.else) return [];
  const told = (cond: Formula | null, blocks: readonly BlockId[]): readonly Formula[] =>
    cond === null
      ? []
      : conjuncts(end.then === to ? cond : not(cond)).flatMap((f) =>
          isKept(f, blocks, effects) ? [f] : (overStep(f, to, blocks, effects) ?? []),
        );
  const all = [from, ...behind];
  const before = told(effects.conditionAtEnd(from, end.cond), all);
  // of `n = m; if (n < 1) return;` both are told
  const isPlain = writtenIn(from, effects.shape.cfg).size === 0;
  return isPlain && before.length > 0
    ? before
    : [...before, ...told(effects.conditionBehind(from, end.cond), [...behind])];
}

/** It is a comparison of what is known, and nothing in the blocks changes what it speaks of. */
function isKept(f: Formula, blocks: readonly BlockId[], effects: BlockEffects): boolean {
  const { cfg } = effects.shape;
  const symbols = symbolsOfFormula(f);
  if ((f.kind !== 'ge' && f.kind !== 'eq' && f.kind !== 'ne') || effects.speaksOfUnknown(symbols)) return false;
  const variables = [...symbols].map((s) => cfg.symbols.indexOf(s));
  if (!readsStay(f, blocks, effects)) return false;
  return blocks.every((b) => {
    const written = writtenIn(b, cfg);
    return variables.every((v) => !written.has(v));
  });
}

/**
 * Behind `if (n == 0) return; n--;` n + 1 isn't zero: what the condition speaks of is changed once, by a number, on every
 * way to the loop. Null where it isn't.
 */
function overStep(f: Formula, to: BlockId, blocks: readonly BlockId[], effects: BlockEffects): Formula | null {
  const { cfg, loop } = effects.shape;
  const changed = [...symbolsOfFormula(f)].filter((s) =>
    blocks.some((b) => writtenIn(b, cfg).has(cfg.symbols.indexOf(s))),
  );
  const [only] = changed;
  if (only === undefined || changed.length > 1) return null;
  const variable = cfg.symbols.indexOf(only);
  const [writer, ...others] = blocks.filter((b) => writtenIn(b, cfg).has(variable));
  if (writer === undefined || others.length > 0 || !isOnTheWay(writer, to, loop.site.header, cfg)) return null;
  if (comesBack(writer, blocks, cfg)) return null;
  const [now, value] = [sym(only), effects.valuesBehind(writer).get(variable)];
  if (value === undefined) return null;
  // `n & 7` says nothing of what n was
  const wrapped = value.kind === 'mod' && value.by === sizeOf(variable, cfg) ? value : null;
  const step = sub(wrapped?.arg ?? value, now);
  if (!isConst(step)) return null;
  const before = plus(now, -step.value);
  const told = substituteFormula(f, new Map([[only, wrapped ? mod(before, wrapped.by) : before]]));
  const rest = blocks.filter((b) => b !== writer);
  return isKept(f, rest, effects) && readsStay(f, [writer], effects) ? told : null;
}

/** How many values the variable's type has; null: some of them are negative. */
function sizeOf(variable: VarId, { fn }: Cfg): bigint | null {
  const type = fn.variables[variable]?.type;
  return type && !type.signed ? 1n << BigInt(type.bits) : null;
}

/** By way of these blocks it may be passed more than once. */
function comesBack(block: BlockId, within: readonly BlockId[], cfg: Cfg): boolean {
  const next = (b: BlockId): readonly BlockId[] =>
    successors((cfg.fn.blocks[b] as Block).end).filter((to) => within.includes(to));
  const open = [...next(block)];
  const seen = new Set(open);
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    if (b === block) return true;
    for (const to of next(b)) {
      if (!seen.has(to)) open.push(to);
      seen.add(to);
    }
  }
  return false;
}

/** Between the two blocks all ways pass it. */
function isOnTheWay(block: BlockId, from: BlockId, to: BlockId, cfg: Cfg): boolean {
  for (let at = cfg.dominator(to); ; at = cfg.dominator(at)) {
    if (at === block) return true;
    if (at === from || at === cfg.dominator(at)) return false;
  }
}

const writings = new WeakMap<Cfg, Map<BlockId, ReadonlySet<VarId>>>();

function writtenIn(block: BlockId, cfg: Cfg): ReadonlySet<VarId> {
  const known = writings.get(cfg) ?? new Map<BlockId, ReadonlySet<VarId>>();
  writings.set(cfg, known);
  const found =
    known.get(block) ?? new Set((cfg.fn.blocks[block] as Block).stmts.flatMap((s) => [...variablesWritten(s)]));
  known.set(block, found);
  return found;
}
