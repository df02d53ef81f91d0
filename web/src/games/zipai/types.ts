// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.

export type Action = ContinueDrawing | SetMinimum | Discard | Win | Pong | Open | Eat | Pass | Catch;
export type Event =
  | PhaseBegan
  | MinimumSet
  | CardsDealt
  | ExtraDrawn
  | MeldsLaid
  | OpeningPassed
  | CardPutOut
  | Answered
  | ClaimsClosed
  | CatchesClosed
  | CardDrawn
  | HandWon
  | StockEmpty;
/**
 * @minItems 2
 * @maxItems 2
 */
export type PastAction = [number, SetMinimum | Discard | PutOut | LayMelds | BeCaught];

export interface Everything {
  Action: Action;
  Answered: Answered;
  BeCaught: BeCaught;
  CardDrawn: CardDrawn;
  CardGroup: CardGroup;
  CardPutOut: CardPutOut;
  CardsDealt: CardsDealt;
  Catch: Catch;
  CatchesClosed: CatchesClosed;
  Catching: Catching;
  Claim: Claim;
  Claiming: Claiming;
  ClaimsClosed: ClaimsClosed;
  ContinueDrawing: ContinueDrawing;
  Dealing: Dealing;
  Discard: Discard;
  Discarding: Discarding;
  Drawing: Drawing;
  Eat: Eat;
  Event: Event;
  ExtraDrawn: ExtraDrawn;
  HandWon: HandWon;
  Hints: Hints;
  LayMelds: LayMelds;
  Looking: Looking;
  Meld: Meld;
  MeldsLaid: MeldsLaid;
  Minimum: Minimum;
  MinimumSet: MinimumSet;
  Open: Open;
  Opening: Opening;
  OpeningPassed: OpeningPassed;
  Over: Over;
  Pass: Pass;
  PastAction: PastAction;
  PhaseBegan: PhaseBegan;
  Pong: Pong;
  PublicState: PublicState;
  PutOut: PutOut;
  ReadyDiscard: ReadyDiscard;
  Rules: Rules;
  SecretState: SecretState;
  SetMinimum: SetMinimum;
  State: State;
  StockEmpty: StockEmpty;
  Wait: Wait;
  Win: Win;
  Winner: Winner;
  ZiPaiMatch: ZiPaiMatch;
}
export interface ContinueDrawing {
  type: 'go_on';
}
export interface SetMinimum {
  points: number;
  type: 'set_minimum';
}
export interface Discard {
  card: number;
  type: 'discard';
}
export interface Win {
  type: 'win';
}
export interface Pong {
  type: 'pong';
}
export interface Open {
  type: 'open';
}
export interface Eat {
  melds: number[][];
  type: 'eat';
}
export interface Pass {
  type: 'pass';
}
export interface Catch {
  type: 'catch';
}
export interface Answered {
  answer: (ContinueDrawing | SetMinimum | Discard | Win | Pong | Open | Eat | Pass | Catch) | null;
  seat: number;
  type: 'answered';
}
export interface BeCaught {
  points: number;
  type: 'be_caught';
}
export interface CardDrawn {
  card: number | null;
  seat: number;
  type: 'card_drawn';
}
export interface CardGroup {
  cards: number[];
  points?: number;
  way: string;
}
export interface CardPutOut {
  card: number;
  drawn: boolean;
  seat: number;
  type: 'card_put_out';
}
export interface CardsDealt {
  hands: (number[] | null)[];
  type: 'cards_dealt';
}
export interface CatchesClosed {
  points: number;
  seat: number;
  type: 'catches_closed';
}
export interface Catching {
  answered?: number[];
  card: number;
  seat: number;
  type: 'catching';
  waiting: number[];
}
export interface Claim {
  action: ContinueDrawing | SetMinimum | Discard | Win | Pong | Open | Eat | Pass | Catch;
  breaks?: CardGroup[];
  brings: number;
}
export interface Claiming {
  answered?: number[];
  by: number;
  card: number;
  drawn: boolean;
  type: 'claiming';
  waiting: number[];
}
export interface ClaimsClosed {
  declined: (boolean | null)[];
  taken: boolean;
  type: 'claims_closed';
}
export interface Dealing {
  type: 'dealing';
}
export interface Discarding {
  seat: number;
  type: 'discarding';
}
export interface Drawing {
  seat: number;
  type: 'drawing';
}
export interface PhaseBegan {
  phase: Minimum | Dealing | Opening | Discarding | Claiming | Catching | Drawing | Looking | Over;
  type: 'phase_began';
}
export interface Minimum {
  type: 'minimum';
}
export interface Opening {
  answered?: number[];
  type: 'opening';
  waiting: number[];
}
export interface Looking {
  seat: number;
  type: 'looking';
}
export interface Over {
  card?: number | null;
  payer?: number | null;
  reason: 'deal' | 'discard' | 'empty' | 'self_drawn';
  type: 'over';
  winners?: Winner[];
}
export interface Winner {
  hand: number[];
  laid: Meld[];
  melds: Meld[];
  points: number;
  seat: number;
}
export interface Meld {
  cards: number[] | null;
  way: 'dead' | 'dragon' | 'eat' | 'hand' | 'hide' | 'open' | 'pair' | 'pong' | 'three';
}
export interface MinimumSet {
  points: number;
  seat: number;
  type: 'minimum_set';
}
export interface ExtraDrawn {
  card: number | null;
  seat: number;
  type: 'extra_drawn';
}
export interface MeldsLaid {
  melds: Meld[];
  raised?: number | null;
  seat: number;
  type: 'melds_laid';
}
export interface OpeningPassed {
  type: 'opening_passed';
}
export interface HandWon {
  card?: number | null;
  payer?: number | null;
  reason: 'deal' | 'discard' | 'empty' | 'self_drawn';
  type: 'hand_won';
  winners: Winner[];
}
export interface StockEmpty {
  type: 'stock_empty';
}
export interface Hints {
  claims?: Claim[];
  groups: CardGroup[];
  laid?: number[];
  missing: number;
  points: number;
  ready?: ReadyDiscard[];
  waits?: Wait[];
}
export interface ReadyDiscard {
  discard: number;
  waits: Wait[];
}
export interface Wait {
  card: number;
  drawn: number | null;
  hand: number | null;
  own: number;
}
export interface LayMelds {
  melds: Meld[];
  raised?: number | null;
  type: 'lay_melds';
}
export interface PutOut {
  card: number;
  type: 'put_out';
}
export interface PublicState {
  caught?: number[];
  discards: number[][];
  melds: Meld[][];
  minimum?: number | null;
  sizes: number[];
  stock: number;
}
export interface Rules {
  banker_stays?: boolean;
  deal_points?: 'all' | 'fours_threes';
  drawer_eats?: boolean;
  false_eat?: 'caught' | 'refused';
  leavers_gain?: boolean;
  minimum_from?: number;
  minimum_step?: number;
  minimum_to?: number;
  players?: 2 | 3;
}
export interface SecretState {
  declined: (number[] | null)[];
  drawn?: number | null;
  hands: (number[] | null)[];
  hidden: (number[] | null)[];
  sealed: ((ContinueDrawing | SetMinimum | Discard | Win | Pong | Open | Eat | Pass | Catch) | null)[];
  stock: number[] | null;
}
export interface State {
  history?: PastAction[];
  match: ZiPaiMatch;
  phase: Minimum | Dealing | Opening | Discarding | Claiming | Catching | Drawing | Looking | Over;
  public: PublicState;
  secret: SecretState;
}
export interface ZiPaiMatch {
  banker?: number;
  hand?: number;
  points?: number[];
}
export const facts = { face_down: { dragon: 4, hide: 3 }, red: [1, 6, 9, 11, 16, 19] } as const;
