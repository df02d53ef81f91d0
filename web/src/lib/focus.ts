/** Focus for those who play by keys or by ear: never lost, lent and given back. */

import type { Attachment } from 'svelte/attachments';

const isGone = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled');
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Goes to `refuge` when what has the focus within goes away: a button that has been answered, a card that was played. */
export function keepsFocus(refuge: () => void): Attachment<HTMLElement> {
  return (root) => {
    let held: HTMLElement | null = null;
    const note = ({ target }: FocusEvent): void => {
      held = target as HTMLElement;
    };
    const look = (): void => {
      if (held === null || !isGone(held) || !(isNowhere() || document.activeElement === held)) return;
      held = null;
      refuge();
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
