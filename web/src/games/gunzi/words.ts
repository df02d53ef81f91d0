/** What the Gunzi table says beside the server's words. */

import { words } from '../../i18n/generated/gunzi';
import { fill } from '../../i18n/index.svelte';
import { wordIn, type Words } from '../../i18n/languages';
import { word } from '../../i18n/words';
import { settings } from '../../lib/settings.svelte';

const zh = {
  about: '六个人三队，四副牌，从 3 打到 10',
  'side.0': '圆队',
  'side.1': '三角队',
  'side.2': '方队',
  bank: '庄',
  'no.show': '不亮',
  'no.jokers': '不扣',
  'show.more': '亮主…',
  'take.more': '捡牌…',
  show: '亮{cards}',
  call: '亮{cards} {call}',
  take: '捡{cards}',
  pay: '进贡{cards}',
  'verb.pay': '进贡',
  'verb.return': '还贡',
  'verb.bury': '扣底',
  'verb.jokers': '扣王',
  chosen: '选好了',
  owes: '贡 {n}',
  dealt: '发牌，{n} / 210',
  level: '打{level}',
  'level.short': '打{level}',
  noTrump: '无主',
  'noTrump.short': '无主',
  trump: '{suit}主',
  unknown: '未定主',
  team: '{side}，{level}，抓分 {points}',
  'team.half': '{side}，{level}，另有半级，抓分 {points}',
  'team.bank': '，坐庄',
  last: '上一轮',
  'last.none': '还没有打完一轮',
  'last.by': '{name} 得这一轮',
  'last.title': '上一轮出的牌',
  order: '第 {n} 家',
  sheet: '计分',
  'sheet.title': '各局计分',
  'sheet.none': '打完一局，这里就有一行。',
  'sheet.hand': '局',
  'sheet.banker': '庄',
  'sheet.won': '已赢 {n} 轮',
  'sheet.row': '抓分 → 级别',
  stack: '{card}，{n} 张',
  'stack.taken': '{card}，{n} 张，选了 {taken} 张',
  more: '{cards} 等 {n} 张',
  'keys.ring': '按出牌先后编号，金边的牌现在最大',
} as const;

type Key = keyof typeof zh;

const en: Record<Key, string> = {
  about: 'Six players, three teams, four decks, from level 3 to 10',
  'side.0': 'Circles',
  'side.1': 'Triangles',
  'side.2': 'Squares',
  bank: 'Bank',
  'no.show': 'Pass',
  'no.jokers': 'Pass',
  'show.more': 'Declare…',
  'take.more': 'Take…',
  show: 'Show {cards}',
  call: '{cards}: {call}',
  take: 'Take {cards}',
  pay: 'Give {cards}',
  'verb.pay': 'Give',
  'verb.return': 'Give back',
  'verb.bury': 'Bury',
  'verb.jokers': 'Bury',
  chosen: 'Chosen',
  owes: 'owes {n}',
  dealt: 'Dealing, {n} / 210',
  level: 'Level {level}',
  'level.short': 'Lv {level}',
  noTrump: 'no trumps',
  'noTrump.short': 'NT',
  trump: '{suit} trumps',
  unknown: 'trumps open',
  team: '{side}, {level}, {points} points taken',
  'team.half': '{side}, {level} and a half, {points} points taken',
  'team.bank': ', bank',
  last: 'Last',
  'last.none': 'No trick has been taken yet',
  'last.by': 'Taken by {name}',
  'last.title': 'The last trick',
  order: 'Play {n}',
  sheet: 'Score',
  'sheet.title': 'Score of the match',
  'sheet.none': 'Each hand you finish gets a line here.',
  'sheet.hand': 'Hand',
  'sheet.banker': 'Bank',
  'sheet.won': 'Matches won: {n}',
  'sheet.row': 'points → level',
  stack: '{card}, {n} of them',
  'stack.taken': '{card}, {n} of them, {taken} selected',
  more: '{cards} … ({n})',
  'keys.ring': 'Numbered in order of play; the gold edge is highest',
};

const OWN: Words<Key> = { zh, en };

export const g = (key: Key, values: Record<string, string | number> = {}): string =>
  fill(wordIn(settings.language, OWN, key) ?? '', values);

/** The server's words for a code of this game; the code itself where it has none. */
export const told = (table: string, code: string, values: Record<string, string | number> = {}): string =>
  word(table, code, values, words) ?? code;
