/**
 * The protocol layer. Thin: what is asked for is looked up in the workspace's results and put into the protocol's words
 * by `to-protocol.ts`. No mathematics here, and nothing of the analysis but the types of its reports.
 */
export type { WebFiles } from './protocol.ts';
export { serve } from './server.ts';
export { startServer } from './start-server.ts';
