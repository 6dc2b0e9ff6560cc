/**
 * The report of a file from what was found of each of its functions: in the order of the source, each place once. What
 * the source accepts is marked.
 */
import type { Limits } from '../answer/index.ts';
import { withLimits } from '../answer/index.ts';
import type { IrFunction } from '../program/index.ts';
import type { AssertionReport, Defect, FileReport, Finding, InvariantReport, LoopReport } from '../report/index.ts';
import { byPlace, isBefore } from '../source/index.ts';
import type { Position, SourceRange } from '../source/index.ts';

/** What was found of one function. */
export interface Part {
  readonly fn: IrFunction;
  readonly loops: LoopReport[];
  /** What counting alone tells of its loops, until the others are there. */
  counted: readonly LoopReport[];
  readonly assertions: AssertionReport[];
  readonly findings: Finding[];
  readonly invariants: InvariantReport[];
}

/** What is told of the file beside its functions' results. */
export type FileFacts = Pick<FileReport, 'syntaxErrors' | 'functions' | 'ms'> & {
  readonly defects: readonly Defect[];
  readonly messages: readonly string[];
  readonly headers: readonly string[];
  /** What is certainly wrong, of whichever function. */
  readonly certain: readonly Finding[];
  /** Of whichever function, too. */
  readonly limits: Limits;
};

export function fileReport(
  source: string,
  parts: readonly Part[],
  { defects, messages, headers, certain, limits, ...facts }: FileFacts,
): FileReport {
  const ignoring = ignoredIn(source);
  const invariants = parts.flatMap((p) => p.invariants);
  return {
    loops: withInvariants(
      withLimits(
        parts.flatMap((p) => (p.loops.length > 0 ? p.loops : p.counted)),
        limits,
      ),
      invariants,
    ).sort(byPlace),
    assertions: ignoring(onePerSite(parts.flatMap((p) => p.assertions))).sort(byPlace),
    findings: ignoring(
      onePerPlace(withoutConsequences([...parts.flatMap((p) => p.findings), ...certain], source), source),
    ).sort(byPlace),
    syntaxErrors: facts.syntaxErrors,
    functions: facts.functions,
    ms: facts.ms,
    ...(invariants.length === 0 ? {} : { invariants }),
    ...(defects.length === 0 ? {} : { defects: [...defects] }),
    ...(messages.length === 0 ? {} : { messages }),
    ...(headers.length === 0 ? {} : { headers }),
  };
}

/** The loops with what was proven to hold at their heads. */
function withInvariants(loops: readonly LoopReport[], invariants: readonly InvariantReport[]): LoopReport[] {
  return loops.map((loop) => {
    const { start } = loop.range;
    const known = invariants.find(
      ({ range }) => range.start.line === start.line && range.start.column === start.column,
    );
    return known ? { ...loop, invariants: known.parts.map(({ text }) => text) } : loop;
  });
}

/** Marks what a comment `looplens: ignore` stands beside, or on the line above. */
function ignoredIn(source: string): <T extends { readonly range: SourceRange }>(all: readonly T[]) => T[] {
  if (!source.includes('looplens: ignore')) return (all) => [...all];
  const lines = source.split(/\r\n|\r|\n/);
  const ignored = new Set(
    lines.flatMap((text, i) => {
      const comment = /^(.*?)(?:\/\/|\/\*)\s*looplens: ignore\b/.exec(text);
      return comment === null ? [] : (comment[1] ?? '').trim() === '' ? [i + 1, i + 2] : [i + 1];
    }),
  );
  return (all) => all.map((one) => (ignored.has(one.range.start.line) ? { ...one, accepted: 'source' } : one));
}

/** The place is in the range. */
export const contains = (range: SourceRange, at: Position): boolean =>
  !isBefore(at, range.start) && isBefore(at, range.end);

/** An assertion that is reached in several ways has one result: the worst. */
function onePerSite(all: readonly AssertionReport[]): AssertionReport[] {
  const rank = { violated: 0, unknown: 1, holds: 2 } as const;
  const best = new Map<string, AssertionReport>();
  for (const a of all) {
    const key = `${a.range.start.line}:${a.range.start.column}`;
    const known = best.get(key);
    if (!known || rank[a.verdict] < rank[known.verdict]) best.set(key, a);
  }
  return [...best.values()];
}

/** What a loop that never ends adds up until it overflows is no news beside that; its counter is. */
function withoutConsequences(all: readonly Finding[], source: string): readonly Finding[] {
  const endless = all.flatMap((f) =>
    f.kind === 'never-ends' ? [{ loop: f.extent ?? f.range, names: namesIn(f.text) }] : [],
  );
  if (endless.length === 0) return all;
  const lines = source.split(/\r\n|\r|\n/);
  return all.filter((f) => {
    if (f.kind !== 'overflow') return true;
    const { start, end } = f.range;
    const text = (lines[start.line - 1] ?? '').slice(
      start.column - 1,
      start.line === end.line ? end.column - 1 : undefined,
    );
    const own = namesIn(text);
    return !endless.some(({ loop, names }) => contains(loop, start) && !names.some((n) => own.includes(n)));
  });
}

const namesIn = (text: string): readonly string[] =>
  (text.match(/[A-Za-z_]\w*/g) ?? []).filter((n) => !/^(for|while|do|int|unsigned|long|char|short)$/.test(n));

/** One finding of a kind for a place, what must happen before what can; with the text of the place. */
function onePerPlace(all: readonly Finding[], source: string): Finding[] {
  const best = new Map<string, Finding>();
  const lines = source.split(/\r\n|\r|\n/);
  for (const f of all) {
    const { start, end } = f.range;
    const key = `${f.kind} ${start.line}:${start.column}`;
    const known = best.get(key);
    if (known && !(f.kind === 'overflow' && f.must)) continue;
    const text =
      start.line === end.line
        ? (lines[start.line - 1] ?? '').slice(start.column - 1, end.column - 1)
        : (lines[start.line - 1] ?? '').slice(start.column - 1);
    best.set(key, f.kind === 'overflow' ? { ...f, text } : f);
  }
  return [...best.values()];
}
