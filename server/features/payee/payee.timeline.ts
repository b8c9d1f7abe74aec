import type { PayeeEvent } from './payee.events.js';
import type { FactsOf } from '../../core/event.js';
import { followed, plain, sentencesOf, type Timeline } from '../../core/timeline.js';

/** Where money may go to. */
export const payeeTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<PayeeEvent>>('money', {
    PayeeAddressAdded: ({ currency, network, policy }) => ({
      sentence: 'payee-address-added',
      values: { asset: currency, network, ...followed(policy) },
    }),
    PayeeCardAdded: ({ policy }) => ({ sentence: 'payee-card-added', values: followed(policy) }),
    PayeeLabelled: plain('payee-labelled'),
    PayeeRemoved: ({ kind = 'any' }) => ({ sentence: `payee-removed-${kind}`, values: {} }),
    PaymentSettingsSet: plain('payment-settings-set'),
  }),
  streams: ['payee'],
};
