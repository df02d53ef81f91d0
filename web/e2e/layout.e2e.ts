import { expect, test } from 'vitest';
import { LONGEST, SCENES } from '../src/dev/fixtures';
import { faultsOf } from './checks';

test.each(['zh', 'en'] as const)('no scene overlaps, is cut or runs over, at any size (%s)', async (language) => {
  expect(await faultsOf(language, Object.keys({ ...SCENES, ...LONGEST }))).toEqual({});
});
