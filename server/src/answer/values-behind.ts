/** What can be said in C of the values behind a loop: all of it as straight-line code, or else some facts. */
import type { Symbol, Term } from '../logic/index.ts';
import { and, eq, isConst, substitute, sym, symbolsOf } from '../logic/index.ts';
import type { Bound, LoopReport } from '../report/index.ts';
import { valuesAfterLeaving } from '../summary/index.ts';
import { closed, countText, decided } from '../termination/index.ts';
import { afterwards } from './afterwards.ts';
import { codeNames } from './code-names.ts';
import { compilable, typesByName } from './compilable-code.ts';
import { facts, holdsThroughout } from './facts.ts';
import { factsOnce } from './facts-once.ts';
import type { LoopSteps } from './loop-steps.ts';
import { stepsOf } from './loop-steps.ts';
import type { Behind, BehindRequest } from './outcomes-behind.ts';
import { getsBehind, inTerms, namedBehind, outcomesBehind } from './outcomes-behind.ts';
import { isSaid, writtenEnd } from './written-end.ts';
import { progressBound } from './progress-bound.ts';

export interface ValuesRequest extends BehindRequest {
  readonly index: number;
  /** It changes no memory. */
  readonly alone: boolean;
  /** In words it is said what it looks for. */
  readonly searching: boolean;
}

export interface ToldValues {
  readonly told: Pick<LoopReport, 'afterwards' | 'facts' | 'compilable'>;
  /** One of the facts, which only says when it ends; null: none does. */
  readonly end: string | null;
  /** Variables that the C leaves out, since nothing says what they are in the end. */
  readonly unset: readonly Symbol[];
}

export function valuesBehind(request: ValuesRequest): ToldValues {
  const behind = outcomesBehind(request);
  const known = behind && { ...behind, changed: behind.changed.filter((s) => isKnown(s, behind)) };
  const unset = behind?.changed.filter((s) => !known?.changed.includes(s)) ?? [];
  const whole = known && codeFor(known, unset.length === 0, request);
  // C that says nothing leaves room for what can be said of the others
  const code = unset.length > 0 && whole?.c === '' ? null : whole;
  const others = code === null ? factsFor(behind, request) : unset.length > 0 ? factsFor(behind, request, unset) : [];
  const end = code === null ? endBeside(others, request) : null;
  const told = factsOnce(end === null ? others : [end, ...others]);
  const answer = { ...(code === null ? {} : { afterwards: code }), ...(told.length === 0 ? {} : { facts: told }) };
  const compiled = compilable(answer, typesByName(request.summarizer.cfg));
  return {
    told: { ...answer, ...(compiled === null ? {} : { compilable: compiled }) },
    end: end !== null && told.includes(end) ? end : null,
    unset: code === null ? [] : unset,
  };
}

/** What the loop's own test says, where nothing says so. */
function endBeside(known: readonly string[], request: ValuesRequest): string | null {
  const end = request.searching ? null : writtenEnd(request);
  return end === null || isSaid(end, known) ? null : end;
}

/** Each case tells its value by what there is just before the loop. */
const isKnown = (s: Symbol, { outcomes }: Behind): boolean =>
  outcomes.every((o) => {
    const value = o.values.get(s);
    return value !== null && value !== undefined && closed(symbolsOf(value));
  });

/** `whole`: it speaks of all that the loop changes. */
function codeFor(
  behind: Behind,
  whole: boolean,
  { summarizer, summary, entry, before, alone }: ValuesRequest,
): ReturnType<typeof afterwards> {
  const { symbols } = summarizer;
  const counter = symbols.fresh('auxiliary', 'k');
  symbols.set(counter, { lo: 0n, hi: null });
  return afterwards({
    behind,
    names: codeNames(summarizer.cfg, before, summary.paths),
    range: symbols.range,
    initial: (s) => (before.values.has(s) ? null : (entry.values.get(s) ?? sym(s))),
    counter,
    overlapping: !summary.exact || !decided(summary.paths),
    alone: whole && alone && summary.arrays.length === 0,
  });
}

/** The loop's paths as steps to argue by induction over; null where they aren't all there is. */
function stepsFor({ summarizer, index, loop, entry, leaving }: ValuesRequest): LoopSteps | null {
  const { cfg, symbols, options } = summarizer;
  const { paths, complete } = summarizer.pathsOf(index);
  if (!complete || paths.some((p) => p.end.kind === 'lost' || (p.end.kind === 'halt' && p.end.reason !== null)))
    return null;
  return stepsOf({
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
}

/** `of`: only of these variables. */
function factsFor(behind: Behind | null, request: ValuesRequest, of?: readonly Symbol[]): readonly string[] {
  const { summarizer, summary, entry, before } = request;
  const { cfg, symbols } = summarizer;
  const loop = stepsFor(request);
  if (loop === null) return [];
  const named = namedIn(loop, request).filter((s) => of?.includes(s) ?? true);
  const told = inTerms(before);
  const start = (s: Symbol): Term | null => (isSetBefore(s, request) ? told.term(entry.values.get(s) ?? sym(s)) : null);
  return facts({ loop, behind, named, start, names: codeNames(cfg, before, summary.paths), range: symbols.range });
}

/** Of a local that only the loop sets there is no value before. */
function isSetBefore(s: Symbol, { summarizer: { cfg }, loop }: ValuesRequest): boolean {
  const { fn, symbols, reachable } = cfg;
  const v = fn.variables[symbols.indexOf(s)];
  if (v?.scope !== 'local' || v.pointer || v.addressTaken || v.behindPointer || v.initial !== null) return true;
  return fn.blocks.some(
    ({ id, stmts }) =>
      reachable.has(id) && !loop.blocks.has(id) && stmts.some((x) => 'target' in x && x.target === v.id),
  );
}

function namedIn(loop: LoopSteps, request: ValuesRequest): readonly Symbol[] {
  const ids = new Set([...loop.changed].map((s) => request.summarizer.cfg.symbols.indexOf(s)));
  return namedBehind(request, ids).changed;
}

/** An upper bound by what holds throughout, where nothing else bounds the loop. */
export function boundThroughout(request: ValuesRequest): Bound | null {
  const { summarizer, index, entry, before } = request;
  // an iteration that is begun and left is one more
  if (summarizer.pathsOf(index).paths.some((p) => p.kind === 'exit' && p.begun)) return null;
  const loop = stepsFor(request);
  const most = loop && progressBound(loop, holdsThroughout(loop, namedIn(loop, request)));
  if (!most) return null;
  const given = { facts: entry.facts, range: summarizer.symbols.range };
  const text = countText(substitute(most, entry.values), given, before, false);
  return text === null || text.length > MOST_READ ? null : { text, kind: 'upper' };
}

const MOST_READ = 60;
