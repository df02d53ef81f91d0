import { expect, test } from 'vitest';
import { housePlayers } from '../i18n/generated/about';
import { ANIMALS } from './animalFaces';
import { HOUSE_FACES } from './houseFaces';

type Point = readonly [x: number, y: number];

/** How many numbers each path command takes. */
const TAKES: Readonly<Record<string, number>> = { M: 2, L: 2, Q: 4, a: 7 };

const numbersIn = (text: string): number[] => (text.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);

/** The points of one closed part of a path, including a curve's control points. */
function pointsOf(part: string): Point[] {
  const points: Point[] = [];
  for (const [, command = '', rest = ''] of part.matchAll(/([a-y])([^a-z]*)/gi)) {
    const size = TAKES[command]!;
    const numbers = numbersIn(rest);
    expect(numbers.length % size).toBe(0);
    for (let from = 0; from < numbers.length; from += size) {
      const found = numbers.slice(from, from + size);
      if (command === 'a') {
        const [x, y] = points.at(-1)!;
        const [, ry = 0, , , sweep, across = 0, down] = found;
        // An oval is two half arcs from side to side; each passes over its top or its bottom.
        expect(down).toBe(0);
        points.push([x + across / 2, y - Math.sign(across) * (sweep ? 1 : -1) * ry], [x + across, y]);
      } else for (let at = 0; at < size; at += 2) points.push([found[at]!, found[at + 1]!]);
    }
  }
  return points;
}

/** Twice the enclosed area; positive if the path runs clockwise. */
const areaOf = (part: readonly Point[]): number =>
  part.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = part[(at + 1) % part.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

const spanOf = (part: readonly Point[], of: 0 | 1): [number, number] => {
  const all = part.map((point) => point[of]);
  return [Math.min(...all), Math.max(...all)];
};

const touches = (one: readonly Point[], other: readonly Point[]): boolean =>
  ([0, 1] as const).every((of) => {
    const [[from, to], [otherFrom, otherTo]] = [spanOf(one, of), spanOf(other, of)];
    return from < otherTo && otherFrom < to;
  });

const houseFaces = Object.values(HOUSE_FACES);
const drawn = new Set([
  ...ANIMALS.flatMap(({ drawn }) => drawn.map(([, path]) => path)),
  ...houseFaces.flatMap(({ behind, head, features, over }) =>
    [...behind, head, ...features, ...over].map(([, path]) => path),
  ),
]);

test.each([...drawn].filter((path) => path.lastIndexOf('M') > 0))(
  'no part of a face cuts a hole into another: %s',
  (path) => {
    const parts = path
      .split('M')
      .slice(1)
      .map((part) => pointsOf(`M${part}`));
    for (const [at, one] of parts.entries())
      for (const other of parts.slice(at + 1).filter((other) => touches(one, other)))
        expect(areaOf(one) * areaOf(other)).toBeGreaterThan(0);
  },
);

test('each house player has a face, and no two the same wood or the same outline', () => {
  const faces = Object.values(housePlayers).map(({ face }) => HOUSE_FACES[face]);
  expect(faces).toHaveLength(8);
  expect(new Set(faces.map((face) => face?.head[0])).size).toBe(8);
  expect(new Set(faces.map((face) => face?.head[1])).size).toBe(8);
  expect(Object.keys(HOUSE_FACES)).toHaveLength(8);
});
