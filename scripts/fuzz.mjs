// Differential fuzzing: random functions with loops, their summaries against the compiled program.
//   npm run fuzz -- [--seed S] [--count N] [--class C]... [--wide | --deep | --all] [--rows N] [--cap ITERATIONS]
//                   [--inexact N] [--blank N] [--slow N] [--budget MS]
//   npm run fuzz -- --oracle NAME [--seed S] [--count N] [--from K]
//   npm run fuzz -- --long [--seed S] [--loops N] [--functions N] [--oracle NAME]... [--jobs J] [--rows N]
//                   [--cap ITERATIONS]
//   npm run fuzz -- --export-cases DIR [--seed S] [--count N] [--rows N] [--class C]...
//   npm run fuzz -- --bytes [--count N] [--class C]...
//   npm run fuzz -- --bench [--seed S] [--from K] --count 100000
// --oracle runs one of those in test/oracles/registry.ts instead. --long runs loops of all classes and functions of all
// oracles (or of those that are named) in as many processes as there are processors, and prints one table.
// --export-cases writes random loops, each with inputs and the values that gcc's program ends with, as files: N of each
// class, 10 where no --count is given.
// --wide and --deep take other groups of classes. --inexact N prints so many functions whose summary is not exact, with
// the reasons, --blank N those that have an exact summary and a defined row without values, --slow N those that took
// longest. --bytes makes all variables 8 bits wide and tries every input. --bench is for long runs: all classes, 50
// rows each, values only (no bounds), figures after every 200 functions; function K depends on the seed and K alone, so
// --from K goes on where a run ended. Needs gcc; builds into dist/ first.
import { spawnBundled } from './bundled.mjs';

const asked = (option) => process.argv.some((arg) => arg.startsWith(option));
const [entry, outfile] = asked('--long')
  ? ['test/oracles/series/main.ts', 'dist/series.cjs']
  : asked('--export-cases')
    ? ['test/oracles/answers/export-cases.ts', 'dist/cases.cjs']
    : asked('--oracle')
      ? ['test/oracles/fuzz.ts', 'dist/oracle.cjs']
      : ['test/differential/fuzz.ts', 'dist/fuzz.cjs'];
await spawnBundled(entry, outfile);
