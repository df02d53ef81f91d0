/** A first hand of Dou Dizhu. */

import type { Lesson, Step, Want } from '../../learn/lesson';
import type { Line } from '../../wire/types';
import { tableOf, type Options } from './still';

const RULESET = 'doudizhu/qq';
const BOTTOM = 'Jd9c5h';
const DEALT = 'RjBj2sKsKhQsQdJhTsTh8s8h8d7d6c4h3s';
const FIRST = '3s4h5h6c7d';
const TRIO = '8s8h8d9c';
const CHAIN = 'QsQdJhJdTsTh';
const ROCKET = 'RjBj';
const KINGS = 'KsKh';

const BASE: Line = { code: 'bid', value: 3, how: 'base' };
const BOMB: Line = { code: 'bomb', value: 2, how: 'times', args: ['AAAA'] };
const ROCKETS: Line = { code: 'rocket', value: 2, how: 'times' };

const without = (hand: string, ...gone: string[]): string =>
  (hand.match(/../g) ?? []).filter((card) => !gone.join('').includes(card)).join('');
const ALL = DEALT + BOTTOM;

let decision = 0;
function position(options: Options): Step['table'] {
  const table = tableOf({
    title: ['欢乐叫分', 'Bid one to three'],
    ruleset: RULESET,
    rules: { bottom_size: 3 },
    total: 2,
    acting: [{ seat: 0, turn: null, reserve: null }],
    ...options,
    seats: [
      { name: '🙂', points: 0 },
      { name: '阿福', kind: 'bot', bot: 'steady', points: 0 },
      { name: '小满', kind: 'bot', bot: 'steady', points: 0 },
    ],
  });
  const { hand } = table;
  decision += 1;
  if (hand?.reveal) {
    // There is no record of this hand, and no next one at this table.
    const ended = { ...hand, choices: null, reveal: { ...hand.reveal, replay: '' } };
    return { ...table, table: { ...table.table, phase: 'closed' }, hand: ended };
  }
  return hand?.choices ? { ...table, hand: { ...hand, choices: { ...hand.choices, decision } } } : table;
}

/** A position in play, the learner to move. `last`: what the others did; `played`: everything that lies. */
function turn(hand: string, last: [string | null, string | null, string | null], more: Partial<Options> = {}): Options {
  const by = last.findLastIndex((cards) => cards !== null && cards !== '');
  return {
    hands: [hand, null, null],
    counts: [hand.length / 2, 17, 17],
    phase: { type: 'playing', turn: 0, standing: null, by: null, passes: 0, last },
    account: [BASE],
    ...more,
    open: { landlord: 0, bottom: BOTTOM, ...more.open },
    ...(by > 0 ? { total: 20 } : {}),
  };
}

const cards = (which: string, play: string): Want => ({ kind: 'cards', cards: which, play });
const pass: Want = { kind: 'action', action: { type: 'pass' } };

function standing(options: Options, play: string, by: number): Options {
  return options.phase.type === 'playing' ? { ...options, phase: { ...options.phase, standing: play, by } } : options;
}

const TRIED = '9s9h9d4s';
const PAIR = '7s7h';
const ACES = 'AsAhAdAc';

