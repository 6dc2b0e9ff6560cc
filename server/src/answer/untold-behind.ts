/** Of what a loop changes, the variables of which nothing that is told speaks. */
import type { Symbol } from '../logic/index.ts';
import type { Stmt } from '../program/index.ts';
import { exitBlocks, expressionsRead, readVariables } from '../program/index.ts';
import type { EffectReport, LoopReport } from '../report/index.ts';
import type { BehindRequest } from './outcomes-behind.ts';
import { namedBehind } from './outcomes-behind.ts';

const ONLY_GROWS = /^(?:\w+ [<>]= -?\d+|(\w+) [<>]= (?:before\(\1\)( [-+] \d+)?|(?:min|max)\(before\(\1\), -?\d+\)))$/;

export function untoldBehind(
  request: BehindRequest,
  effects: readonly EffectReport[],
  { afterwards, facts = [] }: Pick<LoopReport, 'afterwards' | 'facts'>,
): readonly Symbol[] {
  if (afterwards?.complete) return [];
  const { loop, leaving } = request;
  const { cfg } = request.summarizer;
  const out = exitBlocks(cfg, loop).flatMap((to) => [...leaving(to).straight, ...leaving(to).further]);
  const all: readonly Stmt[] = [...[...loop.blocks].flatMap((b) => cfg.fn.blocks[b]?.stmts ?? []), ...out];
  const set = all.flatMap((s) => ('target' in s && s.target !== null ? [s.target] : []));
  const assigned = new Set(all.flatMap((s) => ('target' in s && s.kind !== 'havoc' ? [s.target] : [])));
  // what a call or a store through a pointer may set by the way, such as `errno` (C11 7.5)
  const isByTheWay = (s: Symbol): boolean => {
    const v = cfg.symbols.indexOf(s);
    return cfg.fn.variables[v]?.scope === 'global' && !assigned.has(v);
  };
  const told = [
    ...effects.flatMap((e) => [e.sentence ?? '', e.formula]),
    afterwards?.c ?? '',
    // that a counter only grows is no news
    ...facts.filter((f) => !ONLY_GROWS.test(f)),
  ].join('\n');
  return namedBehind(request, new Set(set)).changed.filter((s) => {
    const name = request.before.names.symbol(s) ?? '';
    if ((name === 'errno' || isByTheWay(s)) && !isReadIn(request, s)) return false;
    return /^\w+$/.test(name) && !new RegExp(`(?<!before\\()\\b${name}\\b`).test(told);
  });
}

/** Only a loop that looks at what others set is about it. */
function isReadIn({ summarizer: { cfg }, loop }: BehindRequest, s: Symbol): boolean {
  const read = [...loop.blocks].flatMap((b) => {
    const { stmts = [], end } = cfg.fn.blocks[b] ?? {};
    return [...stmts.flatMap(expressionsRead), ...(end?.kind === 'branch' ? [end.cond] : [])];
  });
  return read.some((e) => readVariables(e).has(cfg.symbols.indexOf(s)));
}
