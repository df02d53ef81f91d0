/** Focus for those who play by keys or by ear: never lost, lent and given back. */

import type { Attachment } from 'svelte/attachments';

const isGone = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled');
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** What is put elsewhere in the page is taken out first, and loses the focus by that. */
const tookOut =
  (element: HTMLElement) =>
  ({ removedNodes }: MutationRecord): boolean =>
    [...removedNodes].some((node) => node.contains(element));

/** Goes to `refuge` when what has the focus within goes away: a button that has been answered, a card that was played.
 * What is only moved, as cards are when they are sorted, keeps it. */
export function keepsFocus(refuge: () => void): Attachment<HTMLElement> {
  return (root) => {
    let held: HTMLElement | null = null;
    const note = ({ target }: FocusEvent): void => {
      held = target as HTMLElement;
    };
    const look = (changes: readonly MutationRecord[]): void => {
      if (held === null || !(isNowhere() || document.activeElement === held)) return;
      if (isGone(held)) {
        held = null;
        refuge();
      } else if (isNowhere() && changes.some(tookOut(held))) held.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(look);
    watcher.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    root.addEventListener('focusin', note);
    return () => {
      watcher.disconnect();
      root.removeEventListener('focusin', note);
    };
  };
}

/** Something that opens over the page takes the focus, and gives it back when it closes. */
export const borrowsFocus: Attachment<HTMLElement> = (node) => {
  const before = document.activeElement;
  node.tabIndex = -1;
  node.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement && (isNowhere() || node.contains(document.activeElement))) before.focus();
  };
};
