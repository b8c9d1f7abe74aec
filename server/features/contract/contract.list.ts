import { z } from 'zod';
import { staffLiquidations, staffOpenInterest, staffPositions } from '../../../contracts/contract.calls.js';
import { POSITION_LABELS } from '../../../contracts/contract.contract.js';
import { LIQUIDATION_STEPS } from '../../../contracts/contract.staff.contract.js';
import { tradingRealm } from '../../../contracts/realm.contract.js';
import { staffList } from '../../engine/lists/staff-list.js';
import { tableList } from '../../engine/lists/table-list.js';
import { liquidations } from './liquidation.projection.js';
import { positions } from './position.projection.js';

const realm = tradingRealm.optional();
const symbol = z.string().max(24).optional();
const userId = z.string().max(64).optional();
const side = z.enum(['long', 'short']).optional();

/** In the underlying; a split makes what was opened so many new shares. */
const OPEN = 'opened_quantity - closed_quantity';
const text = (expression: string): string => `trim_scale(${expression})::text`;

/** `/staff/positions`, the newest first. */
export const positionList = tableList(staffPositions, positions, {
  filter: z.object({ realm, symbol, userId, side, label: z.enum(POSITION_LABELS).optional() }),
  defaultSort: ['openedAt', 'DESC'],
  readModels: ['positions'],
  sorts: ['openedAt', 'closedAt', 'entryNotional', 'margin', 'realised', 'fees', 'funding'],
  then: ['openedAt', 'ownerId', 'symbol', 'side', 'number'],
  columns: {
    id: `realm || ':' || owner_id || ':' || symbol || ':' || side || ':' || number`,
    quantity: text(OPEN),
  },
});

const of = (chosen: string, what: string): string => `coalesce(sum(${what}) FILTER (WHERE side = '${chosen}'), 0)`;
const BY_CONTRACT = `(SELECT realm, symbol, count(*) FILTER (WHERE side = 'long') AS long_count,
    count(*) FILTER (WHERE side = 'short') AS short_count, ${of('long', OPEN)} AS long_quantity,
    ${of('short', OPEN)} AS short_quantity, ${of('long', 'entry_notional')} AS long_notional,
    ${of('short', 'entry_notional')} AS short_notional, sum(margin) AS margin
  FROM positions WHERE lots > 0 GROUP BY realm, symbol) open_interest`;

/** `/staff/open-interest`: agents hold what users' longs and shorts leave. */
export const openInterestList = staffList(staffOpenInterest, {
  filter: z.object({ realm, symbol }),
  defaultSort: ['margin', 'DESC'],
  readModels: ['positions'],
  from: BY_CONTRACT,
  select: `realm || ':' || symbol AS id, realm, symbol, long_count::int AS "longCount", short_count::int AS "shortCount",
    ${text('long_quantity')} AS "longQuantity", ${text('short_quantity')} AS "shortQuantity",
    ${text('short_quantity - long_quantity')} AS "houseQuantity", ${text('long_notional')} AS "longNotional",
    ${text('short_notional')} AS "shortNotional", ${text('open_interest.margin')} AS margin`,
  orders: {
    id: ['realm', 'symbol'],
    margin: ['open_interest.margin', 'realm', 'symbol'],
    longCount: ['long_count', 'realm', 'symbol'],
    shortCount: ['short_count', 'realm', 'symbol'],
    longNotional: ['long_notional', 'realm', 'symbol'],
    shortNotional: ['short_notional', 'realm', 'symbol'],
  },
  where: { realm: 'realm', symbol: 'symbol' },
  ids: `realm || ':' || symbol`,
});

const count = (column: string): string => `nullif(${column}, '')::int`;

/** `/staff/liquidations`: a row is the event that it is of. */
export const liquidationList = tableList(staffLiquidations, liquidations, {
  filter: z.object({ realm, symbol, userId, side, step: z.enum(LIQUIDATION_STEPS).optional() }),
  defaultSort: ['at', 'DESC'],
  readModels: ['liquidations'],
  sorts: ['at'],
  then: ['realm', 'position'],
  columns: {
    id: `realm || ':' || position`,
    filledLots: count('filled_lots'),
    insuredLots: count('insured_lots'),
    agentLots: count('agent_lots'),
    deleveragedLots: count('deleveraged_lots'),
  },
});
