import { join } from 'node:path';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock, Instant } from '../../core/clock.js';
import type { IndexPrice, IndexPrices, LastIndexPrice } from '../../core/ports/index-prices.js';
import { amount, format, ONE, type Amount } from '../../../shared/money.js';
import type { PolicySource, PolicyStart } from '../../core/ports/policy-source.js';
import type { PriceSource } from '../../core/ports/price-source.js';
import type { UnitPrices } from '../../core/unit-prices.js';
import type { Commands } from '../../core/command.js';
import type { Writers } from '../../engine/writer/writers.js';
import { symbolKind, underlyingOf, type SymbolKind } from '../../../shared/contract-symbol.js';
import type { BookTerms, MarketBeat, MarketMoment, BookMarket, ShownMarket } from '../book-market.js';
import { ContractHalts } from '../contract-halt/contract-halts.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { readCatalogue, type Catalogue } from '../catalogue/read-catalogue.js';
import type { BookTrace } from '../mark-price/mark-price.js';
import { FlowOffsets, partsOf } from '../flow-offset/flow-offsets.js';
import { largestFollowingUsdt } from '../flow-offset/position-limit.js';
import { epochOf } from '../simulator/epochs.js';
import type { AgentFill } from '../simulator/impact.js';
import type { SessionState } from '../simulator/market-clock.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import type { CandleBasis } from './candle-maker.js';
import { Candles, type CandleSource } from './candles.js';
import { ListedInstruments, readReplays, seedCatalogue } from './catalogue-source.js';
import { derivedMarket, type DerivedMarket } from './derived-market.js';
import { EffectiveActions } from './effective-actions.js';
import type { EpochPublisher } from './epoch-publisher.js';
import { Market } from './market.js';
import { TickerBoard } from './ticker-board.js';
import { Tickers } from './tickers.js';

const SECOND_MS = 1_000;

/** Everything that exists once the market is open. */
interface OpenMarket {
  readonly market: Market;
  readonly contracts: DerivedMarket;
  readonly tickers: Tickers;
  readonly board: TickerBoard;
  readonly candles: Candles;
  /** What users of each realm pushed for good; the room that runs the books tells them. */
  readonly offsets: ReadonlyMap<string, FlowOffsets>;
}

/**
 * Opens the market when the server starts: seeds the house, takes up the catalogue, and promises epochs. What other rooms hold of the market, they hold through this service.
 */
export class MarketService implements BookMarket, PriceSource, IndexPrices {
  private opened: OpenMarket | undefined;
  private readonly realms = new Map<string, ReturnType<BookMarket['in']>>();
  private stopped = false;
  /** Read by the check, taken up by the start. */
  private catalogue: Catalogue | undefined;

  constructor(
    private readonly parts: {
      writers: Writers;
      commands: Commands;
      policies: PolicySource<KnownPolicies> & PolicyStart;
      epochs: EpochPublisher;
      clock: Clock;
      units: UnitPrices;
      seedsFolder: string;
      /** Leaves out instruments with drawn figures. Those that are listed already stay. */
      isCurated: boolean;
      /** Where CSV files of real candles may lie. */
      replaysFolder: string;
    },
  ) {}

  get open(): OpenMarket {
    if (this.opened === undefined) throw new Error('the market is not open yet');
    return this.opened;
  }

  get isOpen(): boolean {
    return this.opened !== undefined;
  }

  /** Throws when this server could not run the market: nothing starts with a broken row in the catalogue. */
  async check(): Promise<void> {
    this.catalogue = this.read();
    await this.parts.epochs.check();
  }

  async start(): Promise<void> {
    const { writers, commands, policies, epochs, clock, replaysFolder } = this.parts;
    await writers.start();
    await policies.start();
    const { specs, calendars } = this.catalogue ?? this.read();
    this.catalogue = undefined;
    await seedCatalogue(commands, clock, specs, await ListedInstruments.load(writers));
    const instruments = await ListedInstruments.load(writers);
    const actions = await EffectiveActions.load(writers.store);
    const halts = await ContractHalts.load(writers.store);
    const { launchAt, epochMs } = await epochs.start();
    const replaysOf = (listed: readonly InstrumentSpec[]) => readReplays(replaysFolder, listed, calendars);
    const seedOf = (epoch: number): string | undefined => epochs.seedOf(epoch);
    const maxNotional = (): string => policies.inForce('spot.rules').values.maxNotional;
    const prices = { calendars, launchAt, epochMs, seedOf, replaysOf };
    const market = new Market({ instruments, actions, ...prices, maxNotional });
    const offsets = new Map(['demo', 'real'].map((realm) => [realm, new FlowOffsets()]));
    market.follow(offsets);
    const tickers = new Tickers(market);
    this.followCatalogue({ instruments, actions }, market);
    const candles = new Candles(
      this.candleSource(market, { instruments, actions, calendars, launchAt, epochMs }),
      clock,
    );
    const board = new TickerBoard(market, tickers, clock);
    this.opened = { market, contracts: derivedMarket(market, halts), tickers, board, candles, offsets };
  }

  private read(): Catalogue {
    const { seedsFolder, isCurated } = this.parts;
    return readCatalogue(join(seedsFolder, 'instruments'), { isCurated });
  }

  /** Goes on in the background until it is done or the server ends. */
  async warmLists(): Promise<void> {
    const { board } = this.open;
    await board.warm(() => this.stopped);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.opened?.candles.close();
  }

  /** Promises what epochs are near, and reveals those that are over. */
  keepUp(): Promise<void> {
    return this.parts.epochs.keepUp();
  }

