import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { InstrumentView, Period } from '../../../contracts/market.contract.js';
import type { LastIndexPrice } from '../../core/ports/index-prices.js';
import { amount, format, fromSteps, ONE, over, roundToStep, type Amount } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { BookTerms, MarketBeat, MarketMoment, ShownMarket } from '../book-market.js';
import { FlowedSource } from '../flow-offset/flowed-source.js';
import type { FlowOffsets, SavedPushes } from '../flow-offset/flow-offsets.js';
import { Fundings } from '../funding/fundings.js';
import { exactIndexTicks, finePrice, STEPS_PER_TICK } from '../mark-price/index-price.js';
import { minuteReturns } from '../mark-price/minute-returns.js';
import type { BookTrace } from '../mark-price/mark-price.js';
import { MarkPrices } from '../mark-price/mark-prices.js';
import { settlementSeconds, averageOf, settlementPrice, settlementSum } from '../mark-price/settlement.js';
import type { AgentFill } from '../simulator/impact.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import type { AgentLadder, Touch } from '../simulator/ladder.js';
import { calendarHoursOf, type CandleRange, type MarketSource } from '../simulator/market-source.js';
import type { Pause } from '../simulator/pauses.js';
import type { SessionState } from '../simulator/market-clock.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import type { Candle } from '../simulator/candles.js';
import type { Extremes } from '../simulator/extremes.js';
import type { TapeTrade } from '../simulator/tape.js';
import { BookMoments } from './book-moments.js';
import type { ListedInstruments } from './catalogue-source.js';
import { ExpectedVariances } from '../volatility/expected-variance.js';
import type { EffectiveActions, SinceThen } from './effective-actions.js';
import { LastTrades } from './last-trades.js';
import { listedOf, viewOf, type Listed } from './listed.js';
import { CatalogueModel } from './market-model.js';

interface MarketParts {
  readonly instruments: Pick<ListedInstruments, 'versions'>;
  readonly actions: EffectiveActions;
  readonly calendars: readonly MarketCalendar[];
  readonly launchAt: number;
  readonly epochMs: number;
  seedOf(epoch: number): string | undefined;
  /** The most that one order may be worth in the quote asset, as the policy in force has it. */
  maxNotional(): string;
  /** Instruments that real candles drive instead of the simulator. */
  replaysOf(specs: readonly InstrumentSpec[]): readonly MarketSource[];
  /** Of a realm: the market that its users move, and how far. */
  readonly moved?: { readonly fundamental: Market; readonly offsets: FlowOffsets };
}

const MINUTE_MS = 60_000;

/**
 * The market as the platform sees it: the catalogue in force with the simulated prices behind it. Everything it answers
 * follows from seeds, instants and the impact that is handed in. Its own prices are the fundamental ones; those of a realm, which its
 * users have moved, are a market of their own (`in`).
 */
export class Market implements ShownMarket {
  private listed = new Map<string, Listed>();
  private returns = new Map<string, { minuteAt: number; returns: readonly number[] }>();
  private readonly models = new CatalogueModel();
  private model!: MarketSource;
  private flowed: FlowedSource | undefined;
  private readonly realms = new Map<string, Market>();
  private books!: BookMoments;
  marks!: MarkPrices;
  expectedVariances!: ExpectedVariances;
  readonly fundings: Fundings;
  lastTrades!: LastTrades;
  private replayed: ReadonlySet<string> = new Set();
  private names: readonly string[] = [];
  /** Grows with every change of the catalogue. */
  catalogueVersion = 0;

  constructor(readonly parts: MarketParts) {
    this.fundings = new Fundings(parts);
    this.relist();
  }

