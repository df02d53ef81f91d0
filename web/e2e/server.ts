/** A real server with the built client on a temporary database. PAIJU_URL names a running one to use instead. */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Room {
  readonly url: string;
  /** Kills the server without shutdown, and starts another on the same database and port. */
  restart(): Promise<void>;
  /** Runs `paiju …` next to the running server. */
  paiju(...words: string[]): void;
  close(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OURS = join(ROOT, '.venv', 'bin', 'python');

/** Fixed deals at every table: a Dou Dizhu ruleset, cards that each hand must contain, and the bottom cards. */
export interface Dealt {
  readonly ruleset: string;
  readonly hands: readonly string[];
  readonly bottom: string;
}

/** The rules of a family's daily sets. */
export interface DailyRules {
  readonly deals: number;
  readonly rulesets: readonly string[];
  readonly opponents: readonly string[];
}

/** A server whose bots answer at once. */
const FAST = `
import json
import os
from pathlib import Path
from paiju.server.adapters.ruleset_registry import StandardRegistry, read_rulesets, read_stake_rooms
from paiju.server.domain.deadlines import TableDelays
from paiju.server.main import create_app, make_server
from msgspec.structs import replace
from paiju.server.settings import read_settings
tempo = TableDelays(think_least=0, think_most=20, deal=4, beat=60, lies=10, seek=1500)
settings = replace(read_settings(os.environ), tempo=tempo)
own = read_rulesets(Path(settings.rulesets)) if settings.rulesets else ()
library = StandardRegistry(own, read_stake_rooms(Path(settings.rooms), StandardRegistry(own)) if settings.rooms else ())
if dealt := json.loads(os.environ.get("DEALT", "null")):
    from paiju.server.app.tables import hand_replay
    from paiju.server.domain import evolve
    from tests.rules.doudizhu.table import deal_of, rules_of
    deal = deal_of(rules_of(dealt["ruleset"]), dealt["hands"], dealt["bottom"])
    evolve.draw_deal = hand_replay.draw_deal = lambda plan, seed: deal
if sets := json.loads(os.environ.get("DAILY_SETS", "null")):
    from msgspec import convert
    from paiju.duplicate.daily_set import SetRules, load_set_rules
    load_set_rules().update(convert(sets, dict[str, SetRules]))
make_server(create_app(settings, library), settings.host, settings.port).run()
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

/**
 * `guest`: with the example of a family from another package, `examples/family`. `path`: the base path of the server.
 * `python`: the interpreter of an environment in which paiju is installed, if not our own. `dealt`, in a `fast` room:
 * fixed cards. `own`: a custom ruleset as TOML. `demos`: how many tables of bots play for those who look.
 * `sets`, in a `fast` room: other rules of the daily sets.
 */
export async function openRoom({
  fast = false,
  guest = false,
  path = '',
  python = OURS,
  dealt = null as Dealt | null,
  own = '',
  demos = 0,
  sets = null as Readonly<Record<string, DailyRules>> | null,
} = {}): Promise<Room> {
  const running = process.env.PAIJU_URL;
  if (running) {
    const restart = () => Promise.reject(new Error('this room is not ours to restart'));
    const paiju = (): never => {
      throw new Error('the database of this room is not known');
    };
    return { url: running, restart, paiju, close: () => Promise.resolve() };
  }
  if (!existsSync(join(ROOT, 'src/paiju/server/static/index.html')))
    throw new Error('build the client first: scripts/build-web');
  const folder = mkdtempSync(join(tmpdir(), 'paiju-room-'));
  const port = await freePort();
  const place = { HOST: '127.0.0.1', PORT: String(port), DATABASE: join(folder, 'room.db'), PAIJU_PATH: path };
  // One thread, as `paiju serve` sets it: with two threads, OpenBLAS has hung in a matrix product, and the bots with it.
  const env = { PAIJU_DEMO_TABLES: String(demos), OPENBLAS_NUM_THREADS: '1', ...process.env, ...place };
  if (guest) {
    execFileSync(OURS, ['-m', 'tests.families.install_example_family', folder], { cwd: ROOT });
    Object.assign(env, { PYTHONPATH: folder });
  }
  if (own) {
    writeFileSync(join(folder, 'own.toml'), own);
    Object.assign(env, { RULESETS: folder });
  }
  if (sets) Object.assign(env, { DAILY_SETS: JSON.stringify(sets) });
  if (dealt) Object.assign(env, { PYTHONPATH: ROOT, DEALT: JSON.stringify(dealt) });
  const what = fast ? ['-c', FAST] : ['-m', 'paiju.server'];
  const url = `http://127.0.0.1:${port}${path}`;
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(python, what, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
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
    paiju: (...words) => {
      execFileSync(python, ['-c', 'import sys; from paiju.cli.main import main; sys.exit(main())', ...words], {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    },
    close: async () => {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
