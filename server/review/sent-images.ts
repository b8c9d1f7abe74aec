import type { SentImagesSource } from '../core/ports/private-images.js';
import { isRefusal } from '../core/refusal.js';
import type { ReviewKinds } from './review-kind.js';
import type { ReviewQuery } from './review.query.js';
import { reviewsProjection } from './reviews.projection.js';

/** The images of what was sent for review lately, by the details of each kind. */
export function sentImages(query: ReviewQuery, kinds: ReviewKinds): SentImagesSource {
  const sent: SentImagesSource['sent'] = async (now, spanMs) => {
    const requests = await query.sentLately(now, spanMs);
    return requests.map(({ id: requestId, kind, userId }) => ({
      userId,
      requestId,
      async imageIds() {
        const details = await kinds.find(kind)?.details({ requestId, userId });
        return details === undefined || isRefusal(details) ? [] : details.images.map(({ id }) => id);
      },
    }));
  };
  return { projection: reviewsProjection.name, sent };
}
