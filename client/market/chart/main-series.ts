import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  LineSeries,
  type CandlestickData,
  type IChartApiBase,
  type ISeriesApi,
  type LineData,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Bar } from './bars';
import type { ChartTexts } from './chart-options';
import type { ChartColours } from './colours';
import type { Look } from './layout';

export const timeOf = (at: number): UTCTimestamp => Math.round(at / 1000) as UTCTimestamp;

const DEFINITIONS = {
  candles: CandlestickSeries,
  hollow: CandlestickSeries,
  heikin: CandlestickSeries,
  bars: BarSeries,
  line: LineSeries,
  area: AreaSeries,
} as const;

/** The series that draws the price in a look. */
export function addMainSeries(chart: IChartApiBase<Time>, look: Look): ISeriesApi<SeriesType> {
  const series = chart.addSeries(DEFINITIONS[look] as typeof CandlestickSeries, {}, 0);
  series.setSeriesOrder(0);
  return series as ISeriesApi<SeriesType>;
}

/** Everything of a look that depends on the theme. */
export function dressMainSeries(series: ISeriesApi<SeriesType>, colours: ChartColours, texts: ChartTexts): void {
  const { up, down, accent, accentSoft } = colours;
  series.applyOptions({
    priceFormat: { type: 'custom', minMove: texts.priceStep, formatter: texts.price },
    upColor: up,
    downColor: down,
    wickUpColor: up,
    wickDownColor: down,
    borderUpColor: up,
    borderDownColor: down,
    thinBars: false,
    color: accent,
    lineColor: accent,
    topColor: accentSoft,
    bottomColor: 'transparent',
    lineWidth: 2,
  } as object);
}

/** A candle as the series of that look takes it. */
export function pointOf(
  look: Look,
  bar: Bar,
  before: Bar | undefined,
  colours: ChartColours,
): CandlestickData | LineData {
  const time = timeOf(bar.at);
  if (look === 'line' || look === 'area') return { time, value: bar.close };
  const { open, high, low, close } = bar;
  if (look !== 'hollow') return { time, open, high, low, close };
  // Hollow candles: the colour compares with the close before, the filling means down within the candle.
  const colour = close >= (before?.close ?? open) ? colours.up : colours.down;
  return {
    time,
    open,
    high,
    low,
    close,
    color: close >= open ? 'transparent' : colour,
    borderColor: colour,
    wickColor: colour,
  };
}
