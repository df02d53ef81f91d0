/**
 * The HTTP API. `endpointTypes.ts` is generated from the room's OpenAPI description, so the compiler refuses a path,
 * parameter or body that the room does not accept.
 */

import type { Catalogue } from '../i18n/languages';
import { loadOnce } from '../lib/loadOnce';
import { clearPersonalCache } from '../lib/serviceWorker.svelte';
import { withBase } from '../lib/basePath';
import type { Endpoints } from './endpointTypes';
import type {
  Hides,
  Login,
  Me,
  NewAction,
  NewPassword,
  NewPractice,
  NewTable,
  Problem,
  PuzzleTry,
  RulesetInfo,
  SetupRequest,
  Token,
  UploadedPractice,
  UploadedRecord,
} from './types';

/** An error that the server returned, with its code. */
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

type Endpoint = keyof Endpoints;
type Input<E extends Endpoint> = Omit<Endpoints[E], 'response'>;
/** The arguments of a call: the input of the endpoint, which may be left out if no part of it is required. */
type Takes<E extends Endpoint> = Record<never, never> extends Input<E> ? [Input<E>?] : [Input<E>];

interface AnyInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** The method and the address of a request. */
function addressOf(endpoint: Endpoint, { path = {}, query = {} }: AnyInput): [method: string, address: string] {
  const [method, template] = endpoint.split(' ') as [string, string];
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return [method, withBase(given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`)];
}

async function call<E extends Endpoint>(endpoint: E, ...[input]: Takes<E>): Promise<Endpoints[E]['response']> {
  const given: AnyInput = input ?? {};
  const [method, address] = addressOf(endpoint, given);
  const init: RequestInit = { method, headers: { accept: 'application/json' }, credentials: 'same-origin' };
  if (given.body !== undefined) {
    init.body = JSON.stringify(given.body);
    init.headers = { ...init.headers, 'content-type': 'application/json' };
  }
  const response = await fetch(address, init).catch(() => null);
  if (!response) throw new ApiError(UNREACHABLE, 0);
  const answer = (await response.json().catch(() => UNREACHABLE)) as unknown;
  if (!response.ok) throw new ApiError(answer as Problem, response.status);
  return answer as Endpoints[E]['response'];
}

/** The key that a browser stores once its player has chosen a name. */
export const NAMED = 'paiju.named';

let identity: Promise<Me> | null = null;

/** The key under which the last known player is stored, for pages that are read without a network. */
const LAST_ME = 'paiju.me';

/**
 * Returns the player of this browser's session. Without a session the server creates a guest. Without a network it is
 * the last known player.
 */
export function identify(): Promise<Me> {
  if (!identity) {
    identity = call('POST /api/session', { body: { name: '' } });
    identity.then((me) => localStorage.setItem(LAST_ME, JSON.stringify(me)), forgetPlayer);
  }
  return identity.catch((error: unknown) => {
    const last = localStorage.getItem(LAST_ME);
    if (last === null || !(error instanceof ApiError && error.status === 0)) throw error;
    return JSON.parse(last) as Me;
  });
}

/** The player that was requested last; null if `identify` has not been called since the last `forget`. */
export const currentPlayer = (): Promise<Me> | null => identity;

/** Makes the next `identify` ask the server again. */
export function forgetPlayer(): void {
  identity = null;
}

/** Calls an endpoint after making sure that the browser has a session, which nearly all endpoints need. */
async function callAsPlayer<E extends Endpoint>(endpoint: E, ...input: Takes<E>): Promise<Endpoints[E]['response']> {
  // Without a network the service worker may still have an earlier response, so the call goes on.
  await identify().catch((error: unknown) => {
    if (!endpoint.startsWith('GET ') || !(error instanceof ApiError && error.status === 0)) throw error;
  });
  return call(endpoint, ...input);
}

/** Calls an endpoint after which the session may belong to another player or have another cookie. */
async function callAndSwitchPlayer<E extends Endpoint>(
  endpoint: E,
  ...input: Takes<E>
): Promise<Endpoints[E]['response']> {
  const answer = await callAsPlayer(endpoint, ...input);
  localStorage.removeItem(LAST_ME);
  forgetPlayer();
  clearPersonalCache();
  return answer;
}

/** The rulesets are loaded once, because they do not change while the server runs. */
const rulesets = loadOnce<RulesetInfo[]>(() => call('GET /api/rulesets'));

export const HANDS_AT_ONCE = 50;

type Query<E extends Endpoint> = Endpoints[E] extends { query?: infer Q } ? NonNullable<Q> : never;
type Ranking = Query<'GET /api/rankings/{kind}'>;
export type ReviewKind = NonNullable<Query<'GET /api/hands/{hand}/review'>['kind']>;
/** The kinds of rankings, in the order in which the page shows them. */
export const RANKING_KINDS = ['rating', 'title', 'coins'] as const;
export type RankingKind = (typeof RANKING_KINDS)[number];

export const api = {
  info: () => callAsPlayer('GET /api/info'),
  /** The rulesets that can be played here, in the order in which they are shown. */
  rulesets,
  voices: () => call('GET /api/voices'),
  /** The guide to a ruleset for players. `options`: the options that a table has changed, as JSON. */
  guide: (ruleset: string, options = '') => {
    const [family = '', name = ''] = ruleset.split('/');
    return call('GET /api/rulesets/{family}/{name}/guide', {
      path: { family, name },
      query: { options: options || undefined },
    });
  },
  /** The texts of a family by language and key. */
  words: (family: string): Promise<Catalogue> => callAsPlayer('GET /api/words/{family}', { path: { family } }),
  tables: () => callAsPlayer('GET /api/tables'),
  myTables: () => callAsPlayer('GET /api/me/tables'),
  /** The player's hands that ended before a time, the newest first; at most `HANDS_AT_ONCE`. */
  myHands: (before?: number) => callAsPlayer('GET /api/me/hands', { query: { before } }),
  player: (name: string) => callAsPlayer('GET /api/people/{name}', { path: { name } }),
  /** A player's hands that match a query, the newest first; at most `HANDS_AT_ONCE`. */
  playerHands: (name: string, query: Query<'GET /api/people/{name}/hands'>) =>
    callAsPlayer('GET /api/people/{name}/hands', { path: { name }, query }),
  /** The history of a rating, the oldest value first. */
  playerCourse: (name: string, ruleset: string) =>
    callAsPlayer('GET /api/people/{name}/ratings', { path: { name }, query: { ruleset } }),
  ranking: (kind: RankingKind, ruleset: string, span: Ranking['span'], among: Ranking['among']) =>
    callAsPlayer('GET /api/rankings/{kind}', { path: { kind }, query: { ruleset, span, among } }),
  /** The current season and all past ones, the latest first. */
  seasons: () => callAsPlayer('GET /api/seasons'),
  /** The final standing of a past season. */
  seasonRanking: (season: string, kind: RankingKind, ruleset: string) =>
    callAsPlayer('GET /api/seasons/{season}/rankings/{kind}', { path: { season, kind }, query: { ruleset } }),
  seasonTitles: (season: string, ruleset: string) =>
    callAsPlayer('GET /api/seasons/{season}/titles', { path: { season }, query: { ruleset } }),
  playerSeasons: (name: string) => callAsPlayer('GET /api/people/{name}/seasons', { path: { name } }),
  setVisibility: (body: Required<Hides>) => callAsPlayer('PUT /api/me/hides', { body }),
  /** The last evening of the player before a time, with the worst decisions in the hands that are reviewed. */
  evening: (before?: number) => callAsPlayer('GET /api/me/evening', { query: { before } }),
  /** Today's daily sets, with the progress of the player. */
  daily: () => callAsPlayer('GET /api/daily'),
  /** The table of the player's unfinished deal in a set, or a table for the next deal. */
  dailyTable: (family: string) => callAsPlayer('POST /api/daily/{family}/table', { path: { family } }),
  dailyResults: (day: string, family: string) =>
    callAsPlayer('GET /api/daily/sets/{day}/{family}', { path: { day, family } }),
  dailyRanking: (day: string, family: string) =>
    callAsPlayer('GET /api/daily/sets/{day}/{family}/ranking', { path: { day, family } }),
  dailyDeal: (day: string, family: string, deal: number) =>
    callAsPlayer('GET /api/daily/sets/{day}/{family}/deals/{deal}', { path: { day, family, deal } }),
  /** Opens a table at which a deal is played again with bots. */
  dailyPractice: (day: string, family: string, deal: number) =>
    callAsPlayer('POST /api/daily/sets/{day}/{family}/deals/{deal}/practice', { path: { day, family, deal } }),
  /** The daily sets of earlier days, the latest first. */
  dailyDays: (before?: string) => callAsPlayer('GET /api/daily/days', { query: { before } }),
  dailySkill: (family: string) => callAsPlayer('GET /api/daily/skill/{family}', { path: { family } }),
  /** The statistics of a player's mistakes: in which parts of play the player loses points. */
  mistakes: (name: string, ruleset?: string) =>
    callAsPlayer('GET /api/people/{name}/mistakes', { path: { name }, query: { ruleset } }),
  /** The stake rooms, in the order in which they are shown. */
  rooms: () => callAsPlayer('GET /api/rooms'),
  purse: () => callAsPlayer('GET /api/purse'),
  takeGift: () => callAsPlayer('POST /api/purse/gift'),
  takeRelief: () => callAsPlayer('POST /api/purse/relief'),
  table: (table: string) => callAsPlayer('GET /api/tables/{table}', { path: { table } }),
  handsAt: (table: string) => callAsPlayer('GET /api/tables/{table}/hands', { path: { table } }),
  open: (body: NewTable) => callAsPlayer('POST /api/tables', { body }),
  /**
   * Looks for a seat for a while, alone or with a friend. If the answer has no table, the client asks again
   * immediately.
   */
  quick: (body: SetupRequest, partner?: string) => callAsPlayer('POST /api/quick', { body, query: { partner } }),
  here: () => callAsPlayer('GET /api/here'),
  /** The public hands that ended last, and the people who played last. */
  recent: () => callAsPlayer('GET /api/recent'),
  ties: () => callAsPlayer('GET /api/me/ties'),
  follow: (name: string) => callAsPlayer('PUT /api/me/follows/{name}', { path: { name } }),
  unfollow: (name: string) => callAsPlayer('DELETE /api/me/follows/{name}', { path: { name } }),
  block: (name: string) => callAsPlayer('PUT /api/me/blocks/{name}', { path: { name } }),
  unblock: (name: string) => callAsPlayer('DELETE /api/me/blocks/{name}', { path: { name } }),
  call: (name: string, table: string) =>
    callAsPlayer('POST /api/people/{name}/call', { path: { name }, body: { table } }),
  report: (name: string, why: string) =>
    callAsPlayer('POST /api/people/{name}/report', { path: { name }, body: { why } }),
  unquick: () => callAsPlayer('DELETE /api/quick'),
  replay: (hand: string) => callAsPlayer('GET /api/hands/{hand}/replay', { path: { hand } }),
  /**
   * Opens a table at which a finished hand is continued with bots, after a number of its moves. Nothing of it is
   * recorded.
   */
  practise: (hand: string, body: NewPractice) =>
    callAsPlayer('POST /api/hands/{hand}/practice', { path: { hand }, body }),
  /** The puzzles of today, the themes and the player's own rating. */
  puzzles: () => callAsPlayer('GET /api/puzzles'),
  /** The next puzzle that matches a query; null if there is none. */
  nextPuzzle: (query: Query<'GET /api/puzzles/next'>) => callAsPlayer('GET /api/puzzles/next', { query }),
  dailyPuzzle: (family: string) => callAsPlayer('GET /api/puzzles/daily/{family}', { path: { family } }),
  puzzle: (puzzle: string) => callAsPlayer('GET /api/puzzles/{puzzle}', { path: { puzzle } }),
  /** Judges the last of these actions, and returns the answer to it. */
  judgePuzzle: (puzzle: string, actions: string[]) =>
    callAsPlayer('POST /api/puzzles/{puzzle}/moves', { path: { puzzle }, body: { actions } }),
  puzzleHint: (puzzle: string, actions: string[]) =>
    callAsPlayer('POST /api/puzzles/{puzzle}/hint', { path: { puzzle }, body: { actions } }),
  /** The solution of a puzzle, for players who have tried it. */
  puzzleSolution: (puzzle: string) => callAsPlayer('GET /api/puzzles/{puzzle}/solution', { path: { puzzle } }),
  /** Some puzzles with their solutions, for use without a network. */
  puzzlePack: (family: string) => callAsPlayer('GET /api/puzzles/pack', { query: { family } }),
  sendTries: (tries: PuzzleTry[]) => callAsPlayer('POST /api/puzzles/tries', { body: { tries } }),
  /** Opens a table at which the puzzle is played with bots. */
  practisePuzzle: (puzzle: string) => callAsPlayer('POST /api/puzzles/{puzzle}/practice', { path: { puzzle } }),
  /** The record of the hand from which a puzzle comes, which house players played. */
  puzzleRecord: (puzzle: string) => callAsPlayer('GET /api/puzzles/{puzzle}/record', { path: { puzzle } }),
  /** Withdraws the link to a hand. From then on only the players of the hand can open it. */
  withdraw: (hand: string) => callAsPlayer('DELETE /api/hands/{hand}/link', { path: { hand } }),
  /** The review of a finished hand as far as it is known. The first request starts the review. */
  review: (hand: string, kind: ReviewKind = 'full') =>
    callAsPlayer('GET /api/hands/{hand}/review', { path: { hand }, query: { kind } }),
  /** The hand in a record file, step by step. */
  uploadReplay: (body: UploadedRecord) => callAsPlayer('POST /api/records/replay', { body }),
  /** The review of the hand in a record file, as far as it is known. The first request starts the review. */
  uploadReview: (body: UploadedRecord, kind: ReviewKind) =>
    callAsPlayer('POST /api/records/review', { query: { kind }, body }),
  /** Opens a table at which the hand in a record file is continued with bots. */
  uploadPractise: (body: UploadedPractice) => callAsPlayer('POST /api/records/practice', { body }),
  /** Some names in a language that no player has. */
  names: (lang: string) => callAsPlayer('GET /api/names', { query: { lang } }),
  rename: (name: string) => callAndSwitchPlayer('PATCH /api/me', { body: { name } }),
  makeBot: () => callAndSwitchPlayer('PUT /api/me/bot'),
  keep: (body: Login) => callAndSwitchPlayer('POST /api/account', { body }),
  logIn: (body: Login) => callAndSwitchPlayer('POST /api/login', { body }),
  logOut: () => callAndSwitchPlayer('POST /api/logout'),
  changePassword: (body: NewPassword) => callAndSwitchPlayer('PUT /api/account/password', { body }),
  endAccount: (password: string) => callAndSwitchPlayer('POST /api/account/deletion', { body: { password } }),
  sessions: () => callAsPlayer('GET /api/me/sessions'),
  endSession: (session: string) => callAsPlayer('DELETE /api/me/sessions/{session}', { path: { session } }),
  endOthers: () => callAsPlayer('DELETE /api/me/sessions'),
  tokens: () => callAsPlayer('GET /api/me/tokens'),
  newToken: (label: string, scope: Token['scope']) => callAsPlayer('POST /api/me/tokens', { body: { label, scope } }),
  endToken: (token: string) => callAsPlayer('DELETE /api/me/tokens/{token}', { path: { token } }),
  /** The announcement of the admins. It needs no session. */
  notice: () => call('GET /api/notice'),
  adminPlayers: (find: string) => callAsPlayer('GET /api/admin/players', { query: { find } }),
  adminTables: () => callAsPlayer('GET /api/admin/tables'),
  adminActs: () => callAsPlayer('GET /api/admin/acts'),
  adminLimits: () => callAsPlayer('GET /api/admin/limits'),
  adminClosedGroups: () => callAsPlayer('GET /api/admin/closed-groups'),
  adminWithheld: () => callAsPlayer('GET /api/admin/withheld'),
  act: (body: NewAction) => callAsPlayer('POST /api/admin/acts', { body }),
};

/** The address of a file with the results of a closed day. */
export const dailyExportUrl = (day: string): string =>
  addressOf('GET /api/daily/days/{day}/export', { path: { day }, query: { form: 'json' } })[1];

/** The address of a file with the record of a hand. */
export const recordUrl = (hand: string): string =>
  addressOf('GET /api/hands/{hand}/record', { path: { hand }, query: { form: 'json' } })[1];
