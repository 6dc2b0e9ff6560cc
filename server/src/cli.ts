/** Entry: the command line. What it promises is in docs/command-line.md. */
import { main, processWorld } from './cli/index.ts';

void main(process.argv.slice(2), processWorld()).then((status) => {
  process.exitCode = status;
});
