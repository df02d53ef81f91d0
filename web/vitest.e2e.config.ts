import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take minutes, the longest first. */
const LONG = 'pages gunzi zipai-tables gunzi-match learn layout room ear replay rulesets friends restart'.split(' ');

/** What takes long begins first: whatever begins last is waited for alone. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(basename(moduleId, '.e2e.ts'));
      return at < 0 ? LONG.length : at;
    };
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)));
  }
}

// Browser tests: they wait more than they work, so three at a time fit on two cores.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/serve.ts',
    sequence: { sequencer: LongestFirst },
    testTimeout: 200_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    // Chromium, a server and the test share two cores with whatever else runs: what is broken fails three times.
    retry: 2,
  },
});
