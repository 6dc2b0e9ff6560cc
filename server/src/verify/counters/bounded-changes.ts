/**
 * What is left to say of variables that don't change by the same in every iteration. Their changes have bounds, so
 * that what they add up to lies between these times the path counters: `x += 1` or `x += 3`, taken k times, add k to 3
 * k. And a loop that divides something has no more iterations than that can be divided.
 */
import type { Cfg } from '../../program/index.ts';
import { bySymbol } from '../../program/index.ts';
import type { Formula, Interval, Symbol, Symbols, Term } from '../../logic/index.ts';
import { TRUE, add, and, ge, gt, int, intervalOf, le, or, scale, sub, substitute, sym } from '../../logic/index.ts';
import type { InnerUse } from '../../explore/index.ts';
import { geometricBound, unwrap } from '../../summary/index.ts';
import type { Summary } from '../../summary/index.ts';
import type { Ways } from './path-counters.ts';

interface Change {
  readonly counter: Term;
  readonly by: Interval;
}

/** So much is added at least, or at most; null: no end. */
function total(before: Term, changes: readonly Change[], end: (by: Interval) => bigint | null): Term | null {
  return changes.reduce<Term | null>((sum, { counter, by }) => {
    const bound = end(by);
    return sum === null || bound === null ? null : add(sum, scale(bound, counter));
  }, before);
}

/** Implied by every run through the loop that takes each way as often as its counter says. */
export function deltaCondition(
  use: InnerUse,
  { iterative, exit }: Ways,
  { symbols: names }: Cfg,
  symbols: Symbols,
): Formula {
  const summary = use.summary as Summary;
  const { range } = symbols;
  const parts: Formula[] = [];
  const named = (update: ReadonlyMap<number, Term>): ReadonlyMap<Symbol, Term> => bySymbol(update, names);
  const entry = new Map(names.map((x, v) => [x, use.entered[v] as Term]));
  const moving = summary.paths
    .filter((p) => p.kind === 'iterative')
    .map(({ guard, fresh, update }) => ({ guard, fresh, update: named(update) }));
  const most = geometricBound({ paths: moving, leaving: [], entry, range });
  if (most !== null)
    parts.push(
      le(
        iterative.reduce<Term>((sum, { counter }) => add(sum, counter), int(0)),
        int(most),
      ),
    );
  for (const [variable, after] of summary.cases[use.case]?.post ?? []) {
    if (exit === null || exit.update.has(variable)) continue;
    const name = names[variable] as Symbol;
    const changes = iterative.map(({ path, counter }) => {
      const { body, modulus, offset } = unwrap(path.update.get(variable) ?? sym(name));
      return { counter, by: intervalOf(sub(body, sym(name)), range), modulus, offset };
    });
    const [least, greatest] = [
      total(use.entered[variable] as Term, changes, ({ lo }) => lo),
      total(use.entered[variable] as Term, changes, ({ hi }) => hi),
    ];
    const value = substitute(after, use.renaming);
    const between = and(least ? ge(value, least) : TRUE, greatest ? le(value, greatest) : TRUE);
    const wrapping = changes.filter((c) => c.modulus !== null);
    const [first] = wrapping;
    if (!first) parts.push(between);
    else if (wrapping.every((c) => c.modulus === first.modulus && c.offset === first.offset)) {
      // as long as it can't have got out of its type's range on the way
      const [low, high] = [
        total(use.entered[variable] as Term, changes, ({ lo }) => lo && (lo < 0n ? lo : 0n)),
        total(use.entered[variable] as Term, changes, ({ hi }) => hi && (hi > 0n ? hi : 0n)),
      ];
      if (low && high)
        parts.push(
          or(gt(int(first.offset), low), gt(high, int(first.offset + (first.modulus as bigint) - 1n)), between),
        );
    }
  }
  return and(...parts);
}
