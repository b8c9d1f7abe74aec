import type { NewCoinFailure } from '../../../contracts/subscription.contract.js';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { Cut } from '../../../shared/new-coin.js';
import type { FactsOf, RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { AgreedText } from '../../core/ports/agreements.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface OfIssue {
  readonly issueId: string;
}

/** What an issue is sold by from its proposal to its end. `volume` and `minimum` in coins, `closesAt` and `listsAt` at 00:00 UTC. */
export interface NewCoinProposed extends OfIssue {
  readonly coin: string;
  readonly name: string;
  readonly issuePrice: string;
  readonly volume: number;
  readonly minimum: number;
  readonly closesAt: number;
  readonly listsOn: string;
  readonly listsAt: number;
  readonly lockupDays: number;
  readonly feeRate: string;
  readonly minimumUsdt: string;
  readonly maximumUsdt: string;
  readonly openMin: string;
  readonly openMax: string;
  readonly callMinutes: number;
  readonly floatShare: string;
  readonly volatilityAnnual: string;
  readonly reason: string;
  readonly proposedBy: string;
  readonly policy: AppliedPolicy;
}

/** Subscription begins. */
export interface NewCoinApproved extends OfIssue {
  readonly coin: string;
  readonly approvedBy: string;
  readonly listsAt: number;
}
export interface NewCoinRejected extends OfIssue {
  readonly rejectedBy: string;
  readonly reason: string;
}
/** One of the staff wants it cancelled; a second one makes it fail. */
export interface NewCoinCancelProposed extends OfIssue {
  readonly cancelBy: string;
  readonly reason: string;
}
export interface NewCoinFailed extends OfIssue {
  readonly cause: NewCoinFailure;
  readonly total: number;
  readonly decidedBy: string;
  readonly reason: string;
}

/** A subscription takes part in the allocation, or does so no more. */
export interface NewCoinCounted extends OfIssue {
  readonly subscriptionId: string;
  readonly requestId: string;
  readonly ownerId: string;
  readonly coins: number;
}
export type NewCoinUncounted = Omit<NewCoinCounted, 'requestId' | 'ownerId'>;

/** How the volume is shared out, and what the coin is listed as. */
export interface NewCoinListed extends OfIssue {
  readonly coin: string;
  readonly subscribers: number;
  readonly cut: Cut;
  /** The epoch whose revealed effective seed breaks ties. */
  readonly epoch: number;
  readonly seed: string;
  /** The epoch of the listing, and the step of the band that its seed drew. */
  readonly openEpoch: number;
  readonly openStep: number;
  readonly openPrice: string;
  readonly opensAt: number;
  readonly unlocksAt: number;
  readonly spec: InstrumentSpec;
}

/** So many subscriptions have their coins or money, and more are to come. */
export interface NewCoinSettling extends OfIssue {
  readonly settled: number;
}
/** All have: of a listed issue until the lock-up ends, of a failed one for good. */
export interface NewCoinSettled extends NewCoinSettling {
  readonly unlocksAt: number;
}
export type NewCoinRefunded = NewCoinSettling;

/** So many have their coins free, and more are to come. */
export interface NewCoinUnlocking extends OfIssue {
  readonly unlocked: number;
}
export type NewCoinUnlocked = NewCoinUnlocking;

/** Stream `newcoin-<issueId>`, realm real. */
export type NewCoinEvent =
  | RecordedEvent<'NewCoinProposed', NewCoinProposed>
  | RecordedEvent<'NewCoinApproved', NewCoinApproved>
  | RecordedEvent<'NewCoinRejected', NewCoinRejected>
  | RecordedEvent<'NewCoinCancelProposed', NewCoinCancelProposed>
  | RecordedEvent<'NewCoinFailed', NewCoinFailed>
  | RecordedEvent<'NewCoinCounted', NewCoinCounted>
  | RecordedEvent<'NewCoinUncounted', NewCoinUncounted>
  | RecordedEvent<'NewCoinListed', NewCoinListed>
  | RecordedEvent<'NewCoinSettling', NewCoinSettling>
  | RecordedEvent<'NewCoinSettled', NewCoinSettled>
  | RecordedEvent<'NewCoinRefunded', NewCoinRefunded>
  | RecordedEvent<'NewCoinUnlocking', NewCoinUnlocking>
  | RecordedEvent<'NewCoinUnlocked', NewCoinUnlocked>;
