/** Finished hands at one step with every hand open, as the server would send them; not part of the built client. */

import { tableOf as doudizhu, type Options } from './doudizhu';
import { GUNZI_SCENES } from './gunzi';
import { cards, words } from './choiceLabels';
import { tableOf as zipai, type Options as ZiPai } from './zipai';
import type { Analysis, Replay, ReplayStep, Table } from '../wire/types';

/** The step to show after the deal, and the view after it. */
function replayOf({ table, seats, hand }: Table, text: string, after: unknown = hand?.view): Replay {
  const [family = '', name = ''] = table.ruleset.split('/');
  const step: ReplayStep = {
    seat: -1,
    by: 'dealer',
    at: 0,
    action: null,
    text,
    events: [],
    label: words('action.play', { cards: cards(text.slice(text.indexOf(' ') + 1)) }),
    messages: [],
    state: hand?.view,
    account: hand?.account ?? [],
    lines: hand?.lines ?? [],
    stake: hand?.stake ?? 0,
    notes: hand?.notes ?? [],
    hints: [hand?.hints ?? null],
  };
  const outcome = { reason: '', winners: [], points: [] };
  return {
    id: 'demo',
    record: {
      paiju: 2,
      ruleset: { family, name, title: table.title, rules: table.options, digest: '' },
      players: seats.map(({ name: called, player, bot }) => ({ name: called, id: player, bot })),
      hands: [
        {
          match: { points: seats.map(({ points }) => points) },
          deck: [],
          draws: [],
          moves: [],
          outcome,
          fair: { table: table.id, hand: 3, commitment: '' },
        },
      ],
    },
    plan: { pack: [] },
    sides: table.sides,
    deal: { deck: [] },
    start: hand?.view,
    steps: [step, { ...step, seat: 0, state: after }],
    headline: { type: 'words', key: 'result.nobody' },
    reason: { type: 'words', key: 'reason.' },
  };
}

/** A blunder at every step: the longest text an analysis can have. */
const ANALYSIS: Analysis = {
  id: 'demo',
  decisions: [0, 1].map((step) => ({
    step,
    seat: 0,
    chance: 12,
    best: words('action.play', {
      play: words('play.trio_chain_pairs', { cards: cards('3 3 3 4 4 4 5 5 5'), attached: cards('6 6 7 7 8 8') }),
    }),
    best_chance: 87,
    grade: 'blunder',
  })),
};

const LORD = 'RjBj2s2hAsAhKcQsQhQdJsTsTh9c8s8h7d6s5h4c';
const FARMER = 'Rj2s2hAhKcKdQsJsJhTd9c8s7d6s5h4c3d';
const LORD_33 = 'RjRjBj2s2h2dAsAhAcKcKdKhQsQhQdQcJsJhTsThTd9c9d8s8h8c7d7s6s5h5d4c3d';
const FARMER_25 = LORD_33.slice(16);
const DUEL: Partial<Options> = {
  title: ['二人斗地主', 'Dou Dizhu · duel'],
  ruleset: 'doudizhu/duel',
  rules: { players: 2 },
};
const FOUR: Partial<Options> = {
  title: ['四人斗地主', 'Dou Dizhu · four players'],
  ruleset: 'doudizhu/four',
  rules: { players: 4, decks: 2, bottom_size: 8 },
};
/** Ten cards, the longest play that matters. The seat that played it has that many fewer left. */
const LINK = '3s3h4c4d5s5h6c6d7s7h';
const AFTER = -LINK.length;
const playing = { type: 'playing', turn: 1, standing: null, by: null, passes: 0 } as const;
const beaten = { ...playing, standing: '3344556677' };

/** The longest hands, and the longest with plays next to them. */
const DOUDIZHU: Record<string, Replay> = {
  replayThree: replayOf(
    doudizhu({
      hands: [LORD, FARMER, FARMER],
      phase: { ...playing, last: [null, null, null] },
      open: { landlord: 0, bottom: 'Bj9c4c', doubled: [false, true, true] },
    }),
    'no-double',
  ),
  replayFollow: replayOf(
    doudizhu({
      hands: [FARMER, FARMER.slice(0, AFTER), LORD.slice(0, AFTER)],
      phase: { ...beaten, by: 1, last: ['', LINK, LINK] },
      open: { landlord: 2, bottom: 'Bj9c4c' },
    }),
    'pass',
  ),
  replayDuel: replayOf(
    doudizhu({
      ...DUEL,
      hands: [LORD, FARMER.slice(0, AFTER)],
      phase: { ...beaten, by: 1, last: ['', LINK] },
      open: { landlord: 0, bottom: 'Kd5h6c' },
    }),
    'pass',
  ),
  replayFour: replayOf(
    doudizhu({
      ...FOUR,
      hands: [LORD_33, FARMER_25, FARMER_25, FARMER_25],
      phase: { ...playing, last: [null, null, null, null] },
      open: { landlord: 0, bottom: 'RjBj2sAcKcJh9d4c' },
    }),
    'bid 3',
  ),
  replayFourPlay: replayOf(
    doudizhu({
      ...FOUR,
      hands: [LORD_33, FARMER_25, FARMER_25, FARMER_25].map((hand) => hand.slice(0, AFTER)),
      phase: { ...beaten, by: 3, last: [LINK, LINK, LINK, LINK] },
      open: { landlord: 0, bottom: 'RjBj2sAcKcJh9d4c' },
    }),
    'play 3344556677',
  ),
  replayFourPass: replayOf(
    doudizhu({
      ...FOUR,
      hands: [FARMER_25, LORD_33.slice(0, AFTER), FARMER_25, FARMER_25],
      phase: { ...beaten, by: 1, last: [null, LINK, '', ''] },
      open: { landlord: 1, bottom: 'RjBj2sAcKcJh9d4c' },
    }),
    'pass',
  ),
};

