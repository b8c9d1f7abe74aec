import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Clock, Instant } from '../../core/clock.js';
import { isBuilt, openThreads } from '../../edge/work/worker-threads.js';
import { periodEnd, periodStart } from '../simulator/periods.js';
import { CandleMaker, type CandleBasis, type CandleJob } from './candle-maker.js';
import type { SavedPushes } from '../flow-offset/flow-offsets.js';
import type { RealmFlows } from './realm-candles.js';

const IDLE_MS = 10 * 60_000;

export interface CandleSource {
  /** What users of a realm pushed of all that a price follows; `known` counts what need not be told again of each part. */
  pushesOf(realm: TradingRealm, symbol: string, known: ReadonlyMap<string, number>): SavedPushes;
  /** Identifies a basis. */
  basedOn(): string;
  basis(): CandleBasis;
}

interface CandleRequest {
  readonly symbol: string;
  readonly period: Period;
  /** Candles that begin before this instant; at most now. */
  readonly before: Instant | undefined;
  readonly limit: number;
}

/** Candles, drawn in a thread of their own: a far past takes long, and orders do not wait for it. */
export class Candles {
  private readonly threads = isBuilt(import.meta.url)
    ? openThreads({ from: import.meta.url, worker: './candle.worker', least: 0, most: 1, idleMs: IDLE_MS })
    : undefined;
  /** Sources run by a test draw here. */
  private readonly maker = new CandleMaker();

  private flows: RealmFlows | undefined;
  /** How many landings of each pushed part the thread has been sent. */
  private readonly sent = { demo: new Map<string, number>(), real: new Map<string, number>() };

  constructor(
    private readonly source: CandleSource,
    private readonly clock: Clock,
  ) {}

  /** From here on candles have users' trades in them. */
  follow(flows: RealmFlows): void {
    this.flows = flows;
  }

  /** The newest candles of a realm, oldest first. One that has ended is whole, wherever in it `before` lies. */
  async before(realm: TradingRealm, { symbol, period, before, limit }: CandleRequest): Promise<CandleRow[]> {
    const asked = this.clock.now();
    const wanted = before === undefined || before > asked ? Infinity : endOf(period, before);
    const range = { symbol, period, beforeMs: Math.min(wanted, asked), limit };
    const flow = (await this.flows?.before(realm, range)) ?? [];
    // What was read may be newer than the request.
    const now = this.clock.now();
    const isNow = wanted > now;
    const basedOn = this.source.basedOn();
    const beforeMs = isNow ? now : wanted;
    const job = { ...range, realm, beforeMs, isNow, flow, basedOn };
    const rows = (await this.run(job)) ?? (await this.runWhole(job));
    if (rows === null) throw new Error(`no candles of ${symbol}`);
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
    const job = { ...asked, pushes: this.source.pushesOf(asked.realm, asked.symbol, known) };
    for (const [part, { from, landings }] of job.pushes) known.set(part, from + landings.length);
    if (this.threads === undefined) return Promise.resolve(this.maker.make(job));
    return this.threads.run(job) as Promise<CandleRow[] | null>;
  }
}

/** The end of the last candle that begins before an instant. */
function endOf(period: Period, before: Instant): Instant {
  return periodEnd(period, periodStart(period, Math.ceil(before / 1000) - 1)) * 1000;
}
