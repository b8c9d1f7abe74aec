import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import { ACCOUNT_SPACES, RECORD_KINDS, timeZoneField } from './asset.contract.js';

export const chainPoint = z
  .object({
    at: z.number(),
    position: z.number().describe('0 where nothing had happened yet.'),
    hash: z.string().describe('Hex of 32 bytes.'),
  })
  .meta({
    id: 'ChainPoint',
    description:
      "An instant in the realm's history: the last event up to it. Anybody can compare the hash with a signed checkpoint.",
  });
export type ChainPoint = z.output<typeof chainPoint>;

export const statementBalance = z
  .object({
    available: z.string(),
    frozen: z.string(),
    total: z.string(),
  })
  .meta({ id: 'StatementBalance' });
export type StatementBalance = z.output<typeof statementBalance>;

export const statementRow = z
  .object({
    space: z.enum(ACCOUNT_SPACES),
    currency: z.string(),
    opening: statementBalance,
    closing: statementBalance,
    change: z.string(),
    movements: z.number(),
  })
  .meta({
    id: 'StatementRow',
    description: 'One currency in one account space over the period. `change` is closing less opening, signed.',
  });
export type StatementRow = z.output<typeof statementRow>;

export const statementKind = z
  .object({
    kind: z.union([z.enum(RECORD_KINDS), z.literal('fees')]),
    currency: z.string(),
    change: z.string(),
    movements: z.number(),
  })
  .meta({
    id: 'StatementKind',
    description:
      'What all movements of one kind changed in a currency, over all spaces, without the fees; those are a kind of their own.',
  });
export type StatementKind = z.output<typeof statementKind>;

export const statementResult = z
  .object({
    openingValueUsdt: z.string(),
    closingValueUsdt: z.string(),
    netFlowsUsdt: z
      .string()
      .describe('What came in from outside less what went out, each at the fundamental price of its moment.'),
    pnlUsdt: z.string(),
    realisedUsdt: z.string().describe('By the average-cost method; fees are in it.'),
    feesUsdt: z.string(),
  })
  .meta({
    id: 'StatementResult',
    description:
      'The result of the period in USDT, at fundamental prices. `pnlUsdt` is closing value less opening value less net flows.',
  });
export type StatementResult = z.output<typeof statementResult>;

export const statementHolding = z
  .object({
    currency: z.string(),
    quantity: z.string(),
    averageCostUsdt: z.string(),
    valueUsdt: z.string(),
    unrealisedUsdt: z.string(),
  })
  .meta({ id: 'StatementHolding', description: 'What is held of a currency at the end, over all spaces.' });
export type StatementHolding = z.output<typeof statementHolding>;

export const statementView = z
  .object({
    account: z.string().describe('Owner id: whose accounts these are in the ledger.'),
    realm: z.enum(['demo', 'real']),
    from: z.number(),
    to: z.number(),
    timeZone: z.string(),
    madeAt: z.number().describe('When it was made.'),
    opening: chainPoint,
    closing: chainPoint,
    rows: z.array(statementRow),
    kinds: z.array(statementKind),
    result: statementResult,
    holdings: z.array(statementHolding),
    movements: z.number().describe('Postings in the period: the lines of the CSV.'),
    pdfMovementsMax: z
      .number()
      .describe('Above this number of movements the PDF holds the sums and leaves the movements to the CSV.'),
  })
  .meta({
    id: 'StatementView',
    description:
      'The account over a period: `opening` is the moment before `from`, `closing` that of `to`, both as the history has them.',
  });
export type StatementView = z.output<typeof statementView>;

export const PDF_MOVEMENTS_MAX = 2_000;

const instant = z.coerce.number().int().min(0).max(8_640_000_000_000_000);
/** Both ends inclusive. What lies in the future is cut off at now. */
export const getStatementQuery = z
  .strictObject({ ...commonFields, from: instant, to: instant, timeZone: timeZoneField })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'before from' });
export const exportStatementQuery = getStatementQuery;
/** A line for everything that was given for something else in the period. */
export const exportDisposalsQuery = getStatementQuery;
