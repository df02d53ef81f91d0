/** Hands a link on: by the device's own sheet where it has one, else by the clipboard. */

import { copyText } from './clipboard';

export const hasSheet = (): boolean => typeof navigator.share === 'function';

/** Whether it was copied, and so has to be pasted somewhere. */
export async function shareLink(url: string, title: string): Promise<boolean> {
  if (!hasSheet()) return copyText(url);
  // Who closes the sheet has changed their mind.
  await navigator.share({ url, title }).catch(() => undefined);
  return false;
}
