import type { ContractTrace, DueFunding } from '../../core/ports/contract-facts.js';
import { amount, fromSteps } from '../../../shared/money.js';
import { fundingRate, premiumIndex, RATE_CAP } from '../funding/funding-rate.js';
import type { Fundings } from '../funding/fundings.js';
import type { Underlying } from '../funding/premium-process.js';
import { finePrice } from '../mark-price/index-price.js';
import type { MarkPrices } from '../mark-price/mark-prices.js';
import { asImpact, impactAt } from '../simulator/impact.js';
import type { ContractSource } from './contract-source.js';

const HUNDRED_MILLIONTH = amount('0.00000001');

interface Perpetual {
  readonly symbol: string;
  readonly terms: Underlying;
  readonly tick: bigint;
  /** No interval that began before is funded. */
  readonly since: number;
}

interface FundingParts {
  readonly fundings: Pick<Fundings, 'due'>;
  readonly source: Pick<ContractSource, 'exactIndexTicksAt'>;
  readonly marks: Pick<MarkPrices, 'at'>;
}

/** How far users kept the quotes from the index on average over hours, in hundred-millionths of the index price. */
export function usersPremium(
  source: FundingParts['source'],
  symbol: string,
  at: number,
  trace: ContractTrace | null,
): number {
  const { fundingTicks = 0 } = impactAt(asImpact(trace?.impact ?? null), at);
  if (fundingTicks === 0) return 0;
  return premiumIndex(0, { basisTicks: fundingTicks, indexTicks: source.exactIndexTicksAt(symbol, at) });
}

/** The drawn premium of an interval, and on top of it how far users kept the quotes from the index on average over hours. */
export function fundingDue(
  { fundings, source, marks }: FundingParts,
  { symbol, terms, tick, since }: Perpetual,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  trace: ContractTrace,
): DueFunding[] {
  return fundings.due(terms, fromMs, toMs, since).map(({ fundedAt: at, premium: drawn }) => {
    const { fundingTicks = 0 } = impactAt(asImpact(trace.impact), at);
    const premium = premiumIndex(drawn, {
      basisTicks: fundingTicks,
      indexTicks: source.exactIndexTicksAt(symbol, at),
    });
    const rate = fundingRate(premium, RATE_CAP[terms.class]);
    return {
      at,
      rate: fromSteps(rate, HUNDRED_MILLIONTH),
      premium: fromSteps(premium, HUNDRED_MILLIONTH),
      mark: finePrice(marks.at(symbol, at, trace).markTicks, tick),
    };
  });
}
