/**
 * What each block of a loop does to the variables, as terms over their values where it begins; null: that isn't known.
 */
import { Translator } from '../explore/index.ts';
import type { ExpressionHost } from '../explore/index.ts';
import {
  READ,
  TRUE,
  TooLarge,
  add,
  app,
  classifiedBy,
  conjuncts,
  eq0,
  ge0,
  int,
  intervalOf,
  mod,
  nearZero,
  not,
  or,
  partsOf,
  plus,
  sub,
  substitute,
  sym,
  symbolsOf,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Formula, RangeOf, Symbol, Symbols, Term } from '../logic/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { Access, Block, BlockId, Cfg, Expr, Known, Stmt, VarId, Variable } from '../program/index.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { placeKey, placeSymbol, readTerm } from './memory-reads.ts';
import { writersOf, writesAnywhere } from './memory-writes.ts';
import type { FixedCounts, InnerRounds } from './inner-rounds.ts';
import { roundsWithin } from './inner-rounds.ts';
import type { LoopShape, Trust } from './loop-shape.ts';
import { variablesWritten, runsOthers } from './loop-shape.ts';
import { readVariables, shiftsByVariable } from '../program/index.ts';

/** What is `ignored` or `trusted` stays as it is: the bound then rests on that. */
export interface Reading extends Trust {
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
  /** Variables that no statement of the loop may write, with what they are worth. */
  readonly constants: Known;
  /** What is known of loops within it. */
  readonly fixed: FixedCounts;
  /** Reads of what the loop writes that give what was there before it; `all`: as if they all did. */
  readonly ahead?: 'all' | ReadonlySet<Stmt>;
}

/** A read or a write of one element, or of memory at one position. */
export interface Touch {
  readonly writes: boolean;
  readonly block: BlockId;
  readonly stmt: Stmt;
  /** The array, or the kind of memory, that it is in: of bytes the same, with a sign or without. */
  readonly where: string;
  /** Stands for what is read there. */
  readonly of: Symbol;
  /** Over the values where the block begins; null: not known. */
  readonly index: Term | null;
}

/** Values by variable; null: not known. */
export type Effects = ReadonlyMap<VarId, Term | null>;

export class BlockEffects {
  readonly shape: LoopShape;
  readonly reading: Reading;
  private readonly known = new Map<BlockId, Effects>();
  private readonly open = new Set<Symbol>();
  private readonly writtenPlaces: Map<string, Writes>;
  private readonly bySymbol = new Map<Symbol, VarId>();
  private readonly meaning = new Map<BlockId, readonly Formula[]>();
  private readonly promises = new Map<BlockId, readonly Formula[]>();
  private readonly touches = new Map<BlockId, readonly Touch[]>();
  private readonly left = new Map<BlockId, ReadonlyMap<VarId, Term>>();
  private readonly mentions = new Map<BlockId, ReadonlyMap<VarId, ReadonlySet<Term>>>();
  private unknown: ReadonlySet<VarId> | null = null;
  private openWriters: readonly Stmt[] | null = null;
  private misses = false;
  private foreign: boolean | null = null;
  private inner: readonly InnerRounds[] | null = null;

  /** `like`: one of the same loop and trust, which has found out the same of who writes where. */
  constructor(shape: LoopShape, reading: Reading, like?: BlockEffects) {
    this.shape = shape;
    this.reading = reading;
    this.writtenPlaces = like?.writtenPlaces ?? new Map<string, Writes>();
    for (const v of shape.written) this.bySymbol.set(shape.cfg.symbols[v] as Symbol, v);
  }

  /** The same where such reads are taken to be ahead of what the loop writes. */
  readingAhead(ahead: NonNullable<Reading['ahead']>): BlockEffects {
    return new BlockEffects(this.shape, { ...this.reading, ahead }, this);
  }

  /** Loops within it that go round equally often each time, the innermost first. */
  get rounds(): readonly InnerRounds[] {
    return (this.inner ??= roundsWithin(this.shape, this.reading.fixed));
  }

  /** The variable of the loop's own that a symbol stands for; undefined for what the loop leaves alone. */
  variableOf(s: Symbol): VarId | undefined {
    return this.bySymbol.get(s);
  }

  /** Some block makes it what isn't known. */
  isUnknown(s: Symbol): boolean {
    const variable = this.variableOf(s);
    this.unknown ??= new Set(
      this.shape.order.flatMap((b) => [...this.of(b)].flatMap(([v, value]) => (value === null ? [v] : []))),
    );
    return variable !== undefined && this.unknown.has(variable);
  }

