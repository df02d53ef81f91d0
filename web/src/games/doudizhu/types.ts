// Generated from the Python types by scripts/gen-wire: change those, then run `make gen`.

export type Action = ContinueDealing | Choose | Bid | ThrowAway | Play | Pass;
export type Event =
  | PhaseBegan
  | FirstChosen
  | CardsDealt
  | ChoiceSealed
  | HandsOpened
  | BidMade
  | LandlordCalled
  | LandlordRobbed
  | StakeKicked
  | LandlordSettled
  | BottomTaken
  | CardGiven
  | WildDrawn
  | CardsThrown
  | StakesDoubled
  | QuestionAnswered
  | CombinationPlayed
  | TurnPassed
  | HandsRevealed;
/**
 * @minItems 2
 * @maxItems 2
 */
export type PastAction = [number, Bid | Choose | Play | Pass];

export interface Everything {
  Action: Action;
  Asking: Asking;
  Automatic: Automatic;
  Bid: Bid;
  BidMade: BidMade;
  Bidding: Bidding;
  BottomTaken: BottomTaken;
  CardGiven: CardGiven;
  CardsDealt: CardsDealt;
  CardsThrown: CardsThrown;
  ChoiceSealed: ChoiceSealed;
  Choose: Choose;
  CombinationPlayed: CombinationPlayed;
  ContinueDealing: ContinueDealing;
  Deal: Deal;
  Dealing: Dealing;
  DouMatch: DouMatch;
  Doubling: Doubling;
  Event: Event;
  FirstChosen: FirstChosen;
  HandsOpened: HandsOpened;
  HandsRevealed: HandsRevealed;
  Kicking: Kicking;
  LandlordCalled: LandlordCalled;
  LandlordRobbed: LandlordRobbed;
  LandlordSettled: LandlordSettled;
  Opening: Opening;
  Outcome: Outcome;
  Over: Over;
  Pass: Pass;
  PastAction: PastAction;
  PhaseBegan: PhaseBegan;
  Play: Play;
  Playing: Playing;
  PublicState: PublicState;
  QuestionAnswered: QuestionAnswered;
  Robbing: Robbing;
  Rules: Rules;
  ScoreLine: ScoreLine;
  SecretState: SecretState;
  StakeKicked: StakeKicked;
  StakesDoubled: StakesDoubled;
  State: State;
  ThrowAway: ThrowAway;
  Throwing: Throwing;
  TurnPassed: TurnPassed;
  WildDrawn: WildDrawn;
}
export interface ContinueDealing {
  type: 'go_on';
}
export interface Choose {
  type: 'choose';
  what: string;
  yes: boolean;
}
export interface Bid {
  points: number;
  type: 'bid';
}
export interface ThrowAway {
  ranks: string;
  type: 'throw';
}
export interface Play {
  cards?: string | null;
  type: 'play';
  what: string;
}
export interface Pass {
  type: 'pass';
}
export interface Asking {
  left: number[];
  said: (boolean | null)[];
  type: 'asking';
  what: string;
}
export interface Automatic {
  type: 'automatic';
  what: string;
}
export interface BidMade {
  points: number;
  seat: number;
  type: 'bid_made';
}
export interface Bidding {
  bidder?: number | null;
  high?: number;
  once: boolean;
  passes?: number;
  said?: (number | null)[];
  spoken?: number;
  turn: number;
  type: 'bidding';
}
export interface BottomTaken {
  cards: string | null;
  open: boolean;
  seat: number;
  size: number;
  type: 'bottom_taken';
}
export interface CardGiven {
  card: string | null;
  giver: number;
  open: boolean;
  taker: number;
  type: 'card_given';
}
export interface CardsDealt {
  hands: (string | null)[];
  open?: number[];
  sizes: number[];
  type: 'cards_dealt';
}
export interface CardsThrown {
  cards: (string | null)[];
  factors: number[];
  open: number[];
  sizes: number[];
  type: 'cards_thrown';
}
export interface ChoiceSealed {
  choice: (ContinueDealing | Choose | Bid | ThrowAway | Play | Pass) | null;
  seat: number;
  type: 'sealed';
}
export interface CombinationPlayed {
  cards: string;
  seat: number;
  type: 'played';
  what: string;
}
export interface Deal {
  deck: number[];
  draws?: number[];
}
export interface Dealing {
  packet: number;
  type: 'dealing';
}
export interface DouMatch {
  double_above?: number;
  first?: number | null;
  hand?: number;
  points?: number[];
  purses?: number[] | null;
}
export interface Doubling {
  above?: number;
  barred?: number[];
  type: 'doubling';
  waiting: number[];
}
export interface PhaseBegan {
  phase: Dealing | Opening | Bidding | Robbing | Kicking | Automatic | Throwing | Doubling | Asking | Playing | Over;
  stage: number;
  type: 'phase_began';
}
export interface Opening {
  factor: number;
  type: 'opening';
  waiting: number[];
}
export interface Robbing {
  caller?: number | null;
  last?: number | null;
  left: number[];
  robs?: number;
  said?: string[];
  type: 'robbing';
}
export interface Kicking {
  left: number[];
  type: 'kicking';
}
export interface Throwing {
  type: 'throwing';
  waiting: number[];
}
export interface Playing {
  by: number | null;
  last: (string | null)[];
  made?: (string | null)[];
  passes: number;
  standing: string | null;
  turn: number;
  type: 'playing';
}
export interface Over {
  lay?: Playing | null;
  outcome: Outcome;
  type: 'over';
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
export interface FirstChosen {
  seat: number;
  type: 'first_chosen';
  upcard?: string | null;
}
export interface HandsOpened {
  factor: number;
  hands: string[];
  seats: number[];
  type: 'hands_opened';
}
export interface LandlordCalled {
  in_turn?: boolean;
  seat: number;
  type: 'called';
  yes: boolean;
}
export interface LandlordRobbed {
  seat: number;
  type: 'robbed';
  yes: boolean;
}
export interface StakeKicked {
  back?: boolean;
  seat: number;
  type: 'kicked';
  yes: boolean;
}
export interface LandlordSettled {
  base: number;
  forced?: boolean;
  robs?: number;
  seat: number;
  silent?: number[];
  type: 'landlord_settled';
}
export interface WildDrawn {
  number?: number;
  rank: number;
  type: 'wild_drawn';
}
export interface StakesDoubled {
  factors?: number[];
  seats: number[];
  type: 'doubled';
}
export interface QuestionAnswered {
  seat: number;
  type: 'answered';
  what: string;
  yes: boolean;
}
export interface TurnPassed {
  seat: number;
  type: 'passed';
}
export interface HandsRevealed {
  bottom: string | null;
  hands: string[];
  thrown: (string | null)[];
  type: 'hand_ended';
}
export interface PublicState {
  agreed?: [string, number[]][];
  base?: number;
  bombs?: string[];
  bottom?: string | null;
  counts: number[];
  double_factors?: number[];
  doubled: boolean[];
  first?: number | null;
  gifts_seen?: number[];
  kicked: boolean[];
  kicked_back?: boolean;
  landlord?: number | null;
  opened: number[];
  played: string[];
  plays: number[];
  robs?: number;
  second_wild?: number | null;
  silent?: number[];
  throw_factors: number[];
  thrown: number[];
  throws_seen: boolean[];
  upcard?: string | null;
  wild?: number | null;
}
export interface Rules {
  attach_both_jokers?: boolean;
  attach_singles?: boolean;
  attached?: 'loose' | 'strict';
  auction?: 'points_once' | 'points_open' | 'rob' | 'rob_duel' | 'rotating';
  bomb_doubles_from?: number;
  bottom_bonus?: boolean;
  bottom_bonuses?: 'highest' | 'multiplied';
  bottom_shown?: boolean;
  bottom_size?: number;
  decks?: 1 | 2;
  discard?: boolean;
  discard_factors?: 'highest' | 'multiplied';
  double?: boolean;
  draw_from_others?: boolean;
  escape?: 'hand' | 'none' | 'played_out' | 'standing';
  escape_factors?: 'letter' | 'loss';
  escape_to?: 'house' | 'others';
  first_bidder?: 'random' | 'rotate' | 'upcard';
  forced_bid?: boolean;
  hand_size?: number;
  kick?: boolean;
  kick_factor?: number;
  levels?: boolean;
  nobody_calls?: 'first' | 'redeal' | 'second';
  open_hand?: boolean;
  players?: 2 | 3 | 4;
  quad_with_two?: boolean;
  redouble?: boolean;
  rob_factors?: 'doubling' | 'listed';
  rob_order?: 'clockwise' | 'playing';
  second_wild?: boolean;
  spring?: boolean;
  stripped_ranks?: string;
  super_double?: boolean;
  wild?: boolean;
}
export interface SecretState {
  bottom?: string | null;
  deal: Deal | null;
  gave: (string | null)[];
  hands: (string | null)[];
  sealed: ((ContinueDealing | Choose | Bid | ThrowAway | Play | Pass) | null)[];
  threw: (string | null)[];
}
export interface State {
  history?: PastAction[];
  match: DouMatch;
  phase: Dealing | Opening | Bidding | Robbing | Kicking | Automatic | Throwing | Doubling | Asking | Playing | Over;
  public: PublicState;
  secret: SecretState;
  stage: number;
}
