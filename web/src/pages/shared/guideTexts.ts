/** The texts of the guides to rulesets. */

import type { Family } from '../../games/family';
import { t, type Key } from '../../i18n/index.svelte';
import { renderMessage } from '../../i18n/serverMessages';
import type { GuideSection, TranslatableText } from '../../wire/types';

export const sectionTitle = ({ name }: GuideSection): string => t(`guide.${name}` as Key);

export const guideText = ({ speech }: Family, text: TranslatableText): string =>
  renderMessage(text, { words: speech.words, cards: speech.shown });
