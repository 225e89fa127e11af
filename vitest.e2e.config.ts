import { defineConfig } from 'vitest/config';

/** The end-to-end tests: one real VS Code for all files, so that they run one after another. */
export default defineConfig({
  test: {
    include: ['test/e2e/*.test.ts'],
    globalSetup: ['test/e2e/globalSetup.mjs'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
