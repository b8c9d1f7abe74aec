import { ofPersons, type Feature } from '../../policies/feature.js';
import { recoveryTimetable } from './recovery.decider.js';
import { recoveryEvents } from './recovery.events.js';
import { recoveryHandlers } from './recovery.handler.js';
import { securityKind } from './security.decider.js';
import { securityEvents } from './security.events.js';
import { securityHandlers } from './security.handler.js';

export const securityFeature = {
  name: 'security',
  events: [...securityEvents, ...recoveryEvents],
  streams: ofPersons(securityKind),
  timetable: recoveryTimetable,
  handlers: () => [...securityHandlers, ...recoveryHandlers],
} satisfies Feature;
