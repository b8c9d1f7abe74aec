import { z } from 'zod';
import type { CustodyOrder } from '../../../contracts/custody.contract.js';
import { capClass } from '../../../contracts/risk.contract.js';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { agreedText, appliedPolicy, instant, policyVersion } from '../../core/command-schemas.js';

export type CustodyRules = KnownPolicies['custody.rules'];

const owner = { userId: z.string(), ownerId: z.string() };

const buyCustody = z.object({
  ...owner,
  orderId: z.string(),
  productId: z.string(),
  amount: z.string(),
  /** The version of the rules that was ticked; `null` where nothing was. */
  agreed: z.int().nullable(),
  agreement: agreedText,
  /** The first date with interest that the form showed; `null` where it showed none. */
  shownDate: z.string().nullable(),
  policy: policyVersion(policySchemas['custody.rules']),
  /** What a VIP product asks of the person, but for the verification; `null` of other products. */
  vip: z.object({ class: capClass, days: z.array(z.object({ date: z.string(), usdt: z.string() })) }).nullable(),
  /** `cap` is `null` where the person's class has none. */
  cap: z.object({ cap: z.string().nullable(), policy: appliedPolicy }),
});
export type CustodyPurchase = DataOf<typeof buyCustody>;

export class BuyCustody extends HouseCommand<CustodyPurchase, CustodyOrder> {
  static readonly type = 'BuyCustody';
  static readonly schema = buyCustody;
}

const named = z.object({ ...owner, orderId: z.string() });
const redeemCustody = named.extend({
  requestId: z.string(),
  /** The penalty that the form showed. */
  shownPenalty: z.string(),
});

export class RedeemCustody extends HouseCommand<DataOf<typeof redeemCustody>, CustodyOrder> {
  static readonly type = 'RedeemCustody';
  static readonly schema = redeemCustody;
}

/** Takes the request back. */
export class ContinueCustody extends HouseCommand<DataOf<typeof named>, CustodyOrder> {
  static readonly type = 'ContinueCustody';
  static readonly schema = named;
}

/** Sent by the timer. However late it comes, the rates are the same. */
export class CompleteCustody extends HouseCommand<DataOf<typeof named>, null> {
  static readonly type = 'CompleteCustody';
  static readonly schema = named;
}

const revealCustodyRate = z.object({ date: z.string() });

/** Sent by the timer: one for each date. */
export class RevealCustodyRate extends HouseCommand<DataOf<typeof revealCustodyRate>, null> {
  static readonly type = 'RevealCustodyRate';
  static readonly schema = revealCustodyRate;
}

const setCustodyLossLimit = z.object({ ...owner, limit: z.string().nullable() });

export class SetCustodyLossLimit extends HouseCommand<DataOf<typeof setCustodyLossLimit>, null> {
  static readonly type = 'SetCustodyLossLimit';
  static readonly schema = setCustodyLossLimit;
}

const setCustodyPause = z.object({ ...owner, until: instant.nullable() });

export class SetCustodyPause extends HouseCommand<DataOf<typeof setCustodyPause>, null> {
  static readonly type = 'SetCustodyPause';
  static readonly schema = setCustodyPause;
}

/** Sent by the timer: what was asked for to take effect then. A newer setting has taken its place where `from` differs. */
const loosen = z.object({ ...owner, from: instant });

export class LoosenCustodyLossLimit extends HouseCommand<DataOf<typeof loosen>, null> {
  static readonly type = 'LoosenCustodyLossLimit';
  static readonly schema = loosen;
}

export class ShortenCustodyPause extends HouseCommand<DataOf<typeof loosen>, null> {
  static readonly type = 'ShortenCustodyPause';
  static readonly schema = loosen;
}
