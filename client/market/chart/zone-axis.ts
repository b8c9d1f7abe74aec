import { defaultHorzScaleBehavior, type IHorzScaleBehavior, type Time } from 'lightweight-charts';

const HOUR_MS = 3_600_000;
const offsets = new Map<string, number>();

/** How far a zone's clocks were ahead of UTC at an instant, in milliseconds. `local` is the browser's own. */
export function offsetMs(zone: string, at: number): number {
  if (zone === 'UTC') return 0;
  if (zone === 'local') return -new Date(at).getTimezoneOffset() * 60_000;
  // Clocks change on the hour, so an hour is looked up once.
  const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
  const key = `${zone}|${hour}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(hour);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
  const offset = local - hour;
  offsets.set(key, offset);
  return offset;
}

/** The library's place on the axis; `originalTime` is the second that we gave it. */
interface Point {
  time: unknown;
  originalTime: unknown;
  timeWeight: unknown;
}

/** The library's time axis, with days that begin at midnight of a zone instead of UTC. */
export function zonedAxis(zoneOf: () => string): IHorzScaleBehavior<Time> {
  const Default = defaultHorzScaleBehavior();
  class Zoned extends Default {
    override fillWeightsForPoints(points: never, startIndex: number): void {
      const real = points as readonly Point[];
      const zone = zoneOf();
      const shifted = real.map((point) => {
        const second = Number(point.originalTime);
        const clock = second + offsetMs(zone, second * 1000) / 1000;
        return { ...point, time: this.convertHorzItemToInternal(clock as Time) };
      });
      // oxlint-disable-next-line house/no-erasing-cast -- the library does not export the type of its points.
      super.fillWeightsForPoints(shifted as never, startIndex);
      for (const [at, point] of real.entries()) if (at >= startIndex) point.timeWeight = shifted[at]?.timeWeight;
    }
  }
  return new Zoned();
}
