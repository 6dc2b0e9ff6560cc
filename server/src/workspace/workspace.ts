/**
 * The open documents and their results. Every change leads to an analysis of the newest version, one at a time for each
 * document. Results of other versions are never passed off as those of the present one.
 */
import type { LineQuestion } from '../analysis/index.ts';
import type { FileReport } from '../report/index.ts';
import type { Result } from './attempts.ts';
import { createDebounce } from './debounce.ts';
import type { Debounce, DebounceLimits } from './debounce.ts';
import { createDocument } from './document.ts';
import type { DocumentState, Results, Revision } from './document.ts';
import { hasLookedFor } from './header-files.ts';
import type { Looked } from './header-files.ts';
import type { JobHandle, Pool } from './worker-pool.ts';
import { longer } from './analysis-settings.ts';
import type { WorkspaceSettings } from './analysis-settings.ts';
import type { Edit } from './shift-results.ts';
import { createSurroundings, pathOf } from './surroundings.ts';

export type DocumentStatus =
  | { readonly kind: 'analysing' }
  /** Results are there; `fresh` as in `Results`. */
  | { readonly kind: 'idle'; readonly results: Results | null }
  | { readonly kind: 'failed'; readonly message: string };

export interface WorkspaceEvents {
  /** New results of the present version of a document; those of some functions first, where the others take longer. */
  results(uri: string, version: number, report: FileReport): void;
  status(uri: string, status: DocumentStatus): void;
  /** Of a document that is being analysed, so many functions are done. */
  advance?(uri: string, done: number, total: number): void;
}

export interface WorkspaceLimits {
  readonly debounce: DebounceLimits;
  /**
   * While a document has had no results for so many milliseconds, a newer version does not cancel the analysis of an
   * older one.
   */
  readonly patience: number;
  /**
   * The first results of a document are shown so many milliseconds after those of its first function, or when all are
   * there.
   */
  readonly gather: number;
}

export const WORKSPACE_LIMITS: WorkspaceLimits = {
  debounce: { quiet: 50, delay: 25, longest: 250 },
  patience: 1_000,
  gather: 25,
};

export interface Waiting {
  /**
   * Milliseconds to wait at most: for the first results of a document, and where older ones are there to fall back on.
   */
  readonly first: number;
  readonly update: number;
}

export interface Workspace {
  open(uri: string, version: number, text: string): void;
  change(uri: string, version: number, text: string, edits: readonly Edit[]): void;
  save(uri: string): void;
  close(uri: string): void;
  /** A document that is open but not analysed itself, and may be included by others: its text; null: it is closed. */
  header(uri: string, text: string | null): void;
  /**
   * Files have changed on the disk: documents that they matter to are analysed again. `listed`: some have come or gone.
   */
  filesChanged(paths: readonly string[], listed: boolean): void;
  /** Settings may be other ones than before: documents of which that is so are analysed again. */
  configure(): void;
  /** Analyses now, whatever the run mode; without `uri`, all documents. */
  analyseNow(uri?: string): void;
  /** Gives up what is being done for the document as it is now; what is known so far stays. */
  giveUp(uri: string): void;
  /** More results of the document as it is now are on their way. */
  awaits(uri: string): boolean;
  /** Analyses again, with so many times the work for each question. */
  analyseLonger(uri: string, times: number): void;
  /** The results at hand. */
  results(uri: string): Results | null;
  /**
   * Waits for results of the version that is present now, for a bounded time; then gives what is at hand. `enough` says
   * of results that are not complete yet whether they will do.
   */
  whenCurrent(
    uri: string,
    wait: Waiting,
    cancelled: Promise<unknown>,
    enough?: (results: Results) => boolean,
  ): Promise<Results | null>;
  /** Asks about a line of the document as it is now; null where there is no such document, or no answer. */
  ask(uri: string, question: LineQuestion): Promise<Answer | null>;
  /** The same about a loop and its runs. */
  watch(uri: string, question: LineQuestion): Promise<Watched | null>;
  /**
   * Analyses a text that need not be open, behind everything that the editor asks for. What is open counts for its
   * headers.
   */
  behind(uri: string, text: string, wish: BehindWish): JobHandle;
  dispose(): void;
}

