// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.

export interface Everything {
  Deal: Deal;
  DealPlan: DealPlan;
  Fair: Fair;
  Hand: Hand;
  HandSummary: HandSummary;
  Info: Info;
  Line: Line;
  LobbySeat: LobbySeat;
  LobbyTable: LobbyTable;
  Login: Login;
  Me: Me;
  Move: Move;
  NewPassword: NewPassword;
  NewTable: NewTable;
  Outcome: Outcome;
  Pace: Pace;
  Pile: Pile;
  Player: Player;
  Problem: Problem;
  Record: Record;
  Replay: Replay;
  ReplayStep: ReplayStep;
  Rulebook: Rulebook;
  RulesetInfo: RulesetInfo;
  Session: Session;
  Shown: Shown;
  TableName: TableName;
  Token: Token;
  Who: Who;
  Words: Words;
}
export interface Deal {
  deck: number[];
  draws?: number[];
}
export interface DealPlan {
  draws?: never[][];
  pack: number[];
}
export interface Fair {
  commitment: string;
  contributions?: string[];
  hand: number;
  secret?: string | null;
  table: string;
}
export interface Hand {
  began?: number | null;
  deck: string[];
  draws: number[];
  ended?: number | null;
  fair?: Fair | null;
  match: {
    [k: string]: unknown;
  };
  moves: Move[];
  outcome?: Outcome | null;
}
export interface Move {
  action: string;
  at?: number | null;
  by?: string | null;
  events?: unknown[] | null;
  seat: number;
}
export interface Outcome {
  account?: Line[];
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
export interface HandSummary {
  began: number;
  ended: number;
  id: string;
  outcome: Outcome;
  players: Player[];
  ruleset: string;
}
export interface Player {
  bot?: string | null;
  id?: string | null;
  name: string;
}
export interface Info {
  bots: string[];
  frame_limit: number;
  phrases: string[];
  reactions: string[];
  settings: {
    [k: string]: unknown;
  };
}
export interface LobbySeat {
  kind: string;
  name: string;
}
export interface LobbyTable {
  claims?: 'quick' | 'quiet';
  hands?: number;
  id: string;
  pace?: Pace;
  phase: string;
  played: number;
  private: boolean;
  ruleset: string;
  seats: LobbySeat[];
  title: {
    [k: string]: string;
  };
}
export interface Pace {
  reserve?: number;
  turn?: number;
}
export interface Login {
  password: string;
  user: string;
}
export interface Me {
  guest: boolean;
  id: string;
  name: string;
  user: string | null;
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
  ruleset: string;
}
export interface Pile {
  cards?: string[];
  hidden?: number;
  place: string;
  seat?: number | null;
}
export interface Problem {
  args?: {
    [k: string]: string;
  };
  code: string;
  kind: string;
}
export interface Record {
  hands: Hand[];
  paiju: number;
  players: Player[];
  ruleset: Rulebook;
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
export interface Replay {
  deal: Deal;
  headline: Words;
  id: string;
  piles?: Pile[];
  plan: DealPlan;
  reason: Words;
  record: Record;
  sides: number[];
  start: unknown;
  steps: ReplayStep[];
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
export interface ReplayStep {
  account: Line[];
  action: unknown;
  at: number | null;
  by: string | null;
  events: unknown;
  hints: unknown[];
  label: Words;
  lines: Words[];
  piles?: Pile[];
  seat: number;
  stake: number;
  state: unknown;
  text: string;
  told: (Words | null)[];
}
export interface RulesetInfo {
  about: {
    [k: string]: string;
  };
  digest: string;
  extends: string;
  family: string;
  id: string;
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
export interface Token {
  created: number;
  id: string;
  label: string;
  token?: string | null;
}
