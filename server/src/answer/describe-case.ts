/** A case of a summary as a report: its condition, trace, counts and values, in the notation. */
import { begun } from '../termination/index.ts';
import { implies } from '../decide/index.ts';
import type { Formula, Symbol, Term } from '../logic/index.ts';
import {
  FIRST_WITHIN,
  add,
  and,
  asText,
  conjuncts,
  eq,
  isConst,
  isDeclared,
  isFresh,
  isLiteral,
  partsOf,
  printFormula,
  printTerm,
  rewrite,
  rewriteFormula,
  sub,
  substitute,
  substituteFormula,
  symbolsOf,
  symbolsOfFormula,
  withoutModuli,
} from '../logic/index.ts';
import type { BlockId } from '../program/index.ts';
import type { CaseReport } from '../report/index.ts';
import type { Case, EntryState, Leaving, Summarizer, Summary } from '../summary/index.ts';
import { withLeaving } from './outcomes-behind.ts';
import { prettyNames } from './fresh-names.ts';
import { describeCertificate } from './certificate-report.ts';
import { traceText } from './trace-text.ts';

/** What all cases and paths of a loop are told by. */
export interface Telling {
  readonly summarizer: Summarizer;
  readonly summary: Summary;
  readonly entry: EntryState;
  /** What the loop's statement does on its way out to a block. */
  readonly leaving: (to: BlockId) => Leaving;
}

/** A case in its words, and the condition that stands in these. */
export interface ToldCase {
  readonly c: Case;
  readonly said: Formula;
  readonly report: CaseReport;
}

/** Equal for cases that say the same but for their conditions. */
export const outcomeKey = ({ iterations, post, exactness }: CaseReport): string =>
  JSON.stringify([iterations, post, exactness]);

/** Longer unrollings than this are left to the detail. */
const MAX_STEPS_TOLD = 2;
/** One of the first few runs, step by step, of a loop that has no form: true, and no help to the reader. */
export const isUnrolled = (c: Case): boolean =>
  c.steps !== null && c.steps.length > MAX_STEPS_TOLD && c.steps.every((s) => s.kind === 'path' && s.forms === null);

/** `simplify`: null where conditions are told as they are. */
export function describeCase(
  summaryCase: Case,
  telling: Telling,
  simplify: ((f: Formula) => Formula) | null,
): Pick<ToldCase, 'said' | 'report'> {
  const {
    summary,
    summarizer: { cfg, symbols },
    entry,
  } = telling;
  const pretty = prettyNames(summaryCase.fresh, cfg.symbols);
  const said = summaryCase.exact ? summaryCase.guard : readable(summaryCase.guard, pretty);
  const simplified = simplify?.(said) ?? said;
  const named = repeatedCounts(
    summaryCase,
    simplified,
    new Set([...cfg.symbols.map((s) => s.display), ...[...pretty.values()].map((t) => printTerm(t))]),
  );
  const replaced = (t: Term): Term | null => named.get(t) ?? null;
  const holds = (f: Formula): boolean =>
    simplify !== null && implies(and(entry.facts, summaryCase.guard), f, symbols.range);
  const term = (t: Term): string => printTerm(substitute(rewrite(withoutModuli(t, holds), replaced), pretty));
  const guard =
    named.size === 0 ? simplified : and(rewriteFormula(simplified, replaced), ...[...named].map(([t, k]) => eq(k, t)));
  const { end } = summaryCase;
  const afterwards = end.kind === 'leave' ? withLeaving(summaryCase.post, end.to, telling) : summaryCase.post;
  const post: Record<string, string> = {};
  for (const [v, t] of afterwards) {
    const name = cfg.symbols[v] as Symbol;
    if (!isDeclared(name)) continue;
    if (t === null) {
      post[name.display] = '?';
      continue;
    }
    const solved = equalityValue(t, simplified);
    if (solved !== entry.values.get(name)) post[name.display] = term(solved);
  }
  const iterations = begun(summaryCase, summary.paths);
  const counts: Record<string, string> = {};
  for (const [i, n] of summaryCase.counts) {
    const p = summary.paths[i];
    if (p && !(isConst(n) && n.value === 0n)) counts[p.id] = term(n);
  }
  const report: CaseReport = {
    guard: printFormula(substituteFormula(guard, pretty)),
    trace: traceText(summaryCase, summary, term),
    counts,
    iterations:
      iterations === null
        ? summaryCase.end.kind === 'diverge'
          ? '∞'
          : '?'
        : term(equalityValue(iterations, simplified)),
    post: summaryCase.end.kind === 'diverge' ? {} : post,
    exactness: summaryCase.exact ? 'exact' : 'over',
    ...(!summary.exact && isUnrolled(summaryCase) ? { single: true as const } : {}),
    ...(summaryCase.certificate ? { certificate: describeCertificate(summaryCase.certificate) } : {}),
  };
  return { said, report };
}

/** The longest condition that is shown of a case that isn't exact, in symbols and operators. */
const MAX_TOLD = 12;

/** Without conditions that are too long to read, or that speak of a number of iterations without a name. */
function readable(guard: Formula, named: ReadonlyMap<Symbol, Term>): Formula {
  return and(
    ...conjuncts(guard).filter(
      (f) =>
        (!isLiteral(f) || f.term.size <= MAX_TOLD) &&
        [...symbolsOfFormula(f)].every((s) => !isFresh(s) || named.has(s)),
    ),
  );
}

/** Names for the counts `first(...)` that a case speaks of more than once. */
function repeatedCounts(summaryCase: Case, guard: Formula, used: ReadonlySet<string>): ReadonlyMap<Term, Term> {
  const seen = new Map<Term, number>();
  const look = (t: Term): null => {
    if (t.kind === 'app' && t.fn === FIRST_WITHIN) seen.set(t, (seen.get(t) ?? 0) + 1);
    return null;
  };
  rewriteFormula(guard, look);
  for (const t of [...summaryCase.post.values(), ...(summaryCase.iterations === null ? [] : [summaryCase.iterations])])
    rewrite(t, look);
  const free = ['k', 'k₂', 'k₃', 'k₄'].filter((k) => !used.has(k));
  return new Map(
    [...seen]
      .filter(([, n]) => n > 1)
      .slice(0, free.length)
      .map(([t], i) => [t, asText(free[i] as string)]),
  );
}

/**
 * A value is shown as what the case's condition equates it with, where that is shorter or says no number of
 * iterations.
 */
function equalityValue(term: Term, guard: Formula): Term {
  const numbers = (x: Term): number => [...symbolsOf(x)].filter(isFresh).length;
  let best = term;
  for (const f of conjuncts(guard)) {
    if (!isLiteral(f) || f.kind !== 'eq') continue;
    for (const candidate of [sub(best, f.term), add(best, f.term)]) {
      const fewer = numbers(best) - numbers(candidate);
      if (fewer > 0 || (fewer === 0 && candidate.size < best.size)) best = candidate;
    }
  }
  return numbers(best) < numbers(term) || partsOf(best).parts.length <= partsOf(term).parts.length ? best : term;
}
