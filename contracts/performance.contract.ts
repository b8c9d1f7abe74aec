import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { timeZoneField } from './asset.contract.js';

/**
 * What a coin cost and brought, over all account spaces; amounts are decimal strings in USDT. The cost is the average cost with
 * fees, and gains are value less cost (unrealised) and proceeds less cost (realised).
 */
export interface PerformanceCoin {
  currency: string;
  /** Available and on hold together; '0' for a coin that was sold completely. */
  quantity: string;
  costUsdt: string;
  /** Of one unit, rounded up; `null` where nothing is held. */
  averageCostUsdt: string | null;
  /** At the index price now; `null` when nothing prices the coin. */
  priceUsdt: string | null;
  valueUsdt: string;
  unrealisedUsdt: string;
  /** In per cent of the cost, two decimals, never rounded towards the better; `null` where nothing was paid. */
  unrealisedPercent: string | null;
  realisedUsdt: string;
}

/** `pnlUsdt` is value now less value then less what came in, plus what went out, since then. */
export interface PerformanceToday {
  /** Midnight in the time zone asked for. */
  since: number;
  /** What was held then, at the prices of then. */
  valueUsdt: string;
  /** What came in from outside less what went out since, each at its index price of the moment. */
  netFlowsUsdt: string;
  /** What came in since, at the same prices; with `valueUsdt` it is what the per cent are of. */
  inflowsUsdt: string;
  pnlUsdt: string;
  /** Two decimals, never rounded towards the better; `null` where nothing was there to gain or lose. */
  percent: string | null;
}

/** The owner's result from the account's first event to now. `realisedUsdt + unrealisedUsdt = valueUsdt - netFlowsUsdt`. */
export interface PerformanceView {
  at: number;
  /** Of the owner's last event that it counts. */
  position: number;
  valueUsdt: string;
  costUsdt: string;
  unrealisedUsdt: string;
  realisedUsdt: string;
  /** Every fee that was ever charged; they are part of costs and proceeds already. */
  feesUsdt: string;
  /** What came in at what it cost, less what went out at its average cost. */
  netFlowsUsdt: string;
  today: PerformanceToday;
  coins: PerformanceCoin[];
}

/** The day begins at midnight of the time zone. */
export const getPerformanceQuery = z.strictObject({ ...commonFields, timeZone: timeZoneField });
