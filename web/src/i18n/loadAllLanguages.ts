/** Loads all languages, for tests: they read words without a page that has loaded one. */

import { speak } from './loadedLanguages.svelte';
import { languages } from './languages';

await Promise.all(languages.map(speak));
