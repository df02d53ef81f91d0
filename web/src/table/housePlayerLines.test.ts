import { beforeAll, expect, test, vi } from 'vitest';
import type { Table, TranslatableText } from '../wire/types';
import type { PublicFacts } from './housePlayerLines';
import type { TableScene } from './scene';

const SCENES_OF = import.meta.glob<{ sceneOf: (table: Table, receivedAt: number) => TableScene }>(
  '../games/*/scene.ts',
);

/** Loads the dev tables and the lines, after putting in place what the settings of the page need of the browser. */
async function load() {
  vi.stubGlobal('navigator', { language: 'en' });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  const [{ SCENES }, { familyOf }, lines, { words }, { housePlayers }, { loadLanguage }] = await Promise.all([
    import('../dev/scenes'),
    import('../games'),
    import('./housePlayerLines'),
    import('../i18n/generated/common'),
    import('../i18n/generated/about'),
    import('../i18n/loadedLanguages.svelte'),
  ]);
  await Promise.all([loadLanguage('en'), loadLanguage('zh')]);
  const factsOf = async (table: Table): Promise<PublicFacts> => {
    const family = familyOf(table.table.ruleset);
    const { sceneOf } = await SCENES_OF[`../games/${family.name}/scene.ts`]!();
    return lines.publicFacts(table, sceneOf(table, 0), family.speech);
  };
  return { SCENES, lines, words, housePlayers, factsOf };
}
let loaded: Awaited<ReturnType<typeof load>>;
beforeAll(async () => void (loaded = await load()));

const FACTS: PublicFacts = {
  version: 1,
  players: new Map([
    [1, 'hong'],
    [2, 'jiu'],
  ]),
  hand: 1,
  hat: null,
  bombs: [],
  winners: null,
  awaited: null,
};
function said(was: Partial<PublicFacts>, now: Partial<PublicFacts>): string | null {
  const line = loaded.lines.lineAfter({ ...FACTS, ...was }, { ...FACTS, version: 2, ...now });
  return line && `${line.player} ${line.kind}`;
}

test('a house player speaks when it bombs, becomes landlord, wins or loses, and when the first hand begins', () => {
  expect(said({ hand: 0 }, {})).toBe('jiu hello');
  expect(said({}, { bombs: [1] })).toBe('hong bomb');
  expect(said({}, { hat: 2 })).toBe('jiu landlord');
  expect(said({}, { winners: [1] })).toBe('hong win');
  expect(said({}, { winners: [0] })).toBe('jiu lose');
  expect(loaded.lines.lineWhileWaiting(FACTS)).toEqual({ seat: 2, player: 'jiu', kind: 'wait' });
});

test('nobody speaks for a person, twice, or when nothing has happened', () => {
  expect(said({}, {})).toBeNull();
  expect(said({}, { bombs: [0], hat: null })).toBeNull();
  expect(said({ hat: 2 }, { hat: 2 })).toBeNull();
  expect(said({ winners: [1] }, { winners: [1] })).toBeNull();
  expect(said({}, { winners: [] })).toBeNull();
  expect(said({}, { hat: 0 })).toBeNull();
  expect(said({ hand: 0 }, { players: new Map() })).toBeNull();
});

test('every house player has every line in both languages', () => {
  for (const language of ['en', 'zh'])
    for (const id of Object.keys(loaded.housePlayers))
      for (const kind of ['hello', 'bomb', 'landlord', 'win', 'lose', 'wait', 'name'])
        expect(loaded.words[language]?.[`house.${id}.${kind}` as never], `${id} ${kind}`).toBeTruthy();
});

/** The table as another viewer of it could know it: other hidden cards, choices and hints, the same public facts. */
function withOtherSecrets(table: Table): Table {
  const { hand } = table;
  const view = hand?.view as { secret?: Record<string, unknown> } | null | undefined;
  if (!hand || !view?.secret) return table;
  const hands = view.secret.hands;
  const secret = { ...view.secret, ...(Array.isArray(hands) ? { hands: hands.map(() => null) } : {}) };
  return { ...table, you: null, hand: { ...hand, view: { ...view, secret }, choices: null, hints: null } };
}

test('lines tell nothing of hidden cards: a spectator who sees no hand gets the same facts', async () => {
  const played = Object.values(loaded.SCENES).filter(({ hand }) => hand && !hand.reveal);
  expect(new Set(played.map(({ table }) => table.ruleset.split('/')[0])).size).toBe(3);
  for (const table of played) {
    const bomb: TranslatableText = { type: 'words', key: 'play.bomb', args: {} };
    const bots = table.seats.filter(({ kind }) => kind === 'bot').length;
    const live = { ...table, since: 3, steps: [{ v: 12, seat: 1, by: 'bot', events: [], messages: [bomb] }] } as Table;
    expect((await loaded.factsOf(live)).players.size).toBe(bots);
    expect(await loaded.factsOf(withOtherSecrets(live))).toEqual(await loaded.factsOf(live));
  }
});
