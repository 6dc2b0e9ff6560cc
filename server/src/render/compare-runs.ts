/**
 * What changed between two runs, from their JSON documents: findings that are new or mended, verdicts, and bounds that
 * were lost or gained. Nothing is recognised by its line, so that edits elsewhere change nothing.
 */
import { diffArrays } from 'diff';

/** What is read of a document of `report`, `check`, `summarize` or `bounds`. */
export interface RunDocument {
  readonly schema: string;
  readonly files?: readonly string[];
  readonly results?: readonly RunAssertion[];
  readonly findings?: readonly RunFinding[];
  readonly loops?: readonly RunLoop[];
}

interface Placed {
  readonly file: string;
  readonly line: number;
  readonly function: string;
}

export interface RunAssertion extends Placed {
  readonly assertion: string;
  readonly verdict: string;
  readonly accepted?: string;
}

export interface RunFinding extends Placed {
  readonly kind: string;
  readonly severity: string;
  readonly message: string;
  readonly accepted?: string;
  readonly fingerprint?: string;
}

export interface RunLoop extends Placed {
  readonly kind: string;
  readonly nested: number;
  readonly pseudo?: boolean;
  readonly answer: { readonly count: { readonly relation: string; readonly sentence: string } };
}

export interface VerdictChange {
  readonly before: RunAssertion;
  readonly after: RunAssertion;
}

export interface LoopChange {
  readonly before: RunLoop;
  readonly after: RunLoop;
}

export interface Comparison {
  /** Violated assertions and findings, those that are accepted left out. */
  readonly newFindings: readonly (RunFinding | RunAssertion)[];
  readonly mended: readonly (RunFinding | RunAssertion)[];
  /** Assertions that held, and are undecided now. */
  readonly verdictsLost: readonly VerdictChange[];
  /** Assertions that were undecided, and hold now. */
  readonly verdictsGained: readonly VerdictChange[];
  readonly boundsLost: readonly LoopChange[];
  readonly boundsGained: readonly LoopChange[];
  /** Another number, that is no less certain. */
  readonly boundsChanged: readonly LoopChange[];
  readonly loopsAdded: readonly RunLoop[];
  readonly loopsRemoved: readonly RunLoop[];
  /** Files of which only one of the runs speaks; of those of the first nothing else is told. */
  readonly filesAdded: readonly string[];
  readonly filesNotSeen: readonly string[];
}

export function compareRuns(before: RunDocument, after: RunDocument): Comparison {
  const [old, fresh] = [filesOf(before), filesOf(after)];
  const seen = new Set(fresh);
  const comparable = <T extends Placed>(all: readonly T[] | undefined): readonly T[] =>
    (all ?? []).filter(({ file }) => seen.has(file));
  const both = before.findings !== undefined && after.findings !== undefined;
  const findings = both ? added(wrongOf(before, comparable), wrongOf(after, comparable)) : NOTHING;
  const verdicts = both ? verdictChanges(comparable(before.results), after.results ?? []) : [];
  const loops =
    before.loops !== undefined && after.loops !== undefined
      ? loopChanges(comparable(before.loops), after.loops)
      : { pairs: [], added: [], removed: [] };
  const rank = ({ before: b, after: a }: LoopChange): number => rankOf(a) - rankOf(b);
  return {
    newFindings: findings.added,
    mended: findings.removed,
    verdictsLost: verdicts.filter((change) => change.before.verdict === 'holds' && change.after.verdict === 'unknown'),
    verdictsGained: verdicts.filter(
      (change) => change.before.verdict === 'unknown' && change.after.verdict === 'holds',
    ),
    boundsLost: loops.pairs.filter((pair) => rank(pair) < 0),
    boundsGained: loops.pairs.filter((pair) => rank(pair) > 0),
    boundsChanged: loops.pairs.filter((pair) => rank(pair) === 0),
    loopsAdded: loops.added,
    loopsRemoved: loops.removed,
    filesAdded: fresh.filter((file) => !old.includes(file)),
    filesNotSeen: old.filter((file) => !seen.has(file)),
  };
}

/** Files that a run has looked at; a document of an older form names those alone in which there is something. */
function filesOf({ files, results, findings, loops }: RunDocument): readonly string[] {
  const named = [...(results ?? []), ...(findings ?? []), ...(loops ?? [])].map(({ file }) => file);
  return [...new Set(files ?? named)];
}

type Wrong = RunFinding | RunAssertion;

interface Difference<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

const NOTHING: Difference<Wrong> = { added: [], removed: [] };

