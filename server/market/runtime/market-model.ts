import { adjustedSpec, type InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { CandleRow } from '../../../contracts/market.contract.js';
import { amount, format, fromSteps } from '../../../shared/money.js';
import type { Candle } from '../simulator/candles.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import type { MarketSource } from '../simulator/market-source.js';
import { PriceModel } from '../simulator/price-model.js';
import { RoutedSource } from '../simulator/routed-source.js';

interface ModelParts {
  readonly specs: readonly InstrumentSpec[];
  readonly calendars: readonly MarketCalendar[];
  readonly launchAt: number;
  readonly epochMs: number;
  seedOf(epoch: number): string | undefined;
  /** Instruments that real candles drive instead of the simulator. */
  readonly replays: readonly MarketSource[];
}

/** Where prices come from, for the thread that trades and for the one that draws candles. */
export function modelOf({ replays, ...parts }: ModelParts): MarketSource {
  const simulator = new PriceModel({ ...parts, specs: parts.specs.map(adjustedSpec) });
  return replays.length === 0 ? simulator : new RoutedSource(simulator, replays);
}

/** Candles of the API: decimal strings. */
export function candleRows(candles: readonly Candle[], spec: { tickSize: string; lotSize: string }): CandleRow[] {
  const [tick, lot] = [amount(spec.tickSize), amount(spec.lotSize)];
  const price = (ticks: number): string => format(fromSteps(ticks, tick));
  return candles.map((candle) => [
    candle.openAt,
    price(candle.openTicks),
    price(candle.highTicks),
    price(candle.lowTicks),
    price(candle.closeTicks),
    format(fromSteps(candle.volumeLots, lot)),
  ]);
}
