/** What a call or a store through a pointer may change and probably doesn't: a bound may rest on that, and says so. */
import { READ, applications, isConst, printC, sub, sym, symbolsOf } from '../logic/index.ts';
import type { AppTerm, Symbol, Term } from '../logic/index.ts';
import type { ArrayObject, Block, FromCall, IrFunction, Stmt } from '../program/index.ts';
import { isPointee, spelled } from '../program/index.ts';
import { listed } from '../source/index.ts';
import type { BlockEffects } from './block-effects.ts';
import { isSteady } from './limit-calls.ts';
import { leavesAlone, namedOrAll, theStoreIn } from './left-alone.ts';
import type { LoopShape } from './loop-shape.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { placesIn, pointersIn } from './memory-reads.ts';
import { bytesOf, isOfStore, isPlain, writersOf, writesAnother } from './memory-writes.ts';
import { moves } from './progress.ts';
import type { JustBefore } from './values-before-loop.ts';

/** A change that is only possible. */
export function mayBeIgnored(statement: Stmt): boolean {
  switch (statement.kind) {
    case 'havoc':
      return (
        (isOnlyPossible(statement) && !isHandedOver(statement)) || statement.alias !== undefined || isOfStore(statement)
      );
    case 'havoc-array':
      return isOnlyPossible(statement) || statement.alias !== undefined || statement.stored !== undefined;
    default:
      return false;
  }
}

/** A call may change it, by a pointer or by code that isn't seen: no function of the file sets it by its name. */
const isOnlyPossible = ({ by }: { readonly by?: FromCall }): boolean => by?.what === 'effect' && by.named !== true;

/** The call gets its address: `get(&x)`. */
const isHandedOver = ({ by, target }: Stmt & { readonly kind: 'havoc' }): boolean =>
  by?.given?.includes(target) === true;

/**
 * What is read at a place stays as it is: no call changes it, and no store through a pointer to another member or type.
 */
export const keepsMemory = (s: Stmt, place: MemoryPlace, fn: IrFunction): boolean =>
  mayBeIgnored(s) ||
  (s.kind === 'havoc' && isOnlyPossible(s)) ||
  writesAnother(s, place, fn) ||
  (s.kind === 'note' && (s.by !== undefined || (s.to ? !isSamePlace(s.to, place) : isOfAnother(s, place)))) ||
  ('by' in s && s.by?.stores !== undefined && s.by.what === 'result');

/** A store through a pointer to what isn't known, and isn't called as the place is. */
const isOfAnother = (s: Stmt & { readonly kind: 'note' }, place: MemoryPlace): boolean =>
  s.reason.code === 'pointer-store' &&
  (s.stores ?? 'anything') === 'anything' &&
  !(place.guessed && s.untyped === place.path);

const isSamePlace = (a: MemoryPlace, b: MemoryPlace): boolean => a.unit === b.unit && bytesOf(a) === bytesOf(b);

/** With more names than this a sentence is no use: a reader can't check them all. */
const MOST_TOLD = 3;

/**
 * What had to be ignored for quantities to move as they were taken to, in words: "log_() doesn't change s->n". Null:
 * too much.
 */
export function ignoredBy(
  quantities: readonly Term[],
  effects: BlockEffects,
  before: JustBefore,
): readonly string[] | null {
  const { shape, reading } = effects;
  const told = new Map<string, Set<string>>();
  const trust = (s: Stmt, name: string): void => {
    told.set(name, (told.get(name) ?? new Set()).add(who(s)));
  };
  const same = new Set<string>();
  for (const { stmt, name } of ignoredNames(quantities, effects, before)) {
    const limit = reading.limits?.get(stmt);
    if (limit === undefined) trust(stmt, name);
    else if (!isSteady(stmt, shape)) same.add(limit);
  }
  const reads = new Map(quantities.flatMap((q) => placesIn(q, reading.symbols)).map((r) => [r.read, r.place]));
  const guessed: string[] = [];
  const apart = new Set<string>();
  for (const [read, place] of reads) {
    const trusted = writers(place, shape).filter(
      (s) => reading.trusts(s, place, shape.cfg.fn) && !isOwnStep(s, read, effects),
    );
    const name = trusted.length > 0 || place.guessed ? nameOfRead(read, effects, before) : '';
    if (name === null) return null;
    if (place.guessed) guessed.push(`${name} is of type ${place.type.name}`);
    for (const s of trusted) {
      const notTo = place.path === '' ? leadsNotTo(s, read, effects, before) : null;
      if (notTo === null) trust(s, name);
      else apart.add(notTo);
    }
  }
  if (told.size + same.size + guessed.length + apart.size > MOST_TOLD) return null;
  return [...guessed, ...[...same].map((limit) => `${limit} stays the same`), ...apart, ...inWords(told)];
}

