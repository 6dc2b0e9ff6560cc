/**
 * What a C expression just before a loop can speak of. Variables have their names there. The loop's own initialiser is
 * folded in.
 */
import type { ArrayObject, Block, BlockId, Cfg, Expr, Loop, Stmt, VarId, Variable } from '../program/index.ts';
import { bySymbol, isBehindPointer, isPointee, readVariables } from '../program/index.ts';
import { grouped } from './grouped.ts';
import { settledBefore } from './settled-values.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { ALL_OF, isPointerRead, partOfUnion, placeOf, readTerm, spelling } from './memory-reads.ts';
import { mayWrite } from './memory-writes.ts';
import { READ, app, elementOf, intervalOf, partsOf, sym } from '../logic/index.ts';
import type { CNames, Symbol, Symbols, Term } from '../logic/index.ts';
import { isBefore, isWithin, mentions } from '../source/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { straightValues } from '../explore/index.ts';

export interface JustBefore {
  /** Values at the loop's head over those just before the loop; null: they can't be told by these. */
  readonly values: ReadonlyMap<Symbol, Term | null>;
  /** The same of one; undefined: it has its own value there. */
  valueOf(s: Symbol): Term | null | undefined;
  /** What the only assignment on the way there gives it, over what it speaks of; null: it can't be told. */
  settled(s: Symbol): Term | null;
  /** Names for `logic/print-c-expression.ts`; knows nothing of signs. */
  readonly names: Omit<CNames, 'nonNegative'>;
  /** Names for what a person reads about the loop's inside: variables that are declared there, too. */
  readonly inside: CNames;
  /** The number of pointers that are added, less those that are taken away: 0 for `end - p`. */
  pointersIn(sum: Term): bigint;
  /** The same at a `for`'s first test, behind what its head sets; null where it sets nothing. */
  readonly atFirst: AtFirstTest | null;
}

export interface AtFirstTest extends JustBefore {
  /** Of the variables in a text, those that the head sets. */
  setIn(text: string): readonly string[];
}

