import { adjustedSpec, type InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import type { MarketSource } from '../simulator/market-source.js';
import { EndedSource } from '../simulator/ended-source.js';
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
  const endOf = new Map(
    parts.specs.flatMap(({ symbol, delistedAt: end }) => (end === undefined ? [] : [[symbol, end]])),
  );
  const sources = [...(endOf.size === 0 ? [] : [new EndedSource(simulator, endOf)]), ...replays];
  if (sources.length === 0) return simulator;
  return new RoutedSource(
    simulator,
    sources.map((source) => ({ symbols: source.symbols(), source })),
  );
}

/**
 * The model of the catalogue in force. A dividend, split or delisting changes the price of one instrument that no other is a function of, so that one
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

/** The instruments that only corporate actions have changed since; `undefined` where anything else did. */
function onlyAdjusted(
  before: ReadonlyMap<string, InstrumentSpec>,
  specs: readonly InstrumentSpec[],
): string[] | undefined {
  if (specs.length !== before.size) return undefined;
  const revised = specs.filter((spec) => before.get(spec.symbol) !== spec);
  const isSame = (spec: InstrumentSpec): boolean => {
    const known = before.get(spec.symbol);
    const own = { adjustment: '', delistedAt: 0 };
    return JSON.stringify({ ...known, ...own }) === JSON.stringify({ ...spec, ...own });
  };
  return revised.every(isSame) ? revised.map(({ symbol }) => symbol) : undefined;
}
