import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { conversionKind, conversionTimetable } from './conversion.decider.js';
import { conversionEvents } from './conversion.events.js';
import { conversionHandlers } from './conversion.handler.js';
import { conversionOwned } from './conversion.owned.js';
import { conversionReactions } from './conversion.reactions.js';
import { conversionTimeline } from './conversion.timeline.js';

export const conversionFeature = {
  name: 'conversion',
  events: conversionEvents,
  streams: ofPersons(conversionKind),
  timetable: conversionTimetable,
  timeline: conversionTimeline,
  owned: () => conversionOwned,
  handlers: ({ gate }: { readonly gate: AccountGate }) => conversionHandlers(gate),
  reactions: () => conversionReactions,
  module: async () => (await import('./conversion.module.js')).ConversionModule,
  simulation: () => import('./conversion.simulation.js'),
} satisfies Feature;
