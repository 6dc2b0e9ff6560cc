/**
 * Loops that go on behind what they find in a text: `while ((p = strchr(p, ',')) != NULL) p++;`. Of variables that lead
 * into the text it is known how far they have come from where the walk stood at the head, and how many characters are
 * left at least. Where each way round gets further, and never past the end, there are no more iterations than the text
 * has characters. The end is the zero that was there first: other zeros only end the walk sooner. Source: our own.
 */
import { int, add, sym } from '../logic/index.ts';
import type { Symbol, Term } from '../logic/index.ts';
import type { Access, Block, BlockId, Expr, FoundInText, Stmt, VarId } from '../program/index.ts';
import type { LoopShape } from './loop-shape.ts';
import { variablesWritten } from './loop-shape.ts';
import type { BlockEffects } from './block-effects.ts';
import { leavesAlone, namedOrAll } from './left-alone.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { mayWrite } from './memory-writes.ts';
import { who } from './trusted-effects.ts';
import type { JustBefore } from './values-before-loop.ts';
import { textAt } from './walk-counts.ts';
import type { WalkCount } from './walk-counts.ts';

/** Larger loops, and more walks, aren't followed. */
const MOST_BLOCKS = 150;
const MOST_WALKERS = 4;
/** Blocks are looked at so often, on average. */
const MOST_VISITS = 6;

/** Null where no such walk bounds the loop. */
export function countFound(effects: BlockEffects, before: JustBefore): WalkCount | null {
  const { shape } = effects;
  if (shape.order.length > MOST_BLOCKS) return null;
  for (const walk of walksOf(shape)) {
    const stands = new Following(shape, walk).stands();
    const begun = stands?.get(shape.loop.site.body);
    if (!stands || !begun) continue;
    const text = textAt(startOf(walk, shape), before, effects);
    if (!text) continue;
    const told = `strlen(${text})`;
    const isTested = [...begun.spots.values()].some((s) => !s.mayBeNull && s.least >= 0n && s.characters > 0n);
    return {
      text: isTested ? told : `${told} + 1`,
      exact: false,
      assuming: othersThatWrite(stands, text, walk, shape),
      restsOn: () => [sym(shape.cfg.symbols[walk.walker] as Symbol)],
    };
  }
  return null;
}

/**
 * At the head the walk stands at `walker + ahead`, and there are at least so many `characters` more. It began within the
 * text that begins at `text`.
 */
interface Walk {
  readonly walker: VarId;
  readonly ahead: bigint;
  readonly characters: bigint;
  readonly text: Place;
}

function startOf({ text }: Walk, { cfg }: LoopShape): Term {
  return add(sym(cfg.symbols[text.from] as Symbol), int(text.by));
}

function walksOf(shape: LoopShape): readonly Walk[] {
  const { blocks, variables } = shape.cfg.fn;
  const stmts = shape.order.flatMap((b) => (blocks[b] as Block).stmts);
  if (!stmts.some((s) => foundIn(s) !== null)) return [];
  const walkers = [...new Set(stmts.flatMap(variablesWritten))].filter((v) => {
    const { pointer, scope } = variables[v]!;
    return pointer === true && scope !== 'temp';
  });
  return walkers.slice(0, MOST_WALKERS).flatMap((walker): Walk[] => {
    const first = foundBefore(walker, shape);
    return [
      ...(first ? [{ walker, ahead: 0n, ...first }] : []),
      ...[0n, 1n].map((ahead) => ({ walker, ahead, characters: 0n, text: { from: walker, by: ahead } })),
    ];
  });
}

function foundIn(s: Stmt): FoundInText | null {
  const found = s.kind === 'havoc' ? s.by?.found : undefined;
  return found && found.size === undefined ? found : null;
}

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

/** Where a pointer leads, from where the walk stands at the head; and how many characters there are to the end. */
interface Spot {
  readonly least: bigint;
  readonly characters: bigint;
  readonly mayBeNull: boolean;
}

interface Stand {
  /** The walk's own pointer isn't null. */
  readonly isNonNull: boolean;
  readonly spots: ReadonlyMap<VarId, Spot>;
  /** Variables that hold a character: that so far behind where the pointer leads. */
  readonly held: ReadonlyMap<VarId, { readonly from: VarId; readonly by: bigint }>;
}

