import { nextDue } from '../features/liability/liability.commands.js';
import type { Policy } from './policy.js';

/** One epoch schedules the next, by the rules that are in force by then. */
export const whenLiabilitiesFellDueScheduleTheNext: Policy = {
  name: 'when-liabilities-fell-due-schedule-the-next',
  realms: ['demo', 'real'],
  eventTypes: ['LiabilitiesDue'],
  due: (event, rules) => [nextDue(event.at, rules.inForce('liabilities.rules'))],
};
