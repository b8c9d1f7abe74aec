import { underlyingOf } from '../../shared/contract-symbol.js';
import { amount, format, fromSteps, type Amount } from '../../shared/money.js';
import type { ContractTrace, DueFunding } from '../core/ports/contract-facts.js';
import type { BookPrices } from '../core/price-audit.js';
import { fundingRate, premiumIndex, RATE_CAP } from '../market/funding/funding-rate.js';
import { finePrice } from '../market/mark-price/index-price.js';
import { MarkPrices } from '../market/mark-price/mark-prices.js';
import { settlementPrice } from '../market/mark-price/settlement.js';
import { asImpact, impactAt } from '../market/simulator/impact.js';
import type { BookSource, MarketSource } from '../market/simulator/market-source.js';
import { bookSourceOf, fundingsOf, inRealm, type Market } from './market.check.js';

const HUNDRED_MILLIONTH = amount('0.00000001');

interface BookOf {
  readonly market: Market;
  readonly realm: string;
  readonly symbol: string;
  /** Of the instrument that it is on. */
  readonly spec: ReturnType<MarketSource['spec']>;
  readonly model: MarketSource;
  /** Whether staff had halted it at an instant. */
  isHalted(at: number): boolean;
}

/** A book's mark prices, fundings and settlement from revealed seeds. */
export class SeededBook implements BookPrices {
  private readonly source: BookSource;
  private readonly marks: MarkPrices;
  private readonly tick: Amount;

  constructor(private readonly of: BookOf) {
    const { market, realm, symbol, model, spec } = of;
    this.source = bookSourceOf(market, realm, symbol, model);
    this.marks = new MarkPrices(this.source);
    this.tick = amount(spec.tickSize);
  }

  markAt(at: number, trace: ContractTrace): string {
    return format(fromSteps(this.marks.ticksAt(this.of.symbol, at, trace), this.tick));
  }

  isOpen(at: number): boolean {
    const { open, phase } = this.source.sessionState(this.of.symbol, at);
    return open && phase !== 'call';
  }

  fundings({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }, trace: ContractTrace): DueFunding[] {
    const { market, spec, symbol } = this.of;
    return fundingsOf(market)
      .due(spec, fromMs, toMs, 0)
      .filter(({ fundedAt }) => !this.of.isHalted(fundedAt))
      .map(({ fundedAt: at, premium: drawn }) => {
        const { fundingTicks: basisTicks = 0 } = impactAt(asImpact(trace.impact), at);
        const premium = premiumIndex(drawn, { basisTicks, indexTicks: this.indexTicks(at) });
        return {
          at,
          premium: fromSteps(premium, HUNDRED_MILLIONTH),
          rate: fromSteps(fundingRate(premium, RATE_CAP[spec.class]), HUNDRED_MILLIONTH),
          mark: finePrice(this.marks.at(symbol, at, trace).markTicks, this.tick),
        };
      });
  }

  settlementAt(at: number): Amount | undefined {
    const { model, symbol } = this.of;
    return settlementPrice(model, underlyingOf(symbol), at, this.tick);
  }

  /** What users of the realm pushed for good is in it. */
  private indexTicks(at: number): number {
    const { market, realm, symbol, model } = this.of;
    return inRealm(market, realm, model).exactTicksAt(underlyingOf(symbol), at);
  }
}
