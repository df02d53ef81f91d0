/**
 * The tips that a beginner has seen. Each tip is shown once, in one of the first hands. The server says which tip
 * applies.
 */

/** The number of hands with tips. */
export const HANDS = 3;

export interface SeenTips {
  /** The commitments of the hands with tips, and for each tip (by its key) the decision at which it was shown. */
  readonly hands: readonly string[];
  readonly seen: Readonly<Record<string, string>>;
}

export const NOTHING_SEEN: SeenTips = { hands: [], seen: {} };

/** Whether to show a tip at a decision, which is given by its hand and its number. */
export const isDue = ({ hands, seen }: SeenTips, key: string, hand: string, decision: number): boolean =>
  (hands.includes(hand) || hands.length < HANDS) && (seen[key] ?? `${hand}/${decision}`) === `${hand}/${decision}`;

/** What has been seen after a tip was shown at a decision. */
export const withTip = (memory: SeenTips, key: string, hand: string, decision: number): SeenTips => ({
  hands: memory.hands.includes(hand) ? memory.hands : [...memory.hands, hand],
  seen: { ...memory.seen, [key]: `${hand}/${decision}` },
});
