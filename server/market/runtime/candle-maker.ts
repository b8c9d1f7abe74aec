import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { ContractPrice } from '../../../contracts/contract-candle.calls.js';
import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { contractNamed, underlyingOf, type ContractName } from '../../../shared/contract-symbol.js';
import { amount } from '../../../shared/money.js';
import { FlowedSource } from '../flow-offset/flowed-source.js';
import { FlowOffsets, type SavedPushes } from '../flow-offset/flow-offsets.js';
import { Fundings } from '../funding/fundings.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import { CandleBlocks } from '../simulator/candle-blocks.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import type { MarketSource } from '../simulator/market-source.js';
import { withRunningSecond } from '../simulator/running-second.js';
import { readReplays } from './catalogue-source.js';
import { derivedCandles, markedCandles, type DerivedCandles } from './derived-market.js';
import { LastTrades } from './last-trades.js';
import { modelOf } from './market-model.js';
import { MarkHistory, type Traces } from '../mark-price/mark-history.js';
import { realmCandles, type BookSizes, type FlowCandle } from './realm-candles.js';
import type { SavedTraces } from './realm-traces.js';

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
  /** Of a contract, which of its prices; of an instrument there is one. */
  readonly price?: ContractPrice;
  readonly period: Period;
  readonly beforeMs: number;
  readonly limit: number;
  /** Whether `beforeMs` is now: then the second that runs is part of it, up to its beat. */
  readonly isNow: boolean;
  /** Users' trades of the realm; empty where nobody traded. */
  readonly flow: readonly FlowCandle[];
  /** Of a mark price, what users left in the book. */
  readonly traces?: SavedTraces;
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
  /** Made for the first contract. */
  contracts?: ContractsDrawn;
}

interface ContractsDrawn extends DerivedCandles {
  readonly blocks: CandleBlocks;
  readonly lastTrades: LastTrades;
}

/** What users of one realm moved. */
interface RealmDrawn extends Drawn {
  readonly offsets: FlowOffsets;
}

/** Candles of a contract take a search each: of these few a thread draws quickly, and then others have their turn. */
export const CONTRACT_BLOCK = 32;

/** Draws candles; keeps what they are drawn from between two jobs. */
export class CandleMaker {
  private basedOn = '';
  private drawn: Drawn | undefined;
  private readonly realms = new Map<TradingRealm, RealmDrawn>();
  private specs = new Map<string, InstrumentSpec>();
  private fundings: Fundings | undefined;

  /** `null` requests the basis, and all that was pushed. */
  make({ basedOn, basis, ...job }: CandleJob): CandleRow[] | null {
    if (basis !== undefined && this.basedOn !== basedOn) this.take(basis, basedOn);
    const spec = this.specs.get(underlyingOf(job.symbol));
    if (this.basedOn !== basedOn || this.drawn === undefined || spec === undefined) return null;
    const drawn = job.pushes.length === 0 ? this.drawn : this.ofRealm(this.drawn, job);
    if (drawn === undefined) return null;
    const name = contractNamed(job.symbol);
    if (name === undefined) return rowsOf(drawn, drawn.source, spec, job);
    if (job.price === 'index') return this.indexRows(drawn, name, spec, job);
    const contracts = (drawn.contracts ??= this.contractsOf(drawn.source));
    if (job.traces !== undefined) return markRows(contracts, spec, job, job.traces);
    return rowsOf(contracts, contracts.candles, spec, job);
  }

  /** A delivery contract settles at the fundamental price, which is its index in both realms. */
  private indexRows(realm: Drawn, { underlying, deliversAt }: ContractName, spec: InstrumentSpec, job: DrawnJob) {
    const index = deliversAt === null ? realm : (this.drawn as Drawn);
    const end = deliversAt ?? Infinity;
    const life = { beforeMs: Math.min(job.beforeMs, end), isNow: job.isNow && job.beforeMs < end };
    return rowsOf(index, index.source, spec, { ...job, ...life, symbol: underlying, flow: [] });
  }

