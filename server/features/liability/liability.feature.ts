import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { ofHouse, type Feature } from '../../engine/feature.js';
import { liabilitiesKind } from './liability.decider.js';
import { liabilityEvents } from './liability.events.js';
import { liabilityHandlers } from './liability.handler.js';

export const liabilityFeature = {
  name: 'liability',
  events: liabilityEvents,
  streams: ofHouse(liabilitiesKind),
  handlers: ({ rules }: { readonly rules: PolicySource<KnownPolicies> }) => liabilityHandlers(rules),
  module: async () => (await import('./liability.module.js')).LiabilityModule,
} satisfies Feature;
