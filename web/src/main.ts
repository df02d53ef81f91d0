import { mount } from 'svelte';
import './tokens.css';
import './titles/titles.css';
import './app.css';
import App from './App.svelte';
import { identify } from './wire/api';

// Nearly every page wants to know who one is; it is asked before the page is made.
identify().catch(() => undefined);

mount(App, { target: document.getElementById('app')! });
