/**
 * Signed overflow: where it must happen on every run that gets there, and, when asked for, where it can. Every
 * operation that could overflow becomes a question of its own: an assertion, computed in a wider type, that it doesn't.
 * What violates it is replayed like any failing assertion. Source: our own.
 */
import type { AssertionSite, Block, Cfg, Expr, IrFunction, Loop, Stmt } from '../../program/index.ts';
import { buildCfg, expressionsRead, isProgramStart } from '../../program/index.ts';
import { feasible } from '../../decide/index.ts';
import type { Formula } from '../../logic/index.ts';
import { and, ge, int, le } from '../../logic/index.ts';
import { isWithin, placeKey } from '../../source/index.ts';
import type { SourceRange } from '../../source/index.ts';
import { run } from '../../interpret/index.ts';
import type { IntType } from '../../machine/index.ts';
import { INT, convert, maxOf, minOf } from '../../machine/index.ts';
import type { AssertionReport } from '../../report/index.ts';
import type { Case, Summarizer } from '../../summary/index.ts';
import { budgetedSymbols } from '../budgeted-symbols.ts';
import type { CheckContext } from '../check-assertions.ts';
import { checkFunction } from '../check-assertions.ts';
import { cutPointSystem } from '../transitions/index.ts';
import { anyInput } from '../handed-in.ts';
import type { Replay } from '../replay-counterexample.ts';
import { sample, startsOf } from '../sampling/index.ts';
import { asking } from '../reach-line.ts';
import { witness } from '../failing-run.ts';

export type Overflow = { readonly function: string; readonly range: SourceRange; readonly must: boolean } & Pick<
  AssertionReport,
  'inputs' | 'nondet' | 'iteration' | 'values'
>;

const wider = (t: IntType): IntType =>
  t.bits <= 32
    ? { bits: 64, signed: true, bool: false, name: 'long' }
    : { bits: 128, signed: true, bool: false, name: '__int128' };
const constant = (value: bigint, type: IntType): Expr => ({ kind: 'const', value, type });
const binary = (op: (Expr & { kind: 'binary' })['op'], left: Expr, right: Expr, type: IntType = INT): Expr => ({
  kind: 'binary',
  op,
  left,
  right,
  type,
});
const cast = (arg: Expr, type: IntType): Expr => ({ kind: 'cast', arg, type });

interface Question {
  readonly fits: Expr;
  readonly range: SourceRange | null;
}

/**
 * For each operation of an expression that could overflow: that it doesn't, where it is evaluated. Operands come before
 * what uses them.
 */
function questions(expression: Expr): Question[] {
  switch (expression.kind) {
    case 'const':
    case 'var':
      return [];
    case 'cast':
      return questions(expression.arg);
    case 'unary': {
      const own =
        expression.op === 'neg' && expression.type.signed
          ? [{ fits: binary('ne', expression.arg, constant(minOf(expression.type), expression.type)), range: null }]
          : [];
      return [...questions(expression.arg), ...own];
    }
    case 'ite': {
      const side = (q: Question, taken: boolean): Question => ({
        ...q,
        fits: binary('lor', taken ? not(expression.cond) : truth(expression.cond), q.fits),
      });
      return [
        ...questions(expression.cond),
        ...questions(expression.then).map((q) => side(q, true)),
        ...questions(expression.else).map((q) => side(q, false)),
      ];
    }
    case 'binary': {
      const left = questions(expression.left);
      if (expression.op === 'land' || expression.op === 'lor') {
        const skipped = expression.op === 'land' ? not(expression.left) : truth(expression.left);
        return [...left, ...questions(expression.right).map((q) => ({ ...q, fits: binary('lor', skipped, q.fits) }))];
      }
      const fits = expression.type.signed ? fitting(expression) : null;
      return [...left, ...questions(expression.right), ...(fits ? [{ fits, range: expression.range ?? null }] : [])];
    }
  }
}

const not = (e: Expr): Expr => ({ kind: 'unary', op: 'lognot', arg: e, type: INT });
const truth = (e: Expr): Expr => not(not(e));

