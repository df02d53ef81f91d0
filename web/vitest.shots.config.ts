import { defineConfig } from 'vitest/config';

// Not a test: makes the pictures of docs/images/web.
export default defineConfig({
  test: { include: ['e2e/shots.ts'], globalSetup: 'e2e/serve.ts', testTimeout: 120_000, hookTimeout: 60_000 },
});
