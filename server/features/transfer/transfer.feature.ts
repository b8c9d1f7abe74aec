import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { transferKind } from './transfer.decider.js';
import { transferEvents } from './transfer.events.js';
import { transferHandlers } from './transfer.handler.js';
import { transferTimeline } from './transfer.timeline.js';

export const transferFeature = {
  name: 'transfer',
  events: transferEvents,
  streams: ofPersons(transferKind),
  timeline: transferTimeline,
  handlers: ({ gate }: { readonly gate: AccountGate }) => transferHandlers(gate),
  module: async () => (await import('./transfer.module.js')).TransferModule,
  simulation: () => import('./transfer.simulation.js'),
} satisfies Feature;
