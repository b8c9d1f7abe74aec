import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';

/** Two lines at one instant; `null` where one of them is silent. */
interface BandPoint {
  time: Time;
  a: number | null;
  b: number | null;
}

/** A stretch in which one line stays above the other, or both meet at its ends. */
interface BandPiece {
  /** Whether the first line is the upper one. */
  over: boolean;
  corners: { x: number; y: number }[];
}

interface Corner {
  x: number;
  a: number;
  b: number;
}

const OPACITY = 0.1;

/** Cuts what lies between two lines into pieces where they break off or cross. Pixels. */
export function bandPieces(points: readonly (Corner | null)[]): BandPiece[] {
  const pieces: BandPiece[] = [];
  let run: Corner[] = [];
  const close = (): void => {
    const decisive = run.find(({ a, b }) => a !== b);
    // The axis grows downwards: the smaller figure is the upper line.
    if (run.length > 1 && decisive) pieces.push({ over: decisive.a < decisive.b, corners: around(run) });
    run = [];
  };
  for (const point of points) {
    const last = run.at(-1);
    if (point === null) {
      close();
      continue;
    }
    if (last !== undefined && (last.a - last.b) * (point.a - point.b) < 0) {
      const share = (last.a - last.b) / (last.a - last.b - point.a + point.b);
      const y = last.a + (point.a - last.a) * share;
      const meeting = { x: last.x + (point.x - last.x) * share, a: y, b: y };
      run.push(meeting);
      close();
      run.push(meeting);
    }
    run.push(point);
  }
  close();
  return pieces;
}

const around = (run: readonly Corner[]): { x: number; y: number }[] => [
  ...run.map(({ x, a }) => ({ x, y: a })),
  ...run.toReversed().map(({ x, b }) => ({ x, y: b })),
];

/** Tints what lies between two lines of an indicator: a cloud in the colour of its upper line, or a band. */
export class BandFill implements ISeriesPrimitive<Time> {
  private points: readonly BandPoint[] = [];
  private update: () => void = () => undefined;
  private readonly views: IPrimitivePaneView[] = [
    { zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.draw(target) }) },
  ];
  private chart: SeriesAttachedParameter<Time>['chart'] | null = null;

  constructor(
    private readonly series: ISeriesApi<SeriesType>,
    private readonly colours: { over: string; under: string },
  ) {}

  attached({ requestUpdate, chart }: SeriesAttachedParameter<Time>): void {
    this.update = requestUpdate;
    this.chart = chart;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  show(points: readonly BandPoint[]): void {
    this.points = points;
    this.update();
  }

  private draw(target: Parameters<IPrimitivePaneRenderer['draw']>[0]): void {
    const scale = this.chart?.timeScale();
    if (scale === undefined) return;
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const corners = this.points.map(({ time, a, b }) => {
        const x = scale.timeToCoordinate(time);
        if (x === null || a === null || b === null) return null;
        // A little beyond the edges, so that the piece does not end in sight.
        if (x < -100 || x > mediaSize.width + 100) return null;
        const [upper, lower] = [this.series.priceToCoordinate(a), this.series.priceToCoordinate(b)];
        return upper === null || lower === null ? null : { x, a: upper, b: lower };
      });
      context.save();
      context.globalAlpha = OPACITY;
      for (const { over, corners: outline } of bandPieces(corners)) {
        context.fillStyle = over ? this.colours.over : this.colours.under;
        context.beginPath();
        for (const { x, y } of outline) context.lineTo(x, y);
        context.fill();
      }
      context.restore();
    });
  }
}
