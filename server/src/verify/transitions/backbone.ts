/**
 * A function as its backbones (APC, section 2). They are acyclic paths from entry to end, each loop replaced by the
 * cases of its summary. Source: APC, section 2.
 */
import type { Budget } from '../../budget/index.ts';
import { exitBlocks, standsIn, startsInitial } from '../../program/index.ts';
import type { Cfg, Loop } from '../../program/index.ts';
import { TRUE, int, sym } from '../../logic/index.ts';
import type { Symbol, Symbols, Term } from '../../logic/index.ts';
import type { IntegerMode } from '../../machine/index.ts';
import type { ExploreRequest, ExploreResult } from '../../explore/index.ts';
import { explore } from '../../explore/index.ts';
import type { Summarizer } from '../../summary/index.ts';

const MAX_BACKBONES = 400;
/** States that may reach a loop one by one. */
const MOST_ARRIVALS = 6;

/**
 * Values of the variables when the function is entered: globals of `main` hold their initial values, all else is
 * arbitrary.
 */
export function entryState(cfg: Cfg, symbols: Symbols, mode: IntegerMode): Term[] {
  return cfg.fn.variables.map((v) => {
    const name = cfg.symbols[v.id] as Symbol;
    symbols.setType(name, v.type, mode);
    return startsInitial(cfg.fn, v) ? int(v.initial) : sym(name);
  });
}

export interface BackbonesRequest {
  readonly cfg: Cfg;
  readonly summarizer: Summarizer;
  readonly mode: IntegerMode;
  /** Whether a failing assertion is an end of its own. */
  readonly assertions: 'exit' | 'ignore';
  readonly budget: Budget;
}

export function backbones(request: BackbonesRequest): ExploreResult {
  return explore(throughFunction(request));
}

/** The whole function, each inner loop by the cases of its summary. */
function throughFunction({ cfg, summarizer, mode, assertions, budget }: BackbonesRequest): ExploreRequest {
  return {
    cfg,
    start: cfg.fn.entry,
    region: null,
    env: entryState(cfg, summarizer.symbols, mode),
    facts: TRUE,
    symbols: summarizer.symbols,
    mode,
    splitOn: () => false,
    splitConditions: false,
    inner: (loop, env, facts, exact) => summarizer.inner(loop, env, facts, exact),
    assertions,
    unstableArrays: new Set(),
    maxPaths: MAX_BACKBONES,
    budget,
  };
}

/**
 * Tells the summarizer in which states the given loops are reached, and follows the function no further than that
 * takes. What comes after the last of them is not looked at. A loop from which no other is reached is not passed
 * through. False where there may be further states.
 */
export function arrivals(
  cfg: Cfg,
  summarizer: Summarizer,
  asked: readonly number[],
  mode: IntegerMode,
  budget: Budget,
): boolean {
  // whether a loop ends depends on those in its body, also where these never come back to its head
  const ids = new Set(asked.map((i) => (cfg.loops[i] as Loop).site.id));
  const wanted = cfg.loops.flatMap((l, i) =>
    asked.includes(i) || [...ids].some((id) => standsIn(l.site, id)) ? [i] : [],
  );
  const loops = wanted.map((i) => cfg.loops[i] as Loop);
  const leading = leadingTo(cfg, new Set(loops.map((l) => l.site.header)));
  const blocks = cfg.fn.blocks.map((b) =>
    leading.has(b.id) ? b : { ...b, stmts: [], end: { kind: 'halt' as const, reason: null } },
  );
  const last = new Set(
    wanted.filter((_, k) => !cfg.irreducible && !exitBlocks(cfg, loops[k] as Loop).some((b) => leading.has(b))),
  );
  const explored = explore({
    ...throughFunction({ cfg, summarizer, mode, assertions: 'ignore', budget }),
    cfg: { ...cfg, fn: { ...cfg.fn, blocks } },
    inner: (loop, env, facts, exact) => {
      if (!last.has(loop)) return summarizer.inner(loop, env, facts, exact);
      summarizer.arrive(loop, env, facts, exact);
      return { cases: [], arrays: [] };
    },
    mostAtJoins: MOST_ARRIVALS,
  });
  for (const [i, l] of cfg.loops.entries()) if (!leading.has(l.site.header)) summarizer.distrustArrival(i);
  // the inner ones are reached from within the outer ones
  for (const i of wanted) summarizer.pathsOf(i);
  return (
    explored.kind === 'paths' &&
    explored.paths.every((p) => p.end.kind !== 'lost' && !(p.end.kind === 'halt' && p.end.reason))
  );
}

/** Blocks from which one of the targets can be reached. */
function leadingTo(cfg: Cfg, targets: ReadonlySet<number>): ReadonlySet<number> {
  const out = new Set(targets);
  const work = [...targets];
  for (let b = work.pop(); b !== undefined; b = work.pop()) {
    for (const p of cfg.predecessors.get(b) ?? []) {
      if (out.has(p)) continue;
      out.add(p);
      work.push(p);
    }
  }
  return out;
}
