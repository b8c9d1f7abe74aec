import {
  HistogramSeries,
  LineSeries,
  LineStyle,
  type IChartApiBase,
  type ISeriesApi,
  type SeriesType,
  type Time,
} from 'lightweight-charts';
import { BandFill } from './band-fill';
import { instantAt, type Bar } from './bars';
import { figures, type ChartTexts } from './chart-options';
import type { ChartColours } from './colours';
import { IndicatorRun, entryOf } from './indicators/catalogue';
import type { OutputSpec } from './indicators/types';
import type { IndicatorChoice } from './layout';
import { timeOf } from './main-series';

interface Plot {
  choice: IndicatorChoice;
  run: IndicatorRun;
  series: ISeriesApi<SeriesType>[];
  fill: BandFill | null;
}

/** The legend's values of an indicator at one candle. */
export interface IndicatorReading {
  key: string;
  values: (number | null)[];
}

const FINE = { priceLineVisible: false, lastValueVisible: true, crosshairMarkerRadius: 3 } as const;

/** The series of all chosen indicators, overlays on the price and oscillators in panes below. */
export class IndicatorPlots {
  private plots: Plot[] = [];
  private bars: readonly Bar[] = [];

  constructor(
    private readonly chart: IChartApiBase<Time>,
    private colours: ChartColours,
    private texts: ChartTexts,
  ) {}

  /** Draws these indicators and no others; the panes follow after `firstPane`. Answers the pane of each own one. */
  choose(
    choices: readonly IndicatorChoice[],
    firstPane: number,
    host: { colours: ChartColours; texts: ChartTexts; stepMs: number },
  ): Map<string, number> {
    this.clear();
    this.colours = host.colours;
    this.texts = host.texts;
    const panes = new Map<string, number>();
    let next = firstPane;
    for (const choice of choices) {
      const entry = entryOf(choice.id);
      if (entry === undefined) continue;
      const pane = entry.pane === 'price' ? 0 : next;
      if (entry.pane === 'own') {
        if (choice.hidden) continue;
        panes.set(choice.key, pane);
        next += 1;
      }
      const params = entry.params.map((param, at) => choice.params[at] ?? param.value);
      const plot: Plot = { choice, run: new IndicatorRun(entry, params, choice.source), series: [], fill: null };
      plot.series = entry.outputs.map((output, at) => this.addSeries(plot, output, at, pane));
      plot.fill = this.addFill(plot);
      for (const price of entry.levels ?? []) this.addLevel(plot.series.at(-1), price);
      this.plots.push(plot);
    }
    this.load(this.bars, host.stepMs);
    return panes;
  }

  clear(): void {
    for (const plot of this.plots) for (const series of plot.series) this.chart.removeSeries(series);
    this.plots = [];
  }

  load(bars: readonly Bar[], stepMs: number): void {
    this.bars = bars;
    for (const plot of this.plots) {
      plot.run.load(bars);
      this.drawAll(plot, stepMs);
      this.showFill(plot, stepMs);
    }
  }

  /** The last candle changed, or one came after it; `bars` holds it already. */
  take(bars: readonly Bar[], stepMs: number, appended: boolean): void {
    this.bars = bars;
    const last = bars.at(-1);
    if (last === undefined) return;
    for (const plot of this.plots) {
      plot.run.take(last);
      for (const at of plot.series.keys()) this.drawLast(plot, at, stepMs, appended);
      this.showFill(plot, stepMs);
    }
  }

  readings(index: number): IndicatorReading[] {
    return this.plots.map(({ choice, run }) => ({
      key: choice.key,
      values: run.entry.outputs.map((output, at) => {
        const shift = output.shift?.(run.params) ?? 0;
        return run.values[index - shift]?.[at] ?? null;
      }),
    }));
  }

  private addSeries({ choice, run }: Plot, output: OutputSpec, at: number, pane: number): ISeriesApi<SeriesType> {
    const colour = this.colourOf(choice, output, at);
    const own = run.entry.pane === 'own';
    const shared = {
      ...FINE,
      visible: !choice.hidden,
      lastValueVisible: own,
      ...(own && { priceFormat: figures(this.texts) }),
    };
    if (output.kind === 'histogram') return this.chart.addSeries(HistogramSeries, { ...shared, color: colour }, pane);
    const dots = output.kind === 'dots';
    return this.chart.addSeries(
      LineSeries,
      {
        ...shared,
        color: colour,
        lineWidth: 1,
        lineVisible: !dots,
        pointMarkersVisible: dots,
        pointMarkersRadius: 1.5,
      },
      pane,
    );
  }

