import { defineConfig } from 'vitest/config';

// Browser tests: they wait more than they work, so three at a time fit on two cores.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/serve.ts',
    testTimeout: 200_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    // Chromium, a server and the test share two cores with whatever else runs: what is broken fails three times.
    retry: 2,
  },
});
