import { join } from 'node:path';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { IndexPrice, IndexPrices, LastIndexPrice } from '../../core/ports/index-prices.js';
import { amount, ONE, type Amount } from '../../../shared/money.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import type { PriceSource } from '../../core/ports/price-source.js';
import type { PolicyPublished } from '../../features/policy/policy.events.js';
import type { LiveSources } from '../../edge/socket/live-source.js';
import type { Commands } from '../../core/command.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { BookTerms, MarketMoment, SpotMarket } from '../spot-market.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { readCatalogue } from '../catalogue/read-catalogue.js';
import { epochOf } from '../simulator/epochs.js';
import type { AgentFill } from '../simulator/impact.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import { Advancer } from './advance.js';
import type { CandleBasis } from './candle-maker.js';
import { Candles, type CandleSource } from './candles.js';
import { ListedInstruments, readReplays, seedCatalogue } from './catalogue-source.js';
import type { EpochKeeper } from './epoch-keeper.js';
import { Market } from './market.js';
import { ActiveBooks, MarketBeat } from './market-beat.js';
import { MarketLive } from './market-live.js';
import { PublicTrades } from './public-trades.js';
import { SpotBooks } from './spot-books.js';
import { Tickers } from './tickers.js';

/** Everything that exists once the market is open. */
export interface OpenMarket {
  readonly market: Market;
  readonly tickers: Tickers;
  readonly books: SpotBooks;
  readonly trades: PublicTrades;
  readonly candles: Candles;
  readonly beat: MarketBeat;
}

/**
 * Opens the market when the server starts: seeds the house, takes up the catalogue, promises epochs, and lets the beat
 * begin. What other rooms hold of the market, they hold through this desk.
 */
export class MarketDesk implements SpotMarket, PriceSource, IndexPrices {
  private opened: OpenMarket | undefined;

  constructor(
    private readonly parts: {
      writers: Writers;
      commands: Commands;
      policies: PolicySource<KnownPolicies> & { start(): Promise<void> };
      epochs: EpochKeeper;
      clock: Clock;
      sources: LiveSources;
      seedsFolder: string;
      /** Where CSV files of real candles may lie. */
      replaysFolder: string;
      log: { warn(message: string): void; error(message: string): void };
      /** Tests move the beat by hand. */
      beats: boolean;
    },
  ) {}

  get open(): OpenMarket {
    if (this.opened === undefined) throw new Error('the market is not open yet');
    return this.opened;
  }

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  /** Throws when this server could not run the market. */
  async check(): Promise<void> {
    await this.parts.epochs.check();
  }

  async start(): Promise<void> {
    const { writers, commands, policies, epochs, clock, sources, seedsFolder, replaysFolder, log, beats } = this.parts;
    await writers.start();
    await policies.start();
    await seedCatalogue(commands, clock, seedsFolder);
    const instruments = await ListedInstruments.load(writers);
    const { launchAt, epochMs } = await epochs.start();
    const { calendars } = readCatalogue(join(seedsFolder, 'instruments'));
    const replaysOf = (specs: readonly InstrumentSpec[]) => readReplays(replaysFolder, specs, calendars);
    const seedOf = (epoch: number): string | undefined => epochs.seedOf(epoch);
    const maxNotional = (): string => policies.inForce('spot.rules').values.maxNotional;
    const market = new Market({ instruments, calendars, launchAt, epochMs, seedOf, maxNotional, replaysOf });
    const tickers = new Tickers(market);
    const books = new SpotBooks(writers, market);
    const trades = new PublicTrades(market);
    const active = new ActiveBooks();
    const live = new MarketLive(market, tickers, books, trades, sources, clock);
    const advancer = new Advancer(writers, market, log);
    const beat = new MarketBeat({ clock, writers, advancer, live, active, epochs, log });
    await this.followBooks(active, market);
    this.followHistory(active, trades, instruments, market);
    const candles = new Candles(this.candleSource(market, { instruments, calendars, launchAt, epochMs }));
    this.opened = { market, tickers, books, trades, candles, beat };
    sources.add(live);
    if (beats) beat.start();
  }

