import { planned } from '../core/command.js';
import { EffectPolicy } from '../features/policy/policy.commands.js';
import type { PolicyScheduled } from '../features/policy/policy.events.js';
import type { Policy } from './policy.js';

/** What is taken back meanwhile is left alone by the command itself. */
export const whenPolicyScheduledScheduleItsEffect: Policy = {
  name: 'when-policy-scheduled-schedule-its-effect',
  realms: ['house'],
  eventTypes: ['PolicyScheduled'],
  due: (event) => {
    const { name, proposalId, effectiveFrom } = event.data as PolicyScheduled;
    const effect = planned(EffectPolicy, { name, proposalId });
    return [{ id: `effect-policy:${proposalId}`, dueAt: effectiveFrom, ...effect }];
  },
};
