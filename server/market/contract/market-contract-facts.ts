import { Injectable } from '@nestjs/common';
import { contractNamed } from '../../../shared/contract-symbol.js';
import { amount, fromSteps, ONE, toCount, type Amount } from '../../../shared/money.js';
import { BoundedMap } from '../../core/bounded-map.js';
import type { Instant } from '../../core/clock.js';
import {
  ContractFacts,
  type ContractPrices,
  type ContractTrace,
  type DueFunding,
  type GapWindow,
  type SettlementWindow,
} from '../../core/ports/contract-facts.js';
import { nextDelivery } from '../mark-price/delivery-calendar.js';
import { SETTLEMENT_MINUTES, settlementPrice, settlementSeconds } from '../mark-price/settlement.js';
import type { Market } from '../runtime/market.js';
import { MarketService } from '../runtime/market.service.js';
import { epochOf } from '../simulator/epochs.js';
import { contractLot } from './contract-lots.js';
import { fundingDue } from './funding-due.js';
import { closeAt, gapShare, type Close } from './gap.js';
import { followersOf, openInterestUsdt, type Followers } from './open-interest.js';

const MINUTE_MS = 60_000;
const TEN_THOUSANDTH = amount('0.0001');
/** A close that is near has one for good, and one that is far has one a minute. */
const RATES_KEPT = 8_192;

/** What deciders of contracts are handed in of the market that runs. */
@Injectable()
export class MarketContractFacts extends ContractFacts {
  private followers: { readonly catalogueVersion: number; readonly of: Followers } | undefined;

  private readonly gapRates = new BoundedMap<string, Amount | 'not drawn'>(RATES_KEPT);

  constructor(private readonly markets: MarketService) {
    super();
  }

  on(underlying: string, at: Instant): readonly string[] {
    const { market, contracts } = this.markets.open;
    return market.has(underlying) && coversGaps(market, underlying) ? contracts.on(underlying, at) : [];
  }

  classOf(symbol: string): string | undefined {
    const { market, contracts } = this.markets.open;
    const name = contractNamed(symbol);
    if (name === undefined || !contracts.has(symbol) || !coversGaps(market, name.underlying)) return undefined;
    return market.spec(name.underlying).class;
  }

  arePricesKnown(at: Instant): boolean {
    return this.markets.isPromised(at);
  }

  prices(realm: string, symbol: string, at: Instant, trace: ContractTrace): ContractPrices | null {
    const { contracts } = this.markets.open;
    if (!contracts.has(symbol)) return null;
    const own = contracts.in(realm);
    const mark = amount(contracts.price(symbol, own.marks.ticksAt(symbol, at, trace)));
    return { mark, index: contracts.finePrice(symbol, own.indexTicks(symbol, at)) };
  }

  fundingDue(
    realm: string,
    symbol: string,
    span: { readonly fromMs: Instant; readonly toMs: Instant },
    trace: ContractTrace,
  ): readonly DueFunding[] {
    const { market, contracts } = this.markets.open;
    const name = contractNamed(symbol);
    if (name === undefined || name.deliversAt !== null || !contracts.has(symbol)) return [];
    const { underlying } = name;
    // Marks of before a split are in shares of now, and positions not yet: they owe once they are split too.
    if (market.parts.actions.isUnderWay(underlying)) return [];
    const { source, marks } = contracts.in(realm);
    const [terms, tick, since] = [market.spec(underlying), market.tick(underlying), market.beginsAt(underlying)];
    const due = fundingDue({ fundings: market.fundings, source, marks }, { symbol, terms, tick, since }, span, trace);
    // Nobody can close before it, and the index that it follows may be what the halt is about.
    return due.filter(({ at }) => !contracts.halts.halts(symbol, at));
  }

  settlementOf(symbol: string, at: Instant): Amount | null {
    const { deliversAt } = contractNamed(symbol) ?? { deliversAt: null };
    if (deliversAt === null || at < deliversAt || nextDelivery('weekly', deliversAt - 1) !== deliversAt) return null;
    return this.averageBefore(symbol, deliversAt);
  }

  settlementWindow(symbol: string): SettlementWindow | null {
    const { market } = this.markets.open;
    const { underlying = '', deliversAt: settlesAt = null } = contractNamed(symbol) ?? {};
    if (settlesAt === null || !market.has(underlying)) return null;
    const seconds = settlementSeconds(market.source, underlying, settlesAt, SETTLEMENT_MINUTES);
    const averagesFrom = seconds?.at(-1);
    if (seconds === undefined || averagesFrom === undefined) return null;
    return { averagesFrom, settlesAt, seconds: seconds.length };
  }

  epochAt(at: Instant): number {
    return epochOf(at, this.markets.open.market.parts.epochMs);
  }

  averageBefore(symbol: string, at: Instant): Amount | null {
    const { market } = this.markets.open;
    const underlying = contractNamed(symbol)?.underlying ?? symbol;
    if (!market.has(underlying)) return null;
    return settlementPrice(market.source, underlying, at, market.tick(underlying)) ?? null;
  }

  gapWindow(symbol: string, at: Instant): GapWindow | null {
    const { market, contracts } = this.markets.open;
    const name = contractNamed(symbol);
    if (name === undefined || !contracts.has(symbol)) return null;
    const close = closeAt((when) => contracts.calendarHours(symbol, when), at);
    const begin = Math.max(market.beginsAt(name.underlying), market.parts.launchAt);
    // Nobody holds anything over a close that came before the first price.
    if (close === undefined || close.closesAt <= begin) return null;
    const knownAt = Math.min(at, close.warnsAt);
    const rate = this.gapRate(market, name.underlying, close, Math.max(begin, knownAt - (knownAt % MINUTE_MS)));
    return rate === null ? null : { ...close, rate };
  }

  private gapRate(market: Market, underlying: string, close: Close, at: Instant): Amount | null {
    const key = `${underlying} ${market.version(underlying)} ${close.closesAt} ${at}`;
    const found = this.gapRates.of(key, () => {
      const share = gapShare(market.source, market.expectedVariances, underlying, close, at);
      return share === undefined ? 'not drawn' : fromSteps(Math.ceil(share * 10_000), TEN_THOUSANDTH);
    });
    return found === 'not drawn' ? null : found;
  }

  openInterestCap(symbol: string, at: Instant): number | null {
    const { market, contracts } = this.markets.open;
    const name = contractNamed(symbol);
    if (name === undefined || name.deliversAt !== null || !contracts.has(symbol)) return null;
    const { underlying } = name;
    const specOf = (each: string) => market.spec(each);
    const limitOf = (part: string): number => this.markets.positionLimitUsdt(part);
    const usdt = openInterestUsdt(underlying, this.sharing(market), specOf, limitOf);
    const price = market.finePrice(underlying, market.fundamentalTicks(underlying, at));
    const lot = contractLot(market.spec(underlying));
    return toCount((amount(`${Math.floor(usdt)}`) * ONE) / (price * lot));
  }

  private sharing(market: Market): Followers {
    const { catalogueVersion } = market;
    if (this.followers?.catalogueVersion !== catalogueVersion)
      this.followers = { catalogueVersion, of: followersOf(market.symbols(), (symbol) => market.spec(symbol)) };
    return this.followers.of;
  }
}

/**
 * Contracts are traded where margins can cover what a close may bring: on what never closes, and where the gap of a close is known. Who is
 * long and short with two accounts would win more than the other loses.
 */
const coversGaps = (market: Market, underlying: string): boolean =>
  market.spec(underlying).class === 'crypto' || market.source.variance?.(underlying) !== undefined;
