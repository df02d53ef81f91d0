/** Where a review comes from: a finished hand of the room, or a record file of the reader's own. */

import { api, type ReviewKind } from '../wire/api';
import type { HandReview, NewPractice, Replay, TableName, UploadedRecord } from '../wire/types';

export interface ReviewSource {
  readonly replay: () => Promise<Replay>;
  /** The review as far as it is known; asking starts it. */
  readonly review: (kind: ReviewKind) => Promise<HandReview>;
  /** Opens a table at which the hand goes on with bots. */
  readonly practise: (start: NewPractice) => Promise<TableName>;
}

/** The id of an uploaded hand: the server stores nothing of it, so it has no link. */
export const UPLOADED = 'upload';

/** The most characters that the server takes. */
export const LONGEST_FILE = 1 << 18;

const KEY = 'paiju:uploaded-record';

/** Keeps a record for the review page of this tab, over reloads too. */
export const keepUpload = (upload: UploadedRecord): void => sessionStorage.setItem(KEY, JSON.stringify(upload));

/** The record that was chosen last in this tab; empty if there is none. */
function keptUpload(): UploadedRecord {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? { record: '' } : (JSON.parse(kept) as UploadedRecord);
}

/** The source for the id in a review's address. */
export function sourceOf(id: string): ReviewSource {
  if (id !== UPLOADED) {
    return {
      replay: () => api.replay(id),
      review: (kind) => api.review(id, kind),
      practise: (start) => api.practise(id, start),
    };
  }
  const upload = keptUpload();
  return {
    replay: () => api.uploadReplay(upload),
    review: (kind) => api.uploadReview(upload, kind),
    practise: (start) => api.uploadPractise({ ...upload, start }),
  };
}
