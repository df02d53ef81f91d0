import { defineConfig } from 'vitest/config';

// Not tests: pictures, those of docs/images/web and sheets of many to look at.
export default defineConfig({
  test: { include: ['e2e/shots.ts', 'e2e/looks.ts'], globalSetup: 'e2e/serve.ts', testTimeout: 120_000, hookTimeout: 60_000 },
});
