import { mount } from 'svelte';
import './tokens.css';
import './titles/titles.css';
import './app.css';
import App from './App.svelte';
import { identify } from './wire/api';

// Nearly every page wants to know who one is; it is asked before the page is made.
identify().catch(() => undefined);

// What the page says until its code has come goes.
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
