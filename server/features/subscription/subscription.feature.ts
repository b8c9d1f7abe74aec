import { ofHouse, ofPersons, type Feature } from '../../engine/feature.js';
import { subscriptionAudit } from './subscription.check.js';
import { subscriptionEvents } from './subscription.events.js';
import { subscriptionHandlers, type SubscriptionPorts } from './subscription.handler.js';
import { newCoinList, subscriptionList } from './subscription.list.js';
import { subscriptionNotifications } from './subscription.notifications.js';
import { subscriptionOwned } from './subscription.owned.js';
import { subscriptionsProjection } from './subscription.projection.js';
import { subscriptionReactions } from './subscription.reactions.js';
import {
  newCoinKind,
  openSubscriptions,
  subscriptionKind,
  subscriptionTimetable,
  type SubscriptionState,
} from './subscription.state.js';
import { subscriptionTimeline } from './subscription.timeline.js';

export const subscriptionFeature = {
  name: 'subscription',
  events: subscriptionEvents,
  streams: [...ofPersons(subscriptionKind), ...ofHouse(newCoinKind)],
  projections: [subscriptionsProjection],
  historyAudit: subscriptionAudit,
  staffLists: [newCoinList, subscriptionList],
  timetable: subscriptionTimetable,
  timeline: subscriptionTimeline,
  notifications: subscriptionNotifications,
  principal: {
    kind: subscriptionKind,
    of: 'ownerId',
    principal: (state) => openSubscriptions(state as SubscriptionState),
  },
  owned: () => subscriptionOwned,
  handlers: (ports: SubscriptionPorts) => subscriptionHandlers(ports),
  reactions: () => subscriptionReactions,
  module: async () => (await import('./subscription.module.js')).SubscriptionModule,
  redecision: () => import('./subscription.redecision.js'),
  simulation: () => import('./subscription.simulation.js'),
} satisfies Feature;
