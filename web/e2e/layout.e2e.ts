import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONGEST, SCENES } from '../src/dev/fixtures';
import { faultsOf } from './checks';
import { serveScenes, type Served } from './scenes';

let served: Served;
beforeAll(async () => {
  served = await serveScenes();
});
afterAll(() => served.close());

test.each(['zh', 'en'] as const)('no scene overlaps, is cut or runs over, at any size (%s)', async (language) => {
  expect(await faultsOf(served, language, Object.keys({ ...SCENES, ...LONGEST }))).toEqual({});
});
