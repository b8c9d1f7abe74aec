import type { TransferEvent } from './transfer.events.js';
import type { FactsOf } from '../../core/event.js';
import { sum, sentencesOf, type Timeline } from '../../core/timeline.js';

/** Money moving within. */
export const transferTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<TransferEvent>>('money', {
    FundsTransferred: ({ from, to, ...data }) => ({
      sentence: 'funds-transferred',
      values: { from_space: from, to_space: to, ...sum(data) },
    }),
  }),
};
