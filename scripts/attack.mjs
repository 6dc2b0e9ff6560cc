// Hostile inputs, and what becomes of them: counts by class and outcome; exit status 1 where one ends in anything but
// the statuses 0, 1 and 2.
//   npm run attack -- [--seed S] [--count N] [--class mutants|size|messages|folders|escapes]... [--size SHARE]
//                     [--keep DIR] [FILE.c...]
// Mutants are made of the files given, else of the examples; --count is how many (messages: ten times, folders and
// escapes: a twentieth).
// --size is the share of the full sizes of the huge inputs; --keep is where mutants go that aren't borne. Builds into
// dist/ first.
import { runBundled } from './bundled.mjs';

await runBundled('test/attack/attack.ts', 'dist/attack.cjs', { rebuild: true });
