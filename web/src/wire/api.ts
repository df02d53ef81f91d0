/** The HTTP API. */

import type { Catalogue } from '../i18n/languages';
import { forgetRead } from '../lib/serviceWorker.svelte';
import { withBase } from '../lib/basePath';
import type {
  Analysis,
  MatchStatus,
  HandSummary,
  Hides,
  AdminPlayer,
  AdminTable,
  Info,
  LobbyTable,
  RatingPoint,
  RankingLine,
  ReachedLimit,
  Login,
  Me,
  MyTable,
  NewAction,
  NewPassword,
  NewTable,
  Notice,
  Problem,
  Profile,
  ProfileHand,
  PurseInfo,
  Replay,
  RoomInfo,
  RulesetInfo,
  GuideSection,
  Session,
  TableName,
  Token,
  ActionView,
  NumberedHand,
  RelationNames,
  SetupRequest,
  OnlineOverview,
  WithheldTransfer,
} from './types';

/** What the server refused, by code. */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    readonly status: number,
  ) {
    super(problem.code);
  }
}

const UNREACHABLE: Problem = {
  kind: 'http',
  code: 'unreachable',
  words: { type: 'words', key: 'http.unreachable' },
};

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { accept: 'application/json' }, credentials: 'same-origin' };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, 'content-type': 'application/json' };
  }
  const response = await fetch(withBase(path), init).catch(() => null);
  if (!response) throw new ApiError(UNREACHABLE, 0);
  const answer = (await response.json().catch(() => UNREACHABLE)) as unknown;
  if (!response.ok) throw new ApiError(answer as Problem, response.status);
  return answer as T;
}

/** Kept by a browser whose player has chosen a name. */
export const NAMED = 'paiju.named';

let identity: Promise<Me> | null = null;

/** Who one was when the server was last asked: for pages that are read without a network. */
const LAST_ME = 'paiju.me';

/** Who one is: whoever is known stays, anybody else becomes a guest. Without a network, who one was. */
export function identify(): Promise<Me> {
  if (!identity) {
    identity = call<Me>('POST', '/api/session', { name: '' });
    identity.then((me) => localStorage.setItem(LAST_ME, JSON.stringify(me)), forget);
  }
  return identity.catch((error: unknown) => {
    const last = localStorage.getItem(LAST_ME);
    if (last === null || !(error instanceof ApiError && error.status === 0)) throw error;
    return JSON.parse(last) as Me;
  });
}

/** The same, if anybody has asked. */
export const known = (): Promise<Me> | null => identity;

/** Ask again next time. */
export function forget(): void {
  identity = null;
}

/** Nearly everything else needs to be somebody first. */
async function as<T>(method: string, path: string, body?: unknown): Promise<T> {
  // Without a network what was read before may still be there.
  await identify().catch((error: unknown) => {
    if (method !== 'GET' || !(error instanceof ApiError && error.status === 0)) throw error;
  });
  return call<T>(method, path, body);
}

/** As ``as``, for what may make one somebody else, or the same with another cookie. */
async function becoming<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await as<T>(method, path, body);
  localStorage.removeItem(LAST_ME);
  forget();
  forgetRead();
  return answer;
}

let playable: Promise<RulesetInfo[]> | null = null;

/** A house's rulesets stay as they are while it is open. */
function rulesets(): Promise<RulesetInfo[]> {
  playable ??= call<RulesetInfo[]>('GET', '/api/rulesets');
  playable.catch(() => (playable = null));
  return playable;
}

export const HANDS_AT_ONCE = 50;

const part = encodeURIComponent;

