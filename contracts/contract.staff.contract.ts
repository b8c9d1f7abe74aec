import { z } from 'zod';
import { POSITION_LABELS } from './contract.contract.js';
import { tradingRealm } from './realm.contract.js';

const instant = z.number();
const side = z.enum(['long', 'short']);

/** The steps of a liquidation, and what it does to the other side. */
export const LIQUIDATION_STEPS = ['cancel-orders', 'reduce', 'take-over', 'deleveraged'] as const;
export type LiquidationStepName = (typeof LIQUIDATION_STEPS)[number];

export const staffPositionRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    userId: z.string(),
    ownerId: z.string(),
    symbol: z.string(),
    side,
    label: z.enum(POSITION_LABELS),
    openedAt: instant,
    closedAt: instant.nullable(),
    quantity: z.string().describe('What is open, in the underlying.'),
    entryNotional: z.string(),
    margin: z.string(),
    realised: z.string().describe('Of closed lots, before fees and funding.'),
    fees: z.string(),
    funding: z.string().describe('Paid so far; negative where it received. Dividends count.'),
  })
  .meta({ id: 'StaffPositionRow', description: 'A position of any account. Amounts in USDT, decimal strings.' });
export type StaffPositionRow = z.output<typeof staffPositionRow>;

/** What the console narrows these answers by. */
const narrowed = { realm: tradingRealm.optional(), symbol: z.string().max(24).optional() };

export const openInterestQuery = z.object(narrowed);

export const staffOpenInterestRow = z
  .object({
    realm: z.string(),
    symbol: z.string(),
    markPrice: z.string().nullable().describe('`null` before its market has opened.'),
    longCount: z.number(),
    shortCount: z.number(),
    longQuantity: z.string().describe('In the underlying.'),
    shortQuantity: z.string(),
    houseQuantity: z.string().describe('What agents hold: shorts less longs of users. Below zero they are short.'),
    longNotional: z.string().nullable().describe('At the mark price, in USDT; `null` without one.'),
    shortNotional: z.string().nullable(),
    houseNotional: z.string().nullable().describe('Below zero where agents are short.'),
    margin: z.string(),
    capQuantity: z.string().nullable().describe('The most that users may have open on a side; `null` without a cap.'),
    capUsed: z
      .string()
      .nullable()
      .describe('Of the fuller side, orders that wait to open included: a share of the cap.'),
  })
  .meta({ id: 'StaffOpenInterestRow', description: 'What users and the house have open in a contract.' });
export type StaffOpenInterestRow = z.output<typeof staffOpenInterestRow>;

export const staffOpenInterestView = z
  .object({ at: instant, rows: z.array(staffOpenInterestRow).describe('The one with the most margin first.') })
  .meta({ id: 'StaffOpenInterestView', description: 'What users and the house have open, by contract.' });
export type StaffOpenInterestView = z.output<typeof staffOpenInterestView>;

export const liquidationRiskQuery = z.object({
  ...narrowed,
  count: z.coerce.number().int().min(1).max(200).default(50),
});

export const staffRiskRow = z
  .object({
    realm: z.string(),
    userId: z.string(),
    ownerId: z.string(),
    symbol: z.string(),
    side,
    leverage: z.number(),
    quantity: z.string().describe('In the underlying.'),
    notional: z.string().describe('At the mark price.'),
    markPrice: z.string(),
    liquidationPrice: z.string(),
    distance: z
      .string()
      .describe('From the mark to the liquidation price, as a share of the mark. Below zero it is reached.'),
    riskRate: z
      .string()
      .nullable()
      .describe('A share: at 1 it is liquidated. `null` where nothing is left of its margin.'),
    margin: z.string(),
    marginBalance: z.string(),
    maintenanceMargin: z.string(),
    unrealisedPnl: z.string(),
    deleveraging: z.number().nullable().describe('The fifth of its side, from 1 to 5: 5 is deleveraged first.'),
  })
  .meta({ id: 'StaffRiskRow', description: 'An open position by how near it is to liquidation. Amounts in USDT.' });
