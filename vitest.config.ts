import { defineConfig } from 'vitest/config';

/** Tests that put other modules in the place of the program's: no other file's tests may meet those. */
const MOCKED = 'test/**/*.mocked.test.ts';
// Browsers and what they need have a command of their own: npm run e2e.
const ELSEWHERE = ['test/e2e/**', '**/node_modules/**'];

export default defineConfig({
  test: {
    // A busy machine fails no test: these end what hangs.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // Solvers are big: no more at once than a small machine can hold.
    maxWorkers: 2,
    coverage: { provider: 'v8', include: ['server/src/**', 'client/src/**'] },
    projects: [
      {
        extends: true,
        // loading the program anew for each file would cost more than the tests
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...ELSEWHERE, MOCKED], isolate: false },
      },
      { extends: true, test: { name: 'mocked', include: [MOCKED], exclude: ELSEWHERE } },
    ],
  },
});
