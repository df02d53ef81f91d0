/** How a family speaks: its texts, and its cards in a sentence. */

import type { Catalogue } from '../i18n/languages';

export type MomentKind = 'bomb' | 'rocket' | 'plane' | 'spring' | 'last' | 'mark' | 'win' | 'title';

/** A family's words, and its cards in a sentence where the catalogue's names for them will not do: to be seen, of more kinds
 * than `most` only a few; and read aloud. */
export interface Speech {
  readonly words: Catalogue;
  readonly shown?: (cards: string, most?: number) => string;
  readonly spoken?: (cards: string) => string;
  /** What makes a moment, by the key of the words that tell it. */
  readonly moments?: Readonly<Record<string, MomentKind>>;
  /** Whose hand is down to one card is told. */
  readonly lastCard?: boolean;
}
