/** Long variants of a test whose short ones run each time: `make test-deep` sets DEEP and runs them too. */

const IS_DEEP = Boolean(process.env['DEEP']);

/** The cases of a test: the short ones always, the long ones only in `make test-deep`. */
export const casesOf = <T>(short: readonly T[], long: readonly T[]): readonly T[] =>
  IS_DEEP ? [...short, ...long] : short;
