import { z } from 'zod';
import { marginBracketView } from './contract.contract.js';

const holding = z
  .object({
    lots: z.number(),
    entryNotional: z.string().describe('What the open lots cost.'),
    margin: z.string(),
    fundingIndex: z.string().describe('The funding index up to which it has paid.'),
    unpaid: z.string().describe('Funding and dividends that the margin did not cover, owed until a close pays them.'),
    fees: z.string(),
    funding: z.string().describe('Paid so far; negative where more was received.'),
    realised: z.string(),
  })
  .meta({ id: 'HoldingView', description: 'A position between two of its events. Amounts in USDT.' });
export type HoldingView = z.output<typeof holding>;

/** Where the history says so, and what it started from. */
const place = {
  position: z
    .number()
    .describe(
      "Place in the realm's history and in the owner's stream; the hash chains it to the event before, hex of 32 bytes.",
    ),
  version: z.number(),
  hash: z.string(),
  at: z.number(),
  before: holding.nullable().describe('The position before it; `null` of the event that opened it.'),
  after: holding.nullable().describe('The position after it; `null` where it moved nothing.'),
};

const policy = z.object({ name: z.string(), version: z.number() });

/** A price that the seeds give: the instant of its beat, and the epoch whose seed `getEpochs` reveals. */
const priced = { beatAt: z.number(), epoch: z.number(), markPrice: z.string() };

const quantities = { lots: z.number(), quantity: z.string().describe('The lots in the underlying.') };

const grown = {
  ...place,
  ...quantities,
  orderId: z.string(),
  price: z.string(),
  notional: z.string().describe('Price × quantity.'),
  fee: z.string(),
  margin: z.string().describe('Put up for these lots, the reserved closing fee included.'),
};

export const settlementWindowView = z
  .object({
    averagesFrom: z.number().describe('The first second of the average.'),
    settlesAt: z.number(),
    seconds: z.number().describe('How many whole seconds of open market the average is over.'),
    epochs: z.array(z.number()).describe('The epochs whose seeds give these prices.'),
  })
  .meta({ id: 'SettlementWindowView', description: 'What the settlement price of a delivery is the mean of.' });

const shrunk = {
  ...place,
  ...quantities,
  orderId: z.string().nullable().describe('`null` where no order closed it.'),
  cause: z.enum([
    'order',
    'liquidation',
    'gap',
    'deleveraging',
    'delivery',
    'delisting',
    'settlement',
    'split',
    'account-end',
  ]),
  price: z.string(),
  notional: z
    .string()
    .describe('Price × quantity, at eight decimals: of a long that is closed rounded down, of a short up.'),
  fee: z.string(),
  realised: z
    .string()
    .describe(
      'Long: `notional` − cost; short: cost − `notional`. The cost is `before.entryNotional` × lots ÷ `before.lots`, half to even.',
    ),
  released: z
    .string()
    .describe(
      'The margin of the lots (`before.margin` × lots ÷ `before.lots`, rounded down) + realised − fee − `fundingPaid`, at least 0. The last lot releases the rest. A close for a gap keeps it in the margin.',
    ),
  fundingPaid: z.string().describe('Of `before.unpaid`, what came back paid.'),
  shortfall: z.string().describe('The loss beyond the margin. The owner does not pay it.'),
  settlement: settlementWindowView.nullable().describe('Of a delivery.'),
};

const charge = z
  .object({
    dueAt: z.number(),
    epoch: z.number(),
    premium: z.string().describe('The average of the interval, as `getFunding` shows it.'),
    rate: z.string(),
    markPrice: z.string(),
    charge: z.string().describe('Rate × mark price: what a unit of the underlying pays.'),
    index: z.string().describe('The sum of all charges so far.'),
  })
  .meta({ id: 'FundingChargeView', description: 'One funding of a perpetual contract, alike for all positions.' });

const funded = {
  ...place,
  kind: z.literal('funded'),
  quantity: z.string(),
  index: z
    .string()
    .describe(
      'It owes quantity × (`index` − `before.fundingIndex`), of a short with the other sign, at eight decimals: who pays is rounded up, who receives down.',
    ),
  fundings: z.array(charge).describe('What the index rose by, oldest first: the last hundred.'),
  paid: z.string().describe('`before.unpaid` and what it owes, at most `before.margin`. Negative where it received.'),
  shortfall: z.string().describe('What it owes less `paid`: it stays unpaid.'),
};

const dividend = {
  ...place,
  kind: z.literal('dividend'),
  actionId: z.string(),
  perShare: z.string(),
  quantity: z.string(),
  paid: z.string().describe('As of funding, of quantity × `perShare`: a short pays and a long receives.'),
  shortfall: z.string(),
};

const split = {
  ...place,
  kind: z.literal('split'),
  actionId: z.string(),
  newShares: z.number(),
  oldShares: z.number(),
  lotsBefore: z.number(),
  quantityBefore: z.string(),
  quantity: z.string(),
};

/** What a beat judged the position by. */
const judged = {
  ...place,
  ...priced,
  quantity: z.string(),
  notional: z.string().describe('Mark price × quantity.'),
  fundingIndex: z.string().describe('Of the contract at that beat.'),
  marginBalance: z
    .string()
    .describe(
      '`before.margin` − `before.unpaid` − funding owed up to `fundingIndex` + unrealised PnL, which is `notional` − `before.entryNotional`, of a short with the other sign.',
    ),
};

