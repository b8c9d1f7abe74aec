import { contractNamed, deliveryOf, perpetualOf } from '../../../shared/contract-symbol.js';
import { format, fromSteps, type Amount } from '../../../shared/money.js';
import { BoundedMap } from '../../core/bounded-map.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { BookTerms, MarketBeat, MarketMoment, ShownMarket } from '../book-market.js';
import { nextDelivery } from '../mark-price/delivery-calendar.js';
import type { BookTrace } from '../mark-price/mark-price.js';
import { MarkPrices } from '../mark-price/mark-prices.js';
import { BookMoments } from '../runtime/book-moments.js';
import type { Listed } from '../runtime/listed.js';
import type { Market } from '../runtime/market.js';
import { finePrice } from '../mark-price/index-price.js';
import type { AgentFill } from '../simulator/impact.js';
import type { AgentLadder } from '../simulator/ladder.js';
import type { SessionState } from '../simulator/market-clock.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import type { TapeTrade } from '../simulator/tape.js';
import { ContractHalts } from '../contract-halt/contract-halts.js';
import { listedFrom, WEEK_MS, WEEKS_LISTED } from './contract-life.js';
import { contractLot } from './contract-lots.js';
import { ContractSource } from './contract-source.js';

/** Refusals of a market that opens again. */
const COMES_BACK: ReadonlySet<string> = new Set(['market.closed', 'market.halted']);
/** Anybody may ask for any symbol. */
const LISTED_KEPT = 20_000;

/** Contracts at the prices of a realm, for one state of the catalogue. */
class RealmContracts {
  readonly marks: MarkPrices;
  private readonly books: BookMoments;

  constructor(
    readonly catalogueVersion: number,
    readonly source: ContractSource,
    parts: Pick<ConstructorParameters<typeof BookMoments>[0], 'listed' | 'actions'>,
    private readonly halts: ContractHalts,
  ) {
    this.marks = new MarkPrices(source);
    this.books = new BookMoments({ ...parts, model: source, marks: this.marks });
  }

  moment(symbol: string, at: number, trace: BookTrace): MarketMoment | Refusal {
    const found = this.books.moment(symbol, at, trace);
    if (isRefusal(found) && !COMES_BACK.has(found.refusal)) return found;
    return this.halts.refusal(symbol, at) ?? found;
  }

  beat(symbol: string, beat: number, trace: BookTrace): MarketBeat | undefined {
    return this.books.beat(symbol, beat, trace);
  }

  impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown {
    return this.books.impactAfter(symbol, at, impact, fills);
  }

  ladder(symbol: string, at: number, impact: unknown): AgentLadder | undefined {
    return this.books.ladder(symbol, at, impact);
  }

  callAt(symbol: string, at: number): number | undefined {
    return this.halts.halts(symbol, at) ? undefined : this.books.callAt(symbol, at);
  }

  priceTicks(symbol: string, at: number): number {
    return this.source.priceTicksAt(symbol, at);
  }

  indexTicks(symbol: string, at: number): number {
    return this.source.exactIndexTicksAt(symbol, at);
  }

  tape(symbol: string, fromMs: number, toMs: number): TapeTrade[] {
    return this.source.trades(symbol, fromMs, toMs);
  }
}

/**
 * The market that the books of contracts meet. Every instrument has a perpetual contract and two weekly delivery contracts. A price that
 * is held in a band has none: who bought at its lower end could not lose.
 */
export class ContractMarket implements ShownMarket {
  private readonly realms = new Map<string, RealmContracts>();
  /** Of the catalogue of a version; `null` where a symbol names no contract. */
  private known = { catalogueVersion: -1, listed: new BoundedMap<string, Listed | null>(LISTED_KEPT) };

  constructor(
    private readonly market: Market,
    readonly halts = new ContractHalts(),
  ) {}

  /** The contracts on an instrument that are traded at an instant, the perpetual one first. */
  on(underlying: string, at: number): string[] {
    if (!this.hasContracts(underlying)) return [];
    const deliveries = Array.from({ length: WEEKS_LISTED }, (_, week) => nextDelivery('weekly', at) + week * WEEK_MS);
    return [perpetualOf(underlying), ...deliveries.map((deliversAt) => deliveryOf(underlying, deliversAt))];
  }

  symbols(at: number): readonly string[] {
    return this.market.symbols().flatMap((underlying) => this.on(underlying, at));
  }

  has(symbol: string): boolean {
    return this.listed(symbol) !== undefined;
  }

