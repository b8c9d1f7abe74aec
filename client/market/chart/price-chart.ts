import {
  AreaSeries,
  CandlestickSeries,
  CrosshairMode,
  HistogramSeries,
  LineStyle,
  TickMarkType,
  createChart,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type LogicalRange,
  type MouseEventParams,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { CandleRow } from '../../../contracts/market.contract';
import { perFrame } from '../../lib/frame';
import { mergeCandles, takeLive } from './candles';
import { chartColours, type ChartColours } from './colours';

export type ChartLook = 'candles' | 'line';

export interface ChartTexts {
  price: (value: number) => string;
  instant: (at: number) => string;
  tick: (at: number, type: 'year' | 'month' | 'day' | 'time') => string;
}

export interface ChartLine {
  price: string;
  side: 'buy' | 'sell';
  title: string;
}

const NEAR_THE_START = 60;
const timeOf = (candle: CandleRow): UTCTimestamp => (candle[0] / 1000) as UTCTimestamp;

/** The price chart on lightweight-charts: what React hands over is data; drawing and following stay in here. */
export class PriceChart {
  private readonly chart: IChartApi;
  private price: ISeriesApi<'Candlestick' | 'Area'>;
  private readonly volume: ISeriesApi<'Histogram'>;
  private candles: CandleRow[] = [];
  private colours: ChartColours = chartColours();
  private lines: IPriceLine[] = [];
  /** Opening of the candle under the crosshair. */
  private hoveredAt: number | null = null;
  private readonly pending: CandleRow[] = [];
  private readonly flush = perFrame(() => this.drawPending());

  constructor(
    element: HTMLElement,
    private look: ChartLook,
    private texts: ChartTexts,
    private readonly heard: { onStartNear: () => void; onHover: (candle: CandleRow | null) => void },
  ) {
    this.chart = createChart(element, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 11 },
      crosshair: { mode: CrosshairMode.Normal },
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.24 } },
      timeScale: { borderVisible: false, rightOffset: 6, minBarSpacing: 1.5 },
    });
    this.volume = this.chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    this.price = this.addPrice(look);
    this.repaint();
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => this.ranged(range));
    this.chart.subscribeCrosshairMove((event) => this.hovered(event));
  }

  /** Another symbol or period: everything anew, the newest candles in sight. */
  show(candles: CandleRow[]): void {
    this.candles = candles;
    this.hoveredAt = null;
    this.pending.length = 0;
    this.drawAll();
    this.chart.timeScale().applyOptions({ barSpacing: 8 });
    this.chart.timeScale().scrollToRealTime();
    this.tellHovered();
  }

  /** Older candles, put in front; what is in sight stays where it is. */
  prepend(older: CandleRow[]): void {
    this.candles = mergeCandles(older, this.candles);
    this.drawAll();
  }

  /** Candles after a reconnect: they may fill a gap, so everything is drawn again. */
  fill(newer: CandleRow[]): void {
    this.candles = mergeCandles(this.candles, newer);
    this.drawAll();
    this.tellHovered();
  }

  /** A live candle; many in one frame are drawn once. */
  live(candle: CandleRow): void {
    this.pending.push(candle);
    this.flush();
  }

  get first(): CandleRow | undefined {
    return this.candles[0];
  }

  get last(): CandleRow | undefined {
    return this.candles.at(-1);
  }

  dress(look: ChartLook, texts: ChartTexts): void {
    this.texts = texts;
    if (look !== this.look) {
      this.look = look;
      this.chart.removeSeries(this.price);
      this.lines = [];
      this.price = this.addPrice(look);
      this.drawAll();
    }
    this.repaint();
  }

  /** The user's own orders, as lines at their prices. */
  mark(lines: readonly ChartLine[]): void {
    for (const line of this.lines) this.price.removePriceLine(line);
    this.lines = lines.map(({ price, side, title }) =>
      this.price.createPriceLine({
        price: Number(price),
        color: side === 'buy' ? this.colours.up : this.colours.down,
        lineStyle: LineStyle.Dashed,
        lineWidth: 1,
        axisLabelVisible: true,
        title,
      }),
    );
  }

  destroy(): void {
    this.chart.remove();
  }

  private addPrice(look: ChartLook): ISeriesApi<'Candlestick' | 'Area'> {
    return look === 'candles'
      ? this.chart.addSeries(CandlestickSeries)
      : this.chart.addSeries(AreaSeries, { lineWidth: 2 });
  }

  private repaint(): void {
    this.colours = chartColours();
    const { up, down, text, line, accent, accentSoft } = this.colours;
    this.chart.applyOptions({
      layout: { background: { color: 'transparent' }, textColor: text, fontFamily: this.colours.font },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      localization: {
        priceFormatter: this.texts.price,
        timeFormatter: (time: Time) => this.texts.instant(Number(time) * 1000),
      },
      timeScale: {
        timeVisible: true,
        tickMarkFormatter: (time: Time, type: TickMarkType) => this.texts.tick(Number(time) * 1000, tickName(type)),
      },
    });
    const options = { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down, borderVisible: false };
    this.price.applyOptions({
      ...options,
      lineColor: accent,
      topColor: accentSoft,
      bottomColor: 'transparent',
    } as object);
    if (this.candles.length > 0) this.drawVolume();
  }

  private drawAll(): void {
    this.price.setData(this.candles.map((candle) => this.bar(candle)) as never);
    this.drawVolume();
  }

  private drawVolume(): void {
    this.volume.setData(this.candles.map((candle) => this.volumeBar(candle)));
  }

  private drawPending(): void {
    for (const candle of this.pending.splice(0)) {
      const kind = takeLive(this.candles, candle);
      if (kind === 'late') continue;
      if (kind === 'change') this.candles.pop();
      this.candles.push(candle);
      this.price.update(this.bar(candle) as never);
      this.volume.update(this.volumeBar(candle));
    }
    this.tellHovered();
  }

  private bar(candle: CandleRow) {
    const [, open, high, low, close] = candle;
    if (this.look === 'line') return { time: timeOf(candle), value: Number(close) };
    return { time: timeOf(candle), open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
  }

  private volumeBar(candle: CandleRow) {
    const rises = Number(candle[4]) >= Number(candle[1]);
    return {
      time: timeOf(candle),
      value: Number(candle[5]),
      color: rises ? this.colours.upSoft : this.colours.downSoft,
    };
  }

  private ranged(range: LogicalRange | null): void {
    if (range !== null && this.candles.length > 0 && range.from < NEAR_THE_START) this.heard.onStartNear();
  }

  private hovered(event: MouseEventParams): void {
    this.hoveredAt = event.time === undefined ? null : Number(event.time) * 1000;
    this.tellHovered();
  }

  /** The candle under the crosshair as it is now: the last one may still be changing. */
  private tellHovered(): void {
    const at = this.hoveredAt;
    this.heard.onHover(at === null ? null : (this.candles.findLast((candle) => candle[0] === at) ?? null));
  }
}

function tickName(type: TickMarkType): 'year' | 'month' | 'day' | 'time' {
  if (type === TickMarkType.Year) return 'year';
  if (type === TickMarkType.Month) return 'month';
  return type === TickMarkType.DayOfMonth ? 'day' : 'time';
}
