import { Injectable } from '@nestjs/common';
import { DISPLAY_CURRENCIES, type DisplayCurrency } from '../../../contracts/asset.contract.js';
import { format, ONE, over, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import { PriceSource } from '../../core/ports/price-source.js';

const VALUE_DECIMALS = 8;
const RATE_DECIMALS = 12;
const KEPT_PRICES_MAX = 50_000;
const QUARTER_MS = 900_000;

/** Instruments that price a dollar in a currency; all others price the currency in dollars. */
const PER_DOLLAR: Partial<Record<DisplayCurrency, string>> = {
  CNY: 'USDCNH',
  JPY: 'USDJPY',
  KRW: 'USDKRW',
  THB: 'USDTHB',
  HKD: 'USDHKD',
  SGD: 'USDSGD',
  CHF: 'USDCHF',
  CAD: 'USDCAD',
};

/** What amounts are worth at an instant, by the platform's own prices. Prices of the past never change, so they are kept. */
@Injectable()
export class Valuation {
  private readonly kept = new Map<string, Amount | null>();

  constructor(private readonly prices: PriceSource) {}

  priceUsdt(asset: string, at: number): Amount | null {
    // Only charts ask for the same instant again, and theirs begin quarters of an hour.
    if (at % QUARTER_MS !== 0) return this.prices.priceUsdtAt(asset, at);
    const key = `${asset} ${at}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const price = this.prices.priceUsdtAt(asset, at);
    if (this.kept.size >= KEPT_PRICES_MAX) this.kept.clear();
    this.kept.set(key, price);
    return price;
  }

  /** In USDT, rounded down to eight decimals; what has no price is worth nothing here. */
  valueUsdt(asset: string, held: Amount, at: number): Amount {
    if (held === ZERO) return ZERO;
    const price = this.priceUsdt(asset, at);
    return price === null ? ZERO : roundTo(times(held, price, 'down'), VALUE_DECIMALS, 'down');
  }

  /** Units of a display currency that one USDT is worth, or `null` where nothing prices it. */
  rate(currency: DisplayCurrency, at: number): Amount | null {
    if (currency === 'USDT' || currency === 'USD') return ONE;
    const perDollar = PER_DOLLAR[currency];
    if (perDollar !== undefined) return this.priceUsdt(perDollar, at);
    const price = this.priceUsdt(currency, at);
    return price === null || price === ZERO ? null : roundTo(over(ONE, price, 'down'), RATE_DECIMALS, 'down');
  }

  rates(at: number): Partial<Record<DisplayCurrency, string>> {
    const found: Partial<Record<DisplayCurrency, string>> = {};
    for (const currency of DISPLAY_CURRENCIES) {
      const rate = this.rate(currency, at);
      if (rate !== null) found[currency] = format(rate);
    }
    return found;
  }
}
