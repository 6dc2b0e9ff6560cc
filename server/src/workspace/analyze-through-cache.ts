/** An analysis whose report may be on disk already: asked for there first, kept there afterwards. */
import { resolve } from 'node:path';
import type { AnalysisOptions } from '../analysis/index.ts';
import type { FileReport } from '../report/index.ts';
import { buildId } from './build-id.ts';
import type { FoundCompilation } from './compilation.ts';
import type { OpenTexts } from './header-files.ts';
import { cacheKey, openReportCache } from './report-cache.ts';
import type { Made } from './report-cache.ts';

export interface CacheableJob {
  readonly source: string;
  readonly path: string | null;
  readonly options: AnalysisOptions;
  readonly open: OpenTexts;
  readonly compilation: FoundCompilation;
  /** Functions that are left out: then the report is none to keep. */
  readonly skip: readonly string[];
  /** What is only typed and not saved is looked for, and not kept. */
  readonly saved: boolean;
}

type Run = () => Promise<Made & { readonly cancelled?: boolean }>;

/**
 * The report from `options.cache`, else that of `run`. What goes wrong with the cache is one more message of the
 * report.
 */
export async function analyzeThroughCache(job: CacheableJob, run: Run): Promise<Made> {
  const directory = job.options.cache ?? null;
  if (directory === null || job.options.question !== undefined || job.skip.length > 0) return run();
  const cache = openReportCache(resolve(directory));
  const key = keyOf(job);
  const kept = cache.find(key, job.open);
  if (kept !== null) return kept;
  const made = await run();
  if (made.cancelled || !job.saved || !isFinal(made.report)) return made;
  const problem = cache.keep(key, made);
  if (problem === null) return made;
  return { ...made, report: { ...made.report, messages: [...(made.report.messages ?? []), problem] } };
}

/** The report that is kept; null: none is. */
export function keptReport(job: CacheableJob): Made | null {
  const directory = job.options.cache ?? null;
  return directory === null ? null : openReportCache(resolve(directory)).find(keyOf(job), job.open);
}

/** All that the report depends on, but for the texts of headers. */
function keyOf({ source, path, options, compilation }: CacheableJob): string {
  const { read: _, looked: __, ...compiledAs } = compilation;
  const { cache: ___, ...asked } = options;
  return cacheKey(buildId(), source, path === null ? null : resolve(path), asked, compiledAs);
}

/** Another run would say the same: neither did a clock strike, nor did LoopLens fail. */
function isFinal(report: FileReport): boolean {
  return (report.defects ?? []).length === 0 && !passing(report);
}

const PASSING: readonly unknown[] = ['timeout', 'defect'];

/** A reason that holds for one run only is somewhere in it. */
function passing(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('code' in value && PASSING.includes(value.code)) return true;
  return Object.values(value).some(passing);
}
