import type { Instant } from '../clock.js';
import type { Refusal } from '../refusal.js';

/** A dividend that was announced and is not paid yet. */
export interface DueDividend {
  readonly actionId: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** In the quote asset. */
  readonly perShare: string;
  /** The open of the ex-date. */
  readonly dueAt: Instant;
}

/** What the market has announced; the corporate actions provide it. */
export abstract class DueDividends {
  /** Of every instrument, the soonest first. A refusal while the read model is behind. */
  abstract announced(): Promise<readonly DueDividend[] | Refusal>;
}