  /** The variables of the source in it that the loop moves: those that count on from what they are, if there are any. */
  movingNames(term: Term): readonly string[] {
    const { fn } = this.shape.cfg;
    const moving = [...symbolsOf(term)].flatMap((s) => this.variableOf(s) ?? []);
    const declared = moving.filter((v) => fn.variables[v] && fn.variables[v].scope !== 'temp');
    const counters = declared.filter((v) => this.countsOn(v));
    return (counters.length > 0 ? counters : declared).map((v) => (fn.variables[v] as Variable).name);
  }

  /** Some way through an iteration makes it of what it is. */
  countsOn(variable: VarId): boolean {
    const own = this.shape.cfg.symbols[variable] as Symbol;
    return this.shape.order.some((b) => {
      const value = this.of(b).get(variable);
      return value !== undefined && value !== null && symbolsOf(value).has(own);
    });
  }

  /** All that a block writes. */
  of(block: BlockId): Effects {
    const known = this.known.get(block);
    if (known) return known;
    const env = new Map<VarId, Term | null>();
    const meaning: Formula[] = [];
    const { stmts, end } = this.shape.cfg.fn.blocks[block] as Block;
    // how far to shift; not what is shifted
    const require: Translating['require'] = (needed, _what, _range, isAmount) => {
      if (isAmount !== true || this.reading.mode === 'mathematical') return;
      if (!this.speaksOfUnknown(symbolsOfFormula(needed)))
        meaning.push(...conjuncts(needed).map((f) => withoutTheEnd(f, this.reading.symbols.range)));
    };
    const constants = this.constantsAt(block);
    const translator = this.translator(env, { constants, require });
    const touches: Touch[] = [];
    const promised = new Map<VarId, readonly Formula[]>();
    for (const s of stmts) {
      touches.push(...this.touchesBy(s, block, translator));
      if (isGuarded(s)) meaning.push(...(attempt(() => conjuncts(not(translator.condition(s.guard, false)))) ?? []));
      if ('target' in s && s.target !== null && !this.reading.ignores(s))
        env.set(s.target, this.assigned(s, translator));
      for (const v of variablesWritten(s)) promised.set(v, this.promisedBy(s, translator));
    }
    const open = (id: VarId): Term => this.openSymbol(id);
    if (end.kind === 'branch' && shiftsByVariable(end.cond))
      attempt(() => this.translator(env, { constants, open, require }).condition(end.cond, false));
    this.promises.set(block, this.promisesBehind(promised));
    this.touches.set(block, touches);
    this.meaning.set(block, meaning);
    this.known.set(block, env);
    return env;
  }

  /**
   * What must hold where the block begins: else it goes through a pointer that leads nowhere, or shifts a value by more
   * bits than it has, and the run has no meaning.
   */
  meaningOf(block: BlockId): readonly Formula[] {
    this.of(block);
    return this.meaning.get(block) ?? [];
  }

  /** What is promised of results of calls, over the values where the block ends. */
  promisesOf(block: BlockId): readonly Formula[] {
    this.of(block);
    return this.promises.get(block) ?? [];
  }

  /** What still speaks of values that the block leaves alone, beside the result's own. */
  private promisesBehind(promised: ReadonlyMap<VarId, readonly Formula[]>): readonly Formula[] {
    const { symbols } = this.shape.cfg;
    const written = new Set([...promised.keys()].map((v) => symbols[v] as Symbol));
    return [...promised].flatMap(([v, told]) =>
      told.filter((f) => [...symbolsOfFormula(f)].every((s) => s === symbols[v] || !written.has(s))),
    );
  }

  /** What is promised of a call's result: a number's bounds, and that what is found in a text is there. */
  private promisedBy(s: Stmt, translator: Translator): readonly Formula[] {
    if (s.kind !== 'havoc') return [];
    const result = sym(this.shape.cfg.symbols[s.target] as Symbol);
    const valueOf = (e: Expr): Term | null => attempt(() => translator.value(e, false));
    const most = s.within && valueOf(s.within.most);
    const bounds = s.within && most ? [ge0(plus(result, -s.within.least)), ge0(sub(most, result))] : [];
    const found = s.by?.what === 'result' ? s.by.found : undefined;
    const { variables } = this.shape.cfg.fn;
    const read = (id: VarId): Expr => ({ kind: 'var', id, type: (variables[id] as Variable).type });
    const text = found && valueOf(read(found.text));
    if (!found || !text) return bounds;
    const size = found.size === undefined ? null : valueOf(read(found.size));
    const isWithin = size ? [ge0(plus(sub(add(text, size), result), -1n)), ge0(plus(size, -1n))] : [];
    const isFound = [ge0(sub(result, text)), ...isWithin];
    return [...bounds, ...isFound.map((f) => or(eq0(result), f))];
  }

