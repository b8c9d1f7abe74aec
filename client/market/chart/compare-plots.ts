import { LineSeries, type IChartApiBase, type ISeriesApi, type Time } from 'lightweight-charts';
import type { Bar } from './bars';
import { timeOf } from './main-series';

interface Compared {
  series: ISeriesApi<'Line'>;
  closes: ReadonlyMap<number, number>;
}

/** Other instruments on the percentage scale; only where the chart has candles, so that they add none. */
export class ComparePlots {
  private readonly plots = new Map<string, Compared>();

  constructor(private readonly chart: IChartApiBase<Time>) {}

  show(symbol: string, color: string, closes: ReadonlyMap<number, number>, bars: readonly Bar[]): void {
    const series =
      this.plots.get(symbol)?.series ??
      this.chart.addSeries(LineSeries, { lineWidth: 2, priceLineVisible: false, crosshairMarkerRadius: 3 }, 0);
    series.applyOptions({ color });
    series.setData(
      bars.flatMap(({ at }) => {
        const value = closes.get(at);
        return value === undefined ? [] : [{ time: timeOf(at), value }];
      }),
    );
    this.plots.set(symbol, { series, closes });
  }

  keep(symbols: readonly string[]): void {
    for (const [symbol, { series }] of this.plots) {
      if (symbols.includes(symbol)) continue;
      this.chart.removeSeries(series);
      this.plots.delete(symbol);
    }
  }

  /** Before other candles come: a line over candles that are gone would stretch the axis. */
  clear(): void {
    for (const { series } of this.plots.values()) series.setData([]);
  }

  /** Change in per cent from the first candle in sight that each has. */
  readings(bars: readonly Bar[], from: number, index: number): Map<string, number | null> {
    return new Map(
      [...this.plots].map(([symbol, { closes }]) => {
        const now = closes.get(bars[index]?.at ?? NaN);
        const first = bars.slice(from, from + 50).find(({ at }) => closes.has(at));
        const base = first && closes.get(first.at);
        return [symbol, now === undefined || !base ? null : (now / base - 1) * 100];
      }),
    );
  }
}
