// Differential fuzzing of verdicts: random functions with loops and assertions, against the compiled program with
// inputs searched for.
//   npm run fuzz:assertions -- [--seed S] [--from K] [--count N] [--batch N] [--budget MS] [--missed]
//   npm run fuzz:assertions -- --memory [--seed S] [--from K] [--count N] [--batch N] [--budget MS] [--lines N]
//                              [--reduce] [--productions] [--show]
// --memory takes whole programs instead, with pointers, structs and unions: verdicts, and --lines N asks for lines of
// each whether they are reached. It ends with the reasons of what is open, the most frequent first; --reduce makes
// programs with wrong verdicts small, --productions tells what was made how often, --show prints the programs alone.
// Batches take turns in the modes: overflow undefined, -fwrapv, -funsigned-char. Function K depends on the seed and K
// alone, so --from K goes on where a run ended. --missed prints open assertions that the search made fail. Needs gcc;
// builds into dist/ first.
import { spawnBundled } from './bundled.mjs';

const [entry, outfile] = process.argv.includes('--memory')
  ? ['test/oracles/fuzz-verdicts.ts', 'dist/fuzz-verdicts.cjs']
  : ['test/verify/fuzz-assertions.ts', 'dist/fuzz-assertions.cjs'];
await spawnBundled(entry, outfile);
