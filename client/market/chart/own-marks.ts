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
import { nearestWithin } from './tag-places';

/**
 * What stands on the price series: the user's open orders as lines at their prices, their fills as arrows at their candles, and
 * corporate actions as letters.
 */
export class OwnMarks {
  private lines: IPriceLine[] = [];
  private orders: readonly ChartLine[] = [];
  /** Prices of lines that are dragged, by the ids of the lines, and the lines drawn beside those that stay. */
  private readonly moved = new Map<string, string>();
  private readonly copies = new Map<string, IPriceLine>();
  private titled = false;
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
    this.draw();
  }

  /** The nearest line that can be dragged, within some pixels of a height on the chart. */
  lineAt(y: number, reach: number): ChartLine | undefined {
    const draggable = this.orders.filter(({ handle }) => handle !== undefined && handle.drag !== 'none');
    const heights = draggable.map(({ price }) => this.series.priceToCoordinate(Number(price)));
    return draggable[nearestWithin(heights, y, reach) ?? -1];
  }

  /** Draws a line, or a copy of one, at another price; `null` puts it back. */
  moveLine(id: string, price: string | null): void {
    if (price === null) this.moved.delete(id);
    else this.moved.set(id, price);
    const index = this.orders.findIndex(({ handle }) => handle?.id === id);
    const line = this.orders[index];
    const drawn = line?.handle?.drag === 'copy' ? this.copies.get(id) : this.lines[index];
    if (price === null || line === undefined || drawn === undefined) this.draw();
    else drawn.applyOptions({ price: Number(price) });
  }

  /** Lines with tags beside them carry their titles only where no tag is seen: on a picture of the chart. */
  withTitles<Answer>(taken: () => Answer): Answer {
    this.titled = true;
    this.draw();
    const answer = taken();
    this.titled = false;
    this.draw();
    return answer;
  }

  private draw(): void {
    for (const line of [...this.lines, ...this.copies.values()]) this.series.removePriceLine(line);
    this.copies.clear();
    this.lines = this.orders.map((order) => {
      const { handle, price } = order;
      const moved = handle && this.moved.get(handle.id);
      if (handle === undefined || moved === undefined) return this.lineOf(order, price);
      if (handle.drag !== 'copy') return this.lineOf(order, moved);
      this.copies.set(handle.id, this.lineOf(order, moved));
      return this.lineOf(order, price);
    });
  }

  private lineOf({ side, title, handle }: ChartLine, price: string): IPriceLine {
    return this.series.createPriceLine({
      price: Number(price),
      color: this.colourOf(side),
      lineStyle: side === 'alert' ? LineStyle.Dotted : LineStyle.Dashed,
      lineWidth: 1,
      axisLabelVisible: true,
      title: handle === undefined || this.titled ? title : '',
    });
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
    for (const [id, price] of this.moved) moved.moved.set(id, price);
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
