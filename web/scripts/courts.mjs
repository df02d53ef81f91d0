// Takes the twelve court figures (Adrian Kennard's, CC0) out of the npm package that carries them, and writes each as a
// small SVG of its own in public/courts: the figure only, in our colours, with coordinates rounded to whole units.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = createRequire(import.meta.url).resolve('@heruka_urgyen/react-playing-cards/lib/TcN.js');
const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'public', 'courts');

const COLOURS = { '#FC4': '#eab73f', red: '#c8342b', '#44F': '#2f4f7f', black: '#1d2321' };

function* faces(bundle) {
  for (const [, , uri] of bundle.matchAll(/exports=("|')(data:image\/svg\+xml,(?:\\.|(?!\1).)*)\1/g)) {
    const svg = decodeURIComponent(uri.replace('data:image/svg+xml,', '').replace(/\\(.)/g, '$1'));
    const face = /face='([JQK][SHDC])'/.exec(svg)?.[1];
    if (face) yield [face, svg];
  }
}

const rounded = (path) => path.replace(/-?\d*\.\d+/g, (number) => String(Math.round(Number(number)) || 0));

/** The layers of the figure without the line layer that is too thin for a card on a phone. */
function figure(svg) {
  const layers = [...svg.matchAll(/<symbol id='[SHDC][JQK]([1-5])'[^>]*>(.*?)<\/symbol>/gs)].map(
    ([, , layer]) => layer,
  );
  const half = layers
    .join('')
    .replace(/ d='([^']*)'/g, (_, path) => ` d='${rounded(path)}'`)
    .replace(/(fill|stroke)='(#FC4|#44F|red|black)'/g, (_, what, colour) => `${what}='${COLOURS[colour]}'`);
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' width='1300' height='2000' viewBox='0 0 1300 2000'>` +
    `<defs><clipPath id='c'><rect width='1300' height='2000' rx='70'/></clipPath><g id='h'>${half}</g></defs>` +
    `<g clip-path='url(#c)'><path fill='#fffdf8' d='M0 0h1300v2000H0z'/>` +
    `<use href='#h'/><use href='#h' transform='rotate(180 650 1000)'/></g></svg>`
  );
}

mkdirSync(target, { recursive: true });
let count = 0;
for (const [face, svg] of faces(readFileSync(source, 'utf8'))) {
  writeFileSync(join(target, `${face}.svg`), figure(svg));
  count += 1;
}
if (count !== 12) throw new Error(`12 court cards expected, ${count} found`);
