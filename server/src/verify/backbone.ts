/** A function as its backbones (APC, section 2): acyclic paths from entry to end, each loop replaced by the cases of its summary. */
import type { Cfg } from '../ir/cfg.ts';
import { TRUE } from '../ir/formula.ts';
import type { Term } from '../ir/term.ts';
import { int, sym } from '../ir/term.ts';
import type { IntegerMode } from '../ir/types.ts';
import type { ExploreResult, SymbolTable } from '../loop/explore.ts';
import { explore } from '../loop/explore.ts';
import type { Summarizer } from '../summary/summarize.ts';

const MAX_BACKBONES = 400;

/** Values of the variables when the function is entered: globals of `main` hold their initial values, all else is arbitrary. */
export function entryState(cfg: Cfg, symbols: SymbolTable, mode: IntegerMode): Term[] {
  return cfg.fn.variables.map((v) => {
    const name = cfg.names[v.id] as string;
    symbols.setType(name, v.type, mode);
    return cfg.fn.name === 'main' && v.initial !== null ? int(v.initial) : sym(name);
  });
}

export function backbones(cfg: Cfg, summarizer: Summarizer, mode: IntegerMode, assertions: 'exit' | 'ignore', cancelled: () => boolean): ExploreResult {
  return explore({
    cfg, start: cfg.fn.entry, region: null, env: entryState(cfg, summarizer.symbols, mode), facts: TRUE, symbols: summarizer.symbols, mode,
    splitOn: () => false, splitConditions: false, inner: (loop, env, facts) => summarizer.inner(loop, env, facts), assertions,
    unstableArrays: new Set(), maxPaths: MAX_BACKBONES, cancelled,
  });
}
