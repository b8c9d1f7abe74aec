import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { bracketPolicy, BRACKETS, BRACKETS_NOTICE_MS, type BracketValues } from '../../../shared/margin-brackets.js';
import { format, ZERO } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import { ContractFacts } from '../../core/ports/contract-facts.js';
import { InvestmentCaps } from '../../core/ports/investment-caps.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { BookMarket, type BookTerms } from '../../market/book-market.js';
import { FeeTiers } from '../../trading/runtime/fee-tiers.js';
import { feeDayOf, feeTermsOf } from '../../trading/venue/fee.rules.js';
import type { MarginPolicy, OrderPolicy, OrderTerms } from '../../trading/venue/order.commands.js';
import type { JudgedBy } from './position/position-terms.rules.js';
import type { LiquidationTerms, LiquidationTermsSource } from './liquidation/liquidation.terms.js';

const TAKEN_UP_MS = 60_000;

/** The policies that decide about contracts. */
export type ContractPolicies = Pick<KnownPolicies, Extract<keyof KnownPolicies, `contract.${string}`>>;

interface Owner {
  readonly realm: string;
  readonly userId: string;
  readonly ownerId: string;
}

/** The rules that commands about contracts are sent with, as they are in force. */
@Injectable()
export class ContractTermsSource implements LiquidationTermsSource {
  constructor(
    private readonly market: BookMarket,
    private readonly facts: ContractFacts,
    private readonly policies: PolicySource<ContractPolicies>,
    private readonly fees: FeeTiers,
    private readonly caps: InvestmentCaps,
    private readonly clock: Clock,
  ) {}

  /** The sizes of a contract that may be traded at some time: instruments have books too, and no position. */
  listed(symbol: string): BookTerms | Refusal {
    const isContract = this.facts.classOf(symbol) !== undefined;
    return isContract ? this.market.terms(symbol) : refuse('market.symbol-unknown', { symbol });
  }

  /** Everything an order needs besides itself. */
  async ofOrder(owner: Owner, symbol: string): Promise<(OrderTerms & { readonly margin: MarginPolicy }) | Refusal> {
    const terms = this.listed(symbol);
    if (isRefusal(terms)) return terms;
    const margin = await this.margin(owner, symbol);
    if (isRefusal(margin)) return margin;
    const fees = await this.fees.terms(owner.realm, owner.ownerId);
    if (isRefusal(fees)) return fees;
    const policy = this.policy();
    const limits = { ...terms.limits, maxNotional: this.policies.inForce('contract.rules').values.maxNotional };
    return { ...terms, limits, policy, fees, margin };
  }

  /** What every position of a contract is judged by: closing it pays the rates of the lowest tier. */
  of(symbol: string, at: Instant): LiquidationTerms | Refusal {
    const margin = this.marginOf(symbol, at);
    if (isRefusal(margin)) return margin;
    const { name, version, values } = this.policies.inForce('contract.rules');
    const { liquidationBand, warningAt } = values;
    const fund = this.policies.inForce('contract.insurance');
    const insurance = { policy: { name: fund.name, version: fund.version }, ...fund.values };
    const rules = { policy: { name, version }, liquidationBand, warningAt };
    return { margin: { ...margin, cap: null }, fees: this.lowestFees(at), rules, insurance };
  }

  async margin({ realm, userId }: Owner, symbol: string): Promise<MarginPolicy | Refusal> {
    const rules = this.marginOf(symbol, this.clock.now());
    if (isRefusal(rules)) return rules;
    const capped = realm === 'real' ? await this.caps.of(userId) : null;
    return { ...rules, cap: capped && { cap: capped.cap, policy: capped.policy } };
  }

  /** Without anybody's cap. */
  marginOf(symbol: string, at: Instant): Omit<MarginPolicy, 'cap'> | Refusal {
    const instrumentClass = this.facts.classOf(symbol);
    if (instrumentClass === undefined) return refuse('market.symbol-unknown', { symbol });
    const name = bracketPolicy(instrumentClass);
    const followed = this.policies.inForceAt(name, at - BRACKETS_NOTICE_MS);
    const rules = this.policies.inForce('contract.rules');
    return {
      policy: { name, version: followed.version },
      brackets: rowsOf(followed.values),
      coming: this.policies.publishedAfter(name, at - BRACKETS_NOTICE_MS).map(({ version, publishedAt, values }) => ({
        version,
        from: publishedAt + BRACKETS_NOTICE_MS,
        brackets: rowsOf(values),
      })),
      gap: this.gapOf(symbol, at),
      openInterestMax: this.facts.openInterestCap(symbol, at),
      owners: { share: rules.values.ownersShare, policy: { name: rules.name, version: rules.version } },
      takerRate: this.lowestFees(at).taker,
      quizFrom: rules.values.quizFrom,
    };
  }

  /** What a beat may have judged positions by: a command is made a moment before or after it. */
  judgedAt(policy: string, at: Instant): JudgedBy[] {
    if (policy !== 'contract.crypto' && policy !== 'contract.others') return [];
    return [at, at - TAKEN_UP_MS, at + TAKEN_UP_MS].map((each) => {
      const { version, values } = this.policies.inForceAt(policy, each - BRACKETS_NOTICE_MS);
      return { version, brackets: rowsOf(values), takerRate: this.lowestFees(each).taker };
    });
  }

  /** Once its rate stands. */
  private gapOf(symbol: string, at: Instant): MarginPolicy['gap'] {
    const gap = this.facts.gapWindow(symbol, at);
    if (gap === null || at < gap.warnsAt) return null;
    const { raisesAt, closesAt, opensAt, rate } = gap;
    return { raisesAt, closesAt, opensAt, rate: format(rate) };
  }

  /** Of the lowest tier, by the table that was public 24 hours ago as with brackets: positions are judged by what closing costs. */
  private lowestFees(at: Instant) {
    return feeTermsOf(this.policies.inForceAt('contract.fees', at - BRACKETS_NOTICE_MS), ZERO, feeDayOf(at));
  }

  private policy(): OrderPolicy {
    const { name, version, values } = this.policies.inForce('contract.rules');
    const { limitBandLow, limitBandHigh, marketBand } = values;
    return { name, version, limitBandLow, limitBandHigh, marketBand };
  }
}

/** The rows of a policy's table, lowest first. */
function rowsOf(values: BracketValues): MarginPolicy['brackets'] {
  return Array.from({ length: BRACKETS }, (_, below) => ({
    to: String(values[`to${below + 1}`]),
    rate: String(values[`rate${below + 1}`]),
    leverageMax: Number(values[`leverage${below + 1}`]),
  }));
}
