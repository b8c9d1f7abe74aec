import { Injectable } from '@nestjs/common';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { ContractsView, ContractView } from '../../../contracts/contract.contract.js';
import { contractNamed, symbolKind } from '../../../shared/contract-symbol.js';
import { feeTiers } from '../../../shared/fees.js';
import { marginBrackets, type MarginBracket } from '../../../shared/margin.js';
import { amount, format, fromSteps, type Amount } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import { ContractFacts } from '../../core/ports/contract-facts.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { Writers } from '../../engine/writer/writers.js';
import { BookMarket } from '../../market/book-market.js';
import { MarketService } from '../../market/runtime/market.service.js';
import { traceOf } from '../../trading/venue/book.state.js';
import { contractKind } from './contract.product.js';
import { bracketsOf } from './contract.rules.js';
import { ContractTermsSource, type ContractPolicies } from './contract.terms.js';
import { spaceOf } from './position/position.state.js';

/** What everybody may see of the contracts on an instrument. */
@Injectable()
export class ContractQuery {
  constructor(
    private readonly writers: Writers,
    private readonly market: BookMarket,
    private readonly markets: MarketService,
    private readonly facts: ContractFacts,
    private readonly terms: ContractTermsSource,
    private readonly policies: PolicySource<ContractPolicies>,
    private readonly clock: Clock,
  ) {}

  async contracts(realm: TradingRealm, underlying: string): Promise<ContractsView | Refusal> {
    const at = this.clock.now();
    const symbols = this.facts.on(underlying, at);
    if (symbolKind(underlying) !== 'instrument') return refuse('market.symbol-unknown', { symbol: underlying });
    const known = this.market.terms(underlying);
    if (isRefusal(known)) return known;
    const contracts: ContractView[] = [];
    for (const symbol of symbols) {
      const view = await this.contract(realm, symbol, at);
      if (isRefusal(view)) return view;
      contracts.push(view);
    }
    const [{ maker, taker }] = feeTiers(this.policies.inForce('contract.fees').values);
    const { quizFrom } = this.policies.inForce('contract.rules').values;
    return { underlying, at, makerRate: format(maker), takerRate: format(taker), quizFrom, contracts };
  }

  private async contract(realm: TradingRealm, symbol: string, at: Instant): Promise<ContractView | Refusal> {
    const terms = this.market.terms(symbol);
    const rules = this.terms.marginOf(symbol, at);
    if (isRefusal(terms)) return terms;
    if (isRefusal(rules)) return rules;
    const state = await this.writers.read(realm, contractKind, symbol);
    const prices = this.facts.prices(realm, symbol, at, traceOf(state));
    const name = contractNamed(symbol);
    const { spec, limits } = terms;
    const quantity = (lots: number): string => format(fromSteps(lots, amount(spec.lotSize)));
    const { long, short } = state.book.positions?.open ?? { long: 0, short: 0 };
    return {
      symbol,
      underlying: name?.underlying ?? symbol,
      kind: name?.deliversAt == null ? 'perpetual' : 'delivery',
      deliversAt: name?.deliversAt ?? null,
      space: spaceOf(symbol) === 'futures' ? 'futures' : 'contract',
      tickSize: spec.tickSize,
      lotSize: spec.lotSize,
      minQuantity: limits.minQuantity,
      maxQuantity: limits.maxQuantity,
      markPrice: textOf(prices?.mark),
      indexPrice: textOf(prices?.index),
      brackets: bracketsOf(rules, at).map(bracketView),
      bracketsPolicy: rules.policy,
      liquidationFeeRate: rules.takerRate,
      coming: rules.coming.map(({ version, from, brackets }) => ({
        version,
        from,
        brackets: marginBrackets(brackets).map(bracketView),
      })),
      gap: rules.gap,
      halt: this.markets.open.contracts.halts.view(symbol, at),
      openLong: quantity(long),
      openShort: quantity(short),
      openInterestMax: rules.openInterestMax === null ? null : quantity(rules.openInterestMax),
    };
  }
}

const bracketView = ({ bracket, from, to, leverageMax, rate, amount: less }: MarginBracket) => ({
  bracket,
  from: format(from),
  to: format(to),
  leverageMax,
  rate: format(rate),
  amount: format(less),
});

const textOf = (price: Amount | undefined): string | null => (price === undefined ? null : format(price));
