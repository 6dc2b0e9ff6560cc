/**
 * Can a line be reached? It carries an assertion that always fails, so a violation is a way there, replayed, and a
 * proof means that no run gets there. Where neither is found: what holds of every run that does (APC, sections 2 and
 * 3).
 */
import { Exhausted, Stopped } from '../budget/index.ts';
import { buildCfg } from '../program/index.ts';
import { feasible, withoutRedundant } from '../decide/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  FALSE,
  TRUE,
  TooLarge,
  and,
  asText,
  conjuncts,
  isFresh,
  isVariable,
  or,
  printFormula,
  substituteFormula,
  symbolsOfFormula,
} from '../logic/index.ts';
import type { AssertionSite, IrFunction, Stmt, Variable } from '../program/index.ts';
import type { IntegerMode } from '../machine/index.ts';
import type { ExploredPath } from '../explore/index.ts';
import type { AssertionReport, NecessaryCondition } from '../report/index.ts';
import { Summarizer } from '../summary/index.ts';
import { backbones } from './transitions/index.ts';
import { runTo, runWithArrays } from './sampling/index.ts';
import { budgetedSymbols } from './budgeted-symbols.ts';
import type { CheckContext } from './check-assertions.ts';
import { checkFunction } from './check-assertions.ts';
import { SOMEWHERE } from './handed-in.ts';
import type { Replay } from './replay-counterexample.ts';
import { witness } from './failing-run.ts';
import { takenAgain } from './taken-again.ts';

/**
 * The function with its assertions taken for granted but for those that are asked about. A run that fails another one
 * ends there.
 */
export function asking(fn: IrFunction, asked: (assertion: number) => boolean): IrFunction {
  const stmt = (s: Stmt): Stmt[] => {
    if (s.kind !== 'assert' || asked(s.assertion)) return [s];
    // what isn't in the source is not asked, and not there
    return fn.assertions[s.assertion]?.target ? [] : [{ kind: 'assume', cond: s.cond, range: s.range }];
  };
  const ids = new Map(fn.assertions.filter((a) => asked(a.id)).map((a, i) => [a.id, i]));
  const renumbered = (s: Stmt): Stmt =>
    s.kind === 'assert' ? { ...s, assertion: ids.get(s.assertion) ?? s.assertion } : s;
  return {
    ...fn,
    blocks: fn.blocks.map((b) => ({ ...b, stmts: b.stmts.flatMap(stmt).map(renumbered) })),
    assertions: fn.assertions.filter((a) => asked(a.id)).map((a, i) => ({ ...a, id: i })),
  };
}

export interface TargetAnswer {
  readonly answer: AssertionReport;
  /** A run that gets there, where the answer is that one does. */
  readonly run: Replay | null;
  /** The function with nothing else asked. */
  readonly question: IrFunction;
}

/**
 * The best answer for those of the assertions of a function (its calls inlined) that are wanted; null where it has
 * none. Conditions on the callers are questions like others here.
 */
export function reachTarget(
  fn: IrFunction,
  context: CheckContext,
  wanted: (site: AssertionSite) => boolean,
): TargetAnswer | null {
  const open = asking(fn, (a) => wanted(fn.assertions[a] as AssertionSite));
  const question = { ...open, assertions: open.assertions.map((a) => ({ ...a, target: true })) };
  const quick = quickly(question, context);
  if (quick) return quick;
  const { verdicts: answers, failures } = checkFunction(question, context);
  const reached = answers.findIndex((a) => a.verdict === 'violated');
  const answer = answers[reached] ?? answers.find((a) => a.verdict === 'unknown') ?? answers[0];
  if (reached < 0 && answer?.verdict === 'unknown') {
    const found = answerOf(question, runWithArrays(question, context.options.integers), context.options.integers);
    if (found) return found;
  }
  return answer ? { answer, run: failures.get(reached) ?? null, question } : null;
}

/**
 * Where arrays may decide, which summaries don't follow element by element: a few runs on the program's own constants.
 */
function quickly(question: IrFunction, { options, now }: CheckContext): TargetAnswer | null {
  if (question.arrays.length === 0) return null;
  const started = now();
  const found = answerOf(question, runTo(buildCfg(question), options.integers), options.integers);
  return found && { ...found, answer: { ...found.answer, ms: now() - started } };
}

function answerOf(question: IrFunction, found: Replay | null, mode: IntegerMode): TargetAnswer | null {
  const site = found?.outcome.kind === 'assertion-failed' ? question.assertions[found.outcome.assertion] : undefined;
  if (!found || !site) return null;
  const answer = {
    function: question.name,
    range: site.range,
    assertion: site.text,
    verdict: 'violated' as const,
    ...witness(buildCfg(question), found, mode),
    engine: 'search',
    ms: 0,
  };
  return { answer, run: found, question };
}

/**
 * What is left of a run's inputs when only what can be set from outside is. No local that nobody wrote, no static
 * variable of a function. Null where the run doesn't get there any more. `fn` asks nothing else.
 */
