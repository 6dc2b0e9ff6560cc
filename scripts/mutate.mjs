// Mutation test of the independent checker: wrong summaries must be rejected.
//   npm run mutate -- [--subject NAME]... [--most N]
// Builds into dist/ first.
import { runBundled } from './bundled.mjs';

await runBundled('test/certify/mutate.ts', 'dist/mutate.cjs');
