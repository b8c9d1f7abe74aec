import type {
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';

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

/** The time left until the candle closes, under the last price on the axis. */
export class Countdown implements ISeriesPrimitive<Time> {
  private series: ISeriesApi<SeriesType> | null = null;
  private update: () => void = () => undefined;
  private text = '';
  private price: number | null = null;
  private colours = { back: '', text: '' };

  private readonly view: ISeriesPrimitiveAxisView = {
    coordinate: () => {
      const at = this.price === null ? null : (this.series?.priceToCoordinate(this.price) ?? null);
      return at === null ? -100 : at + BELOW_PRICE_PX;
    },
    text: () => this.text,
    textColor: () => this.colours.text,
    backColor: () => this.colours.back,
    visible: () => this.text !== '',
    tickVisible: () => false,
  };

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

  show(text: string, price: number | null, colours: { back: string; text: string }): void {
    Object.assign(this, { text, price, colours });
    this.update();
  }
}