/** What its balance had to cover. */
const required = {
  bracket: marginBracketView
    .omit({ leverageMax: true })
    .nullable()
    .describe('That of the notional, in the version that positions followed; `null` where no known version gives it.'),
  takerRate: z.string().nullable(),
  maintenanceMargin: z.string().nullable().describe('Notional × `rate` − `amount` of the bracket, rounded up.'),
  closingFee: z.string().nullable().describe('Notional × `takerRate`, rounded up.'),
};

const gap = z.object({ raisesAt: z.number(), closesAt: z.number(), opensAt: z.number(), rate: z.string() });

const warned = {
  ...judged,
  ...required,
  kind: z.literal('warned'),
  riskRate: z.string().describe('(`maintenanceMargin` + `closingFee`) ÷ `marginBalance`, rounded up.'),
  warningAt: z.string().describe('The risk rate from which owners are warned.'),
  liquidationPrice: z.string().nullable(),
  policy,
};

const gapWarned = {
  ...judged,
  kind: z.literal('gap-warned'),
  marginNeeded: z.string(),
  missing: z.string().describe('`marginNeeded` − `marginBalance`.'),
  gap,
};

const bracketsWarned = {
  ...judged,
  kind: z.literal('brackets-warned'),
  marginNeeded: z
    .string()
    .describe('(Maintenance margin by the coming brackets + closing fee) ÷ `warningAt`, rounded up.'),
  missing: z.string().describe('`marginNeeded` − `marginBalance`.'),
  warningAt: z.string().describe('The risk rate from which owners are warned.'),
  from: z.number().describe('When positions follow the coming brackets.'),
  policies: z.array(policy).describe('The coming brackets, rules of positions.'),
};

const liquidation = {
  ...judged,
  ...required,
  kind: z.literal('liquidation'),
  lots: z.number(),
  step: z
    .enum(['cancel-orders', 'reduce', 'take-over'])
    .describe('Orders go first, then the market takes what it can within a limit, and the rest is taken over.'),
  gap: gap.nullable().describe('The close whose gap it did not cover; `null` where it was liquidated.'),
  policies: z.array(policy).describe('Brackets, rules of positions, rules of the insurance fund.'),
  order: z
    .object({
      orderId: z.string(),
      lots: z.number(),
      filledLots: z.number(),
      limitPrice: z.string(),
      band: z.string().describe('The limit is no further than this share from the mark, and not beyond bankruptcy.'),
    })
    .nullable()
    .describe('Of a reduction.'),
  takeOver: z
    .object({
      price: z
        .string()
        .describe(
          'The bankruptcy price, at a tick: (E − s × (M − funding owed)) ÷ (quantity × (1 − s × `takerRate`)), where s is 1 for a long and −1 for a short.',
        ),
      insuredLots: z.number(),
      agentLots: z.number(),
      deleveragedLots: z.number(),
      fundGain: z
        .string()
        .describe('What the insurance fund got: s × (mark price − price) × its lots; below zero it paid.'),
      fundMax: z.string().describe('The most that one liquidation costs the fund.'),
    })
    .nullable(),
};

const deleveraged = {
  ...place,
  ...priced,
  ...quantities,
  kind: z.literal('deleveraged'),
  fundingIndex: z.string(),
  price: z.string().describe('The bankruptcy price of the liquidated position.'),
  score: z
    .string()
    .describe('Profit ÷ entry cost × notional ÷ margin balance at the mark price; a loss is divided by it instead.'),
  rank: z.number().describe('1 went first.'),
  queueLength: z.number(),
};

export const positionEventView = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('opened'), ...grown }),
    z.object({ kind: z.literal('increased'), ...grown }),
    z.object({ kind: z.literal('reduced'), ...shrunk }),
    z.object({ kind: z.literal('closed'), ...shrunk }),
    z.object(funded),
    z.object(dividend),
    z.object(split),
    z.object({ kind: z.literal('margin'), ...place, amount: z.string().describe('Negative where it was taken out.') }),
    z.object({ kind: z.literal('leverage'), ...place, leverage: z.number() }),
    z.object(warned),
    z.object(gapWarned),
    z.object(bracketsWarned),
    z.object(liquidation),
    z.object(deleveraged),
    z.object({ kind: z.enum(['halted', 'resumed']), ...place, reason: z.string().nullable() }),
  ])
  .meta({
    id: 'PositionEventView',
    description:
      'What happened to a position, with the figures that give its amounts. Amounts in USDT; instants are milliseconds since the Unix epoch.',
  });
export type PositionEventView = z.output<typeof positionEventView>;
export type PositionEventOf<Kind extends PositionEventView['kind']> = Extract<PositionEventView, { kind: Kind }>;

export const positionEventsView = z
  .object({
    realm: z.string(),
    stream: z.string(),
    symbol: z.string(),
    side: z.enum(['long', 'short']),
    number: z.number(),
    lotSize: z.string(),
    tickSize: z.string(),
    items: z.array(positionEventView).describe('Newest first.'),
    nextCursor: z
      .string()
      .nullable()
      .describe('For the next page; null says that there is no more. A page may be empty before others that are not.'),
  })
  .meta({ id: 'PositionEventsView', description: 'One position of the owner, event by event.' });
export type PositionEventsView = z.output<typeof positionEventsView>;
