/** A reload that cannot loop. */

const KEY = 'paiju.reloaded';

/** Reloads the page, unless this version of it has already reloaded in this tab. */
export function reloadOnce(version: number, reload: () => void = () => location.reload()): void {
  if (sessionStorage.getItem(KEY) === String(version)) return;
  sessionStorage.setItem(KEY, String(version));
  reload();
}