  /** Takes up the catalogue as it is now: at the start, and when an instrument or the policy of orders changed. */
  relist(): void {
    const { instruments, calendars, launchAt, epochMs } = this.parts;
    const versions = [...instruments.versions.values()];
    const maxNotional = this.parts.maxNotional();
    this.returns = new Map();
    this.listed = new Map(versions.map((version) => [version.spec.symbol, listedOf(version, maxNotional)]));
    const seedOf = (epoch: number): string | undefined => this.parts.seedOf(epoch);
    const specs = versions.map(({ spec }) => spec);
    this.names = specs.filter(({ delistedAt }) => delistedAt === undefined).map(({ symbol }) => symbol);
    const { moved } = this.parts;
    if (moved === undefined) {
      const replays = this.parts.replaysOf(specs);
      this.replayed = new Set(replays.flatMap((replay) => replay.symbols()));
      const endings = this.parts.actions.endings();
      this.model = this.models.of({ specs, calendars, launchAt, epochMs, seedOf, replays, endings });
    } else {
      this.replayed = moved.fundamental.replayed;
      this.model = this.flowed = new FlowedSource(moved.fundamental.model, moved.offsets);
    }
    this.marks = new MarkPrices(this.model);
    const { listed, model, marks } = this;
    this.books = new BookMoments({ listed, actions: this.parts.actions, model, marks });
    this.expectedVariances = new ExpectedVariances(this.model);
    this.lastTrades = new LastTrades(this.model);
    this.catalogueVersion += 1;
    for (const realm of this.realms.values()) realm.relist();
  }

  /** From here on each of these realms has prices of its own. */
  follow(offsets: ReadonlyMap<string, FlowOffsets>): void {
    for (const [realm, own] of offsets)
      this.realms.set(realm, new Market({ ...this.parts, moved: { fundamental: this, offsets: own } }));
  }

  /** The market of a realm, as its users have moved it. */
  in(realm: string): Market {
    return this.realms.get(realm) ?? this;
  }

  /** Whether users of the realm ever moved a price. */
  isMoved(symbol: string): boolean {
    return this.flowed?.isMoved(symbol) ?? false;
  }

  /** See `FlowedSource.pushesOf`. */
  pushesOf(symbol: string, known?: ReadonlyMap<string, number>): SavedPushes {
    return this.flowed?.pushesOf(symbol, known) ?? [];
  }

  /** How far users of the realm have moved a price, as a share of it. */
  offsetShare(symbol: string, at: number): number {
    return this.flowed?.offsetShare(symbol, at) ?? 0;
  }

  /** All that are listed now; what is delisted is known by its name and is in no list. */
  symbols(): readonly string[] {
    return this.names;
  }

  has(symbol: string): boolean {
    return this.listed.has(symbol);
  }

  spec(symbol: string): InstrumentSpec {
    return this.known(symbol).version.spec;
  }

  /** An instrument as the catalogue in force has it. */
  listing(symbol: string): Listed | undefined {
    return this.listed.get(symbol);
  }

  /** The market hours that an instrument keeps. */
  calendar(symbol: string): MarketCalendar | undefined {
    const { calendar } = this.spec(symbol);
    return this.parts.calendars.find(({ id }) => id === calendar);
  }

  terms(symbol: string): BookTerms | Refusal {
    return this.listed.get(symbol)?.terms ?? refuse('market.symbol-unknown', { symbol });
  }

  moment(symbol: string, at: number, trace: BookTrace): MarketMoment | Refusal {
    return this.books.moment(symbol, at, trace);
  }

  beat(symbol: string, beat: number, trace: BookTrace): MarketBeat | undefined {
    return this.books.beat(symbol, beat, trace);
  }

  impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown {
    return this.books.impactAfter(symbol, at, impact, fills);
  }

  /** See `BookMoments.callAt`. */
  callAt(symbol: string, at: number): number | undefined {
    return this.books.callAt(symbol, at);
  }

  /** See `BookMoments.ladder`. */
  ladder(symbol: string, at: number, impact: unknown): AgentLadder | undefined {
    return this.books.ladder(symbol, at, impact);
  }

  /** See `BookMoments.touch`. */
  touch(symbol: string, at: number): Touch | undefined {
    return this.books.touch(symbol, at);
  }

  priceTicks(symbol: string, at: number): number {
    return this.model.priceTicksAt(symbol, at);
  }

