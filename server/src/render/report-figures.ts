/** The numbers of a whole run: what the report's page and its JSON document both show. */
import type { Exactness, FileReport, LoopReport, Pattern } from '../report/index.ts';
import { showFinding } from './finding-kinds.ts';
import { totalsOf } from './totals.ts';
import type { Totals } from './totals.ts';

/** A class of Proteus' table 1; `unclassified`: counted without being summarised. */
export interface ClassFigures {
  readonly loops: number;
  /** How sure its values afterwards are. */
  readonly exactness: Readonly<Record<Exactness, number>>;
  readonly patterns: Readonly<Record<Pattern | 'none', number>>;
  /** Loops with a number of iterations, or a limit to it, that rests on nothing. */
  readonly bounded: number;
  /** Loops that always end. */
  readonly ends: number;
}

export const CLASSES = ['1', '2', '3', '4', 'unclassified'] as const;
export type ClassName = (typeof CLASSES)[number];

export interface ReportFigures {
  readonly files: number;
  readonly functions: number;
  readonly assertions: {
    readonly holds: number;
    readonly violated: number;
    readonly unknown: number;
    readonly accepted: number;
  };
  /** By code, those that there are, the most frequent first. */
  readonly findings: readonly { readonly code: string; readonly count: number; readonly accepted: number }[];
  readonly totals: Totals;
  readonly classes: Readonly<Record<ClassName, ClassFigures>>;
  /** Why not more is known of loops: by code, the most frequent first. */
  readonly reasons: readonly { readonly code: string; readonly count: number }[];
}

export function reportFigures(reports: readonly FileReport[]): ReportFigures {
  const all = reports.flatMap(({ loops }) => loops);
  const loops = all.filter(({ pseudo }) => !pseudo);
  const assertions = reports.flatMap((report) => report.assertions);
  const verdict = (name: string): number => assertions.filter((assertion) => assertion.verdict === name).length;
  return {
    files: reports.length,
    functions: reports.reduce((sum, { functions }) => sum + functions.length, 0),
    assertions: {
      holds: verdict('holds'),
      violated: verdict('violated'),
      unknown: verdict('unknown'),
      accepted: assertions.filter(({ accepted }) => accepted).length,
    },
    findings: findingFigures(reports),
    totals: totalsOf(all),
    classes: Object.fromEntries(
      CLASSES.map((name) => [name, classFigures(loops.filter((loop) => classOf(loop) === name))]),
    ) as Record<ClassName, ClassFigures>,
    reasons: counted(loops.flatMap(({ why }) => (why ? [why.code] : []))),
  };
}

export const classOf = ({ type }: LoopReport): ClassName => (type === null ? 'unclassified' : (`${type}` as ClassName));

function classFigures(loops: readonly LoopReport[]): ClassFigures {
  const count = (holds: (loop: LoopReport) => boolean): number => loops.filter(holds).length;
  return {
    loops: loops.length,
    exactness: {
      exact: count(({ exactness }) => exactness === 'exact'),
      over: count(({ exactness }) => exactness === 'over'),
      unknown: count(({ exactness }) => exactness === 'unknown'),
    },
    patterns: {
      sequential: count(({ pattern }) => pattern === 'sequential'),
      periodic: count(({ pattern }) => pattern === 'periodic'),
      irregular: count(({ pattern }) => pattern === 'irregular'),
      none: count(({ pattern }) => pattern === null),
    },
    bounded: count(
      ({ count: { relation, assuming } }) =>
        (relation === 'exactly' || relation === 'at-most') && assuming.length === 0,
    ),
    ends: count(({ termination }) => termination === 'always'),
  };
}

function findingFigures(reports: readonly FileReport[]): ReportFigures['findings'] {
  const findings = reports.flatMap((report) => report.findings ?? []);
  const codes = findings.map((finding) => ({ code: showFinding(finding).code, accepted: finding.accepted }));
  return counted(codes.map(({ code }) => code)).map(({ code, count }) => ({
    code,
    count,
    accepted: codes.filter((other) => other.code === code && other.accepted).length,
  }));
}

/** The most frequent first, equally frequent ones by name. */
function counted(codes: readonly string[]): readonly { readonly code: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, count }))
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}