const FAR = 1n << 62n;
const NULL: Spot = { least: FAR, characters: FAR, mayBeNull: true };

class Following {
  private readonly shape: LoopShape;
  private readonly walk: Walk;

  constructor(shape: LoopShape, walk: Walk) {
    this.shape = shape;
    this.walk = walk;
  }

  /** What is known where each block begins; null: it may stay where it is, or pass the end. */
  stands(): ReadonlyMap<BlockId, Stand> | null {
    const { shape, walk } = this;
    const { header, body } = shape.loop.site;
    const own: Spot = { least: -walk.ahead, characters: walk.ahead + walk.characters, mayBeNull: true };
    const at = new Map<BlockId, Stand>([
      [header, { isNonNull: false, spots: new Map([[walk.walker, own]]), held: new Map() }],
    ]);
    const open = new Set<BlockId>([header]);
    let isUsed = true;
    for (let left = shape.order.length * MOST_VISITS; open.size > 0; left--) {
      const block = shape.order.find((b) => open.has(b));
      if (block === undefined || left === 0) return null;
      open.delete(block);
      for (const { to, stand } of this.onwards(block, at.get(block) as Stand)) {
        if (to === header) {
          const next = stand.spots.get(walk.walker);
          if (!next || !stand.isNonNull || next.least + walk.ahead < 1n || next.characters < own.characters)
            return null;
          isUsed &&= !next.mayBeNull;
          continue;
        }
        const old = at.get(to);
        const met = old ? join(old, stand) : stand;
        if (old && isSame(old, met)) continue;
        at.set(to, met);
        open.add(to);
      }
    }
    // an iteration that is begun without looking may find that nothing is left
    return isUsed || at.get(body)?.isNonNull === true ? at : null;
  }

  /** The ways on that stay in the loop. */
  private onwards(block: BlockId, before: Stand): readonly { readonly to: BlockId; readonly stand: Stand }[] {
    const { stmts, end } = this.shape.cfg.fn.blocks[block] as Block;
    const behind = stmts.reduce((stand, s) => behindStatement(stand, s, this.shape), before);
    const along = (to: BlockId, stand: Stand | null): { to: BlockId; stand: Stand }[] =>
      stand && this.shape.loop.blocks.has(to) ? [{ to, stand }] : [];
    if (end.kind === 'goto') return along(end.to, behind);
    if (end.kind !== 'branch') return [];
    const compared = comparedWithZero(end.cond);
    if (compared === null) return [...along(end.then, behind), ...along(end.else, behind)];
    const [other, zero] = compared.op === 'ne' ? [end.then, end.else] : [end.else, end.then];
    return [...along(other, whereNot(behind, compared.variable)), ...along(zero, whereZero(behind, compared.variable))];
  }
}

/** A variable, tested for zero. */
function comparedWithZero(cond: Expr): { readonly op: 'eq' | 'ne'; readonly variable: VarId } | null {
  if (cond.kind !== 'binary' || (cond.op !== 'eq' && cond.op !== 'ne')) return null;
  const left = withoutCasts(cond.left);
  const isZero = cond.right.kind === 'const' && cond.right.value === 0n;
  return isZero && left.kind === 'var' ? { op: cond.op, variable: left.id } : null;
}

function whereNot(stand: Stand, variable: VarId): Stand {
  const held = stand.held.get(variable);
  const spot = held && stand.spots.get(held.from);
  if (!spot) return withoutNull(stand, variable);
  // behind the end nothing follows from it
  return spot.characters === held.by ? withSpot(stand, held.from, { ...spot, characters: held.by + 1n }) : stand;
}

/** Null: it never is there. */
function whereZero(stand: Stand, variable: VarId): Stand | null {
  const spot = stand.spots.get(variable);
  if (!spot) return stand;
  return spot.mayBeNull ? withSpot(stand, variable, NULL) : null;
}

/** The pointer is used: then the walk's own, which it was made of, isn't null either. */
function withoutNull(stand: Stand, variable: VarId): Stand {
  const spot = stand.spots.get(variable);
  if (!spot) return stand;
  return { ...withSpot(stand, variable, { ...spot, mayBeNull: false }), isNonNull: true };
}

