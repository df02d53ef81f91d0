import { defineConfig } from 'vitest/config';

// Not a test: measures. One at a time, and what it prints is all there is.
export default defineConfig({
  test: {
    include: ['e2e/frames.ts', 'e2e/first.ts'],
    testTimeout: 400_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
    reporters: ['dot'],
  },
});