export interface BehindWish {
  /** Where results are kept, if the settings name no place; null: nowhere. */
  readonly cache: string | null;
  /** Only what is kept is wanted. */
  readonly keptOnly: boolean;
}

export type Answer = NonNullable<FileReport['answer']>;
export type Watched = NonNullable<FileReport['watched']>;

interface Running {
  readonly revision: Revision;
  readonly handle: JobHandle;
  /** Files that may be other ones than when it began, where only the disk knows. */
  readonly disturbed: Set<string>;
  /** Any file may be. */
  stale: boolean;
}

interface Entry {
  readonly document: DocumentState;
  settings: WorkspaceSettings;
  readonly debounce: Debounce;
  running: Running | null;
  /** Where the headers of the newest results were looked for. */
  looked: Looked;
  /** Results of some functions that are still held back. */
  gathering: { newest: FileReport; readonly timer: NodeJS.Timeout } | null;
  /** Goes up when something else than the text has changed: settings, a header. */
  surroundings: number;
  /** Start again when the running analysis ends. */
  again: boolean;
  failure: { readonly version: number; readonly message: string } | null;
  lastResults: number;
  /** Questions get so many times the usual work. */
  times: number;
  readonly waiters: Set<() => void>;
}

export function createWorkspace(
  pool: Pool,
  settingsOf: (uri: string) => WorkspaceSettings,
  events: WorkspaceEvents,
  limits: WorkspaceLimits = WORKSPACE_LIMITS,
): Workspace {
  const entries = new Map<string, Entry>();
  let questions = 0;
  const surroundings = createSurroundings();

  /** Headers have changed: results that rest on others are out of date. `saved`: on the disk as well. */
  function surroundingsChanged(concerns: (looked: Looked) => boolean, saved: boolean): void {
    for (const entry of entries.values()) {
      if (!concerns(entry.looked)) continue;
      entry.surroundings += 1;
      const { run } = entry.settings;
      if (run === 'onType' || (run === 'onSave' && saved)) entry.debounce.poke();
      else events.status(entry.document.uri, statusOf(entry));
    }
  }

  /** Files may be other ones than when a running analysis has read them, or will. */
  function disturb(paths: Iterable<string>, all: boolean): void {
    for (const { running } of entries.values()) {
      if (running === null) continue;
      running.stale ||= all;
      for (const path of paths) running.disturbed.add(path);
    }
  }

  /** What an analysis has read is still there. */
  function current({ disturbed, stale }: Running, looked: Looked): boolean {
    return !stale && surroundings.agree(looked) && ![...disturbed].some((path) => hasLookedFor(looked, path));
  }

  /** A document's text in the editor is another one, or (null) it is open no longer. */
  function textChanged(uri: string, text: string | null): void {
    if (text === null) surroundings.drop(uri);
    else surroundings.set(uri, text);
    const path = pathOf(uri);
    if (text === null && path !== null) disturb([path], false);
    surroundingsChanged((looked) => surroundings.concerns(uri, looked), text === null);
  }

  /** Starts on the newest version, or makes way for it. */
  function analyse(entry: Entry): void {
    const { document } = entry;
    const generation = entry.surroundings;
    if (entry.running !== null) {
      if (entry.running.revision.version === document.version && entry.running.revision.generation === generation)
        return;
      entry.again = true;
      const starving =
        performance.now() - entry.lastResults > limits.patience && entry.running.revision.generation === generation;
      if (!starving) entry.running.handle.cancel();
      return;
    }
    const known = document.results(generation);
    if (known?.fresh && known.complete) return;
    const revision: Revision = { version: document.version, generation, text: document.text };
    const handle: JobHandle = pool.submit(document.uri, {
      source: revision.text,
      path: pathOf(document.uri),
      open: surroundings.texts(),
      options: longer(entry.settings.options, entry.times),
      skip: document.skip(revision.text),
      partial: (report, looked) => acceptPartial(entry, running, report, looked),
      advance: (done, total) => entry.running === running && events.advance?.(document.uri, done, total),
    });
    const running: Running = { revision, handle, disturbed: new Set(), stale: false };
    entry.running = running;
    entry.again = false;
    events.status(document.uri, { kind: 'analysing' });
    void handle.result.then((result) => {
      entry.running = null;
      stopGathering(entry);
      if (entries.get(document.uri) !== entry) return;
      if (result.kind === 'done') accept(entry, running, result);
      if (result.kind === 'failed') {
        entry.failure = { version: revision.version, message: result.message };
        document.blame(result.skip, revision.text);
      }
      if (entry.again) analyse(entry);
      if (entry.running === null) events.status(document.uri, statusOf(entry));
      notify(entry);
    });
  }

  function acceptPartial(entry: Entry, running: Running, report: FileReport, looked: Looked): void {
    if (entries.get(entry.document.uri) !== entry || entry.running !== running || !current(running, looked)) return;
    const { revision } = running;
    entry.looked = looked;
    if (entry.gathering !== null) {
      entry.gathering.newest = report;
      return;
    }
    if (entry.document.results(entry.surroundings) === null) {
      const gathering = {
        newest: report,
        timer: setTimeout(() => {
          entry.gathering = null;
          showPartial(entry, revision, gathering.newest);
        }, limits.gather),
      };
      entry.gathering = gathering;
    } else showPartial(entry, revision, report);
  }

  function showPartial(entry: Entry, revision: Revision, report: FileReport): void {
    if (!entry.document.acceptPartial(revision, report)) return;
    if (entry.document.results(entry.surroundings)?.fresh) events.results(entry.document.uri, revision.version, report);
    notify(entry);
  }

  function stopGathering(entry: Entry): void {
    if (entry.gathering) clearTimeout(entry.gathering.timer);
    entry.gathering = null;
  }

  function accept(
    entry: Entry,
    running: Running,
    { report, looked = new Map(), skip, unchecked }: Result & { kind: 'done' },
  ): void {
    const { revision } = running;
    entry.looked = looked;
    if (!current(running, looked)) {
      entry.surroundings += 1;
      if (entry.settings.run !== 'manual') entry.again = true;
    }
    if (!entry.document.accept(revision, report, skip)) return;
    entry.failure =
      unchecked === undefined
        ? null
        : { version: revision.version, message: `the assertions could not be checked: ${unchecked}` };
    entry.lastResults = performance.now();
    if (entry.document.results(entry.surroundings)?.fresh) events.results(entry.document.uri, revision.version, report);
  }

  function statusOf(entry: Entry): DocumentStatus {
    if (entry.failure !== null) return { kind: 'failed', message: entry.failure.message };
    return { kind: 'idle', results: entry.document.results(entry.surroundings) };
  }

  function notify(entry: Entry): void {
    for (const waiter of [...entry.waiters]) waiter();
  }

  /** What a question about the document as it is now comes to; null where there is no such document, or no answer. */
  async function answered(uri: string, question: LineQuestion): Promise<FileReport | null> {
    const entry = entries.get(uri);
    if (!entry) return null;
    // a document of its own: the answer is needed beside the results, and keeps none of them waiting
    const asked = `${uri}#${question.line} ${++questions}`;
    const { result } = pool.submit(asked, {
      source: entry.document.text,
      path: pathOf(uri),
      open: surroundings.texts(),
      options: { ...longer(entry.settings.options, entry.times), question },
      skip: [],
    });
    const outcome = await result;
    pool.forget(asked);
    return outcome.kind === 'done' ? outcome.report : null;
  }

  /** Results of the present version are on their way. */
  function expected(entry: Entry): boolean {
    return entry.debounce.pending || entry.running !== null;
  }

  return {
    open(uri, version, text) {
      this.close(uri);
      const entry: Entry = {
        document: createDocument(uri, version, text),
        settings: settingsOf(uri),
        debounce: createDebounce(() => analyse(entry), limits.debounce),
        running: null,
        looked: new Map(),
        gathering: null,
        surroundings: 0,
        again: false,
        failure: null,
        lastResults: performance.now(),
        times: 1,
        waiters: new Set(),
      };
      entries.set(uri, entry);
      textChanged(uri, text);
      if (entry.settings.run !== 'manual') analyse(entry);
    },
    change(uri, version, text, edits) {
      const entry = entries.get(uri);
      if (!entry) return;
      entry.document.edit(version, text, edits);
      textChanged(uri, text);
      if (entry.settings.run === 'onType') entry.debounce.poke();
      else events.status(uri, statusOf(entry));
    },
    save(uri) {
      const entry = entries.get(uri);
      // those that include it have waited for this, too
      const path = pathOf(uri);
      for (const other of entries.values())
        if (other.settings.run !== 'manual' && (other === entry || (path !== null && other.looked.has(path))))
          other.debounce.flush();
    },
    close(uri) {
      const entry = entries.get(uri);
      if (!entry) return;
      entries.delete(uri);
      textChanged(uri, null);
      entry.debounce.cancel();
      stopGathering(entry);
      entry.running?.handle.cancel();
      pool.forget(uri);
      notify(entry);
    },
    header(uri, text) {
      textChanged(uri, text);
    },
    filesChanged(paths, listed) {
      const changed = new Set(paths.filter((path) => !surroundings.texts().has(path)));
      disturb(changed, listed);
      surroundingsChanged((looked) => listed || [...changed].some((path) => hasLookedFor(looked, path)), true);
    },
    configure() {
      for (const entry of entries.values()) {
        const next = settingsOf(entry.document.uri);
        if (JSON.stringify(next) === JSON.stringify(entry.settings)) continue;
        entry.settings = next;
        entry.surroundings += 1;
        if (next.run !== 'manual') entry.debounce.flush();
      }
    },
    analyseNow(uri) {
      for (const entry of entries.values()) if (uri === undefined || entry.document.uri === uri) entry.debounce.flush();
    },
    giveUp(uri) {
      const entry = entries.get(uri);
      if (!entry) return;
      entry.debounce.cancel();
      entry.again = false;
      entry.running?.handle.cancel();
    },
    awaits(uri) {
      const entry = entries.get(uri);
      return entry !== undefined && expected(entry);
    },
    analyseLonger(uri, times) {
      const entry = entries.get(uri);
      if (!entry) return;
      entry.times = times;
      entry.surroundings += 1;
      entry.debounce.flush();
    },
    results(uri) {
      const entry = entries.get(uri);
      return entry ? entry.document.results(entry.surroundings) : null;
    },
    whenCurrent(uri, wait, cancelled, enough = () => false) {
      const entry = entries.get(uri);
      if (!entry) return Promise.resolve(null);
      const { version } = entry.document;
      const now = (): Results | null =>
        entries.get(uri) === entry ? entry.document.results(entry.surroundings) : null;
      const present = now();
      const willDo = (results: Results | null): boolean =>
        results !== null && results.version >= version && (results.complete || enough(results));
      if ((present?.fresh && willDo(present)) || !expected(entry)) return Promise.resolve(present);
      return new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          entry.waiters.delete(check);
          resolve(now());
        };
        const check = (): void => {
          const results = now();
          if (entries.get(uri) !== entry || !expected(entry) || willDo(results)) done();
        };
        const timer = setTimeout(done, present ? wait.update : wait.first);
        entry.waiters.add(check);
        void cancelled.then(done);
      });
    },
    ask: async (uri, question) => (await answered(uri, question))?.answer ?? null,
    watch: async (uri, question) => (await answered(uri, question))?.watched ?? null,
    behind(uri, text, { cache, keptOnly }) {
      const { options } = settingsOf(uri);
      return pool.submitBehind({
        source: text,
        path: pathOf(uri),
        open: surroundings.texts(),
        options: { ...options, cache: options.cache ?? cache },
        skip: [],
        keptOnly,
      });
    },
    dispose() {
      for (const uri of [...entries.keys()]) this.close(uri);
      pool.dispose();
    },
  };
}
