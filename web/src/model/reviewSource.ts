/** The source of a review: a finished hand of the room, or a record file that the reader has uploaded. */

import { api, type ReviewKind } from '../wire/api';
import type { HandReview, NewPractice, Replay, TableName, UploadedRecord } from '../wire/types';

export interface ReviewSource {
  readonly replay: () => Promise<Replay>;
  /** The review as far as it is known. The first request starts the review. */
  readonly review: (kind: ReviewKind) => Promise<HandReview>;
  /** Opens a table at which the hand continues with bots. */
  readonly practise: (start: NewPractice) => Promise<TableName>;
}

/** The id of an uploaded hand in addresses. The server does not store uploaded hands, so they have no link to share. */
export const UPLOADED = 'upload';

/** The maximum number of characters of a record that the server accepts. */
export const LONGEST_FILE = 1 << 18;

const KEY = 'paiju:uploaded-record';

/** Stores a record for the review page of this tab. It survives a reload. */
export const storeUpload = (upload: UploadedRecord): void => sessionStorage.setItem(KEY, JSON.stringify(upload));

/** The record that was last chosen in this tab; empty if there is none. */
function storedUpload(): UploadedRecord {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? { record: '' } : (JSON.parse(kept) as UploadedRecord);
}

/** The source for the id in the address of a review. */
export function sourceOf(id: string): ReviewSource {
  if (id !== UPLOADED) {
    return {
      replay: () => api.replay(id),
      review: (kind) => api.review(id, kind),
      practise: (start) => api.practise(id, start),
    };
  }
  const upload = storedUpload();
  return {
    replay: () => api.uploadReplay(upload),
    review: (kind) => api.uploadReview(upload, kind),
    practise: (start) => api.uploadPractise({ ...upload, start }),
  };
}
