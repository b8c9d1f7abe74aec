import type { IChartApiBase, Time } from 'lightweight-charts';
import type { CandleRow } from '../../../contracts/market.contract';
import type { IndicatorReading } from './indicator-plots';

/** A line at one of the user's orders, options or price alerts. */
export interface ChartLine {
  price: string;
  side: 'buy' | 'sell' | 'alert';
  title: string;
  /** Of a price alert, whose line can be dragged to another price. */
  alertId?: string;
  /** Of an option: the instants of its entry and of its settlement, which is mostly still ahead. */
  until?: { from: number; at: number };
}

/** What the legend shows: the candle under the crosshair, or the last one. */
export interface Reading {
  candle: CandleRow | null;
  /** Opening of the candle under the crosshair; `null` without a crosshair. */
  pointedAt: number | null;
  /** Close of the candle before it. */
  before: string | null;
  indicators: IndicatorReading[];
  /** Change since the first candle in sight, in per cent, by symbol. */
  compared: Map<string, number | null>;
}

export const NO_READING: Reading = { candle: null, pointedAt: null, before: null, indicators: [], compared: new Map() };

export interface Heard {
  onStartNear: () => void;
  onReading: (reading: Reading) => void;
  onPanes: (tops: PanePlace[]) => void;
}

/** Where a pane stands, in pixels from the top of the chart. */
export interface PanePlace {
  top: number;
  height: number;
}

export function panePlaces(chart: IChartApiBase<Time>): PanePlace[] {
  let top = 0;
  return chart.panes().map((pane) => {
    const place = { top, height: pane.getHeight() };
    // A line of one pixel parts two panes.
    top += place.height + 1;
    return place;
  });
}
