import { z } from 'zod';
import { commonFields, decimalText } from './envelope.contract.js';
import { NEW_COIN_STATUSES, SUBSCRIPTION_STATUSES } from './subscription.contract.js';

const instant = z.number();
const issueId = z.string().min(3).max(60);
const reason = z.string().trim().max(500);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const coins = z.coerce.number().int().min(1).max(1_000_000_000_000);

/** `POST staff/proposeNewCoin`. Subscription ends at 00:00 UTC of `closesOn`, and the listing begins at 00:00 UTC of `listsOn`. */
export const proposeNewCoinBody = z.strictObject({
  ...commonFields,
  coin: z.string().regex(/^[A-Z][A-Z0-9]{1,9}$/),
  name: z.string().trim().min(1).max(80),
  issuePrice: decimalText,
  volume: coins,
  minimum: coins,
  closesOn: date,
  listsOn: date,
  lockupDays: z.coerce.number().int().min(0).max(365),
  reason,
});
export const approveNewCoinBody = z.strictObject({ ...commonFields, issueId });
export const endNewCoinBody = z.strictObject({ ...commonFields, issueId, reason });

export const newCoinChanged = z
  .object({ issueId: z.string() })
  .meta({ id: 'NewCoinChanged', description: 'The issue that a member of staff has decided on.' });
export type NewCoinChanged = z.output<typeof newCoinChanged>;

export const staffNewCoinRow = z
  .object({
    id: z.string(),
    coin: z.string(),
    name: z.string(),
    status: z.enum(NEW_COIN_STATUSES),
    issuePrice: z.string(),
    volume: z.number(),
    minimum: z.number(),
    subscribed: z.number(),
    subscribers: z.number(),
    closesAt: instant,
    listsAt: instant,
    lockupDays: z.number(),
    reason: z.string(),
    proposedBy: z.string(),
    proposedByName: z.string(),
    proposedAt: instant,
    decidedByName: z.string(),
    decidedAt: instant,
    decision: z.string().describe('Why it was rejected or failed.'),
    cancelBy: z.string().describe('Who proposed to cancel it; somebody else confirms.'),
    cancelReason: z.string(),
    tradesAt: instant.nullable(),
    openPrice: z.string().nullable(),
    total: z.number().describe('Coins that took part in the allocation.'),
    leftover: z.number(),
    epoch: z.number().nullable(),
    seed: z.string().describe('The revealed effective seed that breaks ties.'),
    policyVersion: z.number(),
  })
  .meta({
    id: 'StaffNewCoinRow',
    description: 'An issue of a new coin. Amounts in USDT; absent texts are "", instants 0.',
  });
export type StaffNewCoinRow = z.output<typeof staffNewCoinRow>;

export const staffSubscriptionRow = z
  .object({
    id: z.string(),
    issueId: z.string(),
    coin: z.string(),
    userId: z.string(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    coins: z.number(),
    margin: z.string(),
    fee: z.string(),
    passed: z.number().nullable(),
    remainder: z.string().describe('`volume x own` modulo `total`, what leftovers are ranked by.'),
    tie: z.string().describe('SHA-256 of seed and ID.'),
    refunded: z.string().nullable(),
    subscribedAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: 'StaffSubscriptionRow', description: 'A subscription of any account, with what its coins follow from.' });
export type StaffSubscriptionRow = z.output<typeof staffSubscriptionRow>;
