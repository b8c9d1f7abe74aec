import type { Notifications } from '../../core/notification.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import type { ReviewKinds } from '../../review/review-kind.js';
import { messageKind } from './message.decider.js';
import { messageEvents } from './message.events.js';
import { messageHandlers } from './message.handler.js';
import { messagesProjection } from './messages.projection.js';
import { messageReactions } from './message.reactions.js';

interface NotificationPorts {
  readonly notifications: readonly Notifications[];
  readonly kinds: ReviewKinds;
}

export const messageFeature = {
  name: 'message',
  events: messageEvents,
  streams: ofPersons(messageKind),
  projections: [messagesProjection],
  handlers: () => messageHandlers,
  reactions: ({ notifications, kinds }: NotificationPorts) => messageReactions(notifications, kinds),
  module: async () => (await import('./message.module.js')).MessageModule,
} satisfies Feature;