  /** What a block reads and writes of what the loop both reads and writes, where reads are taken to be `ahead`. */
  touchesOf(block: BlockId): readonly Touch[] {
    this.of(block);
    return this.touches.get(block) ?? [];
  }

  /** Some value isn't known since the loop may write what is read. */
  missesReads(): boolean {
    for (const b of this.shape.order) this.of(b);
    return this.misses;
  }

  private touchesBy(s: Stmt, block: BlockId, translator: Translator): readonly Touch[] {
    const touch = this.reading.ahead === 'all' ? touchOf(s, this.shape.cfg, this.reading.symbols) : null;
    return touch ? [{ ...touch, stmt: s, block, index: attempt(() => translator.value(touch.index, false)) }] : [];
  }

  /** What the loop writes, it doesn't write where this statement reads it, or not before. */
  private isAhead(s: Stmt): boolean {
    const { ahead } = this.reading;
    return ahead === 'all' || ahead?.has(s) === true;
  }

  /** What a block leaves in the variables that it writes, over the values before it, and symbols for what isn't known. */
  valuesBehind(block: BlockId): ReadonlyMap<VarId, Term> {
    const known = this.left.get(block);
    if (known) return known;
    const values = new Map<VarId, Term>();
    const translator = this.translator(values, { constants: this.constantsAt(block) });
    for (const s of (this.shape.cfg.fn.blocks[block] as Block).stmts) {
      const told = 'target' in s && s.target !== null ? this.assigned(s, translator) : null;
      for (const v of variablesWritten(s)) values.set(v, this.openSymbol(v));
      if ('target' in s && s.target !== null && told !== null) values.set(s.target, told);
    }
    this.left.set(block, values);
    return values;
  }

  /** What a block's statements speak of to give variables their values, whatever is left of that in the end. */
  mentionedIn(block: BlockId): ReadonlyMap<VarId, ReadonlySet<Term>> {
    const known = this.mentions.get(block);
    if (known) return known;
    const env = new Map<VarId, Term | null>();
    const translator = this.translator(env, { constants: this.constantsAt(block) });
    const mentions = new Map<VarId, ReadonlySet<Term>>();
    const mentionedBy = (v: VarId): Iterable<Term> => mentions.get(v) ?? [sym(this.shape.cfg.symbols[v] as Symbol)];
    for (const s of (this.shape.cfg.fn.blocks[block] as Block).stmts) {
      if (!('target' in s) || s.target === null || this.reading.ignores(s)) continue;
      const value = this.assigned(s, translator);
      const read = s.kind !== 'assign' && value !== null ? [value] : [];
      mentions.set(s.target, new Set([...read, ...variablesReadBy(s).flatMap((v) => [...mentionedBy(v)])]));
      env.set(s.target, value);
    }
    this.mentions.set(block, mentions);
    return mentions;
  }

  /**
   * A condition at the end of a block, with symbols of their own for what isn't known (`isOpen`); null where it can't
   * be told.
   */
  conditionAtEnd(block: BlockId, cond: Expr): Formula | null {
    const effects = this.of(block);
    const open = (id: VarId): Term => this.openSymbol(id);
    return attempt(() => this.translator(effects, { constants: this.constantsAt(block), open }).condition(cond, false));
  }

  /** It speaks of what isn't known. */
  isOpen(t: Term): boolean {
    return this.speaksOfUnknown(symbolsOf(t));
  }

  speaksOfUnknown(symbols: Iterable<Symbol>): boolean {
    return [...symbols].some((s) => this.open.has(s));
  }

  /** What is worth the same throughout the loop may have been worth something else before it. */
  private constantsAt(block: BlockId): Known {
    return this.shape.loop.blocks.has(block) ? this.reading.constants : NOTHING_KNOWN;
  }

  private openSymbol(id: VarId): Term {
    const { symbols, mode } = this.reading;
    const { type } = this.shape.cfg.fn.variables[id] as Variable;
    const made = symbols.fresh('unmodelled', '?', type);
    symbols.setType(made, type, mode);
    this.open.add(made);
    return sym(made);
  }

