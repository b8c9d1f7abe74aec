import { nextReconciliation } from '../features/reconciliation/reconciliation.commands.js';
import type { Policy } from './policy.js';

/** One day schedules the next; a run that staff asked for finds it scheduled already. */
export const whenReconciliationFellDueScheduleTheNext: Policy = {
  name: 'when-reconciliation-fell-due-schedule-the-next',
  realms: ['real'],
  eventTypes: ['ReconciliationDue'],
  due: (event) => [nextReconciliation(event.at)],
};
