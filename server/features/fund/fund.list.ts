import { z } from 'zod';
import { staffFundNavs, staffFundRequests } from '../../../contracts/fund.calls.js';
import { FUND_SIDES, FUND_STATUSES } from '../../../contracts/fund.contract.js';
import { FUND_LEVELS } from '../../../shared/fund.js';
import { tableList } from '../../engine/lists/table-list.js';
import { fundNavs, fundRequests } from './fund.projection.js';

/** `/staff/fund-requests`, the newest first. */
export const fundRequestList = tableList(staffFundRequests, fundRequests, {
  filter: z.object({
    userId: z.string().max(64).optional(),
    level: z.enum(FUND_LEVELS).optional(),
    side: z.enum(FUND_SIDES).optional(),
    status: z.enum(FUND_STATUSES).optional(),
  }),
  defaultSort: ['requestedAt', 'DESC'],
  readModels: ['fund'],
  sorts: ['requestedAt', 'endedAt'],
  then: ['position', 'requestId'],
  columns: { id: 'request_id' },
});

/** `/staff/fund-navs`: each value with what it follows from. */
export const fundNavList = tableList(staffFundNavs, fundNavs, {
  filter: z.object({ level: z.enum(FUND_LEVELS).optional() }),
  defaultSort: ['at', 'DESC'],
  readModels: ['fund'],
  sorts: ['at'],
  then: ['position', 'level'],
  columns: { id: `level || ' ' || date` },
});
