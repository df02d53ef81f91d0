/** Zi Pai's tables: their geometry, and axe. */

import { expect, test } from 'vitest';
import { ZIPAI } from '../src/dev/zipai';
import { inBrowser } from './browser';
import { faultsOf, findingsOf, LOOKS, LYING } from './checks';

const NAMES = Object.keys(ZIPAI);

test.each(['zh', 'en'] as const)('no scene overlaps, is cut or runs over, at any size (%s)', async (language) => {
  expect(await faultsOf(language, NAMES, LYING)).toEqual({});
});

test.each(LOOKS)('axe finds nothing on any table (%s)', async (size, settings) => {
  await inBrowser(size, settings, async (context) => {
    expect(await findingsOf(await context.newPage(), NAMES)).toEqual({});
  });
});
