/**
 * The analysis in a worker of a browser: text in, an answer as HTML out. There is no Node and no file; the solver is
 * left out, since its threads need headers that static servers don't send.
 */
export { answerAsHtml } from './answer-text.ts';
