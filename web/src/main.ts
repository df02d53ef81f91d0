import { mount } from 'svelte';
import './tokens.css';
import './app.css';
import App from './App.svelte';
import { speak } from './i18n/loaded.svelte';
import { settings } from './lib/settings.svelte';
import { identify } from './wire/api';

// Nearly every page wants to know who one is; it is asked beside the words.
identify().catch(() => undefined);
await speak(settings.language);

// What the page says until its code and words have come goes.
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
