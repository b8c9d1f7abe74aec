import type { Amount } from '../../shared/money.js';
import type { Instant } from './clock.js';
import type { RecordedEvent } from './event.js';
import type { ContractTrace, DueFunding } from './ports/contract-facts.js';
import type { WatchedCandle, WatchedSpan } from './ports/watched-prices.js';

/** The public price of one instrument, from revealed seeds. */
export interface PublicPrices {
  /** In the quote asset. */
  readonly tick: Amount;
  /** The candles that were public at an instant, and until when they were counted so. */
  scaleAt(at: Instant): { readonly until: Instant; candles(span: WatchedSpan): readonly WatchedCandle[] };
  /** Of the book that the fact names. */
  readonly book: BookPrices;
  /** From when on a contract was halted that staff settled; `undefined` where none did. */
  haltedAt(contract: string): Instant | undefined;
  /** Whether staff had halted a contract at an instant. */
  isHalted(contract: string, at: Instant): boolean;
  /** What came into effect of the instrument, oldest first. */
  readonly actions: readonly EffectiveAction[];
}

/** What a book on an instrument was priced by. Prices are decimal strings in the quote asset. */
export interface BookPrices {
  /** In whole ticks; `trace` is what users had left in the book. */
  markAt(at: Instant, trace: ContractTrace): string;
  /** Whether it had a mark at all: not while its market was shut or in a call. */
  isOpen(at: Instant): boolean;
  /** The fundings that came due after one instant and up to another, oldest first. */
  fundings(span: { readonly fromMs: Instant; readonly toMs: Instant }, trace: ContractTrace): readonly DueFunding[];
  /** What a delivery at an instant settles at; `undefined` where the market was never open for so long. */
  settlementAt(at: Instant): Amount | undefined;
}

/** A dividend, split or delisting, as it came into effect. */
export interface EffectiveAction {
  readonly actionId: string;
  readonly kind: string;
  /** The open of the ex-date: from then on everything counts in new shares, or without the dividend. */
  readonly dueAt: Instant;
  readonly perShare: string | null;
  readonly newShares: number | null;
  readonly oldShares: number | null;
  /** What its price became by it; of a delisting what each share was paid. */
  readonly openPrice: string;
}

/** Something that a person was told, or that was decided, because of a public price. */
export interface PricedFact {
  readonly symbol: string;
  readonly reachedAt: Instant;
  /** What the history says. */
  readonly found: string;
  /** What the prices say. */
  expected(prices: PublicPrices): string;
}

/** A noun's events that follow from public prices alone, for the audit to compute again. */
export interface PriceAudit {
  readonly what: 'alert' | 'contract';
  /** Takes the events of one realm in order. */
  begin(): { take(event: RecordedEvent): PricedFact | undefined };
}
