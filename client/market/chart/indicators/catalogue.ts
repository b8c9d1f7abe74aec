import type { Bar } from '../bars';
import type { Source } from '../layout';
import { AVERAGES } from './averages';
import { MOMENTUM } from './momentum';
import { sourced, takesSource } from './sources';
import { TREND } from './trend';
import type { IndicatorEntry, Study, Values } from './types';
import { VOLATILITY } from './volatility';
import { VOLUME } from './volume';

/** Every indicator that the chart offers. */
export const CATALOGUE: readonly IndicatorEntry[] = [...AVERAGES, ...TREND, ...MOMENTUM, ...VOLATILITY, ...VOLUME];

const byId = new Map(CATALOGUE.map((entry) => [entry.id, entry]));
export const entryOf = (id: string): IndicatorEntry | undefined => byId.get(id);

/** An indicator over a growing run of candles: a new or changing last one costs one step, not the whole history. */
export class IndicatorRun {
  private study: Study | null = null;
  private bars: Bar[] = [];
  private readonly source: Source;
  values: Values[] = [];

  constructor(
    readonly entry: IndicatorEntry,
    readonly params: readonly number[],
    source: Source = 'close',
  ) {
    this.source = takesSource(entry) ? source : 'close';
  }

  /** Another history: recompute everything. */
  load(bars: readonly Bar[]): void {
    this.bars = bars.map((bar) => sourced(bar, this.source));
    if (this.entry.compute) {
      this.values = this.entry.compute(this.bars, this.params);
      return;
    }
    const study = this.entry.start(this.params);
    this.study = study;
    this.values = this.bars.map((bar) => study.update(bar, false));
  }

  /** The last candle as it is now, or one after it. */
  take(live: Bar): void {
    const bar = sourced(live, this.source);
    const replace = this.bars.at(-1)?.at === bar.at;
    if (replace) this.bars.pop();
    this.bars.push(bar);
    if (this.entry.compute) {
      this.values = this.entry.compute(this.bars, this.params);
      return;
    }
    if (this.study === null) return;
    if (replace) this.values.pop();
    this.values.push(this.study.update(bar, replace));
  }
}
