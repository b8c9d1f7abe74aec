import { z } from 'zod';
import { staffSupport } from '../../../contracts/support.calls.js';
import { tradingRealm } from '../../../contracts/realm.contract.js';
import { SUPPORT_STATUSES, SUPPORT_TOPICS } from '../../../contracts/support.contract.js';
import { staffNameOf } from '../../engine/lists/list-sql.js';
import { tableList } from '../../engine/lists/table-list.js';
import { supportConversations } from './support.projection.js';

const filter = z.object({
  status: z.enum(SUPPORT_STATUSES).optional(),
  topic: z.enum(SUPPORT_TOPICS).optional(),
  realm: tradingRealm.optional(),
  userId: z.string().max(64).optional(),
  staffId: z.string().max(64).optional(),
  /** Whether somebody of the staff has it. */
  taken: z.boolean().optional(),
});

const UNREAD = `(SELECT count(*)::int FROM support_messages m
  WHERE m.realm = support_conversations.realm AND m.conversation_id = support_conversations.conversation_id
    AND m.sender = 'person' AND m.unread)`;

/** `/staff/support`: those that wait first, and of them the oldest. */
export const supportList = tableList(
  staffSupport,
  supportConversations,
  {
    filter,
    defaultSort: ['place', 'ASC'],
    readModels: ['support'],
    sorts: ['openedAt', 'since'],
    orders: { place: ['place', 'since'] },
    then: ['conversationId'],
    columns: { id: 'conversation_id', takenBy: staffNameOf('support_conversations.staff_id'), unread: UNREAD },
    where: { taken: (taken) => `staff_id ${taken ? '<>' : '='} ''` },
  },
  { search: { rank: 8, filters: (q) => [{ id: [q] }], label: ({ topic }) => topic } },
);
