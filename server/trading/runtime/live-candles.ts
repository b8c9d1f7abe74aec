import type { CandleRow, Period } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Channel } from '../../../contracts/stream.contract.js';
import { amount } from '../../../shared/money.js';
import type { Clock, Instant } from '../../core/clock.js';
import type { LiveMessage } from '../../edge/socket/live-source.js';
import type { Candles } from '../../market/runtime/candles.js';
import type { Market } from '../../market/runtime/market.js';
import { realmCandles, type FlowCandle, type RealmFlows } from '../../market/runtime/realm-candles.js';
import { periodStart } from '../../market/simulator/periods.js';
import { withRunningSecond } from '../../market/simulator/running-second.js';
import type { DayOfTrades } from './user-trades.js';

const REALMS: readonly TradingRealm[] = ['demo', 'real'];
/** The memory of users' trades holds a day. */
const BEYOND_A_DAY: ReadonlySet<Period> = new Set(['1w', '1M', '1y']);
/** Of a moved book these are the fold of so many stretches that orders would wait for them. */
const LONG: ReadonlySet<Period> = new Set(['1d', ...BEYOND_A_DAY]);
/** The candle that ended last, and the one that runs. */
const SHOWN = 2;
/** A trade becomes durable a little after its instant, when its candle may have ended. */
const LATE_MS = 5_000;

export interface WatchedCandles {
  hasListeners(realm: TradingRealm, channel: Channel): boolean;
}

interface Parts {
  readonly market: Market;
  readonly day: DayOfTrades;
  readonly flows: RealmFlows;
  /** Draws in a thread of its own. */
  readonly candles: Pick<Candles, 'before'>;
  readonly watched: WatchedCandles;
  readonly clock: Clock;
}

/** A watched chart, and the opening of the candle that its last frame showed. */
interface Watching {
  readonly symbol: string;
  readonly period: Period;
  shownAt: Instant;
}

/** The running candles of watched charts, with the trades of each realm. */
export class LiveCandles {
  private readonly channels = new Map<string, Watching>();
  /** Frames that the candle thread draws now. */
  private readonly drawing = new Set<string>();

  constructor(
    private readonly parts: Parts,
    private readonly notify: (message: LiveMessage) => void,
  ) {}

  /** The snapshot of a channel, which frames follow. */
  async join(realm: TradingRealm, symbol: string, period: Period): Promise<CandleRow[]> {
    const key = `${symbol} ${period}`;
    if (!this.channels.has(key)) this.channels.set(key, { symbol, period, shownAt: 0 });
    return this.stored(realm, symbol, period);
  }

  /** Sends the running candle of each channel, and once more the one that has ended since the last frame. */
  send(now: Instant): void {
    const { market, watched } = this.parts;
    for (const [key, channel] of this.channels) {
      const { symbol, period } = channel;
      const realms = REALMS.filter((realm) => watched.hasListeners(realm, { kind: 'candles', symbol, period }));
      if (realms.length === 0) {
        this.channels.delete(key);
        continue;
      }
      const opensAt = periodStart(period, Math.floor(now / 1000)) * 1000;
      const isNext = channel.shownAt !== 0 && channel.shownAt !== opensAt;
      channel.shownAt = opensAt;
      if (!isNext && !market.isOpen(symbol, now)) continue;
      const count = isNext || now - opensAt < LATE_MS ? SHOWN : 1;
      for (const realm of realms) this.sendTo(realm, channel, now, count);
    }
  }

  private sendTo(realm: TradingRealm, { symbol, period }: Watching, now: Instant, count: number): void {
    const send = (rows: readonly CandleRow[]): void => {
      for (const candle of rows.slice(-count))
        this.notify({ kind: 'candles', realm, data: { symbol, period, candle } });
    };
    const key = `${realm} ${symbol} ${period}`;
    if (!BEYOND_A_DAY.has(period) && !this.isSlow(realm, symbol, period))
      return send(this.ofToday(realm, symbol, period, now));
    if (this.drawing.has(key)) return;
    this.drawing.add(key);
    // A frame that could not be made is followed by the next.
    void this.stored(realm, symbol, period)
      .then(send, () => undefined)
      .finally(() => this.drawing.delete(key));
  }

  private isSlow(realm: TradingRealm, symbol: string, period: Period): boolean {
    return LONG.has(period) && this.parts.market.in(realm).isMoved(symbol);
  }

  private ofToday(realm: TradingRealm, symbol: string, period: Period, now: Instant): CandleRow[] {
    const { market, day } = this.parts;
    const exAt = market.exAt(symbol);
    const before = periodStart(period, Math.floor(now / 1000)) - 1;
    const traded = day.candles(realm, symbol, period, periodStart(period, before) * 1000);
    // What was traded before a dividend had another price.
    const flow = traded.filter(({ openAt }) => openAt >= exAt);
    return this.drawn(realm, symbol, period, now, flow);
  }

  private async stored(realm: TradingRealm, symbol: string, period: Period): Promise<CandleRow[]> {
    const { flows, clock, candles } = this.parts;
    if (this.isSlow(realm, symbol, period))
      return candles.before(realm, { symbol, period, before: undefined, limit: SHOWN });
    const flow = await flows.before(realm, { symbol, period, beforeMs: clock.now(), limit: SHOWN });
    return this.drawn(realm, symbol, period, clock.now(), flow ?? []);
  }

  /** The newest candles up to the beat that runs. */
  private drawn(
    realm: TradingRealm,
    symbol: string,
    period: Period,
    now: Instant,
    flow: readonly FlowCandle[],
  ): CandleRow[] {
    const { source, lastTrades } = this.parts.market.in(realm);
    const { tickSize, lotSize } = source.spec(symbol);
    const sizes = { tick: amount(tickSize), lot: amount(lotSize) };
    const whole = source.candles(symbol, period, { beforeMs: now, limit: SHOWN });
    const candles = withRunningSecond(source, symbol, period, whole, now);
    return realmCandles(candles, flow, { source, lastTrades, symbol, period, sizes, knownTo: now }).slice(-SHOWN);
  }
}
