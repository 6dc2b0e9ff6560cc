/**
 * What is left to say of variables that don't change by the same in every iteration: their changes have bounds, so that what they add up to lies between
 * these times the path counters; and a loop that divides something has no more iterations than that can be divided.
 */
import type { Cfg } from '../ir/cfg.ts';
import type { Formula } from '../ir/formula.ts';
import { and, ge, le } from '../ir/formula.ts';
import { intervalOf } from '../ir/interval.ts';
import type { Symbol } from '../ir/symbol.ts';
import type { Symbols } from '../ir/symbols.ts';
import type { Term } from '../ir/term.ts';
import { add, int, scale, sub, substitute, sym } from '../ir/term.ts';
import type { InnerUse } from '../loop/region.ts';
import { geometricBound } from '../summary/geometric.ts';
import type { Summary } from '../summary/summary.ts';
import type { Ways } from './path-counters.ts';

/** Implied by every run through the loop that takes each way as often as its counter says. */
export function deltaCondition(use: InnerUse, { iterative, exit }: Ways, { symbols: names }: Cfg, symbols: Symbols): Formula {
  const summary = use.summary as Summary;
  const { range } = symbols;
  const parts: Formula[] = [];
  const named = (update: ReadonlyMap<number, Term>): ReadonlyMap<Symbol, Term> => new Map([...update].map(([v, t]) => [names[v] as Symbol, t]));
  const entry = new Map(names.map((x, v) => [x, use.entered[v] as Term]));
  const moving = summary.paths.filter((p) => p.kind === 'iterative').map(({ guard, fresh, update }) => ({ guard, fresh, update: named(update) }));
  const most = geometricBound(moving, entry, range);
  if (most !== null) parts.push(le(iterative.reduce<Term>((sum, { counter }) => add(sum, counter), int(0)), int(most)));
  for (const [v, after] of summary.cases[use.case]?.post ?? []) {
    if (exit === null || exit.update.has(v)) continue;
    const name = names[v] as Symbol;
    const changes = iterative.map(({ path, counter }) => ({ counter, by: intervalOf(sub(path.update.get(v) ?? sym(name), sym(name)), range) }));
    const total = (end: 'lo' | 'hi'): Term | null => changes.reduce<Term | null>((sum, { counter, by }) => {
      const bound = by[end];
      return sum === null || bound === null ? null : add(sum, scale(bound, counter));
    }, use.entered[v] as Term);
    const [least, greatest] = [total('lo'), total('hi')];
    const value = substitute(after, use.renaming);
    if (least) parts.push(ge(value, least));
    if (greatest) parts.push(le(value, greatest));
  }
  return and(...parts);
}
