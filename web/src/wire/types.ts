// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.

export type ClientMessage =
  | Act
  | TakeMoveBack
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
  | Mute
  | Options
  | Rematch
  | Start
  | Sync
  | Ping;
/**
 * @minItems 6
 * @maxItems 6
 */
export type PlayRow = [string, string, number, number, number, TranslatableText];
export type ServerMessage = Hello | Ack | Refused | Readings | SocialEvent | Notice | Closed | TableHand | Table;

export interface Everything {
  Ack: Ack;
  Act: Act;
  Acting: Acting;
  ActionValue: ActionValue;
  ActionView: ActionView;
  AddBot: AddBot;
  AdminPlayer: AdminPlayer;
  AdminTable: AdminTable;
  Advise: Advise;
  Auto: Auto;
  CardsRef: CardsRef;
  Chat: Chat;
  Choices: Choices;
  ClientMessage: ClientMessage;
  Closed: Closed;
  ClosedSet: ClosedSet;
  CoinsMoved: CoinsMoved;
  CountingRules: CountingRules;
  DailyOverview: DailyOverview;
  DailyResults: DailyResults;
  DailyScore: DailyScore;
  DailySet: DailySet;
  DailySetView: DailySetView;
  DailySkill: DailySkill;
  DailyTable: DailyTable;
  DataExport: DataExport;
  DayRecord: DayRecord;
  DaySkill: DaySkill;
  Deal: Deal;
  DealComparison: DealComparison;
  DealPlan: DealPlan;
  DealRow: DealRow;
  Declaration: Declaration;
  DuplicateDeal: DuplicateDeal;
  EveningHand: EveningHand;
  EveningMoment: EveningMoment;
  EveningReview: EveningReview;
  FairProof: FairProof;
  FeatCount: FeatCount;
  FirstAction: FirstAction;
  Flow: Flow;
  Friend: Friend;
  FriendProgress: FriendProgress;
  GainedTitle: GainedTitle;
  GroupMember: GroupMember;
  GuideFigure: GuideFigure;
  GuideSection: GuideSection;
  HandInfo: HandInfo;
  HandReveal: HandReveal;
  HandReview: HandReview;
  HandStatistics: HandStatistics;
  HandStep: HandStep;
  HandSummary: HandSummary;
  HandWithWords: HandWithWords;
  Hello: Hello;
  Hides: Hides;
  Info: Info;
  InvitationRequest: InvitationRequest;
  Knock: Knock;
  Leave: Leave;
  LeaveCostBounds: LeaveCostBounds;
  LineMove: LineMove;
  LineReason: LineReason;
  LobbySeat: LobbySeat;
  LobbyTable: LobbyTable;
  Login: Login;
  MadeTry: MadeTry;
  MarkCounts: MarkCounts;
  MatchStatus: MatchStatus;
  Me: Me;
  MistakeCost: MistakeCost;
  MistakeExample: MistakeExample;
  MistakePattern: MistakePattern;
  MistakeStatistics: MistakeStatistics;
  MoveVerdict: MoveVerdict;
  Mute: Mute;
  MyTable: MyTable;
  Name: Name;
  NewAction: NewAction;
  NewPassword: NewPassword;
  NewPractice: NewPractice;
  NewTable: NewTable;
  NewToken: NewToken;
  Newcomer: Newcomer;
  NextHand: NextHand;
  NextPuzzle: NextPuzzle;
  Notice: Notice;
  NumberedHand: NumberedHand;
  OnlineOverview: OnlineOverview;
  Opponent: Opponent;
  Options: Options;
  Outcome: Outcome;
  PackedPuzzle: PackedPuzzle;
  PartMistakes: PartMistakes;
  PartnerRequest: PartnerRequest;
  PasswordConfirmation: PasswordConfirmation;
  Ping: Ping;
  PlayClass: PlayClass;
  PlayData: PlayData;
  PlayRow: PlayRow;
  PlayerReport: PlayerReport;
  PlayerSeason: PlayerSeason;
  PointsPart: PointsPart;
  Practice: Practice;
  Preview: Preview;
  Problem: Problem;
  Profile: Profile;
  ProfileHand: ProfileHand;
  PublishedResult: PublishedResult;
  PublishedSet: PublishedSet;
  PuzzleAction: PuzzleAction;
  PuzzleCard: PuzzleCard;
  PuzzleDay: PuzzleDay;
  PuzzleFamily: PuzzleFamily;
  PuzzleHint: PuzzleHint;
  PuzzleHub: PuzzleHub;
  PuzzleMove: PuzzleMove;
  PuzzleMoves: PuzzleMoves;
  PuzzleOrigin: PuzzleOrigin;
  PuzzlePack: PuzzlePack;
  PuzzlePosition: PuzzlePosition;
  PuzzleRating: PuzzleRating;
  PuzzleSolution: PuzzleSolution;
  PuzzleStats: PuzzleStats;
  PuzzleTries: PuzzleTries;
  PuzzleTry: PuzzleTry;
  PuzzleView: PuzzleView;
  RankingLine: RankingLine;
  RankingRow: RankingRow;
  RatingPoint: RatingPoint;
  RatingView: RatingView;
  ReachedLimit: ReachedLimit;
  React: React;
  Reading: Reading;
  Readings: Readings;
  Ready: Ready;
  RecentActivity: RecentActivity;
  Record: Record;
  RecordedHand: RecordedHand;
  RecordedMove: RecordedMove;
  RecordedPlayer: RecordedPlayer;
  Refused: Refused;
  RelationNames: RelationNames;
  Rematch: Rematch;
  Remove: Remove;
  Replay: Replay;
  ReplayStep: ReplayStep;
  ResultBars: ResultBars;
  Reveal: Reveal;
  ReviewedChoice: ReviewedChoice;
  ReviewedDecision: ReviewedDecision;
  RoomInfo: RoomInfo;
  Rulebook: Rulebook;
  RulesetInfo: RulesetInfo;
  Say: Say;
  ScoreLine: ScoreLine;
  SeasonView: SeasonView;
  SeatInfo: SeatInfo;
  SeatRef: SeatRef;
  SeatReview: SeatReview;
  ServerMessage: ServerMessage;
  Session: Session;
  SetStanding: SetStanding;
  Settled: Settled;
  SetupRequest: SetupRequest;
  Share: Share;
  Sit: Sit;
  Skill: Skill;
  SocialEvent: SocialEvent;
  SolutionMove: SolutionMove;
  Stakes: Stakes;
  Stand: Stand;
  Start: Start;
  SuspectGroupView: SuspectGroupView;
  Sync: Sync;
  Table: Table;
  TableHand: TableHand;
  TableInfo: TableInfo;
  TableInvitation: TableInvitation;
  TableName: TableName;
  TakeMoveBack: TakeMoveBack;
  ThemeCount: ThemeCount;
  TimeControl: TimeControl;
  TitleView: TitleView;
  Token: Token;
  Transfer: Transfer;
  TranslatableText: TranslatableText;
  TryOutcome: TryOutcome;
  TryOutcomes: TryOutcomes;
  UploadedPractice: UploadedPractice;
  UploadedRecord: UploadedRecord;
  VoiceInfo: VoiceInfo;
  WalletChange: WalletChange;
  WalletInfo: WalletInfo;
  WatchedHand: WatchedHand;
  WayShare: WayShare;
  WindowInfo: WindowInfo;
  WinningCard: WinningCard;
  WithheldTransfer: WithheldTransfer;
  Zone: Zone;
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
export interface ActionValue {
  discard?: string;
  label: TranslatableText;
  right: boolean;
  text: string;
  value: number;
  waits?: WinningCard[];
}
export interface TranslatableText {
  args?: {
    [k: string]:
      | number
      | string
      | (number | string | (SeatRef | CardsRef | TranslatableText))[]
      | SeatRef
      | CardsRef
      | TranslatableText;
  };
  key: string;
  type: 'words';
}
export interface SeatRef {
  seat: number;
  type: 'seat';
}
export interface CardsRef {
  cards: string;
  type: 'cards';
}
export interface WinningCard {
  card: string;
  points: number;
  unseen: number;
}
export interface ActionView {
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
export interface AddBot {
  bot?: string;
  id: string;
  seat?: number | null;
  t: 'add_bot';
}
export interface AdminPlayer {
  bot: boolean;
  created: number;
  id: string;
  marks: string[];
  name: string;
  seen: number;
  user: string | null;
}
export interface AdminTable {
  closing: boolean;
  players: string[];
  table: LobbyTable;
}
export interface LobbyTable {
  claims?: 'quick' | 'quiet';
  demo?: boolean;
  hands?: number;
  id: string;
  pace?: TimeControl;
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
  uncounted?: '' | 'bots' | 'daily_limit' | 'duplicate' | 'own_rules' | 'practice' | 'private_table';
  wait?: number;
}
export interface TimeControl {
  reserve?: number;
  turn?: number;
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
export interface Advise {
  id: string;
  t: 'advise';
}
export interface Auto {
  id: string;
  on: boolean;
  t: 'auto';
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
  breaks_bomb?: boolean;
  label: TranslatableText;
  loss?: number | null;
  text: string;
}
export interface TakeMoveBack {
  id: string;
  t: 'take_back';
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
  id: string;
  on?: boolean;
  pledge?: string;
  predeal?: unknown;
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
export interface Mute {
  id: string;
  on: boolean;
  seat: number;
  t: 'mute';
}
export interface Options {
  id: string;
  setup: SetupRequest;
  t: 'options';
}
export interface SetupRequest {
  claims?: 'quick' | 'quiet';
  hands?: number;
  options?: {
    [k: string]: unknown;
  };
  pace?: TimeControl;
  room?: string;
  ruleset?: string;
  thinking?: 'brief' | 'long' | 'none' | 'usual';
  wait?: number;
}
export interface Rematch {
  id: string;
  t: 'rematch';
}
export interface Start {
  bot?: string;
  id: string;
  pledge?: string;
  predeal?: unknown;
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
export interface ClosedSet {
  day: string;
  deals: number;
  done: number;
  family: string;
  ruleset: string;
  title: {
    [k: string]: string;
  };
}
export interface CoinsMoved {
  changes: number[];
  coefficient: number;
  house: number;
  rake: number;
  uncapped: number[];
  withheld?: number;
}
export interface CountingRules {
  full_hands: number;
  half_hands: number;
  opponents: number;
}
export interface DailyOverview {
  day: string;
  now: number;
  sets: DailySetView[];
}
export interface DailySetView {
  closes: number;
  commitment: string;
  commitments: string[];
  day: string;
  deals: number;
  done: number;
  family: string;
  friends: FriendProgress[];
  next_commitment: string;
  opens: number;
  opponents: Opponent[];
  people: number;
  points: number;
  ranked_by: 'beaten' | 'difference';
  ruleset: string;
  score: DailyScore | null;
  table: string;
  title: {
    [k: string]: string;
  };
}
export interface FriendProgress {
  done: number;
  name: string;
  player: string;
  share: number | null;
}
export interface Opponent {
  bot: string;
  name: string;
}
export interface DailyScore {
  compared: boolean;
  house: number | null;
  points: number;
  rank: number;
  ranked: number;
  share: number;
}
export interface DailyResults {
  cap: number;
  closed: boolean;
  closes: number;
  day: string;
  family: string;
  friends: RankingRow[];
  people: number;
  ranked_by: 'beaten' | 'difference';
  rows: DealRow[];
  ruleset: string;
  score: DailyScore | null;
  title: {
    [k: string]: string;
  };
}
export interface RankingRow {
  deals: number[];
  house: string;
  name: string;
  points: number;
  rank: number;
  share: number;
  you: boolean;
}
export interface DealRow {
  bars: ResultBars;
  deal: number;
  difference: number | null;
  field: number;
  hand: string;
  points: number | null;
  role: string;
  seat: number;
  share: number | null;
}
export interface ResultBars {
  counts: number[];
  house: number | null;
  mine: number | null;
}
export interface DailySet {
  cap: number;
  closes: number;
  day: string;
  deals: DuplicateDeal[];
  family: string;
  opens: number;
  ranked_by?: 'beaten' | 'difference';
  ruleset: Rulebook;
  versions: {
    [k: string]: string;
  };
}
export interface DuplicateDeal {
  bots: string[];
  commitment: string;
  number: number;
  seat: number;
  secret?: string;
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
export interface DailySkill {
  days: DaySkill[];
  family: string;
  month: Skill;
  week: Skill;
}
export interface DaySkill {
  day: string;
  share: number | null;
}
export interface Skill {
  deals: number;
  doubt: number | null;
  share: number;
}
export interface DailyTable {
  deal: number;
  table: string;
}
export interface DataExport {
  account_created: number | null;
  bookings: WalletChange[];
  coins: number;
  created: number;
  hands: HandSummary[];
  hides: ('coins' | 'history' | 'numbers' | 'presence' | 'rating' | 'title')[];
  me: Me;
  puzzles: MadeTry[];
  sessions: Session[];
  shows: 'mistakes'[];
  tables: LobbyTable[];
  tokens: Token[];
}
export interface WalletChange {
  at: number;
  cause: string;
  coins: number;
}
export interface HandSummary {
  began: number;
  coins?: Settled | null;
  ended: number;
  id: string;
  outcome: Outcome;
  players: RecordedPlayer[];
  private?: boolean;
  ruleset: string;
}
export interface Settled {
  limits?: never[][] | null;
  purses: number[];
  stakes: Stakes;
  transfer: Transfer;
}
export interface Transfer {
  house: number;
  seats: number[];
}
export interface Outcome {
  account?: ScoreLine[];
  cost?: number;
  left?: number | null;
  points: number[];
  reason: string;
  winners: number[];
}
export interface ScoreLine {
  args?: string[];
  code: string;
  how?: 'base' | 'note' | 'personal' | 'plus' | 'times';
  seat?: number | null;
  value: number;
}
export interface RecordedPlayer {
  bot?: string | null;
  id?: string | null;
  name: string;
}
export interface Me {
  admin?: boolean;
  bot?: boolean;
  guest: boolean;
  id: string;
  name: string;
  user: string | null;
}
export interface MadeTry {
  at: number;
  family: string;
  first: string;
  ms: number;
  puzzle: string;
  rating_after: number;
  rating_before: number;
  result: 'given_up' | 'hint' | 'missed' | 'solved';
  solved: boolean;
}
export interface Session {
  created: number;
  here: boolean;
  id: string;
  label: string;
  seen: number;
}
export interface Token {
  created: number;
  id: string;
  label: string;
  scope?: 'play' | 'read';
  token?: string | null;
}
export interface DayRecord {
  day: string;
  paiju_day: number;
  sets: PublishedSet[];
}
export interface PublishedSet {
  commitment: string;
  daily: DailySet;
  ranking: SetStanding[];
  results: PublishedResult[];
}
export interface SetStanding {
  deals: number[];
  difference: number;
  house: boolean;
  player: string;
  points: number;
  rank: number;
  share: number;
  wins: number;
}
export interface PublishedResult {
  deal: number;
  house: boolean;
  name: string;
  played_by?: string;
  player: string;
  points: number;
  record: Record;
  won: boolean;
}
export interface Record {
  hands: RecordedHand[];
  paiju: number;
  players: RecordedPlayer[];
  ruleset: Rulebook;
}
export interface RecordedHand {
  began?: number | null;
  coins?: Settled | null;
  deck: string[];
  draws: number[];
  ended?: number | null;
  fair?: FairProof | null;
  match: {
    [k: string]: unknown;
  };
  moves: RecordedMove[];
  outcome?: Outcome | null;
}
export interface FairProof {
  commitment: string;
  contributions?: string[];
  hand: number;
  pledges?: string[];
  secret?: string | null;
  table: string;
}
export interface RecordedMove {
  action: string;
  at?: number | null;
  by?: string | null;
  events?: unknown[] | null;
  seat: number;
}
export interface Deal {
  deck: number[];
  draws?: number[];
}
export interface DealComparison {
  bids: WayShare[];
  day: string;
  deal: number;
  deals: number;
  family: string;
  field: number;
  hand: string;
  plays: WayShare[];
  points: number | null;
  role: string;
  seat: number;
  share: number | null;
  watch: WatchedHand[];
  zones: Zone[];
}
export interface WayShare {
  cards: string[];
  count: number;
  label: TranslatableText | null;
  mean: number;
  mine: boolean;
  role: string;
  share: number;
  text: string;
}
export interface WatchedHand {
  first_play: TranslatableText | null;
  hand: string;
  house: string;
  name: string;
  points: number;
  share: number;
}
export interface Zone {
  cards?: string[];
  hidden?: number;
  place: string;
  seat?: number | null;
}
export interface DealPlan {
  draws?: [string, number][];
  pack: number[];
}
export interface Declaration {
  strong?: boolean;
  text: TranslatableText;
}
export interface EveningHand {
  began: number;
  coins?: Settled | null;
  ended: number;
  feats: TranslatableText[];
  half?: boolean;
  id: string;
  left: boolean;
  lines: TranslatableText[];
  marks?: MarkCounts | null;
  outcome: Outcome;
  players: RecordedPlayer[];
  points: number;
  private?: boolean;
  reason: TranslatableText;
  role: TranslatableText | null;
  ruleset: string;
  uncounted?: '' | 'bots' | 'daily_limit' | 'duplicate' | 'own_rules' | 'practice' | 'private_table';
  won: number;
}
export interface MarkCounts {
  blunder?: number;
  mistake?: number;
  slip?: number;
}
export interface EveningMoment {
  decision: ReviewedDecision;
  hand: string;
  ruleset: string;
  seat: number;
}
export interface ReviewedDecision {
  basis?: 'chance' | 'points';
  choices: ReviewedChoice[];
  deals?: number;
  is_endgame?: boolean;
  judge?: 'counted' | 'net' | 'proved' | 'rollouts' | 'sampled';
  loss?: number;
  loss_doubt?: number;
  mark?: '' | 'blunder' | 'mistake' | 'slip';
  part: string;
  played: number;
  points_lost?: number | null;
  reason?: TranslatableText | null;
  seat: number;
  step: number;
}
export interface ReviewedChoice {
  action: unknown;
  cards?: string[];
  chance: number;
  doubt?: number;
  label: TranslatableText;
  line?: LineMove[];
  points?: number | null;
  text: string;
  winning?: number | null;
}
export interface LineMove {
  action: unknown;
  cards?: string[];
  label: TranslatableText;
  seat: number;
  text: string;
}
export interface EveningReview {
  began: number | null;
  hands: EveningHand[];
  moments: EveningMoment[];
}
export interface FeatCount {
  feat: TranslatableText;
  hands: number;
}
export interface FirstAction {
  cards: string[];
  label: TranslatableText;
  percent: number;
  text: string;
}
export interface Flow {
  closed: number;
  coins: number;
  gainer: string;
  hands: number;
  left: number;
  lost: number;
  network_days: number;
  payer: string;
  points: number;
  signs: ('coins' | 'leaving' | 'network' | 'points' | 'wins')[];
  won: number;
}
export interface Friend {
  bot: boolean;
  here: boolean;
  id: string;
  mutual: boolean;
  name: string;
  table: LobbyTable | null;
}
export interface GainedTitle {
  before: TranslatableText | null;
  name: string;
  title: TranslatableText;
  you: boolean;
}
export interface GroupMember {
  id: string;
  marks: string[];
  name: string;
}
export interface GuideFigure {
  cards?: string;
  note?: TranslatableText | null;
  words: TranslatableText;
}
export interface GuideSection {
  figures?: GuideFigure[];
  name: 'account' | 'beats' | 'course' | 'goal' | 'kinds' | 'leaving' | 'room' | 'worth';
  says?: TranslatableText[];
}
export interface HandInfo {
  account: ScoreLine[];
  acting: Acting[];
  can_take_back?: boolean;
  choices: Choices | null;
  commitment: string;
  declared?: (Declaration | null)[];
  hints: unknown;
  leaving?: LeaveCostBounds | null;
  lines: TranslatableText[];
  notes: TranslatableText[];
  number: number;
  on_table?: (TranslatableText | null)[];
  practice?: Practice | null;
  question: TranslatableText | null;
  reveal: HandReveal | null;
  seat_notes?: TranslatableText[][];
  shares?: Share[][];
  stake: number;
  tip?: TranslatableText | null;
  view: unknown;
  window: WindowInfo | null;
  zones?: Zone[];
}
export interface LeaveCostBounds {
  least: number;
  most: number;
}
export interface Practice {
  hand?: string;
  moves: number;
}
export interface HandReveal {
  coins?: CoinsMoved | null;
  contributions: string[];
  headline: TranslatableText;
  names: string[];
  outcome: Outcome;
  pledges: string[];
  reason: TranslatableText;
  replay: string;
  secret: string;
  state: unknown;
  uncounted?: '' | 'bots' | 'daily_limit' | 'duplicate' | 'own_rules' | 'practice' | 'private_table';
}
export interface Share {
  lines: number[];
  others: number;
  points: number;
}
export interface WindowInfo {
  left: number;
  optional: boolean;
  total: number;
}
export interface HandReview {
  curve?: number[][];
  decisions?: ReviewedDecision[];
  id: string;
  is_open?: boolean;
  judged: number;
  level?: string;
  seats?: SeatReview[];
  state: 'complete' | 'partial' | 'pending';
  steps: number;
  versions?: {
    [k: string]: string;
  };
}
export interface SeatReview {
  accuracy?: number | null;
  accuracy_by_part?: {
    [k: string]: number;
  };
  luck?: PointsPart[];
  marks?: MarkCounts;
  net_mistakes?: {
    [k: string]: MistakeCost;
  };
  play?: PointsPart[];
  result: number;
  seat: number;
}
export interface PointsPart {
  code: string;
  points: number;
}
export interface MistakeCost {
  mistakes: number;
  points: number;
}
export interface HandStatistics {
  feats: FeatCount[];
  hands: number;
  left: number;
  lost: number;
  multiplier: number;
  people: boolean;
  points: number;
  role: TranslatableText | null;
  ruleset: string;
  won: number;
}
export interface HandStep {
  by: 'auto' | 'bot' | 'dealer' | 'player' | 'timeout' | 'window';
  events: unknown;
  messages: (TranslatableText | null)[];
  seat: number;
  v: number;
}
export interface HandWithWords {
  began: number;
  coins?: Settled | null;
  ended: number;
  id: string;
  lines: TranslatableText[];
  outcome: Outcome;
  players: RecordedPlayer[];
  private?: boolean;
  reason: TranslatableText;
  ruleset: string;
}
export interface Hello {
  protocol: number;
  t: 'hello';
}
export interface Hides {
  hides: ('coins' | 'history' | 'numbers' | 'presence' | 'rating' | 'title')[];
  shows?: 'mistakes'[];
}
export interface Info {
  anchors: {
    [k: string]: number;
  };
  counting: CountingRules;
  frame_limit: number;
  phrases: string[];
  reactions: string[];
  settings: {
    [k: string]: unknown;
  };
}
export interface InvitationRequest {
  table: string;
}
export interface LineReason {
  key: string;
  when: {
    [k: string]: boolean | number;
  };
}
export interface Login {
  password: string;
  user: string;
}
export interface MatchStatus {
  bots?: number | null;
  friend_missing?: boolean;
  others?: number;
  table?: string | null;
  waited?: number;
}
export interface MistakeExample {
  cards?: string[];
  hand: string;
  moves: number;
}
export interface MistakePattern {
  example?: MistakeExample | null;
  mistakes: number;
  points: number;
  reason: string;
}
export interface MistakeStatistics {
  hands: number;
  needed: number;
  parts: PartMistakes[];
  patterns: MistakePattern[];
  peers: number | null;
  played: number;
  points: number;
  ruleset: string;
  rulesets: string[];
  shown: boolean;
  unreviewed: string[];
}
export interface PartMistakes {
  mistakes: number;
  part: string;
  peers?: number | null;
  points: number;
}
export interface MoveVerdict {
  answers?: PuzzleMove[];
  move: PuzzleMove;
  over?: boolean;
  reason?: TranslatableText | null;
  right: boolean;
  solved?: boolean;
  values?: ActionValue[];
}
export interface PuzzleMove {
  action: unknown;
  cards?: string[];
  label: TranslatableText;
  position: PuzzlePosition;
  seat: number;
  text: string;
}
export interface PuzzlePosition {
  legal?: PuzzleAction[];
  roles?: string[];
  state: unknown;
  turn: number | null;
  zones: Zone[];
}
export interface PuzzleAction {
  action: unknown;
  cards: string[];
  label: TranslatableText;
  text: string;
}
export interface MyTable {
  asked: boolean;
  claims?: 'quick' | 'quiet';
  demo?: boolean;
  hands?: number;
  id: string;
  pace?: TimeControl;
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
  uncounted?: '' | 'bots' | 'daily_limit' | 'duplicate' | 'own_rules' | 'practice' | 'private_table';
  wait?: number;
}
export interface Name {
  name?: string;
}
export interface NewAction {
  act: 'ban' | 'close' | 'coins' | 'mute' | 'notice' | 'rank' | 'rename' | 'unban' | 'unmute' | 'unrank';
  detail?: string;
  subject?: string;
  why?: string;
}
export interface NewPassword {
  old: string;
  password: string;
}
export interface NewPractice {
  move?: number;
  seat?: number;
}
export interface NewTable {
  bots?: string | null;
  claims?: 'quick' | 'quiet';
  hands?: number;
  options?: {
    [k: string]: unknown;
  };
  pace?: TimeControl;
  private?: boolean;
  room?: string;
  ruleset?: string;
  thinking?: 'brief' | 'long' | 'none' | 'usual';
  wait?: number;
}
export interface NewToken {
  label?: string;
  scope?: 'play' | 'read';
}
export interface Newcomer {
  bot?: boolean;
  name?: string;
}
export interface NextHand {
  commitment: string;
  number: number;
  opened: boolean[];
  pledges: string[];
  predeal: Reading[];
}
export interface NextPuzzle {
  puzzle: PuzzleView | null;
}
export interface PuzzleView {
  daily?: string;
  facts?: {
    [k: string]: number;
  };
  family: string;
  goal: TranslatableText;
  goal_kind: 'claim' | 'last_trick' | 'points' | 'waits' | 'win';
  hands: number;
  id: string;
  laid_points?: number[];
  note: TranslatableText;
  own?: boolean;
  position: PuzzlePosition;
  rating: number;
  reasons?: LineReason[];
  result?: '' | 'given_up' | 'hint' | 'missed' | 'solved';
  rules: string;
  seat: number;
  sides: number[];
  stats: PuzzleStats;
  table?: PlayData | null;
  title: {
    [k: string]: string;
  };
}
export interface PuzzleStats {
  median_ms?: number | null;
  solved_percent?: number | null;
  tries?: number;
}
export interface PlayData {
  by?: number | null;
  classes: PlayClass[];
  hands: string[];
  out_at: number[];
  pass_label: TranslatableText;
  plays: PlayRow[];
  sides: number[];
  to_beat?: number | null;
  turn: number;
}
export interface PlayClass {
  bomb?: boolean;
  category: string;
  length?: number;
}
export interface Notice {
  at: number;
  number: number;
  t: 'notice';
  text: string;
}
export interface NumberedHand {
  began: number;
  coins?: Settled | null;
  ended: number;
  id: string;
  lines: TranslatableText[];
  number: number;
  outcome: Outcome;
  players: RecordedPlayer[];
  private?: boolean;
  reason: TranslatableText;
  ruleset: string;
}
export interface OnlineOverview {
  followers: string[];
  friends: Friend[];
  invitations: TableInvitation[];
  online: number;
  pairs?: PartnerRequest[];
}
export interface TableInvitation {
  at: number;
  sender: string;
  table: string;
  title: {
    [k: string]: string;
  };
}
export interface PartnerRequest {
  sender: string;
  title: {
    [k: string]: string;
  };
  wanted: SetupRequest;
}
export interface PackedPuzzle {
  solution: PuzzleSolution;
  view: PuzzleView;
}
export interface PuzzleSolution {
  id: string;
  moves: SolutionMove[];
  origin: PuzzleOrigin;
  others?: FirstAction[];
  stats: PuzzleStats;
  themes: string[];
  values?: ActionValue[];
  wrong: number;
}
export interface SolutionMove {
  action: unknown;
  cards?: string[];
  label: TranslatableText;
  note?: TranslatableText | null;
  position: PuzzlePosition;
  right?: string[];
  seat: number;
  text: string;
}
export interface PuzzleOrigin {
  altered?: boolean;
  hand?: string;
  kind: 'hand' | 'house';
  moves?: number;
}
export interface PasswordConfirmation {
  password: string;
}
export interface PlayerReport {
  table?: string;
  why: string;
}
export interface PlayerSeason {
  coins: number | null;
  deviation: number | null;
  hands: number;
  number: number | null;
  place: number | null;
  points: number | null;
  ruleset: string;
  season: string;
}
export interface Problem {
  args?: {
    [k: string]: string;
  };
  code: string;
  kind: string;
  words: TranslatableText;
}
export interface Profile {
  bot: boolean;
  created: number;
  guest: boolean;
  hides: ('coins' | 'history' | 'numbers' | 'presence' | 'rating' | 'title')[];
  id: string;
  name: string;
  numbers: HandStatistics[];
  ratings: RatingView[];
  shows?: 'mistakes'[];
  titles: TitleView[];
  unranked?: boolean;
}
export interface RatingView {
  deviation: number;
  established: boolean;
  hands: number;
  number: number;
  opponents: number;
  opponents_needed: number;
  ruleset: string;
}
export interface TitleView {
  family: string;
  level: number;
  levels: number;
  next: TranslatableText | null;
  points: number;
  since: number;
  title: TranslatableText;
  until: number | null;
}
export interface ProfileHand {
  began: number;
  coins?: Settled | null;
  ended: number;
  feats: TranslatableText[];
  half?: boolean;
  id: string;
  left: boolean;
  lines: TranslatableText[];
  outcome: Outcome;
  players: RecordedPlayer[];
  points: number;
  private?: boolean;
  reason: TranslatableText;
  role: TranslatableText | null;
  ruleset: string;
  uncounted?: '' | 'bots' | 'daily_limit' | 'duplicate' | 'own_rules' | 'practice' | 'private_table';
  won: number;
}
export interface PuzzleCard {
  family: string;
  goal: TranslatableText;
  hand: string;
  hands: number;
  id: string;
  rating: number;
  result?: '' | 'given_up' | 'hint' | 'missed' | 'solved';
  rules: string;
  stats: PuzzleStats;
  title: {
    [k: string]: string;
  };
}
export interface PuzzleDay {
  day: string;
  done: boolean;
}
export interface PuzzleFamily {
  count: number;
  daily?: PuzzleCard | null;
  family: string;
  missed?: number;
  own?: number;
  rating?: PuzzleRating | null;
  themes?: ThemeCount[];
  tried?: number;
}
export interface PuzzleRating {
  deviation: number;
  number: number;
  provisional: boolean;
  tries: number;
}
export interface ThemeCount {
  count: number;
  left: number;
  theme: string;
}
export interface PuzzleHint {
  cards: string[];
}
export interface PuzzleHub {
  day: string;
  ends: number;
  families: PuzzleFamily[];
  week: PuzzleDay[];
}
export interface PuzzleMoves {
  actions: string[];
}
export interface PuzzlePack {
  day: string;
  family: string;
  puzzles: PackedPuzzle[];
}
export interface PuzzleTries {
  tries: PuzzleTry[];
}
export interface PuzzleTry {
  at: number;
  id: string;
  line?: string[];
  ms?: number;
  puzzle: string;
  result: 'given_up' | 'hint' | 'missed' | 'solved';
}
export interface RankingLine {
  deviation: number;
  hands: number;
  name: string;
  title: TranslatableText | null;
  value: number;
  you: boolean;
}
export interface RatingPoint {
  at: number;
  deviation: number;
  number: number;
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
  sure?: boolean;
  t: 'readings';
  words?: TranslatableText | null;
}
export interface RecentActivity {
  hands: HandSummary[];
  players: string[];
}
export interface Refused {
  args?: {
    [k: string]: string;
  };
  code: string;
  id: string | null;
  kind: string;
  t: 'error';
  words: TranslatableText;
}
export interface RelationNames {
  blocks: string[];
  follows: string[];
}
export interface Replay {
  deal: Deal;
  headline: TranslatableText;
  id: string;
  plan: DealPlan;
  reason: TranslatableText;
  record: Record;
  shares?: Share[][];
  sides: number[];
  start: unknown;
  steps: ReplayStep[];
  withdrawn?: boolean;
  zones: Zone[];
}
export interface ReplayStep {
  account: ScoreLine[];
  action: unknown;
  at: number | null;
  by: string | null;
  events: unknown;
  hints: unknown[];
  label: TranslatableText;
  lines: TranslatableText[];
  messages: (TranslatableText | null)[];
  notes: TranslatableText[];
  on_table?: (TranslatableText | null)[];
  roles?: string[];
  seat: number;
  stake: number;
  state: unknown;
  text: string;
  zones: Zone[];
}
export interface RoomInfo {
  bots: number | null;
  claims?: 'quick' | 'quiet';
  family: string;
  hands?: number;
  id: string;
  pace?: TimeControl;
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
export interface SeasonView {
  began: number;
  ended: number;
  id: string;
  over: boolean;
}
export interface SeatInfo {
  auto: boolean;
  bot: string | null;
  coins?: number | null;
  connected: boolean;
  kind: 'bot' | 'empty' | 'player';
  leaving: boolean;
  muted?: boolean;
  name: string;
  player: string | null;
  points: number;
  program?: boolean;
  promoted?: boolean;
  ready: boolean;
  seat: number;
  title?: TranslatableText | null;
}
export interface SocialEvent {
  code: string;
  kind: 'chat' | 'knock' | 'react' | 'say';
  name: string;
  seat: number | null;
  t: 'social';
  text?: string;
  to?: number | null;
}
export interface TableHand {
  hand: HandInfo;
  now: number;
  since: number | null;
  steps: HandStep[];
  t: 'hand';
  v: number;
}
export interface Table {
  hand: HandInfo | null;
  history?: unknown;
  is_host: boolean;
  log?: TranslatableText[];
  next: NextHand | null;
  now: number;
  seats: SeatInfo[];
  since: number | null;
  steps: HandStep[];
  t: 'table';
  table: TableInfo;
  v: number;
  you: number | null;
}
export interface TableInfo {
  claims?: 'quick' | 'quiet';
  demo?: boolean;
  digest: string;
  duplicate?: string;
  hands?: number;
  host: number | null;
  id: string;
  options: {
    [k: string]: unknown;
  };
  pace?: TimeControl;
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
  uncounted?: '' | 'bots' | 'daily_limit' | 'duplicate' | 'own_rules' | 'practice' | 'private_table';
  wait?: number;
  watching: number;
}
export interface SuspectGroupView {
  flows: Flow[];
  grade: 'mild' | 'strong';
  players: GroupMember[];
}
export interface TableName {
  table: string;
}
export interface TryOutcome {
  counted?: boolean;
  id: string;
  problem?: '' | 'impossible_try' | 'not_proved' | 'other_defence' | 'unknown_puzzle';
  rating_after?: number | null;
  rating_before?: number | null;
  result?: '' | 'given_up' | 'hint' | 'missed' | 'solved';
}
export interface TryOutcomes {
  ratings: {
    [k: string]: PuzzleRating;
  };
  tries: TryOutcome[];
}
export interface UploadedPractice {
  hand?: number;
  record: string;
  start?: NewPractice;
}
export interface UploadedRecord {
  hand?: number;
  record: string;
}
export interface VoiceInfo {
  clips: {
    [k: string]: string[];
  };
  id: string;
  language: string;
  licence: string;
  speaker: string;
  title: {
    [k: string]: string;
  };
}
export interface WalletInfo {
  broke: number;
  coins: number;
  daily: number;
  relief: number;
  reliefs: number;
  table: string | null;
}
export interface WithheldTransfer {
  coins: number;
  ended: number;
  payee: string;
  payee_name: string;
  payer: string;
  payer_name: string;
  private: boolean;
}
export const facts = {
  families: ['doudizhu', 'zipai', 'gunzi'],
  phrases: ['hello', 'hurry', 'nice', 'sorry', 'thanks', 'luck', 'wow', 'oops', 'again', 'bye'],
  protocol: 2,
  reactions: ['like', 'heart', 'laugh', 'cry', 'angry', 'think', 'flower', 'egg'],
} as const;
