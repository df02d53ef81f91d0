// Converts the player rules in docs/rules (one folder per language) to HTML fragments in src/rules, one per family and
// language.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import markdownIt from 'markdown-it';
import { cataloguesIn } from './catalogue.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(web, '..', 'docs', 'rules');
const target = join(web, 'src', 'rules');
const { pages: words } = cataloguesIn(join(web, '..', 'src', 'paiju', 'locale'));
const contentsIn = (language) => words[language]?.['rules.contents'] ?? words.en['rules.contents'];

const md = markdownIt({ html: false, linkify: false });
const { rules } = md.renderer;

// The client has other addresses than the documentation, so links within the documentation become plain text.
const isFar = (token) => /^https?:/.test(token.attrGet('href') ?? '');
rules.link_open = (tokens, at, options, _, self) => {
  if (!isFar(tokens[at])) return '';
  tokens[at].attrSet('target', '_blank');
  tokens[at].attrSet('rel', 'noreferrer');
  return self.renderToken(tokens, at, options);
};
rules.link_close = (tokens, at, options, _, self) => {
  const open = tokens.slice(0, at).findLast((token) => token.type === 'link_open');
  return isFar(open) ? self.renderToken(tokens, at, options) : '';
};
// A wide table scrolls on its own, also by keyboard.
rules.table_open = (_tokens, _at, _options, env) =>
  `<div class="scroll" role="group" tabindex="0" aria-label="${env.heading}"><table>`;
rules.table_close = () => '</table></div>\n';
rules.fence = (tokens, at, _, env) =>
  `<pre tabindex="0" aria-label="${env.heading}">${md.utils.escapeHtml(tokens[at].content.trim())}</pre>\n`;
rules.heading_open = (tokens, at, _, env) => {
  const title = tokens[at + 1].content;
  const level = Math.min(6, Number(tokens[at].tag.slice(1)) + 1);
  env.heading = md.utils.escapeHtml(title);
  if (level !== 3) return `<h${level}>`;
  const id = /^[A-Z]+-\d+/.exec(title)?.[0] ?? `s${env.contents.length + 1}`;
  env.contents.push({ id, title: env.heading });
  return `<h3 id="${id}">`;
};
rules.heading_close = (tokens, at) => `</h${Math.min(6, Number(tokens[at].tag.slice(1)) + 1)}>\n`;

function fragment(text, language) {
  const plain = text
    .replace(/<!--.*?-->\n?/gs, '')
    // The link to the other language; the page has a button for that.
    .replace(/^\[[^\]]*\]\(\.\.\/[\w-]+\/\w+\.md\).*\n/m, '');
  const env = { contents: [], heading: '' };
  // An empty header cell labels nothing.
  const body = md.render(plain, env).replace(/<th([^>]*)><\/th>/g, '<td$1></td>');
  const links = env.contents.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('');
  return body.replace(/<\/h2>\n/, (end) => `${end}<nav aria-label="${contentsIn(language)}"><ul>${links}</ul></nav>\n`);
}

mkdirSync(target, { recursive: true });
const languages = readdirSync(source);
if (languages.length === 0) throw new Error(`no rules in ${source}`);
for (const language of languages) {
  for (const page of readdirSync(join(source, language)).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(source, language, page), 'utf8');
    writeFileSync(join(target, `${basename(page, '.md')}.${language}.html`), fragment(text, language));
  }
}
