/** Keeps the focus for users of keyboards and screen readers: it is never lost, and it returns when a dialog closes. */

import type { Attachment } from 'svelte/attachments';

const isGone = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled');
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Returns a function that says whether a mutation removed the element. Moving an element within the page counts: it
 * removes the element for a moment, and the element loses the focus.
 */
const isRemovalOf =
  (element: HTMLElement) =>
  ({ removedNodes }: MutationRecord): boolean =>
    [...removedNodes].some((node) => node.contains(element));

/**
 * Calls `refuge` when the focused element disappears, such as a button that was pressed or a card that was played. An
 * element that only moves, as in sorting, keeps the focus.
 */
export function keepFocus(refuge: () => void): Attachment<HTMLElement> {
  return (root) => {
    let focused: HTMLElement | null = null;
    const rememberFocused = ({ target }: FocusEvent): void => {
      focused = target as HTMLElement;
    };
    const restoreFocus = (changes: readonly MutationRecord[]): void => {
      if (focused === null || !(isNowhere() || document.activeElement === focused)) return;
      if (isGone(focused)) {
        focused = null;
        refuge();
      } else if (isNowhere() && changes.some(isRemovalOf(focused))) focused.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(restoreFocus);
    watcher.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    root.addEventListener('focusin', rememberFocused);
    return () => {
      watcher.disconnect();
      root.removeEventListener('focusin', rememberFocused);
    };
  };
}

/** Moves the focus into an element that opens over the page, and returns the focus when the element closes. */
export const focusWhileOpen: Attachment<HTMLElement> = (node) => {
  const before = document.activeElement;
  node.tabIndex = -1;
  node.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement && (isNowhere() || node.contains(document.activeElement))) before.focus();
  };
};
