import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { payeeKind } from './payee.decider.js';
import { payeeEvents } from './payee.events.js';
import { payeeHandlers } from './payee.handler.js';
import { payeesProjection } from './payees.projection.js';
import { payeeTimeline } from './payee.timeline.js';
import { payeeNotifications } from './payee.notifications.js';

export const payeeFeature = {
  name: 'payee',
  events: payeeEvents,
  streams: ofPersons(payeeKind),
  projections: [payeesProjection],
  timeline: payeeTimeline,
  finds: [
    {
      purpose: 'payee',
      readModel: 'payees',
      sql: 'SELECT user_id FROM saved_payees WHERE fingerprint = ANY ($1)',
    },
  ],
  notifications: payeeNotifications,
  handlers: ({ gate }: { readonly gate: AccountGate }) => payeeHandlers(gate),
  module: async () => (await import('./payee.module.js')).PayeeModule,
  redecision: () => import('./payee.redecision.js'),
  simulation: () => import('./payee.simulation.js'),
} satisfies Feature;