export const lesson: Lesson = {
  ruleset: RULESET,
  steps: [
    {
      text: {
        zh: '每人 17 张，底下扣着 3 张。叫分最高的当地主，一个打两个。你有大小王，叫三分。',
        en: 'Seventeen cards each, three face down. The highest bid is landlord, one against two. You hold both jokers: bid 3.',
      },
      table: position({
        hands: [DEALT, null, null],
        counts: [17, 17, 17],
        phase: { type: 'bidding', turn: 0, once: true, high: 1, bidder: 2, said: [null, 0, 1] },
        actions: [0, 2, 3].map((points) => [{ type: 'bid', points }, `bid ${points}`]),
      }),
      want: { kind: 'action', action: { type: 'bid', points: 3 } },
    },
    {
      text: {
        zh: '底牌归你，你先出。谁先出完谁赢。五张起连着的是顺子：选 3 4 5 6 7，出牌。',
        en: 'The bottom is yours, and you lead. First out of cards wins. Five or more in a row are a straight: pick 3 4 5 6 7 and play.',
      },
      table: position(turn(ALL, [null, null, null])),
      want: cards(FIRST, '34567'),
    },
    {
      text: {
        zh: '他们都不出，又该你随便出。三张一样的可以带一张：8 8 8 带 9。',
        en: 'Both passed, so you lead anything. Three alike may take one more card along: 8 8 8 with the 9.',
      },
      table: position(turn(without(ALL, FIRST), [null, '', ''], { open: { played: [FIRST, '', ''] } })),
      want: cards(TRIO, '888+9'),
    },
    {
      text: {
        zh: '阿福用 9 9 9 带 4 管上了：要一样的牌型，再大一点。你没有三张，不出。',
        en: 'Beaten by 9 9 9 with a 4: the same kind, only higher. You have no three alike left. Pass.',
      },
      table: position(
        standing(
          turn(without(ALL, FIRST, TRIO), [TRIO, TRIED, ''], {
            counts: [11, 13, 17],
            open: { played: [FIRST + TRIO, TRIED, ''] },
          }),
          '999+4',
          1,
        ),
      ),
      want: pass,
    },
    {
      text: {
        zh: '阿福接着出一对 7。对子要用大一点的对子管：出一对 K。',
        en: 'Now a pair of 7s is led. A higher pair beats a pair: play the kings.',
      },
      table: position(
        standing(
          turn(without(ALL, FIRST, TRIO), [null, PAIR, ''], {
            counts: [11, 11, 17],
            open: { played: [FIRST + TRIO, TRIED + PAIR, ''] },
          }),
          '77',
          1,
        ),
      ),
      want: cards(KINGS, 'KK'),
    },
    {
      text: {
        zh: '小满出了炸弹：四张一样的什么都管得上，输赢翻倍。只有王炸更大：大王加小王。',
        en: 'A bomb: four alike beat anything, and the stake doubles. Only the rocket is higher: both jokers together.',
      },
      table: position(
        standing(
          turn(without(ALL, FIRST, TRIO, KINGS), [KINGS, '', ACES], {
            counts: [9, 11, 13],
            open: { played: [FIRST + TRIO + KINGS, TRIED + PAIR, ACES], bombs: ['AAAA'] },
            account: [BASE, BOMB],
          }),
          'AAAA',
          2,
        ),
      ),
      want: cards(ROCKET, 'BR'),
    },
    {
      text: {
        zh: '又翻了一倍，还是你先出。三个以上连着的对子是连对：10 10 J J Q Q。',
        en: 'Doubled again, and you lead. Three or more pairs in a row are a chain: 10 10 J J Q Q.',
      },
      table: position(
        turn(without(ALL, FIRST, TRIO, KINGS, ROCKET), [null, '', ''], {
          counts: [7, 11, 13],
          open: { played: [FIRST + TRIO + KINGS + ROCKET, TRIED + PAIR, ACES], bombs: ['AAAA', 'BR'] },
          account: [BASE, BOMB, ROCKETS],
        }),
      ),
      want: cards(CHAIN, 'TTJJQQ'),
    },
    {
      text: { zh: '只剩一张 2，出了就赢。', en: 'One card left, a 2. Play it and you win.' },
      table: position(
        turn('2s', [null, '', ''], {
          counts: [1, 11, 13],
          open: { played: [FIRST + TRIO + KINGS + ROCKET + CHAIN, TRIED + PAIR, ACES], bombs: ['AAAA', 'BR'] },
          account: [BASE, BOMB, ROCKETS],
        }),
      ),
      want: cards('2s', '2'),
    },
    {
      text: {
        zh: '叫的 3 分，炸弹、王炸各翻一倍：3 × 2 × 2 = 12，两家各付你 12。就是这样打。',
        en: 'Your bid of 3, doubled by the bomb and by the rocket: 12, and each farmer pays you 12. That is the game.',
      },
      table: position({
        hands: ['', null, null],
        counts: [0, 11, 13],
        phase: { type: 'over', outcome: { reason: 'out', winners: [0], points: [24, -12, -12] } },
        open: { landlord: 0, bottom: BOTTOM },
        account: [BASE, BOMB, ROCKETS],
        acting: [],
        reveal: {
          outcome: { reason: 'out', winners: [0], points: [24, -12, -12], account: [BASE, BOMB, ROCKETS] },
          hands: ['', 'KdQhJsTd6s5s5d4d3h3d3c', '2h2d2cKcQcJcTc8c7c6d6h5c4c'],
        },
      }),
    },
  ],
};
