import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Browsers and what they need have a command of their own: npm run e2e.
    exclude: ['test/e2e/**', '**/node_modules/**'],
    // A busy machine fails no test: these end what hangs.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // Solvers are big: no more at once than a small machine can hold.
    maxWorkers: 2,
    coverage: { provider: 'v8', include: ['server/src/**', 'client/src/**'] },
  },
});
