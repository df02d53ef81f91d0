/** The real card room with the built client, on a database that is thrown away. PAIJU_URL names one that runs already. */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Room {
  readonly url: string;
  /** Kills the server without a word, and starts another on the same database and port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PYTHON = join(ROOT, '.venv', 'bin', 'python');

/** A room whose house neither thinks nor pauses to be watched. */
const FAST = `
import os
from paiju.server.domain.clock import Tempo
from paiju.server.main import create_app, make_server
from paiju.server.settings import Settings
tempo = Tempo(think_least=0, think_most=20, deal=4, beat=60, beat_alone=10)
app = create_app(Settings(database=os.environ["DATABASE"], tempo=tempo))
make_server(app, os.environ["HOST"], int(os.environ["PORT"])).run()
`;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 250; tries += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} does not answer`);
}

/** `guest`: with the example of a family from another package, `examples/family`. */
export async function openRoom({ fast = false, guest = false } = {}): Promise<Room> {
  const running = process.env.PAIJU_URL;
  if (running) {
    const restart = () => Promise.reject(new Error('this room is not ours to restart'));
    return { url: running, restart, close: () => Promise.resolve() };
  }
  if (!existsSync(join(ROOT, 'src/paiju/server/static/index.html')))
    throw new Error('build the client first: scripts/build-web');
  const folder = mkdtempSync(join(tmpdir(), 'paiju-room-'));
  const port = await freePort();
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), DATABASE: join(folder, 'room.db') };
  if (guest) {
    execFileSync(PYTHON, ['-m', 'tests.families.installing', folder], { cwd: ROOT });
    Object.assign(env, { PYTHONPATH: folder });
  }
  const what = fast ? ['-c', FAST] : ['-m', 'paiju.server'];
  const url = `http://127.0.0.1:${port}`;
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(PYTHON, what, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
    await answers(url);
    return started;
  };
  const end = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  let child = await start();
  return {
    url,
    restart: async () => {
      await end(child, 'SIGKILL');
      child = await start();
    },
    close: async () => {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
