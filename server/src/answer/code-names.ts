/** What can be named in C code that stands in a loop's place. */
import type { LoopPath } from '../explore/index.ts';
import { hasWrittenShiftsAlone } from '../explore/index.ts';
import type { Cfg } from '../program/index.ts';
import { bySymbol } from '../program/index.ts';
import type { JustBefore } from '../termination/index.ts';
import type { CodeNames } from './straight-line-code.ts';

export function codeNames(cfg: Cfg, { names }: JustBefore, paths: readonly LoopPath[]): CodeNames {
  const { fn } = cfg;
  const used = new Set([...fn.variables, ...fn.arrays].map((v) => v.name));
  const byId = new Map(cfg.symbols.map((s, v) => [s, fn.variables[v]]));
  return {
    ...names,
    inWidth: hasWrittenShiftsAlone(paths.flatMap(({ update }) => [...bySymbol(update, cfg.symbols)])),
    isPointer: (s) => byId.get(s)?.pointer === true,
    unused(like, besides) {
      let name = like;
      for (let n = 2; used.has(name) || besides.has(name); n++) name = `${like}${n}`;
      return name;
    },
  };
}
