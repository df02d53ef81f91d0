import { expect, test, vi } from 'vitest';
import type { Field } from './schemaFields';

vi.stubGlobal('localStorage', { getItem: () => '{"language":"en"}' });
vi.stubGlobal('navigator', { language: 'en' });
vi.stubGlobal('addEventListener', () => undefined);
const { isApplicable } = await import('./tableSettings');

const field = (name: string, usual: string | number, needs?: string): Field => ({
  name,
  kind: 'choice',
  choices: [],
  min: undefined,
  max: undefined,
  usual,
  needs,
});
const [claims, wait, reserve, turn] = [
  field('claims', 'quick', 'windows'),
  field('wait', 3, 'claims=quiet'),
  field('pace.reserve', 30, 'pace.turn'),
  field('pace.turn', 20),
];
const FIELDS = [claims, wait, reserve, turn];

test('a setting applies if the field it needs applies and has the needed value', () => {
  const [with_, without] = [{ windows: true }, { windows: false }] as never[];
  const isAsked = (one: Field, setup: object, ruleset: never): boolean => isApplicable(one, FIELDS, setup, ruleset);
  expect(isAsked(reserve, { pace: { turn: 0 } }, without!)).toBe(false);
  expect(isAsked(reserve, {}, without!)).toBe(true);
  expect(isAsked(wait, { claims: 'quiet' }, with_!)).toBe(true);
  expect(isAsked(wait, {}, with_!)).toBe(false);
  expect(isAsked(wait, { claims: 'quiet' }, without!)).toBe(false);
});
