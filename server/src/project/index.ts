/**
 * What belongs to a project: its file (`looplens.json`), and which C files are analysed where none are named. The
 * command line and the language server share it.
 */
export { didYouMean } from './did-you-mean.ts';
export { PROJECT_FILE_NAME, findProjectFile, parseProjectFile, readProjectFile } from './project-file.ts';
export type { Project, Severities } from './project-file.ts';
export { ALIASING, CHAR_SIGNS, DATA_MODELS, FAILURES, INTEGER_MODES, OVERFLOWS } from './project-words.ts';
export { findSources, findSourcesIn } from './source-choice.ts';
export type { Choice } from './source-choice.ts';
export type { SourceTree } from './source-tree.ts';
