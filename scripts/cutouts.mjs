// Loops of real files, cut out and run with counters in them, against what LoopLens says of their counts.
// Needs clang and gcc: apt-get install clang gcc. Builds into dist/ first.
//   npm run bench:cutouts -- PATH... [-I DIR] [-D NAME] [--seed S] [--rows N] [--command bounds|summarize] [--list]
import { runBundled } from './bundled.mjs';

await runBundled('test/bench/cutouts/cutouts-campaign.ts', 'dist/cutouts.cjs');