function fitting(expression: Expr & { readonly kind: 'binary' }): Expr | null {
  const { op, left, right, type } = expression;
  if (op === 'div' || op === 'rem') {
    if (right.kind === 'const' && right.value !== -1n) return null;
    return binary('lor', binary('ne', left, constant(minOf(type), type)), binary('ne', right, constant(-1n, type)));
  }
  if (op !== 'add' && op !== 'sub' && op !== 'mul') return null;
  const wide = wider(type);
  const result = binary(op, cast(left, wide), cast(right, wide), wide);
  return binary(
    'land',
    binary('ge', result, constant(minOf(type), wide)),
    binary('le', result, constant(maxOf(type), wide)),
  );
}

/**
 * The function with a question before each operation that could overflow in the given blocks (all where null). Nothing
 * else is asked.
 */
function askingOverflow(fn: IrFunction, within: ReadonlySet<number> | null): IrFunction {
  const base = asking(fn, () => false);
  const assertions: AssertionSite[] = [];
  const ask = (expression: Expr, range: SourceRange): Stmt[] =>
    questions(expression).map((question): Stmt => {
      const id = assertions.length;
      const at = question.range ?? range;
      assertions.push({
        id,
        range: at,
        text: '',
        target: true,
        loops: fn.loops.filter((l) => isWithin(at, l.range)).map((l) => l.id),
      });
      return { kind: 'assert', assertion: id, cond: question.fits, range: at };
    });
  const blocks = base.blocks.map((b): Block => {
    if (within && !within.has(b.id)) return b;
    const stmts = b.stmts.flatMap((s) => [
      ...expressionsRead(s).flatMap((e) => ask(e, (s as { range: SourceRange }).range)),
      s,
    ]);
    const end =
      b.end.kind === 'branch'
        ? ask(b.end.cond, b.end.range)
        : b.end.kind === 'return' && b.end.value
          ? ask(b.end.value, b.end.range)
          : [];
    return { ...b, stmts: [...stmts, ...end] };
  });
  return { ...base, blocks, assertions };
}

const MOST_SITES = 120;

export interface Overflows {
  readonly found: readonly Overflow[];
  /** Nothing else overflows. */
  readonly settled: boolean;
}

/** Where the function (its calls inlined) can overflow, each with a run that does; one for each place. */
export function overflows(fn: IrFunction, context: CheckContext, within: ReadonlySet<number> | null = null): Overflows {
  if (context.options.integers !== 'c') return { found: [], settled: true };
  const all = askingOverflow(fn, within);
  const found = new Map<string, Overflow>();
  const { budget } = context;
  const sites = all.assertions.slice(0, MOST_SITES);
  let settled = true;
  for (const [a, failure] of within === null ? quickFailures(all, context) : []) {
    const site = all.assertions[a];
    if (site)
      found.set(placeKey(site.range), {
        function: fn.name,
        range: site.range,
        must: false,
        ...witness(buildCfg(all), failure, 'c'),
      });
  }
  for (const [index, site] of sites.entries()) {
    if (budget.exhausted()) {
      settled = false;
      break;
    }
    const key = placeKey(site.range);
    if (found.has(key)) continue;
    // what is left is shared by those that are still to come, though most need next to nothing
    const share = (Math.max(1 / (sites.length - index), LEAST_SHARE) * budget.left) / budget.units;
    const { verdicts } = checkFunction(
      asking(all, (a) => a === site.id),
      { ...context, now: () => context.now(), budget: budget.share(share) },
    );
    const [answer] = verdicts;
    if (answer?.verdict === 'unknown') settled = false;
    if (answer?.verdict !== 'violated') continue;
    const { inputs = {}, nondet = [], iteration = [], values = {} } = answer;
    found.set(key, { function: fn.name, range: site.range, must: false, inputs, nondet, iteration, values });
  }
  return { found: [...found.values()], settled: settled && all.assertions.length <= MOST_SITES };
}

const LEAST_SHARE = 0.1;
const QUICK_RUNS = 26;
const QUICK_STEPS = 1_500_000;

/**
 * What some runs of moderate length bring about. Sums that grow with the square of the iterations are hard to reason
 * about, but soon there.
 */
