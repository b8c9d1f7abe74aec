import { planned } from '../core/command.js';
import { RemoveLostGoogle } from '../features/security/recovery.commands.js';
import type { GoogleRemovalApproved } from '../features/security/recovery.events.js';
import type { Policy } from './policy.js';

/** Until then the person can stop it; what was stopped meanwhile is left alone by the command itself. */
export const whenRecoveryApprovedScheduleItsEffect: Policy = {
  name: 'when-recovery-approved-schedule-its-effect',
  realms: ['real'],
  eventTypes: ['GoogleRemovalApproved'],
  due: (event) => {
    const { userId, requestId, effectAt } = event.data as GoogleRemovalApproved;
    const command = planned(RemoveLostGoogle, { userId, requestId });
    return [{ id: `remove-google:${requestId}`, dueAt: effectAt, ...command }];
  },
};
