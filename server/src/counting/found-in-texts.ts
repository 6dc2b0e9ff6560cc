/**
 * Loops that go on behind what they find in a text, `while ((p = strchr(p, ',')) != NULL) p++;`, or behind another pointer
 * into it, `while (*p) { q = p; while (*q && *q != ',') q++; p = q; if (*p) p++; }`. Of variables that lead
 * into the text it is known how far they have come from where the walk stood at the head, and how many characters are
 * left at least. Where each way round gets further, and never past the end, there are no more iterations than the text
 * has characters. The end is the zero that was there first: other zeros only end the walk sooner. Source: our own.
 */
import { int, add, sym } from '../logic/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { Block, BlockId, Stmt, VarId } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';
import { variablesWritten } from './loop-shape.ts';
import type { BlockEffects } from './block-effects.ts';
import { leavesAlone, namedOrAll } from './left-alone.ts';
import { mayWrite } from './memory-writes.ts';
import { ANYTHING } from './possible-characters.ts';
import type { Spot, Stand } from './text-cursors.ts';
import {
  TEXT,
  behindStatement,
  elementAt,
  foundIn,
  isSame,
  join,
  spotAt,
  standingAt,
  sumOf,
  whereTested,
} from './text-cursors.ts';
import { storesThroughOthers } from './other-pointers.ts';
import { who } from './trusted-effects.ts';
import type { JustBefore } from './values-before-loop.ts';
import { textAt } from './walk-counts.ts';
import type { WalkCount } from './walk-counts.ts';
import type { Along } from './within-iteration.ts';
import { MOST_BLOCKS, withinIteration } from './within-iteration.ts';

/** More walks aren't followed. */
const MOST_WALKERS = 4;

/** Null where no such walk bounds the loop. `searched`: something is looked for in the text. */
export function countAlong(effects: BlockEffects, before: JustBefore, searched: boolean): WalkCount | null {
  const { shape } = effects;
  if (shape.order.length > MOST_BLOCKS) return null;
  for (const walk of walksOf(shape, searched)) {
    const stands = new Following(shape, walk).stands();
    const begun = stands?.get(shape.loop.site.body);
    const text = stands && begun && textAt(startOf(walk, shape), before, effects);
    const assuming = text && othersThatWrite(stands, text, walk, shape);
    if (!stands || !begun || !text || !assuming) continue;
    const told = `strlen(${text})`;
    return {
      text: isTested(begun) ? told : `${told} + 1`,
      exact: false,
      assuming,
      restsOn: () => [sym(shape.cfg.symbols[walk.walker] as Symbol)],
    };
  }
  return null;
}

/** There is a character where an iteration begins, or behind that. */
const isTested = ({ spots }: Stand): boolean =>
  [...spots.values()].some(
    ({ cursor, spot }) => cursor.behind === null && !spot.mayBeNull && spot.least >= 0n && spot.characters > 0n,
  );

/**
 * At the head the walk stands at `walker + ahead`, and there are at least so many `characters` more. It began within the
 * text that begins at `text`.
 */
interface Walk {
  readonly walker: VarId;
  readonly ahead: bigint;
  readonly characters: bigint;
  readonly text: { readonly from: VarId; readonly by: bigint };
}

function startOf({ text }: Walk, { cfg }: LoopShape): Term {
  return add(sym(cfg.symbols[text.from] as Symbol), int(text.by));
}

function walksOf(shape: LoopShape, searched: boolean): readonly Walk[] {
  const { blocks, variables } = shape.cfg.fn;
  const stmts = shape.order.flatMap((b) => (blocks[b] as Block).stmts);
  const isSearch = stmts.some((s) => foundIn(s) !== null);
  if (isSearch !== searched || (!isSearch && !stmts.some((s) => isOfText(s, shape)))) return [];
  const walkers = [...new Set(stmts.flatMap(variablesWritten))].filter((v) => {
    const { pointer, scope } = variables[v]!;
    return pointer === true && scope !== 'temp';
  });
  return walkers.slice(0, MOST_WALKERS).flatMap((walker): Walk[] => {
    const first = foundBefore(walker, shape);
    return [
      ...(first ? [{ walker, ahead: 0n, ...first }] : []),
      ...(looksBehind(walker, shape) ? [0n, 1n] : [0n]).map((ahead) => ({
        walker,
        ahead,
        characters: 0n,
        text: { from: walker, by: ahead },
      })),
    ];
  });
}

