import type { ContractCandleRow, ContractPrice } from '../../../contracts/contract-candle.calls.js';
import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { underlyingOf } from '../../../shared/contract-symbol.js';
import type { Clock, Instant } from '../../core/clock.js';
import { isBuilt, openThreads } from '../../edge/work/worker-threads.js';
import { periodEnd, periodStart, spanSeconds } from '../simulator/periods.js';
import { CandleMaker, CONTRACT_BLOCK, type CandleBasis, type CandleJob } from './candle-maker.js';
import type { SavedPushes } from '../flow-offset/flow-offsets.js';
import type { FlowCandle, FlowRange, RealmFlows } from './realm-candles.js';
import type { RealmTraces } from './realm-traces.js';

const IDLE_MS = 10 * 60_000;
/** Those of a contract are folded from its days. */
const OF_DAYS: ReadonlySet<Period> = new Set(['1w', '1M', '1y']);
/** Frames show the candle that ended last, and the one that runs. */
const SHOWN = 2;

export interface CandleSource {
  /** What users of a realm pushed of all that a price follows; `known` counts what need not be told again of each part. */
  pushesOf(realm: TradingRealm, symbol: string, known: ReadonlyMap<string, number>): SavedPushes;
  /** Identifies a basis. */
  basedOn(): string;
  basis(): CandleBasis;
}

/** A chart: of an instrument, or of one of a contract's prices. */
export interface Charted {
  readonly symbol: string;
  readonly price?: ContractPrice;
  readonly period: Period;
}

interface CandleRequest extends Charted {
  /** Candles that begin before this instant; at most now. */
  readonly before: Instant | undefined;
  readonly limit: number;
}

type Asked = Omit<CandleJob, 'pushes' | 'basedOn' | 'basis'>;

/** Candles, drawn in a thread of their own: a far past takes long, and orders do not wait for it. */
export class Candles {
  private readonly threads = isBuilt(import.meta.url)
    ? openThreads({ from: import.meta.url, worker: './candle.worker', least: 0, most: 1, idleMs: IDLE_MS })
    : undefined;
  /** Sources run by a test draw here. */
  private readonly maker = new CandleMaker();

  private flows: RealmFlows | undefined;
  private traces: RealmTraces | undefined;
  /** How many landings of each pushed part the thread has been sent. */
  private readonly sent = { demo: new Map<string, number>(), real: new Map<string, number>() };

  constructor(
    private readonly source: CandleSource,
    private readonly clock: Clock,
  ) {}

  /** From here on candles have users' trades in them, and those of mark prices what users left in the books. */
  follow(flows: RealmFlows, traces?: RealmTraces): void {
    [this.flows, this.traces] = [flows, traces];
  }

  /** The newest candles of a realm, oldest first. One that has ended is whole, wherever in it `before` lies. */
  async before(realm: TradingRealm, { before, limit, ...charted }: CandleRequest): Promise<CandleRow[]> {
    const asked = this.clock.now();
    const wanted = before === undefined || before > asked ? Infinity : endOf(charted.period, before);
    const range = { ...charted, beforeMs: Math.min(wanted, asked), limit };
    if (charted.price === 'last' || charted.price === 'mark') await this.inParts(realm, { ...range, price: 'last' });
    const hasFlow = charted.price === undefined || charted.price === 'last';
    const flow = hasFlow ? ((await this.flows?.before(realm, range)) ?? []) : [];
    // What was read may be newer than the request.
    const now = this.clock.now();
    const isNow = wanted > now;
    return this.shown({ ...range, realm, beforeMs: isNow ? now : wanted, isNow, flow });
  }

  /** The candle that runs and the one before it, with trades of users that are known already. */
  newest(realm: TradingRealm, charted: Charted, flow: readonly FlowCandle[]): Promise<CandleRow[]> {
    return this.shown({ ...charted, realm, beforeMs: this.clock.now(), isNow: true, flow, limit: SHOWN });
  }

  /** The mark price is that of the agents wherever users left nothing in the book. A book that they trade in all the time comes in parts. */
  private async shown(asked: Asked): Promise<CandleRow[]> {
    if (asked.price !== 'mark') return this.drawn(asked);
    const { realm, symbol, period, beforeMs } = asked;
    const ofAgents = await this.drawn({ ...asked, price: 'last', flow: [] });
    const fromMs = ofAgents[0]?.[0] ?? beforeMs;
    const parts: CandleRow[][] = [];
    for (let toMs = beforeMs; toMs > fromMs;) {
      const isNewest = toMs === beforeMs;
      const rows = isNewest ? ofAgents : ofAgents.filter(([openAt]) => openAt < toMs);
      const traces = await this.traces?.within(realm, { symbol, period, fromMs, toMs });
      if (traces === undefined) {
        parts.unshift(rows);
        break;
      }
      const isNow = asked.isNow && isNewest;
      parts.unshift(await this.drawn({ ...asked, beforeMs: toMs, isNow, limit: rows.length, traces }));
      toMs = traces.fromMs;
    }
    return parts.flat();
  }

  /** A page of a contract takes up to seconds. It is drawn in parts, which are kept, so that other charts have their turn in between. */
  private async inParts(realm: TradingRealm, range: Omit<FlowRange, 'period'> & Charted): Promise<void> {
    const period = OF_DAYS.has(range.period) ? '1d' : range.period;
    const limit = Math.ceil((range.limit * spanSeconds(range.period, 1)) / spanSeconds(period, 1));
    const part = { ...range, realm, period, limit: CONTRACT_BLOCK, isNow: false, flow: [] };
    let beforeMs = range.beforeMs;
    for (let count = CONTRACT_BLOCK; count < limit; count += CONTRACT_BLOCK) {
      const [first] = await this.drawn({ ...part, beforeMs });
      if (first === undefined) return;
      [beforeMs] = first;
    }
  }

  private async drawn(asked: Asked): Promise<CandleRow[]> {
    const job = { ...asked, basedOn: this.source.basedOn() };
    const rows = (await this.run(job)) ?? (await this.runWhole(job));
    if (rows === null) throw new Error(`no candles of ${asked.symbol}`);
    return rows;
  }

  async close(): Promise<void> {
    await this.threads?.destroy();
  }

  /** After a `null`: the thread is a new one, or has an older basis. */
  private runWhole(job: Omit<CandleJob, 'pushes'>): Promise<CandleRow[] | null> {
    for (const known of Object.values(this.sent)) known.clear();
    return this.run({ ...job, basis: this.source.basis() });
  }

  private run(asked: Omit<CandleJob, 'pushes'>): Promise<CandleRow[] | null> {
    const known = this.sent[asked.realm];
    const job = { ...asked, pushes: this.source.pushesOf(asked.realm, underlyingOf(asked.symbol), known) };
    for (const [part, { from, landings }] of job.pushes) known.set(part, from + landings.length);
    if (this.threads === undefined) return Promise.resolve(this.maker.make(job));
    return this.threads.run(job) as Promise<CandleRow[] | null>;
  }
}

/** The end of the last candle that begins before an instant. */
function endOf(period: Period, before: Instant): Instant {
  return periodEnd(period, periodStart(period, Math.ceil(before / 1000) - 1)) * 1000;
}

/** Of a contract, which has none. */
export const withoutVolume = ([at, open, high, low, close]: CandleRow): ContractCandleRow => [
  at,
  open,
  high,
  low,
  close,
];
