/** Loads all languages for tests, which have no page that loads one. */

import { loadLanguage } from './loadedLanguages.svelte';
import { languages } from './languages';

await Promise.all(languages.map(loadLanguage));
