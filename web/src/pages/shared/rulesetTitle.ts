import { titled } from '../../i18n/index.svelte';
import type { RulesetInfo } from '../../wire/types';

/** The title of a ruleset by its id; the id itself if the room does not offer it. */
export const rulesetTitle = (rulesets: readonly RulesetInfo[], id: string): string =>
  titled(rulesets.find((one) => one.id === id)?.title ?? { en: id });
