import { stoodBy } from '../../core/person-facts.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import type { SessionEnds } from '../../core/ports/logins.js';
import type { SecondFactor } from '../../core/ports/second-factor.js';
import { recoveryTimetable } from './recovery.decider.js';
import { recoveryEvents } from './recovery.events.js';
import { recoveryHandlers } from './recovery.handler.js';
import { securityKind } from './security.decider.js';
import { securityEvents } from './security.events.js';
import { securityHandlers } from './security.handler.js';
import { securityTimeline } from './security.timeline.js';
import { securityReactions } from './security.reactions.js';
import { securityNotifications } from './security.notifications.js';

export const securityFeature = {
  name: 'security',
  events: [...securityEvents, ...recoveryEvents],
  streams: ofPersons(securityKind),
  timetable: recoveryTimetable,
  timeline: securityTimeline,
  stood: [
    stoodBy(securityKind, ({ google, trade, questions }) => ({
      factors: [
        { factor: 'google', isSet: google !== null, since: google?.secret.at ?? null },
        { factor: 'trade-password', isSet: trade !== null, since: trade?.at ?? null },
        { factor: 'questions', isSet: questions !== null, since: questions?.at ?? null },
      ],
    })),
  ],
  notifications: securityNotifications,
  handlers: () => [...securityHandlers, ...recoveryHandlers],
  reactions: ({ factors, sessions }: { readonly factors: SecondFactor; readonly sessions: SessionEnds }) =>
    securityReactions(factors, sessions),
  module: async () => (await import('./security.module.js')).SecurityModule,
  redecision: () => import('./security.redecision.js'),
  simulation: () => import('./security.simulation.js'),
} satisfies Feature;
