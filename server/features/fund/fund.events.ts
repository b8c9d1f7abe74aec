import type { FundSide } from '../../../contracts/fund.contract.js';
import type { FairReason, FundLevel } from '../../../shared/fund.js';
import type { FundPeriod, PlanSkip } from '../../../shared/fund-plan.js';
import type { Instant } from '../../core/clock.js';
import type { FactsOf, RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { AgreedText } from '../../core/ports/agreements.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface OfRequest {
  readonly userId: string;
  readonly ownerId: string;
  readonly requestId: string;
  readonly level: FundLevel;
  /** The date whose net asset value it gets. */
  readonly date: string;
}

interface Requested extends OfRequest {
  /** The first close that this value is made of. */
  readonly firstCloseAt: Instant;
  readonly strikesAt: Instant;
}

/** `amount` USDT on hold for units. */
export interface FundPurchaseRequested extends Requested {
  readonly amount: string;
  /** `fund.rules`, as agreed to. */
  readonly policy: AppliedPolicy;
  /** The article with the rules, as it was published at the tick; `null` where none was, and before it was kept. */
  readonly agreement: AgreedText | null;
  /** `risk.caps` of the person. */
  readonly cap: AppliedPolicy;
}

/** What every purchase says, whoever orders it. */
export type FundPurchasePlaced = Omit<FundPurchaseRequested, 'agreement'>;

/** The same, by a plan: its owner ticked the rules when it was set. */
export interface FundPlanPurchaseRequested extends FundPurchasePlaced {
  readonly planId: string;
}

export interface FundRedemptionRequested extends Requested {
  readonly units: string;
}

/** `units` for `amount` at `nav`; what is rounded off stays in the fund. */
export interface FundUnitsIssued extends OfRequest {
  readonly amount: string;
  readonly nav: string;
  readonly units: string;
}

/** `paid` for `units` at `nav`; `cost` is what they had cost. */
export interface FundUnitsRedeemed extends OfRequest {
  readonly units: string;
  readonly nav: string;
  readonly paid: string;
  readonly cost: string;
}

/** `amount` is of a purchase and released, `units` are of a redemption. */
export interface FundRequestCancelled extends OfRequest {
  readonly side: FundSide;
  readonly amount: string | null;
  readonly units: string | null;
}

/** It got no net asset value: a holding had no official close of five days, or none after the request. */
export type FundRequestFailed = FundRequestCancelled;

interface OfPlan {
  readonly userId: string;
  readonly ownerId: string;
  readonly planId: string;
  readonly level: FundLevel;
  readonly amount: string;
}

/** A recurring purchase: `day` is 1 to 5 for Monday to Friday, or a day of the month. */
export interface FundPlanSet extends OfPlan {
  readonly period: FundPeriod;
  readonly day: number;
  readonly nextDate: string;
  /** `fund.rules`, as agreed to. A purchase under a later version is left out. */
  readonly policy: AppliedPolicy;
  /** The article with the rules, as it was published at the tick; `null` where none was, and before it was kept. */
  readonly agreement: AgreedText | null;
}

/** The purchase of `date` was ordered. */
export interface FundPlanBought extends OfPlan {
  readonly requestId: string;
  readonly date: string;
  readonly nextDate: string;
}

/** The purchase of `date` was left out, the `skips`th in a row; `nextDate` is `null` where the plan ends with it. */
export interface FundPlanSkipped extends OfPlan {
  readonly date: string;
  readonly reason: PlanSkip;
  readonly skips: number;
  readonly nextDate: string | null;
}

/** By its owner, after too many purchases left out, or because the rules that were agreed to changed. */
export interface FundPlanEnded extends OfPlan {
  readonly cause: 'owner' | 'skips' | 'terms';
}

/** Stream `fund-<ownerId>`, realm real. */
export type FundEvent =
  | RecordedEvent<'FundPurchaseRequested', FundPurchaseRequested>
  | RecordedEvent<'FundPlanPurchaseRequested', FundPlanPurchaseRequested>
  | RecordedEvent<'FundPlanSet', FundPlanSet>
  | RecordedEvent<'FundPlanBought', FundPlanBought>
  | RecordedEvent<'FundPlanSkipped', FundPlanSkipped>
  | RecordedEvent<'FundPlanEnded', FundPlanEnded>
  | RecordedEvent<'FundRedemptionRequested', FundRedemptionRequested>
  | RecordedEvent<'FundUnitsIssued', FundUnitsIssued>
  | RecordedEvent<'FundUnitsRedeemed', FundUnitsRedeemed>
  | RecordedEvent<'FundRequestCancelled', FundRequestCancelled>
  | RecordedEvent<'FundRequestFailed', FundRequestFailed>;
