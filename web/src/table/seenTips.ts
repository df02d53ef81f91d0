/** Which tips a beginner has seen: each once, in the first hands. The server says what there is to know. */

/** In how many hands there are tips. */
export const HANDS = 3;

export interface SeenTips {
  /** Commitments of the hands with tips, and the decision at which each tip was shown, by the tip's key. */
  readonly hands: readonly string[];
  readonly seen: Readonly<Record<string, string>>;
}

export const NOTHING_SEEN: SeenTips = { hands: [], seen: {} };

/** Whether to show a tip at a decision, which is named by its hand and number. */
export const isDue = ({ hands, seen }: SeenTips, key: string, hand: string, decision: number): boolean =>
  (hands.includes(hand) || hands.length < HANDS) && (seen[key] ?? `${hand}/${decision}`) === `${hand}/${decision}`;

/** What has been seen after a tip was shown. */
export const withTip = (memory: SeenTips, key: string, hand: string, decision: number): SeenTips => ({
  hands: memory.hands.includes(hand) ? memory.hands : [...memory.hands, hand],
  seen: { ...memory.seen, [key]: `${hand}/${decision}` },
});