  async stop(): Promise<void> {
    this.opened?.beat.stop();
    await this.opened?.candles.close();
  }

  terms(symbol: string): BookTerms | Refusal {
    return this.open.market.terms(symbol);
  }

  moment(symbol: string, at: number, impact: unknown): MarketMoment | Refusal {
    return this.open.market.moment(symbol, at, impact);
  }

  impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown {
    return this.open.market.impactAfter(symbol, at, impact, fills);
  }

  priceUsdt(asset: string): Amount | null {
    return this.priceUsdtAt(asset, this.parts.clock.now());
  }

  priceUsdtAt(asset: string, at: number): Amount | null {
    if (asset === 'USDT') return amount('1');
    return at < PREHISTORY_STARTS_AT ? null : this.open.market.priceUsdt(asset, at);
  }

  index(asset: string): IndexPrice | Refusal {
    const at = this.parts.clock.now();
    if (asset === 'USDT') return { asset, priceUsdt: ONE, symbol: null, at };
    const symbol = `${asset}USDT`;
    const priceUsdt = this.open.market.index(symbol, at);
    return isRefusal(priceUsdt) ? priceUsdt : { asset, priceUsdt, symbol, at };
  }

  lastIndex(asset: string): LastIndexPrice | Refusal {
    const at = this.parts.clock.now();
    if (asset === 'USDT') return { asset, priceUsdt: ONE, symbol: null, at, opensAt: null };
    const symbol = `${asset}USDT`;
    const last = this.open.market.lastIndex(symbol, at);
    return isRefusal(last) ? last : { asset, symbol, ...last };
  }

  private candleSource(
    market: Market,
    {
      instruments,
      ...fixed
    }: Pick<CandleBasis, 'calendars' | 'launchAt' | 'epochMs'> & { instruments: ListedInstruments },
  ): CandleSource {
    const { epochs, replaysFolder } = this.parts;
    const { launchAt, epochMs } = fixed;
    const newest = (): number => epochOf(this.parts.clock.now(), epochMs);
    return {
      // An epoch whose seed is not known yet has no candles; they come when it is.
      basedOn: () => `${market.catalogueVersion}/${newest()}/${epochs.seedOf(newest()) !== undefined}`,
      basis: () => {
        const seeds: [number, string][] = [];
        for (let epoch = epochOf(launchAt, epochMs); epoch <= newest(); epoch += 1) {
          const seed = epochs.seedOf(epoch);
          if (seed !== undefined) seeds.push([epoch, seed]);
        }
        const specs = [...instruments.versions.values()].map(({ spec }) => spec);
        return { ...fixed, specs, seeds, replaysFolder };
      },
    };
  }

  /** Books that were traded in before this start may hold orders. Each is looked up, so that no long history is read through. */
  private async followBooks(active: ActiveBooks, market: Market): Promise<void> {
    const { rows } = await this.parts.writers.store.pool.query<{ realm: 'demo' | 'real'; symbol: string }>(
      `SELECT r.realm, s.symbol FROM unnest(ARRAY['demo', 'real']) AS r(realm), unnest($1::text[]) AS s(symbol)
        WHERE EXISTS (SELECT 1 FROM events e
                       WHERE e.realm = r.realm AND e.stream = 'spot-' || s.symbol AND e.version = 1)`,
      [market.symbols()],
    );
    for (const { realm, symbol } of rows) active.touch(realm, symbol);
  }

  private followHistory(
    active: ActiveBooks,
    trades: PublicTrades,
    instruments: ListedInstruments,
    market: Market,
  ): void {
    this.parts.writers.store.subscribe((realm, events) => {
      for (const event of events) {
        if (realm === 'house') {
          if (instruments.take(event.type, event.data) || isSpotPolicy(event)) market.relist();
          continue;
        }
        if (!event.stream.startsWith('spot-')) continue;
        active.touch(realm as 'demo' | 'real', event.stream.slice('spot-'.length));
        trades.take(event);
      }
    });
  }
}

/** The policies follow the history before the market does, because they start first. */
function isSpotPolicy({ type, data }: RecordedEvent): boolean {
  return type === 'PolicyPublished' && (data as PolicyPublished).name === 'spot.rules';
}
