import { adjustedSpec, type InstrumentSpec } from '../../../contracts/instrument.contract.js';
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
  if (replays.length === 0) return simulator;
  return new RoutedSource(
    simulator,
    replays.map((source) => ({ symbols: source.symbols(), source })),
  );
}

/**
 * The model of the catalogue in force. A dividend or split changes the price of one instrument that no other is a function of, so that one
 * gets a model of its own: all others keep what was looked up of them, which takes a second for three thousand.
 */
export class CatalogueModel {
  private base: { readonly specs: ReadonlyMap<string, InstrumentSpec>; readonly model: MarketSource } | undefined;

  of(parts: ModelParts): MarketSource {
    const revised = this.base && onlyAdjusted(this.base.specs, parts.specs);
    if (this.base === undefined || revised === undefined) {
      const specs = new Map(parts.specs.map((spec) => [spec.symbol, spec]));
      this.base = { specs, model: modelOf(parts) };
      return this.base.model;
    }
    const { model } = this.base;
    return revised.length === 0 ? model : new RoutedSource(model, [{ symbols: revised, source: modelOf(parts) }]);
  }
}

/** The instruments that only dividends and splits have changed since; `undefined` where anything else did. */
function onlyAdjusted(
  before: ReadonlyMap<string, InstrumentSpec>,
  specs: readonly InstrumentSpec[],
): string[] | undefined {
  if (specs.length !== before.size) return undefined;
  const revised = specs.filter((spec) => before.get(spec.symbol) !== spec);
  const isSame = (spec: InstrumentSpec): boolean => {
    const known = before.get(spec.symbol);
    return JSON.stringify({ ...known, adjustment: '' }) === JSON.stringify({ ...spec, adjustment: '' });
  };
  return revised.every(isSame) ? revised.map(({ symbol }) => symbol) : undefined;
}
