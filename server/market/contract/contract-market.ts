import { contractNamed, deliveryOf, perpetualOf, type ContractName } from '../../../shared/contract-symbol.js';
import { format } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { BookMarket, BookTerms, MarketBeat, MarketMoment } from '../book-market.js';
import { nextDelivery } from '../mark-price/delivery-calendar.js';
import type { BookTrace } from '../mark-price/mark-price.js';
import { MarkPrices } from '../mark-price/mark-prices.js';
import { BookMoments } from '../runtime/book-moments.js';
import type { Listed } from '../runtime/listed.js';
import type { Market } from '../runtime/market.js';
import type { AgentFill } from '../simulator/impact.js';
import type { SessionState } from '../simulator/market-clock.js';
import { contractLot } from './contract-lots.js';
import { ContractSource } from './contract-source.js';

const WEEK_MS = 7 * 86_400_000;
/** The coming delivery, and the one after it, into which a position can be rolled. */
const WEEKS_LISTED = 2;

/** Of one state of the catalogue, as users of a realm have moved its prices. */
interface RealmContracts {
  readonly catalogueVersion: number;
  readonly source: ContractSource;
  readonly marks: MarkPrices;
  readonly books: BookMoments;
}

/**
 * The market that the books of contracts meet. Every instrument has a perpetual contract and two weekly delivery contracts. A price that
 * is held in a band has none: whoever bought at its lower end could not lose.
 */
export class ContractMarket implements BookMarket {
  private readonly realms = new Map<string, RealmContracts>();

  constructor(private readonly market: Market) {}

  /** The contracts on an instrument that are traded at an instant, the perpetual one first. */
  on(underlying: string, at: number): string[] {
    if (!this.hasContracts(underlying)) return [];
    const deliveries = Array.from({ length: WEEKS_LISTED }, (_, week) => nextDelivery('weekly', at) + week * WEEK_MS);
    return [perpetualOf(underlying), ...deliveries.map((deliversAt) => deliveryOf(underlying, deliversAt))];
  }

  in(realm: string): BookMoments {
    return this.of(realm).books;
  }

  source(realm: string): ContractSource {
    return this.of(realm).source;
  }

  marks(realm: string): MarkPrices {
    return this.of(realm).marks;
  }

  terms(symbol: string): BookTerms | Refusal {
    return this.listed(symbol)?.terms ?? refuse('market.symbol-unknown', { symbol });
  }

  moment(symbol: string, at: number, trace: BookTrace): MarketMoment | Refusal {
    return this.in('').moment(symbol, at, trace);
  }

  beat(symbol: string, beat: number, trace: BookTrace): MarketBeat | undefined {
    return this.in('').beat(symbol, beat, trace);
  }

  impactAfter(symbol: string, at: number, impact: unknown, fills: readonly AgentFill[]): unknown {
    return this.in('').impactAfter(symbol, at, impact, fills);
  }

  hours(symbol: string, at: number): SessionState {
    return this.listed(symbol) === undefined
      ? { open: false, phase: 'closed' }
      : this.source('').sessionState(symbol, at);
  }

  private of(realm: string): RealmContracts {
    const { catalogueVersion, fundings } = this.market;
    const known = this.realms.get(realm);
    if (known?.catalogueVersion === catalogueVersion) return known;
    const { parts, source: fundamental } = this.market;
    const source = new ContractSource({ prices: this.market.in(realm).source, fundamental, fundings });
    const marks = new MarkPrices(source);
    const listed = { get: (symbol: string) => this.listed(symbol) };
    const made = {
      catalogueVersion,
      source,
      marks,
      books: new BookMoments({ listed, actions: of(parts.actions), model: source, marks }),
    };
    this.realms.set(realm, made);
    return made;
  }

  /** The underlying with the sizes and the life of its contract. */
  private listed(symbol: string): Listed | undefined {
    const name = contractNamed(symbol);
    if (name === undefined || !this.hasContracts(name.underlying)) return undefined;
    const underlying = this.market.listing(name.underlying);
    if (underlying === undefined) return undefined;
    const { version, terms, tick, listedFrom } = underlying;
    const lot = contractLot(version.spec);
    const lotSize = format(lot);
    const { from, to } = lifeOf(name);
    if (from === undefined) return undefined;
    const spec = { ...version.spec, symbol, lotSize, ...(to !== undefined && { delistedAt: to }) };
    return {
      version: { ...version, spec },
      terms: { spec: { ...terms.spec, symbol, lotSize }, limits: { ...terms.limits, minQuantity: lotSize } },
      tick,
      lot,
      listedFrom: Math.max(listedFrom, from),
    };
  }

  private hasContracts(underlying: string): boolean {
    if (!this.market.has(underlying)) return false;
    const { relation, delistedAt } = this.market.spec(underlying);
    return relation?.band === undefined && delistedAt === undefined;
  }
}

/** From when until when a contract is traded; no start where no delivery is on its day. */
function lifeOf({ deliversAt }: ContractName): { readonly from?: number; readonly to?: number } {
  if (deliversAt === null) return { from: 0 };
  if (nextDelivery('weekly', deliversAt - 1) !== deliversAt) return {};
  return { from: deliversAt - WEEKS_LISTED * WEEK_MS, to: deliversAt };
}

/** What halts an instrument halts its contracts. */
function of(actions: Market['parts']['actions']): Pick<typeof actions, 'halts' | 'isUnderWay'> {
  const underlyingOf = (symbol: string): string => contractNamed(symbol)?.underlying ?? symbol;
  return {
    halts: (symbol, at) => actions.halts(underlyingOf(symbol), at),
    isUnderWay: (symbol) => actions.isUnderWay(underlyingOf(symbol)),
  };
}
