/** What a C expression just before a loop can speak of: variables by their names there, with the loop's own initialiser folded in. */
import type { Cfg, Loop } from '../ir/cfg.ts';
import { successors } from '../ir/cfg.ts';
import { TRUE } from '../ir/formula.ts';
import type { CNames } from '../ir/print-c.ts';
import type { BlockId, Stmt, VarId } from '../ir/program.ts';
import type { SourceRange } from '../ir/source.ts';
import type { Term } from '../ir/term.ts';
import { app, sym } from '../ir/term.ts';
import type { IntegerMode } from '../ir/types.ts';
import { Translator } from '../loop/expressions.ts';
import type { SymbolTable } from '../loop/region.ts';

export interface JustBefore {
  /** Values at the loop's head over those just before the loop; null: they can't be told by these. */
  readonly values: ReadonlyMap<string, Term | null>;
  /** Names for `ir/print-c.ts`; knows nothing of signs. */
  readonly names: Omit<CNames, 'nonNegative'>;
}

const notAfter = (a: SourceRange['start'], b: SourceRange['start']): boolean => a.line < b.line || (a.line === b.line && a.column <= b.column);
const within = (inner: SourceRange, outer: SourceRange): boolean => notAfter(outer.start, inner.start) && notAfter(inner.end, outer.end);

/** Just before the loop, by the symbols that stand for the variables at its head. */
export function justBefore(cfg: Cfg, loop: Loop, symbols: SymbolTable, mode: IntegerMode): JustBefore {
  const { fn, names } = cfg;
  const nameable = fn.variables.map((v) => v.scope !== 'temp' && !(v.range && within(v.range, loop.site.range)));
  const byName = new Map<string, number>();
  for (const v of fn.variables) if (nameable[v.id]) byName.set(v.name, (byName.get(v.name) ?? 0) + 1);
  const own = new Map(names.map((n, v) => [n, v]));
  const cName = (symbol: string): string | null => {
    const v = own.get(symbol);
    const variable = v === undefined ? undefined : fn.variables[v];
    // of two with one name it isn't known which one it means there
    return variable && nameable[variable.id] && byName.get(variable.name) === 1 ? variable.name : null;
  };
  return {
    values: new Map([...initialised(cfg, loop, symbols, mode)].map(([v, t]) => [names[v] as string, t])),
    names: {
      symbol: cName,
      element(fnSymbol, index) {
        const name = /^read:(.*)#0$/.exec(fnSymbol)?.[1];
        const arrays = fn.arrays.filter((a) => a.name === name);
        const [array] = arrays;
        return arrays.length === 1 && array?.flat ? `${array.name}[${index}]` : null;
      },
    },
  };
}

/** What the head of a `for` sets before the loop. */
function initialised(cfg: Cfg, loop: Loop, symbols: SymbolTable, mode: IntegerMode): ReadonlyMap<VarId, Term | null> {
  const out = new Map<VarId, Term | null>();
  const { fn } = cfg;
  const { site } = loop;
  if (site.kind !== 'for') return out;
  const inHead = (s: Stmt): boolean => 'range' in s && within(s.range, site.head);
  const before: BlockId[] = [];
  for (const b of fn.blocks) {
    if (loop.blocks.has(b.id) || !cfg.reachable.has(b.id)) continue;
    if (successors(b.end).includes(site.header)) before.push(b.id);
    for (const s of b.stmts) if ('target' in s && s.target !== null && inHead(s)) out.set(s.target, null);
  }
  const [only, ...others] = before;
  if (only === undefined || others.length > 0) return out;
  const { stmts, end } = fn.blocks[only] as (typeof fn.blocks)[number];
  if (end.kind !== 'goto') return out;
  let from = stmts.length;
  while (from > 0 && inHead(stmts[from - 1] as Stmt)) from--;
  const env = new Map<VarId, Term | null>();
  const open = {};
  const translator = new Translator({
    mode, range: symbols.range, facts: () => TRUE, require: () => {},
    variable: (id) => {
      const t = env.has(id) ? env.get(id) : sym(cfg.names[id] as string);
      if (!t) throw open;
      return t;
    },
    choose: () => { throw open; },
  });
  for (const s of stmts.slice(from)) {
    if (!('target' in s) || s.target === null) {
      if (s.kind !== 'note') return out;
      continue;
    }
    env.set(s.target, null);
    if (s.kind !== 'assign' && s.kind !== 'load') continue;
    try {
      if (s.kind === 'assign') env.set(s.target, translator.value(s.value, false));
      else {
        const read = app(`read:${fn.arrays[s.array]?.name}#0`, [translator.value(s.index, false)]);
        symbols.setType((read as { fn: string }).fn, (fn.arrays[s.array] as (typeof fn.arrays)[number]).element, mode);
        env.set(s.target, read);
      }
    } catch (e) {
      if (e !== open) throw e;
    }
  }
  // set elsewhere in the head, too: by a part of it that has branches
  for (const [v, t] of env) out.set(v, t);
  return out;
}
