/** The HTTP API. */

import type { HandInfo, Info, LobbyTable, Me, NewTable, Problem, Replay, RulesetInfo, TableName } from './api-types';

/** What the server refused, by code. */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.code);
  }
}

const UNREACHABLE: Problem = { kind: 'http', code: 'unreachable' };

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { accept: 'application/json' }, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'content-type': 'application/json' };
  }
  const response = await fetch(path, init).catch(() => null);
  if (!response) throw new ApiError(UNREACHABLE, 0);
  const answer = (await response.json().catch(() => UNREACHABLE)) as unknown;
  if (!response.ok) throw new ApiError(answer as Problem, response.status);
  return answer as T;
}

let identity: Promise<Me> | null = null;

/** Who one is: whoever is known stays, anybody else becomes a guest. */
export function identify(): Promise<Me> {
  identity ??= call<Me>('POST', '/api/session', { name: '' });
  identity.catch(forget);
  return identity;
}

/** Ask again next time. */
export function forget(): void {
  identity = null;
}

/** Everything else needs to be somebody first. */
async function as<T>(method: string, path: string, body?: unknown): Promise<T> {
  await identify();
  return call<T>(method, path, body);
}

const part = encodeURIComponent;

export const api = {
  info: (): Promise<Info> => as('GET', '/api/info'),
  rulesets: (): Promise<RulesetInfo[]> => as('GET', '/api/rulesets'),
  tables: (): Promise<LobbyTable[]> => as('GET', '/api/tables'),
  myTables: (): Promise<LobbyTable[]> => as('GET', '/api/me/tables'),
  myHands: (): Promise<HandInfo[]> => as('GET', '/api/me/hands'),
  table: (id: string): Promise<LobbyTable> => as('GET', `/api/tables/${part(id)}`),
  open: (setup: NewTable): Promise<TableName> => as('POST', '/api/tables', setup),
  replay: (hand: string): Promise<Replay> => as('GET', `/api/hands/${part(hand)}/replay`),
  rename: async (name: string): Promise<Me> => {
    const me = await as<Me>('PATCH', '/api/me', { name });
    forget();
    return me;
  },
};

/** Where a hand's record lies, to be kept as a file. */
export const recordAt = (hand: string): string => `/api/hands/${part(hand)}`;
