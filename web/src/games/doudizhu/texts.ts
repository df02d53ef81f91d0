/** Texts of the Dou Dizhu table. */

import { cardsInSentence, spokenCards, localRank } from '../../cards/cardNames';
import { words } from '../../i18n/generated/doudizhu';
import { translator } from '../../i18n/index.svelte';
import { cardsOfArg } from '../../i18n/serverMessages';
import type { Speech } from '../../table/familyTexts';
import type { TranslatableText } from '../../wire/types';

export const d = translator(words);

/** A sequence of at least this many ranks is abbreviated to its first and last rank. */
const RUN = 4;

/** The ranks of a play in a few characters: 88, 7–J, 5556667799. */
function playLabel({ args = {} }: TranslatableText): string {
  const ranks = [args.used ?? args.cards, args.used ? undefined : args.attached].flatMap((arg) =>
    cardsOfArg(arg).split(' ').filter(Boolean),
  );
  const isRun = ranks.length > RUN && new Set(ranks).size === ranks.length;
  return isRun ? `${localRank(ranks[0]!)}–${localRank(ranks.at(-1)!)}` : ranks.map(localRank).join('');
}

export const speech: Speech = {
  words,
  shown: cardsInSentence,
  spoken: spokenCards,
  moments: {
    'play.bomb': 'bomb',
    'play.bombs': 'bomb',
    'play.rocket': 'rocket',
    'play.trio_chain': 'plane',
    'play.trio_chain_singles': 'plane',
    'play.trio_chain_pairs': 'plane',
    'account.spring': 'spring',
    'account.reverse_spring': 'spring',
  },
  bombs: ['play.bomb', 'play.bombs', 'play.rocket'],
  played: { key: 'event.played', label: playLabel },
  lastCard: true,
};
