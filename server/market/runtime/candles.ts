import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import { isBuilt, openThreads } from '../../edge/work/worker-threads.js';
import { CandleMaker, type CandleBasis, type CandleJob } from './candle-maker.js';

const IDLE_MS = 10 * 60_000;

export interface CandleSource {
  /** Identifies a basis. */
  basedOn(): string;
  basis(): CandleBasis;
}

type CandleRequest = Omit<CandleJob, 'basedOn' | 'basis'> & { readonly period: Period };

/** Candles, drawn in a thread of their own: a far past takes long, and orders do not wait for it. */
export class Candles {
  private readonly threads = isBuilt(import.meta.url)
    ? openThreads({ from: import.meta.url, worker: './candle.worker', least: 0, most: 1, idleMs: IDLE_MS })
    : undefined;
  /** Sources run by a test draw here. */
  private readonly maker = new CandleMaker();

  constructor(private readonly source: CandleSource) {}

  async before(request: CandleRequest): Promise<CandleRow[]> {
    const job: CandleJob = { ...request, basedOn: this.source.basedOn() };
    const rows = (await this.run(job)) ?? (await this.run({ ...job, basis: this.source.basis() }));
    if (rows === null) throw new Error(`no candles of ${request.symbol}`);
    return rows;
  }

  async close(): Promise<void> {
    await this.threads?.destroy();
  }

  private run(job: CandleJob): Promise<CandleRow[] | null> {
    if (this.threads === undefined) return Promise.resolve(this.maker.make(job));
    return this.threads.run(job) as Promise<CandleRow[] | null>;
  }
}
