import { ofPersons, type Feature } from '../../policies/feature.js';
import { messageKind } from './message.decider.js';
import { messageEvents } from './message.events.js';
import { messageHandlers } from './message.handler.js';
import { messagesProjection } from './messages.projection.js';

export const messageFeature = {
  name: 'message',
  events: messageEvents,
  streams: ofPersons(messageKind),
  projections: [messagesProjection],
  handlers: () => messageHandlers,
} satisfies Feature;
