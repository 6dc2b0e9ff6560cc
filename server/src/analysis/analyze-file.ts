/**
 * Source text in, results of all its loops and assertions out. Front end, summarizer, verifier and solver are put
 * together here and nowhere else. Pure but for what is handed in.
 */
import type { AnalysisHost } from './analysis-host.ts';
import {
  INLINE_LIMITS,
  LOOP_INLINE_LIMITS,
  defectIn,
  defective,
  factorOf,
  fromScratch,
  spentBy,
} from './analyze-function.ts';
import { certainFindings } from './certain-findings.ts';
import { FileAnalysis } from './file-analysis.ts';
import { fileReport } from './file-report.ts';
import { lower, openFile } from './lower-file.ts';
import { answering } from './reach-in-file.ts';
import { watching } from './watch-in-file.ts';
import { inlineCalls, reasonsOf } from '../inlining/index.ts';
import type { Contract, IrFunction, IrProgram, Missteps } from '../program/index.ts';
import type { Limits } from '../answer/index.ts';
import { trimTerms } from '../logic/index.ts';
import { byPlace } from '../source/index.ts';
import type { Reason } from '../source/index.ts';
import type { AnalysisOptions, Defect, FileReport, Finding } from '../report/index.ts';
import type { EvalResult } from '../verify/index.ts';
import { evaluateFunction } from '../verify/index.ts';

export type { Header, HeaderRequest, MacroOption, ReadHeader, UnusableHeader } from '../c/index.ts';
export type { AnalysisOptions, LineQuestion } from '../report/index.ts';
export { DEFAULT_OPTIONS } from '../report/index.ts';
export type { AnalysisHost, Compilation, DocumentMemory } from './analysis-host.ts';
export { reach } from './reach-in-file.ts';

/** Interned terms that may stay when nothing is being analysed. */
const TERMS_KEPT = 5_000;

/** All loops and assertions of a file. Never throws for what a file contains. */
export async function analyze(source: string, options: AnalysisOptions, host: AnalysisHost): Promise<FileReport> {
  const started = host.now();
  const begun = spentBy(host);
  if (options.question?.watch)
    return watching(source, { ...options.question, watch: options.question.watch }, options, host);
  if (options.question) return answering(source, options.question, options, host);
  const looping = options.loops && !options.assertions && options.losses === false;
  const opened = await openFile(source, options, host, { looping });
  try {
    return answered(source, options, host, opened, { started, begun });
  } finally {
    opened.close();
    trimTerms(TERMS_KEPT);
  }
}

/**
 * First what is there already, then what is quick, in the end what is certainly wrong, which takes longest and changes
 * least.
 */
function answered(
  source: string,
  options: AnalysisOptions,
  host: AnalysisHost,
  { program, messages, headers, missteps }: Awaited<ReturnType<typeof openFile>>,
  { started, begun }: { readonly started: number; readonly begun: number },
): FileReport {
  trimTerms(TERMS_KEPT);
  const file = new FileAnalysis(program, options, host, begun);
  let certain: readonly Finding[] = [];
  let limits: Limits = { contracts: [], accesses: [] };
  const reportWith = (losses: boolean): FileReport =>
    fileReport(source, file.parts, {
      syntaxErrors: program.errors,
      functions: functionsOf(
        program,
        losses && options.losses !== false,
        { defects: file.defects, host },
        limits.contracts,
      ),
      ms: host.now() - started,
      defects: file.defects,
      messages,
      headers,
      certain,
      limits,
    });
  const tasks = file.openTasks();
  if (host.partial) {
    file.countAhead(tasks);
    host.partial(() => reportWith(false));
  }
  for (const [done, task] of tasks.entries()) {
    if (host.cancelled()) return reportWith(false);
    host.advance?.(done, tasks.length);
    file.run(task);
    host.partial?.(() => reportWith(true));
  }
  if ((options.assertions || options.limits === true) && options.integers === 'c') {
    const found = missteps(() => host.cancelled());
    if (options.assertions) certain = certainIn(file, found, options);
    limits = found;
  }
  return reportWith(true);
}

/** What is certainly wrong; where a defect of ours hid it, that is told once for a function. */
function certainIn(file: FileAnalysis, { found, failed }: Missteps, options: AnalysisOptions): readonly Finding[] {
  for (const f of failed) if (!file.defects.some((d) => d.function === f.name)) file.defects.push(defectIn(f, f.error));
  return certainFindings(found, options);
}

/** The file's own functions with what is lost in them. */
function functionsOf(
  program: IrProgram,
  losses: boolean,
  { defects, host }: { readonly defects: Defect[]; readonly host: AnalysisHost },
  contracts: readonly Contract[],
): FileReport['functions'] {
  const required = (name: string): Pick<FileReport['functions'][number], 'requires'> => {
    const requires = contracts
      .filter((c) => c.function === name)
      .map(({ condition, message, range }) => ({ condition, message, range }));
    return requires.length > 0 ? { requires } : {};
  };
  const own = program.functions
    .filter((f) => !f.inHeader)
    .map((fn) => {
      const { reasons, defect } = losses && !host.cancelled() ? lostIn(program, fn) : NOTHING_LOST;
      if (defect && !defects.some((d) => d.function === fn.name)) defects.push(defect);
      return { name: fn.name, range: fn.range, reasons, ...required(fn.name) };
    });
  const left = (program.left ?? []).map(({ name, range }) => ({ name, range, reasons: [], ...required(name) }));
  const failed = program.failed ?? [];
  return [
    ...(left.length === 0 ? own : [...own, ...left].sort(byPlace)),
    ...failed.map(({ name, range }) => ({ name, range, reasons: [defective(range)] })),
  ];
}

interface Lost {
  readonly reasons: readonly Reason[];
  readonly defect: Defect | null;
}

const NOTHING_LOST: Lost = { reasons: [], defect: null };

/** What is lost in the function; a defect of ours in finding that out costs no more than this. */
function lostIn(program: IrProgram, fn: IrFunction): Lost {
  try {
    return { reasons: reasonsOf(program, fn, LOOP_INLINE_LIMITS), defect: null };
  } catch (e) {
    return { reasons: [...fn.reasons, defective(fn.nameRange)], defect: defectIn(fn, e) };
  }
}

/** Final values of a function for rows of parameter values (`looplens eval`). */
export async function evaluate(
  source: string,
  request: {
    readonly function: string;
    readonly rows: readonly ReadonlyMap<string, bigint>[];
    readonly options: AnalysisOptions;
  },
  host: AnalysisHost,
): Promise<EvalResult | { readonly missing: readonly string[] }> {
  const { options, rows } = request;
  const { program } = await lower(source, options, host);
  trimTerms(TERMS_KEPT);
  const fn = program.functions.find((f) => f.name === request.function);
  if (!fn) return { missing: program.functions.filter((f) => !f.inHeader).map((f) => f.name) };
  const inlined = inlineCalls(program, fn, INLINE_LIMITS);
  const unlimited = { struck: () => host.cancelled() };
  return fromScratch(Number.POSITIVE_INFINITY, unlimited, factorOf(options.loopBudget), ({ budget }) =>
    evaluateFunction(inlined, { rows, options }, budget),
  );
}
