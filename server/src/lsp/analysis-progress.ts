/**
 * $/progress: shown for a document whose analysis takes longer, with how many of its functions are done. Who cancels it
 * gives the analysis up; what is known so far stays.
 */
import type { WorkDoneProgressServerReporter } from 'vscode-languageserver/node';
import { inBackground } from '../workspace/index.ts';

export interface AnalysisProgress {
  /** The document is being analysed, or is no longer. */
  state(uri: string, analysing: boolean): void;
  advance(uri: string, done: number, total: number): void;
}

export interface ProgressRequest {
  /** Asks the client to show progress; null: it can't. */
  readonly create: () => Promise<WorkDoneProgressServerReporter> | null;
  readonly giveUp: (uri: string) => void;
  /** What a document is called. */
  readonly nameOf: (uri: string) => string;
  /** Milliseconds of analysis before anything is shown. */
  readonly patience: number;
}

interface Shown {
  readonly timer: NodeJS.Timeout;
  reporter: WorkDoneProgressServerReporter | null;
  done: number;
  total: number;
}

export function createAnalysisProgress({ create, giveUp, nameOf, patience }: ProgressRequest): AnalysisProgress {
  const shown = new Map<string, Shown>();

  async function begin(uri: string, one: Shown): Promise<void> {
    const reporter = await (create()?.catch(() => null) ?? null);
    if (reporter === null) return;
    // it may be over by now
    if (shown.get(uri) !== one) {
      reporter.done();
      return;
    }
    one.reporter = reporter;
    reporter.begin(`LoopLens: ${nameOf(uri)}`, percentOf(one), messageOf(one), true);
    reporter.token.onCancellationRequested(() => {
      end(uri);
      giveUp(uri);
    });
  }

  function end(uri: string): void {
    const one = shown.get(uri);
    if (one === undefined) return;
    shown.delete(uri);
    clearTimeout(one.timer);
    one.reporter?.done();
  }

  return {
    state(uri, analysing) {
      if (!analysing) end(uri);
      else if (!shown.has(uri)) {
        const one: Shown = {
          timer: inBackground(setTimeout(() => void begin(uri, one), patience)),
          reporter: null,
          done: 0,
          total: 0,
        };
        shown.set(uri, one);
      }
    },
    advance(uri, done, total) {
      const one = shown.get(uri);
      if (one === undefined) return;
      Object.assign(one, { done, total });
      one.reporter?.report(percentOf(one), messageOf(one));
    },
  };
}

const percentOf = ({ done, total }: Shown): number => (total === 0 ? 0 : Math.floor((100 * done) / total));

const messageOf = ({ done, total }: Shown): string =>
  total === 0 ? '' : `${done} of ${total} ${total === 1 ? 'function' : 'functions'}`;