function quickFailures(fn: IrFunction, context: CheckContext): ReadonlyMap<number, Replay> {
  const { solver, budget } = context;
  const cfg = buildCfg(asking(fn, () => false));
  const system = cutPointSystem({ cfg, symbols: budgetedSymbols(budget), mode: 'c', wrapAround: 'split', budget });
  const starts = system ? startsOf(system, solver.within(budget)) : [];
  return sample({
    cfg: buildCfg(fn),
    mode: 'c',
    runs: QUICK_RUNS,
    maxSteps: QUICK_STEPS,
    seed: 13,
    starts,
    budget,
  }).failures;
}

/**
 * Loops that no run leaves or stays in without overflow: each of their cases is undefined, whatever state they are
 * entered in.
 */
export function overflowingLoops(summarizer: Summarizer, loops: readonly number[]): Loop[] {
  return loops
    .filter((index) => {
      const entry = summarizer.entryOf(index);
      const summary = summarizer.summaryFrom(index, entry);
      const { range } = summarizer.symbols;
      return (
        summary.exact &&
        summary.paths.length > 0 &&
        summary.paths.some((p) => p.undefinedSites.length > 0) &&
        summary.paths.every((p) => p.definedKnown && p.undefinedSites.every((s) => s.kind === 'signed-overflow')) &&
        summary.cases.every(
          (c) => feasible(and(entry.facts, c.guard, c.defined ?? and(...inRange(summarizer.cfg, c))), range) === 'no',
        )
      );
    })
    .map((i) => summarizer.cfg.loops[i] as Loop);
}

/** Where no more is known: what a run without overflow leaves behind fits its type. */
function inRange(cfg: Cfg, summaryCase: Case): Formula[] {
  return [...summaryCase.post].flatMap(([v, t]) => {
    const type = cfg.fn.variables[v]?.type;
    return type?.signed ? [ge(t, int(minOf(type))), le(t, int(maxOf(type)))] : [];
  });
}

/**
 * For loops that must overflow: where, if that can only be at one place, else the loop as a whole; with a run that
 * shows it.
 */
export function mustOverflow(cfg: Cfg, loops: readonly Loop[], context: CheckContext): Overflow[] {
  return loops.flatMap((loop) => {
    const { found, settled } = overflows(cfg.fn, context, loop.blocks);
    const [first, ...others] = found;
    if (!first) return [];
    return [{ ...first, must: true, ...(settled && others.length === 0 ? {} : { range: loop.site.head }) }];
  });
}

/** Runs that are tried before anything is proven: where all of them pass, nothing must overflow. */
const TRIES: readonly bigint[] = [0n, 1n, 7n, -1n, 100_000n];
const TRY_STEPS = 60_000;

/** Loops in which some quick run overflows or stays: the others need no proof. */
export function suspiciousLoops(cfg: Cfg, context: CheckContext): number[] {
  const { fn } = cfg;
  if (context.options.integers !== 'c' || fn.loops.length === 0) return [];
  const inside = new Set<number>();
  const passed = new Set<number>();
  for (const value of TRIES) {
    if (context.budget.exhausted()) break;
    const active = new Set<number>();
    const inputs = new Map(
      fn.variables
        .filter((v) => v.scope === 'param' || (v.scope === 'global' && v.fixed !== true && !isProgramStart(fn)))
        .map((v) => [v.id, v.pointer ? anyInput(v) : convert(value, v.type)]),
    );
    const outcome = run(fn, {
      mode: 'c',
      inputs,
      maxSteps: TRY_STEPS,
      nondet: () => value,
      havoc: (_, __, type) => convert(value, type),
      onLoopHeader: (site) => {
        active.add(site.id);
        return null;
      },
    });
    const stuck =
      outcome.kind === 'out-of-steps' || (outcome.kind === 'undefined' && outcome.code === 'signed-overflow');
    for (const id of active) (stuck ? inside : passed).add(id);
  }
  return cfg.loops.flatMap(({ site }, i) => (inside.has(site.id) && !passed.has(site.id) ? [i] : []));
}
