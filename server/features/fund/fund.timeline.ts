import { FUND_ASSETS } from '../../../shared/fund.js';
import { followed, sentencesOf, type Timeline } from '../../core/timeline.js';
import type { FundFacts, FundRequestCancelled } from './fund.events.js';

const sizeOf = ({ amount, units, requestId }: Pick<FundRequestCancelled, 'amount' | 'units' | 'requestId'>) => ({
  order: requestId,
  ...(amount === null ? { units: units ?? '0' } : { amount, asset: 'USDT' }),
});

/** What a person bought of funds and redeemed. */
export const fundTimeline: Timeline = {
  sentences: sentencesOf<FundFacts>('money', {
    FundPurchaseRequested: ({ requestId, level, amount, date, policy }) => ({
      sentence: `fund-purchase-requested-${level}`,
      values: { order: requestId, amount, asset: 'USDT', date, ...followed(policy) },
    }),
    FundPlanPurchaseRequested: ({ requestId, level, amount, date, policy }) => ({
      sentence: `fund-purchase-requested-${level}`,
      values: { order: requestId, amount, asset: 'USDT', date, ...followed(policy) },
    }),
    FundPlanSet: ({ planId, level, amount, period, nextDate, policy }) => ({
      sentence: `fund-plan-set-${period}`,
      values: { plan: planId, fund: FUND_ASSETS[level], amount, asset: 'USDT', date: nextDate, ...followed(policy) },
    }),
    FundPlanBought: ({ planId, requestId, nextDate }) => ({
      sentence: 'fund-plan-bought',
      values: { plan: planId, order: requestId, date: nextDate },
    }),
    FundPlanSkipped: ({ planId, amount, date, reason }) => ({
      sentence: `fund-plan-skipped-${reason}`,
      values: { plan: planId, amount, asset: 'USDT', date },
    }),
    FundPlanEnded: ({ planId, cause }) => ({ sentence: `fund-plan-ended-${cause}`, values: { plan: planId } }),
    FundRedemptionRequested: ({ requestId, level, units, date }) => ({
      sentence: `fund-redemption-requested-${level}`,
      values: { order: requestId, units, date },
    }),
    FundUnitsIssued: ({ requestId, level, amount, units, nav }) => ({
      sentence: `fund-units-issued-${level}`,
      values: { order: requestId, amount, asset: 'USDT', units, nav },
    }),
    FundUnitsRedeemed: ({ requestId, level, units, nav, paid }) => ({
      sentence: `fund-units-redeemed-${level}`,
      values: { order: requestId, units, nav, amount: paid, asset: 'USDT' },
    }),
    FundRequestCancelled: (data) => ({ sentence: `fund-${data.side}-cancelled`, values: sizeOf(data) }),
    FundRequestFailed: (data) => ({ sentence: `fund-${data.side}-failed`, values: sizeOf(data) }),
  }),
  streams: ['fund'],
  begun: 'fund_requests',
};
