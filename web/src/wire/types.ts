// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.

export type ClientMessage =
  | Act
  | Preview
  | Hint
  | Auto
  | Say
  | React
  | Sit
  | Stand
  | Leave
  | Ready
  | AddBot
  | Remove
  | Options
  | Rematch
  | Start
  | Sync
  | Ping;
export type ServerMessage = Ack | Refused | Readings | Said | Closed | Table;

export interface Everything {
  Ack: Ack;
  Act: Act;
  Acting: Acting;
  AddBot: AddBot;
  Auto: Auto;
  Choices: Choices;
  ClientMessage: ClientMessage;
  Closed: Closed;
  HandInfo: HandInfo;
  Happened: Happened;
  Hint: Hint;
  Leave: Leave;
  Line: Line;
  NextHand: NextHand;
  Options: Options;
  Outcome: Outcome;
  Pace: Pace;
  Pile: Pile;
  Ping: Ping;
  Preview: Preview;
  React: React;
  Reading: Reading;
  Readings: Readings;
  Ready: Ready;
  Refused: Refused;
  Rematch: Rematch;
  Remove: Remove;
  Reveal: Reveal;
  Said: Said;
  Say: Say;
  SeatInfo: SeatInfo;
  ServerMessage: ServerMessage;
  Shown: Shown;
  Sit: Sit;
  Stand: Stand;
  Start: Start;
  Sync: Sync;
  Table: Table;
  TableInfo: TableInfo;
  Wanted: Wanted;
  Who: Who;
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
export interface Auto {
  id: string;
  on: boolean;
  t: 'auto';
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
export interface Preview {
  id: string;
  t: 'preview';
  text: string;
}
export interface Hint {
  id: string;
  t: 'hint';
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
export interface Sit {
  id: string;
  seat?: number | null;
  t: 'sit';
}
export interface Stand {
  id: string;
  t: 'stand';
}
export interface Leave {
  id: string;
  t: 'leave';
}
export interface Ready {
  contribution?: string;
  id: string;
  on?: boolean;
  t: 'ready';
}
export interface Remove {
  id: string;
  seat: number;
  t: 'remove';
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
  ruleset: string;
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
  contribution?: string;
  id: string;
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
export interface HandInfo {
  account: Line[];
  acting: Acting[];
  choices: Choices | null;
  commitment: string;
  hints: unknown;
  lines: Words[];
  number: number;
  piles?: Pile[];
  question: Words | null;
  reveal: Reveal | null;
  stake: number;
  view: unknown;
  window: WindowInfo | null;
}
export interface Line {
  args?: string[];
  code: string;
  how?: 'base' | 'note' | 'personal' | 'plus' | 'times';
  seat?: number | null;
  value: number;
}
export interface Pile {
  cards?: string[];
  hidden?: number;
  place: string;
  seat?: number | null;
}
export interface Reveal {
  contributions: string[];
  headline: Words;
  outcome: Outcome;
  reason: Words;
  replay: string;
  secret: string;
  state: unknown;
}
export interface Outcome {
  account?: Line[];
  points: number[];
  reason: string;
  winners: number[];
}
export interface WindowInfo {
  left: number;
  total: number;
}
export interface Happened {
  by: 'auto' | 'bot' | 'dealer' | 'player' | 'timeout' | 'window';
  events: unknown;
  seat: number;
  told: (Words | null)[];
  v: number;
}
export interface NextHand {
  commitment: string;
  contributed: boolean[];
  number: number;
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
export interface Refused {
  args: {
    [k: string]: string;
  };
  code: string;
  id: string | null;
  kind: string;
  t: 'error';
  words: Words;
}
export interface Said {
  code: string;
  name: string;
  seat: number | null;
  t: 'said';
  to?: number | null;
  what: 'react' | 'say';
}
export interface SeatInfo {
  auto: boolean;
  bot: string | null;
  connected: boolean;
  kind: 'bot' | 'empty' | 'player';
  leaving: boolean;
  name: string;
  player: string | null;
  points: number;
  ready: boolean;
  seat: number;
}
export interface Table {
  hand: HandInfo | null;
  happened: Happened[];
  hosting: boolean;
  next: NextHand | null;
  now: number;
  seats: SeatInfo[];
  since: number | null;
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
  phase: 'closed' | 'over' | 'playing' | 'waiting';
  played: number;
  private: boolean;
  ruleset: string;
  sides: number[];
  title: {
    [k: string]: string;
  };
  watching: number;
}
