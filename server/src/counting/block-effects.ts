/** What each block of a loop does to the variables, as terms over their values where it begins; null: that isn't known. */
import { Translator } from '../explore/index.ts';
import { READ, TRUE, TooLarge, app, substitute, sym, symbolsOf } from '../logic/index.ts';
import type { Formula, Symbol, Symbols, Term } from '../logic/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { Access, Block, BlockId, Expr, Stmt, VarId, Variable } from '../program/index.ts';
import type { MemoryPlace } from './memory-reads.ts';
import { mayWrite, readTerm } from './memory-reads.ts';
import type { LoopShape, Trust } from './loop-shape.ts';
import { readVariables } from '../program/index.ts';

/** What is `ignored` or `trusted` stays as it is: the bound then rests on that. */
export interface Reading extends Trust {
  readonly symbols: Symbols;
  readonly mode: IntegerMode;
}

/** Values by variable; null: not known. */
export type Effects = ReadonlyMap<VarId, Term | null>;

export class BlockEffects {
  readonly shape: LoopShape;
  readonly reading: Reading;
  private readonly known = new Map<BlockId, Effects>();
  private readonly open = new Set<Symbol>();
  private readonly writtenPlaces = new Map<string, boolean>();
  private readonly bySymbol = new Map<Symbol, VarId>();

  constructor(shape: LoopShape, reading: Reading) {
    this.shape = shape;
    this.reading = reading;
    for (const v of shape.written) this.bySymbol.set(shape.cfg.symbols[v] as Symbol, v);
  }

  /** The variable of the loop's own that a symbol stands for; undefined for what the loop leaves alone. */
  variableOf(s: Symbol): VarId | undefined {
    return this.bySymbol.get(s);
  }

  /** Some block makes it what isn't known. */
  isUnknown(s: Symbol): boolean {
    const variable = this.variableOf(s);
    return variable !== undefined && this.shape.order.some((b) => this.of(b).get(variable) === null);
  }

  /** The variables of the source in it that the loop moves. */
  movingNames(term: Term): readonly string[] {
    return [...symbolsOf(term)].flatMap((s) => {
      const variable = this.variableOf(s);
      const declared = variable === undefined ? undefined : this.shape.cfg.fn.variables[variable];
      return declared && declared.scope !== 'temp' ? [declared.name] : [];
    });
  }

  /** All that a block writes. */
  of(block: BlockId): Effects {
    const known = this.known.get(block);
    if (known) return known;
    const env = new Map<VarId, Term | null>();
    const translator = this.translator(env);
    for (const s of (this.shape.cfg.fn.blocks[block] as Block).stmts) this.execute(s, env, translator);
    this.known.set(block, env);
    return env;
  }

  /** A condition at the end of a block, with symbols of their own for what isn't known (`isOpen`); null where it can't be told. */
  conditionAtEnd(block: BlockId, cond: Expr): Formula | null {
    const effects = this.of(block);
    return attempt(() => this.translator(effects, (id) => this.openSymbol(id)).condition(cond, false));
  }

  /** It speaks of what isn't known. */
  isOpen(t: Term): boolean {
    return [...symbolsOf(t)].some((s) => this.open.has(s));
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
    return isPlain ? attempt(() => this.translator(new Map()).condition(cond, false)) : null;
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

  private execute(s: Stmt, env: Map<VarId, Term | null>, translator: Translator): void {
    if (!('target' in s) || s.target === null || this.reading.ignores(s)) return;
    env.set(s.target, this.assigned(s, translator));
  }

  /** What the statement makes of its target; null: it can't be told. */
  private assigned(s: Stmt, translator: Translator): Term | null {
    if (s.kind === 'assign' || s.kind === 'load') return attempt(() => this.valueOf(s, translator));
    return s.kind === 'havoc' && s.from ? attempt(() => this.readFrom(s.from as Access, translator)) : null;
  }

  private readFrom(access: Access, translator: Translator): Term {
    const { symbols, mode } = this.reading;
    const read = readTerm(access, (e) => translator.value(e, false), symbols, mode);
    if (this.isWritten(access)) throw OPEN;
    return read;
  }

  /** The loop may write to such a place. */
  private isWritten(place: MemoryPlace): boolean {
    const key = `${place.unit} ${place.path}`;
    const known = this.writtenPlaces.get(key);
    if (known !== undefined) return known;
    const { order, cfg } = this.shape;
    const isWritten = order.some((b) =>
      (cfg.fn.blocks[b] as Block).stmts.some((s) => !this.reading.trusts(s, place, cfg.fn) && mayWrite(s, place, cfg)),
    );
    this.writtenPlaces.set(key, isWritten);
    return isWritten;
  }

  private valueOf(s: Stmt & { kind: 'assign' | 'load' }, translator: Translator): Term {
    if (s.kind === 'assign') return translator.value(s.value, false);
    if (this.shape.arraysWritten.has(s.array)) throw OPEN;
    const { cfg } = this.shape;
    const array = cfg.arrays[s.array] as Symbol;
    const { element } = cfg.fn.arrays[s.array] as (typeof cfg.fn.arrays)[number];
    this.reading.symbols.setType(array, element, this.reading.mode);
    return app(READ, [translator.value(s.index, false)], array);
  }

  private translator(
    env: Effects,
    open: (id: VarId) => Term = () => {
      throw OPEN;
    },
  ): Translator {
    const { cfg } = this.shape;
    const { mode, symbols } = this.reading;
    return new Translator({
      mode,
      range: symbols.range,
      facts: () => TRUE,
      require: () => {},
      variable: (id) => {
        const value = env.get(id);
        return value === null ? open(id) : (value ?? sym(cfg.symbols[id] as Symbol));
      },
      choose: () => {
        throw OPEN;
      },
    });
  }
}

/** What depends on an unknown value is unknown. */
const OPEN = Symbol('open');

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch (e) {
    // what is mixed together from many values counts nothing
    if (e !== OPEN && !(e instanceof TooLarge)) throw e;
    return null;
  }
}
