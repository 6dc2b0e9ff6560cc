/** What can be said in C of the values behind a loop: all of it as straight-line code, or else some facts. */
import type { Symbol, Term } from '../logic/index.ts';
import { and, eq, isConst, sym } from '../logic/index.ts';
import type { LoopReport } from '../report/index.ts';
import { valuesAfterLeaving } from '../summary/index.ts';
import { decided } from '../termination/index.ts';
import { afterwards } from './afterwards.ts';
import { codeNames } from './code-names.ts';
import { compilable, typesByName } from './compilable-code.ts';
import { facts } from './facts.ts';
import { stepsOf } from './loop-steps.ts';
import type { Behind, BehindRequest } from './outcomes-behind.ts';
import { getsBehind, inTerms, namedBehind, outcomesBehind } from './outcomes-behind.ts';

interface ValuesRequest extends BehindRequest {
  readonly index: number;
  /** It changes no memory. */
  readonly alone: boolean;
}

export function valuesBehind(request: ValuesRequest): Pick<LoopReport, 'afterwards' | 'facts' | 'compilable'> {
  const behind = outcomesBehind(request);
  const code = behind && request.summary.exact ? codeFor(behind, request) : null;
  const told = code?.complete ? [] : factsFor(behind, request);
  const answer = { ...(code === null ? {} : { afterwards: code }), ...(told.length === 0 ? {} : { facts: told }) };
  const compiled = compilable(answer, typesByName(request.summarizer.cfg));
  return { ...answer, ...(compiled === null ? {} : { compilable: compiled }) };
}

function codeFor(
  behind: Behind,
  { summarizer, summary, entry, before, alone }: ValuesRequest,
): ReturnType<typeof afterwards> {
  const { symbols } = summarizer;
  const counter = symbols.fresh('auxiliary', 'k');
  symbols.set(counter, { lo: 0n, hi: null });
  return afterwards({
    behind,
    names: codeNames(summarizer.cfg, before),
    range: symbols.range,
    initial: (s) => (before.values.has(s) ? null : (entry.values.get(s) ?? sym(s))),
    counter,
    overlapping: !decided(summary.paths),
    alone: alone && summary.arrays.length === 0,
  });
}

function factsFor(behind: Behind | null, request: ValuesRequest): readonly string[] {
  const { summarizer, index, loop, entry, before, leaving } = request;
  const { cfg, symbols, options } = summarizer;
  const { paths, complete } = summarizer.pathsOf(index);
  if (!complete || paths.some((p) => p.end.kind === 'lost' || (p.end.kind === 'halt' && p.end.reason !== null)))
    return [];
  const steps = stepsOf({
    paths,
    variables: cfg.symbols,
    behind: (p) =>
      p.end.kind === 'leave' && getsBehind(cfg, loop, p.end.to)
        ? valuesAfterLeaving(
            leaving(p.end.to),
            (v) => p.update.get(v) ?? sym(cfg.symbols[v] as Symbol),
            symbols,
            options.mode,
          )
        : null,
    facts: and(entry.facts, ...[...entry.values].flatMap(([s, t]) => (isConst(t) ? [eq(sym(s), t)] : []))),
    symbols,
  });
  const ids = new Set([...steps.changed].map((s) => cfg.symbols.indexOf(s)));
  const { changed } = namedBehind(request, ids);
  const told = inTerms(before);
  const start = (s: Symbol): Term | null => told.term(entry.values.get(s) ?? sym(s));
  return facts({ loop: steps, behind, named: changed, start, names: codeNames(cfg, before), range: symbols.range });
}
