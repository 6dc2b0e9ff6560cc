/**
 * An order of a loop's iterations in which each path is taken as often as its counter says, since APC's models tell no
 * order. With it comes what the environment has to answer in each iteration. Depth first, on concrete values; what led
 * nowhere once isn't looked at again.
 */
import { and, conjuncts, evaluate, formulaHolds, int, substituteFormula, symbolsOfFormula } from '../../logic/index.ts';
import { modelOf } from '../../decide/index.ts';
import type { Formula, RangeOf, Symbol } from '../../logic/index.ts';
import type { Fresh, LoopPath } from '../../explore/index.ts';
import type { Solver } from '../../decide/index.ts';

export interface ScheduleRequest {
  readonly paths: readonly LoopPath[];
  /** How often each of them is taken. */
  readonly counts: readonly bigint[];
  readonly names: readonly Symbol[];
  readonly entry: ReadonlyMap<Symbol, bigint>;
  /** The way out that is taken then. */
  readonly exit: LoopPath | null;
  readonly range: RangeOf;
  readonly solver: Solver;
}

type Values = ReadonlyMap<Symbol, bigint>;

/** An iteration that can be taken: where it leads, and what is read on the way. */
interface Taken {
  readonly after: Values;
  readonly read: readonly bigint[];
}

const MOST_ITERATIONS = 3_000n;
const MOST_NODES = 12_000;
const ANSWER_EFFORT = 20_000;

/** What is read from the environment, iteration by iteration; null where no order is found. */
export function schedule(request: ScheduleRequest): readonly (readonly bigint[])[] | null {
  const { paths, counts, exit } = request;
  const used = [...counts.entries()].filter(([, n]) => n !== 0n);
  const total = used.reduce((sum, [, n]) => sum + n, 0n);
  if (used.some(([i, n]) => n < 0n || !plain(paths[i])) || total > MOST_ITERATIONS || (exit && !plain(exit)))
    return null;
  const walker = new Walker(request);
  const failed = new Set<string>();
  const left = new Map(used);
  const order: { readonly path: number; readonly taken: Taken; readonly tried: Iterator<number> }[] = [];
  let values: Values = request.entry;
  let tried: Iterator<number> = used.map(([i]) => i)[Symbol.iterator]();
  for (let nodes = 0; nodes < MOST_NODES; ) {
    if (BigInt(order.length) === total) {
      const out = exit ? walker.take(exit, values) : { after: values, read: [] };
      if (out) return [...order.map((o) => o.taken.read), out.read];
    }
    const { value: path, done } = tried.next();
    if (done) {
      failed.add(keyOf(left, values));
      const last = order.pop();
      if (!last) return null;
      left.set(last.path, (left.get(last.path) as bigint) + 1n);
      values = order[order.length - 1]?.taken.after ?? request.entry;
      tried = last.tried;
      continue;
    }
    const times = left.get(path) as bigint;
    if (times === 0n) continue;
    nodes++;
    const taken = walker.take(paths[path] as LoopPath, values);
    if (!taken) continue;
    left.set(path, times - 1n);
    if (failed.has(keyOf(left, taken.after))) {
      left.set(path, times);
      continue;
    }
    order.push({ path, taken, tried });
    values = taken.after;
    tried = used.map(([i]) => i)[Symbol.iterator]();
  }
  return null;
}

const keyOf = (left: ReadonlyMap<number, bigint>, values: Values): string =>
  `${[...left.values()].join()};${[...values.values()].join()}`;

/** One iteration is all concrete values and what the environment answers. */
const plain = (p: LoopPath | undefined): boolean =>
  p !== undefined && p.inner.length === 0 && p.fresh.every((f: Fresh) => f.kind === 'nondet');

class Walker {
  private readonly request: ScheduleRequest;
  private readonly answers = new Map<string, Values | null>();

  constructor(request: ScheduleRequest) {
    this.request = request;
  }

  /** The iteration from these values; null where it can't be taken. */
  take(path: LoopPath, values: Values): Taken | null {
    const fresh = new Set(path.fresh.map((f) => f.symbol));
    const asked: Formula[] = [];
    for (const f of conjuncts(and(path.guard, path.free, path.defined))) {
      const own = [...symbolsOfFormula(f)];
      if (own.some((s) => fresh.has(s)))
        asked.push(
          substituteFormula(
            f,
            new Map(own.flatMap((s) => (values.has(s) ? [[s, int(values.get(s) as bigint)] as const] : []))),
          ),
        );
      else if (formulaHolds(f, (s) => values.get(s)) !== true) return null;
    }
    const answer = fresh.size === 0 ? new Map<Symbol, bigint>() : this.answer(and(...asked));
    if (!answer) return null;
    const of = (s: Symbol): bigint | undefined => values.get(s) ?? (fresh.has(s) ? (answer.get(s) ?? 0n) : undefined);
    const after = new Map(values);
    for (const [v, t] of path.update) {
      const value = evaluate(t, of);
      if (value === null) return null;
      after.set(this.request.names[v] as Symbol, value);
    }
    return { after, read: path.fresh.map((f) => answer.get(f.symbol) ?? 0n) };
  }

  private answer(asked: Formula): Values | null {
    if (asked.kind === 'true') return new Map();
    const known = this.answers.get(asked.key);
    if (known !== undefined) return known;
    const { range, solver } = this.request;
    const found = modelOf(asked, range) ?? solver.check(asked, range, ANSWER_EFFORT).model;
    this.answers.set(asked.key, found);
    return found;
  }
}
