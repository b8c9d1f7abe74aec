import type { AccountGate } from '../../core/account-gate.js';
import { ofPersons, type Feature } from '../../policies/feature.js';
import { riskKind, riskTimetable } from './risk.decider.js';
import { riskEvents } from './risk.events.js';
import { riskHandlers } from './risk.handler.js';

export const riskFeature = {
  name: 'risk',
  events: riskEvents,
  streams: ofPersons(riskKind),
  timetable: riskTimetable,
  handlers: ({ gate }: { readonly gate: AccountGate }) => riskHandlers(gate),
} satisfies Feature;