export type StaffRiskRow = z.output<typeof staffRiskRow>;

export const liquidationRiskView = z
  .object({
    at: instant,
    warningAt: z.string().describe('The risk rate at which owners are warned, a share.'),
    positions: z.array(staffRiskRow).describe('The nearest first.'),
    unwatched: z
      .array(z.object({ realm: z.string(), symbol: z.string() }))
      .describe(
        'Contracts with positions that nobody judges yet: their market has not been open since the server began.',
      ),
  })
  .meta({ id: 'LiquidationRiskView', description: 'The positions that are nearest to liquidation.' });
export type LiquidationRiskView = z.output<typeof liquidationRiskView>;

export const staffLiquidationRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    at: instant,
    userId: z.string(),
    symbol: z.string(),
    side,
    step: z.enum(LIQUIDATION_STEPS),
    markPrice: z.string(),
    price: z.string().nullable().describe('The limit of the order, or the bankruptcy price.'),
    lots: z.number(),
    notional: z.string().nullable(),
    marginBalance: z.string().nullable(),
    maintenanceMargin: z.string().nullable(),
    filledLots: z.number().nullable(),
    insuredLots: z.number().nullable(),
    agentLots: z.number().nullable(),
    deleveragedLots: z.number().nullable(),
    fundGain: z.string().nullable().describe('What the insurance fund got; below zero what it paid.'),
    place: z.number().nullable().describe('In the queue of deleveraging.'),
  })
  .meta({
    id: 'StaffLiquidationRow',
    description: 'A step of a liquidation with the figures that led to it, in USDT.',
  });
export type StaffLiquidationRow = z.output<typeof staffLiquidationRow>;

export const staffInsuranceRow = z
  .object({
    id: z.string().describe('Of the event that moved it.'),
    realm: z.string(),
    at: instant,
    amount: z.string().describe('What it got, or paid below zero.'),
    balance: z.string(),
    symbol: z.string().describe('`""`: a grant by the policy.'),
    side: z.enum(['long', 'short', '']).describe('Of the position that was liquidated.'),
    lots: z.number().describe('Lots that the fund stood for.'),
    price: z.string().describe('The bankruptcy price that they left their owner at.'),
    markPrice: z.string().describe('The mark price that agents took them at.'),
    causeId: z.string().nullable().describe('The event of the liquidation; `null` of a grant.'),
    userId: z.string().nullable().describe('Who was liquidated.'),
  })
  .meta({ id: 'StaffInsuranceRow', description: 'A movement of the insurance fund of contracts. Amounts in USDT.' });
export type StaffInsuranceRow = z.output<typeof staffInsuranceRow>;

export const staffFundingRunRow = z
  .object({
    id: z.string().describe('Of the event that charged it.'),
    realm: z.string(),
    symbol: z.string(),
    dueAt: instant,
    chargedAt: instant,
    postedAt: instant.nullable().describe('When the last position had settled it; `null` while one has not.'),
    durationMs: z.number().nullable().describe('From the charge to the last position.'),
    rate: z.string().describe('A share of the position; above zero longs pay shorts.'),
    premium: z.string().describe('The average premium that the rate follows from, a share of the index.'),
    markPrice: z.string(),
    charge: z.string().describe('What a unit of the base asset pays, in USDT.'),
    index: z.string().describe('The sum of all charges so far.'),
    positions: z.number().describe('That settled it so far. Who settles several at once counts with the last.'),
    paid: z.string().describe('By all who paid, in USDT.'),
    received: z.string().describe('By all who received.'),
    house: z.string().describe('What agents got, paid less received; below zero they paid.'),
    shortfall: z.string().describe('What margins did not cover; agents advance it until the position pays.'),
    rounding: z.string().describe('What rounding left to agents.'),
  })
  .meta({
    id: 'StaffFundingRunRow',
    description: 'One funding of a contract and what its positions paid and received.',
  });
export type StaffFundingRunRow = z.output<typeof staffFundingRunRow>;
