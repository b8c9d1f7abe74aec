import { planned } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import { isRefusal, Refused } from '../core/refusal.js';
import type { Effects, Reaction } from '../engine/reactions/reaction.js';
import { ScreenReview } from './review.commands.js';
import type { ReviewAnswered, ReviewOpened } from './review.events.js';
import type { ReviewKinds } from './review-kind.js';
import { readFactsOf } from './review-read-facts.js';

export function reviewReactions(kinds: ReviewKinds): readonly Reaction[] {
  const screen = async ({ data }: RecordedEvent<string, ReviewOpened | ReviewAnswered>): Promise<Effects> => {
    const { requestId, kind: name, userId } = data;
    const kind = kinds.find(name);
    const details = await kind?.details({ requestId, userId });
    if (kind === undefined || details === undefined) return {};
    if (!isRefusal(details)) {
      const { signals, rules } = readFactsOf(details, kind);
      return { commands: [planned(ScreenReview, { requestId, signals, rules })] };
    }
    if (details.refusal === 'request.unavailable') throw new Refused(requestId, details);
    // The person is erased, or cancelled the request: nothing to do.
    return {};
  };
  return [
    {
      // The list shows what the rules warn of before the first reviewer has read a request.
      name: 'when-review-opened-screen-it',
      realms: ['real'],
      on: { ReviewOpened: screen, ReviewAnswered: screen },
    },
  ];
}
