import { defineConfig } from 'vitest/config';

/** Tests against the built server process: `npm run build` first. */
export default defineConfig({
  test: {
    include: ['test/lsp/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
