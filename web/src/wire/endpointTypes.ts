// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.

import type {
  ActionView,
  AdminPlayer,
  AdminTable,
  ClosedSet,
  DailyOverview,
  DailyResults,
  DailySkill,
  DailyTable,
  DataExport,
  DayRecord,
  DealComparison,
  EveningReview,
  GainedTitle,
  GuideSection,
  HandReview,
  HandSummary,
  Hides,
  Info,
  InvitationRequest,
  LobbyTable,
  Login,
  MatchStatus,
  Me,
  MistakeStatistics,
  MoveVerdict,
  MyTable,
  Name,
  NewAction,
  NewPassword,
  NewPractice,
  NewTable,
  NewToken,
  Newcomer,
  NextPuzzle,
  Notice,
  NumberedHand,
  OnlineOverview,
  PasswordConfirmation,
  PlayerReport,
  PlayerSeason,
  Profile,
  ProfileHand,
  PuzzleHint,
  PuzzleHub,
  PuzzleMoves,
  PuzzlePack,
  PuzzleSolution,
  PuzzleTries,
  PuzzleView,
  RankingLine,
  RankingRow,
  RatingPoint,
  ReachedLimit,
  RecentActivity,
  Record,
  RelationNames,
  Replay,
  RoomInfo,
  RulesetInfo,
  SeasonView,
  Session,
  SetupRequest,
  SuspectGroupView,
  TableName,
  Token,
  TryOutcomes,
  UploadedPractice,
  UploadedRecord,
  VoiceInfo,
  WalletInfo,
  WithheldTransfer,
} from './types';

