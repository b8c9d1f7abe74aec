import type { TickerView } from '../../../contracts/market.contract';
import { fixed, formatFixed, overDown, timesDown } from '../../lib/fixed';
import type { CoinRow } from './asset-types';

/** An amount of USDT in another currency, rounded down; `rate` is how much of it one USDT is worth. */
export const converted = (usdt: string, rate: string): string => formatFixed(timesDown(fixed(usdt), fixed(rate)));

export interface DayChange {
  /** In USDT, signed. */
  absolute: string;
  /** In per cent of the value a day ago, signed, two decimals. */
  percent: string;
}

/**
 * How much what is held now gained or lost in 24 hours by its prices. Coins without a 24-hour price count as unchanged, so
 * that USDT is neither gain nor loss; buying and selling is none either, because it is the present holding that is valued.
 */
export function dayChange(coins: readonly CoinRow[], tickers: ReadonlyMap<string, TickerView>): DayChange {
  let [now, before] = [0n, 0n];
  for (const coin of coins) {
    const value = fixed(coin.valueUsdt);
    const ticker = tickers.get(`${coin.currency}USDT`);
    const last = fixed(ticker?.last ?? '0');
    now += value;
    before += ticker && last > 0n ? timesDown(value, overDown(fixed(ticker.open24h), last)) : value;
  }
  const percent = before === 0n ? 0n : overDown((now - before) * 100n, before);
  return { absolute: formatFixed(now - before), percent: formatFixed(percent, 2) };
}

export interface Slice {
  currency: string;
  /** Of the whole, 0 to 1. */
  share: number;
}

const SLICES_MAX = 5;

/** The largest holdings as shares of the whole, and the rest of them together under an empty name. */
export function allocation(coins: readonly CoinRow[]): Slice[] {
  const held = coins.filter(({ share }) => share > 0);
  const shown = held.slice(0, SLICES_MAX).map(({ currency, share }) => ({ currency, share }));
  const rest = held.slice(SLICES_MAX).reduce((sum, { share }) => sum + share, 0);
  return rest > 0 ? [...shown, { currency: '', share: rest }] : shown;
}
