/** Texts of actions and score lines, worded as the server's narrators word them. */

import type { ScoreLine, TranslatableText } from '../wire/types';

type Arg = NonNullable<TranslatableText['args']>[string];

export const words = (key: string, args: Record<string, Arg> = {}): TranslatableText => ({ type: 'words', key, args });
export const cards = (text: string): Arg => ({ type: 'cards', cards: text });

const play = (what: string): TranslatableText => {
  const [as = '', used] = what.split('<');
  const [body = '', attached] = as.split('+').map((ranks) => [...ranks].join(' '));
  const plain = attached
    ? words('play.trio_pair', { cards: cards(body), attached: cards(attached) })
    : words('play.pair', { rank: cards(body[0] ?? '') });
  return used ? words('play.soft', { play: plain, used: cards([...used].join(' ')) }) : plain;
};

/** The fields that actions of all families have. */
interface AnyAction {
  readonly type: string;
  readonly points?: number;
  readonly what?: string;
  readonly yes?: boolean;
  readonly ranks?: string;
  readonly cards?: string;
  readonly call?: string;
}

export function labelOf(action: unknown, text: string): TranslatableText {
  const { type, points = 0, what = '', yes = true, cards: held = '', call } = action as AnyAction;
  switch (type) {
    case 'bid':
      return points === 0 ? words('action.no_bid') : words('action.bid', { points });
    case 'choose':
      return words(`action.${yes ? '' : 'no_'}${what}`, { factor: 4 });
    case 'throw':
      return words('action.keep');
    case 'set_minimum':
      return words('action.set_minimum', { points });
    case 'discard':
    case 'eat':
      return words(`action.${type}`, { card: cards(text.split(' ')[1] ?? ''), melds: cards(text.slice(4)) });
    case 'play':
      return held === '' ? words('action.play', { play: play(what) }) : words('action.play', { cards: cards(held) });
    case 'show':
      return call
        ? words('action.show_call', { cards: cards(held), call: words(`call.${call}`) })
        : words('action.show', { cards: cards(held) });
    case 'pay':
    case 'bury':
      return words(`action.${type}`, { cards: cards(held) });
    default:
      return words(`action.${type}`);
  }
}

/** Returns the text of a score line. For a bomb it names the rank. */
export const lineOf = ({ code, args = [], value }: ScoreLine): TranslatableText => {
  const numbered = args.map((text, at) => [at, cards(code === 'bomb' ? text.slice(0, 1) : text)] as const);
  return words(`account.${code}`, { ...Object.fromEntries(numbered), value });
};
