import { mount } from 'svelte';
import './tokens.css';
import './headingFonts/headingFonts.css';
import './app.css';
import App from './App.svelte';
import { identify } from './wire/api';

// Nearly every page needs to know the player, so this request starts before the page is built.
identify().catch(() => undefined);

mount(App, { target: document.getElementById('app')! });
