import { defineConfig } from 'vitest/config';

/** Seeded faults in the project's own fixtures: `npm run test:mutation`. One process, so that the workspaces are analysed once. */
export default defineConfig({
  test: {
    include: ['test/mutation/**/*.test.ts'],
    setupFiles: ['test/unit/support/breathe.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    poolOptions: { forks: { singleFork: true } },
  },
});
