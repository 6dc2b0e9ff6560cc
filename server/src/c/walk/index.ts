/**
 * What is certain of a function: it is followed from its entry with objects of known sizes. Imports `c/lower` and
 * below.
 */
export { missteps } from './walk-file.ts';
