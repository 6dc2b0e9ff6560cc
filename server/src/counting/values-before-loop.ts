/** What a C expression just before a loop can speak of: variables by their names there, with the loop's own initialiser folded in. */
import type { Cfg, Expr, Loop, Stmt, VarId } from '../program/index.ts';
import { isBehindPointer, successors } from '../program/index.ts';
import { READ, TRUE, app, sym } from '../logic/index.ts';
import type { CNames, Symbol, Symbols, Term } from '../logic/index.ts';
import type { SourceRange } from '../source/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import { Translator } from '../explore/index.ts';

export interface JustBefore {
  /** Values at the loop's head over those just before the loop; null: they can't be told by these. */
  readonly values: ReadonlyMap<Symbol, Term | null>;
  /** Names for `logic/print-c-expression.ts`; knows nothing of signs. */
  readonly names: Omit<CNames, 'nonNegative'>;
}

const notAfter = (a: SourceRange['start'], b: SourceRange['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.column <= b.column);
const within = (inner: SourceRange, outer: SourceRange): boolean =>
  notAfter(outer.start, inner.start) && notAfter(inner.end, outer.end);

/** Just before the loop, by the symbols that stand for the variables at its head. */
export function justBefore(cfg: Cfg, loop: Loop, symbols: Symbols, mode: IntegerMode): JustBefore {
  const { fn } = cfg;
  const nameable = fn.variables.map((v) => v.scope !== 'temp' && !(v.range && within(v.range, loop.site.range)));
  const byName = new Map<string, number>();
  for (const v of fn.variables) if (nameable[v.id]) byName.set(v.name, (byName.get(v.name) ?? 0) + 1);
  const called = calledByName(cfg, loop);
  const own = new Map(cfg.symbols.map((s, v) => [s, fn.variables[v]]));
  const cName = (symbol: Symbol): string | null => {
    const variable = own.get(symbol);
    // of two with one name it means the one that the loop itself calls so, if that shows
    return variable && nameable[variable.id] && (byName.get(variable.name) === 1 || called.has(variable.id))
      ? variable.name
      : null;
  };
  return {
    values: new Map([...initialised(cfg, loop, symbols, mode)].map(([v, t]) => [cfg.symbols[v] as Symbol, t])),
    names: {
      symbol: cName,
      element(of, index) {
        const array = of.kind === 'array' ? fn.arrays[of.id] : undefined;
        return array?.flat && fn.arrays.filter((a) => a.name === array.name).length === 1
          ? `${array.name}[${index}]`
          : null;
      },
    },
  };
}

/** Locals that the loop's own code uses: by their names, where they are declared outside of it and no pointer leads to them, so these mean them there. */
function calledByName({ fn }: Cfg, loop: Loop): ReadonlySet<VarId> {
  const out = new Set<VarId>();
  const use = (id: VarId): void => {
    const v = fn.variables[id];
    if (v && (v.scope === 'local' || v.scope === 'param') && !v.addressTaken && !isBehindPointer(v)) out.add(id);
  };
  const uses = (e: Expr): void => {
    switch (e.kind) {
      case 'const':
        return;
      case 'var':
        use(e.id);
        return;
      case 'unary':
      case 'cast':
        uses(e.arg);
        return;
      case 'binary':
        uses(e.left);
        uses(e.right);
        return;
      case 'ite':
        uses(e.cond);
        uses(e.then);
        uses(e.else);
        return;
    }
  };
  if (loop.site.kind === 'goto') return out;
  for (const b of loop.blocks) {
    const block = fn.blocks[b];
    for (const s of block?.stmts ?? [])
      if (s.kind === 'assign' && within(s.range, loop.site.range)) {
        use(s.target);
        uses(s.value);
      }
    if (block?.end.kind === 'branch' && within(block.end.range, loop.site.range)) uses(block.end.cond);
  }
  return out;
}

/** What the head of a `for` sets before the loop. */
function initialised(cfg: Cfg, loop: Loop, symbols: Symbols, mode: IntegerMode): ReadonlyMap<VarId, Term | null> {
  const { site } = loop;
  if (site.kind !== 'for') return new Map();
  const inHead = (s: Stmt): boolean => 'range' in s && within(s.range, site.head);
  const out = setInHead(cfg, loop, inHead);
  const stmts = straightBefore(cfg, loop);
  if (stmts === null) return out;
  let from = stmts.length;
  while (from > 0 && inHead(stmts[from - 1] as Stmt)) from--;
  // set elsewhere in the head, too: by a part of it that has branches
  for (const [v, t] of valuesAfter(stmts.slice(from), cfg, symbols, mode) ?? []) out.set(v, t);
  return out;
}

/** Variables that statements of the head before the loop set: their values are open. */
function setInHead({ fn, reachable }: Cfg, loop: Loop, inHead: (s: Stmt) => boolean): Map<VarId, Term | null> {
  const before = fn.blocks.filter((b) => !loop.blocks.has(b.id) && reachable.has(b.id));
  return new Map(
    before.flatMap((b) =>
      b.stmts.flatMap((s) => ('target' in s && s.target !== null && inHead(s) ? [[s.target, null] as const] : [])),
    ),
  );
}

/** The statements of the only block that leads to the loop, and nowhere else; null where there is none. */
function straightBefore({ fn, reachable }: Cfg, loop: Loop): readonly Stmt[] | null {
  const [only, ...others] = fn.blocks.filter(
    (b) => !loop.blocks.has(b.id) && reachable.has(b.id) && successors(b.end).includes(loop.site.header),
  );
  return only && others.length === 0 && only.end.kind === 'goto' ? only.stmts : null;
}

/** Values that statements assign, over those before them (null: not told by these); null where one is more than an assignment. */
function valuesAfter(
  stmts: readonly Stmt[],
  cfg: Cfg,
  symbols: Symbols,
  mode: IntegerMode,
): ReadonlyMap<VarId, Term | null> | null {
  const env = new Map<VarId, Term | null>();
  const open = {};
  const translator = new Translator({
    mode,
    range: symbols.range,
    facts: () => TRUE,
    require: () => {},
    variable: (id) => {
      const t = env.has(id) ? env.get(id) : sym(cfg.symbols[id] as Symbol);
      if (!t) throw open;
      return t;
    },
    choose: () => {
      throw open;
    },
  });
  const valueOf = (s: Stmt & { kind: 'assign' | 'load' }): Term => {
    if (s.kind === 'assign') return translator.value(s.value, false);
    const array = cfg.arrays[s.array] as Symbol;
    symbols.setType(array, (cfg.fn.arrays[s.array] as (typeof cfg.fn.arrays)[number]).element, mode);
    return app(READ, [translator.value(s.index, false)], array);
  };
  for (const s of stmts) {
    if (s.kind === 'note' || s.kind === 'go-through') continue;
    if (!('target' in s) || s.target === null) return null;
    let value: Term | null = null;
    try {
      // over the values before it, the target's own included
      if (s.kind === 'assign' || s.kind === 'load') value = valueOf(s);
    } catch (e) {
      if (e !== open) throw e;
    }
    env.set(s.target, value);
  }
  return env;
}
