import { defineConfig } from 'vitest/config';

// Not a test: measurements, one at a time, printed.
export default defineConfig({
  test: {
    include: ['e2e/frameTimes.ts', 'e2e/firstLoad.ts'],
    testTimeout: 400_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
    reporters: ['dot'],
  },
});
