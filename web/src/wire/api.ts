/**
 * The HTTP API. `endpoints.ts` is generated from the room's OpenAPI description: the compiler refuses a path, a parameter or a
 * body that the room does not take.
 */

import type { Catalogue } from '../i18n/languages';
import { loadOnce } from '../lib/loadOnce';
import { forgetRead } from '../lib/serviceWorker.svelte';
import { withBase } from '../lib/basePath';
import type { Endpoints } from './endpoints';
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

type Endpoint = keyof Endpoints;
type Input<E extends Endpoint> = Omit<Endpoints[E], 'response'>;
/** What an endpoint takes; nothing, where it needs nothing. */
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

/** Kept by a browser whose player has chosen a name. */
export const NAMED = 'paiju.named';

let identity: Promise<Me> | null = null;

/** Who one was when the server was last asked: for pages that are read without a network. */
const LAST_ME = 'paiju.me';

/** Who one is: whoever is known stays, anybody else becomes a guest. Without a network, who one was. */
export function identify(): Promise<Me> {
  if (!identity) {
    identity = call('POST /api/session', { body: { name: '' } });
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
async function as<E extends Endpoint>(endpoint: E, ...input: Takes<E>): Promise<Endpoints[E]['response']> {
  // Without a network what was read before may still be there.
  await identify().catch((error: unknown) => {
    if (!endpoint.startsWith('GET ') || !(error instanceof ApiError && error.status === 0)) throw error;
  });
  return call(endpoint, ...input);
}

/** As ``as``, for what may make one somebody else, or the same with another cookie. */
async function becoming<E extends Endpoint>(endpoint: E, ...input: Takes<E>): Promise<Endpoints[E]['response']> {
  const answer = await as(endpoint, ...input);
  localStorage.removeItem(LAST_ME);
  forget();
  forgetRead();
  return answer;
}

/** A house's rulesets stay as they are while it is open. */
const rulesets = loadOnce<RulesetInfo[]>(() => call('GET /api/rulesets'));

export const HANDS_AT_ONCE = 50;

type Query<E extends Endpoint> = Endpoints[E] extends { query?: infer Q } ? NonNullable<Q> : never;
type Ranking = Query<'GET /api/rankings/{kind}'>;
export type ReviewKind = NonNullable<Query<'GET /api/hands/{hand}/review'>['kind']>;
/** What rankings are by, in the order in which it is shown. */
export const RANKING_KINDS = ['rating', 'title', 'coins'] as const;
export type RankingKind = (typeof RANKING_KINDS)[number];

export const api = {
  info: () => as('GET /api/info'),
  /** What can be played here, in the order in which it is shown. */
  rulesets,
  voices: () => call('GET /api/voices'),
  /** A ruleset explained to a player, with the options that a table has changed (JSON). */
  guide: (ruleset: string, options = '') => {
    const [family = '', name = ''] = ruleset.split('/');
    return call('GET /api/rulesets/{family}/{name}/guide', {
      path: { family, name },
      query: { options: options || undefined },
    });
  },
  /** The texts of a family, by language and key. */
  words: (family: string): Promise<Catalogue> => as('GET /api/words/{family}', { path: { family } }),
  tables: () => as('GET /api/tables'),
  myTables: () => as('GET /api/me/tables'),
  /** Newest first, `HANDS_AT_ONCE` of those that ended before a time. */
  myHands: (before?: number) => as('GET /api/me/hands', { query: { before } }),
  player: (name: string) => as('GET /api/people/{name}', { path: { name } }),
  /** Newest first, `HANDS_AT_ONCE` of those that match. */
  playerHands: (name: string, query: Query<'GET /api/people/{name}/hands'>) =>
    as('GET /api/people/{name}/hands', { path: { name }, query }),
  /** The history of a rating, the oldest first. */
  playerCourse: (name: string, ruleset: string) =>
    as('GET /api/people/{name}/ratings', { path: { name }, query: { ruleset } }),
  ranking: (kind: RankingKind, ruleset: string, span: Ranking['span'], among: Ranking['among']) =>
    as('GET /api/rankings/{kind}', { path: { kind }, query: { ruleset, span, among } }),
  /** The current season, and all past ones, the latest first. */
  seasons: () => as('GET /api/seasons'),
  /** The final standing of a past season. */
  seasonRanking: (season: string, kind: RankingKind, ruleset: string) =>
    as('GET /api/seasons/{season}/rankings/{kind}', { path: { season, kind }, query: { ruleset } }),
  seasonTitles: (season: string, ruleset: string) =>
    as('GET /api/seasons/{season}/titles', { path: { season }, query: { ruleset } }),
  playerSeasons: (name: string) => as('GET /api/people/{name}/seasons', { path: { name } }),
  setVisibility: (body: Required<Hides>) => as('PUT /api/me/hides', { body }),
  /** The player's last evening before a time, and the worst decisions in the hands that are reviewed. */
  evening: (before?: number) => as('GET /api/me/evening', { query: { before } }),
  /** The sets of today, and how far one is. */
  daily: () => as('GET /api/daily'),
  /** The table of one's deal in play, or of the next one. */
  dailyTable: (family: string) => as('POST /api/daily/{family}/table', { path: { family } }),
  dailyResults: (day: string, family: string) => as('GET /api/daily/sets/{day}/{family}', { path: { day, family } }),
  dailyRanking: (day: string, family: string) =>
    as('GET /api/daily/sets/{day}/{family}/ranking', { path: { day, family } }),
  dailyDeal: (day: string, family: string, deal: number) =>
    as('GET /api/daily/sets/{day}/{family}/deals/{deal}', { path: { day, family, deal } }),
  /** Opens a table at which a deal is played again with bots. */
  dailyPractice: (day: string, family: string, deal: number) =>
    as('POST /api/daily/sets/{day}/{family}/deals/{deal}/practice', { path: { day, family, deal } }),
  /** The sets of earlier days, the latest first. */
  dailyDays: (before?: string) => as('GET /api/daily/days', { query: { before } }),
  dailySkill: (family: string) => as('GET /api/daily/skill/{family}', { path: { family } }),
  /** Where a player loses points. */
  mistakes: (name: string, ruleset?: string) =>
    as('GET /api/people/{name}/mistakes', { path: { name }, query: { ruleset } }),
  /** Where one plays for coins, in the order in which it is shown. */
  rooms: () => as('GET /api/rooms'),
  purse: () => as('GET /api/purse'),
  takeGift: () => as('POST /api/purse/gift'),
  takeRelief: () => as('POST /api/purse/relief'),
  table: (table: string) => as('GET /api/tables/{table}', { path: { table } }),
  handsAt: (table: string) => as('GET /api/tables/{table}/hands', { path: { table } }),
  open: (body: NewTable) => as('POST /api/tables', { body }),
  /** Look for a seat for a while, alone or with a friend; without a table in the answer, ask again at once. */
  quick: (body: SetupRequest, partner?: string) => as('POST /api/quick', { body, query: { partner } }),
  here: () => as('GET /api/here'),
  /** Public hands that are over, and who played last. */
  recent: () => as('GET /api/recent'),
  ties: () => as('GET /api/me/ties'),
  follow: (name: string) => as('PUT /api/me/follows/{name}', { path: { name } }),
  unfollow: (name: string) => as('DELETE /api/me/follows/{name}', { path: { name } }),
  block: (name: string) => as('PUT /api/me/blocks/{name}', { path: { name } }),
  unblock: (name: string) => as('DELETE /api/me/blocks/{name}', { path: { name } }),
  call: (name: string, table: string) => as('POST /api/people/{name}/call', { path: { name }, body: { table } }),
  report: (name: string, why: string) => as('POST /api/people/{name}/report', { path: { name }, body: { why } }),
  unquick: () => as('DELETE /api/quick'),
  replay: (hand: string) => as('GET /api/hands/{hand}/replay', { path: { hand } }),
  /** Opens a table at which a finished hand goes on with bots, after its first moves; nothing of it is recorded. */
  practise: (hand: string, body: NewPractice) => as('POST /api/hands/{hand}/practice', { path: { hand }, body }),
  /** What there is to solve: today's puzzles, the themes and one's own rating. */
  puzzles: () => as('GET /api/puzzles'),
  /** The next puzzle of those wanted, or none. */
  nextPuzzle: (query: Query<'GET /api/puzzles/next'>) => as('GET /api/puzzles/next', { query }),
  dailyPuzzle: (family: string) => as('GET /api/puzzles/daily/{family}', { path: { family } }),
  puzzle: (puzzle: string) => as('GET /api/puzzles/{puzzle}', { path: { puzzle } }),
  /** Judges the last of these actions, and answers it. */
  judgePuzzle: (puzzle: string, actions: string[]) =>
    as('POST /api/puzzles/{puzzle}/moves', { path: { puzzle }, body: { actions } }),
  puzzleHint: (puzzle: string, actions: string[]) =>
    as('POST /api/puzzles/{puzzle}/hint', { path: { puzzle }, body: { actions } }),
  /** For those who have tried the puzzle. */
  puzzleSolution: (puzzle: string) => as('GET /api/puzzles/{puzzle}/solution', { path: { puzzle } }),
  /** Some puzzles with their solutions, for when there is no network. */
  puzzlePack: (family: string) => as('GET /api/puzzles/pack', { query: { family } }),
  sendTries: (tries: PuzzleTry[]) => as('POST /api/puzzles/tries', { body: { tries } }),
  /** Opens a table at which the puzzle is played with bots. */
  practisePuzzle: (puzzle: string) => as('POST /api/puzzles/{puzzle}/practice', { path: { puzzle } }),
  /** The record of the hand of house players that a puzzle comes from. */
  puzzleRecord: (puzzle: string) => as('GET /api/puzzles/{puzzle}/record', { path: { puzzle } }),
  /** From then on only the players of the hand can open it. */
  withdraw: (hand: string) => as('DELETE /api/hands/{hand}/link', { path: { hand } }),
  /** The review of a finished hand as far as it is known; asking for it starts it. */
  review: (hand: string, kind: ReviewKind = 'full') =>
    as('GET /api/hands/{hand}/review', { path: { hand }, query: { kind } }),
  /** A hand of a record file, step by step. */
  uploadReplay: (body: UploadedRecord) => as('POST /api/records/replay', { body }),
  /** Its review as far as it is known; asking for it starts it. */
  uploadReview: (body: UploadedRecord, kind: ReviewKind) => as('POST /api/records/review', { query: { kind }, body }),
  /** Opens a table at which it goes on with bots. */
  uploadPractise: (body: UploadedPractice) => as('POST /api/records/practice', { body }),
  /** Names that nobody has, in a language. */
  names: (lang: string) => as('GET /api/names', { query: { lang } }),
  rename: (name: string) => becoming('PATCH /api/me', { body: { name } }),
  makeBot: () => becoming('PUT /api/me/bot'),
  keep: (body: Login) => becoming('POST /api/account', { body }),
  logIn: (body: Login) => becoming('POST /api/login', { body }),
  logOut: () => becoming('POST /api/logout'),
  changePassword: (body: NewPassword) => becoming('PUT /api/account/password', { body }),
  endAccount: (password: string) => becoming('POST /api/account/deletion', { body: { password } }),
  sessions: () => as('GET /api/me/sessions'),
  endSession: (session: string) => as('DELETE /api/me/sessions/{session}', { path: { session } }),
  endOthers: () => as('DELETE /api/me/sessions'),
  tokens: () => as('GET /api/me/tokens'),
  newToken: (label: string, scope: Token['scope']) => as('POST /api/me/tokens', { body: { label, scope } }),
  endToken: (token: string) => as('DELETE /api/me/tokens/{token}', { path: { token } }),
  /** The announcement of the admins; needs no session. */
  notice: () => call('GET /api/notice'),
  adminPlayers: (find: string) => as('GET /api/admin/players', { query: { find } }),
  adminTables: () => as('GET /api/admin/tables'),
  adminActs: () => as('GET /api/admin/acts'),
  adminLimits: () => as('GET /api/admin/limits'),
  adminClosedGroups: () => as('GET /api/admin/closed-groups'),
  adminWithheld: () => as('GET /api/admin/withheld'),
  act: (body: NewAction) => as('POST /api/admin/acts', { body }),
};

/** The address of the results of a closed day, as a file. */
export const dailyExportAt = (day: string): string =>
  addressOf('GET /api/daily/days/{day}/export', { path: { day }, query: { form: 'json' } })[1];

/** The address of a hand's record, as a file. */
export const recordAt = (hand: string): string =>
  addressOf('GET /api/hands/{hand}/record', { path: { hand }, query: { form: 'json' } })[1];