/** `strchr(p + 1, c)`, of the walker as it is at the head, in every iteration: what is there is text. */
function looksBehind(walker: VarId, { order, spine, cfg }: LoopShape): boolean {
  for (const b of order) {
    const { stmts } = cfg.fn.blocks[b] as Block;
    const until = stmts.findIndex((s) => variablesWritten(s).includes(walker));
    const before = until < 0 ? stmts : stmts.slice(0, until + 1);
    const texts = before.flatMap((s) => foundIn(s)?.text ?? []);
    const isBehind = (s: Stmt): boolean => {
      const sum = s.kind === 'assign' && texts.includes(s.target) ? sumOf(s.value) : null;
      return sum?.constant === 1n && sum.plus.length === 1 && sum.plus[0] === walker && sum.minus.length === 0;
    };
    if (spine.has(b) && before.some(isBehind)) return true;
    if (until >= 0) return false;
  }
  return false;
}

/** It looks at a character. */
const isOfText = (s: Stmt, { cfg: { fn } }: LoopShape): boolean =>
  (s.kind === 'havoc' && s.from?.type.bits === 8) || (s.kind === 'load' && fn.arrays[s.array]?.element.bits === 8);

/** What the walker is just before the loop, if that was found in a text that is still there. */
function foundBefore(walker: VarId, shape: LoopShape): Pick<Walk, 'characters' | 'text'> | null {
  const { cfg, loop } = shape;
  const [only, ...others] = (cfg.predecessors.get(loop.site.header) ?? []).filter((b) => !loop.blocks.has(b));
  const stmts = only === undefined || others.length > 0 ? [] : (cfg.fn.blocks[only] as Block).stmts;
  const lastOf = (v: VarId): number => stmts.findLastIndex((s) => variablesWritten(s).includes(v));
  const last = stmts[lastOf(walker)];
  const found = last && foundIn(last);
  const from = found && stmts[lastOf(found.text)];
  const sum = from?.kind === 'assign' ? sumOf(from.value) : null;
  const [text] = sum?.plus ?? [];
  if (!found || !from || !sum || text === undefined || sum.plus.length + sum.minus.length > 1) return null;
  const behind = stmts.slice(lastOf(walker) + 1);
  const isKept = lastOf(text) < stmts.indexOf(from) && !behind.some((s) => mayWrite(s, TEXT, cfg));
  return isKept ? { characters: found.characters, text: { from: text, by: sum.constant } } : null;
}

/** A way round. */
interface Back {
  /** It leads to the end, and perhaps not on. */
  readonly atEnd: boolean;
  readonly mayBeNull: boolean;
}

class Following {
  private readonly shape: LoopShape;
  private readonly walk: Walk;
  private readonly atHead: Spot;

  constructor(shape: LoopShape, walk: Walk) {
    this.shape = shape;
    this.walk = walk;
    const { ahead, characters } = walk;
    this.atHead = {
      least: -ahead,
      beforeEnd: -ahead,
      characters: ahead + characters,
      mayBeNull: true,
      still: ANYTHING,
    };
  }

  /** What is known where each block begins; null: it may stay where it is, or pass the end. */
  stands(): ReadonlyMap<BlockId, Stand> | null {
    const { shape, walk } = this;
    const onwards: Along<Stand>['onwards'] = (block, before) => this.onwards(block, before);
    const found = withinIteration(shape, standingAt(walk.walker, this.atHead), { onwards, join, isSame });
    const back = found?.back.map((stand) => this.comesBack(stand)) ?? [];
    if (!found || back.includes(null)) return null;
    return this.isBounded(back as readonly Back[], found.at.get(shape.loop.site.body)) ? found.at : null;
  }