  /** The same over the values there, where it speaks of the source's variables alone; null else. */
  conditionBehind(block: BlockId, cond: Expr): Formula | null {
    const assigned = this.of(block);
    const { variables } = this.shape.cfg.fn;
    const isPlain = [...readVariables(cond)].every((v) => !(variables[v]?.scope === 'temp' && assigned.has(v)));
    const constants = this.constantsAt(block);
    return isPlain ? attempt(() => this.translator(new Map(), { constants }).condition(cond, false)) : null;
  }

  /** A term over the values behind a block as one over those before it; null: not known. */
  before(term: Term, block: BlockId): Term | null {
    const map = new Map<Symbol, Term>();
    for (const [v, value] of this.of(block)) {
      const s = this.shape.cfg.symbols[v] as Symbol;
      if (value !== null) map.set(s, value);
      else if (symbolsOf(term).has(s)) return null;
    }
    return map.size === 0 ? term : substitute(term, map);
  }

  /** What the statement makes of its target; null: it can't be told. */
  private assigned(s: Stmt, translator: Translator): Term | null {
    if (s.kind === 'assign' || s.kind === 'load') return attempt(() => this.valueOf(s, translator));
    if (s.kind !== 'havoc') return null;
    const { from, guess, classified } = s;
    if (classified && (classified.always || !this.othersRun()))
      return attempt(() => app(classifiedBy(classified.by), [translator.value(classified.character, false)]));
    if (from) return attempt(() => this.readFrom(s, from, translator));
    return guess && this.reading.guesses ? attempt(() => this.guessed(s, guess, translator)) : null;
  }

  /** Code that isn't seen may run in the loop. */
  private othersRun(): boolean {
    const { order, cfg } = this.shape;
    return (this.foreign ??= order.some((b) => (cfg.fn.blocks[b] as Block).stmts.some(runsOthers)));
  }

  /** What is read if it is an integer of that type. */
  private guessed(s: Stmt & { readonly kind: 'havoc' }, guess: Access, translator: Translator): Term {
    const read = this.readFrom(s, guess, translator);
    const { type } = this.shape.cfg.fn.variables[s.target] as Variable;
    if (!type.signed || guess.type.signed || guess.type.bits < type.bits) return read;
    const half = 1n << BigInt(type.bits - 1);
    return plus(mod(plus(read, half), half * 2n), -half);
  }

  private readFrom(s: Stmt, access: Access, translator: Translator): Term {
    const { symbols, mode } = this.reading;
    const read = readTerm(access, (e) => translator.value(e, false), symbols, mode);
    this.refuseWritten(this.writesTo(access), s);
    return read;
  }

  private refuseWritten(writes: Writes, s: Stmt): void {
    if (writes === 'none' || (writes === 'told' && this.isAhead(s))) return;
    if (writes === 'told') this.misses = true;
    throw OPEN;
  }

  /** How the loop may write to such a place. */
  private writesTo(place: MemoryPlace): Writes {
    const key = placeKey(place);
    const known = this.writtenPlaces.get(key);
    if (known !== undefined) return known;
    const writes = this.hasOpenWriter(place) ? 'open' : this.writesFound(place);
    this.writtenPlaces.set(key, writes);
    return writes;
  }

  /** Some statement may write anywhere. */
  private hasOpenWriter(place: MemoryPlace): boolean {
    const { order, cfg } = this.shape;
    this.openWriters ??= order.flatMap((b) => (cfg.fn.blocks[b] as Block).stmts.filter(writesAnywhere));
    return this.openWriters.some((s) => !this.reading.trusts(s, place, cfg.fn));
  }

  private writesFound(place: MemoryPlace): Writes {
    const { order, cfg } = this.shape;
    let found: Writes = 'none';
    // the function or the loop may be the one with few of them
    const writersIn = writersOf(place, cfg);
    for (const b of order)
      for (const s of writersIn(b)) {
        if (this.reading.trusts(s, place, cfg.fn)) continue;
        if (s.kind !== 'note' || s.to === undefined || !isElement(s.to, place)) return 'open';
        found = 'told';
      }
    return found;
  }

  /** How the loop writes to an array. */
  private writesInto(array: number): Writes {
    if (!this.shape.arraysWritten.has(array)) return 'none';
    const { order, cfg } = this.shape;
    const writing = order.flatMap((b) =>
      (cfg.fn.blocks[b] as Block).stmts.filter(
        (s) => 'array' in s && s.array === array && s.kind !== 'load' && !this.reading.ignores(s),
      ),
    );
    return writesBy(writing, (s) => s.kind === 'store');
  }

