/** Loads all languages. Tests need this, because they have no page that loads a language. */

import { loadLanguage } from './loadedLanguages.svelte';
import { languages } from './languages';

await Promise.all(languages.map(loadLanguage));
