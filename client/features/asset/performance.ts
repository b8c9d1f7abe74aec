import type { PerformanceView } from '../../../contracts/performance.contract';
import { format, formatTo, percentOf, toAmount, type Amount } from '../../../shared/money';
import type { CoinRow } from './asset-types';

/** A gain or loss in USDT, with its per cent where there is something that it is of. */
export interface Gain {
  usdt: string;
  percent: string | null;
}

export interface Performance {
  today: Gain;
  unrealised: Gain;
  realised: Gain;
  coins: ReadonlyMap<string, CoinPerformance>;
}

export interface CoinPerformance {
  averageCost: string | null;
  unrealised: Gain;
  realised: string;
}

/**
 * The result beside the values that are shown: value less cost, so that the figures of one screen add up although prices moved
 * since the result was fetched. After a trade in between the fetched result stays.
 */
export function performanceOf(coins: readonly CoinRow[], view: PerformanceView): Performance {
  const shown = new Map(coins.map((coin) => [coin.currency, coin]));
  const same = view.coins.every(({ currency, quantity }) => (shown.get(currency)?.total ?? '0') === quantity);
  const valueOf = (currency: string, valueUsdt: string): Amount =>
    toAmount(same ? (shown.get(currency)?.valueUsdt ?? '0') : valueUsdt);
  const own = view.coins.map((coin) => {
    const cost = toAmount(coin.costUsdt);
    const unrealised = gain(valueOf(coin.currency, coin.valueUsdt) - cost, cost);
    return [coin.currency, { averageCost: coin.averageCostUsdt, unrealised, realised: coin.realisedUsdt }] as const;
  });
  const value = view.coins.reduce((sum, coin) => sum + valueOf(coin.currency, coin.valueUsdt), 0n);
  const cost = toAmount(view.costUsdt);
  const { valueUsdt, netFlowsUsdt, inflowsUsdt } = view.today;
  return {
    today: gain(value - toAmount(valueUsdt) - toAmount(netFlowsUsdt), toAmount(valueUsdt) + toAmount(inflowsUsdt)),
    unrealised: gain(value - cost, cost),
    realised: { usdt: view.realisedUsdt, percent: null },
    coins: new Map(own),
  };
}

const gain = (usdt: Amount, base: Amount): Gain => ({
  usdt: format(usdt),
  percent: base > 0n ? formatTo(percentOf(usdt, base), 2) : null,
});
