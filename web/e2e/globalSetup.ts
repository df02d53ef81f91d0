/** Global setup: builds and serves the client with the fixture pages, which production builds leave out. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the client with its fixtures. */
    scenes: string;
  }
}

const root = fileURLToPath(new URL('..', import.meta.url));

export default async function serve({ provide }: TestProject): Promise<() => Promise<void>> {
  const outDir = mkdtempSync(join(tmpdir(), 'paiju-scenes-'));
  const options = { root, base: '/', mode: 'development', logLevel: 'silent', build: { outDir } } as const;
  await build(options);
  const server = await preview({ ...options, preview: { port: 0 } });
  provide('scenes', server.resolvedUrls!.local[0]!.replace(/\/$/, ''));
  return async () => {
    await server.close();
    rmSync(outDir, { recursive: true });
  };
}