/** "p doesn't point to n", where n is set; null: it is no such statement, or what is read through has no name. */
function leadsNotTo(s: Stmt, { args: [position] }: AppTerm, effects: BlockEffects, before: JustBefore): string | null {
  const { cfg } = effects.shape;
  const variable =
    s.kind === 'assign' || s.kind === 'nondet' || s.kind === 'load' ? cfg.fn.variables[s.target] : undefined;
  if (!variable || variable.pointer || !isPlain(variable) || !position) return null;
  const [pointer, ...others] = pointersIn(position, cfg, effects.reading.symbols);
  const text = pointer && others.length === 0 ? printC(pointer, before.inside) : null;
  return text === null ? null : `${text} doesn't point to ${variable.name}`;
}

/**
 * The pointer that is read at goes on. No byte that it comes to changes by that, even if it leads into itself: it is an
 * object of its own, on a multiple of its size, and going on from one of its bytes to another changes the first alone.
 * Text that goes on into the very pointer that goes through it isn't reckoned with.
 */
function isOwnStep(s: Stmt, { args: [position] }: AppTerm, effects: BlockEffects): boolean {
  const { shape } = effects;
  const { fn, symbols } = shape.cfg;
  const own = s.kind === 'assign' ? fn.variables[s.target] : undefined;
  if (!own?.pointer || !position || own.packed) return false;
  const at = sym(symbols[own.id] as Symbol);
  const goesOn = (t: Term | null | undefined): boolean => {
    const by = t && sub(t, at);
    return by != null && isConst(by) && by.value >= 0n;
  };
  return goesOn(position) && shape.order.every((b) => !effects.of(b).has(own.id) || goesOn(effects.of(b).get(own.id)));
}

/**
 * What a read looks at: `s->n`; of a place that moves on all that it comes to: "what argv points to". Null: it has no
 * name.
 */
function nameOfRead(read: AppTerm, effects: BlockEffects, before: JustBefore): string | null {
  const [position] = read.args;
  if (!position || !moves(position, effects)) return printC(read, before.inside);
  const [pointer, ...others] = pointersIn(position, effects.shape.cfg, effects.reading.symbols);
  const text = pointer && others.length === 0 ? printC(pointer, before.inside) : null;
  return text === null ? null : `what ${text} points to`;
}

/** Statements that are ignored, each with what of the quantity it may change. */
function ignoredNames(
  quantities: readonly Term[],
  effects: BlockEffects,
  before: JustBefore,
): readonly { readonly stmt: Stmt; readonly name: string }[] {
  const { cfg, order } = effects.shape;
  const symbols = new Set(quantities.flatMap((q) => [...symbolsOf(q)]));
  const reads = [...applications(quantities, READ).values()];
  const changed = (s: Stmt): readonly string[] => {
    if (s.kind === 'havoc' || s.kind === 'nondet')
      return symbols.has(cfg.symbols[s.target] as never) ? [cfg.fn.variables[s.target]?.name ?? '?'] : [];
    if (s.kind !== 'havoc-array') return [];
    const own = reads.filter((read) => read.of === cfg.arrays[s.array]);
    const elements = own.map((read) => elementRead(read, effects, before));
    return elements.includes(null) ? [nameOfArray(cfg.fn.arrays[s.array])] : (elements as string[]);
  };
  return order.flatMap((b) =>
    (cfg.fn.blocks[b] as Block).stmts.flatMap((stmt) =>
      effects.reading.ignores(stmt) ? changed(stmt).map((name) => ({ stmt, name })) : [],
    ),
  );
}

/** The one element that is read in every iteration; null: it isn't one, or has no name. */
function elementRead(read: AppTerm, effects: BlockEffects, before: JustBefore): string | null {
  const [index] = read.args;
  return index && !moves(index, effects) ? printC(read, before.inside) : null;
}

/** The parameter itself keeps its value; `d->name` is an array itself. */
function nameOfArray(array: ArrayObject | undefined): string {
  if (!array) return '?';
  return isPointee(array) && /^\w+$/.test(array.name) ? `what ${array.name} points to` : spelled(array);
}

const writers = (place: MemoryPlace, { cfg, order }: LoopShape): readonly Stmt[] =>
  order.flatMap(writersOf(place, cfg));

function inWords(told: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const byWho = new Map<string, { readonly who: readonly string[]; readonly names: string[] }>();
  for (const [name, all] of told) {
    const who = namedOrAll(all);
    const key = [...who].sort().join();
    byWho.set(key, { who, names: [...(byWho.get(key)?.names ?? []), name] });
  }
  return [...byWho.values()].map(({ who, names }) => leavesAlone(who, `change ${listed(names, 'or')}`));
}

/** Who does what the statement stands for: a call, or a store by its line. */
export function who(statement: Stmt): string {
  const by = 'by' in statement ? statement.by : undefined;
  const range = statement.kind === 'note' ? statement.reason.range : statement.range;
  if (!by) return theStoreIn(range?.start.line ?? 0);
  return by.callee === null ? `the function called in line ${by.range.start.line}` : `${by.callee}()`;
}
