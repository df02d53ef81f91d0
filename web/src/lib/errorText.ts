import type { Catalogue } from '../i18n/languages';
import { renderMessage } from '../i18n/serverMessages';
import { ApiError } from '../wire/api';

/** Why something failed, for people; ``words`` are those of the family that it is about. */
export const reason = (error: unknown, words: Catalogue = {}): string =>
  error instanceof ApiError ? renderMessage(error.problem.words, { words, names: [], you: null }) : String(error);

/** The field of a form that the server did not take; empty: it is not about one. */
export const fieldOf = (error: unknown): string =>
  error instanceof ApiError ? (error.problem.args?.['field'] ?? '') : '';
