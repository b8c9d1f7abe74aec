import { z } from 'zod';
import { staffAlerts } from '../../../contracts/alert.calls.js';
import { ALERT_KINDS, ALERT_STATUSES } from '../../../contracts/alert.contract.js';
import { tradingRealm } from '../../../contracts/realm.contract.js';
import { tableList } from '../../engine/lists/table-list.js';
import { alerts } from './alerts.projection.js';

const filter = z.object({
  realm: tradingRealm.optional(),
  userId: z.string().max(64).optional(),
  symbol: z.string().max(24).optional(),
  kind: z.enum(ALERT_KINDS).optional(),
  status: z.enum(ALERT_STATUSES).optional(),
});

/** `/staff/alerts`, the newest first, without the persons' notes. */
export const alertList = tableList(staffAlerts, alerts, {
  filter,
  defaultSort: ['createdAt', 'DESC'],
  readModels: ['alerts'],
  sorts: ['createdAt', 'endsAt', 'reachedAt'],
  then: ['position', 'alertId'],
  columns: { id: 'alert_id' },
});