  /** How it comes back to the head; null: it may stay where it is before the end, or pass that. */
  private comesBack(stand: Stand): Back | null {
    const { ahead, walker } = this.walk;
    const next = spotAt(stand, walker);
    if (!next || !stand.isNonNull || next.characters < this.atHead.characters) return null;
    const isOn = next.least + ahead >= 1n;
    if (!isOn && !(ahead === 0n && next.least >= 0n && next.beforeEnd >= 1n)) return null;
    return { atEnd: !isOn, mayBeNull: next.mayBeNull };
  }

  /** At the end it needn't go on, if nothing is begun there; nor at a null pointer, if that is looked at. */
  private isBounded(back: readonly Back[], begun: Stand | undefined): boolean {
    const first = begun && spotAt(begun, this.walk.walker);
    const isLeft = first !== undefined && first.least >= 0n && first.characters > 0n;
    if (back.some(({ atEnd }) => atEnd) && !isLeft) return false;
    // an iteration that is begun without looking may find that nothing is left
    return !back.some(({ mayBeNull }) => mayBeNull) || begun?.isNonNull === true;
  }

  /** The ways on that stay in the loop. */
  private onwards(block: BlockId, before: Stand): readonly { readonly to: BlockId; readonly stand: Stand }[] {
    const { stmts, end } = this.shape.cfg.fn.blocks[block] as Block;
    const behind = stmts.reduce((stand, s) => behindStatement(stand, s, this.shape), before);
    const along = (to: BlockId, stand: Stand | null): { to: BlockId; stand: Stand }[] =>
      stand && this.shape.loop.blocks.has(to) ? [{ to, stand }] : [];
    if (end.kind === 'goto') return along(end.to, behind);
    if (end.kind !== 'branch') return [];
    return [
      ...along(end.then, whereTested(behind, end.cond, true)),
      ...along(end.else, whereTested(behind, end.cond, false)),
    ];
  }
}

/** Who may make the text longer, in words; null: a store through a pointer that is made of the walk's own does. */
function othersThatWrite(
  stands: ReadonlyMap<BlockId, Stand>,
  text: string,
  { walker }: Walk,
  shape: LoopShape,
): readonly string[] | null {
  // text that goes on into the very pointer that goes through it isn't reckoned with
  const isOwn = (s: Stmt): boolean => 'target' in s && s.target === walker && !shape.cfg.fn.variables[walker]?.packed;
  const apart = storesThroughOthers(shape.loop, shape.cfg);
  const writing = new Set<string>();
  for (const [b, first] of stands) {
    let stand = first;
    for (const s of (shape.cfg.fn.blocks[b] as Block).stmts) {
      if (!isOwn(s) && mayWrite(s, TEXT, shape.cfg) && !isWithin(s, stand, shape)) {
        if (mayBeOfText(s) && !apart.has(s)) return null;
        writing.add(who(s));
      }
      stand = behindStatement(stand, s, shape);
    }
  }
  if (writing.size === 0) return [];
  return [leavesAlone(namedOrAll(writing), `change what ${text} points to`)];
}

/** It stores a character, and to no member: nobody would take it for something else than the text. */
function mayBeOfText(s: Stmt): boolean {
  if (s.kind !== 'note') return s.kind === 'store';
  if (s.by) return false;
  if (s.to) return s.to.path === '';
  return (
    s.stores !== undefined && s.stores !== 'anything' && s.stores.some((t) => t.element === 8 && t.member === null)
  );
}

/** The text's end stays: a zero is stored, or what is stored goes over another of its characters; `errno` is no text. */
function isWithin(s: Stmt, stand: Stand, shape: LoopShape): boolean {
  if (s.kind === 'havoc') return s.by === undefined && s.reason.code === 'library-result';
  if (s.kind !== 'store') return false;
  if (s.value.kind === 'const' && BigInt.asUintN(8, s.value.value) === 0n) return true;
  const place = elementAt(stand, s, shape);
  const spot = place && stand.spots.get(place.from)?.spot;
  return spot ? spot.least + place.by >= 0n && spot.characters > place.by : false;
}
