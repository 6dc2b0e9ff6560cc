/** Assertions about the elements of arrays, for all indices at once. */
export { proveElements } from './array-invariants.ts';
export { watchElements } from './watched-elements.ts';
