import { z } from 'zod';
import { staffNewCoin, staffNewCoins, staffSubscriptions } from '../../../contracts/subscription.calls.js';
import { NEW_COIN_STATUSES, SUBSCRIPTION_STATUSES } from '../../../contracts/subscription.contract.js';
import { staffNameOf } from '../../engine/lists/list-sql.js';
import { tableList } from '../../engine/lists/table-list.js';
import { newCoins, subscriptions } from './subscription.projection.js';
import { SHOWN_STATUS } from './subscription.shown.js';

/** `/staff/new-coins`, the latest listing first. */
export const newCoinList = tableList(
  staffNewCoins,
  newCoins,
  {
    filter: z.object({ coin: z.string().max(10).optional(), status: z.enum(NEW_COIN_STATUSES).optional() }),
    defaultSort: ['listsAt', 'DESC'],
    readModels: ['subscriptions'],
    sorts: ['listsAt', 'closesAt', 'proposedAt'],
    then: ['position', 'issueId'],
    columns: {
      id: 'issue_id',
      proposedByName: staffNameOf('proposed_by'),
      decidedByName: staffNameOf('decided_by'),
      openPrice: "nullif(open_price, '')",
    },
  },
  { rowCall: staffNewCoin },
);

/** `/staff/subscriptions`, the newest first. */
export const subscriptionList = tableList(staffSubscriptions, subscriptions, {
  filter: z.object({
    userId: z.string().max(64).optional(),
    coin: z.string().max(10).optional(),
    status: z.enum(SUBSCRIPTION_STATUSES).optional(),
  }),
  defaultSort: ['subscribedAt', 'DESC'],
  readModels: ['subscriptions'],
  sorts: ['subscribedAt', 'endedAt', 'coins'],
  then: ['position', 'subscriptionId'],
  columns: {
    id: 'subscription_id',
    status: SHOWN_STATUS,
    remainder: "coalesce(trim_scale(remainder)::text, '')",
  },
  where: { status: SHOWN_STATUS },
});
