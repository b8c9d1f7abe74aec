import { Injectable } from '@nestjs/common';
import { contractNamed } from '../../../shared/contract-symbol.js';
import { amount, ONE, toCount, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { ContractFacts, type ContractTrace, type DueFunding } from '../../core/ports/contract-facts.js';
import { nextDelivery } from '../mark-price/delivery-calendar.js';
import { settlementPrice } from '../mark-price/settlement.js';
import type { Market } from '../runtime/market.js';
import { MarketService } from '../runtime/market.service.js';
import { contractLot } from './contract-lots.js';
import { fundingDue } from './funding-due.js';
import { followersOf, openInterestUsdt, type Followers } from './open-interest.js';

/** What deciders of contracts are handed in of the market that runs. */
@Injectable()
export class MarketContractFacts extends ContractFacts {
  private followers: { readonly catalogueVersion: number; readonly of: Followers } | undefined;

  constructor(private readonly markets: MarketService) {
    super();
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
    const { source, marks } = contracts.in(realm);
    const [terms, tick, since] = [market.spec(underlying), market.tick(underlying), market.beginsAt(underlying)];
    return fundingDue({ fundings: market.fundings, source, marks }, { symbol, terms, tick, since }, span, trace);
  }

  settlementOf(symbol: string, at: Instant): Amount | null {
    const { market } = this.markets.open;
    const { underlying, deliversAt } = contractNamed(symbol) ?? { underlying: symbol, deliversAt: null };
    if (deliversAt === null || at < deliversAt || !market.has(underlying)) return null;
    if (nextDelivery('weekly', deliversAt - 1) !== deliversAt) return null;
    return settlementPrice(market.source, underlying, deliversAt, market.tick(underlying)) ?? null;
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
