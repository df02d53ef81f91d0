import { expect, test, vi } from 'vitest';
import { loadOnce } from './loadOnce';

test('a value is loaded once, and again only after an error', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('loaded');
  const loaded = loadOnce(load);
  await expect(Promise.all([loaded(), loaded()])).rejects.toThrow('offline');
  expect(load).toHaveBeenCalledTimes(1);
  expect(await loaded()).toBe('loaded');
  expect(await loaded()).toBe('loaded');
  expect(load).toHaveBeenCalledTimes(2);
});
