import { z } from 'zod';
import {
  staffFundingRuns,
  staffInsurance,
  staffLiquidations,
  staffPositions,
} from '../../../contracts/contract.calls.js';
import { POSITION_LABELS } from '../../../contracts/contract.contract.js';
import { LIQUIDATION_STEPS } from '../../../contracts/contract.staff.contract.js';
import { tradingRealm } from '../../../contracts/realm.contract.js';
import { tableList } from '../../engine/lists/table-list.js';
import { fundingRuns } from './funding/funding-run.projection.js';
import { insuranceFund } from './liquidation/insurance.projection.js';
import { liquidations } from './liquidation/liquidation.projection.js';
import { positions } from './position/position.projection.js';

const realm = tradingRealm.optional();
const symbol = z.string().max(24).optional();
const userId = z.string().max(64).optional();
const side = z.enum(['long', 'short']).optional();

/** `/staff/positions`, the newest first. */
export const positionList = tableList(staffPositions, positions, {
  filter: z.object({ realm, symbol, userId, side, label: z.enum(POSITION_LABELS).optional() }),
  defaultSort: ['openedAt', 'DESC'],
  readModels: ['positions'],
  sorts: ['openedAt', 'closedAt', 'entryNotional', 'margin', 'realised', 'fees', 'funding'],
  then: ['openedAt', 'ownerId', 'symbol', 'side', 'number'],
  columns: {
    id: `realm || ':' || owner_id || ':' || symbol || ':' || side || ':' || number`,
    // In the underlying; a split makes what was opened so many new shares.
    quantity: 'trim_scale(opened_quantity - closed_quantity)::text',
  },
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

/** The append of a liquidation has its step first, and what it moved in the fund after that. */
const ofCause = (column: string): string => `(SELECT ${column} FROM liquidations cause
  WHERE insurance_fund.side <> '' AND cause.realm = insurance_fund.realm AND cause.position < insurance_fund.position
    AND cause.step = 'take-over' ORDER BY cause.position DESC LIMIT 1)`;

/** `/staff/insurance-fund`: what moved the fund, each with the liquidation behind it. */
export const insuranceList = tableList(staffInsurance, insuranceFund, {
  filter: z.object({ realm, symbol, side }),
  defaultSort: ['at', 'DESC'],
  readModels: ['insurance_fund', 'liquidations'],
  sorts: ['at'],
  then: ['realm', 'position'],
  columns: {
    id: `realm || ':' || position`,
    causeId: ofCause(`cause.realm || ':' || cause.position`),
    userId: ofCause('cause.user_id'),
  },
});

/** Who settles several fundings at once has posted all of them with the last. */
const POSTED_AT = `(SELECT min(later.posted_at) FROM funding_runs later WHERE later.realm = funding_runs.realm
  AND later.symbol = funding_runs.symbol AND later.due_at >= funding_runs.due_at AND later.posted_at > 0)`;

/** `/staff/funding-runs`, the newest first. */
export const fundingRunList = tableList(staffFundingRuns, fundingRuns, {
  filter: z.object({ realm, symbol, open: z.boolean().optional() }),
  defaultSort: ['dueAt', 'DESC'],
  readModels: ['funding-runs'],
  sorts: ['dueAt', 'positions', 'paid', 'received'],
  then: ['dueAt', 'realm', 'symbol'],
  where: { open: (open) => (open ? `${POSTED_AT} IS NULL` : undefined) },
  columns: {
    id: `realm || ':' || position`,
    postedAt: POSTED_AT,
    durationMs: `${POSTED_AT} - charged_at`,
    house: 'trim_scale(paid - received)::text',
  },
});
