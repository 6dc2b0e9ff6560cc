/**
 * Source text in, results of all its loops and assertions out: the one room that knows both the front end and the
 * mathematics.
 */
export { DEFAULT_OPTIONS, analyze, evaluate, reach } from './analyze-file.ts';
export type {
  AnalysisHost,
  AnalysisOptions,
  Compilation,
  DocumentMemory,
  Header,
  HeaderRequest,
  LineQuestion,
  MacroOption,
  ReadHeader,
  UnusableHeader,
} from './analyze-file.ts';