  /** False in an epoch that is not committed to yet. */
  isPromised(at: number): boolean {
    return this.parts.epochs.isPromised(at);
  }

  /** Where the clock leapt into an epoch that is not promised yet: until it is. `undefined` while its prices are there. */
  ready(): Promise<void> | undefined {
    return this.isPromised(this.parts.clock.now()) ? undefined : this.keepUp();
  }

  /** After a longer standstill books skip the beats that they missed. */
  catchUpMs(): number {
    return this.parts.policies.inForce('spot.rules').values.catchUpSeconds * SECOND_MS;
  }

  /** See `largestFollowingUsdt`, by the fees in force; of a contract, that of its index. 0 where the price follows nobody's push. */
  positionLimitUsdt(symbol: string): number {
    const { market } = this.open;
    const specOf = (each: string) => market.spec(each);
    const parts = partsOf(underlyingOf(symbol), specOf);
    const fees = this.parts.policies.inForce('spot.fees').values;
    return parts.length === 0 ? 0 : Math.floor(largestFollowingUsdt(parts, specOf, fees));
  }

  /** The market that the books of a kind of symbol meet. */
  marketOf(symbols: readonly SymbolKind[]): ShownMarket {
    return symbols.includes('instrument') ? this.open.market : this.open.contracts;
  }

  terms(symbol: string): BookTerms | Refusal {
    return this.named(symbol).terms(symbol);
  }

  in(realm: string): ReturnType<BookMarket['in']> {
    let market = this.realms.get(realm);
    if (market === undefined) {
      market = {
        moment: (symbol, at, trace) => this.named(symbol).in(realm).moment(symbol, at, trace),
        beat: (symbol, beat, trace) => this.named(symbol).in(realm).beat(symbol, beat, trace),
        impactAfter: (symbol, at, impact, fills) => this.named(symbol).in(realm).impactAfter(symbol, at, impact, fills),
      };
      this.realms.set(realm, market);
    }
    return market;
  }

  moment(symbol: string, at: number, trace: BookTrace): MarketMoment | Refusal {
    return this.named(symbol).moment(symbol, at, trace);
  }

  hours(symbol: string, at: number): SessionState {
    return this.named(symbol).hours(symbol, at);
  }

  beat(symbol: string, beat: number, trace: BookTrace): MarketBeat | undefined {
    return this.named(symbol).beat(symbol, beat, trace);
  }

  impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown {
    return this.named(symbol).impactAfter(symbol, at, impact, fills);
  }

  private named(symbol: string): ShownMarket {
    return this.marketOf([symbolKind(symbol)]);
  }

  priceUsdt(asset: string): Amount | null {
    return this.priceUsdtAt(asset, this.parts.clock.now());
  }

  priceUsdtAt(asset: string, at: number): Amount | null {
    if (asset === 'USDT') return amount('1');
    const unit = this.parts.units.priceAt(asset, at);
    if (unit !== null) return unit;
    return at < PREHISTORY_STARTS_AT ? null : this.open.market.priceUsdt(asset, at);
  }

  closeBefore(symbol: string, at: number): string | undefined {
    return this.opened?.market.closeBefore(symbol, at);
  }

  averageBefore(symbol: string, at: number): string | undefined {
    const average = this.opened?.market.averageBefore(symbol, at);
    return average === undefined ? undefined : format(average);
  }

  /** The fundamental price: a push of an index earns nothing in a conversion. */
  index(asset: string, at: Instant): IndexPrice | Refusal {
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

  minuteReturns(asset: string, at: Instant): readonly number[] {
    return asset === 'USDT' ? [] : this.open.market.minuteReturns(`${asset}USDT`, at);
  }

  private candleSource(
    market: Market,
    {
      instruments,
      actions,
      ...fixed
    }: Pick<CandleBasis, 'calendars' | 'launchAt' | 'epochMs'> & {
      instruments: ListedInstruments;
      actions: EffectiveActions;
    },
  ): CandleSource {
    const { epochs, replaysFolder } = this.parts;
    const { launchAt, epochMs } = fixed;
    const newest = (): number => epochOf(this.parts.clock.now(), epochMs);
    return {
      pushesOf: (realm, symbol, known) => market.in(realm).pushesOf(symbol, known),
      // An epoch whose seed is not known yet has no candles; they come when it is.
      basedOn: () => `${market.catalogueVersion}/${newest()}/${epochs.seedOf(newest()) !== undefined}`,
      basis: () => {
        const seeds: [number, string][] = [];
        for (let epoch = epochOf(launchAt, epochMs); epoch <= newest(); epoch += 1) {
          const seed = epochs.seedOf(epoch);
          if (seed !== undefined) seeds.push([epoch, seed]);
        }
        const specs = [...instruments.versions.values()].map(({ spec }) => spec);
        return { ...fixed, specs, endings: [...actions.endings()], seeds, replaysFolder };
      },
    };
  }

  private followCatalogue(
    { instruments, actions }: { instruments: ListedInstruments; actions: EffectiveActions },
    market: Market,
  ): void {
    const { writers, policies } = this.parts;
    const rules = () => policies.inForce('spot.rules').version;
    let version = rules();
    writers.store.subscribe((realm, events) => {
      if (realm !== 'house') return;
      // The policies follow the history before the market does, because they start first.
      let changed = rules() !== version;
      version = rules();
      for (const { type, data, stream } of events) {
        if (stream.startsWith('action-') && actions.take({ type, data } as Parameters<typeof actions.take>[0]))
          changed = true;
        if (instruments.take(type, data)) changed = true;
      }
      if (changed) market.relist();
    });
  }
}
