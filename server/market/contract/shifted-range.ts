const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** In whole ticks. */
export interface PriceRange {
  readonly highTicks: number;
  readonly lowTicks: number;
}

/** With the instants at which they were, where the search knows them. */
interface Found extends PriceRange {
  readonly highAt?: number;
  readonly lowAt?: number;
}

interface Parts {
  /** Of the price that is followed, over the whole seconds of a span; `undefined` where its market was shut. */
  extremes(fromMs: number, toMs: number): Found | undefined;
  /** By how many whole ticks the follower stands above it: the same for a minute. */
  shiftTicks(at: number): number;
}

interface Span extends Found {
  readonly fromMs: number;
  readonly toMs: number;
  readonly least: number;
  readonly most: number;
}

type Sign = 1 | -1;

/**
 * High and low of a price that stands apart from another one by an amount that changes each minute. A span is looked into only while the
 * other price's own extreme and the furthest distance in it promise more than was found: a day is seldom parted into all its minutes.
 */
export function shiftedRange(parts: Parts, fromMs: number, toMs: number): PriceRange | undefined {
  const search = new Search(parts);
  const spans: Span[] = [];
  for (let from = fromMs; from < toMs; from = nextDay(from)) {
    const span = search.span(from, Math.min(nextDay(from), toMs));
    if (span !== undefined) spans.push(span);
  }
  if (spans.length === 0) return undefined;
  return { highTicks: Math.max(1, search.furthest(spans, 1)), lowTicks: Math.max(1, -search.furthest(spans, -1)) };
}

const nextDay = (at: number): number => at - (at % DAY_MS) + DAY_MS;

class Search {
  private readonly shifts = new Map<number, number>();
  /** `null`: its market was shut. */
  private readonly found = new Map<string, Found | null>();

  constructor(private readonly parts: Parts) {}

  span(fromMs: number, toMs: number): Span | undefined {
    const key = `${fromMs} ${toMs}`;
    let found = this.found.get(key);
    if (found === undefined) this.found.set(key, (found = this.parts.extremes(fromMs, toMs) ?? null));
    return found === null ? undefined : this.withShifts(found, fromMs, toMs);
  }

  private withShifts(found: Found, fromMs: number, toMs: number): Span {
    let [least, most] = [Infinity, -Infinity];
    for (let at = fromMs - (fromMs % MINUTE_MS); at < toMs; at += MINUTE_MS) {
      const shift = this.shift(at);
      if (shift < least) least = shift;
      if (shift > most) most = shift;
    }
    return { ...found, fromMs, toMs, least, most };
  }

  /** The highest price, or the lowest below zero. */
  furthest(spans: readonly Span[], sign: Sign): number {
    return this.better(spans, sign, -Infinity);
  }

  private better(spans: readonly Span[], sign: Sign, known: number): number {
    let best = known;
    for (const span of [...spans].sort((one, other) => promise(other, sign) - promise(one, sign))) {
      if (promise(span, sign) <= best) break;
      best = Math.max(best, this.reached(span, sign));
      if (promise(span, sign) > best) best = this.better(this.halves(span, sign), sign, best);
    }
    return best;
  }

  /** What the follower stood at when the other price had its extreme, or no less than that. */
  private reached({ highTicks, lowTicks, least, most, highAt, lowAt }: Span, sign: Sign): number {
    const at = sign === 1 ? highAt : lowAt;
    const shift = at === undefined ? (sign === 1 ? least : most) : this.shift(at - (at % MINUTE_MS));
    return sign === 1 ? highTicks + shift : -(lowTicks + shift);
  }

  /** The half that holds the extreme has that of the whole: only the other one is searched. */
  private halves(span: Span, sign: Sign): Span[] {
    const { fromMs, toMs } = span;
    const first = fromMs - (fromMs % MINUTE_MS);
    const minutes = Math.ceil((toMs - first) / MINUTE_MS);
    const middle = first + Math.floor(minutes / 2) * MINUTE_MS;
    const at = sign === 1 ? span.highAt : span.lowAt;
    const half = (from: number, to: number): Span | undefined =>
      at !== undefined && at >= from && at < to ? this.withShifts(span, from, to) : this.span(from, to);
    return [half(fromMs, middle), half(middle, toMs)].flatMap((each) => each ?? []);
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
