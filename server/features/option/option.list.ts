import { z } from 'zod';
import { staffOptionExposures, staffOptionHouse, staffOptions } from '../../../contracts/option.calls.js';
import { OPTION_DELIVERIES, OPTION_DIRECTIONS, OPTION_STATUSES } from '../../../contracts/option.contract.js';
import { tradingRealm } from '../../../contracts/realm.contract.js';
import { tableList } from '../../engine/lists/table-list.js';
import { optionExposures, optionHouse, options } from './option.projection.js';

const realm = tradingRealm.optional();
const symbol = z.string().max(24).optional();

const optionFilter = z.object({
  realm,
  symbol,
  userId: z.string().max(64).optional(),
  direction: z.enum(OPTION_DIRECTIONS).optional(),
  delivery: z.enum(OPTION_DELIVERIES).optional(),
  status: z.enum(OPTION_STATUSES).optional(),
});

/** `/staff/options`, the newest first. */
export const optionList = tableList(staffOptions, options, {
  filter: optionFilter,
  defaultSort: ['boughtAt', 'DESC'],
  readModels: ['options'],
  sorts: ['boughtAt', 'settlesAt', 'settledAt', 'stake'],
  then: ['position', 'optionId'],
  columns: { id: 'option_id' },
});

const ID = `realm || ':' || symbol || ':' || settles_at`;

/** `/staff/option-exposures`: the minutes that settle last come first. */
export const optionExposureList = tableList(staffOptionExposures, optionExposures, {
  filter: z.object({ realm, symbol, open: z.boolean().optional() }),
  defaultSort: ['settlesAt', 'DESC'],
  readModels: ['options'],
  sorts: ['settlesAt', 'openCount', 'riseUsdt', 'fallUsdt', 'payoutUsdt', 'stakedUsdt'],
  then: ['settlesAt', 'symbol', 'realm'],
  where: { open: (open) => (open ? 'open_count > 0' : undefined) },
  columns: { id: ID },
});

/** `/staff/option-house`: a row a realm. */
export const optionHouseList = tableList(staffOptionHouse, optionHouse, {
  filter: z.object({ realm }),
  defaultSort: ['id', 'ASC'],
  readModels: ['options'],
  sorts: [],
  then: ['realm'],
  columns: { id: 'realm' },
});
