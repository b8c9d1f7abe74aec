import { z } from 'zod';
import type { FundPlan, FundRequest } from '../../../contracts/fund.contract.js';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import { FUND_LEVELS } from '../../../shared/fund.js';
import { FUND_PERIODS } from '../../../shared/fund-plan.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { agreedText, appliedPolicy, policyVersion } from '../../core/command-schemas.js';

export type FundRules = KnownPolicies['fund.rules'];
export type FairValueRules = KnownPolicies['fund.fair-values'];

const owner = { userId: z.string(), ownerId: z.string() };
const level = z.enum(FUND_LEVELS);

const buyFund = z.object({
  ...owner,
  requestId: z.string(),
  level,
  amount: z.string(),
  /** The version of the rules that was ticked; `null` where nothing was. */
  agreed: z.int().nullable(),
  agreement: agreedText,
  /** The date of the net asset value that the form showed; `null` where it showed none. */
  shownDate: z.string().nullable(),
  policy: policyVersion(policySchemas['fund.rules']),
  /** `cap` is `null` where the person's class has none. */
  cap: z.object({ cap: z.string().nullable(), policy: appliedPolicy }),
});
export type FundPurchase = DataOf<typeof buyFund>;

export class BuyFund extends HouseCommand<FundPurchase, FundRequest> {
  static readonly type = 'BuyFund';
  static readonly schema = buyFund;
}

const redeemFund = z.object({
  ...owner,
  requestId: z.string(),
  level,
  units: z.string(),
  shownDate: z.string().nullable(),
});
export type FundRedemption = DataOf<typeof redeemFund>;

export class RedeemFund extends HouseCommand<FundRedemption, FundRequest> {
  static readonly type = 'RedeemFund';
  static readonly schema = redeemFund;
}

const named = z.object({ ...owner, level, requestId: z.string() });

export class CancelFundRequest extends HouseCommand<DataOf<typeof named>, FundRequest> {
  static readonly type = 'CancelFundRequest';
  static readonly schema = named;
}

const settleFund = z.object({ ...owner, level, date: z.string() });

/** Sent by the timer, after the net asset value of its date: all that this owner has waiting for it. */
export class SettleFundRequests extends HouseCommand<DataOf<typeof settleFund>, null> {
  static readonly type = 'SettleFundRequests';
  static readonly schema = settleFund;
}

const strikeFund = z.object({ level, date: z.string() });

/** Sent by the timer at 22:00 UTC of each date. However late it comes, the closes are the same. */
export class StrikeFund extends HouseCommand<DataOf<typeof strikeFund>, null> {
  static readonly type = 'StrikeFund';
  static readonly schema = strikeFund;
}

const setFundPlan = z.object({
  ...owner,
  planId: z.string(),
  level,
  amount: z.string(),
  period: z.enum(FUND_PERIODS),
  firstDate: z.string(),
  agreed: z.int().nullable(),
  agreement: agreedText,
  policy: policyVersion(policySchemas['fund.rules']),
});
export type FundPlanOrder = DataOf<typeof setFundPlan>;

export class SetFundPlan extends HouseCommand<FundPlanOrder, FundPlan> {
  static readonly type = 'SetFundPlan';
  static readonly schema = setFundPlan;
}

const endFundPlan = z.object({ ...owner, planId: z.string() });

export class EndFundPlan extends HouseCommand<DataOf<typeof endFundPlan>, { readonly planId: string }> {
  static readonly type = 'EndFundPlan';
  static readonly schema = endFundPlan;
}

const buyByFundPlans = z.object({ ...owner, date: z.string() });

/** Sent by the timer at 00:00 UTC: all plans of an owner that buy on that date. */
export class BuyByFundPlans extends HouseCommand<DataOf<typeof buyByFundPlans>, null> {
  static readonly type = 'BuyByFundPlans';
  static readonly schema = buyByFundPlans;
}
