import type { Catalogue } from '../i18n/languages';
import { renderMessage } from '../i18n/serverMessages';
import { ApiError } from '../wire/api';

/** Why something failed, in the reader's language. `words` is the catalogue of the family that the error is about. */
export const reason = (error: unknown, words: Catalogue = {}): string =>
  error instanceof ApiError ? renderMessage(error.problem.words, { words }) : String(error);

/** The name of the form field that the server refused; empty if the error is not about a field. */
export const fieldOf = (error: unknown): string =>
  error instanceof ApiError ? (error.problem.args?.['field'] ?? '') : '';