/** Just before the loop, by the symbols that stand for the variables at its head. */
export function justBefore(cfg: Cfg, loop: Loop, symbols: Symbols, mode: IntegerMode): JustBefore {
  const { fn } = cfg;
  const { variableOf, byName } = tablesOf(cfg);
  // a macro may make a function as a whole: its parameters are there, wherever they are written
  const isNameable = (v: Variable): boolean =>
    v.scope === 'param' ||
    (v.scope !== 'temp' && !v.unnamed && !v.ofCallee && !(v.range && isWithin(v.range, loop.site.range)));
  let called: ReadonlySet<VarId> | null = null;
  const cName = (symbol: Symbol): string | null => {
    const variable = variableOf.get(symbol);
    if (variable === undefined || !isNameable(variable)) return null;
    const { name, id } = variable;
    const candidates = (byName.get(name) ?? []).filter(isNameable);
    if (candidates.length === 1) return name;
    const meant = meantAt(cfg, loop, candidates);
    if (meant !== undefined) return meant?.id === id ? name : null;
    // where that isn't known it means the one that the loop itself calls so, if that shows
    called ??= calledByName(cfg, loop);
    return called.has(id) ? name : null;
  };
  const isPosition = (s: Symbol): boolean => variableOf.get(s)?.pointer === true;
  const { positions = [] } = fn;
  let written: readonly Stmt[] | null = null;
  const isKept = (place: MemoryPlace): boolean => {
    written ??= writtenInHead(cfg, loop);
    return !written.some((s) => mayWrite(s, place, cfg));
  };
  const isArrayKept = (array: number): boolean => {
    written ??= writtenInHead(cfg, loop);
    return !written.some((s) => mayWriteArray(s, array));
  };
  const namesBy = (
    name: (s: Symbol) => string | null,
    isSafe: (place: MemoryPlace) => boolean,
    isSafeArray: (array: number) => boolean,
  ): CNames => {
    const partOf = (s: Symbol, run = ALL_OF): string | null => {
      const [own, variable] = [name(s), variableOf.get(s)];
      return own === null || !variable ? own : partOfUnion(own, variable.type, run);
    };
    const names: CNames = {
      symbol: (s) => partOf(s),
      part(of, args, run) {
        const place = placeOf(of, symbols);
        if (!place) return variableOf.get(of)?.type.union ? partOf(of, run) : null;
        return place.type.union && isSafe(place)
          ? spelling(place, args, { names, symbols, isPosition, positions }, run)
          : null;
      },
      element(of, index, args) {
        const place = placeOf(of, symbols);
        if (place) return isSafe(place) ? spelling(place, args, { names, symbols, isPosition, positions }) : null;
        const array = of.kind === 'array' ? fn.arrays[of.id] : undefined;
        if (!array || !isSafeArray(array.id) || fn.arrays.filter((a) => a.name === array.name).length > 1) return null;
        return named(array, index, args[0], names);
      },
      inWidth: true,
      nonNegative: () => false,
    };
    return names;
  };
  const values = bySymbol(initialised(cfg, loop, symbols, mode), cfg.symbols);
  // what the head sets first isn't what it was before
  const settled = settledValues(cfg, loop, { symbols, mode, isNamed: (s) => !values.has(s) && cName(s) !== null });
  const { nonNegative: _, ...names } = namesBy(cName, isKept, isArrayKept);
  // only what is worth a byte is compared with characters
  const character: CNames['character'] = (value, compared) => {
    const { lo, hi } = intervalOf(compared, symbols.range);
    return lo !== null && hi !== null && hi - lo === 255n ? (fn.characters?.get(value) ?? null) : null;
  };
  const insideName = (s: Symbol): string | null => {
    const v = variableOf.get(s);
    return v === undefined || v.scope === 'temp' || v.unnamed ? null : v.name;
  };
  const insideNames = namesBy(
    insideName,
    () => true,
    () => true,
  );
  const inside = { ...insideNames, character };
  const set = [...values.keys()];
  // what the head declares hides others of its name
  const declared = new Map(
    set.flatMap((s) => {
      const name = isDeclaredIn(variableOf.get(s), loop) ? insideName(s) : null;
      return name === null ? [] : [[name, s] as const];
    }),
  );
  const firstName = (s: Symbol): string | null => {
    const name = insideName(s) ?? cName(s);
    const hiding = name === null ? undefined : declared.get(name);
    return hiding === undefined ? cName(s) : hiding === s ? name : null;
  };
  const settledThen = settledValues(cfg, loop, { symbols, mode, isNamed: (s) => firstName(s) !== null });
  const told: JustBefore = {
    values,
    valueOf: (s) => values.get(s) ?? (values.has(s) || cName(s) === null ? (settled(s) ?? values.get(s)) : undefined),
    settled,
    names,
    inside,
    pointersIn: (sum) =>
      partsOf(sum)
        .parts.filter(({ mono }) => (mono.kind === 'sym' ? isPosition(mono.symbol) : isPointerRead(mono, symbols)))
        .reduce((all, { coef }) => all + coef, 0n),
    atFirst: null,
  };
  if (set.length === 0) return told;
  const setNames = set.flatMap((s) => firstName(s) ?? []);
  const inMemory = new Set<string>();
  const all = namesBy(
    firstName,
    () => true,
    () => true,
  );
  // what it may write in memory is called as it is then, too
  const noted = (text: string | null, of: Symbol): string | null => {
    const place = placeOf(of, symbols);
    const isAsBefore = place ? isKept(place) : of.kind !== 'array' || isArrayKept(of.id);
    if (text !== null && !isAsBefore) inMemory.add(text);
    return text;
  };
  const first: CNames = {
    ...all,
    element: (of, index, args) => noted(all.element(of, index, args), of),
    ...(all.part && { part: (of, args, run) => noted(all.part?.(of, args, run) ?? null, of) }),
  };
  return {
    ...told,
    atFirst: {
      ...told,
      values: new Map(),
      valueOf: (s) => (firstName(s) === null ? (settledThen(s) ?? undefined) : undefined),
      names: first,
      setIn: (text) => [
        ...setNames.filter((name) => mentions(text, name)),
        ...[...inMemory].filter((memory) => !setNames.includes(memory) && text.includes(memory)),
      ],
    },
  };
}

const isDeclaredIn = (v: Variable | undefined, { site }: Loop): boolean =>
  v?.scope === 'local' && v.range !== null && isWithin(v.range, site.head);

/**
 * Which of the variables with a name is called so where the loop begins: the one that is declared innermost around it.
 * Null: none. Undefined: it isn't known in which blocks they are declared.
 */
