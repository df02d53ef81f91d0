/** The texts of a family, and how it writes cards in a sentence. */

import type { TranslatableText } from '../wire/types';
import type { Catalogue } from '../i18n/languages';

export type MomentKind = 'bomb' | 'rocket' | 'plane' | 'spring' | 'last' | 'mark' | 'win' | 'title';

/**
 * The texts of a family. `shown` and `spoken` write cards for which the catalogue has no names: `shown` on the screen,
 * with at most `most` kinds of cards, and `spoken` for screen readers.
 */
export interface Speech {
  readonly words: Catalogue;
  readonly shown?: (cards: string, most?: number) => string;
  readonly spoken?: (cards: string) => string;
  /** The moment (animation) for each message key that has one. */
  readonly moments?: Readonly<Record<string, MomentKind>>;
  /** The message keys of bombs, on which the house players comment. */
  readonly bombs?: readonly string[];
  /**
   * The key of the message about a play, whose argument `play` names the cards. `label` writes such a play in a few
   * characters.
   */
  readonly played?: { readonly key: string; readonly label: (play: TranslatableText) => string };
  /** Whether to announce that a player has only one card left. */
  readonly lastCard?: boolean;
}
