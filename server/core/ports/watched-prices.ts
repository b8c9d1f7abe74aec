import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Amount } from '../../../shared/money.js';
import type { Instant } from '../clock.js';

/** How an instrument's public price is counted, and whether it has one. */
export interface WatchedInstrument {
  readonly base: string;
  readonly quote: string;
  /** A tick in the quote asset. */
  readonly tick: Amount;
  /** `coming`: before its first session. `gone`: it never opens again. */
  readonly state: 'traded' | 'coming' | 'gone';
}

/** A public candle in ticks; `openAt` is the instant that it begins. */
export interface WatchedCandle {
  readonly openAt: Instant;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
}

/** Whole candles of a stretch of time; both ends begin a period. */
export interface WatchedSpan {
  readonly period: WatchedPeriod;
  readonly fromMs: Instant;
  readonly toMs: Instant;
}

/** What prices of an instant are counted in: a dividend or a split gives all of before another scale. */
export interface WatchedScale {
  /** The instant from which prices are counted otherwise; `Infinity` in the scale of now. */
  readonly until: Instant;
  /** Candles of before that as everybody saw them then. */
  candles(): Promise<(span: WatchedSpan) => readonly WatchedCandle[]>;
}

export const WATCHED_PERIODS = ['1h', '1m', '1s'] as const;
export type WatchedPeriod = (typeof WATCHED_PERIODS)[number];

/**
 * The index price of a realm, for those who wait for it, at any instant up to now. What users push lands one to two minutes later.
 * The market runtime provides it.
 */
export abstract class WatchedPrices {
  abstract instrument(symbol: string, at: Instant): WatchedInstrument | undefined;
  /** The last price in ticks. */
  abstract ticks(realm: TradingRealm, symbol: string, at: Instant): number;
  /** The whole candles of `[fromMs, toMs)`, oldest first, in the scale of now. Hours without an open market have none. */
  abstract candles(realm: TradingRealm, symbol: string, span: WatchedSpan): readonly WatchedCandle[];
  abstract scaleAt(realm: TradingRealm, symbol: string, at: Instant): WatchedScale;
  /** Whether a corporate action is being carried out: levels may still be of before it. */
  abstract isUnderWay(symbol: string): boolean;
}
