import type { AlertKind } from '../../../contracts/alert.contract.js';
import { amount, ONE, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { WatchedCandle, WatchedPeriod, WatchedSpan } from '../../core/ports/watched-prices.js';
import { Thresholds } from './thresholds.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const LENGTH_MS: Record<WatchedPeriod, number> = { '1h': HOUR_MS, '1m': MINUTE_MS, '1s': SECOND_MS };
const FINER: Record<WatchedPeriod, WatchedPeriod> = { '1h': '1m', '1m': '1s', '1s': '1s' };

/** Hours that are looked at in one piece: what a standstill left is looked at without holding anything up. */
const HOURS_MAX = 24;

/** The candles of one instrument; see `WatchedPrices`. */
export type ReadCandles = (span: WatchedSpan) => readonly WatchedCandle[];

/** An active alert in ticks. */
export interface WatchedAlert {
  readonly alertId: string;
  readonly userId: string;
  readonly round: number;
  readonly kind: AlertKind;
  /** The level in ticks, or of `moves` in hundredths of a per cent. */
  readonly level: number;
  readonly since: Instant;
  readonly endsAt: Instant;
  readonly armed: boolean;
  readonly side: 'up' | 'down';
}

/** Whether the price is off its level, and on which side of it: in which round of the alert this was seen. */
export type Standing = Pick<WatchedAlert, 'round' | 'armed' | 'side'>;

/** The price reached an alert: in which second, from where, and at how many ticks. */
export interface Hit {
  readonly alert: WatchedAlert;
  readonly direction: 'up' | 'down';
  readonly ticks: number;
  readonly at: Instant;
  /** Of `moves`: the price 24 hours before. */
  readonly fromTicks: number | null;
}

/** How far a candle is from the price 24 hours before, in hundredths of a per cent: at most up and down, and at least. */
interface Change {
  readonly up: number;
  readonly down: number;
  readonly least: number;
}

/** The market was shut all day: there is nothing to compare with. */
const NO_CHANGE: Change = { up: -Infinity, down: -Infinity, least: Infinity };

type Watched = { -readonly [Field in keyof WatchedAlert]: WatchedAlert[Field] } & { notified: boolean };

/**
 * The alerts of one instrument. A second costs one comparison with the nearest level, however many there are; candles are read where
 * one may be reached, from coarse to fine, so a night of standstill costs a few hundred of them. Every answer follows from the
 * candles alone: looking again at what was looked at finds the same.
 */
export class SymbolWatch {
  private readonly alerts = new Map<string, Watched>();
  private readonly up = new Thresholds<Watched>(1);
  private readonly down = new Thresholds<Watched>(-1);
  private readonly moving = new Thresholds<Watched>(1);
  /** Those that wait until the price is off their level: of `moves`, and of `crosses`. */
  private readonly calming = new Set<Watched>();
  private readonly sideless = new Set<Watched>();
  /** Those whose first instant is still to come. */
  private readonly later = new Set<Watched>();
  private readonly bases = new Map<Instant, number | undefined>();
  /** When a price last seemed to reach something: its second is looked at once it is whole. */
  private sightedAt = -Infinity;
  /** Everything before this whole second is known. */
  lookedTo: Instant = Infinity;

  get size(): number {
    return this.alerts.size;
  }

  /** Watches an alert from an instant on. One that is watched in the same round stays as it is. */
  add(alert: WatchedAlert, from: Instant): void {
    if (this.alerts.get(alert.alertId)?.round === alert.round) return;
    this.drop(alert.alertId);
    const watched: Watched = { ...alert, since: Math.max(alert.since, from), notified: false };
    this.alerts.set(alert.alertId, watched);
    this.later.add(watched);
    this.lookedTo = Math.min(this.lookedTo, wholeSecond(watched.since));
  }

  drop(alertId: string): void {
    const watched = this.alerts.get(alertId);
    if (watched === undefined) return;
    this.alerts.delete(alertId);
    this.later.delete(watched);
    this.unlist(watched);
  }

  /** What was found could not be said: it is found again. */
  again({ alert, at }: Hit): void {
    const watched = this.alerts.get(alert.alertId);
    if (watched?.round !== alert.round) return;
    watched.notified = false;
    this.later.add(watched);
    this.lookedTo = Math.min(this.lookedTo, at);
  }

  /** Those whose end lies in what was looked at. */
  over(): WatchedAlert[] {
    return [...this.alerts.values()].filter(({ endsAt, notified }) => !notified && endsAt <= this.lookedTo);
  }

  /** How an alert stands after all that was looked at; `undefined` where it is not watched, or notified already. */
  standing(alertId: string): Standing | undefined {
    const watched = this.alerts.get(alertId);
    if (watched === undefined || watched.notified) return undefined;
    const { round, armed, side } = watched;
    return { round, armed, side };
  }

  all(): WatchedAlert[] {
    return [...this.alerts.values()];
  }

  /** Whether a price may reach something now: then candles tell. */
  mayReach(ticks: number, at: Instant, read: ReadCandles): boolean {
    this.wake(at);
    const candle = { openAt: at, openTicks: ticks, highTicks: ticks, lowTicks: ticks };
    if (this.isNear(candle, () => this.changeAt(candle, read))) this.sightedAt = at;
    return this.lookedTo <= this.sightedAt;
  }

  /** Looks at the next piece before `to`, a whole second, and goes on from its end. */
  look(read: ReadCandles, to: Instant): Hit[] {
    const piece = pieceOf(this.lookedTo, to);
    const hits: Hit[] = [];
    this.wake(piece.toMs);
    if (this.isWatching) this.walk(read, piece, hits);
    this.lookedTo = piece.toMs;
    return hits;
  }

  private get isWatching(): boolean {
    const { up, down, moving, calming, sideless } = this;
    return up.size + down.size + moving.size + calming.size + sideless.size > 0;
  }

  private walk(read: ReadCandles, span: WatchedSpan, hits: Hit[]): void {
    for (const candle of read(span)) {
      if (span.period === '1s') {
        this.second(candle, read, hits);
        continue;
      }
      const change = (): Change | undefined =>
        span.period === '1h' ? farthest(candle, read) : this.changeAt(candle, read);
      if (!this.isNear(candle, change)) continue;
      const end = candle.openAt + LENGTH_MS[span.period];
      this.walk(read, { period: FINER[span.period], fromMs: candle.openAt, toMs: end }, hits);
    }
  }

  /** Whether a candle may reach or free something. Without a change to go by, it may. */
  private isNear({ highTicks, lowTicks }: WatchedCandle, change: () => Change | undefined): boolean {
    if ((this.up.nearest ?? Infinity) <= highTicks || (this.down.nearest ?? -Infinity) >= lowTicks) return true;
    if (this.sideless.size > 0) return true;
    if (this.moving.size + this.calming.size === 0) return false;
    const found = change();
    if (found === undefined || Math.max(found.up, found.down) >= (this.moving.nearest ?? Infinity)) return true;
    return [...this.calming].some(({ level }) => found.least < level);
  }

  private second(candle: WatchedCandle, read: ReadCandles, hits: Hit[]): void {
    const { openAt } = candle;
    const counts = ({ since, endsAt }: Watched): boolean => since <= openAt && openAt < endsAt;
    const ofMoves = this.moving.size + this.calming.size > 0;
    const fromTicks = ofMoves ? this.baseAt(openAt, read) : undefined;
    const rising = this.up.reachedBy(candle.highTicks).filter(counts);
    const falling = this.down.reachedBy(candle.lowTicks).filter(counts);
    if (fromTicks !== undefined) this.move(candle, fromTicks, counts, hits);
    for (const watched of rising) this.reach(watched, candle, 'up', hits);
    for (const watched of falling) this.reach(watched, candle, 'down', hits);
    for (const watched of [...this.sideless].filter(counts)) {
      if (candle.openTicks === watched.level) continue;
      watched.side = candle.openTicks < watched.level ? 'up' : 'down';
      this.arm(watched, openAt);
    }
  }

  private move(candle: WatchedCandle, fromTicks: number, counts: (watched: Watched) => boolean, hits: Hit[]): void {
    const { up, down } = changeOf(candle, fromTicks);
    const calm = [...this.calming].filter((watched) => counts(watched) && Math.max(up, down) < watched.level);
    for (const watched of this.moving.reachedBy(Math.max(up, down)).filter(counts)) {
      const direction = up >= watched.level ? 'up' : 'down';
      const share = fromTicks * (10_000 + (direction === 'up' ? watched.level : -watched.level));
      const ticks = direction === 'up' ? Math.ceil(share / 10_000) : Math.floor(share / 10_000);
      this.notify(watched, hits, { direction, ticks: beyond(candle, ticks, direction), at: candle.openAt, fromTicks });
    }
    for (const watched of calm) this.arm(watched, candle.openAt);
  }

  /** An armed alert notifies; one that waits for the price to leave its level is armed by it. */
  private reach(watched: Watched, candle: WatchedCandle, direction: 'up' | 'down', hits: Hit[]): void {
    if (!watched.armed) return this.arm(watched, candle.openAt);
    const ticks = beyond(candle, watched.level, direction);
    this.notify(watched, hits, { direction, ticks, at: candle.openAt, fromTicks: null });
  }

  private notify(watched: Watched, hits: Hit[], hit: Omit<Hit, 'alert'>): void {
    this.unlist(watched);
    watched.notified = true;
    hits.push({ alert: watched, ...hit });
  }

  /** The order within a second is not known, so an alert counts from the next one. */
  private arm(watched: Watched, openAt: Instant): void {
    this.unlist(watched);
    watched.armed = true;
    watched.since = openAt + SECOND_MS;
    this.list(watched);
  }

  private wake(before: Instant): void {
    for (const watched of this.later) {
      if (watched.since >= before) continue;
      this.later.delete(watched);
      this.list(watched);
    }
  }

  private list(watched: Watched): void {
    const { kind, armed, level } = watched;
    if (kind === 'moves' && !armed) this.calming.add(watched);
    else if (kind === 'crosses' && !armed) this.sideless.add(watched);
    else if (kind === 'moves') this.moving.add(level, watched);
    else this.levelsOf(watched).add(thresholdOf(watched), watched);
  }

  private unlist(watched: Watched): void {
    this.calming.delete(watched);
    this.sideless.delete(watched);
    if (watched.kind === 'moves') this.moving.remove(watched.level, watched);
    else this.levelsOf(watched).remove(thresholdOf(watched), watched);
  }

  /** What notifies by a rise is armed by a fall, and the other way about. */
  private levelsOf({ kind, armed, side }: Watched): Thresholds<Watched> {
    const isUp = kind === 'crosses' ? side === 'up' : (kind === 'rises') === armed;
    return isUp ? this.up : this.down;
  }

  private changeAt(candle: WatchedCandle, read: ReadCandles): Change | undefined {
    const base = this.baseAt(candle.openAt, read);
    return base === undefined ? NO_CHANGE : changeOf(candle, base);
  }

  /** One minute has one price to compare with. */
  private baseAt(at: Instant, read: ReadCandles): number | undefined {
    const minuteAt = at - (at % MINUTE_MS);
    if (!this.bases.has(minuteAt)) {
      if (this.bases.size >= 120) this.bases.clear();
      this.bases.set(minuteAt, dayBeforeTicks(read, minuteAt));
    }
    return this.bases.get(minuteAt);
  }
}

/**
 * The price that a change in 24 hours is counted from, as tickers have it: the first one traded after the minute 24 hours before. A
 * market that was shut all day has none.
 */
export function dayBeforeTicks(read: ReadCandles, at: Instant): number | undefined {
  const minuteAt = at - (at % MINUTE_MS);
  const fromMs = minuteAt - DAY_MS;
  const [first] = read({ period: '1m', fromMs, toMs: fromMs + MINUTE_MS });
  if (first !== undefined) return first.openTicks;
  const hourAt = fromMs - (fromMs % HOUR_MS) + HOUR_MS;
  const [later] = read({ period: '1m', fromMs, toMs: hourAt });
  if (later !== undefined) return later.openTicks;
  const toHour = minuteAt - (minuteAt % HOUR_MS);
  const [hour] = read({ period: '1h', fromMs: hourAt, toMs: toHour });
  if (hour !== undefined) return hour.openTicks;
  return read({ period: '1m', fromMs: toHour, toMs: minuteAt })[0]?.openTicks;
}

function changeOf({ highTicks, lowTicks }: WatchedCandle, fromTicks: number): Change {
  const hundredths = (ticks: number): number => Math.floor((ticks * 10_000) / fromTicks);
  const [up, down] = [hundredths(highTicks - fromTicks), hundredths(fromTicks - lowTicks)];
  return { up, down, least: Math.max(0, hundredths(lowTicks - fromTicks), hundredths(fromTicks - highTicks)) };
}

/** The most that any minute of an hour may have changed. `undefined` where the market was shut the day before. */
function farthest(candle: WatchedCandle, read: ReadCandles): Change | undefined {
  const fromMs = candle.openAt - DAY_MS;
  const before = read({ period: '1h', fromMs, toMs: fromMs + 2 * HOUR_MS });
  if (before.length < 2) return undefined;
  const low = Math.min(...before.map(({ lowTicks }) => lowTicks));
  const high = Math.max(...before.map(({ highTicks }) => highTicks));
  return { up: changeOf(candle, low).up, down: changeOf(candle, high).down, least: 0 };
}

/** A second that opened beyond the level never showed the level itself. */
function beyond({ openTicks }: WatchedCandle, level: number, direction: 'up' | 'down'): number {
  return direction === 'up' ? Math.max(openTicks, level) : Math.min(openTicks, level);
}

/** The level of an armed alert, or the tick next to it that arms one. */
function thresholdOf({ kind, armed, level }: Watched): number {
  if (armed) return level;
  return kind === 'rises' ? level - 1 : level + 1;
}

function wholeSecond(at: Instant): Instant {
  return Math.ceil(at / SECOND_MS) * SECOND_MS;
}

/** The coarsest candles that fit between two whole seconds, as many as go together. */
function pieceOf(from: Instant, to: Instant): WatchedSpan {
  const floor = (at: Instant, length: number): Instant => at - (at % length);
  if (from % HOUR_MS === 0 && from + HOUR_MS <= to)
    return { period: '1h', fromMs: from, toMs: Math.min(floor(to, HOUR_MS), from + HOURS_MAX * HOUR_MS) };
  if (from % MINUTE_MS === 0 && from + MINUTE_MS <= to) {
    const toMs = Math.min(floor(from, HOUR_MS) + HOUR_MS, floor(to, MINUTE_MS));
    return { period: '1m', fromMs: from, toMs };
  }
  return { period: '1s', fromMs: from, toMs: Math.min(floor(from, MINUTE_MS) + MINUTE_MS, to) };
}

/** In ticks: a level between two ticks, after the tick has changed, counts from the farther one. */
export function levelTicks(
  { kind, level, side }: { readonly kind: AlertKind; readonly level: string; readonly side: 'up' | 'down' },
  tick: Amount,
): number {
  if (kind === 'moves') return Number((amount(level) * 100n) / ONE);
  const price = amount(level);
  const isUp = kind === 'rises' || (kind === 'crosses' && side === 'up');
  return Number(isUp ? (price + tick - 1n) / tick : price / tick);
}