const withSpot = (stand: Stand, variable: VarId, spot: Spot): Stand => ({
  ...stand,
  spots: new Map([...stand.spots, [variable, spot]]),
});

/** It has a new value, of which only this is known. */
function assigned(stand: Stand, variable: VarId, spot: Spot | null): Stand {
  const spots = new Map(stand.spots);
  if (spot) spots.set(variable, spot);
  else spots.delete(variable);
  const held = new Map([...stand.held].filter(([v, { from }]) => v !== variable && from !== variable));
  return { ...stand, spots, held };
}

function behindStatement(stand: Stand, s: Stmt, shape: LoopShape): Stand {
  switch (s.kind) {
    case 'assign': {
      const used = usedIn(stand, s.value);
      const isPointer = shape.cfg.fn.variables[s.target]?.pointer === true;
      return assigned(used, s.target, isPointer ? spotOf(used, s.value) : null);
    }
    case 'go-through': {
      const place = s.guard === null && s.position ? placeIn(stand, s.position) : null;
      return place ? withoutNull(stand, place.from) : stand;
    }
    case 'load-at':
      return characterRead(stand, s.target, s.access);
    case 'load': {
      const place = elementAt(stand, s, shape);
      return place ? holding(stand, s.target, place) : assigned(stand, s.target, null);
    }
    case 'havoc':
      return s.from ? characterRead(stand, s.target, s.from) : assigned(stand, s.target, foundAt(stand, s));
    default:
      return variablesWritten(s).reduce((met, v) => assigned(met, v, null), stand);
  }
}

function characterRead(stand: Stand, target: VarId, { position, index, path, type }: Access): Stand {
  const place = path === '' && index === null && type.bits === 8 ? placeIn(stand, position) : null;
  return place ? holding(stand, target, place) : assigned(stand, target, null);
}

/** Where something was found, if it is in the text. */
function foundAt(stand: Stand, s: Stmt): Spot | null {
  const found = foundIn(s);
  const from = found && stand.spots.get(found.text);
  return from ? { least: from.least, characters: found.characters, mayBeNull: true } : null;
}

interface Place {
  readonly from: VarId;
  readonly by: bigint;
}

function holding(stand: Stand, target: VarId, place: Place): Stand {
  const used = assigned(withoutNull(stand, place.from), target, null);
  return place.from === target ? used : { ...used, held: new Map([...used.held, [target, place]]) };
}

/** Nobody reckons from a null pointer (C11 6.5.6p8). */
function usedIn(stand: Stand, value: Expr): Stand {
  const place = placeIn(stand, value);
  return place && place.by !== 0n ? withoutNull(stand, place.from) : stand;
}

function spotOf(stand: Stand, value: Expr): Spot | null {
  if (value.kind === 'const' && value.value === 0n) return NULL;
  const place = placeIn(stand, value);
  const spot = place && stand.spots.get(place.from);
  if (!spot) return null;
  const [least, characters] = [spot.least + place.by, spot.characters - place.by];
  return characters < 0n || (place.by < 0n && least < 0n) ? null : { ...spot, least, characters };
}

/** A pointer into the text, and a number. */
function placeIn(stand: Stand, position: Expr): Place | null {
  const { constant, plus, minus } = sumOf(position) ?? { constant: 0n, plus: [], minus: [] };
  const [from] = plus;
  const isOne = from !== undefined && plus.length === 1 && minus.length === 0 && stand.spots.has(from);
  return isOne ? { from, by: constant } : null;
}

/** Which character it is, of an array that a pointer leads into which the loop leaves alone: `s - start + 1`. */
function elementAt(
  stand: Stand,
  s: Stmt & { readonly kind: 'load' | 'store' },
  { cfg, written }: LoopShape,
): Place | null {
  const { constant, plus, minus } = sumOf(s.index) ?? { constant: 0n, plus: [], minus: [] };
  const [[from, ...others], [base, ...more]] = [plus, minus];
  if (from === undefined || base === undefined || others.length + more.length > 0) return null;
  const isOfText = cfg.fn.arrays[s.array]?.element.bits === 8 && !written.has(base) && stand.spots.has(from);
  return isOfText ? { from, by: constant } : null;
}

