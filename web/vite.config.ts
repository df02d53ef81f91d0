import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.PAIJU_SERVER ?? 'http://127.0.0.1:8000';

const digest = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Builds the service worker after everything else, with the list of the files to precache. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
    const copied = readdirSync('public', { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice('public/'.length));
    const files = [
      { url: './', revision: digest(readFileSync(join(dir, 'index.html'))) },
      ...built.map((url) => ({ url, revision: null })),
      ...copied.map((url) => ({ url, revision: digest(readFileSync(join('public', url))) })),
    ];
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      define: { FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: dir,
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry: 'src/sw.ts', formats: ['iife'], name: 'sw', fileName: () => 'sw.js' },
      },
    });
  },
};

export default defineConfig({
  plugins: [svelte(), serviceWorker],
  base: './', // the server sets the base path
  build: {
    // The wheel contains the client: the server serves this folder.
    outDir: process.env.PAIJU_WEB_OUT ?? '../src/paiju/server/static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The first page's code is one file, and code shared by several chunks is another: on a slow connection every file
    // costs a round trip.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, changeOrigin: false, ws: true },
    },
  },
  test: { include: ['src/**/*.test.ts'], setupFiles: ['src/i18n/loadAllLanguages.ts'] },
});
