/** Entry: the command line. What it promises is in docs/command-line.md. */
import { main } from './cli/main.ts';
import { processWorld } from './cli/world.ts';

void main(process.argv.slice(2), processWorld()).then((status) => {
  process.exitCode = status;
});
