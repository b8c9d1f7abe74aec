import { HistogramSeries, type IChartApiBase, type ISeriesApi, type Time } from 'lightweight-charts';
import type { Bar } from './bars';
import { figures, type ChartTexts } from './chart-options';
import type { ChartColours } from './colours';
import { timeOf } from './main-series';

/** The volume in the pane under the price, or nothing while it is switched off. */
export class VolumePlot {
  private series: ISeriesApi<'Histogram'> | null = null;

  constructor(private readonly chart: IChartApiBase<Time>) {}

  show(on: boolean, bars: readonly Bar[], colours: ChartColours, texts: ChartTexts): void {
    if (!on && this.series !== null) this.chart.removeSeries(this.series);
    if (!on) this.series = null;
    else if (this.series === null) {
      const options = { lastValueVisible: false, priceLineVisible: false };
      this.series = this.chart.addSeries(HistogramSeries, options, 1);
      this.series.priceScale().applyOptions({ scaleMargins: { top: 0.15, bottom: 0 } });
    }
    this.draw(bars, colours, texts);
  }

  draw(bars: readonly Bar[], colours: ChartColours, texts: ChartTexts): void {
    this.series?.applyOptions({ priceFormat: figures(texts) });
    this.series?.setData(bars.map((bar) => pointOf(bar, colours)));
  }

  take(bar: Bar, colours: ChartColours): void {
    this.series?.update(pointOf(bar, colours));
  }
}

function pointOf({ at, open, close, volume }: Bar, { upSoft, downSoft }: ChartColours) {
  return { time: timeOf(at), value: volume, color: close >= open ? upSoft : downSoft };
}
