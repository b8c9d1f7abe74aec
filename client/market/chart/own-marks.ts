import {
  LineStyle,
  createSeriesMarkers,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesType,
  type Time,
} from 'lightweight-charts';
import type { ChartLine } from './chart-types';
import type { ChartColours } from './colours';
import type { FillMark } from './fills';
import { timeOf } from './main-series';

/** What is the user's own on the price series: open orders as lines at their prices, fills as arrows at their candles. */
export class OwnMarks {
  private lines: IPriceLine[] = [];
  private orders: readonly ChartLine[] = [];
  private fills: readonly FillMark[] = [];
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

  showFills(fills: readonly FillMark[]): void {
    this.fills = fills;
    this.markers.setMarkers(
      fills.map(({ at, side, quantity }) => ({
        time: timeOf(at),
        position: side === 'buy' ? 'belowBar' : 'aboveBar',
        shape: side === 'buy' ? 'arrowUp' : 'arrowDown',
        color: this.colourOf(side),
        text: quantity,
      })),
    );
  }

  repaint(colours: ChartColours): void {
    this.colours = colours;
    this.showOrders(this.orders);
    this.showFills(this.fills);
  }

  /** The same marks on another series, before this one goes. */
  movedTo(series: ISeriesApi<SeriesType>): OwnMarks {
    this.markers.detach();
    const moved = new OwnMarks(series, this.colours);
    moved.showOrders(this.orders);
    moved.showFills(this.fills);
    return moved;
  }

  private colourOf(side: ChartLine['side']): string {
    if (side === 'alert') return this.colours.accent;
    return side === 'buy' ? this.colours.up : this.colours.down;
  }
}
