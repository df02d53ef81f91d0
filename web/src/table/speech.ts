/** How a family speaks: its texts, and how it writes cards in a sentence. */

import type { Catalogue } from '../i18n/languages';

export type MomentKind = 'bomb' | 'rocket' | 'plane' | 'spring' | 'last' | 'mark' | 'win' | 'title';

/**
 * A family's texts. `shown` and `spoken` write cards where the catalogue's names will not do: on screen (at most `most`
 * kinds) and for screen readers.
 */
export interface Speech {
  readonly words: Catalogue;
  readonly shown?: (cards: string, most?: number) => string;
  readonly spoken?: (cards: string) => string;
  /** The moment for each message key that has one. */
  readonly moments?: Readonly<Record<string, MomentKind>>;
  /** Announces when a player is down to one card. */
  readonly lastCard?: boolean;
}
