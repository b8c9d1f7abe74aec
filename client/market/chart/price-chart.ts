import {
  CrosshairMode,
  PriceScaleMode,
  createChartEx,
  type IChartApiBase,
  type IPrimitivePaneView,
  type ISeriesApi,
  type LogicalRange,
  type MouseEventParams,
  type SeriesType,
  type Time,
} from 'lightweight-charts';
import type { CandleRow, Period } from '../../../contracts/market.contract';
import { perFrame } from '../../lib/frame';
import { barOf, heikinAshiRun, STEP_MS, type Bar } from './bars';
import { isIntraday, mergeCandles, takeLive } from './candles';
import { chartOptions, type ChartTexts } from './chart-options';
import { panePlaces, type ChartLine, type Heard } from './chart-types';
import { chartColours, type ChartColours } from './colours';
import { ComparePlots } from './compare-plots';
import { Countdown } from './countdown';
import { Deadlines } from './deadlines';
import type { Point } from './drawings/geometry';
import { DrawingLayer } from './drawings/layer';
import type { IndicatorPlots } from './indicator-plots';
import type { Anchor, IndicatorChoice, Look, Scale } from './layout';
import { addMainSeries, dressMainSeries, pointOf, timeOf } from './main-series';
import { OwnMarks } from './own-marks';
import { VolumePlot } from './volume-plot';
import { zonedAxis } from './zone-axis';

const NEAR_THE_START = 60;
/** Candles between the edge and one that keys went to. */
const BESIDE = 2;
const MODES = { normal: PriceScaleMode.Normal, log: PriceScaleMode.Logarithmic, percent: PriceScaleMode.Percentage };

/** The price chart on lightweight-charts: what React hands over is data; drawing and following stay in here. */
export class PriceChart {
  readonly chart: IChartApiBase<Time>;
  readonly drawings: DrawingLayer;
  private readonly deadlines = new Deadlines(this);
  main: ISeriesApi<SeriesType>;
  own: OwnMarks;
  rows: CandleRow[] = [];
  bars: Bar[] = [];
  colours: ChartColours = chartColours();
  private readonly compare: ComparePlots;
  private readonly volume: VolumePlot;
  private plots: IndicatorPlots | null = null;
  private readonly countdown = new Countdown(() => ({ last: this.bars.at(-1), colours: this.colours }));
  /** Runs at every drawing of the price: what stands over the canvas goes where its price is. */
  onDrawn: () => void = () => undefined;
  private readonly follower: { paneViews: () => readonly IPrimitivePaneView[] };
  private look: Look = 'candles';
  private scale: Scale = 'normal';
  texts: ChartTexts;
  private period: Period = '15m';
  private hoveredIndex: number | null = null;
  private readonly pending: CandleRow[] = [];
  private readonly flush = perFrame(() => this.drawPending());
  private readonly reportSoon = perFrame(() => this.reportReading());

