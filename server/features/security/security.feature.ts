import { ofPersons, type Feature } from '../../policies/feature.js';
import { recoveryEvents } from './recovery.events.js';
import { recoveryHandlers } from './recovery.handler.js';
import { securityKind } from './security.decider.js';
import { securityEvents } from './security.events.js';
import { securityHandlers } from './security.handler.js';

export const securityFeature = {
  name: 'security',
  events: [...securityEvents, ...recoveryEvents],
  streams: ofPersons(securityKind),
  handlers: () => [...securityHandlers, ...recoveryHandlers],
} satisfies Feature;