function meantAt({ fn }: Cfg, { site }: Loop, variables: readonly Variable[]): Variable | null | undefined {
  if (site.kind === 'goto') return undefined;
  let meant: Variable | null = null;
  for (const v of variables) {
    const isOfFile = v.scope === 'global' && v.block === undefined && !(v.range && isWithin(v.range, fn.range));
    if (v.block === undefined && v.scope !== 'param' && !isOfFile) return undefined;
    const isThere =
      v.block === undefined ||
      (v.range !== null && isBefore(v.range.start, site.range.start) && isWithin(site.range, v.block ?? fn.range));
    const isInner =
      meant === null || (v.block ? !meant.block || isWithin(v.block, meant.block) : !meant.block && !isOfFile);
    if (isThere && isInner) meant = v;
  }
  return meant;
}

/** `a[i]`, `m[i][k]`, `*p`: `at` is the index as a term. */
function named(array: ArrayObject, index: string, at: Term | undefined, names: CNames): string | null {
  if (array.unspoken) return null;
  if (!array.flat) return array.shape && at ? elementOf(array.shape, at, names) : null;
  return index === '0' && isPointee(array) ? `*${array.name}` : `${array.name}[${index}]`;
}

/** What is asked for each loop and is the same for all of a function: a function may have thousands. */
interface Tables {
  readonly variableOf: ReadonlyMap<Symbol, Variable>;
  readonly byName: ReadonlyMap<string, readonly Variable[]>;
  /** Statements that set a variable, in the order of their blocks, by the lines that they begin in. */
  readonly settingAt: ReadonlyMap<number, readonly SettingStatement[]>;
}

interface SettingStatement {
  readonly block: BlockId;
  readonly stmt: Stmt & { readonly range: SourceRange };
  readonly target: VarId;
}

const tables = new WeakMap<Cfg, Tables>();

function tablesOf(cfg: Cfg): Tables {
  const known = tables.get(cfg);
  if (known !== undefined) return known;
  const { fn, symbols, reachable } = cfg;
  const made: Tables = {
    variableOf: new Map(symbols.map((s, v) => [s, fn.variables[v] as Variable])),
    byName: grouped(fn.variables, (v) => v.name),
    settingAt: grouped(
      settingStatements(fn.blocks.filter((b) => reachable.has(b.id))),
      ({ stmt }) => stmt.range.start.line,
    ),
  };
  tables.set(cfg, made);
  return made;
}

function settingStatements(blocks: readonly Block[]): SettingStatement[] {
  return blocks.flatMap(({ id, stmts }) =>
    stmts.flatMap((stmt) =>
      'target' in stmt && stmt.target !== null && 'range' in stmt ? [{ block: id, stmt, target: stmt.target }] : [],
    ),
  );
}

interface Naming {
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  isNamed(s: Symbol): boolean;
}

/** Values of variables that have no name before the loop, by what is assigned to them on the way there. */
function settledValues(cfg: Cfg, loop: Loop, { symbols, mode, isNamed }: Naming): (s: Symbol) => Term | null {
  const { variableOf } = tablesOf(cfg);
  const told = (v: VarId, depth: number): Term | null => {
    const settled = depth > 0 ? settledBefore(cfg, loop, v) : null;
    if (!settled) return null;
    const { stmt, between } = settled;
    const from = stmt.kind === 'havoc' ? stmt.from : undefined;
    if (from && between.some((s) => mayWrite(s, from, cfg))) return null;
    return valueAfter([stmt], v, (id) => {
      const s = cfg.symbols[id] as Symbol;
      return isNamed(s) ? sym(s) : told(id, depth - 1);
    });
  };
  const valueAfter = (stmts: readonly Stmt[], v: VarId, before: (id: VarId) => Term | null): Term | null =>
    valuesAfter(stmts, cfg, { symbols, mode, before })?.get(v) ?? null;
  return (s) => {
    const v = variableOf.get(s)?.id;
    return v === undefined ? null : told(v, MOST_STEPS);
  };
}

/** Values of values of values aren't followed further. */
const MOST_STEPS = 4;

/** What the head of a `for` does before the loop. */
function writtenInHead({ fn, reachable }: Cfg, { site, blocks }: Loop): readonly Stmt[] {
  if (site.kind !== 'for') return [];
  const before = fn.blocks.filter((b) => !blocks.has(b.id) && reachable.has(b.id));
  return before.flatMap((b) =>
    b.stmts.filter((s) => {
      const range = s.kind === 'note' ? s.reason.range : 'range' in s ? s.range : null;
      return range !== null && isWithin(range, site.head);
    }),
  );
}

