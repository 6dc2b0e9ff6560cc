/** What the user can set, as far as it concerns when and how documents are analysed. */
import type { AnalysisOptions } from '../analysis.ts';

/** When a document is analysed. */
export type RunMode = 'onType' | 'onSave' | 'manual';

export interface WorkspaceSettings {
  readonly run: RunMode;
  readonly options: AnalysisOptions;
}

/** An editor wants answers sooner than a batch run: smaller budgets than the analysis' own. */
export const EDITOR_SETTINGS: WorkspaceSettings = {
  run: 'onType',
  options: {
    integers: 'c', dataModel: 'LP64', charSigned: true, function: null, loops: true, assertions: true,
    loopBudget: 2_000, fileBudget: 5_000, assertNames: [], assumeNames: [], overflow: 'must', invariants: false,
    includePaths: [], defines: [], undefines: [], compileCommands: null, preprocess: 'builtin',
  },
};
