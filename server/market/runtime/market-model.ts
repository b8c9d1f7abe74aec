import { adjustedSpec, type InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { tradedUntil } from '../mark-price/settlement.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import type { MarketSource } from '../simulator/market-source.js';
import { EndedSource } from '../simulator/ended-source.js';
import { PausedSource } from '../simulator/paused-source.js';
import { PriceModel } from '../simulator/price-model.js';
import { RoutedSource } from '../simulator/routed-source.js';

interface ModelParts {
  readonly specs: readonly InstrumentSpec[];
  readonly calendars: readonly MarketCalendar[];
  readonly launchAt: number;
  readonly epochMs: number;
  seedOf(epoch: number): string | undefined;
  /** When trading ends in instruments whose delisting was announced; of those that are delisted it follows. */
  readonly endings: ReadonlyMap<string, number>;
  /** Instruments that real candles drive instead of the simulator. */
  readonly replays: readonly MarketSource[];
}

/** Where prices come from, for the thread that trades and for the one that draws candles. */
export function modelOf({ replays, ...parts }: ModelParts): MarketSource {
  const simulator = new PausedSource(new PriceModel({ ...parts, specs: parts.specs.map(adjustedSpec) }), parts);
  const endOf = new Map(
    parts.specs.flatMap((spec) => {
      const end = endingOf(spec, parts);
      return end === undefined ? [] : [[spec.symbol, end]];
    }),
  );
  const sources = [...(endOf.size === 0 ? [] : [new EndedSource(simulator, endOf)]), ...replays];
  if (sources.length === 0) return simulator;
  return new RoutedSource(
    simulator,
    sources.map((source) => ({ symbols: source.symbols(), source })),
  );
}

function endingOf({ symbol, delistedAt }: InstrumentSpec, { endings }: Pick<ModelParts, 'endings'>) {
  return delistedAt === undefined ? endings.get(symbol) : tradedUntil(delistedAt);
}

/**
 * The model of the catalogue in force. A dividend, split or delisting changes the price of one instrument that no other is a function of, so that one
 * gets a model of its own: all others keep what was looked up of them, which takes a second for three thousand.
 */
export class CatalogueModel {
  private base: Base | undefined;

  of(parts: ModelParts): MarketSource {
    const revised = this.base && onlyAdjusted(this.base, parts);
    if (this.base === undefined || revised === undefined) {
      const specs = new Map(parts.specs.map((spec) => [spec.symbol, spec]));
      this.base = { specs, endings: parts.endings, model: modelOf(parts) };
      return this.base.model;
    }
    const { model } = this.base;
    return revised.length === 0 ? model : new RoutedSource(model, [{ symbols: revised, source: modelOf(parts) }]);
  }
}

interface Base {
  readonly specs: ReadonlyMap<string, InstrumentSpec>;
  readonly endings: ModelParts['endings'];
  readonly model: MarketSource;
}

/** New coins, and the instruments that only corporate actions have changed since; `undefined` where anything else did. */
function onlyAdjusted(base: Base, { specs, endings }: ModelParts): string[] | undefined {
  const added = specs.filter(({ symbol }) => !base.specs.has(symbol));
  if (specs.length !== base.specs.size + added.length) return undefined;
  const isRevised = (spec: InstrumentSpec): boolean =>
    base.specs.get(spec.symbol) !== spec || base.endings.get(spec.symbol) !== endings.get(spec.symbol);
  const revised = specs.filter(isRevised);
  const isSame = (spec: InstrumentSpec): boolean => {
    const known = base.specs.get(spec.symbol);
    // It moves by itself, and nothing is a function of it.
    if (known === undefined) return spec.opening !== undefined;
    const own = { adjustment: '', delistedAt: 0 };
    return JSON.stringify({ ...known, ...own }) === JSON.stringify({ ...spec, ...own });
  };
  return revised.every(isSame) ? revised.map(({ symbol }) => symbol) : undefined;
}
