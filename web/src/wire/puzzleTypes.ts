// TEMPORARY: replaced by the generated types.
import type { Reading, TranslatableText, Zone } from './types';

export interface PlayTable {
  readonly hands: readonly string[];
  readonly sides: readonly number[];
  readonly out_at: readonly number[];
  readonly turn: number;
  readonly to_beat?: number | null;
  readonly by?: number | null;
  readonly classes: readonly { readonly category: string; readonly length: number; readonly bomb?: boolean }[];
  readonly plays: readonly (readonly [text: string, cards: string, type: number, strength: number, seats: number])[];
}
export interface PuzzleRating { number: number; deviation: number; tries: number; provisional?: boolean }
export interface PuzzleStats { tries?: number; solved_percent?: number | null; median_ms?: number | null }
export type PuzzleResult = '' | 'solved' | 'missed' | 'hint' | 'given_up';
export interface PuzzleCard {
  id: string; family: string; rules: string; title: Record<string, string>; goal: TranslatableText; hand: string;
  hands: number; rating: number; stats: PuzzleStats; result?: PuzzleResult;
}
export interface PuzzleFamily {
  family: string; daily?: PuzzleCard | null; rating?: PuzzleRating | null; count: number; tried?: number; missed?: number; own?: number;
  themes: { theme: string; count: number; left?: number }[];
}
export interface PuzzleHub { day: string; ends: number; families: PuzzleFamily[]; week: { day: string; done?: boolean }[] }
export interface PuzzlePosition { turn?: number | null; state: unknown; zones: Zone[]; roles?: string[]; legal?: Reading[] }
export interface PuzzleView {
  id: string; family: string; rules: string; title: Record<string, string>; seat: number; sides: number[];
  goal: TranslatableText; note?: TranslatableText | null; goal_kind: 'win' | 'waits' | 'points' | 'last_trick'; hands: number;
  rating: number; daily?: string; result?: PuzzleResult; stats: PuzzleStats; position: PuzzlePosition; table?: PlayTable | null;
}
export interface NextPuzzle { puzzle?: PuzzleView | null }
export interface PuzzleMove { seat: number; action: unknown; text: string; label: TranslatableText; position: PuzzlePosition }
export interface ActionValue { text: string; label: TranslatableText; right?: boolean; value: number; waits?: { card: string; unseen: number; points?: number }[] }
export interface MoveVerdict {
  right?: boolean; over?: boolean; solved?: boolean; move: PuzzleMove; answers?: PuzzleMove[]; reason?: TranslatableText | null;
  values?: ActionValue[];
}
export interface PuzzleHint { cards: string; label?: TranslatableText | null }
export interface PuzzleTry { id: string; puzzle: string; result: 'solved' | 'missed' | 'hint' | 'given_up'; first?: string; ms: number; at: number }
export interface TryResult { id: string; counted?: boolean; rating_before?: number | null; rating_after?: number | null; problem?: string }
export interface TryResults { tries: TryResult[]; ratings: Record<string, PuzzleRating> }
export interface SolutionMove extends PuzzleMove { right?: string[]; note?: TranslatableText | null }
export interface PuzzleSolution {
  themes: string[]; moves: SolutionMove[]; wrong?: number; values?: ActionValue[];
  others?: { text: string; label: TranslatableText; percent: number }[]; stats?: PuzzleStats | null;
  source: { kind: 'house' | 'hand'; hand?: string; record?: boolean; practice?: boolean };
}
export interface PuzzlePack { family: string; day: string; puzzles: { view: PuzzleView; solution: PuzzleSolution }[] }