/** Bits that hold a pointer. */
const WHOLE = 63;

interface Sum {
  readonly constant: bigint;
  readonly plus: readonly VarId[];
  readonly minus: readonly VarId[];
}

function sumOf(e: Expr): Sum | null {
  switch (e.kind) {
    case 'const':
      return { constant: e.value, plus: [], minus: [] };
    case 'var':
      return { constant: 0n, plus: [e.id], minus: [] };
    case 'cast':
      return e.type.bits >= WHOLE ? sumOf(e.arg) : null;
    case 'binary': {
      if (e.op !== 'add' && e.op !== 'sub') return null;
      const [left, right] = [sumOf(e.left), sumOf(e.right)];
      if (!left || !right) return null;
      const [more, less] = e.op === 'add' ? [right.plus, right.minus] : [right.minus, right.plus];
      return {
        constant: e.op === 'add' ? left.constant + right.constant : left.constant - right.constant,
        plus: [...left.plus, ...more],
        minus: [...left.minus, ...less],
      };
    }
    default:
      return null;
  }
}

/** Without those that are zero where the value is. */
function withoutCasts(e: Expr): Expr {
  return e.kind === 'cast' && e.type.bits >= e.arg.type.bits ? withoutCasts(e.arg) : e;
}

/** Where two ways meet. */
function join(a: Stand, b: Stand): Stand {
  const spots = new Map<VarId, Spot>();
  for (const [v, one] of a.spots) {
    const other = b.spots.get(v);
    if (other)
      spots.set(v, {
        least: one.least < other.least ? one.least : other.least,
        characters: one.characters < other.characters ? one.characters : other.characters,
        mayBeNull: one.mayBeNull || other.mayBeNull,
      });
  }
  const held = new Map(
    [...a.held].filter(([v, { from, by }]) => {
      const other = b.held.get(v);
      return other?.from === from && other.by === by;
    }),
  );
  return { isNonNull: a.isNonNull && b.isNonNull, spots, held };
}

const isSame = (a: Stand, b: Stand): boolean =>
  a.isNonNull === b.isNonNull &&
  a.held.size === b.held.size &&
  a.spots.size === b.spots.size &&
  [...a.spots].every(([v, one]) => {
    const other = b.spots.get(v);
    return other?.least === one.least && other.characters === one.characters && other.mayBeNull === one.mayBeNull;
  });

const TEXT: MemoryPlace = {
  unit: 'char',
  path: '',
  type: { bits: 8, signed: true, bool: false, name: 'char' },
};

/** Who may make the text longer, in words. */
function othersThatWrite(
  stands: ReadonlyMap<BlockId, Stand>,
  text: string,
  { walker }: Walk,
  shape: LoopShape,
): readonly string[] {
  // text that goes on into the very pointer that goes through it isn't reckoned with
  const isOwn = (s: Stmt): boolean => 'target' in s && s.target === walker && !shape.cfg.fn.variables[walker]?.packed;
  const writing = new Set<string>();
  for (const [b, first] of stands) {
    let stand = first;
    for (const s of (shape.cfg.fn.blocks[b] as Block).stmts) {
      if (!isOwn(s) && mayWrite(s, TEXT, shape.cfg) && !isWithin(s, stand, shape)) writing.add(who(s));
      stand = behindStatement(stand, s, shape);
    }
  }
  if (writing.size === 0) return [];
  return [leavesAlone(namedOrAll(writing), `change what ${text} points to`)];
}

/** The text's end stays: a zero is stored, or what is stored goes over another of its characters; `errno` is no text. */
function isWithin(s: Stmt, stand: Stand, shape: LoopShape): boolean {
  if (s.kind === 'havoc') return s.by === undefined && s.reason.code === 'library-result';
  if (s.kind !== 'store') return false;
  if (s.value.kind === 'const' && BigInt.asUintN(8, s.value.value) === 0n) return true;
  const place = elementAt(stand, s, shape);
  const spot = place && stand.spots.get(place.from);
  return spot ? spot.least + place.by >= 0n && spot.characters > place.by : false;
}
