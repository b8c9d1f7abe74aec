import type { WalletEvent } from './wallet.events.js';
import type { FactsOf } from '../../core/event.js';
import { plain, sentencesOf, type Timeline } from '../../core/timeline.js';

/** Wallets to log in with. */
export const walletTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<WalletEvent>>('account', {
    WalletBound: plain('wallet-bound'),
    WalletUnbound: plain('wallet-unbound'),
  }),
  streams: ['wallet'],
};
