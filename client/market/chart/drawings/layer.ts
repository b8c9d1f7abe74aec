import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  IChartApiBase,
  ISeriesApi,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';
import { indexAt, instantAt, type Bar } from '../bars';
import type { ChartColours } from '../colours';
import type { Anchor, Drawing } from '../layout';
import { isHit, magnetic, nearest, shapeOf, type Captions, type Point, type Shape, type Size } from './geometry';
import { paint } from './paint';

const MAGNET_PX = 14;

/** What was hit: a drawing, and which of its places; `null` for its body. */
interface Hit {
  key: string;
  anchor: number | null;
}

interface LayerTexts {
  price: (value: number) => string;
  /** The label of a measure between two points. */
  measured: (from: Anchor, to: Anchor, bars: number) => string;
}

/** The chart that is drawn on. */
interface Host {
  readonly chart: IChartApiBase<Time>;
  readonly main: ISeriesApi<SeriesType>;
  readonly bars: readonly Bar[];
  readonly stepMs: number;
  readonly colours: ChartColours;
}

/** All drawings of an instrument as one primitive of the price series. */
export class DrawingLayer implements ISeriesPrimitive<Time> {
  private drawings: readonly Drawing[] = [];
  private draft: Drawing | null = null;
  private selected: string | null = null;
  private hidden = false;
  private texts: LayerTexts = { price: String, measured: () => '' };
  private update: () => void = () => undefined;

  private readonly views: IPrimitivePaneView[] = [
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.draw(target) }) },
  ];

  constructor(private readonly host: Host) {}

  attached({ requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.update = requestUpdate;
  }

  detached(): void {
    this.update = () => undefined;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  /** Prices of horizontal lines, on the axis. */
  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    if (this.hidden) return [];
    return this.drawings
      .filter((drawing) => drawing.tool === 'horizontal')
      .map((drawing) => ({
        coordinate: () => this.host.main.priceToCoordinate(drawing.anchors[0]?.price ?? 0) ?? -100,
        text: () => this.texts.price(drawing.anchors[0]?.price ?? 0),
        textColor: () => this.host.colours.surface,
        backColor: () => this.colourOf(drawing),
      }));
  }

  show(drawings: readonly Drawing[], selected: string | null, hidden: boolean, draft: Drawing | null): void {
    Object.assign(this, { drawings, selected, hidden, draft });
    this.update();
  }

  speak(texts: LayerTexts): void {
    this.texts = texts;
    this.update();
  }

  refresh(): void {
    this.update();
  }

  /** The drawing under the pointer: places of the selected one first, then whatever was drawn last. */
  hit(point: Point, reach: number): Hit | null {
    if (this.hidden) return null;
    const size = this.size();
    const chosen = this.drawings.find((drawing) => drawing.key === this.selected);
    if (chosen) {
      const anchor = nearest(this.pointsOf(chosen), point, reach + 4);
      if (anchor !== null) return { key: chosen.key, anchor };
    }
    const found = this.drawings.findLast((drawing) => {
      const counts = drawing.tool === 'measure' || drawing.key === this.selected;
      return isHit(this.shapeOf(drawing, size), point, reach, counts && drawing.tool !== 'fib');
    });
    return found ? { key: found.key, anchor: null } : null;
  }

  /** The instant and price under a pixel; with the magnet, the figure of the candle that is meant. */
  anchorAt(point: Point, magnet: boolean): Anchor | null {
    const { bars, chart, main, stepMs } = this.host;
    const index = chart.timeScale().coordinateToLogical(point.x);
    const price = main.coordinateToPrice(point.y);
    if (index === null || price === null || bars.length === 0) return null;
    const place = Math.round(index);
    const at = instantAt(bars, place, stepMs);
    const bar = bars[place];
    if (!magnet || bar === undefined) return { at, price };
    const beside = main.coordinateToPrice(point.y + MAGNET_PX);
    return { at, price: magnetic(price, bar, beside === null ? 0 : Math.abs(beside - price)) };
  }

  pointsOf(drawing: Drawing): Point[] {
    return drawing.anchors.map((anchor) => this.pointOf(anchor));
  }

  pointOf({ at, price }: Anchor): Point {
    const { bars, chart, main, stepMs } = this.host;
    const index = indexAt(bars, at, stepMs);
    // The library answers for whole places only; between two candles it is the share between their middles.
    const left = Math.floor(index);
    const x0 = chart.timeScale().logicalToCoordinate(left as Logical) ?? 0;
    const x1 = chart.timeScale().logicalToCoordinate((left + 1) as Logical) ?? x0;
    return { x: x0 + (x1 - x0) * (index - left), y: main.priceToCoordinate(price) ?? 0 };
  }

  private size(): Size {
    return this.host.chart.paneSize(0);
  }

  private colourOf(drawing: Drawing): string {
    const { palette, accent } = this.host.colours;
    return palette[drawing.colour % palette.length] ?? accent;
  }

  private shapeOf(drawing: Drawing, size: Size): Shape {
    return shapeOf(drawing.tool, this.pointsOf(drawing), size, this.captionsOf(drawing));
  }

  private captionsOf({ anchors, text }: Drawing): Captions {
    const [from, to] = anchors;
    const { bars, stepMs } = this.host;
    return {
      text: text || '…',
      level: (share) => {
        if (!from || !to) return '';
        return `${share} (${this.texts.price(to.price + (from.price - to.price) * share)})`;
      },
      measured:
        from && to
          ? this.texts.measured(from, to, Math.round(indexAt(bars, to.at, stepMs) - indexAt(bars, from.at, stepMs)))
          : '',
    };
  }

  private draw(target: Parameters<IPrimitivePaneRenderer['draw']>[0]): void {
    if (this.hidden || this.host.bars.length === 0) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const all = this.draft === null ? this.drawings : [...this.drawings, this.draft];
      for (const drawing of all) {
        const selected = drawing.key === this.selected || drawing === this.draft;
        paint(context, this.shapeOf(drawing, mediaSize), {
          tool: drawing.tool,
          colour: this.colourOf(drawing),
          rises: (drawing.anchors[1]?.price ?? 0) >= (drawing.anchors[0]?.price ?? 0),
          handles: selected ? this.pointsOf(drawing) : [],
          colours: this.host.colours,
        });
      }
    });
  }
}
