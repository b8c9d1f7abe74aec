import { TickMarkType, type ChartOptions, type DeepPartial, type Time } from 'lightweight-charts';
import type { Period } from '../../../contracts/market.contract';
import type { Formatter } from '../../lib/format';
import { isIntraday } from './candles';
import type { ChartColours } from './colours';

/** How prices and instants read on the axes; instants in milliseconds. */
export interface ChartTexts {
  price: (value: number) => string;
  /** The smallest step of the price. */
  priceStep: number;
  /** Figures that are no prices: volumes and oscillators. */
  figure: (value: number) => string;
  percent: (value: number) => string;
  instant: (at: number) => string;
  tick: (at: number, type: 'year' | 'month' | 'day' | 'time' | 'second') => string;
}

/** Daily candles and longer are named by their day in UTC, in which they open; the others by the clock of the zone. */
export function chartTexts(format: Formatter, decimals: number, period: Period, zone: string): ChartTexts {
  const timeZone = !isIntraday(period) ? 'UTC' : zone === 'local' ? undefined : zone;
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(format.tag, timeZone === undefined ? options : { ...options, timeZone });
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const ticks = {
    year: part({ year: 'numeric' }),
    month: part({ month: 'short' }),
    day: part({ day: 'numeric', month: 'short' }),
    time: part(clock),
    second: part({ ...clock, second: '2-digit' }),
  };
  const day = { weekday: 'short', day: '2-digit', month: 'short', year: 'numeric' } as const;
  const seconds = period === '1s' ? ({ second: '2-digit' } as const) : {};
  const full = part(isIntraday(period) ? { ...day, ...clock, ...seconds } : day);
  return {
    price: (value) => format.decimal(value.toFixed(decimals), decimals),
    priceStep: 10 ** -decimals,
    figure: (value) => readable(value, 2, format),
    percent: (value) => format.percent(value.toFixed(2)),
    instant: (at) => full.format(at),
    tick: (at, type) => ticks[type].format(at),
  };
}

/** A figure in its significant digits: `1.2M`, `65.19`, `0.004312`. */
export function readable(value: number, decimals: number, format: Formatter): string {
  if (Math.abs(value) >= 100_000) return format.compact(value.toFixed(2));
  const small = Math.abs(value) < 1 && value !== 0 ? Math.min(8, 3 - Math.floor(Math.log10(Math.abs(value)))) : 0;
  const most = Math.max(decimals, small);
  return format.decimal(value.toFixed(most), most);
}

/** The axis of figures that are no prices. */
export const figures = (texts: ChartTexts) => ({ type: 'custom', minMove: 1e-8, formatter: texts.figure }) as const;

/** Everything of the chart that depends on theme and language. */
export function chartOptions(colours: ChartColours, texts: ChartTexts): DeepPartial<ChartOptions> {
  const { text, line, font, strong, surface } = colours;
  return {
    layout: {
      attributionLogo: false,
      fontSize: 11,
      fontFamily: font,
      background: { color: 'transparent' },
      textColor: text,
      panes: { separatorColor: line, separatorHoverColor: colours.accentSoft, enableResize: true },
    },
    grid: { vertLines: { color: `${line}99` }, horzLines: { color: `${line}99` } },
    crosshair: {
      vertLine: { color: text, labelBackgroundColor: strong },
      horzLine: { color: text, labelBackgroundColor: strong },
    },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.14, bottom: 0.08 } },
    localization: {
      percentageFormatter: texts.percent,
      timeFormatter: (time: Time) => texts.instant(Number(time) * 1000),
    },
    timeScale: {
      borderVisible: false,
      minBarSpacing: 0.8,
      timeVisible: true,
      borderColor: surface,
      tickMarkFormatter: (time: Time, type: TickMarkType) => texts.tick(Number(time) * 1000, tickName(type)),
    },
  };
}

function tickName(type: TickMarkType): 'year' | 'month' | 'day' | 'time' | 'second' {
  if (type === TickMarkType.Year) return 'year';
  if (type === TickMarkType.Month) return 'month';
  if (type === TickMarkType.DayOfMonth) return 'day';
  return type === TickMarkType.TimeWithSeconds ? 'second' : 'time';
}
