import { mount } from 'svelte';
import './tokens.css';
import './app.css';
import App from './App.svelte';

// What the page says until its code has come goes.
const target = document.getElementById('app')!;
target.replaceChildren();
mount(App, { target });
