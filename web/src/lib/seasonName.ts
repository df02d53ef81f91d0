/** The name of a season, from an id such as `2026Q4`. */

import { t } from '../i18n/index.svelte';

export function seasonName(id: string): string {
  const [year = '', quarter = ''] = id.split('Q');
  return t('seasons.name', { year, number: quarter });
}
