import type { CustodyProductId } from '../../../contracts/custody.contract.js';
import type { CustodyPenalty } from '../../../shared/custody.js';
import type { FactsOf, RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { AgreedText } from '../../core/ports/agreements.js';
import type { AssetsOfDate } from '../../core/ports/past-assets.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface Owned {
  readonly userId: string;
  readonly ownerId: string;
}

interface OfOrder extends Owned {
  readonly orderId: string;
  readonly productId: CustodyProductId;
}

/**
 * USDT goes into custody: `principal` on hold, and `highest`, the highest interest that it can bring, in the treasury. It earns the
 * daily rate of each UTC date from `firstDate` to `lastDate`, and is over when the last of them is revealed, at `maturesAt`.
 */
export interface CustodyBought extends OfOrder {
  readonly principal: string;
  readonly highest: string;
  readonly cycleDays: number;
  readonly firstDate: string;
  readonly lastDate: string;
  readonly maturesAt: number;
  readonly rateMin: string;
  readonly rateMax: string;
  readonly penalty: CustodyPenalty;
  readonly penaltyRate: string;
  /** The owner had advanced verification, which doubles the maximum. */
  readonly advanced: boolean;
  /** `custody.rules`: what was agreed to, and the limits that it was sold by. */
  readonly policy: AppliedPolicy;
  /** The article with the rules, as it was published at the tick; `null` where none was, and before it was kept. */
  readonly agreement: AgreedText | null;
  /** `risk.caps` of the person. */
  readonly cap: AppliedPolicy;
  /** What a VIP product was sold by: the class, and net assets of each date with their average; `null` of other products. */
  readonly vip: {
    readonly class: string;
    readonly days: readonly AssetsOfDate[];
    readonly average: string;
  } | null;
}

/** The owner asks to have it back early. `penalty` is reckoned at this moment, for `notBegun` dates. */
export interface CustodyRedemptionRequested extends OfOrder {
  readonly requestId: string;
  readonly principal: string;
  readonly notBegun: number;
  readonly penalty: string;
}

interface OfRequest extends OfOrder {
  readonly requestId: string;
}

/** The owner took the request back. */
export type CustodyContinued = OfRequest;

export interface CustodyRedemptionRejected extends OfRequest {
  readonly reasons: readonly string[];
}

/** Principal less penalty and the interest of `rates` came back: those that were revealed at the decision. */
export interface CustodyRedeemed extends OfRequest {
  readonly principal: string;
  readonly highest: string;
  readonly rates: readonly string[];
  readonly interest: string;
  readonly penalty: string;
  readonly returned: string;
}

/** All dates are revealed: principal and interest came back. */
export interface CustodyCompleted extends OfOrder {
  readonly principal: string;
  readonly highest: string;
  readonly rates: readonly string[];
  readonly interest: string;
  readonly returned: string;
}

/** A lower limit of a month is in force at once; `null` where there is none. */
export interface CustodyLossLimitSet extends Owned {
  readonly limit: string | null;
}
/** A higher one, or none, is in force from `from` on. */
export interface CustodyLossLimitLoosening extends CustodyLossLimitSet {
  readonly from: number;
}
export type CustodyLossLimitLoosened = CustodyLossLimitSet;

/** Nothing is bought before `until`; `null` where nothing is paused. */
export interface CustodyPauseSet extends Owned {
  readonly until: number | null;
}
export interface CustodyPauseShortening extends CustodyPauseSet {
  readonly from: number;
}
export type CustodyPauseShortened = CustodyPauseSet;