  private addFill({ choice, run: { entry }, series }: Plot): BandFill | null {
    const [a = -1, b = -1] = entry.fill ?? [];
    const [first, over, under] = [series[a], entry.outputs[a], entry.outputs[b]];
    if (choice.hidden || !first || !over || !under) return null;
    const colours = { over: this.colourOf(choice, over, a), under: this.colourOf(choice, under, b) };
    const fill = new BandFill(first, colours);
    first.attachPrimitive(fill);
    return fill;
  }

  private showFill({ run, fill }: Plot, stepMs: number): void {
    const [a = 0, b = 0] = run.entry.fill ?? [];
    // Both lines of a cloud are shifted alike.
    const shift = run.entry.outputs[a]?.shift?.(run.params) ?? 0;
    fill?.show(
      run.values.map((values, index) => ({
        time: timeOf(this.bars[index + shift]?.at ?? instantAt(this.bars, index + shift, stepMs)),
        a: values[a] ?? null,
        b: values[b] ?? null,
      })),
    );
  }

  private addLevel(series: ISeriesApi<SeriesType> | undefined, price: number): void {
    series?.createPriceLine({
      price,
      color: this.colours.text,
      lineWidth: 1,
      lineStyle: LineStyle.Dotted,
      axisLabelVisible: false,
      title: '',
    });
  }

  private colourOf(choice: IndicatorChoice, output: OutputSpec, at: number): string {
    const { palette } = this.colours;
    return palette[(choice.colours[at] ?? output.colour) % palette.length] ?? this.colours.accent;
  }

  private drawAll(plot: Plot, stepMs: number): void {
    for (const [at, series] of plot.series.entries()) {
      const points = [];
      let begun = false;
      for (const index of plot.run.values.keys()) {
        const point = this.pointAt(plot, at, index, stepMs);
        begun ||= point !== null && 'value' in point;
        if (begun && point !== null) points.push(point);
      }
      series.setData(points);
    }
  }

  private drawLast(plot: Plot, at: number, stepMs: number, appended: boolean): void {
    const series = plot.series[at];
    const shifted = plot.run.entry.outputs[at]?.shift !== undefined;
    // A shifted line reaches into candles that are not there yet; where they open is known when they come.
    if (series === undefined || (shifted && !appended)) return;
    if (shifted) return this.drawAll(plot, stepMs);
    const last = plot.run.values.length - 1;
    const point = this.pointAt(plot, at, last, stepMs);
    const stopped = point !== null && !('value' in point) && (plot.run.values[last - 1]?.[at] ?? null) !== null;
    if (appended && stopped) return this.drawAll(plot, stepMs);
    if (point !== null && 'value' in point) series.update(point);
  }

  private pointAt({ run }: Plot, at: number, index: number, stepMs: number) {
    const output = run.entry.outputs[at]!;
    const place = index + (output.shift?.(run.params) ?? 0);
    if (place < 0) return null;
    const time = timeOf(this.bars[place]?.at ?? instantAt(this.bars, place, stepMs));
    const value = run.values[index]?.[at] ?? null;
    if (value === null) return { time };
    // A line goes on over what is missing; where it stops, the stretch to the next figure is drawn in nothing.
    const stops = index + 1 < run.values.length && (run.values[index + 1]?.[at] ?? null) === null;
    if (output.kind !== 'histogram') return stops ? { time, value, color: 'transparent' } : { time, value };
    const before = run.values[index - 1]?.[at] ?? 0;
    return { time, value, color: this.barColour(value, before) };
  }

  /** Strong while it moves away from zero, soft while it comes back. */
  private barColour(value: number, before: number): string {
    const { up, upSoft, down, downSoft } = this.colours;
    if (value >= 0) return value >= before ? up : upSoft;
    return value <= before ? down : downSoft;
  }
}
