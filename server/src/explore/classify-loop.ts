/** The classification of loops by what their conditions depend on and how their paths interleave (Proteus, table 1). */
import type { Formula, Literal, Symbol } from '../logic/index.ts';
import { isFresh, isLiteral, sub, substitute, symbolsOf } from '../logic/index.ts';
import type { LoopType, Pattern } from '../report/index.ts';
import type { LoopPath } from './loop-paths.ts';

/** Proteus 2.2: a condition `E ~ 0` is an IV condition if E changes by a constant along each path. */
function isInductionCondition(literal: Literal, paths: readonly LoopPath[], names: readonly Symbol[]): boolean {
  const modified = new Set<Symbol>();
  for (const p of paths) for (const v of p.update.keys()) modified.add(names[v] as Symbol);
  return paths
    .filter((p) => p.kind === 'iterative')
    .every((p) => {
      // in a ring of machine integers, a constant step is one even where it wraps around
      const after = substitute(
        literal.term,
        new Map([...p.update].map(([v, t]) => [names[v] as Symbol, t.kind === 'mod' ? t.arg : t])),
      );
      return ![...symbolsOf(sub(after, literal.term))].some((s) => modified.has(s) || isFresh(s));
    });
}

function literals(f: Formula): readonly Literal[] {
  if (isLiteral(f)) return [f];
  return f.kind === 'and' || f.kind === 'or' ? f.parts.flatMap(literals) : [];
}

/** Type 1-4: the row is the pattern of interleaving, the column says whether all conditions are IV conditions. */
export function classify(paths: readonly LoopPath[], names: readonly Symbol[], pattern: Pattern): LoopType {
  const all = paths.flatMap((p) => literals(p.guard));
  const inputDependent = paths.some((p) => p.free.kind !== 'true');
  const induction = !inputDependent && all.every((l) => isInductionCondition(l, paths, names));
  if (pattern === 'irregular') return induction ? 2 : 4;
  return induction ? 1 : 3;
}
