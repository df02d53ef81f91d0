/** Whole hands played only with the accessibility tree, announcements and the keyboard. */

import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf } from './deepTests';
import { inBrowser, setElsewhere } from './browser';
import { ScreenReader, type Thing } from './screenReader';
import { byMouse, playHand, receivedTables } from './play';
import { openRoom, type Room } from './server';
import type { Table } from '../src/wire/types';

let room: Room;
beforeAll(async () => {
  room = await openRoom({ fast: true });
});
afterAll(() => room.close());

const HAND = /^Your hand/;
const inHand = ({ role, within }: Thing): boolean => role === 'button' && HAND.test(within.at(-1) ?? '');
/** A panel whose buttons only explain things. */
const EXPLAINED = 'Melds and points';
/** A button that shows what was played before. */
const PREVIOUS = /^Previous play/;
const isChoice = ({ role, name, within }: Thing): boolean =>
  role === 'button' &&
  within.length > 0 &&
  !HAND.test(within.at(-1)!) &&
  within.at(-1) !== EXPLAINED &&
  !PREVIOUS.test(name);
const isOver = (things: readonly Thing[]): boolean =>
  things.some(({ role, name }) => role === 'link' && /^Review/.test(name));

/** How many of each card of the hand to take; null if no selection will do. */
type Pick = (hand: readonly Thing[], verb: Thing, things: readonly Thing[]) => readonly number[] | null;

const RANKS = ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A', '2', 'small joker', 'big joker'];
const heightOf = (name: string): number => RANKS.indexOf(/joker/.test(name) ? name : (name.split(' of ')[0] ?? ''));

/** The lowest single card that beats the highest play on the table; null over several cards. */
const leastSingle: Pick = (hand, _, things) => {
  const highest = things.find(({ role, name }) => role === 'image' && name.endsWith(', highest'))?.name;
  const [, cards = ''] = /^.*: (.*), highest$/.exec(highest ?? '') ?? [];
  if (cards.includes(', ')) return null;
  const at = hand.findLastIndex(({ name }) => heightOf(name) > heightOf(cards));
  return at < 0 ? null : hand.map((_card, index) => Number(index === at));
};

/** Takes highlighted cards first, then the ones that are not dimmed, until the count is reached. */
const asAsked: Pick = (hand, verb) => {
  const ranked = hand
    .map(({ name }, at) => ({
      at,
      of: Number(/, (\d+) of them/.exec(name)?.[1] ?? 1),
      order: / highlighted$/.test(name) ? 0 : 1,
      name,
    }))
    .filter(({ name }) => !name.endsWith(', not playable now'))
    .sort((a, b) => a.order - b.order || b.at - a.at);
  let left = Number(/\/(\d+)/.exec(verb.name)?.[1] ?? 1);
  const take = hand.map(() => 0);
  for (const { at, of } of ranked) {
    take[at] = Math.min(of, left);
    left -= take[at];
  }
  return take;
};

class Player {
  readonly lost: string[] = [];

  constructor(
    private readonly reader: ScreenReader,
    private readonly pick: Pick,
  ) {}

  async hand(): Promise<void> {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const things = await this.reader.things();
      if (isOver(things)) return;
      const choices = things.filter(isChoice);
      const verb = choices.find(({ disabled }) => disabled);
      if (choices.length === 0) await this.reader.page.waitForTimeout(40);
      else if (verb) await this.cards(things, choices, verb);
      else await this.press(choices.at(-1)!);
    }
    throw new Error('the hand does not end');
  }

  private async key(key: string, times = 1): Promise<void> {
    for (let time = 0; time < times; time += 1) await this.reader.page.keyboard.press(key);
  }

  private async press({ name, within }: Thing): Promise<void> {
    const same = (thing: Thing): boolean => thing.name === name && thing.within.at(-1) === within.at(-1);
    if (!(await this.reader.tabTo(same))) return; // another player was faster
    await this.key('Enter');
    await this.settled(name);
  }

  /** Waits until the page is stable, and checks that something always has focus. */
  private async settled(after: string): Promise<void> {
    await this.reader.page.waitForTimeout(80);
    const focused = (await this.reader.things()).find((thing) => thing.focused && thing.role !== 'RootWebArea');
    if (!focused) this.lost.push(after);
  }

  private async cards(things: readonly Thing[], choices: readonly Thing[], verb: Thing): Promise<void> {
    const hand = things.filter(inHand);
    const no = choices.find(({ name }) => name === 'Pass');
    const take = this.pick(hand, verb, things);
    if (!take && no) return this.press(no);
    if (!(await this.reader.tabTo(inHand))) return;
    await this.choose(take ?? [1]);
    if (await this.play(verb)) return;
    await this.key('Escape');
    await this.press(choices.find(({ name }) => name === 'Hint')!);
    if (!(await this.reader.tabTo(inHand))) return;
    if (!(await this.play(verb)) && no) await this.press(no);
  }

  /** Moves from the focused card to each wanted card and selects it. */
  private async choose(take: readonly number[]): Promise<void> {
    const hand = (await this.reader.things()).filter(inHand);
    let at = hand.findIndex(({ focused }) => focused);
    for (const [wanted, times] of take.entries()) {
      if (times === 0) continue;
      await this.key(wanted > at ? 'ArrowRight' : 'ArrowLeft', Math.abs(wanted - at));
      await this.key(' ', times);
      at = wanted;
    }
  }

  /** Enter on a card plays; the button's state says whether the selection is legal. */
  private async play(verb: Thing): Promise<boolean> {
    await this.reader.page.waitForTimeout(120);
    const things = await this.reader.things();
    const now = things.find((thing) => isChoice(thing) && thing.name.split(' ')[0] === verb.name.split(' ')[0]);
    if (!now || now.disabled) return !now;
    await this.key('Enter');
    await this.settled(verb.name);
    return true;
  }
}

