/** A loop path as a report: its guard and what it changes, in the notation. */
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  and,
  conjuncts,
  isConst,
  isDeclared,
  printFormula,
  printTerm,
  sub,
  substitute,
  substituteFormula,
  sym,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { LoopPath } from '../explore/index.ts';
import type { PathReport } from '../report/index.ts';
import { prettyNames } from './fresh-names.ts';

export function describePath(
  path: LoopPath,
  names: readonly Symbol[],
  bound: string | null,
  said: Formula,
  leaving: ReadonlyMap<number, Term | null> | null,
): PathReport {
  const pretty = prettyNames(path.fresh, names);
  const after = new Map<number, Term | null>([...path.update, ...(leaving ?? [])]);
  const changes = [...after]
    .filter(([v]) => isDeclared(names[v] as Symbol))
    .map(([v, t]) => (t === null ? `${names[v]?.display} = ?` : change(names[v] as Symbol, substitute(t, pretty))));
  return {
    id: path.id,
    kind: path.kind,
    guard: pathGuard(path, said, pretty),
    update: changes.join(', '),
    bound: path.kind === 'exit' ? '1' : bound,
  };
}

/** Where other answers of the environment lead the same way, they are not left out in silence: `any x = 1 ∨ …`. */
function pathGuard(p: LoopPath, said: Formula, pretty: ReadonlyMap<Symbol, Term>): string {
  const isWitness = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => p.witnesses.has(s));
  const all = conjuncts(and(said, p.free));
  const print = (parts: readonly Formula[]): string => printFormula(substituteFormula(and(...parts), pretty));
  const some = all.filter(isWitness);
  if (some.length === 0) return print(all);
  const sure = all.filter((f) => !isWitness(f));
  return [...(sure.length > 0 ? [print(sure)] : []), `(${print(some)} ∨ …)`].join(' ∧ ');
}

function change(name: Symbol, t: Term): string {
  const d = sub(t, sym(name));
  if (isConst(d)) return d.value < 0n ? `${name.display} -= ${-d.value}` : `${name.display} += ${d.value}`;
  return `${name.display} = ${printTerm(t)}`;
}
