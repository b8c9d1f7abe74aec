import type { Instant } from '../../core/clock.js';
import type { BasisBounds } from '../mark-price/mark-history.js';
import type { PriceRange } from './shifted-range.js';

const SECOND_MS = 1_000;
/** A shorter span is looked at beat by beat. */
const LEAF_MS = 8_000;

interface Parts {
  /** Of the price that the mark leans on, over the whole seconds of a span; `undefined` where its market was shut. */
  range(fromMs: Instant, toMs: Instant): PriceRange | undefined;
  basis(fromMs: Instant, toMs: Instant): BasisBounds;
  /** The marks of all beats of open market in a span. */
  marks(fromMs: Instant, toMs: Instant): readonly number[];
}

type Sign = 1 | -1;

/** How far the mark may have come in a span: up, or down below zero. */
interface Promised {
  readonly fromMs: Instant;
  readonly toMs: Instant;
  readonly promise: number;
  /** Whether it came as far: the mark was the price that it leans on. */
  readonly isReached: boolean;
}

/**
 * High and low of a mark price, in whole ticks. A span is parted only while the extreme of the price below it, and the furthest that users
 * pushed the mark away from it, promise more than was found.
 */
export function markRange(parts: Parts, fromMs: Instant, toMs: Instant): PriceRange | undefined {
  const furthest = (sign: Sign): number => better(parts, sign, spanOf(parts, sign, fromMs, toMs), -Infinity);
  const [highTicks, lowTicks] = [furthest(1), -furthest(-1)];
  return highTicks === -Infinity ? undefined : { highTicks, lowTicks };
}

function better(parts: Parts, sign: Sign, spans: readonly Promised[], known: number): number {
  let best = known;
  for (const span of [...spans].sort((one, other) => other.promise - one.promise)) {
    if (span.promise <= best) break;
    const { fromMs, toMs } = span;
    if (span.isReached) best = span.promise;
    else if (toMs - fromMs <= LEAF_MS) best = Math.max(best, ...parts.marks(fromMs, toMs).map((mark) => sign * mark));
    else best = better(parts, sign, halves(parts, sign, span), best);
  }
  return best;
}

function halves(parts: Parts, sign: Sign, { fromMs, toMs }: Promised): Promised[] {
  const middle = fromMs + Math.ceil((toMs - fromMs) / 2 / SECOND_MS) * SECOND_MS;
  return [...spanOf(parts, sign, fromMs, middle), ...spanOf(parts, sign, middle, toMs)];
}

function spanOf({ range, basis }: Parts, sign: Sign, fromMs: Instant, toMs: Instant): Promised[] {
  const found = range(fromMs, toMs);
  if (found === undefined) return [];
  const { least, most } = basis(fromMs, toMs);
  const isReached = least === 0 && most === 0;
  // The price below is known to half a tick, and the mark is rounded again.
  const promise =
    sign === 1
      ? found.highTicks + (most > 0 ? Math.floor(most) + 1 : 0)
      : -(found.lowTicks + (least < 0 ? Math.floor(least) : 0));
  return [{ fromMs, toMs, promise, isReached }];
}
