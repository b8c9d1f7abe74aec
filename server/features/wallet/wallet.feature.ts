import { ofPersons, type Feature } from '../../policies/feature.js';
import { walletKind } from './wallet.decider.js';
import { walletEvents } from './wallet.events.js';
import { walletHandlers } from './wallet.handler.js';

export const walletFeature = {
  name: 'wallet',
  events: walletEvents,
  streams: ofPersons(walletKind),
  handlers: () => walletHandlers,
} satisfies Feature;
