import { followed, sentencesOf, type Timeline, type TimelineSentence } from '../../core/timeline.js';
import type { SupportFacts } from './support.events.js';

const step = (sentence: string, orderId: string, values: TimelineSentence['values'] = {}): TimelineSentence => ({
  sentence: `support-${sentence}`,
  values,
  orderId,
});

/** Conversations with support, without their words. */
export const supportTimeline: Timeline = {
  sentences: sentencesOf<SupportFacts>('account', {
    SupportOpened: ({ conversationId, topic: support_topic, policy }) =>
      step('opened', conversationId, { support_topic, ...followed(policy) }),
    SupportMessageSent: ({ conversationId, from }) => step(`message-${from}`, conversationId),
    SupportMessagesRead: ({ conversationId, by }) => step(`read-${by}`, conversationId),
    SupportTaken: ({ conversationId }) => step('taken', conversationId),
    SupportReleased: ({ conversationId }) => step('released', conversationId),
    SupportClosed: ({ conversationId, by }) => step(`closed-${by}`, conversationId),
    SupportRated: ({ conversationId, rating }) => step('rated', conversationId, { rating }),
  }),
  streams: ['support'],
};