  /** See `ShownMarket`: an instrument is its own index. */
  indexTicks(symbol: string, at: number): number {
    return exactIndexTicks(this.model, symbol, at);
  }

  /** See `ShownMarket`. */
  fundamentalTicks(symbol: string, at: number): number {
    const { moved } = this.parts;
    return moved === undefined
      ? exactIndexTicks(this.model, symbol, at)
      : moved.fundamental.fundamentalTicks(symbol, at);
  }

  /** See `ShownMarket`. */
  tape(symbol: string, fromMs: number, toMs: number): TapeTrade[] {
    return this.model.trades(symbol, fromMs, toMs);
  }

  /** Where the average of a settlement begins; `undefined` where the market was never open for so long. */
  averagesFrom(symbol: string, settlesAt: number, minutes: number): number | undefined {
    return settlementSeconds(this.model, symbol, settlesAt, minutes)?.at(-1);
  }

  /** The settlement of an instant that is over, to a ten-thousandth of a tick. */
  settlement(symbol: string, settlesAt: number, minutes: number) {
    const found = settlementSum(this.model, symbol, settlesAt, { minutes, stepsPerTick: STEPS_PER_TICK });
    if (found === undefined) return undefined;
    const { tick } = this.known(symbol);
    return { ...found, price: averageOf(found, tick, STEPS_PER_TICK) };
  }

  /** Where its prices and agents come from, as the catalogue in force has it. */
  get source(): MarketSource {
    return this.model;
  }

  rawCandles(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.model.candles(symbol, period, range);
  }

  /** See `MarketSource.outlines`. */
  outlines(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.model.outlines(symbol, period, range);
  }

  /** See `MarketSource.extremes`. */
  extremes(symbol: string, fromMs: number, toMs: number, known?: Extremes): Extremes | undefined {
    return this.model.extremes(symbol, fromMs, toMs, known);
  }

  view(symbol: string, at: number): InstrumentView {
    const session = this.model.sessionState(symbol, at);
    const isCall = this.callAt(symbol, at) !== undefined;
    const limits = this.model.limitsAt?.(symbol, at);
    const pause = this.pauseAt(symbol, at);
    return viewOf(this.known(symbol), { beginsAt: this.beginsAt(symbol), session, isCall, pause, limits });
  }

  /** Where the series of an instrument begins: at its listing, and never before the first epoch of the past. */
  beginsAt(symbol: string): number {
    const { listedFrom, version } = this.known(symbol);
    return Math.max(version.spec.opening?.at ?? listedFrom, PREHISTORY_STARTS_AT);
  }

  /** See `BookMarket.hours`. */
  hours(symbol: string, at: number): SessionState {
    return this.has(symbol) ? this.model.sessionState(symbol, at) : { open: false, phase: 'closed' };
  }

  isOpen(symbol: string, at: number): boolean {
    return this.model.sessionState(symbol, at).open;
  }

  /** See `MarketSource.calendarHours`. */
  calendarHours(symbol: string, at: number): SessionState {
    return calendarHoursOf(this.model, symbol, at);
  }

  pauseAt(symbol: string, at: number): Pause | undefined {
    return this.model.pauseAt?.(symbol, at);
  }

  /** Whether it is traded at all: before the first session it is to come, and one that never opens again is gone. */
  lifeOf(symbol: string, at: number): 'traded' | 'coming' | 'gone' {
    const { open, nextChangeAt, closedAt } = this.model.sessionState(symbol, at);
    if (!open && nextChangeAt === undefined) {
      const isAnnounced = this.spec(symbol).delistedAt === undefined && this.parts.actions.endings().has(symbol);
      return isAnnounced ? 'traded' : 'gone';
    }
    return open || closedAt !== undefined ? 'traded' : 'coming';
  }

  /** The version of an instrument that is in force. */
  version(symbol: string): number {
    return this.known(symbol).version.version;
  }

  /** The tick in the quote asset. */
  tick(symbol: string): Amount {
    return this.known(symbol).tick;
  }

