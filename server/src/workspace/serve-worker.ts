/** The worker's side of the conversation in `messages.ts`: takes jobs one at a time, guards against our own defects. */
import type { AnalysisHost, DocumentMemory } from '../analysis/index.ts';
import { analyzeThroughCache, keptReport } from './analyze-through-cache.ts';
import { compilationOf } from './compilation.ts';
import { decode, editorLines } from './decode.ts';
import type { AnalyzeRequest, WorkerMessage, WorkerRequest } from './messages.ts';
import { processorTime } from './processor-time.ts';
import { readRegular } from './regular-file.ts';
import { isCancelled, jobSignal, rest } from './job-signal.ts';
import { signsOfLife } from './signs-of-life.ts';
import { createWarmUp } from './warm-up.ts';
import type { Analyze } from './warm-up.ts';

/** So many documents are remembered by a worker. */
const MOST_MEMORIES = 24;

/**
 * What is known so far is told after the first function, so many milliseconds later, after three times as long, and so
 * on.
 */
const SECOND_PARTIAL = 20;

/** How many functions are done is told no more often, in milliseconds. */
const BETWEEN_ADVANCES = 200;

/** The worker's end of the conversation. */
export interface WorkerPort {
  on(event: 'message', take: (request: WorkerRequest) => void): void;
  postMessage(message: WorkerMessage): void;
}

/** Answers every `AnalyzeRequest` on the port with exactly one `WorkerMessage`, in order. */
export function serveAnalysis(analyze: Analyze, port: WorkerPort): void {
  const memories = createMemories();
  const warmUp = createWarmUp(analyze);
  const open = new Map<string, string>();
  let warm = false;
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  port.on('message', (request: WorkerRequest) => {
    if (request.kind === 'warm') warm = true;
    else waiting += 1;
    last = last
      .then(async () => {
        if (request.kind === 'warm') return;
        if (request.kind === 'forget') memories.forget(request.document);
        else {
          for (const [path, text] of request.open) {
            if (text === null) open.delete(path);
            else open.set(path, text);
          }
          const memory = request.document === null ? null : memories.of(request.document);
          port.postMessage(await answer(analyze, request, open, memory, (message) => port.postMessage(message)));
          if (memory !== null) memories.share(memory);
        }
        waiting -= 1;
      })
      .then(() => (warm ? warmUp(() => waiting > 0) : undefined));
  });
}

/** What is kept from one analysis of a document to the next; of those used last. */
function createMemories() {
  const known = new Map<string, DocumentMemory>();
  let results: DocumentMemory['results'];
  const forget = (document: string): void => {
    known.get(document)?.parsed?.dispose();
    known.delete(document);
  };
  return {
    forget,
    /** Results by function are good for other documents too. */
    share(memory: DocumentMemory): void {
      results ??= memory.results;
    },
    of(document: string): DocumentMemory {
      const memory = known.get(document) ?? (results ? { results } : {});
      known.delete(document);
      known.set(document, memory);
      const [oldest] = known.keys();
      if (known.size > MOST_MEMORIES && oldest !== undefined) forget(oldest);
      return memory;
    },
  };
}

async function answer(
  analyze: Analyze,
  request: AnalyzeRequest,
  open: ReadonlyMap<string, string>,
  memory: DocumentMemory | null,
  send: (message: WorkerMessage) => void,
): Promise<WorkerMessage> {
  const { path, options, preprocessed, skip } = request;
  const compilation = compilationOf(path, options, { open, ...(preprocessed === undefined ? {} : { preprocessed }) });
  const { looked } = compilation;
  const signal = jobSignal(request.signal);
  const alive = signsOfLife(request.job, signal, send);
  let first: number | null = null;
  let next = 0;
  let told = performance.now();
  let rested = 0;
  const host: AnalysisHost = {
    now: () => performance.now(),
    spent: processorTime(() => rested),
    cancelled: () => {
      alive.beat();
      rested += rest(signal);
      return isCancelled(signal);
    },
    progress: alive.begin,
    advance(done, total) {
      const now = performance.now();
      if (now < told + BETWEEN_ADVANCES || isCancelled(signal)) return;
      told = now;
      send({ kind: 'progress', job: request.job, done, total });
    },
    ...(request.partials && {
      partial(known) {
        const elapsed = performance.now() - (first ??= performance.now());
        if (elapsed < next || isCancelled(signal)) return;
        send({ kind: 'partial', job: request.job, report: known(), looked });
        next = Math.max(SECOND_PARTIAL, elapsed * 3);
      },
    }),
    skip: new Set(skip),
    compilation: () => compilation,
    ...(memory === null ? {} : { memory }),
  };
  try {
    const source = editorLines(request.source);
    const job = { source, path, options, open, compilation, skip, saved: isSaved(request) };
    const made = request.keptOnly
      ? keptReport(job)
      : await analyzeThroughCache(job, async () => ({
          report: await analyze(source, options, host),
          looked,
          cancelled: isCancelled(signal),
        }));
    if (made === null) return { kind: 'missing', job: request.job };
    return { kind: 'done', job: request.job, report: made.report, looked: made.looked, cancelled: isCancelled(signal) };
  } catch (error) {
    return {
      kind: 'failed',
      job: request.job,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

/** The text is what lies on the disk, and not one of the many on the way there. */
function isSaved({ document, path, source }: AnalyzeRequest): boolean {
  if (document === null || path === null) return true;
  const read = readRegular(path, 4 * source.length + 3);
  return read.ok && decode(read.bytes) === source;
}