export const api = {
  info: (): Promise<Info> => as('GET', '/api/info'),
  /** What can be played here, in the order in which it is shown. */
  rulesets,
  /** A ruleset told to who wants to play it, with the options that a table has changed (JSON). */
  guide: (ruleset: string, options = ''): Promise<GuideSection[]> =>
    call('GET', `/api/rulesets/${ruleset}/guide${options && `?options=${part(options)}`}`),
  /** A family's, by language and key. */
  words: (family: string): Promise<Catalogue> => as('GET', `/api/words/${part(family)}`),
  tables: (): Promise<LobbyTable[]> => as('GET', '/api/tables'),
  myTables: (): Promise<MyTable[]> => as('GET', '/api/me/tables'),
  /** Newest first, `HANDS_AT_ONCE` of those that ended before a time. */
  myHands: (before?: number): Promise<HandSummary[]> =>
    as('GET', `/api/me/hands${before === undefined ? '' : `?before=${before}`}`),
  player: (name: string): Promise<Profile> => as('GET', `/api/people/${part(name)}`),
  /** Newest first, `HANDS_AT_ONCE` of those that are wished for. */
  playerHands: (name: string, wish: Readonly<Record<string, string>>): Promise<ProfileHand[]> =>
    as('GET', `/api/people/${part(name)}/hands?${new URLSearchParams(wish).toString()}`),
  /** How a rating came about, the first first. */
  playerCourse: (name: string, ruleset: string): Promise<RatingPoint[]> =>
    as('GET', `/api/people/${part(name)}/ratings?ruleset=${part(ruleset)}`),
  ranking: (kind: string, ruleset: string, span: string, among: string): Promise<RankingLine[]> =>
    as('GET', `/api/rankings/${kind}?ruleset=${part(ruleset)}&span=${span}&among=${among}`),
  hide: (hides: Hides['hides']): Promise<Hides> => as('PUT', '/api/me/hides', { hides }),
  /** Where one plays for coins, in the order in which it is shown. */
  rooms: (): Promise<RoomInfo[]> => as('GET', '/api/rooms'),
  purse: (): Promise<PurseInfo> => as('GET', '/api/purse'),
  takeGift: (): Promise<PurseInfo> => as('POST', '/api/purse/gift'),
  takeRelief: (): Promise<PurseInfo> => as('POST', '/api/purse/relief'),
  table: (id: string): Promise<LobbyTable> => as('GET', `/api/tables/${part(id)}`),
  handsAt: (table: string): Promise<NumberedHand[]> => as('GET', `/api/tables/${part(table)}/hands`),
  open: (setup: NewTable): Promise<TableName> => as('POST', '/api/tables', setup),
  /** Look for a seat for a while; without a table in the answer, ask again at once. */
  quick: (wanted: SetupRequest): Promise<MatchStatus> => as('POST', '/api/quick', wanted),
  here: (): Promise<OnlineOverview> => as('GET', '/api/here'),
  ties: (): Promise<RelationNames> => as('GET', '/api/me/ties'),
  follow: (name: string): Promise<void> => as('PUT', `/api/me/follows/${part(name)}`),
  unfollow: (name: string): Promise<void> => as('DELETE', `/api/me/follows/${part(name)}`),
  block: (name: string): Promise<void> => as('PUT', `/api/me/blocks/${part(name)}`),
  unblock: (name: string): Promise<void> => as('DELETE', `/api/me/blocks/${part(name)}`),
  call: (name: string, table: string): Promise<void> => as('POST', `/api/people/${part(name)}/call`, { table }),
  report: (name: string, why: string): Promise<void> => as('POST', `/api/people/${part(name)}/report`, { why }),
  unquick: (): Promise<void> => as('DELETE', '/api/quick'),
  replay: (hand: string): Promise<Replay> => as('GET', `/api/hands/${part(hand)}/replay`),
  /** From then on only the players of the hand can open it. */
  withdraw: (hand: string): Promise<void> => as('DELETE', `/api/hands/${part(hand)}/link`),
  /** What the strongest of the house's players thinks of a finished hand. */
  analysis: (hand: string): Promise<Analysis> => as('GET', `/api/hands/${part(hand)}/analysis`),
  /** Names that nobody has, in a language. */
  names: (language: string): Promise<string[]> => as('GET', `/api/names?lang=${part(language)}`),
  rename: (name: string): Promise<Me> => becoming('PATCH', '/api/me', { name }),
  makeBot: (): Promise<Me> => becoming('PUT', '/api/me/bot'),
  keep: (login: Login): Promise<Me> => becoming('POST', '/api/account', login),
  logIn: (login: Login): Promise<Me> => becoming('POST', '/api/login', login),
  logOut: (): Promise<void> => becoming('POST', '/api/logout'),
  changePassword: (change: NewPassword): Promise<Me> => becoming('PUT', '/api/account/password', change),
  endAccount: (password: string): Promise<void> => becoming('POST', '/api/account/deletion', { password }),
  sessions: (): Promise<Session[]> => as('GET', '/api/me/sessions'),
  endSession: (id: string): Promise<void> => as('DELETE', `/api/me/sessions/${part(id)}`),
  endOthers: (): Promise<void> => as('DELETE', '/api/me/sessions'),
  tokens: (): Promise<Token[]> => as('GET', '/api/me/tokens'),
  newToken: (label: string, scope: Token['scope']): Promise<Token> => as('POST', '/api/me/tokens', { label, scope }),
  /** What a host of the room tells everybody; one need not be anybody to ask. */
  notice: (): Promise<Notice | null> => call('GET', '/api/notice'),
  hostPlayers: (find: string): Promise<AdminPlayer[]> => as('GET', `/api/host/players?find=${part(find)}`),
  hostTables: (): Promise<AdminTable[]> => as('GET', '/api/host/tables'),
  hostActs: (): Promise<ActionView[]> => as('GET', '/api/host/acts'),
  hostLimits: (): Promise<ReachedLimit[]> => as('GET', '/api/host/limits'),
  hostWithheld: (): Promise<WithheldTransfer[]> => as('GET', '/api/host/withheld'),
  act: (act: NewAction): Promise<void> => as('POST', '/api/host/acts', act),
  endToken: (id: string): Promise<void> => as('DELETE', `/api/me/tokens/${part(id)}`),
};

/** Where a hand's record lies, to be kept as a file. */
export const recordAt = (hand: string): string => withBase(`/api/hands/${part(hand)}/record?form=json`);