  private contractsOf(prices: MarketSource): ContractsDrawn {
    const { source: fundamental } = this.drawn as Drawn;
    const fundings = this.fundings as Fundings;
    const { candles, marks } = derivedCandles({ prices, fundamental, fundings });
    const blocks = new CandleBlocks(candles, PREHISTORY_STARTS_AT, CONTRACT_BLOCK);
    return { candles, marks, blocks, lastTrades: new LastTrades(candles) };
  }

  /** Prices that nobody moved are alike in both realms; the others are kept for each. `undefined` when it lacks pushes of before. */
  private ofRealm(
    { source: fundamental, lastTrades }: Drawn,
    { realm, pushes }: Pick<CandleJob, 'realm' | 'pushes'>,
  ): RealmDrawn | undefined {
    let drawn = this.realms.get(realm);
    if (drawn === undefined) {
      const offsets = new FlowOffsets();
      const source = new FlowedSource(fundamental, offsets);
      drawn = { source, offsets, lastTrades, blocks: new CandleBlocks(source, PREHISTORY_STARTS_AT) };
      this.realms.set(realm, drawn);
    }
    return drawn.offsets.restore(pushes) ? drawn : undefined;
  }

  private take({ seeds, endings, replaysFolder, ...parts }: CandleBasis, basedOn: string): void {
    const known = new Map(seeds);
    const replays = readReplays(replaysFolder, parts.specs, parts.calendars);
    const seedOf = (epoch: number): string | undefined => known.get(epoch);
    const source = modelOf({ ...parts, replays, endings: new Map(endings), seedOf });
    this.fundings = new Fundings({ ...parts, seedOf });
    const blocks = new CandleBlocks(source, PREHISTORY_STARTS_AT);
    this.realms.clear();
    this.drawn = { source, blocks, lastTrades: new LastTrades(source) };
    this.specs = new Map(parts.specs.map((spec) => [spec.symbol, spec]));
    this.basedOn = basedOn;
  }
}

type DrawnJob = Omit<CandleJob, 'basedOn' | 'basis'>;
type CandlesOf = Pick<MarketSource, 'outlines' | 'priceTicksAt' | 'trades' | 'sessionState'>;

/** Candles that open before what is known of the book are left out: they are another part. */
function markRows(
  { marks, blocks, lastTrades }: ContractsDrawn,
  spec: InstrumentSpec,
  { symbol, period, beforeMs, limit, isNow }: DrawnJob,
  { fromMs, text }: SavedTraces,
): CandleRow[] {
  const history = new MarkHistory(JSON.parse(text) as Traces);
  const source = marks.of(symbol, history);
  const ofAgents = blocks.before(symbol, period, beforeMs, limit).filter(({ openAt }) => openAt >= fromMs);
  const marked = markedCandles(ofAgents, source, history, { symbol, period, knownTo: beforeMs });
  const candles = isNow ? withRunningSecond(source, symbol, period, marked, beforeMs) : marked;
  const drawn = { source, lastTrades, symbol, period, sizes: sizesOf(spec), knownTo: beforeMs };
  return realmCandles(candles, [], drawn).slice(-limit);
}

const sizesOf = ({ tickSize, lotSize }: InstrumentSpec): BookSizes => ({
  tick: amount(tickSize),
  lot: amount(lotSize),
});

function rowsOf(
  { blocks, lastTrades }: Pick<Drawn, 'blocks' | 'lastTrades'>,
  source: CandlesOf,
  spec: InstrumentSpec,
  { symbol, period, beforeMs, limit, isNow, flow }: DrawnJob,
): CandleRow[] {
  const whole = blocks.before(symbol, period, beforeMs, limit);
  const candles = isNow ? withRunningSecond(source, symbol, period, whole, beforeMs) : whole;
  const drawn = { source, lastTrades, symbol, period, sizes: sizesOf(spec), knownTo: beforeMs };
  const rows = realmCandles(candles, flow, drawn);
  return rows.slice(-limit);
}