export interface Endpoints {
  'DELETE /api/hands/{hand}/link': { path: { hand: string }; response: void };
  'DELETE /api/me/blocks/{name}': { path: { name: string }; response: void };
  'DELETE /api/me/follows/{name}': { path: { name: string }; response: void };
  'DELETE /api/me/sessions': { response: void };
  'DELETE /api/me/sessions/{session}': { path: { session: string }; response: void };
  'DELETE /api/me/tokens/{token}': { path: { token: string }; response: void };
  'DELETE /api/quick': { response: void };
  'GET /api/admin/acts': { query?: { before?: number }; response: ActionView[] };
  'GET /api/admin/closed-groups': { response: SuspectGroupView[] };
  'GET /api/admin/limits': { response: ReachedLimit[] };
  'GET /api/admin/players': { query?: { find?: string }; response: AdminPlayer[] };
  'GET /api/admin/tables': { response: AdminTable[] };
  'GET /api/admin/withheld': { response: WithheldTransfer[] };
  'GET /api/daily': { response: DailyOverview };
  'GET /api/daily/days': { query?: { before?: string }; response: ClosedSet[] };
  'GET /api/daily/days/{day}/export': { path: { day: string }; query?: { form?: 'json' | 'csv' }; response: DayRecord };
  'GET /api/daily/sets/{day}/{family}': { path: { day: string; family: string }; response: DailyResults };
  'GET /api/daily/sets/{day}/{family}/deals/{deal}': {
    path: { day: string; family: string; deal: number };
    response: DealComparison;
  };
  'GET /api/daily/sets/{day}/{family}/ranking': { path: { day: string; family: string }; response: RankingRow[] };
  'GET /api/daily/skill/{family}': { path: { family: string }; response: DailySkill };
  'GET /api/hands/{hand}': { path: { hand: string }; response: Record };
  'GET /api/hands/{hand}/record': { path: { hand: string }; query?: { form?: 'json' | 'text' }; response: string };
  'GET /api/hands/{hand}/replay': { path: { hand: string }; response: Replay };
  'GET /api/hands/{hand}/review': {
    path: { hand: string };
    query?: { kind?: 'full' | 'quick' | 'open' };
    response: HandReview;
  };
  'GET /api/here': { response: OnlineOverview };
  'GET /api/info': { response: Info };
  'GET /api/me': { response: Me };
  'GET /api/me/evening': { query?: { before?: number }; response: EveningReview };
  'GET /api/me/export': { response: DataExport };
  'GET /api/me/hands': { query?: { before?: number }; response: HandSummary[] };
  'GET /api/me/sessions': { response: Session[] };
  'GET /api/me/tables': { response: MyTable[] };
  'GET /api/me/ties': { response: RelationNames };
  'GET /api/me/tokens': { response: Token[] };
  'GET /api/names': { query?: { lang?: string }; response: string[] };
  'GET /api/notice': { response: Notice | null };
  'GET /api/people/{name}': { path: { name: string }; response: Profile };
  'GET /api/people/{name}/hands': {
    path: { name: string };
    query?: {
      before?: number;
      ruleset?: string | null;
      role?: string | null;
      result?: 'won' | 'lost' | 'void' | null;
      among?: 'people' | 'bots' | null;
      beside?: string | null;
    };
    response: ProfileHand[];
  };
  'GET /api/people/{name}/mistakes': {
    path: { name: string };
    query?: { ruleset?: string | null };
    response: MistakeStatistics;
  };
  'GET /api/people/{name}/ratings': { path: { name: string }; query: { ruleset: string }; response: RatingPoint[] };
  'GET /api/people/{name}/seasons': { path: { name: string }; response: PlayerSeason[] };
  'GET /api/purse': { response: WalletInfo };
  'GET /api/puzzles': { response: PuzzleHub };
  'GET /api/puzzles/daily/{family}': { path: { family: string }; response: PuzzleView };
  'GET /api/puzzles/next': {
    query?: { family?: string; theme?: string; hands?: number; pick?: 'new' | 'missed' | 'own'; after?: string };
    response: NextPuzzle;
  };
  'GET /api/puzzles/pack': { query: { family: string }; response: PuzzlePack };
  'GET /api/puzzles/{puzzle}': { path: { puzzle: string }; response: PuzzleView };
  'GET /api/puzzles/{puzzle}/record': { path: { puzzle: string }; response: Record };
  'GET /api/puzzles/{puzzle}/solution': { path: { puzzle: string }; response: PuzzleSolution };
  'GET /api/rankings/{kind}': {
    path: { kind: 'rating' | 'title' | 'coins' };
    query: { ruleset: string; span?: 'day' | 'week' | 'season' | 'ever'; among?: 'people' | 'friends' | 'bots' };
    response: RankingLine[];
  };
  'GET /api/recent': { response: RecentActivity };
  'GET /api/rooms': { response: RoomInfo[] };
  'GET /api/rulesets': { response: RulesetInfo[] };
  'GET /api/rulesets/{family}/{name}/guide': {
    path: { family: string; name: string };
    query?: { options?: string };
    response: GuideSection[];
  };
  'GET /api/seasons': { response: SeasonView[] };
  'GET /api/seasons/{season}/rankings/{kind}': {
    path: { season: string; kind: 'rating' | 'title' | 'coins' };
    query: { ruleset: string };
    response: RankingLine[];
  };
  'GET /api/seasons/{season}/titles': { path: { season: string }; query: { ruleset: string }; response: GainedTitle[] };
  'GET /api/tables': { query?: { ruleset?: string | null }; response: LobbyTable[] };
  'GET /api/tables/{table}': { path: { table: string }; response: LobbyTable };
  'GET /api/tables/{table}/hands': { path: { table: string }; response: NumberedHand[] };
  'GET /api/voices': { response: VoiceInfo[] };
  'GET /api/voices/{pack}/{clip}': { path: { pack: string; clip: string }; response: string };
  'GET /api/wire.json': { response: { [key: string]: unknown } };
  'GET /api/words/{family}': { path: { family: string }; response: { [key: string]: { [key: string]: string } } };
  'GET /healthz': { response: string };
  'GET /livez': { response: string };
  'GET /metrics': { response: string };
  'GET /readyz': { response: string };
  'PATCH /api/me': { body: Name; response: Me };
  'POST /api/account': { body: Login; response: Me };
  'POST /api/account/deletion': { body: PasswordConfirmation; response: void };
  'POST /api/admin/acts': { body: NewAction; response: void };
  'POST /api/daily/sets/{day}/{family}/deals/{deal}/practice': {
    path: { day: string; family: string; deal: number };
    response: TableName;
  };
  'POST /api/daily/{family}/table': { path: { family: string }; response: DailyTable };
  'POST /api/hands/{hand}/practice': { path: { hand: string }; body: NewPractice; response: TableName };
  'POST /api/login': { body: Login; response: Me };
  'POST /api/logout': { response: void };
  'POST /api/me/tokens': { body: NewToken; response: Token };
  'POST /api/people/{name}/call': { path: { name: string }; body: InvitationRequest; response: void };
  'POST /api/people/{name}/report': { path: { name: string }; body: PlayerReport; response: void };
  'POST /api/purse/gift': { response: WalletInfo };
  'POST /api/purse/relief': { response: WalletInfo };
  'POST /api/puzzles/tries': { body: PuzzleTries; response: TryOutcomes };
  'POST /api/puzzles/{puzzle}/hint': { path: { puzzle: string }; body: PuzzleMoves; response: PuzzleHint };
  'POST /api/puzzles/{puzzle}/moves': { path: { puzzle: string }; body: PuzzleMoves; response: MoveVerdict };
  'POST /api/puzzles/{puzzle}/practice': { path: { puzzle: string }; response: TableName };
  'POST /api/quick': { query?: { partner?: string }; body: SetupRequest; response: MatchStatus };
  'POST /api/records/practice': { body: UploadedPractice; response: TableName };
  'POST /api/records/replay': { body: UploadedRecord; response: Replay };
  'POST /api/records/review': {
    query?: { kind?: 'full' | 'quick' | 'open' };
    body: UploadedRecord;
    response: HandReview;
  };
  'POST /api/session': { body: Newcomer; response: Me };
  'POST /api/tables': { body: NewTable; response: TableName };
  'PUT /api/account/password': { body: NewPassword; response: Me };
  'PUT /api/me/blocks/{name}': { path: { name: string }; response: void };
  'PUT /api/me/bot': { response: Me };
  'PUT /api/me/follows/{name}': { path: { name: string }; response: void };
  'PUT /api/me/hides': { body: Hides; response: Hides };
}
