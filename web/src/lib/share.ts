/** Shares a link or a text by the share sheet of the device. On a device without one, copies it instead. */

import { copyText } from './clipboard';

export const hasShareSheet = (): boolean => typeof navigator.share === 'function';

/** Shares a link. Returns true if it was copied instead of shared, so that the player has to paste it somewhere. */
export async function shareLink(url: string, title: string): Promise<boolean> {
  if (!hasShareSheet()) return copyText(url);
  // The promise is rejected when the player closes the sheet, which is not an error.
  await navigator.share({ url, title }).catch(() => undefined);
  return false;
}

/** Shares a text with a link below it. Returns true if it was copied instead of shared. */
export async function shareText(text: string, url: string): Promise<boolean> {
  if (!hasShareSheet()) return copyText(`${text}\n${url}`);
  await navigator.share({ text, url }).catch(() => undefined);
  return false;
}
