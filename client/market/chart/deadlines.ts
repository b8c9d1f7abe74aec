import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { ChartLine } from './chart-types';
import type { ChartColours } from './colours';
import type { Point } from './drawings/geometry';

/** Where an instant and a price stand on the chart, after the last candle too. */
interface Host {
  readonly colours: ChartColours;
  readonly hasBars: boolean;
  pointOf(place: { at: number; price: number }): Point;
}

type Deadline = Required<Pick<ChartLine, 'until'>> & ChartLine;

const DOT_PX = 4;

/** Lines that end at an instant: from their beginning to there at their price, and a mark down the chart where it ends. */
export class Deadlines implements ISeriesPrimitive<Time> {
  private lines: readonly Deadline[] = [];
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

  show(lines: readonly ChartLine[]): void {
    this.lines = lines.filter((line): line is Deadline => line.until !== undefined);
    this.update();
  }

  private draw(target: Parameters<IPrimitivePaneRenderer['draw']>[0]): void {
    if (!this.host.hasBars) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      for (const { price, side, until } of this.lines) {
        const [from, to] = [until.from, until.at].map((at) => this.host.pointOf({ at, price: Number(price) }));
        if (from === undefined || to === undefined) continue;
        const { colours } = this.host;
        context.save();
        context.strokeStyle = context.fillStyle = side === 'sell' ? colours.down : colours.up;
        context.lineWidth = 2;
        stroke(context, from, to);
        context.lineWidth = 1;
        context.setLineDash([3, 3]);
        stroke(context, { x: to.x, y: 0 }, { x: to.x, y: mediaSize.height });
        for (const { x, y } of [from, to]) {
          context.beginPath();
          context.arc(x, y, DOT_PX, 0, 2 * Math.PI);
          context.fill();
        }
        context.restore();
      }
    });
  }
}

function stroke(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
}
