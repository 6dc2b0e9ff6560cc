/**
 * Results as pages for a browser: the report of a whole run. Reports in, one HTML document out. Imports the report's
 * types and what `render` says of them; no file, no clock.
 */
export { answerList } from './answer-list.ts';
export { reportPage } from './report-page.ts';
export type { ReportedFile } from './report-page.ts';
