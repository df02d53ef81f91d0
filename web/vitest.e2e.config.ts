import { defineConfig } from 'vitest/config';

// Browser tests: one Chromium at a time, for the machine is small.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    testTimeout: 200_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // Chromium, a server and the test share two cores with whatever else runs: what is broken fails three times.
    retry: 2,
  },
});
