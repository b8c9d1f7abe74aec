import { stoodBy } from '../../core/person-facts.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { walletKind } from './wallet.decider.js';
import { walletEvents } from './wallet.events.js';
import { walletHandlers } from './wallet.handler.js';
import { walletTimeline } from './wallet.timeline.js';
import { walletNotifications } from './wallet.notifications.js';

export const walletFeature = {
  name: 'wallet',
  events: walletEvents,
  streams: ofPersons(walletKind),
  timeline: walletTimeline,
  stood: [
    stoodBy(walletKind, ({ status }) => ({ factors: [{ factor: 'wallet', isSet: status === 'bound', since: null }] })),
  ],
  notifications: walletNotifications,
  handlers: () => walletHandlers,
  module: async () => (await import('./wallet.module.js')).WalletModule,
} satisfies Feature;
