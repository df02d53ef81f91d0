// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.

export type ClientMessage =
  | Act
  | Preview
  | Advise
  | Auto
  | Say
  | React
  | Chat
  | Knock
  | Sit
  | Stand
  | Leave
  | Ready
  | Reveal
  | AddBot
  | Remove
  | Hush
  | Options
  | Rematch
  | Start
  | Sync
  | Ping;
export type ServerMessage = Ack | Refused | Readings | Said | Notice | Closed | TableHand | Table;

export interface Everything {
  Ack: Ack;
  Act: Act;
  Acting: Acting;
  AddBot: AddBot;
  Advise: Advise;
  Analysis: Analysis;
  Auto: Auto;
  Call: Call;
  Chat: Chat;
  Choices: Choices;
  ClientMessage: ClientMessage;
  Closed: Closed;
  CoinsMoved: CoinsMoved;
  Deal: Deal;
  DealPlan: DealPlan;
  Ended: Ended;
  Fair: Fair;
  Feat: Feat;
  Figure: Figure;
  Found: Found;
  Friend: Friend;
  HandInfo: HandInfo;
  HandSummary: HandSummary;
  Happened: Happened;
  Hides: Hides;
  HostPlayer: HostPlayer;
  HostTable: HostTable;
  Hush: Hush;
  Info: Info;
  Judged: Judged;
  Knock: Knock;
  Leave: Leave;
  Line: Line;
  LobbySeat: LobbySeat;
  LobbyTable: LobbyTable;
  Login: Login;
  Me: Me;
  MyTable: MyTable;
  NewAct: NewAct;
  NewPassword: NewPassword;
  NewTable: NewTable;
  NextHand: NextHand;
  Notice: Notice;
  Numbers: Numbers;
  Options: Options;
  Outcome: Outcome;
  Pace: Pace;
  Pile: Pile;
  Ping: Ping;
  Player: Player;
  Point: Point;
  Preview: Preview;
  Price: Price;
  Problem: Problem;
  Profile: Profile;
  ProfileHand: ProfileHand;
  PurseInfo: PurseInfo;
  RankingLine: RankingLine;
  ReachedLimit: ReachedLimit;
  React: React;
  Reading: Reading;
  Readings: Readings;
  Ready: Ready;
  Record: Record;
  RecordedHand: RecordedHand;
  RecordedMove: RecordedMove;
  Refused: Refused;
  Rematch: Rematch;
  Remove: Remove;
  Replay: Replay;
  ReplayStep: ReplayStep;
  Reveal: Reveal;
  RoomInfo: RoomInfo;
  Rulebook: Rulebook;
  RulesetInfo: RulesetInfo;
  Said: Said;
  Say: Say;
  SeatInfo: SeatInfo;
  Section: Section;
  ServerMessage: ServerMessage;
  Session: Session;
  Settled: Settled;
  Share: Share;
  Shown: Shown;
  Sit: Sit;
  Stakes: Stakes;
  Stand: Stand;
  Start: Start;
  Sync: Sync;
  Table: Table;
  TableHand: TableHand;
  TableInfo: TableInfo;
  TableName: TableName;
  Ties: Ties;
  Token: Token;
  ToldAct: ToldAct;
  ToldHand: ToldHand;
  ToldRating: ToldRating;
  ToldTitle: ToldTitle;
  Transfer: Transfer;
  Wanted: Wanted;
  Who: Who;
  WhoIsHere: WhoIsHere;
  WindowInfo: WindowInfo;
  Words: Words;
}
export interface Ack {
  id: string;
  t: 'ack';
  v: number;
}
export interface Act {
  action: unknown;
  decision: number;
  id: string;
  t: 'act';
}
export interface Acting {
  must: boolean;
  reserve: number | null;
  seat: number;
  turn: number | null;
}
export interface AddBot {
  bot?: string;
  id: string;
  seat?: number | null;
  t: 'add_bot';
}
export interface Advise {
  id: string;
  t: 'advise';
}
export interface Analysis {
  decisions: Judged[];
  id: string;
}
export interface Judged {
  best?: Words | null;
  best_chance: number;
  chance: number;
  grade?: '' | 'blunder' | 'mistake';
  seat: number;
  step: number;
}
export interface Words {
  args?: {
    [k: string]: number | string | (number | string | (Who | Shown | Words))[] | Who | Shown | Words;
  };
  key: string;
  type: 'words';
}
export interface Who {
  seat: number;
  type: 'seat';
}
export interface Shown {
  cards: string;
  type: 'cards';
}
export interface Auto {
  id: string;
  on: boolean;
  t: 'auto';
}
export interface Call {
  at: number;
  sender: string;
  table: string;
  title: {
    [k: string]: string;
  };
}
export interface Chat {
  id: string;
  t: 'chat';
  text: string;
}
export interface Choices {
  actions: Reading[];
  decision: number;
  must: boolean;
  total: number;
}
export interface Reading {
  action: unknown;
  label: Words;
  text: string;
}
export interface Preview {
  id: string;
  t: 'preview';
  text: string;
}
export interface Say {
  id: string;
  phrase: 'again' | 'bye' | 'hello' | 'hurry' | 'luck' | 'nice' | 'oops' | 'sorry' | 'thanks' | 'wow';
  t: 'say';
}
export interface React {
  id: string;
  reaction: 'angry' | 'cry' | 'egg' | 'flower' | 'heart' | 'laugh' | 'like' | 'think';
  t: 'react';
  to?: number | null;
}
export interface Knock {
  id: string;
  t: 'knock';
}
export interface Sit {
  id: string;
  seat?: number | null;
  t: 'sit';
}
export interface Stand {
  agreed?: number;
  id: string;
  t: 'stand';
}
export interface Leave {
  agreed?: number;
  id: string;
  t: 'leave';
}
export interface Ready {
  early?: unknown;
  id: string;
  on?: boolean;
  pledge?: string;
  t: 'ready';
}
export interface Reveal {
  contribution: string;
  id: string;
  t: 'reveal';
}
export interface Remove {
  id: string;
  seat: number;
  t: 'remove';
}
export interface Hush {
  id: string;
  on: boolean;
  seat: number;
  t: 'hush';
}
export interface Options {
  id: string;
  setup: Wanted;
  t: 'options';
}
export interface Wanted {
  claims?: 'quick' | 'quiet';
  hands?: number;
  options?: {
    [k: string]: unknown;
  };
  pace?: Pace;
  room?: string;
  ruleset?: string;
  thinking?: 'brief' | 'long' | 'none' | 'usual';
  wait?: number;
}
export interface Pace {
  reserve?: number;
  turn?: number;
}
export interface Rematch {
  id: string;
  t: 'rematch';
}
export interface Start {
  bot?: string;
  early?: unknown;
  id: string;
  pledge?: string;
  t: 'start';
}
export interface Sync {
  id: string;
  t: 'sync';
}
export interface Ping {
  id: string;
  t: 'ping';
}
export interface Closed {
  code: string;
  t: 'closed';
}
export interface CoinsMoved {
  changes: number[];
  coefficient: number;
  dues: number[];
  house: number;
  rake: number;
}
export interface Deal {
  deck: number[];
  draws?: number[];
}
export interface DealPlan {
  draws?: never[][];
  pack: number[];
}
export interface Ended {
  coins?: CoinsMoved | null;
  contributions: string[];
  headline: Words;
  names: string[];
  outcome: Outcome;
  pledges: string[];
  reason: Words;
  replay: string;
  secret: string;
  state: unknown;
}
export interface Outcome {
  account?: Line[];
  cost?: number;
  left?: number | null;
  points: number[];
  reason: string;
  winners: number[];
}
export interface Line {
  args?: string[];
  code: string;
  how?: 'base' | 'note' | 'personal' | 'plus' | 'times';
  seat?: number | null;
  value: number;
}
export interface Fair {
  commitment: string;
  contributions?: string[];
  hand: number;
  pledges?: string[];
  secret?: string | null;
  table: string;
}
export interface Feat {
  feat: Words;
  hands: number;
}
export interface Figure {
  cards?: string;
  note?: Words | null;
  words: Words;
}
export interface Found {
  bots?: number | null;
  others?: number;
  table?: string | null;
  waited?: number;
}
export interface Friend {
  bot: boolean;
  here: boolean;
  id: string;
  mutual: boolean;
  name: string;
  table: LobbyTable | null;
}
export interface LobbyTable {
  claims?: 'quick' | 'quiet';
  hands?: number;
  id: string;
  pace?: Pace;
  phase: string;
  played: number;
  private: boolean;
  room?: string;
  ruleset: string;
  seats: LobbySeat[];
  stakes?: Stakes | null;
  thinking?: 'brief' | 'long' | 'none' | 'usual';
  title: {
    [k: string]: string;
  };
  wait?: number;
}
export interface LobbySeat {
  kind: string;
  name: string;
  program?: boolean;
}
export interface Stakes {
  coefficient: number;
  double_above?: number;
  enter?: number;
  rake?: number;
  stay?: number;
}
export interface HandInfo {
  account: Line[];
  acting: Acting[];
  choices: Choices | null;
  commitment: string;
  hints: unknown;
  leaving?: Price | null;
  lines: Words[];
  lying?: (Words | null)[];
  number: number;
  piles?: Pile[];
  question: Words | null;
  reveal: Ended | null;
  shares?: Share[][];
  stake: number;
  terms: Words[];
  view: unknown;
  window: WindowInfo | null;
}
export interface Price {
  least: number;
  most: number;
}
export interface Pile {
  cards?: string[];
  hidden?: number;
  place: string;
  seat?: number | null;
}
export interface Share {
  lines: number[];
  others: number;
  points: number;
}
export interface WindowInfo {
  lapses: boolean;
  left: number;
  total: number;
}
export interface HandSummary {
  began: number;
  coins?: Settled | null;
  ended: number;
  id: string;
  outcome: Outcome;
  players: Player[];
  private?: boolean;
  ruleset: string;
}
export interface Settled {
  purses: number[];
  stakes: Stakes;
  transfer: Transfer;
}
export interface Transfer {
  house: number;
  seats: number[];
}
export interface Player {
  bot?: string | null;
  id?: string | null;
  name: string;
}
export interface Happened {
  by: 'auto' | 'bot' | 'dealer' | 'player' | 'timeout' | 'window';
  events: unknown;
  seat: number;
  told: (Words | null)[];
  v: number;
}
export interface Hides {
  hides: ('coins' | 'history' | 'numbers' | 'presence' | 'rating' | 'title')[];
}
export interface HostPlayer {
  bot: boolean;
  created: number;
  id: string;
  marks: string[];
  name: string;
  seen: number;
  user: string | null;
}
export interface HostTable {
  closing: boolean;
  players: string[];
  table: LobbyTable;
}
export interface Info {
  anchors: {
    [k: string]: number;
  };
  frame_limit: number;
  phrases: string[];
  reactions: string[];
  settings: {
    [k: string]: unknown;
  };
}
export interface Login {
  password: string;
  user: string;
}
export interface Me {
  bot?: boolean;
  guest: boolean;
  hosts?: boolean;
  id: string;
  name: string;
  user: string | null;
}
export interface MyTable {
  asked: boolean;
  claims?: 'quick' | 'quiet';
  hands?: number;
  id: string;
  pace?: Pace;
  phase: string;
  played: number;
  private: boolean;
  room?: string;
  ruleset: string;
  seats: LobbySeat[];
  stakes?: Stakes | null;
  thinking?: 'brief' | 'long' | 'none' | 'usual';
  title: {
    [k: string]: string;
  };
  wait?: number;
}
export interface NewAct {
  act: 'ban' | 'close' | 'coins' | 'mute' | 'notice' | 'rename' | 'unban' | 'unmute';
  detail?: string;
  subject?: string;
  why?: string;
}
export interface NewPassword {
  old: string;
  password: string;
}
export interface NewTable {
  bots?: string | null;
  claims?: 'quick' | 'quiet';
  hands?: number;
  options?: {
    [k: string]: unknown;
  };
  pace?: Pace;
  private?: boolean;
  room?: string;
  ruleset?: string;
  thinking?: 'brief' | 'long' | 'none' | 'usual';
  wait?: number;
}
export interface NextHand {
  commitment: string;
  early: Reading[];
  number: number;
  opened: boolean[];
  pledges: string[];
}
export interface Notice {
  at: number;
  number: number;
  t: 'notice';
  text: string;
}
export interface Numbers {
  feats: Feat[];
  hands: number;
  left: number;
  lost: number;
  multiplier: number;
  people: boolean;
  points: number;
  role: Words | null;
  ruleset: string;
  won: number;
}
export interface Point {
  at: number;
  doubt: number;
  number: number;
}
export interface Problem {
  args?: {
    [k: string]: string;
  };
  code: string;
  kind: string;
  words: Words;
}
export interface Profile {
  bot: boolean;
  created: number;
  guest: boolean;
  hides: ('coins' | 'history' | 'numbers' | 'presence' | 'rating' | 'title')[];
  id: string;
  name: string;
  numbers: Numbers[];
  ratings: ToldRating[];
  titles: ToldTitle[];
}
export interface ToldRating {
  doubt: number;
  hands: number;
  number: number;
  ruleset: string;
  sure: boolean;
}
export interface ToldTitle {
  family: string;
  level: number;
  levels: number;
  next: Words | null;
  points: number;
  since: number;
  title: Words;
  until: number | null;
}
export interface ProfileHand {
  began: number;
  coins?: Settled | null;
  ended: number;
  feats: Words[];
  id: string;
  left: boolean;
  lines: Words[];
  outcome: Outcome;
  players: Player[];
  points: number;
  private?: boolean;
  reason: Words;
  role: Words | null;
  ruleset: string;
  won: number;
}
export interface PurseInfo {
  broke: number;
  coins: number;
  daily: number;
  relief: number;
  reliefs: number;
  table: string | null;
}
export interface RankingLine {
  doubt: number;
  hands: number;
  name: string;
  title: Words | null;
  value: number;
  you: boolean;
}
export interface ReachedLimit {
  last: number;
  setting: string;
  times: number;
}
export interface Readings {
  args?: {
    [k: string]: string;
  };
  code?: string | null;
  id: string;
  readings: Reading[];
  t: 'readings';
  words?: Words | null;
}
export interface Record {
  hands: RecordedHand[];
  paiju: number;
  players: Player[];
  ruleset: Rulebook;
}
export interface RecordedHand {
  began?: number | null;
  coins?: Settled | null;
  deck: string[];
  draws: number[];
  ended?: number | null;
  fair?: Fair | null;
  match: {
    [k: string]: unknown;
  };
  moves: RecordedMove[];
  outcome?: Outcome | null;
}
export interface RecordedMove {
  action: string;
  at?: number | null;
  by?: string | null;
  events?: unknown[] | null;
  seat: number;
}
export interface Rulebook {
  digest: string;
  family: string;
  name: string;
  rules: {
    [k: string]: unknown;
  };
  title: {
    [k: string]: string;
  };
}
export interface Refused {
  args?: {
    [k: string]: string;
  };
  code: string;
  id: string | null;
  kind: string;
  t: 'error';
  words: Words;
}
export interface Replay {
  deal: Deal;
  headline: Words;
  id: string;
  piles?: Pile[];
  plan: DealPlan;
  reason: Words;
  record: Record;
  shares?: Share[][];
  sides: number[];
  start: unknown;
  steps: ReplayStep[];
  withdrawn?: boolean;
}
export interface ReplayStep {
  account: Line[];
  action: unknown;
  at: number | null;
  by: string | null;
  events: unknown;
  hints: unknown[];
  label: Words;
  lines: Words[];
  lying?: (Words | null)[];
  piles?: Pile[];
  seat: number;
  stake: number;
  state: unknown;
  terms: Words[];
  text: string;
  told: (Words | null)[];
}
export interface RoomInfo {
  bots: number | null;
  claims?: 'quick' | 'quiet';
  family: string;
  hands?: number;
  id: string;
  pace?: Pace;
  ruleset: string;
  stakes: Stakes;
  thinking?: 'brief' | 'long' | 'none' | 'usual';
  title: {
    [k: string]: string;
  };
  wait?: number;
}
export interface RulesetInfo {
  about: {
    [k: string]: string;
  };
  bots: string[];
  digest: string;
  extends: string;
  family: string;
  id: string;
  levels: {
    [k: string]: number;
  };
  options: {
    [k: string]: unknown;
  };
  picture: string;
  schema: {
    [k: string]: unknown;
  };
  seats: number;
  title: {
    [k: string]: string;
  };
  windows: boolean;
}
export interface Said {
  code: string;
  name: string;
  seat: number | null;
  t: 'said';
  text?: string;
  to?: number | null;
  what: 'chat' | 'knock' | 'react' | 'say';
}
export interface SeatInfo {
  auto: boolean;
  bot: string | null;
  coins?: number | null;
  connected: boolean;
  hushed?: boolean;
  kind: 'bot' | 'empty' | 'player';
  leaving: boolean;
  name: string;
  player: string | null;
  points: number;
  program?: boolean;
  ready: boolean;
  rose?: boolean;
  seat: number;
  title?: Words | null;
}
export interface Section {
  figures?: Figure[];
  name: 'account' | 'beats' | 'course' | 'goal' | 'kinds' | 'worth';
  says?: Words[];
}
export interface TableHand {
  hand: HandInfo;
  happened: Happened[];
  now: number;
  since: number | null;
  t: 'hand';
  v: number;
}
export interface Table {
  hand: HandInfo | null;
  happened: Happened[];
  hosting: boolean;
  next: NextHand | null;
  now: number;
  seats: SeatInfo[];
  since: number | null;
  story?: Words[];
  t: 'table';
  table: TableInfo;
  v: number;
  you: number | null;
}
export interface TableInfo {
  claims?: 'quick' | 'quiet';
  digest: string;
  hands?: number;
  host: number | null;
  id: string;
  options: {
    [k: string]: unknown;
  };
  pace?: Pace;
  pack: {
    [k: string]: number;
  };
  phase: 'closed' | 'over' | 'playing' | 'revealing' | 'waiting';
  played: number;
  private: boolean;
  room?: string;
  ruleset: string;
  sides: number[];
  stakes?: Stakes | null;
  thinking?: 'brief' | 'long' | 'none' | 'usual';
  title: {
    [k: string]: string;
  };
  wait?: number;
  watching: number;
}
export interface Session {
  created: number;
  here: boolean;
  id: string;
  label: string;
  seen: number;
}
export interface TableName {
  table: string;
}
export interface Ties {
  blocks: string[];
  follows: string[];
}
export interface Token {
  created: number;
  id: string;
  label: string;
  scope?: 'play' | 'read';
  token?: string | null;
}
export interface ToldAct {
  act: string;
  actor: string;
  at: number;
  by: string;
  detail: string;
  name: string;
  number: number;
  subject: string;
  why: string;
}
export interface ToldHand {
  began: number;
  coins?: Settled | null;
  ended: number;
  id: string;
  lines: Words[];
  outcome: Outcome;
  players: Player[];
  private?: boolean;
  reason: Words;
  ruleset: string;
}
export interface WhoIsHere {
  calls: Call[];
  followers: string[];
  friends: Friend[];
  online: number;
}
export const facts = {
  phrases: ['hello', 'hurry', 'nice', 'sorry', 'thanks', 'luck', 'wow', 'oops', 'again', 'bye'],
  reactions: ['like', 'heart', 'laugh', 'cry', 'angry', 'think', 'flower', 'egg'],
} as const;
