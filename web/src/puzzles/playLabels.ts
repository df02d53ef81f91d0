/** Names of plays that are made here and not by the server, from the table of plays. */

import type { PlayTable, PuzzleAction, TranslatableText } from '../wire/types';
import { takenFrom } from './actionCards';
import { PASS_TEXT, type Step } from './judge';
import { PASS } from './winSearch';

const cards = (letters: string): { type: 'cards'; cards: string } => ({ type: 'cards', cards: [...letters].join(' ') });

/** A bomb of more cards is called by their number. */
const USUAL_BOMB = 4;

/** A play as players call it, in the texts of the family. */
export function playText({ plays, classes }: PlayTable, play: number): TranslatableText {
  const [text, used, type] = plays[play]!;
  const [shown = '', soft] = text.split('<');
  const [body = '', attached] = shown.split('+');
  const { category } = classes[type]!;
  const isLarge = category === 'bomb' && used.length > USUAL_BOMB;
  const name: TranslatableText = {
    type: 'words',
    key: `play.${isLarge ? 'bombs' : category}`,
    args: {
      rank: cards(body.slice(-1)),
      cards: cards(body),
      ...(attached ? { attached: cards(attached) } : {}),
      ...(isLarge ? { count: used.length } : {}),
    },
  };
  return soft ? { type: 'words', key: 'play.soft', args: { play: name, used: cards(soft) } } : name;
}

/** A step as the server names actions. */
export function stepText(table: PlayTable, { play }: Step): TranslatableText {
  if (play === PASS) return { type: 'words', key: `action.${PASS_TEXT}` };
  return { type: 'words', key: 'action.play', args: { play: playText(table, play) } };
}

/** A step as a legal action of the hand. */
export const actionOf = (table: PlayTable, step: Step, hand: readonly string[]): PuzzleAction => ({
  action: step.text,
  text: step.text,
  label: stepText(table, step),
  cards: takenFrom(hand, step.text),
});