export function fromOutside(
  fn: IrFunction,
  failure: Replay,
  mode: IntegerMode,
  settable: (v: Variable) => boolean,
): Replay | null {
  const pointers = (fn.paramPointers ?? []).filter((id) => id !== null);
  // pointers that are members of what is handed over stay null
  const isGiven = (v: Variable): boolean =>
    (v.scope === 'global' && v.kept !== true) || (v.scope === 'param' && (!v.pointer || pointers.includes(v.id)));
  const inputs = new Map(
    [...failure.inputs].filter(([id]) => {
      const v = fn.variables[id];
      return v !== undefined && isGiven(v) && settable(v);
    }),
  );
  const again = { fn, failure, mode, maxSteps: RUN_STEPS, prepared: true as const };
  // a pointer that may as well lead somewhere does
  const leading = new Map([...inputs, ...pointers.map((id, i) => [id, SOMEWHERE * BigInt(i + 1)] as const)]);
  const found = pointers.length > 0 ? takenAgain(again, leading) : null;
  // a run that was jumped through can't be taken again at length
  const isSame = inputs.size === failure.inputs.size && !isMemoryRead(fn);
  return found ?? takenAgain(again, inputs) ?? (isSame ? { ...failure, inputs } : null);
}

const isMemoryRead = ({ blocks }: IrFunction): boolean =>
  blocks.some((b) => b.stmts.some((s) => s.kind === 'havoc' && s.reason.code === 'memory'));

const RUN_STEPS = 2_000_000;
const MOST_SHOWN = 6;

/** What every run to the targets satisfies; null where nothing is known, or not all ways there could be described. */
export function necessaryCondition(fn: IrFunction, context: CheckContext): NecessaryCondition | null {
  const question = asking(fn, (a) => fn.assertions[a]?.target === true);
  const { options } = context;
  const budget = context.budget.share(SHARE);
  try {
    const symbols = budgetedSymbols(budget);
    const summarizer = new Summarizer(buildCfg(question), symbols, {
      mode: options.integers,
      assertions: 'exit',
      budget,
    });
    if (summarizer.cfg.irreducible) return null;
    const { kind, paths } = backbones({
      cfg: summarizer.cfg,
      summarizer,
      mode: options.integers,
      assertions: 'exit',
      budget,
    });
    const lost = paths.some((p) => p.end.kind === 'lost' || (p.end.kind === 'halt' && p.end.reason));
    if (kind !== 'paths' || lost || budget.exhausted()) return null;
    const ways = paths.filter(
      (p) => p.end.kind === 'fail' && feasible(and(p.guard, p.defined), symbols.range) !== 'no',
    );
    if (ways.length > MOST_SHOWN) return null;
    const { fn: explored, symbols: named } = summarizer.cfg;
    const addresses = new Set(named.filter((_, v) => explored.variables[v]?.pointer));
    return describe(ways, addresses, (f) => withoutRedundant(f, symbols.range));
  } catch (e) {
    // the verdict stands without it
    if (e instanceof Exhausted || e instanceof Stopped || e instanceof TooLarge) return null;
    throw e;
  }
}

/** Beyond the time for the verdict. */
const SHARE = 0.1;

/** `addresses`: pointers, whose numbers say nothing to a reader. */
function describe(
  ways: readonly ExploredPath[],
  addresses: ReadonlySet<Symbol>,
  simplify: (f: Formula) => Formula,
): NecessaryCondition | null {
  const counters: string[] = [];
  let whole: Formula = FALSE;
  let bare: Formula = FALSE;
  for (const path of ways) {
    const names = new Map<Symbol, Term>();
    const numbers = new Map<string, number>();
    const kinds = new Map(path.fresh.map((f) => [f.symbol, f.kind]));
    // what is lost may be anything: a condition on it says nothing
    const known = simplify(
      and(
        ...conjuncts(path.guard).filter((c) =>
          [...symbolsOfFormula(c)].every(
            (s) => !addresses.has(s) && (!isFresh(s) || (kinds.has(s) && kinds.get(s) !== 'unmodelled')),
          ),
        ),
      ),
    );
    // none of the program's own names
    const used = new Set(
      [...symbolsOfFormula(whole), ...symbolsOfFormula(known)].flatMap((s) => (isVariable(s) ? [s.display] : [])),
    );
    for (const s of symbolsOfFormula(known)) {
      const kind = kinds.get(s);
      if (kind === undefined) continue;
      const stem = kind === 'count' ? 'κ' : 'nondet';
      let n = (numbers.get(stem) ?? 0) + 1;
      while (used.has(`${stem}${n}`)) n++;
      numbers.set(stem, n);
      names.set(s, asText(`${stem}${n}`));
      if (kind === 'count' && !counters.includes(`κ${n}`)) counters.push(`κ${n}`);
    }
    const counted = (f: Formula): boolean => [...symbolsOfFormula(f)].some((s) => kinds.get(s) === 'count');
    whole = or(whole, substituteFormula(known, names));
    // each conjunct is necessary: what is left without those that speak of counters is a weaker condition, free of
    // quantifiers
    bare = or(bare, substituteFormula(and(...conjuncts(known).filter((c) => !counted(c))), names));
  }
  if (whole.kind === 'true') return null;
  return {
    text: printFormula(whole),
    counters,
    withoutCounters: printFormula(counters.length === 0 ? whole : bare === FALSE ? TRUE : bare),
  };
}
