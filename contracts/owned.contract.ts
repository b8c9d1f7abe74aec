import { z } from 'zod';

/** How an item becomes money that is available. */
export const OWNED_WAYS = ['none', 'cancel', 'close', 'settle', 'mature', 'redeem', 'unlock', 'payout'] as const;
export type OwnedWay = (typeof OWNED_WAYS)[number];

/** What the label of an item does not say. */
export const OWNED_DETAILS = ['long', 'short', 'rise', 'fall'] as const;
export type OwnedDetail = (typeof OWNED_DETAILS)[number];

/** What comes in on a date, and what goes out: `purchase`, which can still be ended, and `repayment`. */
export const INCOME_KINDS = [
  'interest',
  'reward',
  'dividend',
  'redemption',
  'unlock',
  'purchase',
  'repayment',
] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

/** How soon: at once, within 24 hours, 7 days, 30 days, later, and without a date. */
export const OWNED_RUNGS = ['now', 'day', 'week', 'month', 'later', 'undated'] as const;
export type OwnedRung = (typeof OWNED_RUNGS)[number];

/** The items that one answer names. Sums are over all. */
export const OWNED_ITEMS_MAX = 200;

const named = {
  product: z.string().describe('The product’s name; `available` is what no product holds.'),
  id: z.string(),
  label: z.string().describe('A symbol, or the product’s own id.'),
};

export const ownedItem = z
  .object({
    ...named,
    detail: z.enum(OWNED_DETAILS).nullable(),
    valueUsdt: z.string().describe('`heldUsdt` and `beyondUsdt` together.'),
    heldUsdt: z.string().describe('What is on hold for it in the balances, at the prices of now.'),
    beyondUsdt: z.string().describe('What it is worth beyond the balances; negative for a loss.'),
    isEstimate: z.boolean().describe('The value follows from a price that moves.'),
    isAtRisk: z.boolean().describe('What is on hold may be lost whole.'),
    way: z.enum(OWNED_WAYS),
    rung: z.enum(OWNED_RUNGS),
    availableAt: z.number().nullable(),
    costUsdt: z.string().describe('What the way costs at most, by what is known now.'),
    early: z
      .object({ costUsdt: z.string(), receivesUsdt: z.string() })
      .nullable()
      .describe('Once staff approve: the penalty, and what comes back.'),
  })
  .meta({ id: 'OwnedItem', description: 'One thing that an account has in a product.' });
export type OwnedItemView = z.output<typeof ownedItem>;

export const ownedView = z
  .object({
    at: z.number().describe('The instant whose prices value everything.'),
    position: z.number().describe('The position in the realm’s history that the balances stand at.'),
    spacesUsdt: z.string().describe('All account spaces, available and on hold: what the assets page shows.'),
    beyondUsdt: z.string().describe('What open products are worth beyond the balances.'),
    debtsUsdt: z.string(),
    netUsdt: z.string().describe('`spacesUsdt` and `beyondUsdt` less `debtsUsdt`, to the last digit.'),
    products: z
      .array(
        z.object({
          product: z.string(),
          count: z.number(),
          valueUsdt: z.string(),
          beyondUsdt: z.string(),
          isEstimate: z.boolean(),
        }),
      )
      .describe('The most valuable first. Values add up to `spacesUsdt` and `beyondUsdt`.'),
    coins: z
      .array(
        z.object({
          currency: z.string(),
          valueUsdt: z.string(),
          isPriced: z.boolean().describe('`false`: nothing prices it, so it counts as 0.'),
        }),
      )
      .describe('What the balances are made of, the most valuable first. Values add up to `spacesUsdt`.'),
    ladder: z
      .array(z.object({ rung: z.enum(OWNED_RUNGS), valueUsdt: z.string(), isEstimate: z.boolean() }))
      .describe('What can be had when, the soonest first. Values add up to `spacesUsdt` and `beyondUsdt`.'),
    early: z
      .object({ count: z.number(), costUsdt: z.string(), receivesUsdt: z.string() })
      .describe('All items that can come sooner once staff approve.'),
    items: z.array(ownedItem).describe(`The ${OWNED_ITEMS_MAX} most valuable items.`),
    itemCount: z.number(),
    income: z.array(
      z.object({
        ...named,
        what: z.enum(INCOME_KINDS),
        at: z.number(),
        currency: z.string(),
        least: z.string().describe('What is certain, in `currency`. Below zero: it goes out.'),
        most: z.string(),
        mostUsdt: z.string().nullable().describe('`most` at the prices of now; `null` where nothing prices it.'),
        isEstimate: z.boolean().describe('Prices, fees or holdings of until then can still change it.'),
      }),
    ),
    incomeCount: z.number(),
    incomeUnread: z
      .array(z.string())
      .describe('Products whose dated income is still being read: `income` is without it. No value depends on it.'),
    debts: z.array(z.object({ ...named, usdt: z.string(), dueAt: z.number().nullable() })),
  })
  .meta({
    id: 'OwnedView',
    description: 'Net assets over all products, by what they consist of and when it can be had.',
  });
export type OwnedView = z.output<typeof ownedView>;
