import { Inject, Injectable } from '@nestjs/common';
import { contractNamed, underlyingOf } from '../../../shared/contract-symbol.js';
import { amount, fromSteps, type Amount } from '../../../shared/money.js';
import { BoundedMap } from '../../core/bounded-map.js';
import type { Instant } from '../../core/clock.js';
import type { ContractTrace } from '../../core/ports/contract-facts.js';
import { ContractFacts } from '../../core/ports/contract-facts.js';
import { ContractTickers, type ContractTicker } from '../../core/ports/contract-tickers.js';
import { MarketService } from '../runtime/market.service.js';
import { fundingRate, RATE_CAP } from '../funding/funding-rate.js';
import type { ContractSource } from './contract-source.js';
import { premiumWithUsers } from './funding-due.js';
import type { PriceRange } from './shifted-range.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Whole hours of contracts that somebody looks at. */
const HOURS_KEPT = 8_192;
const HUNDRED_MILLIONTH = amount('0.00000001');

/** Tickers of contracts, made when somebody asks: thousands of them cost nothing where nobody looks. */
@Injectable()
export class MarketContractTickers extends ContractTickers {
  private readonly hours = new BoundedMap<string, PriceRange | null>(HOURS_KEPT);

  constructor(
    @Inject(MarketService) private readonly markets: Pick<MarketService, 'open'>,
    @Inject(ContractFacts) private readonly facts: Pick<ContractFacts, 'on' | 'classOf'>,
  ) {
    super();
  }

  perpetuals(at: Instant): readonly string[] {
    return this.markets.open.market.symbols().flatMap((underlying) => this.facts.on(underlying, at).slice(0, 1));
  }

  ticker(realm: string, symbol: string, at: Instant, trace: ContractTrace | null): ContractTicker | undefined {
    const { market, contracts } = this.markets.open;
    if (this.facts.classOf(symbol) === undefined) return undefined;
    const own = contracts.in(realm);
    const price = (ticks: number): Amount => amount(contracts.price(symbol, ticks));
    const opened = openedAt(own.source, symbol, at);
    return {
      last: price(own.marks.lastTicksAt(symbol, at, trace)),
      mark: price(own.marks.ticksAt(symbol, at, trace)),
      index: contracts.finePrice(symbol, own.indexTicks(symbol, at)),
      open: price(own.priceTicks(symbol, opened ?? at)),
      since: market.exAt(underlyingOf(symbol)),
      funding: this.funding(own.source, symbol, at, trace),
    };
  }

  range(realm: string, symbol: string, at: Instant): { high: Amount; low: Amount } | null {
    const { contracts } = this.markets.open;
    const { source } = contracts.in(realm);
    const fromMs = at - (at % MINUTE_MS) - DAY_MS;
    const ranges: PriceRange[] = [];
    for (let from = fromMs; from < at; from = from - (from % HOUR_MS) + HOUR_MS) {
      const to = Math.min(from - (from % HOUR_MS) + HOUR_MS, at);
      const range = this.within(source, symbol, from, to);
      if (range !== null) ranges.push(range);
    }
    if (ranges.length === 0) return null;
    const seen = source.sessionState(symbol, at).open ? [source.priceTicksAt(symbol, at)] : [];
    const price = (each: number): Amount => amount(contracts.price(symbol, each));
    return {
      high: price(Math.max(...seen, ...ranges.map(({ highTicks }) => highTicks))),
      low: price(Math.min(...seen, ...ranges.map(({ lowTicks }) => lowTicks))),
    };
  }

  /** An hour that is over stays what it is, as long as nobody moves its index. */
  private within(source: ContractSource, symbol: string, fromMs: number, toMs: number): PriceRange | null {
    const find = (): PriceRange | null => source.range(symbol, fromMs, toMs) ?? null;
    const isWhole = fromMs % HOUR_MS === 0 && toMs % HOUR_MS === 0;
    if (!isWhole || source.isMoved(symbol)) return find();
    return this.hours.of(`${symbol} ${this.markets.open.market.catalogueVersion} ${fromMs}`, find);
  }

  /** As the funding that is charged, by the samples so far. */
  private funding(
    source: ContractSource,
    symbol: string,
    at: Instant,
    trace: ContractTrace | null,
  ): ContractTicker['funding'] {
    const { market } = this.markets.open;
    const name = contractNamed(symbol);
    if (name === undefined || name.deliversAt !== null) return null;
    const spec = market.spec(name.underlying);
    const { averagePremium, nextFundingAt } = market.fundings.now(spec, at - (at % MINUTE_MS));
    const premium = premiumWithUsers(source, symbol, averagePremium, at, trace);
    const rate = fundingRate(premium, RATE_CAP[spec.class]);
    const share = (hundredMillionths: number): Amount => fromSteps(hundredMillionths, HUNDRED_MILLIONTH);
    return { rate: share(rate), usersPremium: share(premium - averagePremium), at: nextFundingAt ?? null };
  }
}

/** The first instant of the last 24 hours, to the minute, at which the market was open. */
function openedAt(source: Pick<ContractSource, 'sessionState'>, symbol: string, at: Instant): Instant | undefined {
  const from = at - (at % MINUTE_MS) - DAY_MS;
  const { open, nextChangeAt = Infinity } = source.sessionState(symbol, from);
  const opened = open ? from : nextChangeAt;
  return opened <= at ? opened : undefined;
}
