import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, recordUrl } from './api';

const asked: [string, string, unknown][] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('localStorage', { setItem: () => undefined, getItem: () => null, removeItem: () => undefined });
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    asked.push([method ?? '', address, typeof body === 'string' ? JSON.parse(body) : undefined]);
    return Promise.resolve(new Response('null'));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('path parameters are encoded, and queries leave out what is not given', async () => {
  await api.player('老王/二');
  await api.playerHands('Ann', { result: 'won', before: 7 });
  await api.myHands();
  await api.guide('doudizhu/qq');
  await api.guide('doudizhu/qq', '{"a":1}');
  expect(asked.filter(([, address]) => address !== '/api/session')).toEqual([
    ['GET', '/api/people/%E8%80%81%E7%8E%8B%2F%E4%BA%8C', undefined],
    ['GET', '/api/people/Ann/hands?result=won&before=7', undefined],
    ['GET', '/api/me/hands', undefined],
    ['GET', '/api/rulesets/doudizhu/qq/guide', undefined],
    ['GET', '/api/rulesets/doudizhu/qq/guide?options=%7B%22a%22%3A1%7D', undefined],
  ]);
  expect(recordUrl('abc')).toBe('/api/hands/abc/record?form=json');
});

test('bodies are sent as they are', async () => {
  await api.call('Bo', 'table-1');
  await api.setVisibility({ hides: ['coins'], shows: [] });
  expect(asked.slice(-2)).toEqual([
    ['POST', '/api/people/Bo/call', { table: 'table-1' }],
    ['PUT', '/api/me/hides', { hides: ['coins'], shows: [] }],
  ]);
});

/** Is never called: the compiler must refuse each call in it. */
export function refusedByTheCompiler(): void {
  // @ts-expect-error a value that the query parameter does not take
  void api.playerHands('Ann', { result: 'drawn' });
  // @ts-expect-error a field that the body does not have
  void api.act({ act: 'ban', whom: 'Ann' });
  // @ts-expect-error a response has no such type
  void (api.purse() satisfies Promise<string>);
}
