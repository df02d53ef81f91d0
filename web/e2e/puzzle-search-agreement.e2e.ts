/** The browser's search against the server's solver: the winning actions along the main line of shipped puzzles. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { OfflineJudge } from '../src/puzzles/offlineJudge';
import type { PlayData } from '../src/wire/types';
import { casesOf } from './deepTests';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Prints every n-th shipped puzzle of Dou Dizhu, with the legal and the winning actions at each step of its main line. */
const SOLVED = `
import json, sys
import msgspec
from paiju.games.registry import game_of, ruleset
from paiju.puzzles import puzzles_of, shipped_puzzles
from paiju.solve.doudizhu import DouDizhuSolver, question_from_json
from paiju.solve.doudizhu.solution import action_text, side_name
for puzzle in shipped_puzzles("doudizhu")[:: int(sys.argv[1])]:
    game = game_of(ruleset(puzzle.rules))
    solver = DouDizhuSolver(game)
    family = puzzles_of(puzzle.rules)
    steps = []
    for step in family.replay(puzzle):
        position = question_from_json(game.compiled, step.position)
        solution = solver.solve(position)
        own = side_name(position.turn == position.landlord)
        legal = [action_text(action) for action in position.legal(game.compiled)]
        steps.append({"legal": legal, "winning": list(solution.winning) if solution.winner == own else []})
    table = msgspec.to_builtins(family.play_data(puzzle))
    print(json.dumps({"id": puzzle.id, "seat": puzzle.seat, "table": table, "line": puzzle.line, "steps": steps}))
`;

interface Solved {
  readonly id: string;
  readonly seat: number;
  readonly table: PlayData;
  readonly line: readonly string[];
  readonly steps: readonly { readonly legal: readonly string[]; readonly winning: readonly string[] }[];
}

function solvedPuzzles(every: number): Solved[] {
  const python = join(ROOT, '.venv', 'bin', 'python');
  const output = execFileSync(python, ['-c', SOLVED, String(every)], { maxBuffer: 1 << 28, encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Solved);
}

const textsOf = (steps: readonly { readonly text: string }[]): string[] => steps.map(({ text }) => text).sort();

test.each(casesOf([40], [1]))('the search finds the winning actions of every %i. shipped puzzle', (every) => {
  const puzzles = solvedPuzzles(every);
  expect(puzzles.length).toBeGreaterThan(5);
  for (const { id, seat, table, line, steps } of puzzles) {
    const judge = new OfflineJudge(table, seat);
    for (const [at, { legal, winning }] of steps.entries()) {
      const played = line.slice(0, at);
      expect(textsOf(judge.actionsAfter(played)), id).toEqual([...legal].sort());
      expect(textsOf(judge.winningAfter(played)), `${id} ${at}`).toEqual([...winning].sort());
    }
  }
});
