import type {
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';

import type { Bar } from './bars';
import type { ChartColours } from './colours';

const BELOW_PRICE_PX = 17;

/** What is left of a candle: `4:07`, `1:02:33`, `3d 4h`. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
  const [minutes, rest] = [Math.floor((seconds % 3600) / 60), seconds % 60];
  if (days > 0) return `${days}d ${hours}h`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}

/** The running candle, whose price the time left stands under and whose colour it has. */
interface Running {
  last: Pick<Bar, 'open' | 'close'> | undefined;
  colours: Pick<ChartColours, 'up' | 'down' | 'surface'>;
}

/** The time left until the candle closes, under the last price on the axis; it follows that price at every drawing. */
export class Countdown implements ISeriesPrimitive<Time> {
  private series: ISeriesApi<SeriesType> | null = null;
  private update: () => void = () => undefined;
  private text = '';

  private readonly view: ISeriesPrimitiveAxisView = {
    coordinate: () => {
      const { last } = this.running();
      const at = last === undefined ? null : (this.series?.priceToCoordinate(last.close) ?? null);
      return at === null ? -100 : at + BELOW_PRICE_PX;
    },
    text: () => this.text,
    textColor: () => this.running().colours.surface,
    backColor: () => {
      const { last, colours } = this.running();
      return !last || last.close >= last.open ? colours.up : colours.down;
    },
    visible: () => this.text !== '',
    tickVisible: () => false,
  };

  constructor(private readonly running: () => Running) {}

  attached({ series, requestUpdate }: SeriesAttachedParameter<Time>): void {
    this.series = series;
    this.update = requestUpdate;
  }

  detached(): void {
    this.series = null;
    this.update = () => undefined;
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return [this.view];
  }

  show(text: string): void {
    this.text = text;
    this.update();
  }
}
