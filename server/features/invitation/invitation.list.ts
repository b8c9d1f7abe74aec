import { z } from 'zod';
import { staffInvitationDates, staffInvitationRewards } from '../../../contracts/invitation.calls.js';
import { INVITATION_STATUSES } from '../../../contracts/invitation.contract.js';
import { tableList } from '../../engine/lists/table-list.js';
import { invitationDates, invitationRewards } from './invitation-rewards.projection.js';

/** `/staff/invitation-rewards`, the newest first. */
export const invitationRewardList = tableList(staffInvitationRewards, invitationRewards, {
  filter: z.object({
    userId: z.string().max(64).optional(),
    date: z.string().max(10).optional(),
    status: z.enum(INVITATION_STATUSES).optional(),
  }),
  defaultSort: ['at', 'DESC'],
  readModels: ['invitation-rewards'],
  sorts: ['at', 'rewardUsdt', 'feesUsdt'],
  then: ['position', 'userId'],
  columns: { id: `user_id || ' ' || date` },
});

/** `/staff/invitation-dates`: each date in one row, the newest first. */
export const invitationDateList = tableList(staffInvitationDates, invitationDates, {
  filter: z.object({}),
  defaultSort: ['id', 'DESC'],
  readModels: ['invitation-rewards'],
  sorts: ['paidUsdt', 'heldUsdt'],
  then: ['date', 'realm'],
  columns: { id: 'date' },
});
