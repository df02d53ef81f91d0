import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that take minutes, longest first. */
const LONG = [
  'page-accessibility',
  'evening',
  'layout',
  'gunzi',
  'review',
  'lessons',
  'rulesets',
  'table-play',
  'practice',
  'zipai-layout',
  'play-with-friend',
  'newcomer',
  'account',
  'screen-reader',
  'next-hand',
];

/** Starts long tests first, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(basename(moduleId, '.e2e.ts'));
      return at < 0 ? LONG.length : at;
    };
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)));
  }
}

// Browser tests wait more than they compute, so three run at a time on two cores.
export default defineConfig({
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: 'e2e/globalSetup.ts',
    sequence: { sequencer: LongestFirst },
    testTimeout: 200_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    // Chromium, a server and the test share two cores with other work; a real fault fails three times.
    retry: 2,
  },
});
