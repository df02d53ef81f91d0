import { defineConfig } from 'vitest/config';

// Not tests: the screenshots in docs/images/web, and contact sheets for inspection.
export default defineConfig({
  test: { include: ['e2e/shots.ts', 'e2e/looks.ts'], globalSetup: 'e2e/serve.ts', testTimeout: 120_000, hookTimeout: 60_000 },
});
