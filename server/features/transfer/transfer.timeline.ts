import type { TransferEvent } from './transfer.events.js';
import { sum, sentencesOf, type FactsOf, type Timeline } from '../../core/timeline.js';

/** Money moving within. */
export const transferTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<TransferEvent>>('money', {
    FundsTransferred: ({ from, to, ...data }) => ({
      sentence: 'funds-transferred',
      values: { from_space: from, to_space: to, ...sum(data) },
    }),
  }),
};