const HAND_21 = '一二三 贰柒拾 四四肆 捌捌捌 六六 玖玖 五八九十伍';
const HAND_20 = '一一一二三四四五六八八九十壹贰陆陆柒玖拾';
const HAND_12 = '一二三四四六八壹贰陆柒玖';
const THREE = '吃二七十 罩? 吃壹贰叁';
const SIX = '吃二七十 龙? 吃壹贰叁 碰九 吃七八九 招伍';
const PUT_OUT_9 = '三九肆壹二八十七贰';
const PUT_OUT_20 = `${PUT_OUT_9}玖十七五叁陆四玖一五拾`;
const PUT_OUT_22 = `${PUT_OUT_20}捌陆`;
const waits = ['一', '四', '七'].map((_, card) => ({ card: card * 3, own: 18, drawn: 16, hand: 16 }));
const other = (hand: string, hidden = '') => ({ hand, hidden });

const HALF: ZiPai = {
  phase: { type: 'claiming', card: 1, by: 2, drawn: true, waiting: [], answered: [] },
  hand: '一二三 四四肆 六六 八陆玖拾',
  laid: [THREE, THREE, THREE],
  hidden: '八',
  others: [other(HAND_12, '捌'), other(HAND_12, '玖')],
  discards: [PUT_OUT_9, PUT_OUT_9, PUT_OUT_9],
  stock: 3,
  waits,
};
const TAKEN_BY_NOBODY: ZiPai = {
  ...HALF,
  phase: { type: 'drawing', seat: 0 },
  discards: [PUT_OUT_9, PUT_OUT_9, `${PUT_OUT_9}二`],
};

/** The fullest hands: all cards held, half of them melded, and hardly any left. */
const ZIPAI: Record<string, Replay> = {
  replayDealt: replayOf(
    zipai({
      phase: { type: 'discarding', seat: 0 },
      hand: HAND_21,
      others: [other(HAND_20), other(HAND_20)],
      stock: 19,
    }),
    'min 15',
  ),
  replayHalf: replayOf(zipai(HALF), 'discard 二', zipai(TAKEN_BY_NOBODY).hand?.view),
  replayPassed: replayOf(
    zipai({
      phase: { type: 'claiming', card: 1, by: 0, drawn: true, waiting: [], answered: [] },
      hand: HAND_21.replace('伍', ''),
      laid: ['', '罩?', ''],
      others: [other(HAND_20.slice(3), '捌'), other(HAND_20)],
      discards: [PUT_OUT_9, PUT_OUT_9, PUT_OUT_9],
      stock: 0,
    }),
    'pass',
  ),
  replayLaid: replayOf(
    zipai({
      phase: { type: 'looking', seat: 1 },
      hand: '一二三 四',
      laid: [SIX, SIX, SIX],
      hidden: '八',
      others: [other('一二三', '捌'), other('陆柒', '拾')],
      discards: [PUT_OUT_9, PUT_OUT_9, PUT_OUT_9],
      stock: 1,
      waits,
    }),
    'pass',
  ),
  replayTwo: replayOf(
    zipai({
      seats: 2,
      phase: { type: 'discarding', seat: 0 },
      hand: HAND_21,
      others: [other(HAND_20)],
      discards: [PUT_OUT_20, PUT_OUT_20],
      stock: 0,
    }),
    'pass',
  ),
  replayTwoHalf: replayOf(
    zipai({
      seats: 2,
      phase: { type: 'claiming', card: 11, by: 1, drawn: true, waiting: [], answered: [] },
      hand: '一二三 四四肆 六六 八陆玖拾',
      laid: [THREE, THREE],
      hidden: '八',
      others: [other(HAND_12, '捌')],
      discards: [PUT_OUT_20, PUT_OUT_20],
      stock: 0,
      waits,
    }),
    'pass',
  ),
  replayTwoLaid: replayOf(
    zipai({
      seats: 2,
      phase: { type: 'claiming', card: 11, by: 0, drawn: false, waiting: [], answered: [] },
      hand: '一二三 四',
      laid: [SIX, SIX],
      hidden: '八',
      others: [other('一二三', '捌')],
      discards: [PUT_OUT_22, PUT_OUT_22],
      stock: 0,
      waits,
    }),
    'pass',
  ),
};

const GUNZI = Object.fromEntries(
  ['gunziBury', 'gunziWild', 'gunziLead', 'gunziFull'].map((name) => [
    name.replace('gunzi', 'replayGunzi'),
    replayOf(GUNZI_SCENES[name]!, 'pass'),
  ]),
);

/** The analysis of each replay, by its name. */
export const ANALYSES: Readonly<Record<string, Analysis>> = Object.fromEntries(
  Object.keys(DOUDIZHU).map((name) => [name, ANALYSIS]),
);

export const REPLAYS: Readonly<Record<string, Replay>> = { ...DOUDIZHU, ...ZIPAI, ...GUNZI };
