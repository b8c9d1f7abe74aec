import type { SentImagesSource } from '../core/ports/private-images.js';
import { isRefusal } from '../core/refusal.js';
import type { ReviewKinds } from './review-kind.js';
import type { ReviewQuery } from './review.query.js';

/** The images of what was sent for review lately, by the details of each kind. */
export function sentImages(query: ReviewQuery, kinds: ReviewKinds): SentImagesSource {
  return async (now, spanMs) => {
    const sent = await query.sentLately(now, spanMs);
    return sent.map(({ id: requestId, kind, userId }) => ({
      userId,
      requestId,
      async imageIds() {
        const details = await kinds.find(kind)?.details({ requestId, userId });
        return details === undefined || isRefusal(details) ? [] : details.images.map(({ id }) => id);
      },
    }));
  };
}
