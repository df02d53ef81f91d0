/** How a family speaks: its texts, and how it writes cards in a sentence. */

import type { TranslatableText } from '../wire/types';
import type { Catalogue } from '../i18n/languages';

export type MomentKind = 'bomb' | 'rocket' | 'plane' | 'spring' | 'last' | 'mark' | 'win' | 'title';

/**
 * A family's texts. `shown` and `spoken` write cards that the catalogue has no names for: on screen (at most `most` kinds)
 * and for screen readers.
 */
export interface Speech {
  readonly words: Catalogue;
  readonly shown?: (cards: string, most?: number) => string;
  readonly spoken?: (cards: string) => string;
  /** The moment for each message key that has one. */
  readonly moments?: Readonly<Record<string, MomentKind>>;
  /** The message keys of bombs; the house players remark on them. */
  readonly bombs?: readonly string[];
  /** The key of the message of a play, whose argument `play` names the cards, and how to write these in a few letters. */
  readonly played?: { readonly key: string; readonly label: (play: TranslatableText) => string };
  /** Announces when a player is down to one card. */
  readonly lastCard?: boolean;
}