const CARD = /[3-9TJQKA2][shcd]|[BR]j/g;
const SUITS: Readonly<Record<string, string>> = { s: 'spades', h: 'hearts', c: 'clubs', d: 'diamonds' };

const rankOfCard = ([rank = '', suit = '']: string): string => {
  if (suit === 'j') return rank === 'R' ? 'big joker' : 'small joker';
  return rank === 'T' ? '10' : rank;
};
const nameOfCard = (card: string): string => {
  const suit = SUITS[card[1] ?? ''];
  return suit ? `${rankOfCard(card)} of ${suit}` : rankOfCard(card);
};

interface Done {
  readonly who: string;
  readonly what: string;
}

/** Events to be announced: passes by their name, cards as they were played. */
const PLAYED = new Set(['played', 'cards_played', 'passed']);

/** The plays and passes to be announced, from the messages the page received; `who` is a seat. */
function playsOf(tables: readonly Table[]): Done[] {
  const events = tables
    .flatMap(({ steps }) => steps)
    .flatMap((step) => step.events as { type: string; seat?: number; cards?: string }[]);
  return events
    .slice(events.findIndex(({ type }) => type.endsWith('played')))
    .filter(({ type }) => PLAYED.has(type))
    .map(({ seat, cards = '' }) => ({ who: String(seat), what: cards }));
}

/** Start of the announcement about selected cards that are not played yet. */
const CHOSEN = 'Chosen';

/** The plays and passes that were announced; `who` is a name. */
const heardPlays = (heard: readonly string[]): Done[] =>
  heard.flatMap((said) => {
    const [, who, what = ''] = /^(\w+(?: [A-Z]\w*)?)(?:: | played | passed$)(.*)$/.exec(said) ?? [];
    return who && who !== CHOSEN ? [{ who, what }] : [];
  });

/** Number of cards for plays that are named by one rank; any other play is announced with all its ranks. */
const COPIES: Readonly<Record<string, number>> = { single: 1, pair: 2, trio: 3, bomb: 4 };

/** The ranks in an announced Dou Dizhu play: `pair 10`, `trio with a single: 5, 5, 5 + K`. */
function ranksHeard(play: string): string[] {
  if (play === 'rocket') return ['big joker', 'small joker'];
  const [kind = ''] = play.split(/ (?=[0-9JQKA]|small|big)/);
  const ranks = play.slice(kind.length).match(/10|[2-9JQKA]|small joker|big joker/g) ?? [];
  return ranks.flatMap((rank) => Array.from({ length: COPIES[kind] ?? 1 }, () => rank));
}

/** Names of sets of identical cards: `pair 8 of spades`. */
const SETS: Readonly<Record<string, number>> = { pair: 2, triple: 3, quad: 4 };

/** The cards in an announced Gunzi play. */
function cardsHeard(play: string): string {
  const [, set = '', card = ''] = /^(pair|triple|quad) (.*)$/.exec(play) ?? [];
  return set ? Array<string>(SETS[set]!).fill(card).join(', ') : play;
}

/**
 * Whether an announcement matches the cards: by their names, or by the kind of play with its ranks. A pass has no
 * cards.
 */
function isTold(what: string, cards: string): boolean {
  const cardTexts = cards.match(CARD) ?? [];
  return (
    cardsHeard(what) === cardTexts.map(nameOfCard).join(', ') ||
    ranksHeard(what).sort().join() === cardTexts.map(rankOfCard).sort().join()
  );
}

/** How many cards a Zi Pai hand discarded. */
const putOut = (tables: readonly Table[]): number =>
  tables
    .flatMap(({ steps }) => steps.flatMap(({ events }) => events as { type: string }[]))
    .filter(({ type }) => type === 'card_put_out').length;

const GAMES = casesOf<readonly [string, Pick]>(
  [['doudizhu/qq', leastSingle]],
  [
    ['zipai/guilin-3', asAsked],
    ['gunzi/six', asAsked],
  ],
);

