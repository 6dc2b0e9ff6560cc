/** What is certain of a function: it is followed from its entry with objects of known sizes. Imports `c/types`, `c/syntax` and `c/sources`. */
export { missteps } from './walk-file.ts';
