import type { C2cChatFacts } from './c2c-chat.events.js';
import type { C2cFacts } from './c2c.events.js';
import { followed, sentencesOf, type TimelineSentence, type Timeline } from '../../core/timeline.js';
import { because } from '../../review/review.timeline.js';

const onC2c =
  (step: string) =>
  ({ orderId }: { readonly orderId: string }): TimelineSentence => ({ sentence: `c2c-${step}`, values: {}, orderId });

/** C2C orders. Reading a chat is no entry. */
export const c2cTimeline: Timeline = {
  sentences: sentencesOf<C2cFacts & Pick<C2cChatFacts, 'C2cMessageSent'>>('order', {
    C2cOrderPlaced: ({ orderId, amount, asset, payAmount: pay, currency, policy }) => ({
      sentence: 'c2c-placed',
      values: { amount, asset, pay, currency, ...followed(policy) },
      orderId,
    }),
    C2cOrderMatched: onC2c('matched'),
    C2cRemitted: onC2c('remitted'),
    C2cCompleted: onC2c('completed'),
    C2cRejected: ({ kind, reasons, orderId }) => ({
      sentence: 'c2c-rejected',
      values: because(kind, reasons),
      orderId,
    }),
    C2cAppealed: onC2c('appealed'),
    C2cExpired: onC2c('expired'),
    C2cReinstated: onC2c('reinstated'),
    C2cMessageSent: ({ orderId, from }) => ({ sentence: `c2c-message-${from}`, values: {}, orderId }),
  }),
  things: { table: 'c2c_orders', streams: `'c2c-' || o.order_id, 'c2cchat-' || o.order_id` },
  queues: { c2c: 'c2c' },
};