  in(realm: string): RealmContracts {
    const { catalogueVersion, fundings, parts, source: fundamental } = this.market;
    const known = this.realms.get(realm);
    if (known?.catalogueVersion === catalogueVersion) return known;
    const source = new ContractSource({ prices: this.market.in(realm).source, fundamental, fundings });
    const listed = { get: (symbol: string) => this.listed(symbol) };
    const actions = actionsOf(parts.actions, this.halts);
    const made = new RealmContracts(catalogueVersion, source, { listed, actions }, this.halts);
    this.realms.set(realm, made);
    return made;
  }

  terms(symbol: string): BookTerms | Refusal {
    return this.listed(symbol)?.terms ?? refuse('market.symbol-unknown', { symbol });
  }

  moment(symbol: string, at: number, trace: BookTrace): MarketMoment | Refusal {
    return this.seeds.moment(symbol, at, trace);
  }

  beat(symbol: string, beat: number, trace: BookTrace): MarketBeat | undefined {
    return this.seeds.beat(symbol, beat, trace);
  }

  impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown {
    return this.seeds.impactAfter(symbol, at, impact, fills);
  }

  hours(symbol: string, at: number): SessionState {
    return this.has(symbol) ? this.seeds.source.sessionState(symbol, at) : { open: false, phase: 'closed' };
  }

  /** See `MarketSource.calendarHours`. */
  calendarHours(symbol: string, at: number): SessionState {
    return this.has(symbol) ? this.seeds.source.calendarHours(symbol, at) : { open: false, phase: 'closed' };
  }

  callAt(symbol: string, at: number): number | undefined {
    return this.seeds.callAt(symbol, at);
  }

  price(symbol: string, ticks: number): string {
    return format(fromSteps(ticks, this.listing(symbol).tick));
  }

  quantity(symbol: string, lots: number): string {
    return format(fromSteps(lots, this.listing(symbol).lot));
  }

  finePrice(symbol: string, ticks: number): Amount {
    return finePrice(ticks, this.listing(symbol).tick);
  }

  fundamentalTicks(symbol: string, at: number): number {
    return this.seeds.source.exactTicksAt(symbol, at);
  }

  /** Contracts at the prices of the seeds, which no user has moved. */
  private get seeds(): RealmContracts {
    return this.in('');
  }

  /** Where the candles of a contract begin: see `Market.beginsAt`. */
  beginsAt(symbol: string): number {
    return Math.max(this.listing(symbol).listedFrom, PREHISTORY_STARTS_AT);
  }

  private listing(symbol: string): Listed {
    const listed = this.listed(symbol);
    if (listed === undefined) throw new Error(`${symbol} is no contract`);
    return listed;
  }

  private listed(symbol: string): Listed | undefined {
    const { catalogueVersion } = this.market;
    if (this.known.catalogueVersion !== catalogueVersion)
      this.known = { catalogueVersion, listed: new BoundedMap<string, Listed | null>(LISTED_KEPT) };
    return this.known.listed.of(symbol, () => this.listedOf(symbol) ?? null) ?? undefined;
  }

  /** The underlying with the sizes and the life of its contract. */
  private listedOf(symbol: string): Listed | undefined {
    const name = contractNamed(symbol);
    if (name === undefined || !this.hasContracts(name.underlying)) return undefined;
    const underlying = this.market.listing(name.underlying);
    if (underlying === undefined) return undefined;
    const { version, terms, tick } = underlying;
    const lot = contractLot(version.spec);
    const lotSize = format(lot);
    const { deliversAt } = name;
    const from = listedFrom(name);
    if (from === undefined) return undefined;
    const spec = { ...version.spec, symbol, lotSize, ...(deliversAt !== null && { delistedAt: deliversAt }) };
    return {
      version: { ...version, spec },
      terms: { spec: { ...terms.spec, symbol, lotSize }, limits: { ...terms.limits, minQuantity: lotSize } },
      tick,
      lot,
      listedFrom: Math.max(underlying.listedFrom, from),
    };
  }

  private hasContracts(underlying: string): boolean {
    if (!this.market.has(underlying)) return false;
    const { relation, delistedAt, opening } = this.market.spec(underlying);
    return relation?.band === undefined && delistedAt === undefined && opening === undefined;
  }
}

/** What halts an instrument halts its contracts. */
function actionsOf(
  actions: Market['parts']['actions'],
  halts: ContractHalts,
): Pick<typeof actions, 'halts' | 'isUnderWay'> {
  const underlyingOf = (symbol: string): string => contractNamed(symbol)?.underlying ?? symbol;
  return {
    halts: (symbol, at) => actions.halts(underlyingOf(symbol), at) || halts.halts(symbol, at),
    isUnderWay: (symbol) => actions.isUnderWay(underlyingOf(symbol)),
  };
}
