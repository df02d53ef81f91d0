import { fill } from '../i18n/index.svelte';
import { find } from '../i18n/told';
import { ApiError } from '../wire/api';

/** Why something failed, for people. */
export function reason(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  const { kind, code, args = {} } = error.problem;
  return fill(find(`${kind}.${code}`) ?? code, args);
}

/** The field of a form that the server did not take; empty: it is not about one. */
export const fieldOf = (error: unknown): string =>
  error instanceof ApiError ? (error.problem.args?.['field'] ?? '') : '';