function wrongOf(
  { results, findings }: RunDocument,
  comparable: <T extends Placed>(all: readonly T[] | undefined) => readonly T[],
): readonly Wrong[] {
  const violated = comparable(results).filter(({ verdict }) => verdict === 'violated');
  return [...violated, ...comparable(findings)].filter(({ accepted }) => accepted === undefined);
}

const keyOfWrong = (wrong: Wrong): string =>
  JSON.stringify(
    'assertion' in wrong
      ? [wrong.file, wrong.function, oneLine(wrong.assertion)]
      : [wrong.file, wrong.fingerprint ?? `${wrong.kind}:${wrong.function}:${wrong.message}`],
  );

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Of several that are alike, as many are new as there are more of them now: the last ones. */
function added(before: readonly Wrong[], after: readonly Wrong[]): Difference<Wrong> {
  const beyond = (all: readonly Wrong[], others: readonly Wrong[]): readonly Wrong[] => {
    const left = new Map<string, number>();
    for (const other of others) left.set(keyOfWrong(other), (left.get(keyOfWrong(other)) ?? 0) + 1);
    return all.filter((wrong) => {
      const rest = left.get(keyOfWrong(wrong)) ?? 0;
      left.set(keyOfWrong(wrong), rest - 1);
      return rest <= 0;
    });
  };
  return { added: beyond(after, before), removed: beyond(before, after) };
}

/** The same assertions of the same function, in the order in which they stand. */
function verdictChanges(before: readonly RunAssertion[], after: readonly RunAssertion[]): readonly VerdictChange[] {
  const key = (assertion: RunAssertion): string =>
    JSON.stringify([assertion.file, assertion.function, oneLine(assertion.assertion)]);
  const old = groupedBy(before, key);
  return [...groupedBy(after, key)].flatMap(([name, group]) =>
    group.flatMap((assertion, k) => {
      const was = old.get(name)?.[k];
      return was === undefined || was.verdict === assertion.verdict ? [] : [{ before: was, after: assertion }];
    }),
  );
}

/** The most that a run can say of a loop is how often it iterates, the least is nothing. */
const RANKS: readonly string[] = ['none', 'until', 'at-most', 'exactly'];

function rankOf({ answer }: RunLoop): number {
  const { relation } = answer.count;
  return relation === 'endless' ? RANKS.length - 1 : RANKS.indexOf(relation);
}

interface LoopChanges {
  readonly pairs: readonly LoopChange[];
  readonly added: readonly RunLoop[];
  readonly removed: readonly RunLoop[];
}

/**
 * Loops of a function are matched by what is said of them; between those, loops of a kind and a depth in their order.
 */
function loopChanges(before: readonly RunLoop[], after: readonly RunLoop[]): LoopChanges {
  const key = (loop: RunLoop): string => JSON.stringify([loop.file, loop.function]);
  const told = (loops: readonly RunLoop[]) =>
    groupedBy(
      loops.filter(({ pseudo }) => !pseudo),
      key,
    );
  const [old, fresh] = [told(before), told(after)];
  const all = [...new Set([...old.keys(), ...fresh.keys()])].map((name) =>
    changesWithin(old.get(name) ?? [], fresh.get(name) ?? []),
  );
  return {
    pairs: all.flatMap(({ pairs }) => pairs),
    added: all.flatMap((changes) => changes.added),
    removed: all.flatMap(({ removed }) => removed),
  };
}

function changesWithin(before: readonly RunLoop[], after: readonly RunLoop[]): LoopChanges {
  const same = (a: RunLoop, b: RunLoop): boolean =>
    shapeOf(a) === shapeOf(b) && a.answer.count.sentence === b.answer.count.sentence;
  const pairs: LoopChange[] = [];
  const added: RunLoop[] = [];
  const removed: RunLoop[] = [];
  let [gone, come]: [readonly RunLoop[], readonly RunLoop[]] = [[], []];
  const settle = (): void => {
    const left = [...come];
    for (const loop of gone) {
      const at = left.findIndex((other) => shapeOf(other) === shapeOf(loop));
      if (at < 0) removed.push(loop);
      else pairs.push({ before: loop, after: left.splice(at, 1)[0] as RunLoop });
    }
    added.push(...left);
    [gone, come] = [[], []];
  };
  for (const part of diffArrays([...before], [...after], { comparator: same })) {
    if (part.removed) gone = [...gone, ...part.value];
    else if (part.added) come = [...come, ...part.value];
    else settle();
  }
  settle();
  return { pairs, added, removed };
}

const shapeOf = ({ kind, nested }: RunLoop): string => `${kind} ${nested}`;

function groupedBy<T>(all: readonly T[], key: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}
