import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './axe';
import { inBrowser } from './browser';
import { byKeys, byMouse, errorsOf, openTable, playHand } from './play';
import { openRoom, type Room } from './server';

let room: Room;
/** A server whose bots neither think nor pause, for hands of which only the course matters. */
let quick: Room;
beforeAll(async () => {
  [room, quick] = await Promise.all([openRoom(), openRoom({ fast: true })]);
});
afterAll(() => Promise.all([room.close(), quick.close()]));

/** Collects the page's requests to other hosts than the server. */
function keepsHome(page: Page): string[] {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(room.url).host) strangers.push(request.url());
  });
  return strangers;
}

test('two taps start a hand; a whole hand by mouse, its replay at a step, its deal verified', async () => {
  await inBrowser('phone-small', { language: 'zh', motion: 'on' }, async (context) => {
    const page = await context.newPage();
    const [strangers, errors] = [keepsHome(page), errorsOf(page)];
    await page.goto(room.url);
    await page.locator('.now').click();
    await page.locator('.slot').first().waitFor();
    await playHand(page, byMouse);
    expect(await page.locator('section.result .total').count()).toBe(1);
    await page.locator('section.result a', { hasText: '复盘' }).click();
    await page.locator('.steps').waitFor();
    await page.getByLabel('下一步').click();
    const at = new URL(page.url()).hash.slice(1);
    expect(Number(at)).toBeGreaterThan(0);
    const place = await page.locator('.steps .count').textContent();
    await page.reload();
    await page.getByText(place!, { exact: true }).waitFor();
    await page.getByLabel('牌局记录与验证').click();
    await page.getByRole('button', { name: '验证发牌' }).click();
    await page.getByText('重新洗出来的牌和抽签都一样').waitFor();
    await page.getByText('开局前公布的指纹对得上').waitFor();
    await page.getByText('各人的随机数都与事先的承诺一致').waitFor();
    await page.getByText('你自己的随机数在这副牌里').waitFor();
    expect(strangers).toEqual([]);
    expect(errors).toEqual([]);
  });
});

