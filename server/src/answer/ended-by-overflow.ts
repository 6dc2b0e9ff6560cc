/**
 * States from which a run goes round till something overflows: to a reader the loop doesn't end there. They are those
 * that no case of an exact summary covers, if nothing else stops such a run. Source: our own.
 */
import { implies, withoutImpossible } from '../decide/index.ts';
import type { LoopPath } from '../explore/index.ts';
import {
  READ,
  TRUE,
  and,
  applications,
  conjuncts,
  isZero,
  not,
  or,
  substituteFormula,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { Formula, RangeOf, Symbol, Term } from '../logic/index.ts';
import type { VarId } from '../program/index.ts';
import type { EntryState, Summary } from '../summary/index.ts';

interface Symbols {
  readonly names: readonly (Symbol | undefined)[];
  readonly range: RangeOf;
}

/**
 * Of `for (i = 0; i < n; i++) n++;` it is n > 0, where all others leave the loop at once; of `for (;;) { if (!*s) break;
 * n++; }` it is *s != 0, which no iteration changes. Null: there are none, or they aren't all
 * known.
 */
export function endedByOverflow(summary: Summary, { facts }: EntryState, { names, range }: Symbols): Formula | null {
  const { exact, cases, paths } = summary;
  const going = paths.filter(({ kind }) => kind === 'iterative');
  const ended = cases.filter(({ iterations }) => iterations !== null);
  if (!exact || ended.length === 0 || going.length === 0) return null;
  const left = or(...ended.map(({ guard }) => guard));
  if (implies(facts, left, range)) return null;
  const never = withoutImpossible(not(left), range);
  const stay = staying(going, { names, range });
  const stays = implies(and(facts, never), stay, range);
  if (stays && implies(and(facts, stay), never, range)) return stay;
  const isLeftAtOnce = ended.every(({ iterations }) => iterations !== null && isZero(iterations));
  if (isLeftAtOnce || stays || isClosed(never, going, { names, range })) return never;
  const endless = cases.filter(({ iterations }) => iterations === null).map(({ guard }) => guard);
  return endless.length > 0 && implies(facts, or(left, ...endless), range) ? or(...endless) : null;
}

/** From there an iteration always goes on, and leads there again. */
function isClosed(region: Formula, going: readonly LoopPath[], { names, range }: Symbols): boolean {
  if (!implies(region, or(...going.map(({ guard }) => guard)), range)) return false;
  return going.every((path) => {
    const changes = [...path.update].flatMap(([v, to]) => (names[v] ? [[names[v], to] as const] : []));
    const again = substituteFormula(region, new Map(changes));
    return !mayChangeUnseen(region, path) && implies(and(region, path.guard), again, range);
  });
}

/** It is decided by what the environment answers, or the formula by memory that is written. */
const mayChangeUnseen = (f: Formula, path: LoopPath): boolean =>
  path.free !== TRUE || (path.arraysWritten.size > 0 && applications([f], READ).size > 0);

/** Where an iteration leaves what it is decided by as it is: so do all that follow. */
function staying(going: readonly LoopPath[], { names, range }: Symbols): Formula {
  const isKept = (f: Formula, path: LoopPath): boolean => {
    const isOwn = (v: VarId, to: Term): boolean => to.kind === 'sym' && to.symbol === names[v];
    const changed = new Set([...path.update].flatMap(([v, to]) => (isOwn(v, to) ? [] : [names[v]])));
    return !mayChangeUnseen(f, path) && ![...symbolsOfFormula(f)].some((s) => changed.has(s));
  };
  const [first, ...others] = going;
  const common = conjuncts(first?.guard ?? TRUE).filter((f) =>
    others.every(({ guard }) => conjuncts(guard).includes(f)),
  );
  const all = and(...common.filter((f) => going.every((path) => isKept(f, path))));
  if (implies(all, or(...going.map(({ guard }) => guard)), range)) return all;
  return or(...going.filter((path) => isKept(path.guard, path)).map(({ guard }) => guard));
}
