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

/** A drawn premium, and on top of it how far users kept the quotes from the index on average over hours. */
export function premiumWithUsers(
  source: FundingParts['source'],
  symbol: string,
  drawn: number,
  at: number,
  trace: ContractTrace | null,
): number {
  const { fundingTicks: basisTicks = 0 } = impactAt(asImpact(trace?.impact ?? null), at);
  return basisTicks === 0
    ? drawn
    : premiumIndex(drawn, { basisTicks, indexTicks: source.exactIndexTicksAt(symbol, at) });
}

/** What each interval that is over charges. */
export function fundingDue(
  { fundings, source, marks }: FundingParts,
  { symbol, terms, tick, since }: Perpetual,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  trace: ContractTrace,
): DueFunding[] {
  return fundings.due(terms, fromMs, toMs, since).map(({ fundedAt: at, premium: drawn }) => {
    const premium = premiumWithUsers(source, symbol, drawn, at, trace);
    const rate = fundingRate(premium, RATE_CAP[terms.class]);
    return {
      at,
      rate: fromSteps(rate, HUNDRED_MILLIONTH),
      premium: fromSteps(premium, HUNDRED_MILLIONTH),
      mark: finePrice(marks.at(symbol, at, trace).markTicks, tick),
    };
  });
}