export type FundFacts = FactsOf<FundEvent>;

interface OfFund {
  readonly level: FundLevel;
}

/** The first request there is: a net asset value is struck for each date from `date` on. */
export interface FundOpened extends OfFund {
  readonly date: string;
  readonly strikesAt: Instant;
}

/** A request waits for the value of `date`: USDT of a purchase, units of a redemption. */
export interface FundFlowPlaced extends OfFund {
  readonly requestId: string;
  readonly date: string;
  readonly side: FundSide;
  readonly quantity: string;
}

/** `cash` and `units` are what the fund got, below zero of what it paid and took back; both 0 where nothing was settled. */
export interface FundFlowEnded extends FundFlowPlaced {
  readonly cash: string;
  readonly units: string;
}

export interface FundClose {
  readonly asset: string;
  readonly quantity: string;
  /** The official close in USDT, and when it was; of a fair value 22:00 of the date. */
  readonly price: string;
  readonly closeAt: Instant;
  readonly epoch: number;
  /** Only where the price is a fair value, and never of events from before there were any: who said so is in `fund.fair-values` of this version. */
  readonly fair?: { readonly version: number; readonly reason: FairReason };
}

/** What a corporate action changed of a holding: USDT that came in, and the change of the quantity. */
export interface FundAction {
  readonly asset: string;
  readonly kind: 'dividend' | 'split' | 'delisting';
  readonly dueAt: Instant;
  readonly cash: string;
  readonly quantity: string;
}

/** Bought, or sold where below zero, at the close. */
export interface FundTrade {
  readonly asset: string;
  readonly quantity: string;
  readonly price: string;
  readonly closeAt: Instant;
}

/** `nav` = (`gross` - `fee`) / `units`; `gross` = all closes and `cash`. With a fair value among the closes nothing is traded, and no request gets it. */
export interface FundStruck extends OfFund {
  readonly date: string;
  readonly strikesAt: Instant;
  readonly actions: readonly FundAction[];
  readonly closes: readonly FundClose[];
  readonly cash: string;
  readonly gross: string;
  readonly fee: string;
  readonly units: string;
  readonly nav: string;
  /** What waits for this value: USDT and units. */
  readonly purchases: string;
  readonly redemptions: string;
  readonly trades: readonly FundTrade[];
  /** The seed drew this date, and whether the fund was rebalanced on it. */
  readonly drawn: boolean;
  readonly rebalanced: boolean;
  readonly policy: AppliedPolicy;
  readonly nextDate: string;
  readonly nextStrikesAt: Instant;
}

/** These holdings have no close of the last five days, and no fair value. */
export interface FundStrikeMissed extends OfFund {
  readonly date: string;
  readonly strikesAt: Instant;
  readonly assets: readonly string[];
  readonly nextDate: string;
  readonly nextStrikesAt: Instant;
}

/** Stream `fundhouse-<level>`, realm real. */
export type FundHouseEvent =
  | RecordedEvent<'FundOpened', FundOpened>
  | RecordedEvent<'FundFlowPlaced', FundFlowPlaced>
  | RecordedEvent<'FundFlowEnded', FundFlowEnded>
  | RecordedEvent<'FundStruck', FundStruck>
  | RecordedEvent<'FundStrikeMissed', FundStrikeMissed>;
export type FundHouseFacts = FactsOf<FundHouseEvent>;

export const fundEvents = declareEventTypesWith(
  { requestId: 'none', planId: 'none' },
  {
    type: 'FundPurchaseRequested',
    schema: 2,
    // The version of the article was not kept at first.
    upcasts: { 1: (data) => ({ agreement: null, ...(data as object) }) },
  },
  { type: 'FundRedemptionRequested', schema: 1 },
  { type: 'FundUnitsIssued', schema: 1 },
  { type: 'FundUnitsRedeemed', schema: 1 },
  { type: 'FundRequestCancelled', schema: 1 },
  { type: 'FundRequestFailed', schema: 1 },
  { type: 'FundPlanPurchaseRequested', schema: 1 },
  {
    type: 'FundPlanSet',
    schema: 2,
    // The version of the article was not kept at first.
    upcasts: { 1: (data) => ({ agreement: null, ...(data as object) }) },
  },
  { type: 'FundPlanBought', schema: 1 },
  { type: 'FundPlanSkipped', schema: 1 },
  { type: 'FundPlanEnded', schema: 1 },
  { type: 'FundOpened', schema: 1 },
  { type: 'FundFlowPlaced', schema: 1 },
  { type: 'FundFlowEnded', schema: 1 },
  { type: 'FundStruck', schema: 1 },
  { type: 'FundStrikeMissed', schema: 1 },
);