/** Whether the statement may change the elements of this array; other names of it show in statements of their own. */
function mayWriteArray(statement: Stmt, array: number): boolean {
  switch (statement.kind) {
    case 'store':
    case 'fill-array':
    case 'havoc-array':
      return statement.array === array;
    case 'call':
    case 'store-at':
      return true;
    default:
      return false;
  }
}

/**
 * Locals that the loop's own code uses, by their names. They are declared outside of it and no pointer leads to them.
 * So the names mean them there.
 */
function calledByName({ fn }: Cfg, loop: Loop): ReadonlySet<VarId> {
  const out = new Set<VarId>();
  const use = (id: VarId): void => {
    const v = fn.variables[id];
    if (v && (v.scope === 'local' || v.scope === 'param') && !v.addressTaken && !isBehindPointer(v)) out.add(id);
  };
  const uses = (expression: Expr): void => {
    for (const v of readVariables(expression)) use(v);
  };
  if (loop.site.kind === 'goto') return out;
  for (const b of loop.blocks) {
    const block = fn.blocks[b];
    for (const s of block?.stmts ?? [])
      if (s.kind === 'assign' && isWithin(s.range, loop.site.range)) {
        use(s.target);
        uses(s.value);
      } else if (s.kind === 'havoc' && s.from && isWithin(s.range, loop.site.range)) uses(s.from.position);
      else if (s.kind === 'load' && isWithin(s.range, loop.site.range)) uses(s.index);
    if (block?.end.kind === 'branch' && isWithin(block.end.range, loop.site.range)) uses(block.end.cond);
  }
  return out;
}

/** What the head of a `for` sets before the loop. */
function initialised(cfg: Cfg, loop: Loop, symbols: Symbols, mode: IntegerMode): ReadonlyMap<VarId, Term | null> {
  const { site } = loop;
  if (site.kind !== 'for') return new Map();
  const inHead = (s: Stmt): boolean => 'range' in s && isWithin(s.range, site.head);
  const out = setInHead(cfg, loop, inHead);
  const stmts = straightBefore(cfg, loop);
  if (stmts === null) return out;
  let from = stmts.length;
  while (from > 0 && inHead(stmts[from - 1] as Stmt)) from--;
  // set elsewhere in the head, too: by a part of it that has branches
  for (const [v, t] of valuesAfter(stmts.slice(from), cfg, {
    symbols,
    mode,
    before: (v) => sym(cfg.symbols[v] as Symbol),
  }) ?? [])
    out.set(v, t);
  return out;
}

/** Variables that statements of the head before the loop set: their values are open. */
function setInHead(cfg: Cfg, loop: Loop, inHead: (s: Stmt) => boolean): Map<VarId, Term | null> {
  const { settingAt } = tablesOf(cfg);
  const { start, end } = loop.site.head;
  const lines = Array.from({ length: end.line - start.line + 1 }, (_, i) => settingAt.get(start.line + i) ?? []);
  return new Map(
    lines
      .flat()
      .filter(({ block, stmt }) => !loop.blocks.has(block) && inHead(stmt))
      .map(({ target }) => [target, null] as const),
  );
}

/** The statements of the only block that leads to the loop, and nowhere else; null where there is none. */
function straightBefore(cfg: Cfg, loop: Loop): readonly Stmt[] | null {
  const leading = cfg.predecessors.get(loop.site.header) ?? [];
  const [only, ...others] = leading.filter((b) => !loop.blocks.has(b)).map((b) => cfg.fn.blocks[b] as Block);
  return only && others.length === 0 && only.end.kind === 'goto' ? only.stmts : null;
}

/** Values that statements assign, over those before them; null where one of them is more than an assignment. */
function valuesAfter(
  stmts: readonly Stmt[],
  cfg: Cfg,
  { symbols, mode, before }: Pick<Naming, 'symbols' | 'mode'> & { before(v: VarId): Term | null },
): ReadonlyMap<VarId, Term | null> | null {
  const silent = (s: Stmt): boolean => s.kind === 'note' || s.kind === 'go-through';
  if (!stmts.every((s) => silent(s) || ('target' in s && s.target !== null))) return null;
  return straightValues(stmts, {
    symbols,
    mode,
    before,
    other: (s, valueOf) => {
      if (s.kind === 'havoc') return s.from ? readTerm(s.from, valueOf, symbols, mode) : null;
      if (s.kind !== 'load') return null;
      const array = cfg.arrays[s.array] as Symbol;
      symbols.setType(array, (cfg.fn.arrays[s.array] as ArrayObject).element, mode);
      return app(READ, [valueOf(s.index)], array);
    },
  });
}
