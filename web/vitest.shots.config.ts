import { defineConfig } from 'vitest/config';

// Not tests: the screenshots in docs/images/web, and contact sheets for inspection.
export default defineConfig({
  test: { include: ['e2e/tourScreenshots.ts', 'e2e/allScreenshots.ts'], globalSetup: 'e2e/globalSetup.ts', testTimeout: 120_000, hookTimeout: 60_000 },
});
