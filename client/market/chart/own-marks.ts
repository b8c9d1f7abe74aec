import {
  LineStyle,
  createSeriesMarkers,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type SeriesType,
  type Time,
} from 'lightweight-charts';
import type { ActionMark } from './action-marks';
import type { ChartLine } from './chart-types';
import type { ChartColours } from './colours';
import type { FillMark } from './fills';
import { timeOf } from './main-series';

/**
 * What stands on the price series: the user's open orders as lines at their prices, their fills as arrows at their candles, and
 * corporate actions as letters.
 */
export class OwnMarks {
  private lines: IPriceLine[] = [];
  private orders: readonly ChartLine[] = [];
  private fills: readonly FillMark[] = [];
  private actions: readonly ActionMark[] = [];
  private readonly markers: ISeriesMarkersPluginApi<Time>;

  constructor(
    private readonly series: ISeriesApi<SeriesType>,
    private colours: ChartColours,
  ) {
    this.markers = createSeriesMarkers(series, []);
  }

  showOrders(orders: readonly ChartLine[]): void {
    this.orders = orders;
    for (const line of this.lines) this.series.removePriceLine(line);
    this.lines = orders.map(({ price, side, title }) =>
      this.series.createPriceLine({
        price: Number(price),
        color: this.colourOf(side),
        lineStyle: side === 'alert' ? LineStyle.Dotted : LineStyle.Dashed,
        lineWidth: 1,
        axisLabelVisible: true,
        title,
      }),
    );
  }

  /** The nearest line of an alert within some pixels of a height on the chart. */
  alertAt(y: number, reach: number): ChartLine | undefined {
    const away = ({ price }: ChartLine) => Math.abs((this.series.priceToCoordinate(Number(price)) ?? Infinity) - y);
    return this.orders
      .filter((line) => line.alertId !== undefined && away(line) <= reach)
      .sort((a, b) => away(a) - away(b))[0];
  }

  /** Draws the line of an alert at another price, until lines are shown again. */
  moveAlert(alertId: string, price: string): void {
    this.lines[this.orders.findIndex((line) => line.alertId === alertId)]?.applyOptions({ price: Number(price) });
  }

  showFills(fills: readonly FillMark[]): void {
    this.fills = fills;
    this.mark();
  }

  showActions(actions: readonly ActionMark[]): void {
    this.actions = actions;
    this.mark();
  }

  private mark(): void {
    const letters = this.actions.map(({ at, letter }): SeriesMarker<Time> => ({
      time: timeOf(at),
      position: 'aboveBar',
      shape: 'circle',
      color: this.colours.accent,
      text: letter,
    }));
    const arrows = this.fills.map(({ at, side, quantity }): SeriesMarker<Time> => ({
      time: timeOf(at),
      position: side === 'buy' ? 'belowBar' : 'aboveBar',
      shape: side === 'buy' ? 'arrowUp' : 'arrowDown',
      color: this.colourOf(side),
      text: quantity,
    }));
    this.markers.setMarkers([...letters, ...arrows].sort((a, b) => Number(a.time) - Number(b.time)));
  }

  repaint(colours: ChartColours): void {
    this.colours = colours;
    this.showOrders(this.orders);
    this.mark();
  }

  /** The same marks on another series, before this one goes. */
  movedTo(series: ISeriesApi<SeriesType>): OwnMarks {
    this.markers.detach();
    const moved = new OwnMarks(series, this.colours);
    moved.showOrders(this.orders);
    moved.showFills(this.fills);
    moved.showActions(this.actions);
    return moved;
  }

  private colourOf(side: ChartLine['side']): string {
    if (side === 'alert') return this.colours.accent;
    return side === 'buy' ? this.colours.up : this.colours.down;
  }
}
