import type { EventOf, Notifications } from '../../core/notification.js';
import { FUND_ASSETS, type FundLevel } from '../../../shared/fund.js';
import { SKIPS_MAX } from '../../../shared/fund-plan.js';
import type {
  FundPlanEnded,
  FundPlanSkipped,
  FundRequestFailed,
  FundUnitsIssued,
  FundUnitsRedeemed,
} from './fund.events.js';

const linkOf = (level: FundLevel): string => (level === 'low' ? '/etflow_wdtg' : '/etf_wdtg');

export const fundNotifications: readonly Notifications[] = [
  {
    sentence: 'when-a-fund-request-is-settled-tell-the-person',
    on: {
      FundUnitsIssued: ({ data }: EventOf<FundUnitsIssued>) => ({
        userId: data.userId,
        messageId: `fund:${data.requestId}`,
        template: 'fund-units-issued',
        values: { amount: data.amount, units: data.units, fund: FUND_ASSETS[data.level], nav: data.nav },
        link: linkOf(data.level),
      }),
      FundUnitsRedeemed: ({ data }: EventOf<FundUnitsRedeemed>) => ({
        userId: data.userId,
        messageId: `fund:${data.requestId}`,
        template: 'fund-units-redeemed',
        values: { units: data.units, fund: FUND_ASSETS[data.level], nav: data.nav, paid: data.paid },
        link: linkOf(data.level),
      }),
      FundRequestFailed: ({ data }: EventOf<FundRequestFailed>) => ({
        userId: data.userId,
        messageId: `fund:${data.requestId}`,
        template: 'fund-request-failed',
        values: { fund: FUND_ASSETS[data.level], date: data.date },
        link: linkOf(data.level),
      }),
    },
  },
  {
    sentence: 'when-a-fund-plan-buys-nothing-tell-the-person',
    on: {
      FundPlanSkipped: ({ data }: EventOf<FundPlanSkipped>) => ({
        userId: data.userId,
        messageId: `fund-plan:${data.planId}:${data.date}`,
        template: `fund-plan-skipped-${data.reason}`,
        values: { amount: data.amount, fund: FUND_ASSETS[data.level], date: data.date },
        link: linkOf(data.level),
      }),
      FundPlanEnded: ({ data }: EventOf<FundPlanEnded>) => {
        // Who ended it knows, and changed rules end it with what was left out for them.
        if (data.cause !== 'skips') return undefined;
        return {
          userId: data.userId,
          messageId: `fund-plan:${data.planId}:ended`,
          template: 'fund-plan-ended',
          values: { amount: data.amount, fund: FUND_ASSETS[data.level], times: SKIPS_MAX },
          link: linkOf(data.level),
        };
      },
    },
  },
];
