/** Reloads the page without the risk of a reload loop. */

const KEY = 'paiju.reloaded';

/** Reloads the page, unless the page of this version has already been reloaded in this tab. */
export function reloadOnce(version: number, reload: () => void = () => location.reload()): void {
  if (sessionStorage.getItem(KEY) === String(version)) return;
  sessionStorage.setItem(KEY, String(version));
  reload();
}
