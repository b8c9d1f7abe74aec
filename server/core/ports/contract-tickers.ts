import type { Amount } from '../../../shared/money.js';
import type { Instant } from '../clock.js';
import type { ContractTrace } from './contract-facts.js';

/** A contract's own prices at an instant, in the quote asset. */
export interface ContractTicker {
  /** A user's trade until the tape trades again; else the price of the agents. */
  readonly last: Amount;
  readonly mark: Amount;
  readonly index: Amount;
  /** 24 hours before the minute that runs, or where its market opened since. */
  readonly open: Amount;
  /** When a dividend or split last made other prices of those before; 0 where none did. */
  readonly since: Instant;
  /** Of a perpetual contract. */
  readonly funding: FundingAhead | null;
}

/** As shares of the index price. */
export interface FundingAhead {
  /** What longs would pay shorts if the interval ended now. */
  readonly rate: Amount;
  /** The part of the premium that users' trades make. */
  readonly usersPremium: Amount;
  /** When the interval ends. */
  readonly at: Instant | null;
}

/** Contracts as lists show them: pure functions of seeds, instants and what users left in a book. */
export abstract class ContractTickers {
  /** All perpetual contracts that are traded. */
  abstract perpetuals(at: Instant): readonly string[];

  /** `undefined` where the symbol names no contract. `trace` is `null` where nobody has touched its book. */
  abstract ticker(realm: string, symbol: string, at: Instant, trace: ContractTrace | null): ContractTicker | undefined;

  /** High and low of the agents' price in the last 24 hours; `null` where its market was shut all along. */
  abstract range(realm: string, symbol: string, at: Instant): { readonly high: Amount; readonly low: Amount } | null;
}
