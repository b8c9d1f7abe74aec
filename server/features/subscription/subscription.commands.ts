import { z } from 'zod';
import { policySchemas, type KnownPolicies } from '../../../contracts/policy.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { agreedText, appliedPolicy, policyVersion } from '../../core/command-schemas.js';

export type SubscriptionRules = KnownPolicies['subscription.rules'];

const byStaff = { issueId: z.string(), staffId: z.string() };
const policy = policyVersion(policySchemas['subscription.rules']);

const proposeNewCoin = z.object({
  ...byStaff,
  coin: z.string(),
  name: z.string(),
  issuePrice: z.string(),
  volume: z.int(),
  minimum: z.int(),
  closesOn: z.string(),
  listsOn: z.string(),
  lockupDays: z.int(),
  reason: z.string(),
  policy,
  /** Whether no instrument has this code. */
  isFree: z.boolean(),
});
export type NewCoinProposal = DataOf<typeof proposeNewCoin>;

export class ProposeNewCoin extends HouseCommand<NewCoinProposal, { readonly issueId: string }> {
  static readonly type = 'ProposeNewCoin';
  static readonly schema = proposeNewCoin;
}

const approveNewCoin = z.object({ ...byStaff, isFree: z.boolean() });

export class ApproveNewCoin extends HouseCommand<DataOf<typeof approveNewCoin>, { readonly issueId: string }> {
  static readonly type = 'ApproveNewCoin';
  static readonly schema = approveNewCoin;
}

const endNewCoin = z.object({ ...byStaff, reason: z.string(), reasonLengthMin: z.int(), policy: appliedPolicy });

export class RejectNewCoin extends HouseCommand<DataOf<typeof endNewCoin>, { readonly issueId: string }> {
  static readonly type = 'RejectNewCoin';
  static readonly schema = endNewCoin;
}

/** The first one proposes it, a second one confirms. */
export class CancelNewCoin extends HouseCommand<DataOf<typeof endNewCoin>, { readonly issueId: string }> {
  static readonly type = 'CancelNewCoin';
  static readonly schema = endNewCoin;
}

const subscribeNewCoin = z.object({
  userId: z.string(),
  ownerId: z.string(),
  issueId: z.string(),
  subscriptionId: z.string(),
  requestId: z.string(),
  coins: z.string(),
  /** The version of the rules that was ticked; `null` where nothing was. */
  agreed: z.int().nullable(),
  agreement: agreedText,
  /** `cap` is `null` where the person's class has none. */
  cap: z.object({ cap: z.string().nullable(), policy: appliedPolicy }),
});
export type SubscriptionOrder = DataOf<typeof subscribeNewCoin>;

export class SubscribeNewCoin extends HouseCommand<SubscriptionOrder, { readonly subscriptionId: string }> {
  static readonly type = 'SubscribeNewCoin';
  static readonly schema = subscribeNewCoin;
}

const named = z.object({ issueId: z.string() });

/** Sent by the timer at the listing. */
export class ListNewCoin extends HouseCommand<DataOf<typeof named>, null> {
  static readonly type = 'ListNewCoin';
  static readonly schema = named;
}

const batch = z.object({ issueId: z.string(), from: z.int() });

/** Sent by the timer: the next subscriptions get coins or money. */
export class SettleNewCoin extends HouseCommand<DataOf<typeof batch>, null> {
  static readonly type = 'SettleNewCoin';
  static readonly schema = batch;
}

/** Sent by the timer: the next subscriptions have their coins free. */
export class UnlockNewCoin extends HouseCommand<DataOf<typeof batch>, null> {
  static readonly type = 'UnlockNewCoin';
  static readonly schema = batch;
}
