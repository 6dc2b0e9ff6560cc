/**
 * One graph for a function and all that it calls. Calls are replaced by bodies, and what is behind pointers by the
 * objects that they lead to. Imports `interpret` and below.
 */
export { inlineCalls, reasonsOf } from './inline-calls.ts';
