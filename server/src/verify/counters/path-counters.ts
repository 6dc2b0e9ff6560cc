/**
 * The path counters of a loop on a backbone (APC, section 2.1): how often each way through an iteration is taken. A
 * path whose update depends on a condition is as many ways as the condition has answers. Between them they are taken as
 * often as the path.
 */
import type { Formula, Symbols, Term } from '../../logic/index.ts';
import { add, and, eq, int, isConst, not, rewrite, substitute, sym } from '../../logic/index.ts';
import type { InnerUse, LoopPath } from '../../explore/index.ts';
import type { Summary } from '../../summary/index.ts';

export interface Way {
  readonly path: LoopPath;
  /** How often it is taken, in the backbone's terms. */
  readonly counter: Term;
}

export interface Ways {
  readonly iterative: readonly Way[];
  readonly exit: LoopPath | null;
  /** Ways of one path are taken as often as it is. */
  readonly sums: Formula;
}

const MOST_WAYS = 12;
const MOST_CONDITIONS = 2;

const known = new WeakMap<InnerUse, Ways | null>();

/** Null where the summary says all there is to say, or doesn't count the paths. */
export function waysThrough(use: InnerUse, symbols: Symbols): Ways | null {
  const found = known.get(use);
  if (found !== undefined) return found;
  const made = makeWays(use, symbols);
  known.set(use, made);
  return made;
}

function makeWays(use: InnerUse, symbols: Symbols): Ways | null {
  const summary = use.summary as Summary;
  const chosen = summary.cases[use.case];
  if (!chosen || chosen.exact || use.placed) return null;
  const iterative: Way[] = [];
  const sums: Formula[] = [];
  for (const [index, path] of summary.paths.entries()) {
    if (path.kind !== 'iterative') continue;
    const count = chosen.counts.get(index) ?? (chosen.trace === null ? null : int(0));
    if (!count) return null;
    const counter = isConst(count) ? count : substitute(count, use.renaming);
    const split = isConst(counter) && counter.value === 0n ? [path] : alternatives(path);
    if (split.length === 1) {
      iterative.push({ path, counter });
      continue;
    }
    const counters = split.map(() => {
      const name = symbols.fresh('count', 'k');
      symbols.set(name, { lo: 0n, hi: null });
      return sym(name);
    });
    sums.push(
      eq(
        counters.reduce<Term>((a, b) => add(a, b), int(0)),
        counter,
      ),
    );
    for (const [k, p] of split.entries()) iterative.push({ path: p, counter: counters[k] as Term });
  }
  if (iterative.length === 0 || iterative.length > MOST_WAYS) return null;
  return { iterative, exit: chosen.exit === null ? null : (summary.paths[chosen.exit] ?? null), sums: and(...sums) };
}

/** The path by the answers to the conditions that its update depends on. */
function alternatives(path: LoopPath): readonly LoopPath[] {
  const conditions = new Map<string, Formula>();
  for (const t of path.update.values()) {
    rewrite(t, (x) => {
      if (x.kind === 'ite') conditions.set(x.cond.key, x.cond);
      return null;
    });
  }
  if (conditions.size === 0 || conditions.size > MOST_CONDITIONS) return [path];
  let out: readonly LoopPath[] = [path];
  for (const cond of conditions.values()) {
    out = out.flatMap((p) =>
      [true, false].map((holds): LoopPath => {
        const decided = (t: Term): Term =>
          rewrite(t, (x) => (x.kind === 'ite' && x.cond.key === cond.key ? decided(holds ? x.then : x.else) : null));
        return {
          ...p,
          guard: and(p.guard, holds ? cond : not(cond)),
          update: new Map([...p.update].map(([v, t]) => [v, decided(t)])),
        };
      }),
    );
  }
  return out.filter((p) => p.guard.kind !== 'false');
}
