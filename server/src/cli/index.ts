/**
 * The command line: arguments in, text and an exit status out. It reads files and prints reports; it knows no
 * mathematics.
 */
export { main } from './run-command.ts';
export { version } from './version.ts';
export { processWorld } from './world.ts';