  /** A price to a ten-thousandth of a tick, as the index and the mark are. */
  finePrice(symbol: string, ticks: number): Amount {
    return finePrice(ticks, this.known(symbol).tick);
  }

  price(symbol: string, ticks: number): string {
    return format(fromSteps(ticks, this.known(symbol).tick));
  }

  quantity(symbol: string, lots: number): string {
    return format(fromSteps(lots, this.known(symbol).lot));
  }

  /** What a unit of an asset was worth at an instant, as it was traded then; `null` when no instrument prices it. */
  priceUsdt(asset: string, at: number): Amount | null {
    if (asset === 'USDT') return amount('1');
    const listed = this.listed.get(`${asset}USDT`);
    if (listed === undefined) return null;
    const symbol = `${asset}USDT`;
    const left = this.parts.actions.leftSince(symbol, at);
    if (left === ONE) return fromSteps(this.model.priceTicksAt(symbol, at), listed.tick);
    return roundToStep(
      over(this.finePrice(symbol, this.model.exactTicksAt(symbol, at)), left, 'half-even'),
      listed.tick,
      'half-even',
    );
  }

  /** See `EffectiveActions.between`. */
  actionsBetween(symbol: string, after: number, until: number) {
    return this.parts.actions.between(symbol, after, until);
  }

  /** See `ActionPrices.closeBefore`. */
  closeBefore(symbol: string, at: number): string {
    const { open, closedAt } = this.model.sessionState(symbol, at - 1);
    const last = open ? at - 1 : (closedAt ?? at) - 1;
    return this.price(symbol, this.model.priceTicksAt(symbol, last));
  }

  /** Of what is delisted at an instant: the average that each share is paid. Nobody trades or sees what it is made of. */
  averageBefore(symbol: string, at: number): Amount | undefined {
    const source = this.model.unmasked?.(symbol) ?? this.model;
    return settlementPrice(source, symbol, at, this.known(symbol).tick);
  }

  /** When the last dividend or split changed its price; 0 where none ever did. */
  exAt(symbol: string): number {
    return this.parts.actions.exAt(symbol);
  }

  /** See `EffectiveActions.sinceThen`. */
  sinceThen(symbol: string): readonly SinceThen[] {
    return this.parts.actions.sinceThen(symbol);
  }

  /** Whether real candles drive it instead of the simulator. */
  isReplayed(symbol: string): boolean {
    return this.replayed.has(symbol);
  }

  /** The index price in the quote currency, to a ten-thousandth of a tick, while the market is open. */
  index(symbol: string, at: number): Amount | Refusal {
    const shut = this.books.shut(symbol, at);
    if (shut !== undefined) return shut;
    return this.finePrice(symbol, exactIndexTicks(this.model, symbol, at));
  }

  /** Rounded to the tick; while the market is closed, the last one before that. */
  lastIndex(symbol: string, at: number): Pick<LastIndexPrice, 'priceUsdt' | 'at' | 'opensAt'> | Refusal {
    const shut = this.books.shut(symbol, at);
    if (shut !== undefined && shut.refusal !== 'market.closed') return shut;
    const { open, nextChangeAt, closedAt } = this.model.sessionState(symbol, at);
    const priceUsdt = fromSteps(this.model.priceTicksAt(symbol, at), this.known(symbol).tick);
    return { priceUsdt, at: open ? at : (closedAt ?? at), opensAt: open ? null : (nextChangeAt ?? null) };
  }

  /** See `IndexPrices.minuteReturns`; made once a minute for each symbol that somebody wants. */
  minuteReturns(symbol: string, at: number): readonly number[] {
    const minuteAt = at - (at % MINUTE_MS);
    const known = this.returns.get(symbol);
    if (known?.minuteAt === minuteAt) return known.returns;
    const returns = minuteReturns(this, symbol, at);
    this.returns.set(symbol, { minuteAt, returns });
    return returns;
  }

  private known(symbol: string): Listed {
    const listed = this.listed.get(symbol);
    if (listed === undefined) throw new Error(`${symbol} is not in the catalogue`);
    return listed;
  }
}
