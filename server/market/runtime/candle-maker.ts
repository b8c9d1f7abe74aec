import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import { CandleBlocks } from '../simulator/candle-blocks.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import { readReplays } from './catalogue-source.js';
import { candleRows, modelOf } from './market-model.js';

/** What candles are drawn from. */
export interface CandleBasis {
  readonly specs: readonly InstrumentSpec[];
  readonly calendars: readonly MarketCalendar[];
  readonly launchAt: number;
  readonly epochMs: number;
  /** Effective seeds of the epochs that began. */
  readonly seeds: readonly (readonly [epoch: number, seed: string])[];
  readonly replaysFolder: string;
}

export interface CandleJob {
  readonly symbol: string;
  readonly period: Period;
  readonly beforeMs: number;
  readonly limit: number;
  /** Identifies a basis: the catalogue and the newest epoch. */
  readonly basedOn: string;
  /** Sent along when the thread has another one. */
  readonly basis?: CandleBasis;
}

/** Draws candles; keeps what they are drawn from between two jobs. */
export class CandleMaker {
  private basedOn = '';
  private blocks: CandleBlocks | undefined;
  private specs = new Map<string, InstrumentSpec>();

  /** `null` requests the basis. */
  make({ symbol, period, beforeMs, limit, basedOn, basis }: CandleJob): CandleRow[] | null {
    if (basis !== undefined) this.take(basis, basedOn);
    const spec = this.specs.get(symbol);
    if (this.basedOn !== basedOn || this.blocks === undefined || spec === undefined) return null;
    return candleRows(this.blocks.before(symbol, period, beforeMs, limit), spec);
  }

  private take({ seeds, replaysFolder, ...parts }: CandleBasis, basedOn: string): void {
    const known = new Map(seeds);
    const replays = readReplays(replaysFolder, parts.specs, parts.calendars);
    const model = modelOf({ ...parts, replays, seedOf: (epoch) => known.get(epoch) });
    this.blocks = new CandleBlocks(model, PREHISTORY_STARTS_AT);
    this.specs = new Map(parts.specs.map((spec) => [spec.symbol, spec]));
    this.basedOn = basedOn;
  }
}
