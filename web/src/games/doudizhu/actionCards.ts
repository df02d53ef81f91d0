import { parseCards, RANKS, type Card } from '../../cards/card';

/**
 * The cards that an action's text plays or discards: `play 7777<5577@5s5h7s7h`, `play 333444+57`, `throw 34`. Empty for
 * other actions.
 */
export function cardsOf(action: string): readonly Pick<Card, 'text' | 'rank'>[] {
  const [word, rest = ''] = action.split(' ');
  if (word !== 'play' && word !== 'throw') return [];
  const [what = '', cards] = rest.split('@');
  if (cards !== undefined) return parseCards(cards);
  const used = what.split('<').at(-1) ?? '';
  return [...used].filter((rank) => RANKS.includes(rank)).map((rank) => ({ text: '', rank }));
}
