import { expect, test, vi } from 'vitest';
import { parseCards } from '../cards/card';
import { withIds } from '../hand/selection';
import type { Readings, Table } from '../wire/types';
import type { MoveDraftSource } from './moveDraft.svelte';

vi.stubGlobal('localStorage', { getItem: () => null });
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('addEventListener', () => undefined);
const { MoveDraft } = await import('./moveDraft.svelte');

const TOO_FAST: Readings = {
  t: 'readings',
  id: '',
  readings: [],
  words: { type: 'words', key: 'refused.too_many_requests' },
};
const THREE = { t: 'readings', id: '', readings: [{ action: {}, text: '3s', label: {} }] } as unknown as Readings;

/** The state of a player who must lead: the player can only ask for a hint or choose cards. */
const leading = (answers: Readings[], decisions = [7]): MoveDraftSource =>
  ({
    model: {
      get table() {
        return { seats: [], hand: { choices: { decision: decisions[0], actions: [] } } } as unknown as Table;
      },
      hint: () => {
        if (decisions.length > 1) decisions.shift();
        return Promise.resolve(answers.shift());
      },
      refusal: null,
    },
    family: { speech: { words: {} }, cardsOf: parseCards },
    scene: { question: { kind: 'cards', hints: true, without: null, text: () => '', prompt: 'Your lead' }, status: '' },
    hand: withIds(parseCards('3s4h')),
    onact: () => undefined,
  }) as unknown as MoveDraftSource;

// No language is loaded here, so a message is written as its code.
test('a hint that the server refuses says so, and the next press asks again', async () => {
  const draft = new MoveDraft(leading([TOO_FAST, THREE]));
  await draft.hint();
  expect(draft.message).toBe('Too many requests');
  expect(draft.picked).toEqual([]);
  await draft.hint();
  expect(draft.picked.map(({ text }) => text)).toEqual(['3s']);
});

test('a hint that comes after the decision is not shown in the next one', async () => {
  const draft = new MoveDraft(leading([THREE], [7, 8]));
  await draft.hint();
  expect(draft.picked).toEqual([]);
});
