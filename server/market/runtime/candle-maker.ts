import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { amount } from '../../../shared/money.js';
import { FlowedSource } from '../flow-offset/flowed-source.js';
import { FlowOffsets, type SavedPushes } from '../flow-offset/flow-offsets.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import { CandleBlocks } from '../simulator/candle-blocks.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import type { MarketSource } from '../simulator/market-source.js';
import { withRunningSecond } from '../simulator/running-second.js';
import { readReplays } from './catalogue-source.js';
import { LastTrades } from './last-trades.js';
import { modelOf } from './market-model.js';
import { realmCandles, type FlowCandle } from './realm-candles.js';

/** What candles are drawn from. */
export interface CandleBasis {
  readonly specs: readonly InstrumentSpec[];
  readonly calendars: readonly MarketCalendar[];
  readonly launchAt: number;
  readonly epochMs: number;
  /** Effective seeds of the epochs that began. */
  readonly seeds: readonly (readonly [epoch: number, seed: string])[];
  /** When trading ends in instruments whose delisting was announced. */
  readonly endings: readonly (readonly [symbol: string, at: number])[];
  readonly replaysFolder: string;
}

export interface CandleJob {
  readonly realm: TradingRealm;
  readonly symbol: string;
  readonly period: Period;
  readonly beforeMs: number;
  readonly limit: number;
  /** Whether `beforeMs` is now: then the second that runs is part of it, up to its beat. */
  readonly isNow: boolean;
  /** Users' trades of the realm; empty where nobody traded. */
  readonly flow: readonly FlowCandle[];
  /** What users of the realm pushed for good, from what the thread knows on; empty where nobody did. */
  readonly pushes: SavedPushes;
  /** Identifies a basis: the catalogue and the newest epoch. */
  readonly basedOn: string;
  /** Sent along when the thread has another one. */
  readonly basis?: CandleBasis;
}

/** What candles are drawn by; it remembers what was looked up. */
interface Drawn {
  readonly source: MarketSource;
  readonly blocks: CandleBlocks;
  readonly lastTrades: LastTrades;
}

/** What users of one realm moved. */
interface RealmDrawn extends Pick<Drawn, 'source' | 'blocks'> {
  readonly offsets: FlowOffsets;
}

/** Draws candles; keeps what they are drawn from between two jobs. */
export class CandleMaker {
  private basedOn = '';
  private drawn: Drawn | undefined;
  private readonly realms = new Map<TradingRealm, RealmDrawn>();
  private specs = new Map<string, InstrumentSpec>();

  /** `null` requests the basis, and all that was pushed. */
  make({ basedOn, basis, ...job }: CandleJob): CandleRow[] | null {
    if (basis !== undefined && this.basedOn !== basedOn) this.take(basis, basedOn);
    const { symbol, period, beforeMs, limit, isNow, flow } = job;
    const spec = this.specs.get(symbol);
    if (this.basedOn !== basedOn || this.drawn === undefined || spec === undefined) return null;
    const { lastTrades } = this.drawn;
    const drawn = job.pushes.length === 0 ? this.drawn : this.ofRealm(this.drawn.source, job);
    if (drawn === undefined) return null;
    const { source, blocks } = drawn;
    const whole = blocks.before(symbol, period, beforeMs, limit);
    const candles = isNow ? withRunningSecond(source, symbol, period, whole, beforeMs) : whole;
    const sizes = { tick: amount(spec.tickSize), lot: amount(spec.lotSize) };
    const rows = realmCandles(candles, flow, { source, lastTrades, symbol, period, sizes, knownTo: beforeMs });
    return rows.slice(-limit);
  }

  /** Prices that nobody moved are alike in both realms; the others are kept for each. `undefined` when it lacks pushes of before. */
  private ofRealm(
    fundamental: MarketSource,
    { realm, pushes }: Pick<CandleJob, 'realm' | 'pushes'>,
  ): RealmDrawn | undefined {
    let drawn = this.realms.get(realm);
    if (drawn === undefined) {
      const offsets = new FlowOffsets();
      const source = new FlowedSource(fundamental, offsets);
      drawn = { source, offsets, blocks: new CandleBlocks(source, PREHISTORY_STARTS_AT) };
      this.realms.set(realm, drawn);
    }
    return drawn.offsets.restore(pushes) ? drawn : undefined;
  }

  private take({ seeds, endings, replaysFolder, ...parts }: CandleBasis, basedOn: string): void {
    const known = new Map(seeds);
    const replays = readReplays(replaysFolder, parts.specs, parts.calendars);
    const source = modelOf({ ...parts, replays, endings: new Map(endings), seedOf: (epoch) => known.get(epoch) });
    const blocks = new CandleBlocks(source, PREHISTORY_STARTS_AT);
    this.realms.clear();
    this.drawn = { source, blocks, lastTrades: new LastTrades(source) };
    this.specs = new Map(parts.specs.map((spec) => [spec.symbol, spec]));
    this.basedOn = basedOn;
  }
}
