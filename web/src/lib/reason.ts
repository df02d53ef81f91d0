import { problem } from '../i18n/words';
import { ApiError } from '../wire/api';

/** Why something failed, for people. */
export const reason = (error: unknown): string =>
  error instanceof ApiError ? problem(error.problem.code, error.problem.args ?? {}) : String(error);

/** The field of a form that the server did not take; empty: it is not about one. */
export const fieldOf = (error: unknown): string =>
  error instanceof ApiError ? (error.problem.args?.['field'] ?? '') : '';
