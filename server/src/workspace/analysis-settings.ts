/** What the user can set, as far as it concerns when and how documents are analysed. */
import type { AnalysisOptions } from '../analysis/index.ts';

/** When a document is analysed. */
export type RunMode = 'onType' | 'onSave' | 'manual';

export interface WorkspaceSettings {
  readonly run: RunMode;
  readonly options: AnalysisOptions;
}

/** The same answers as on the command line: the time limits are the same, and strike only where something is out of hand. */
export const EDITOR_SETTINGS: WorkspaceSettings = {
  run: 'onType',
  options: {
    integers: 'c',
    dataModel: 'LP64',
    charSigned: true,
    function: null,
    loops: true,
    assertions: true,
    loopBudget: 10_000,
    fileBudget: 10_000,
    assertNames: [],
    assumeNames: [],
    overflow: 'must',
    invariants: false,
    includePaths: [],
    defines: [],
    undefines: [],
    compileCommands: null,
    preprocess: 'builtin',
  },
};
