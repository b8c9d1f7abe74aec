import type { WalletEvent } from './wallet.events.js';
import { plain, sentencesOf, type FactsOf, type Timeline } from '../../core/timeline.js';

/** Wallets to log in with. */
export const walletTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<WalletEvent>>('account', {
    WalletBound: plain('wallet-bound'),
    WalletUnbound: plain('wallet-unbound'),
  }),
  streams: ['wallet'],
};
