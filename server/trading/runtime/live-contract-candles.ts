import type { ContractCandleRow } from '../../../contracts/contract-candle.calls.js';
import { hasMarkCandles, type CandleRow } from '../../../contracts/market.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { channelName, type Channel } from '../../../contracts/stream.contract.js';
import { symbolKind, underlyingOf } from '../../../shared/contract-symbol.js';
import type { Clock, Instant } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { LiveMessage, LiveSource } from '../../edge/socket/live-source.js';
import { withoutVolume, type Candles } from '../../market/runtime/candles.js';
import type { Market } from '../../market/runtime/market.js';
import type { FlowCandle, RealmFlows } from '../../market/runtime/realm-candles.js';
import { periodStart } from '../../market/simulator/periods.js';
import type { BookKind } from '../venue/book.state.js';
import type { WatchedCandles } from './live-candles.js';
import type { Products } from './products.js';
import type { DayOfTrades } from './user-trades.js';

const REALMS: readonly TradingRealm[] = ['demo', 'real'];
/** The candle that ended last, and the one that runs. */
const SHOWN = 2;
const EVERY_MS = 1_000;
/** The memory of users' trades holds a day. */
const BEYOND_A_DAY: ReadonlySet<string> = new Set(['1w', '1M', '1y']);
/** A trade becomes durable a little after its instant, when its candle may have ended. */
const LATE_MS = 5_000;

type Chart = Extract<Channel, { kind: 'contractCandles' }>;

interface Parts {
  readonly market: Pick<Market, 'exAt'>;
  readonly products: Products;
  dayOf(kind: BookKind): Pick<DayOfTrades, 'candles'>;
  readonly flows: RealmFlows;
  readonly candles: Pick<Candles, 'before' | 'newest'>;
  readonly watched: WatchedCandles;
  readonly clock: Clock;
}

/** The running candles of watched charts of contracts, all drawn in the thread of candles. */
export class LiveContractCandles implements LiveSource {
  readonly kinds = ['contractCandles'] as const;
  private readonly charts = new Map<string, { readonly chart: Chart; shownAt: Instant }>();
  private readonly drawing = new Set<string>();
  private readonly listeners = new Set<(message: LiveMessage) => void>();
  private sentAt = 0;

  constructor(private readonly parts: Parts) {}

  snapshot(channel: Channel, realm: TradingRealm): Refusal | Promise<ContractCandleRow[]> {
    if (channel.kind !== 'contractCandles') return refuse('request.unavailable');
    const { symbol } = channel;
    if (symbolKind(symbol) === 'instrument' || !this.parts.products.named(symbol)?.market.has(symbol))
      return refuse('market.symbol-unknown', { symbol });
    const { price, period } = channel;
    if (price === 'mark' && !hasMarkCandles(period)) return refuse('market.mark-period', { period });
    const key = channelName(channel);
    if (!this.charts.has(key)) this.charts.set(key, { chart: channel, shownAt: 0 });
    // Those of long periods are looked up in parts; frames then have what is kept.
    const drawn = this.parts.candles.before(realm, { symbol, price, period, before: undefined, limit: SHOWN });
    return drawn.then((rows) => rows.map(withoutVolume));
  }

  onMessage(listener: (message: LiveMessage) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Once a second the running candle of each chart, and once more the one that has ended since. */
  beat(now: Instant): void {
    if (now - this.sentAt < EVERY_MS && now >= this.sentAt) return;
    this.sentAt = now;
    for (const [key, shown] of this.charts) {
      const { chart } = shown;
      const realms = REALMS.filter((realm) => this.parts.watched.hasListeners(realm, chart));
      if (realms.length === 0) {
        this.charts.delete(key);
        continue;
      }
      const opensAt = periodStart(chart.period, Math.floor(now / 1000)) * 1000;
      const isNext = shown.shownAt !== 0 && shown.shownAt !== opensAt;
      shown.shownAt = opensAt;
      if (!isNext && !this.parts.products.of(chart.symbol).market.hours(chart.symbol, now).open) continue;
      const count = isNext || now - opensAt < LATE_MS ? SHOWN : 1;
      for (const realm of realms) this.send(realm, chart, count);
    }
  }

  /** A frame that is still being drawn, or could not be, is followed by the next. */
  private send(realm: TradingRealm, chart: Chart, count: number): void {
    const { symbol, price, period } = chart;
    const key = `${realm} ${channelName(chart)}`;
    if (this.drawing.has(key)) return;
    this.drawing.add(key);
    const notify = (rows: readonly CandleRow[]): void => {
      for (const row of rows.slice(-count)) {
        const data = { symbol, price, period, candle: withoutVolume(row) };
        for (const listener of this.listeners) listener({ kind: 'contractCandles', realm, data });
      }
    };
    void this.newest(realm, chart)
      .then(notify, () => undefined)
      .finally(() => this.drawing.delete(key));
  }

  private async newest(realm: TradingRealm, { symbol, price, period }: Chart): Promise<CandleRow[]> {
    const chart = { symbol, price, period };
    const flow = price === 'last' ? await this.traded(realm, chart) : [];
    return this.parts.candles.newest(realm, chart, flow);
  }

  private async traded(
    realm: TradingRealm,
    { symbol, period }: Pick<Chart, 'symbol' | 'period'>,
  ): Promise<readonly FlowCandle[]> {
    const { market, products, flows, clock } = this.parts;
    const now = clock.now();
    if (BEYOND_A_DAY.has(period))
      return (await flows.before(realm, { symbol, period, beforeMs: now, limit: SHOWN })) ?? [];
    const before = periodStart(period, Math.floor(now / 1000)) - 1;
    // What was traded before a dividend had another price.
    const exAt = market.exAt(underlyingOf(symbol));
    return this.parts
      .dayOf(products.of(symbol).kind)
      .candles(realm, symbol, period, periodStart(period, before) * 1000)
      .filter(({ openAt }) => openAt >= exAt);
  }
}