  private valueOf(s: Stmt & { kind: 'assign' | 'load' }, translator: Translator): Term {
    if (s.kind === 'assign') return translator.value(s.value, false);
    this.refuseWritten(this.writesInto(s.array), s);
    const { cfg } = this.shape;
    const array = cfg.arrays[s.array] as Symbol;
    const { element } = cfg.fn.arrays[s.array] as (typeof cfg.fn.arrays)[number];
    this.reading.symbols.setType(array, element, this.reading.mode);
    return app(READ, [translator.value(s.index, false)], array);
  }

  private translator(env: Effects, { constants, open = refuse, require = () => {} }: Translating): Translator {
    const { cfg } = this.shape;
    const { mode, symbols } = this.reading;
    return new Translator({
      mode,
      range: symbols.range,
      facts: () => TRUE,
      require,
      variable: (id) => {
        const value = env.get(id);
        if (value !== undefined) return value ?? open(id);
        const constant = constants.get(id);
        return constant === undefined ? sym(cfg.symbols[id] as Symbol) : int(constant);
      },
      choose: refuse,
      // a limit stays one: `n / 2`, `min(a, b)`
      keeps: (choice) => [...symbolsOf(choice)].every((s) => this.variableOf(s) === undefined),
    });
  }
}

/** What is written: nothing, only elements whose index a statement tells, or others. */
type Writes = 'none' | 'told' | 'open';

const writesBy = (writing: readonly Stmt[], isTold: (s: Stmt) => boolean): Writes =>
  writing.length === 0 ? 'none' : writing.every(isTold) ? 'told' : 'open';

/** It reads or writes nothing that there is wherever its guard holds. */
const isGuarded = (s: Stmt): s is Stmt & { readonly kind: 'go-through'; readonly guard: Expr } =>
  s.kind === 'go-through' && s.position === null && s.guard !== null;

/** The same member of the same type, and no element of it. */
const isElement = (to: Access, place: MemoryPlace): boolean => to.index === null && placeKey(to) === placeKey(place);

function touchOf(
  statement: Stmt,
  cfg: Cfg,
  symbols: Symbols,
): (Pick<Touch, 'writes' | 'where' | 'of'> & { readonly index: Expr }) | null {
  const writes = statement.kind === 'store' || statement.kind === 'note';
  if (statement.kind === 'load' || statement.kind === 'store')
    return { writes, where: `${statement.array}`, of: cfg.arrays[statement.array] as Symbol, index: statement.index };
  const access = statement.kind === 'havoc' ? statement.from : statement.kind === 'note' ? statement.to : undefined;
  if (!access || access.index !== null || access.overlay !== undefined) return null;
  return { writes, where: placeKey(access), of: placeSymbol(access, symbols), index: access.position };
}

export function variablesReadBy(s: Stmt): readonly VarId[] {
  if (s.kind === 'assign') return [...readVariables(s.value)];
  if (s.kind === 'load') return [...readVariables(s.index)];
  if (s.kind !== 'havoc') return [];
  const from = s.from ?? s.guess;
  return [from?.position, from?.index, s.classified?.character].flatMap((e) => (e ? [...readVariables(e)] : []));
}

interface Translating {
  /** What variables are worth throughout. */
  readonly constants: Known;
  readonly open?: (id: VarId) => Term;
  readonly require?: ExpressionHost['require'];
}

const NOTHING_KNOWN: Known = new Map();

/**
 * Of an amount such as `31 - s` of an unsigned s: one below zero would be too much by far. So `(31 - s) mod 2^32 <= 31`
 * says that s <= 31.
 */
function withoutTheEnd(amount: Formula, range: RangeOf): Formula {
  if (amount.kind !== 'ge') return amount;
  const { constant, parts } = partsOf(amount.term);
  const [only] = parts;
  if (parts.length !== 1 || only?.coef !== -1n || only.mono.kind !== 'mod') return amount;
  const { by } = only.mono;
  const arg = nearZero(only.mono.arg, by);
  const { lo, hi } = intervalOf(arg, range);
  return lo !== null && hi !== null && lo + by > constant && hi < by ? ge0(arg) : amount;
}

/** What depends on an unknown value is unknown. */
const OPEN = Symbol('open');

function refuse(): never {
  throw OPEN;
}

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch (e) {
    // what is mixed together from many values counts nothing
    if (e !== OPEN && !(e instanceof TooLarge)) throw e;
    return null;
  }
}
