// Runs `looplens bounds` over whole projects and says what it found and what was lost. Builds first.
//   npm run corpus -- DIR... [--jobs N] [--slow N] [--clang "FLAGS"]
import { runBundled } from './bundled.mjs';

await runBundled('test/bench/corpus.ts', 'dist/corpus.cjs', { rebuild: true });
