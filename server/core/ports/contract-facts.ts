import type { Amount } from '../../../shared/money.js';
import type { Instant } from '../clock.js';

/** What users have left in a book of a contract; see `traceOf`. */
export interface ContractTrace {
  readonly impact: unknown;
  readonly lastTrade: { readonly at: Instant; readonly priceTicks: number } | null;
}

/** In the quote asset. */
export interface ContractPrices {
  /** In whole ticks. */
  readonly mark: Amount;
  readonly index: Amount;
}

/** Of an interval that is over. */
export interface DueFunding {
  readonly at: Instant;
  /** What longs pay shorts, as a share of the notional at the mark; negative where shorts pay. Eight decimals. */
  readonly rate: Amount;
  /** The average premium that the rate follows from, as a share of the index. Eight decimals. */
  readonly premium: Amount;
  /** In the quote asset a unit, to a ten-thousandth of a tick. */
  readonly mark: Amount;
}

/** A close for which margins are raised, and the gap that they have to cover. Instants in UTC milliseconds. */
export interface GapWindow {
  /** From when on `rate` stands: an hour before margins are raised. */
  readonly warnsAt: Instant;
  /** An hour before the close. They stay raised until the open. */
  readonly raisesAt: Instant;
  readonly closesAt: Instant;
  readonly opensAt: Instant;
  /** The share of the price that it gaps further than in one of a thousand such closes. Four decimals, rounded up. */
  readonly rate: Amount;
}

/** The seconds that a settlement is the mean of. */
export interface SettlementWindow {
  readonly averagesFrom: Instant;
  readonly settlesAt: Instant;
  /** Whole seconds of open market. */
  readonly seconds: number;
}

/** What the market knows of contracts: pure functions of seeds, instants and what users left in a book. */
export abstract class ContractFacts {
  /** The contracts on an instrument that may be traded at an instant, the perpetual one first. */
  abstract on(underlying: string, at: Instant): readonly string[];

  /** The class of the instrument that a contract is on; `undefined` where the symbol names none that may be traded. */
  abstract classOf(symbol: string): string | undefined;

  /** False in an epoch that is not committed to yet: a clock leapt into it. There are no prices until it is. */
  abstract arePricesKnown(at: Instant): boolean;

  /** Mark price and index price of a contract in a realm; `null` before its market has opened. */
  abstract prices(realm: string, symbol: string, at: Instant, trace: ContractTrace): ContractPrices | null;

  /**
   * The fundings of a perpetual contract after one instant and up to another, oldest first; none of a delivery contract.
   * `trace` is that of its book before anything that came after the funding.
   */
  abstract fundingDue(
    realm: string,
    symbol: string,
    span: { readonly fromMs: Instant; readonly toMs: Instant },
    trace: ContractTrace,
  ): readonly DueFunding[];

  /** What a unit of a delivery contract settles at, to a ten-thousandth of a tick; `null` before, and of a perpetual contract. */
  abstract settlementOf(symbol: string, at: Instant): Amount | null;

  /** What the settlement price of a delivery contract averages; `null` of a perpetual contract, and where its market is gone. */
  abstract settlementWindow(symbol: string): SettlementWindow | null;

  /** The epoch whose seed gives the prices of an instant. */
  abstract epochAt(at: Instant): number;

  /**
   * The average index of the last thirty open minutes before an instant, as deliveries settle; `null` where the market of the contract was
   * never open for so long.
   */
  abstract averageBefore(symbol: string, at: Instant): Amount | null;

  /**
   * The close that runs or comes next; `null` where the market never closes, where no gap is drawn, and where a delivery comes before
   * the open. Before `warnsAt` its rate is as of now and may still change.
   */
  abstract gapWindow(symbol: string, at: Instant): GapWindow | null;

  /** The most lots that all longs together may hold; `null` where no push moves what the contract is worth. */
  abstract openInterestCap(symbol: string, at: Instant): number | null;
}
