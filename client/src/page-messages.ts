/** What the extension and the script of the detail page say to each other. Plain data; lines count from 1. */
import type { AutomatonReport, LoopReport, RunReport } from '../../server/src/lsp/protocol.ts';

/** What the page is about. It is in the page's text as JSON. */
export interface PageData {
  readonly loop: Pick<LoopReport, 'paths' | 'cases' | 'coverage'>;
  /** Texts of the page in the reader's language, by the English ones. */
  readonly texts: Readonly<Record<string, string>>;
}

export type ToPage =
  /** `step`: the iteration that the editor shows. */
  | {
      readonly kind: 'watched';
      readonly automaton: AutomatonReport;
      readonly run: RunReport;
      readonly step: number;
    }
  | { readonly kind: 'step'; readonly step: number }
  | { readonly kind: 'missing'; readonly message: string };

export type FromPage =
  | { readonly kind: 'ready' }
  /** Values at the function's start. */
  | { readonly kind: 'run'; readonly inputs: Readonly<Record<string, string>> }
  | { readonly kind: 'step'; readonly step: number }
  /** Lines of a path are to be seen in the editor; none: no longer. */
  | { readonly kind: 'lines'; readonly lines: readonly number[]; readonly reveal: boolean }
  | { readonly kind: 'copy'; readonly text: string };
