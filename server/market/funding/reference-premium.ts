import type { Instant } from '../../core/clock.js';
import { chachaBlock } from '../simulator/chacha.js';
import { exp, gaussian } from '../simulator/exact-math.js';
import { clockOf, type Activity } from '../simulator/market-clock.js';
import { wordOf } from '../simulator/path.js';
import { Purpose } from '../simulator/purposes.js';
import {
  HALF_LIFE_MINUTES,
  LOOKBACK_ROOTS,
  PREMIUMS,
  SHARED,
  timelineOf,
  type PremiumOptions,
  type Underlying,
} from './premium-process.js';

/**
 * The premium in hundred-millionths as the decision page writes it, without any cache: each draw by its weight. For the audit,
 * which compares it with `PremiumProcess`.
 */
export function referencePremium(options: PremiumOptions, spec: Underlying, at: Instant): number {
  const { mean, deviation } = PREMIUMS[spec.class];
  const [shared, own] = [spec.calendar, spec.symbol].map((name) => stateOf(options, spec, `premium ${name}`, at));
  return mean + deviation * (Math.sqrt(SHARED) * (shared as number) + Math.sqrt(1 - SHARED) * (own as number));
}

function stateOf(options: PremiumOptions, { calendar }: Underlying, path: string, at: Instant): number {
  const timeline = timelineOf(options);
  const hours = options.calendars.find(({ id }) => id === calendar);
  if (hours === undefined) throw new Error(`unknown calendar ${calendar}`);
  const clock = clockOf(hours);
  const activity: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  const minutesAt = (second: number): number => {
    clock.read(second, activity);
    return Math.floor(activity.openSeconds / 60);
  };
  const draw = (from: number, number: number): number => {
    const words = new Uint32Array(16);
    const block = number === 0 ? 0 : 1 + Math.floor((number - 1) / 16);
    chachaBlock(timeline.keyAt(from).words, Purpose.Premium, wordOf(path), from, block, words);
    return gaussian(words[number === 0 ? 0 : (number - 1) % 16] as number);
  };
  const faded = (minutes: number): number => exp((-0.6931471805599453 * minutes) / HALF_LIFE_MINUTES);

  const { index, from, to } = timeline.spanAt(Math.floor(at / 1000));
  const [first, last] = [minutesAt(from), minutesAt(to)];
  // What each root before has added, faded by the open minutes since its end.
  const before = (until: number, endMinutes: number): number => {
    let sum = 0;
    for (let root = Math.max(0, until - LOOKBACK_ROOTS); root < until; root++) {
      const [start, end] = [timeline.startOf(root), timeline.startOf(root + 1)];
      const kept = faded(minutesAt(end) - minutesAt(start));
      sum += faded(endMinutes - minutesAt(end)) * Math.sqrt(1 - kept * kept) * draw(start, 0);
    }
    return sum;
  };
  const start = before(index, first);
  const [count, minute] = [last - first, minutesAt(Math.floor(at / 1000)) - first];
  if (minute === 0) return start;
  const kept = faded(count);
  const end = kept * start + Math.sqrt(1 - kept * kept) * draw(from, 0);
  const free = (minutes: number): number => {
    let sum = faded(minutes) * start;
    for (let n = 1; n <= minutes; n++) sum += faded(minutes - n) * Math.sqrt(1 - faded(1) ** 2) * draw(from, n);
    return sum;
  };
  const bend = (faded(count - minute) * (1 - faded(2 * minute))) / (1 - faded(2 * count));
  return free(minute) + bend * (end - free(count));
}
