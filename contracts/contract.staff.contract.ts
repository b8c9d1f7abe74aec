import { z } from 'zod';
import { POSITION_LABELS } from './contract.contract.js';

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

export const staffOpenInterestRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    symbol: z.string(),
    longCount: z.number(),
    shortCount: z.number(),
    longQuantity: z.string().describe('In the underlying.'),
    shortQuantity: z.string(),
    houseQuantity: z.string().describe('What agents hold: shorts less longs of users. Below zero they are short.'),
    longNotional: z.string().describe('At entry prices, in USDT.'),
    shortNotional: z.string(),
    margin: z.string(),
  })
  .meta({ id: 'StaffOpenInterestRow', description: 'What users and the house have open in a contract.' });
export type StaffOpenInterestRow = z.output<typeof staffOpenInterestRow>;

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
