/** Long variants of a test whose short ones run each time: `make test-deep` sets DEEP and runs them too. */

import { test } from 'vitest';

export const IS_DEEP = Boolean(process.env['DEEP']);

/** A test that takes long and says little beyond shorter ones: only in `make test-deep`. */
export const deepTest = test.runIf(IS_DEEP);

/** The cases of a test: the short ones always, the long ones only in `make test-deep`. */
export const casesOf = <T>(short: readonly T[], long: readonly T[]): readonly T[] =>
  IS_DEEP ? [...short, ...long] : short;
