/**
 * A baseline: findings that are accepted, by file and fingerprint (`render/fingerprint.ts`). So they are recognised
 * when the code around them moves. Accepted findings are shown as such and don't count.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { assertionPrint, findingPrint } from '../render/index.ts';
import type { FileResult } from '../render/index.ts';
import type { AssertionReport, Finding } from '../report/index.ts';
import { readRegular } from '../workspace/index.ts';

/** Bytes of a baseline that is read. */
const LONGEST = 200_000_000;

const BASELINE_SCHEMA = 'looplens/baseline/1';

/** File and fingerprint -> how many are accepted. */
export type Baseline = ReadonlyMap<string, number>;

interface Entry {
  readonly file: string;
  readonly finding: string;
  readonly count: number;
}

/** Reads a baseline; what can't be one becomes a message. */
export async function readBaseline(path: string): Promise<Baseline | { readonly message: string }> {
  try {
    const content = readRegular(path, LONGEST);
    if (!content.ok) return { message: `${path}: ${content.problem}` };
    const document = JSON.parse(content.bytes.toString('utf8')) as {
      readonly schema?: unknown;
      readonly findings?: unknown;
    };
    if (document.schema !== BASELINE_SCHEMA || !Array.isArray(document.findings))
      return { message: `${path}: is not a baseline (schema ${BASELINE_SCHEMA})` };
    return new Map(
      (document.findings as Entry[]).map(({ file, finding, count }) => [
        keyOf(String(file), String(finding)),
        Number(count) || 0,
      ]),
    );
  } catch (error) {
    return { message: `${path}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Writes what a run found as a baseline, in the order of files and fingerprints. Files are named relative to it. */
export async function writeBaseline(path: string, results: readonly FileResult[]): Promise<void> {
  const counts = new Map<string, Entry>();
  for (const { file, report } of results) {
    const name = nameFor(path, file);
    for (const print of printsOf(report.assertions, report.findings ?? [])) {
      const key = keyOf(name, print);
      counts.set(key, { file: name, finding: print, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  const findings = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  await writeFile(path, `${JSON.stringify({ schema: BASELINE_SCHEMA, findings }, null, 2)}\n`);
}

/** The result with what the baseline accepts marked so. */
export function accepted(result: FileResult, baseline: Baseline, path: string): FileResult {
  const name = nameFor(path, result.file);
  const left = new Map<string, number>();
  const take = (print: string): boolean => {
    const key = keyOf(name, print);
    const count = left.get(key) ?? baseline.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  };
  const { report } = result;
  const mark = { accepted: 'baseline' as const };
  return {
    ...result,
    report: {
      ...report,
      assertions: report.assertions.map((a) => (isFinding(a) && take(assertionPrint(a)) ? { ...a, ...mark } : a)),
      ...(report.findings
        ? { findings: report.findings.map((f) => (!f.accepted && take(findingPrint(f)) ? { ...f, ...mark } : f)) }
        : {}),
    },
  };
}

const isFinding = ({ verdict, accepted: already }: AssertionReport): boolean => verdict !== 'holds' && !already;

function printsOf(assertions: readonly AssertionReport[], findings: readonly Finding[]): string[] {
  return [
    ...assertions.filter(isFinding).map(assertionPrint),
    ...findings.filter((f) => !f.accepted).map(findingPrint),
  ];
}

const keyOf = (file: string, print: string): string => `${file}\n${print}`;
const nameFor = (baseline: string, file: string): string =>
  relative(dirname(resolve(baseline)), resolve(file)).replaceAll('\\', '/');
