import { localizedText } from '../../i18n/index.svelte';
import type { RulesetInfo } from '../../wire/types';

/** The title of the ruleset with an id. If the room does not offer it, the id itself. */
export const rulesetTitle = (rulesets: readonly RulesetInfo[], id: string): string =>
  localizedText(rulesets.find((one) => one.id === id)?.title ?? { en: id });
