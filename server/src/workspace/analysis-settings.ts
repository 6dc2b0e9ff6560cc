/** What the user can set, as far as it concerns when and how documents are analysed. */
import type { AnalysisOptions } from '../report/index.ts';
import { DEFAULT_OPTIONS } from '../report/index.ts';

/** When a document is analysed. */
export type RunMode = 'onType' | 'onSave' | 'manual';

export interface WorkspaceSettings {
  readonly run: RunMode;
  readonly options: AnalysisOptions;
}

/**
 * The same answers as on the command line: the time limits are the same, and strike only where something is out of
 * hand.
 */
export const EDITOR_SETTINGS: WorkspaceSettings = {
  run: 'onType',
  options: DEFAULT_OPTIONS,
};

/** So many times the usual work, and as much more time for it. */
export const longer = (options: AnalysisOptions, times: number): AnalysisOptions =>
  times === 1
    ? options
    : { ...options, loopBudget: options.loopBudget * times, fileBudget: options.fileBudget * times };
