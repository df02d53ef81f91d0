// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.

export type Action = Deal | Declare | Pass | Pay | GiveBack | Bury | TakeBack | Play;
export type Event =
  | PhaseBegan
  | CardsCut
  | CardDealt
  | TrumpsDeclared
  | DeclarePassed
  | BottomTurned
  | TrumpsFixed
  | TributeChosen
  | TributePaid
  | BottomShown
  | CardsGivenBack
  | BottomTaken
  | CardsBuried
  | JokersPassed
  | JokersBuried
  | CardsTakenBack
  | CardsPlayed
  | TrickTaken
  | BottomOpened;
/**
 * @minItems 2
 * @maxItems 2
 */
export type PastAction = [number, Declare | Pass | Pay | GiveBack | Bury | TakeBack | Play];

export interface Everything {
  Action: Action;
  BottomOpened: BottomOpened;
  BottomShown: BottomShown;
  BottomTaken: BottomTaken;
  BottomTurned: BottomTurned;
  Bury: Bury;
  Burying: Burying;
  BuryingJokers: BuryingJokers;
  CardDealt: CardDealt;
  CardsBuried: CardsBuried;
  CardsCut: CardsCut;
  CardsGivenBack: CardsGivenBack;
  CardsPlayed: CardsPlayed;
  CardsTakenBack: CardsTakenBack;
  Closing: Closing;
  Cut: Cut;
  Cutting: Cutting;
  Deal: Deal;
  Dealing: Dealing;
  Declare: Declare;
  DeclarePassed: DeclarePassed;
  Event: Event;
  GiveBack: GiveBack;
  GivingBack: GivingBack;
  GunziMatch: GunziMatch;
  Hints: Hints;
  JokersBuried: JokersBuried;
  JokersPassed: JokersPassed;
  Over: Over;
  Pass: Pass;
  PastAction: PastAction;
  Pay: Pay;
  Paying: Paying;
  PhaseBegan: PhaseBegan;
  Play: Play;
  Playing: Playing;
  Rules: Rules;
  Secret: Secret;
  Shown: Shown;
  State: State;
  TakeBack: TakeBack;
  TakingBack: TakingBack;
  Tribute: Tribute;
  TributeChosen: TributeChosen;
  TributePaid: TributePaid;
  Trick: Trick;
  TrickTaken: TrickTaken;
  TrumpsDeclared: TrumpsDeclared;
  TrumpsFixed: TrumpsFixed;
  TurnedCard: TurnedCard;
  Turning: Turning;
}
export interface Deal {
  type: 'deal';
}
export interface Declare {
  call?: ('c' | 'd' | 'h' | 'none' | 's') | null;
  cards: string;
  type: 'show';
}
export interface Pass {
  type: 'pass';
}
export interface Pay {
  cards: string;
  type: 'pay';
}
export interface GiveBack {
  cards: string;
  type: 'give_back';
}
export interface Bury {
  cards: string;
  type: 'bury';
}
export interface TakeBack {
  cards: string;
  type: 'take_back';
}
export interface Play {
  cards: string;
  type: 'play';
}
export interface BottomOpened {
  cards: string;
  seat: number;
  type: 'bottom_opened';
}
export interface BottomShown {
  cards: string;
  type: 'bottom_shown';
}
export interface BottomTaken {
  cards: string | null;
  open?: boolean;
  seat: number;
  type: 'bottom_taken';
}
export interface BottomTurned {
  card: string;
  seat: number;
  type: 'bottom_turned';
}
export interface Burying {
  type: 'burying';
}
export interface BuryingJokers {
  seat: number;
  type: 'burying_jokers';
}
export interface CardDealt {
  card: string | null;
  open?: boolean;
  seat: number;
  type: 'card_dealt';
}
export interface CardsBuried {
  cards: string | null;
  open?: boolean;
  seat: number;
  takeable: number;
  type: 'cards_buried';
}
export interface CardsCut {
  best: number[];
  cards: string[];
  seats: number[];
  type: 'cards_cut';
}
export interface CardsGivenBack {
  cards: string;
  seat: number;
  type: 'given_back';
}
export interface CardsPlayed {
  cards: string;
  seat: number;
  type: 'cards_played';
}
export interface CardsTakenBack {
  cards: string;
  seat: number;
  takeable: number;
  type: 'taken_back';
}
export interface Closing {
  passed?: number[];
  type: 'closing';
}
export interface Cut {
  best: number[];
  cards: string[];
  seats: number[];
}
export interface Cutting {
  tied: number[];
  type: 'cutting';
}
export interface Dealing {
  dealt?: number;
  type: 'dealing';
}
export interface DeclarePassed {
  seat: number;
  type: 'show_passed';
}
export interface PhaseBegan {
  phase:
    Cutting | Dealing | Closing | Turning | Paying | GivingBack | Burying | BuryingJokers | TakingBack | Playing | Over;
  type: 'phase_began';
}
export interface Turning {
  type: 'turning';
}
export interface Paying {
  chosen?: number[];
  payers: number[];
  type: 'paying';
}
export interface GivingBack {
  owed?: never[][];
  type: 'giving_back';
}
export interface TakingBack {
  cards: number;
  seat: number;
  type: 'taking_back';
}
export interface Playing {
  best?: number;
  leader: number;
  plays?: string[];
  type: 'playing';
}
export interface Over {
  taker: number;
  type: 'over';
}
export interface TrumpsDeclared {
  call?: ('c' | 'd' | 'h' | 'none' | 's') | null;
  cards: string;
  seat: number;
  type: 'trumps_shown';
}
export interface TrumpsFixed {
  banker: number;
  call: 'c' | 'd' | 'h' | 'none' | 's';
  type: 'trumps_fixed';
}
export interface TributeChosen {
  cards: string | null;
  seat: number;
  type: 'tribute_chosen';
}
export interface TributePaid {
  cards: string[];
  seats: number[];
  type: 'tribute_paid';
}
export interface JokersPassed {
  seat: number;
  type: 'jokers_passed';
}
export interface JokersBuried {
  bottom: string;
  cards: string;
  seat: number;
  type: 'jokers_buried';
}
export interface TrickTaken {
  points: number;
  seat: number;
  type: 'trick_taken';
}
export interface GunziMatch {
  banker?: number | null;
  halves?: number[];
  hand?: number;
  levels: number[];
  points?: number[];
  tribute?: number[];
  won?: number[];
}
export interface Hints {
  hand: string[];
  may?: string;
  must?: string;
  size?: number | null;
}
export interface Rules {
  bank_at?: number;
  big_joker_levels?: number;
  big_joker_tribute?: number;
  bottom_times?: number;
  break_sets?: boolean;
  cut_ace?: 1 | 11;
  digger_exempt?: 'always' | 'bank_stays';
  first_level?: number;
  give_back?: 'any' | 'own';
  joker_calls?: 'above' | 'by_count';
  jokers_to_win?: number;
  last_level?: number;
  leavers_gain?: boolean;
  must_play?: 'as_banker' | 'stop_there';
  small_joker_levels?: number;
  small_joker_tribute?: number;
  staying_banker?: 'partner' | 'same';
  tribute_above?: number;
  tribute_below?: number;
  tribute_step?: number;
  turned_joker?: 'next_suit' | 'no_trumps';
  turned_order?: 'plain' | 'trumps_first';
  win_at?: number;
}
export interface Secret {
  bottom?: string | null;
  cuts: number[] | null;
  deck: number[] | null;
  hands: (string | null)[];
  sealed?: (string | null)[];
}
export interface Shown {
  call?: ('c' | 'd' | 'h' | 'none' | 's') | null;
  cards: string;
  seat: number;
}
export interface State {
  awaited?: number | null;
  banker?: number | null;
  bottom_open?: boolean;
  call?: ('c' | 'd' | 'h' | 'none' | 's') | null;
  counts?: number[];
  cut?: Cut[];
  first?: number | null;
  history?: PastAction[];
  known?: string[];
  lacks?: number[];
  last?: Trick | null;
  level: number;
  match: GunziMatch;
  paid?: Tribute | null;
  phase:
    Cutting | Dealing | Closing | Turning | Paying | GivingBack | Burying | BuryingJokers | TakingBack | Playing | Over;
  played?: string;
  points?: number[];
  scored?: number | null;
  secret: Secret;
  seen?: string;
  shown?: Shown | null;
  takeable?: number;
  turned?: TurnedCard[];
}
export interface Trick {
  leader: number;
  plays: string[];
  taker: number;
}
export interface Tribute {
  cards: string[];
  seats: number[];
}
export interface TurnedCard {
  card: string;
  seat: number;
}
export const facts = { bottom: 6, dealt: 210 } as const;
