import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonFields } from './envelope.contract.js';
import { tradingRealm } from './realm.contract.js';

export const getHousePositionsQuery = z.strictObject({ ...commonFields });

const sideQuantities = z.object({ users: z.string(), agents: z.string() });

const agentResults = {
  entryCost: z.string().describe('What the open shorts of users were sold for, less what their open longs cost.'),
  realisedPnl: z.string().describe('Of agents: what closed positions of users lost, less what the insurance fund got.'),
  funding: z.string().describe('What agents received of fundings and dividends; below zero they paid.'),
  shortfall: z.string().describe('What closed positions lost beyond their margins: agents bear it.'),
  fees: z.string().describe('What users paid on their fills, to the account of fees.'),
};

export const housePositionView = z
  .object({
    symbol: z.string(),
    long: sideQuantities.describe('In the underlying. Users and agents together are as much as on the short side.'),
    short: sideQuantities,
    openInterestMax: z
      .string()
      .nullable()
      .describe('The most that longs of users, or shorts of users, may hold together. `null`: no limit.'),
    markPrice: z.string().nullable().describe('`null` where the contract is not traded any more.'),
    notional: z.string().nullable().describe('What agents have open, at the mark price; never below zero.'),
    unrealisedPnl: z.string().nullable().describe('Of agents, at the mark price: the opposite of that of all users.'),
    ...agentResults,
  })
  .meta({
    id: 'HousePositionView',
    description: 'What users and agents have open in a contract. Quantities in the underlying, amounts in USDT.',
  });
export type HousePositionView = z.output<typeof housePositionView>;

export const housePositionsView = z
  .object({
    realm: tradingRealm,
    at: z.number().describe('The instant of the mark prices, milliseconds since the Unix epoch.'),
    contracts: z.array(housePositionView).describe('Those in which something is open, the largest notional first.'),
    over: z.object(agentResults).describe('Of all contracts in which nothing is open any more.'),
    totals: z.object({ ...agentResults, notional: z.string(), unrealisedPnl: z.string() }),
    ledger: z
      .object({ clearing: z.string(), agents: z.string() })
      .describe(
        'What `house/contract-clearing` and `house/contract-agents` hold in the ledger at the same event. It must be the total of `entryCost`; and realised PnL plus funding, less shortfall and entry cost.',
      ),
    proof: z
      .object({ position: z.number(), hash: z.string() })
      .describe('All of it follows from the history of the realm up to this event; its hash is 32 bytes in hex.'),
  })
  .meta({
    id: 'HousePositionsView',
    description:
      'What the agents hold who are on the other side of users in contracts. Amounts in USDT. It names nobody.',
  });
export type HousePositionsView = z.output<typeof housePositionsView>;

export const getHousePositions = defineCall({
  method: 'GET',
  path: 'web/getHousePositions',
  cost: 2,
  access: 'public',
  summary: 'Positions, funding and results of the agents in every contract, beside those of users.',
  input: getHousePositionsQuery,
  output: housePositionsView,
  refusals: ['request.unavailable'],
});
