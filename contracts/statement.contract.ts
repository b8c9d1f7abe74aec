import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { timeZoneField, type AccountSpace, type RecordKind } from './asset.contract.js';

/** An instant in the realm's history: the last event up to it. Anybody can compare the hash with a signed checkpoint. */
export interface ChainPoint {
  at: number;
  /** 0 where nothing had happened yet. */
  position: number;
  /** Hex of 32 bytes. */
  hash: string;
}

export interface StatementBalance {
  available: string;
  frozen: string;
  total: string;
}

/** One currency in one account space over the period. `change` is closing less opening, signed. */
export interface StatementRow {
  space: AccountSpace;
  currency: string;
  opening: StatementBalance;
  closing: StatementBalance;
  change: string;
  movements: number;
}

/** What all movements of one kind changed in a currency, over all spaces, without the fees; those are a kind of their own. */
export interface StatementKind {
  kind: RecordKind | 'fees';
  currency: string;
  change: string;
  movements: number;
}

/** The result of the period in USDT, at index prices. `pnlUsdt` is closing value less opening value less net flows. */
export interface StatementResult {
  openingValueUsdt: string;
  closingValueUsdt: string;
  /** What came in from outside less what went out, each at the index price of its moment. */
  netFlowsUsdt: string;
  pnlUsdt: string;
  /** By the average-cost method; fees are in it. */
  realisedUsdt: string;
  feesUsdt: string;
}

/** What is held of a currency at the end, over all spaces. */
export interface StatementHolding {
  currency: string;
  quantity: string;
  averageCostUsdt: string;
  valueUsdt: string;
  unrealisedUsdt: string;
}

/** The account over a period: `opening` is the moment before `from`, `closing` that of `to`, both as the history has them. */
export interface StatementView {
  /** Owner id: whose accounts these are in the ledger. */
  account: string;
  realm: 'demo' | 'real';
  from: number;
  to: number;
  timeZone: string;
  /** When it was made. */
  madeAt: number;
  opening: ChainPoint;
  closing: ChainPoint;
  rows: StatementRow[];
  kinds: StatementKind[];
  result: StatementResult;
  holdings: StatementHolding[];
  /** Postings in the period: the lines of the CSV. */
  movements: number;
  /** Above this number of movements the PDF holds the sums and leaves the movements to the CSV. */
  pdfMovementsMax: number;
}

export const PDF_MOVEMENTS_MAX = 2_000;

const instant = z.coerce.number().int().min(0).max(8_640_000_000_000_000);
/** Both ends inclusive. What lies in the future is cut off at now. */
export const getStatementQuery = z
  .strictObject({ ...commonFields, from: instant, to: instant, timeZone: timeZoneField })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'before from' });
export const exportStatementQuery = getStatementQuery;
/** A line for everything that was given for something else in the period. */
export const exportDisposalsQuery = getStatementQuery;
