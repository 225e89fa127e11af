import { defineConfig } from 'vitest/config';

/** Tests on clones of the projects that the tool is about: `SYMSCOPE_CORPUS=… npm run test:corpus`. One process, so that they are analysed once. */
export default defineConfig({
  test: {
    include: ['test/corpus/**/*.test.ts'],
    setupFiles: ['test/unit/support/breathe.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    poolOptions: { forks: { singleFork: true } },
    isolate: false,
  },
});
