/** Focus handling for keyboard and screen reader users: focus is never lost, and returns when a dialog closes. */

import type { Attachment } from 'svelte/attachments';

const isGone = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled');
const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** An element that moves within the page is removed first, and loses focus by that. */
const tookOut =
  (element: HTMLElement) =>
  ({ removedNodes }: MutationRecord): boolean =>
    [...removedNodes].some((node) => node.contains(element));

/**
 * Calls `refuge` when the focused element inside disappears: a button that was used, a card that was played. An element
 * that only moves, as in sorting, keeps focus.
 */
export function keepFocus(refuge: () => void): Attachment<HTMLElement> {
  return (root) => {
    let focused: HTMLElement | null = null;
    const note = ({ target }: FocusEvent): void => {
      focused = target as HTMLElement;
    };
    const look = (changes: readonly MutationRecord[]): void => {
      if (focused === null || !(isNowhere() || document.activeElement === focused)) return;
      if (isGone(focused)) {
        focused = null;
        refuge();
      } else if (isNowhere() && changes.some(tookOut(focused))) focused.focus({ preventScroll: true });
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

/** Moves focus into an element that opens over the page, and back when it closes. */
export const borrowsFocus: Attachment<HTMLElement> = (node) => {
  const before = document.activeElement;
  node.tabIndex = -1;
  node.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement && (isNowhere() || node.contains(document.activeElement))) before.focus();
  };
};