test('a whole hand by keyboard', async () => {
  await inBrowser('laptop', { language: 'en' }, async (context) => {
    const page = await context.newPage();
    await page.goto(quick.url);
    await page.locator('.now').focus();
    await page.keyboard.press('Enter');
    await page.locator('.slot').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    expect(await page.locator('.slot[aria-pressed=true]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await page.locator('.slot[aria-pressed=true]').count()).toBe(0);
    await playHand(page, byKeys);
    await page.getByRole('button', { name: 'Play again' }).press('Enter');
    await page.locator('.slot').first().waitFor();
  });
});

test('two browsers at one private table; one leaves in mid-hand and returns', async () => {
  await inBrowser('laptop', { language: 'zh' }, (host) =>
    inBrowser('phone', { language: 'en' }, async (guest) => {
      const [a, b] = [await host.newPage(), await guest.newPage()];
      await a.goto(`${quick.url}/new/doudizhu/qq`);
      await a.getByRole('button', { name: '开桌' }).click();
      const link = await a.getByLabel('牌桌链接').inputValue();
      await b.goto(link);
      await b.getByRole('button', { name: 'Sit here' }).first().click();
      await b.getByRole('button', { name: 'Ready', exact: true }).click();
      await a.getByText('已准备').first().waitFor();
      await a.getByRole('button', { name: '开始，空位由电脑坐' }).click();
      await a.locator('.slot').first().waitFor();
      await b.locator('.slot').first().waitFor();
      const cards = (page: Page): Promise<string[]> =>
        page.locator('.slot').evaluateAll((slots) => slots.map((slot) => slot.getAttribute('data-slot') ?? ''));
      const [hers, his] = [await cards(a), await cards(b)];
      expect(hers.filter((card) => his.includes(card))).toEqual([]);
      await b.goto('about:blank');
      await b.goto(link);
      await b.locator('.slot').first().waitFor();
      const held = await cards(b);
      expect(his.filter((card) => !held.includes(card))).toEqual([]);
      await Promise.all([playHand(a, byMouse), playHand(b, byMouse)]);
    }),
  );
});

test('an illegal selection is explained before it is played', async () => {
  await inBrowser('laptop', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${quick.url}/rules/doudizhu/duel-rotate`);
    await page.getByRole('button', { name: '玩这个' }).click();
    const buttons = page.locator('.controls .button');
    const play = page.locator('.controls [data-do=play]');
    for (await buttons.first().waitFor(); !(await play.isVisible()); await buttons.first().waitFor())
      await byMouse.choose(page);
    const ranks = await page
      .locator('.slot')
      .evaluateAll((slots) => slots.map((slot) => slot.getAttribute('data-slot')![0]));
    const other = ranks.findIndex((rank) => rank !== ranks[0] && !'BR'.includes(rank!));
    await page
      .locator('.slot')
      .first()
      .click({ position: { x: 8, y: 20 } });
    await page
      .locator('.slot')
      .nth(other)
      .click({ position: { x: 8, y: 20 } });
    await page.locator('.message.strong').waitFor();
    expect(await page.locator('.message').textContent()).toMatch(/\p{Script=Han}/u);
    expect(await page.locator('.controls [data-do=play]').isDisabled()).toBe(true);
  });
});

test('the house player plays for a player who asks, and gives the hand back', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(room.url);
    await page.locator('.now').click();
    await page.locator('.slot').first().waitFor();
    await page.getByLabel('菜单').click();
    await page.locator('.menu').getByRole('button', { name: '托管' }).click();
    await page.getByText('托管中，由电脑出牌').waitFor();
    await page.reload();
    await page.getByRole('button', { name: '取消托管' }).click();
    await page.getByText('托管中，由电脑出牌').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '快捷语' }).click();
    await page.getByRole('button', { name: '打得好' }).click();
    await page.locator('.utterance', { hasText: '打得好' }).waitFor();
    await page.getByLabel('菜单').click();
    await page.locator('.menu').getByRole('button', { name: '离开牌桌' }).click();
    expect(await page.locator('.menu').count()).toBe(0);
    await page.getByRole('alertdialog').getByRole('button', { name: '接着打' }).click();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});

test('the host changes the game, its options and its time control between hands', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(`${room.url}/new/doudizhu/qq`);
    await page.getByRole('button', { name: '开桌' }).click();
    await page.getByRole('button', { name: '改玩法' }).click();
    const form = page.locator('form', { hasText: '更多设置' });
    await form.getByLabel('每手时间').selectOption('60');
    await form.getByText('更多设置').click();
    await form.getByLabel('春天、反春天').uncheck();
    await form.getByRole('button', { name: '确定' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('60 秒').waitFor();
    await page.getByRole('button', { name: '改玩法' }).click();
    await form.getByText('更多设置').click();
    expect(await form.getByLabel('春天、反春天').isChecked()).toBe(false);
    await form.getByRole('combobox', { name: '玩法', exact: true }).selectOption('doudizhu/four');
    await form.getByRole('button', { name: '确定' }).click();
    await page.getByRole('heading', { name: '四人斗地主' }).waitFor();
    expect(await page.locator('main li').count()).toBe(4);
    await page.getByRole('button', { name: '开始，空位由电脑坐' }).click();
    await page.locator('.slot').first().waitFor();
  });
});

test('time runs out twice, the house player takes over, and the player takes the seat back', async () => {
  // A hand of Gunzi cannot be thrown in, so each seat has many turns.
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(quick.url);
    await page.locator('.now').waitFor();
    const table = await page.evaluate(async () => {
      const setup = { ruleset: 'gunzi/six', bots: '', private: true, pace: { turn: 2, reserve: 0 } };
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch('/api/tables', { method: 'POST', headers, body: JSON.stringify(setup) });
      return ((await answer.json()) as { table: string }).table;
    });
    await page.goto(`${quick.url}/t/${table}#play`);
    await page.locator('.slot').first().waitFor();
    await page
      .getByText(/^还有 \d 秒$/)
      .and(page.locator('[aria-live]'))
      .waitFor(); // announced when time is short
    const away = page.getByText('托管中，由电脑出牌');
    await away.waitFor();
    await page.getByRole('button', { name: '取消托管' }).click();
    await away.waitFor({ state: 'detached' });
    await page.locator('.controls [data-do=play]').waitFor();
  });
});

test('a player who leaves in mid-hand sees the price first; the others learn who left and what it cost', async () => {
  await inBrowser('phone', { language: 'en' }, (host) =>
    inBrowser('phone-small', { language: 'zh' }, async (guest) => {
      const [a, b] = [await host.newPage(), await guest.newPage()];
      const link = await openTable(a, quick.url, 'doudizhu/kick', { turn: 0, reserve: 0 });
      await b.goto(link);
      await b.getByRole('button', { name: '坐这里' }).first().click();
      await b.getByRole('button', { name: '准备', exact: true }).click();
      await a.getByRole('button', { name: 'Start' }).click();
      await b.locator('.slot').first().waitFor();
      await b.getByLabel('离开牌桌').click();
      const asks = b.getByRole('alertdialog');
      await asks.getByText(/现在离开罚 \d+/).waitFor();
      await asks.getByText('掉线不罚').waitFor();
      await asks.getByRole('button', { name: '接着打' }).click();
      expect(await asks.count()).toBe(0);
      await b.getByLabel('离开牌桌').click();
      await asks.getByRole('button', { name: '离开牌桌' }).click();
      await b.locator('.now').waitFor();
      await a.locator('section.result h2', { hasText: 'The hand is over' }).waitFor();
      const text = (await a.locator('section.result .how').textContent()) ?? '';
      expect(text).toMatch(/left and paid \d+ points to the others/);
      const cost = Number(/\d+/.exec(text)![0]);
      const points = await a.locator('section.result .points').allTextContents();
      expect(points).toEqual([`+${cost / 2}`, `−${cost}`, `+${cost / 2}`]);
      await a.locator('section.result a', { hasText: 'Review' }).click();
      await a.locator('.steps input').press('End');
      await a.locator('.review .what', { hasText: 'left and paid' }).waitFor();
    }),
  );
});

test('a player in a hand is asked before starting another, and is told where it is their turn', async () => {
  await inBrowser('phone', { language: 'zh' }, async (context) => {
    const page = await context.newPage();
    await page.goto(quick.url);
    await page.locator('.now').click();
    await page.locator('.controls .button').first().waitFor();
    const first = new URL(page.url()).pathname;
    const wish = async (): Promise<void> => {
      await page.goto(`${quick.url}/rules/doudizhu/duel-rotate`);
      await page.getByRole('button', { name: '玩这个' }).click();
      await page.getByRole('dialog', { name: '你还有一局没打完' }).waitFor();
    };
    await wish();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: '继续牌局' }).click();
    await page.locator('main.table').waitFor();
    expect(new URL(page.url()).pathname).toBe(first);
    await wish();
    await page.getByRole('dialog').getByRole('button', { name: '另开一桌' }).click();
    await page.locator('main.table').waitFor();
    const second = new URL(page.url()).pathname;
    expect(second).not.toBe(first);
    await page.goto(quick.url);
    const mine = page.locator('section', { hasText: '我的牌桌' }).locator('li');
    await mine.filter({ hasText: '轮到你了' }).first().waitFor();
    expect((await mine.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))).sort()).toEqual(
      [first, second].sort(),
    );
    // A family's sheet of rulesets asks the same.
    await page.locator('.ways button').click();
    await page.getByRole('dialog').getByRole('button', { name: '马上开局' }).click();
    await page.getByRole('dialog', { name: '你还有一局没打完' }).waitFor();
  });
});