export type NewCoinFacts = FactsOf<NewCoinEvent>;

interface OfSubscription extends OfIssue {
  readonly userId: string;
  readonly ownerId: string;
  readonly subscriptionId: string;
  readonly coin: string;
}

/** The whole price of so many coins and the fee go on hold, and the request into its queue. */
export interface Subscribed extends OfSubscription {
  readonly requestId: string;
  readonly coins: number;
  readonly issuePrice: string;
  readonly margin: string;
  readonly fee: string;
  readonly feeRate: string;
  /** `subscription.rules`: what was agreed to. */
  readonly policy: AppliedPolicy;
  /** The article with the rules, as it was published at the tick; `null` where none was, and before it was kept. */
  readonly agreement: AgreedText | null;
  /** `risk.caps` of the person. */
  readonly cap: AppliedPolicy;
}
/** Staff let it pass to the allocation. */
export type SubscriptionChecked = OfSubscription;
export interface SubscriptionNotPassed extends OfSubscription {
  readonly reasons: readonly string[];
  readonly refunded: string;
}
/** So many coins for `cost` and `fee`, on hold until the lock-up ends; the rest came back. */
export interface SubscriptionPassed extends OfSubscription {
  readonly coins: number;
  readonly remainder: string;
  readonly tie: string;
  readonly cost: string;
  readonly fee: string;
  readonly refunded: string;
  readonly unlocksAt: number;
}
export interface SubscriptionSoldOut extends OfSubscription {
  readonly remainder: string;
  readonly tie: string;
  readonly refunded: string;
}
/** The issue failed. */
export interface SubscriptionRefunded extends OfSubscription {
  readonly cause: NewCoinFailure;
  readonly refunded: string;
}
export interface SubscriptionUnlocked extends OfSubscription {
  readonly coins: number;
}

/** Stream `subscription-<ownerId>`, realm real. */
export type SubscriptionEvent =
  | RecordedEvent<'Subscribed', Subscribed>
  | RecordedEvent<'SubscriptionChecked', SubscriptionChecked>
  | RecordedEvent<'SubscriptionNotPassed', SubscriptionNotPassed>
  | RecordedEvent<'SubscriptionPassed', SubscriptionPassed>
  | RecordedEvent<'SubscriptionSoldOut', SubscriptionSoldOut>
  | RecordedEvent<'SubscriptionRefunded', SubscriptionRefunded>
  | RecordedEvent<'SubscriptionUnlocked', SubscriptionUnlocked>;
export type SubscriptionFacts = FactsOf<SubscriptionEvent>;

export const subscriptionEvents = declareEventTypesWith(
  {
    issueId: 'stream newcoin',
    subscriptionId: 'none',
    requestId: 'stream review',
    proposedBy: 'staff',
    approvedBy: 'staff',
    rejectedBy: 'staff',
    cancelBy: 'staff',
    decidedBy: 'staff',
    calendar: 'none',
  },
  { type: 'NewCoinProposed', schema: 1, personal: [] },
  { type: 'NewCoinApproved', schema: 1, personal: [] },
  { type: 'NewCoinRejected', schema: 1, personal: [] },
  { type: 'NewCoinCancelProposed', schema: 1, personal: [] },
  { type: 'NewCoinFailed', schema: 1, personal: [] },
  { type: 'NewCoinCounted', schema: 1 },
  { type: 'NewCoinUncounted', schema: 1 },
  { type: 'NewCoinListed', schema: 1, personal: [] },
  { type: 'NewCoinSettling', schema: 1 },
  { type: 'NewCoinSettled', schema: 1 },
  { type: 'NewCoinRefunded', schema: 1 },
  { type: 'NewCoinUnlocking', schema: 1 },
  { type: 'NewCoinUnlocked', schema: 1 },
  {
    type: 'Subscribed',
    schema: 2,
    // The version of the article was not kept at first.
    upcasts: { 1: (data) => ({ agreement: null, ...(data as object) }) },
  },
  { type: 'SubscriptionChecked', schema: 1 },
  { type: 'SubscriptionNotPassed', schema: 1 },
  { type: 'SubscriptionPassed', schema: 1 },
  { type: 'SubscriptionSoldOut', schema: 1 },
  { type: 'SubscriptionRefunded', schema: 1 },
  { type: 'SubscriptionUnlocked', schema: 1 },
);
