import type { IChartApiBase, Time } from 'lightweight-charts';
import type { CandleRow } from '../../../contracts/market.contract';
import type { IndicatorReading } from './indicator-plots';

/** A line at one of the user's orders, positions, options or price alerts. */
export interface ChartLine {
  price: string;
  side: 'buy' | 'sell' | 'alert';
  title: string;
  /** Makes it a control that pointer and keyboard reach. A line without one is only drawn. */
  handle?: LineHandle;
  /** Of an option: the instants of its entry and of its settlement, which is mostly still ahead. */
  until?: { from: number; at: number };
}

export interface LineHandle {
  /** Names the line among those of the chart. */
  id: string;
  kind: 'order' | 'position' | 'alert';
  /** How a screen reader calls the line; its price follows by itself. */
  name: string;
  /** `copy` leaves the line where it is and drags another one out of it. */
  drag: 'move' | 'copy' | 'none';
  /** The name of the button that takes the line away. */
  closing?: string;
}

/** A line that is a control. */
export type HeldLine = ChartLine & { handle: LineHandle };

export const isHeld = (line: ChartLine): line is HeldLine => line.handle !== undefined;

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
