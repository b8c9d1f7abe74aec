const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** In whole ticks. */
export interface PriceRange {
  readonly highTicks: number;
  readonly lowTicks: number;
}

interface Parts {
  /** Of the price that is followed, over the whole seconds of a span; `undefined` where its market was shut. */
  extremes(fromMs: number, toMs: number): PriceRange | undefined;
  /** By how many whole ticks the follower stands above it: the same for a minute. */
  shiftTicks(at: number): number;
}

interface Span extends PriceRange {
  readonly fromMs: number;
  readonly toMs: number;
  readonly least: number;
  readonly most: number;
}

type Sign = 1 | -1;

/**
 * High and low of a price that stands apart from another one by an amount that changes each minute. A span is looked into only while the
 * other price's own extreme and the furthest distance in it promise more than was found: an hour is seldom parted into all its minutes.
 */
export function shiftedRange(parts: Parts, fromMs: number, toMs: number): PriceRange | undefined {
  const search = new Search(parts);
  const spans: Span[] = [];
  for (let from = fromMs; from < toMs; from = nextHour(from)) {
    const span = search.span(from, Math.min(nextHour(from), toMs));
    if (span !== undefined) spans.push(span);
  }
  if (spans.length === 0) return undefined;
  return { highTicks: Math.max(1, search.furthest(spans, 1)), lowTicks: Math.max(1, -search.furthest(spans, -1)) };
}

const nextHour = (at: number): number => at - (at % HOUR_MS) + HOUR_MS;

class Search {
  private readonly shifts = new Map<number, number>();

  constructor(private readonly parts: Parts) {}

  span(fromMs: number, toMs: number): Span | undefined {
    const range = this.parts.extremes(fromMs, toMs);
    if (range === undefined) return undefined;
    let [least, most] = [Infinity, -Infinity];
    for (let at = fromMs - (fromMs % MINUTE_MS); at < toMs; at += MINUTE_MS) {
      const shift = this.shift(at);
      if (shift < least) least = shift;
      if (shift > most) most = shift;
    }
    return { fromMs, toMs, highTicks: range.highTicks, lowTicks: range.lowTicks, least, most };
  }

  /** The highest price, or the lowest below zero. */
  furthest(spans: readonly Span[], sign: Sign): number {
    return this.better(spans, sign, -Infinity);
  }

  private better(spans: readonly Span[], sign: Sign, known: number): number {
    let best = known;
    for (const span of [...spans].sort((one, other) => promise(other, sign) - promise(one, sign))) {
      const promised = promise(span, sign);
      if (promised <= best) break;
      best = span.least === span.most ? promised : this.better(this.halves(span), sign, best);
    }
    return best;
  }

  private halves({ fromMs, toMs }: Span): Span[] {
    const first = fromMs - (fromMs % MINUTE_MS);
    const minutes = Math.ceil((toMs - first) / MINUTE_MS);
    const middle = first + Math.floor(minutes / 2) * MINUTE_MS;
    return [this.span(fromMs, middle), this.span(middle, toMs)].flatMap((span) => span ?? []);
  }

  private shift(minuteAt: number): number {
    let shift = this.shifts.get(minuteAt);
    if (shift === undefined) this.shifts.set(minuteAt, (shift = this.parts.shiftTicks(minuteAt)));
    return shift;
  }
}

function promise({ highTicks, lowTicks, least, most }: Span, sign: Sign): number {
  return sign === 1 ? highTicks + most : -(lowTicks + least);
}
