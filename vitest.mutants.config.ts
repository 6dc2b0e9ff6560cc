/** The tests that mutants are run against: `npm run mutants` names them. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: (process.env['MUTANTS_TESTS'] ?? '').split(':').map((glob) => glob.replace(/\*\*$/, '**/*.test.ts')),
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