test.each(GAMES)(
  'a whole hand of %s by screen reader: every play is announced once and focus is never lost',
  async (ruleset, pick) => {
    await inBrowser('laptop', { language: 'en' }, async (context) => {
      const page = await context.newPage();
      const tables = receivedTables(page);
      const reader = await ScreenReader.of(page);
      await page.goto(`${room.url}/rules/${ruleset}`);
      await page.getByRole('button', { name: 'Play this' }).press('Enter');
      await page.getByRole('button', { name: 'Menu' }).waitFor();
      const first = await reader.things();
      expect(first.filter(({ role }) => role === 'main').length).toBe(1);
      expect(first.filter(({ role, level }) => role === 'heading' && level === 1).length).toBe(1);
      const player = new Player(reader, pick);
      await player.hand();
      // A hand for which nobody bids has no plays.
      while (ruleset !== 'zipai/guilin-3' && playsOf(tables).length === 0) {
        await page.getByRole('button', { name: 'Play again' }).press('Enter');
        await page.locator('section.result').waitFor({ state: 'detached' });
        await player.hand();
      }
      expect(player.lost).toEqual([]);

      const heard = (await reader.heard()).flatMap((said) => said.split('; '));
      if (ruleset === 'zipai/guilin-3') {
        expect(heard.filter((said) => / (discarded|turned up) /.test(said)).length).toBe(putOut(tables));
      } else {
        const done = playsOf(tables);
        const plays = heardPlays(heard).slice(-done.length);
        expect(plays.filter(({ what }, at) => !isTold(what, done[at]?.what ?? ''))).toEqual([]);
        expect(plays.length).toBe(done.length);
        const names = new Set(done.map(({ who }, at) => `${who} ${plays[at]?.who}`));
        expect(names.size).toBe(new Set(done.map(({ who }) => who)).size);
      }

      // The last play was announced; it must not be announced again or in another language.
      await expect.poll(() => page.locator('main > [aria-live]').allInnerTexts()).toEqual(['']);
      await expect.poll(() => page.locator('.utterance').count(), { timeout: 20_000 }).toBe(0); // lines of house players
      const before = await reader.heard();
      for (const language of ['zh', 'en'] as const) await setElsewhere(page, { language });
      expect(await reader.heard()).toEqual(before);

      const focused = (await reader.things()).filter((thing) => thing.focused).at(-1)!;
      expect(focused.role).toBe('region');
      expect(await reader.tabTo(({ name }) => name === 'See the table')).toBe(true);
      await page.keyboard.press('Enter');
      expect(await reader.tabTo(({ name }) => name === 'Play again', 'Shift+Tab')).toBe(true);
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: focused.name }).waitFor({ state: 'detached' });
    });
  },
);

test('a player who leaves hears the question, and cancelling returns focus to the button', async () => {
  await inBrowser('laptop', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    const reader = await ScreenReader.of(page);
    await page.goto(`${room.url}/rules/doudizhu/qq`);
    await page.getByRole('button', { name: '玩这个' }).press('Enter');
    const leaves = ({ role, name }: Thing): boolean => role === 'button' && name === '离开牌桌';
    await page.getByRole('button', { name: '离开牌桌' }).waitFor();
    expect(await reader.tabTo(leaves)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor();
    expect((await reader.things()).filter(({ focused }) => focused).at(-1)?.role).toBe('alertdialog');
    expect(await reader.tabTo(({ name }) => name === '接着打')).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect((await reader.things()).some((thing) => thing.focused && leaves(thing))).toBe(true);
  });
});

test('a card that moves in a sort keeps focus', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    const reader = await ScreenReader.of(page);
    await page.goto(`${room.url}/rules/doudizhu/four`);
    await page.getByRole('button', { name: 'Play this' }).press('Enter');
    await page.getByRole('button', { name: 'Menu' }).waitFor();
    const names = async (): Promise<string[]> => (await reader.things()).filter(inHand).map(({ name }) => name);
    await page.locator('.slot').first().waitFor();
    expect(await reader.tabTo(inHand)).toBe(true);
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('ArrowRight');
      const before = await names();
      await page.keyboard.press('s');
      await expect.poll(names).not.toEqual(before);
      expect((await reader.things()).some((thing) => thing.focused && inHand(thing))).toBe(true);
    }
  });
});

test('a hand at 200 % zoom on a laptop; reduced motion stops all animation', async () => {
  const settings = { language: 'zh', motion: 'system', fourColour: true } as const;
  const work = async (context: BrowserContext): Promise<void> => {
    const page = await context.newPage();
    await page.setViewportSize({ width: 683, height: 384 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      const look = (): void => {
        const moving = document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().duration) > 0);
        moved.push(...moving.map((one) => (one.effect as KeyframeEffect).target?.className ?? ''));
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto(`${room.url}/rules/doudizhu/four`);
    await page.getByRole('button', { name: '玩这个' }).click();
    await page.locator('.table').waitFor();
    await playHand(page, byMouse);
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  };
  await inBrowser('laptop', settings, work, { scale: 2 });
});
