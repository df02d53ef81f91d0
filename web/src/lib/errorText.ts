import type { Words } from '../i18n/languages';
import { tell } from '../i18n/serverMessages';
import { ApiError } from '../wire/api';

/** Why something failed, for people; ``words`` are those of the family that it is about. */
export const reason = (error: unknown, words: Words = {}): string =>
  error instanceof ApiError ? tell(error.problem.words, { words, names: [], you: null }) : String(error);

/** The field of a form that the server did not take; empty: it is not about one. */
export const fieldOf = (error: unknown): string =>
  error instanceof ApiError ? (error.problem.args?.['field'] ?? '') : '';