  constructor(
    element: HTMLElement,
    texts: ChartTexts,
    zoneOf: () => string,
    private readonly heard: Heard,
  ) {
    this.texts = texts;
    const views: IPrimitivePaneView[] = [{ zOrder: () => 'bottom', renderer: () => ({ draw: () => this.onDrawn() }) }];
    this.follower = { paneViews: () => views };
    // Daily candles and longer open by UTC, not by the reader's clock.
    const axis = zonedAxis(() => (isIntraday(this.period) ? zoneOf() : 'UTC'));
    this.chart = createChartEx(element, axis, {
      autoSize: true,
      crosshair: { mode: CrosshairMode.Normal },
      // From the start: the logo brings an inline style, which the policy forbids. The footer carries the notice.
      layout: { attributionLogo: false },
    }) as IChartApiBase<Time>;
    this.main = addMainSeries(this.chart, this.look);
    this.own = new OwnMarks(this.main, this.colours);
    this.drawings = new DrawingLayer(this);
    this.compare = new ComparePlots(this.chart);
    this.volume = new VolumePlot(this.chart);
    this.attach();
    this.repaint();
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.ranged(range));
    this.chart.subscribeCrosshairMove((event) => this.hovered(event));
  }

  get hasBars(): boolean {
    return this.bars.length > 0;
  }

  pointOf(place: Anchor): Point {
    return this.drawings.pointOf(place);
  }

  /** The user's orders, options and alerts at their prices. */
  showLines(lines: readonly ChartLine[]): void {
    this.own.showOrders(lines);
    this.deadlines.show(lines);
  }

  private get isNarrow(): boolean {
    return this.chart.paneSize(0).width < 480;
  }

  get stepMs(): number {
    return STEP_MS[this.period];
  }

  /** Another symbol or period: reloads everything, with the newest candles in view. */
  show(rows: CandleRow[], period: Period): void {
    this.period = period;
    this.hoveredIndex = null;
    this.pending.length = 0;
    this.compare.clear();
    this.take(rows);
    this.chart.timeScale().applyOptions({ barSpacing: this.isNarrow ? 6 : 8, secondsVisible: period === '1s' });
    this.chart.priceScale('right').applyOptions({ autoScale: true });
    this.scrollToLive();
  }

  /** Older candles, put in front; what is in sight stays where it is. */
  prepend(older: CandleRow[]): void {
    const [before, pointed] = [this.bars.length, this.hoveredIndex];
    this.take(mergeCandles(older, this.rows));
    if (pointed !== null) this.hoveredIndex = pointed + this.bars.length - before;
  }

  /** Candles after a reconnect: they may fill a gap. */
  fill(newer: CandleRow[]): void {
    this.take(mergeCandles(this.rows, newer));
  }

  /** A live candle; many in one frame are drawn once. */
  live(candle: CandleRow): void {
    this.pending.push(candle);
    this.flush();
  }

  scrollToLive(): void {
    const [shown, ahead] = [this.bars.length, this.isNarrow ? 4 : 8];
    const visible = this.chart.timeScale().getVisibleLogicalRange();
    const width = visible === null ? 100 : visible.to - visible.from;
    this.chart.timeScale().setVisibleLogicalRange({ from: shown + ahead - width, to: shown + ahead });
  }

  /** Colours, texts and the look of the price; the series is only replaced when the look is another kind. */
  dress(look: Look, scale: Scale, texts: ChartTexts): void {
    this.texts = texts;
    if (look !== this.look) {
      const before = this.main;
      this.detach();
      this.look = look;
      this.main = addMainSeries(this.chart, look);
      this.own = this.own.movedTo(this.main);
      this.chart.removeSeries(before);
      this.attach();
      this.drawMain();
    }
    this.scale = scale;
    this.setScales();
    this.repaint();
    this.own.repaint(this.colours);
  }

  /** Volume and indicators in their panes; `plots` is there once the library of indicators has come. */
  arrange(volume: boolean, choices: readonly IndicatorChoice[], plots: IndicatorPlots | null): Map<string, number> {
    (plots ?? this.plots)?.clear();
    this.plots = plots;
    this.volume.show(volume, this.bars, this.colours, this.texts);
    const first = volume ? 2 : 1;
    const panes = plots?.choose(choices, first, this) ?? new Map<string, number>();
    plots?.load(this.bars, this.stepMs);
    for (const [at, pane] of this.chart.panes().entries()) {
      pane.setStretchFactor(at === 0 ? 5 : volume && at === 1 ? 0.9 : 1.4);
    }
    this.setScales();
    this.reportPanes();
    this.reportSoon();
    return panes;
  }

  /** Another instrument's closes by opening, as a line that starts at zero per cent. */
  showCompared(symbol: string, colour: number, closes: ReadonlyMap<number, number>): void {
    const { palette } = this.colours;
    this.compare.show(symbol, palette[colour % palette.length] ?? this.colours.accent, closes, this.bars);
    this.reportSoon();
  }

  keepCompared(symbols: readonly string[]): void {
    this.compare.keep(symbols);
    this.reportSoon();
  }

  showCountdown(text: string): void {
    this.countdown.show(text);
  }

  /** Moves the crosshair to a candle as the pointer would, and the candle into sight; `null` takes it away. */
  point(index: number | null): void {
    const bar = index === null ? undefined : this.bars[index];
    if (index !== null && bar !== undefined) this.reveal(index);
    // Before its first paint the scale has no place for a price.
    if (bar === undefined || this.main.priceToCoordinate(bar.close) === null) this.chart.clearCrosshairPosition();
    else this.chart.setCrosshairPosition(bar.close, timeOf(bar.at), this.main);
    this.hoveredIndex = bar === undefined ? null : index;
    this.reportSoon();
  }

  private reveal(index: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range === null || (index >= range.from && index <= range.to)) return;
    const width = range.to - range.from;
    const from = index < range.from ? index - BESIDE : index + BESIDE - width;
    scale.setVisibleLogicalRange({ from, to: from + width });
  }

  /** Closer (above 1) or farther, around the newest candle in sight. */
  zoom(times: number): void {
    const scale = this.chart.timeScale();
    scale.applyOptions({ barSpacing: Math.min(60, Math.max(1, scale.options().barSpacing * times)) });
  }

  get pointed(): number | null {
    return this.hoveredIndex;
  }

  destroy(): void {
    // A frame that is on its way would have the library draw on what it has just removed.
    this.pending.length = 0;
    this.chart.remove();
  }

  private attach(): void {
    this.main.attachPrimitive(this.drawings);
    this.main.attachPrimitive(this.deadlines);
    this.main.attachPrimitive(this.countdown);
    this.main.attachPrimitive(this.follower);
  }

  private detach(): void {
    this.main.detachPrimitive(this.drawings);
    this.main.detachPrimitive(this.deadlines);
    this.main.detachPrimitive(this.countdown);
    this.main.detachPrimitive(this.follower);
  }

  /** Only the price is read in logarithms or per cent; a new pane would take the scale over from it. */
  private setScales(): void {
    for (const pane of this.chart.panes().keys()) {
      this.chart.priceScale('right', pane).applyOptions({ mode: MODES[pane === 0 ? this.scale : 'normal'] });
    }
  }

  private take(rows: CandleRow[]): void {
    this.rows = rows;
    this.bars = rows.map(barOf);
    this.drawMain();
    this.volume.draw(this.bars, this.colours, this.texts);
    this.plots?.load(this.bars, this.stepMs);
    this.reportSoon();
  }

  private repaint(): void {
    this.colours = chartColours();
    this.chart.applyOptions(chartOptions(this.colours, this.texts));
    dressMainSeries(this.main, this.colours, this.texts);
    this.drawMain();
    this.volume.draw(this.bars, this.colours, this.texts);
    this.drawings.refresh();
  }

  private drawMain(): void {
    const bars = this.look === 'heikin' ? heikinAshiRun(this.bars) : this.bars;
    // oxlint-disable-next-line house/no-erasing-cast -- the series takes points of its look, which is known only when it runs.
    this.main.setData(bars.map((bar, at) => pointOf(this.look, bar, bars[at - 1], this.colours)) as never);
  }

  private drawPending(): void {
    for (const candle of this.pending.splice(0)) {
      const kind = takeLive(this.rows, candle);
      if (kind === 'late') continue;
      if (kind === 'change') [this.rows, this.bars].forEach((run) => run.pop());
      this.rows.push(candle);
      const bar = barOf(candle);
      this.bars.push(bar);
      const shown = this.look === 'heikin' ? heikinAshiRun(this.bars.slice(-200)).at(-1)! : bar;
      // oxlint-disable-next-line house/no-erasing-cast -- the series takes points of its look, which is known only when it runs.
      this.main.update(pointOf(this.look, shown, this.bars.at(-2), this.colours) as never);
      this.volume.take(bar, this.colours);
      this.plots?.take(this.bars, this.stepMs, kind === 'append');
    }
    this.reportReading();
  }

  private ranged(range: LogicalRange | null): void {
    if (range !== null && this.bars.length > 0 && range.from < NEAR_THE_START) this.heard.onStartNear();
    this.reportSoon();
  }

  private hovered(event: MouseEventParams): void {
    const index = this.bars.findLastIndex((bar) => timeOf(bar.at) === event.time);
    this.hoveredIndex = index === -1 ? null : index;
    this.reportSoon();
  }

  /** The figures under the crosshair as they are now: the last candle may still be changing. */
  private reportReading(): void {
    const index = this.hoveredIndex ?? this.bars.length - 1;
    const from = Math.max(0, Math.ceil(this.chart.timeScale().getVisibleLogicalRange()?.from ?? 0));
    this.heard.onReading({
      candle: this.rows[index] ?? null,
      pointedAt: this.bars[this.hoveredIndex ?? -1]?.at ?? null,
      before: this.rows[index - 1]?.[4] ?? null,
      indicators: this.plots?.readings(index) ?? [],
      compared: this.compare.readings(this.bars, from, index),
    });
  }

  /** After a pane was resized or the whole chart was: the legends stand in their panes. */
  reportPanes(): void {
    requestAnimationFrame(() => this.heard.onPanes(panePlaces(this.chart)));
  }
}
