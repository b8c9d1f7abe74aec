import { stoodBy } from '../../core/person-facts.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { riskClassAt, riskKind, riskTimetable } from './risk.decider.js';
import { riskEvents } from './risk.events.js';
import { riskHandlers } from './risk.handler.js';
import { riskTimeline } from './risk.timeline.js';
import { riskNotifications } from './risk.notifications.js';

export const riskFeature = {
  name: 'risk',
  events: riskEvents,
  streams: ofPersons(riskKind),
  timetable: riskTimetable,
  timeline: riskTimeline,
  stood: [stoodBy(riskKind, (state, at) => ({ riskClass: riskClassAt(state, at) }))],
  notifications: riskNotifications,
  handlers: ({ gate }: { readonly gate: AccountGate }) => riskHandlers(gate),
  module: async () => (await import('./risk.module.js')).RiskModule,
  redecision: () => import('./risk.redecision.js'),
} satisfies Feature;
