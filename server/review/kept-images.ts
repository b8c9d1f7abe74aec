import type { Clock } from '../core/clock.js';
import type { PolicySource } from '../core/ports/policy-source.js';
import type { PrivateImages } from '../core/ports/private-images.js';
import { isRefusal } from '../core/refusal.js';
import type { ReviewKinds } from './review-kind.js';
import type { ReviewQuery } from './review.query.js';

const HOUR_MS = 3_600_000;

interface Parts {
  readonly query: ReviewQuery;
  readonly kinds: ReviewKinds;
  readonly images: PrivateImages;
  readonly policies: PolicySource<{ 'identity.rules': { imagesWaitingHours: number } }>;
  readonly clock: Clock;
}

/**
 * Keeps the images of what was sent for review lately: a process that died between the answer and the keeping left
 * them as forgotten uploads, which are swept after `imagesWaitingHours`. However long the house stood still since, they are with
 * the last requests that it took. Keeping them again changes nothing. What fails for one request is thrown after the others were kept.
 */
export async function keepImages({ query, kinds, images, policies, clock }: Parts): Promise<void> {
  const failed: unknown[] = [];
  const { imagesWaitingHours } = policies.inForce('identity.rules').values;
  for (const { id, kind, userId } of await query.sentLately(clock.now(), imagesWaitingHours * HOUR_MS)) {
    try {
      const details = await kinds.find(kind)?.details({ requestId: id, userId });
      if (details === undefined || isRefusal(details)) continue;
      const sent = details.images.map((image) => image.id);
      await images.attach(userId, sent, id);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `of ${failed.length} requests`);
}
