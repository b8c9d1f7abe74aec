import { planned } from '../core/command.js';
import { ScreenReview } from '../review/review.commands.js';
import type { ReviewAnswered, ReviewOpened } from '../review/review.events.js';
import type { Policy } from './policy.js';

/** The list shows what the rules warn of before the first reviewer has read a request. */
export const whenReviewOpenedScreenIt: Policy = {
  name: 'when-review-opened-screen-it',
  realms: ['real'],
  eventTypes: ['ReviewOpened', 'ReviewAnswered'],
  react: async (event, { signsOf }) => {
    const { requestId, kind, userId } = event.data as ReviewOpened | ReviewAnswered;
    const found = await signsOf({ requestId, kind, userId });
    // The person is erased, or took the request back: there is nothing to say.
    if (found === undefined) return {};
    return { commands: [planned(ScreenReview, { requestId, ...found })] };
  },
};
