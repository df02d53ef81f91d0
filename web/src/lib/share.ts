/** Shares a link or a text: with the device's share sheet if it has one, else by copying it. */

import { copyText } from './clipboard';

export const hasSheet = (): boolean => typeof navigator.share === 'function';

/** Returns whether the link was copied and so has to be pasted somewhere. */
export async function shareLink(url: string, title: string): Promise<boolean> {
  if (!hasSheet()) return copyText(url);
  // Closing the sheet rejects the promise; that is no error.
  await navigator.share({ url, title }).catch(() => undefined);
  return false;
}

/** The same for a text with a link below it. */
export async function shareText(text: string, url: string): Promise<boolean> {
  if (!hasSheet()) return copyText(`${text}\n${url}`);
  await navigator.share({ text, url }).catch(() => undefined);
  return false;
}
