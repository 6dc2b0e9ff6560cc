/**
 * The analysis in workers of a browser, for the playground (text in, an answer as HTML out) and for the extension in
 * editors there (the language server, and an analysis worker beside it). There is no Node and no file; the solver is
 * left out, since its threads need headers that few servers send.
 */
export { analyzeInBrowser } from './analyze-in-browser.ts';
export { answerAsHtml } from './answer-text.ts';
export { serveInBrowser } from './browser-server.ts';
export type { WorkerScope } from './browser-server.ts';
export { provideFiles } from './node-stand-ins.ts';
