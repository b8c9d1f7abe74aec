import { toAmount } from '../../../shared/money';

export interface Point {
  date: string;
  value: string;
}

/** Thousandths of the chart's height, so that a point is a whole number. */
const GRAIN = 100_000n;

/** The lowest and the highest of some values; apart where they are one, so that a flat line has a place. */
export function rangeOf(points: readonly Point[]): { low: bigint; high: bigint } {
  const values = points.map(({ value }) => toAmount(value));
  const low = values.reduce((least, one) => (one < least ? one : least), values[0] ?? 0n);
  const high = values.reduce((most, one) => (one > most ? one : most), values[0] ?? 0n);
  return high > low ? { low, high } : { low, high: low + 1n };
}

/** A line through points that are evenly spaced, the first on the left. */
export function pathThrough(
  points: readonly Point[],
  { low, high }: { low: bigint; high: bigint },
  width: number,
  height: number,
): string {
  const steps = Math.max(points.length - 1, 1);
  return points
    .map(({ value }, n) => {
      const up = parseInt(((GRAIN * (toAmount(value) - low)) / (high - low)).toString(), 10) / 100_000;
      return `${n === 0 ? 'M' : 'L'}${((n * width) / steps).toFixed(1)} ${(height * (1 - up)).toFixed(1)}`;
    })
    .join('');
}