/** Stream `custody-<ownerId>`, realm real. */
export type CustodyEvent =
  | RecordedEvent<'CustodyBought', CustodyBought>
  | RecordedEvent<'CustodyRedemptionRequested', CustodyRedemptionRequested>
  | RecordedEvent<'CustodyContinued', CustodyContinued>
  | RecordedEvent<'CustodyRedemptionRejected', CustodyRedemptionRejected>
  | RecordedEvent<'CustodyRedeemed', CustodyRedeemed>
  | RecordedEvent<'CustodyCompleted', CustodyCompleted>
  | RecordedEvent<'CustodyLossLimitSet', CustodyLossLimitSet>
  | RecordedEvent<'CustodyLossLimitLoosening', CustodyLossLimitLoosening>
  | RecordedEvent<'CustodyLossLimitLoosened', CustodyLossLimitLoosened>
  | RecordedEvent<'CustodyPauseSet', CustodyPauseSet>
  | RecordedEvent<'CustodyPauseShortening', CustodyPauseShortening>
  | RecordedEvent<'CustodyPauseShortened', CustodyPauseShortened>;
export type CustodyFacts = FactsOf<CustodyEvent>;

/** What the published policy gives to the treasury; `total` with all before. */
export interface CustodyTreasuryGranted {
  readonly granted: string;
  readonly total: string;
  readonly policy: AppliedPolicy;
}

/** The first order there is: rates are revealed from its first date on. */
export interface CustodyRatesBegun {
  readonly date: string;
  readonly revealsAt: number;
}

export interface CustodyCovered {
  readonly orderId: string;
  readonly productId: CustodyProductId;
  readonly principal: string;
  readonly highest: string;
  readonly rateMin: string;
  readonly rateMax: string;
}

export interface CustodyCoverEnded {
  readonly orderId: string;
  readonly principal: string;
  readonly highest: string;
  readonly interest: string;
  readonly penalty: string;
}

/** The daily rates of a UTC date, drawn from the effective seed of `epoch`: one for each product and band that orders were sold with. */
export interface CustodyRateRevealed {
  readonly date: string;
  readonly epoch: number;
  readonly rates: readonly {
    readonly productId: CustodyProductId;
    readonly rateMin: string;
    readonly rateMax: string;
    readonly rate: string;
  }[];
  readonly nextDate: string;
  readonly nextRevealsAt: number;
}

/** Stream `custodyhouse-real`. */
export type CustodyHouseEvent =
  | RecordedEvent<'CustodyTreasuryGranted', CustodyTreasuryGranted>
  | RecordedEvent<'CustodyRatesBegun', CustodyRatesBegun>
  | RecordedEvent<'CustodyCovered', CustodyCovered>
  | RecordedEvent<'CustodyCoverEnded', CustodyCoverEnded>
  | RecordedEvent<'CustodyRateRevealed', CustodyRateRevealed>;
export type CustodyHouseFacts = FactsOf<CustodyHouseEvent>;

export const custodyEvents = declareEventTypesWith(
  { orderId: 'none', productId: 'none', requestId: 'stream review' },
  {
    type: 'CustodyBought',
    schema: 3,
    // VIP products came later; their first orders were stored under the old number. The version of the article was not kept at first.
    upcasts: {
      1: (data) => ({ vip: null, ...(data as object) }),
      2: (data) => ({ agreement: null, ...(data as object) }),
    },
  },
  { type: 'CustodyRedemptionRequested', schema: 1 },
  { type: 'CustodyContinued', schema: 1 },
  { type: 'CustodyRedemptionRejected', schema: 1 },
  { type: 'CustodyRedeemed', schema: 1 },
  { type: 'CustodyCompleted', schema: 1 },
  { type: 'CustodyLossLimitSet', schema: 1 },
  { type: 'CustodyLossLimitLoosening', schema: 1 },
  { type: 'CustodyLossLimitLoosened', schema: 1 },
  { type: 'CustodyPauseSet', schema: 1 },
  { type: 'CustodyPauseShortening', schema: 1 },
  { type: 'CustodyPauseShortened', schema: 1 },
  { type: 'CustodyTreasuryGranted', schema: 1 },
  { type: 'CustodyRatesBegun', schema: 1 },
  { type: 'CustodyCovered', schema: 1 },
  { type: 'CustodyCoverEnded', schema: 1 },
  { type: 'CustodyRateRevealed', schema: 1 },
);
