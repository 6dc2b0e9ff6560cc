/** Expressions, statements, functions and the file, lowered to graphs. Imports `c/objects` and below. */
export { collect } from './collect-file.ts';
export { PREFIXED, callAsCast, castInstead } from './missed-casts.ts';
export { lowerFunction } from './lower-function.ts';
