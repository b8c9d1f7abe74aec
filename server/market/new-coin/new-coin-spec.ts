import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { amount, ONE, toCount } from '../../../shared/money.js';
import { COIN_PRICE_DECIMALS } from '../../../shared/new-coin.js';
import type { Instant } from '../../core/clock.js';
import type { NewCoinTerms } from '../../core/ports/new-coin-market.js';

/** What agents of a coin of middle size trade a day, and their usual spread. */
const [DAILY_VOLUME_USDT, SPREAD_BPS] = [2_000_000, 8];

/** A new coin moves by its own path alone, without a drift: its price is expected to stay. */
export function newCoinSpec(
  { coin, name, volume, listsOn, floatShare, volatilityAnnual }: NewCoinTerms,
  openPrice: string,
  times: { readonly callAt: Instant; readonly at: Instant },
): InstrumentSpec {
  const floatLots = toCount((BigInt(volume) * amount(floatShare)) / ONE);
  return {
    symbol: `${coin}USDT`,
    base: coin,
    quote: 'USDT',
    name,
    class: 'crypto',
    referencePrice: openPrice,
    opening: { ...times, floatLots },
    tickSize: `0.${'1'.padStart(COIN_PRICE_DECIMALS, '0')}`,
    lotSize: '1',
    priceDecimals: COIN_PRICE_DECIMALS,
    quantityDecimals: 0,
    minNotional: '5',
    maxQuantity: `${volume}`,
    leverageMax: 1,
    calendar: 'crypto-24x7',
    volatilityAnnual: +volatilityAnnual,
    driftAnnual: 0,
    dailyVolumeUsdt: DAILY_VOLUME_USDT,
    spreadBps: SPREAD_BPS,
    factors: [],
    hot: false,
    sector: 'infrastructure',
    country: null,
    venue: null,
    currency: 'USD',
    listedAt: listsOn,
    drawn: [],
  };
}
