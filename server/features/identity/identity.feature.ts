import type { AccountGate } from '../../core/account-gate.js';
import { ofPersons, ofHouse, type Feature } from '../../policies/feature.js';
import { documentKind, identityKind } from './identity.decider.js';
import { identityEvents } from './identity.events.js';
import { identityHandlers } from './identity.handler.js';
import { identityProjection } from './identity.projection.js';

export const identityFeature = {
  name: 'identity',
  events: identityEvents,
  streams: [...ofPersons(identityKind), ...ofHouse(documentKind)],
  projections: [identityProjection],
  handlers: ({ gate }: { readonly gate: AccountGate }) => identityHandlers(gate),
} satisfies Feature;
