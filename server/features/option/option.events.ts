import type {
  OptionChances,
  OptionDelivery,
  OptionDirection,
  OptionResult,
  ReturnReason,
} from '../../../contracts/option.contract.js';
import type { FactsOf, RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface Owned {
  readonly userId: string;
  readonly ownerId: string;
}

interface OfOption extends Owned {
  readonly optionId: string;
  readonly symbol: string;
}

/** The person read and confirmed the warning of first use. */
export type OptionWarningConfirmed = Owned;

/**
 * A bet on a rise or a fall. Beats are quarter seconds since 1970: it enters at `entryBeat`, whose delay after `placedBeat` the epoch's
 * seed fixes, and settles at the average of the `beats` prices that end with `lastBeat`. The postings hold stake and highest payout.
 */
export interface OptionBought extends OfOption {
  readonly direction: OptionDirection;
  readonly delivery: OptionDelivery;
  readonly stake: string;
  readonly payoutRate: string;
  /** On top of the stake, where it wins. */
  readonly wins: string;
  /** What it costs on average by the chances. */
  readonly cost: string;
  readonly chances: OptionChances;
  /** The instant that chances and payout were computed for. */
  readonly offeredAt: number;
  /** Expected of the logarithm of average over entry: its variance. */
  readonly variance: string;
  readonly instrumentVersion: number;
  readonly placedBeat: number;
  readonly entryBeat: number;
  readonly lastBeat: number;
  readonly beats: number;
  /** `option.rules`: edge, bounds and limits that it was sold by. */
  readonly policy: AppliedPolicy;
  /** `risk.caps` of a real account; `null` of a demo account, which has no cap. */
  readonly cap: AppliedPolicy | null;
}

/** The index at `entryBeat` in ten-thousandths of a tick, and in the quote asset. */
export interface OptionEntered extends OfOption {
  readonly entryBeat: number;
  readonly lastBeat: number;
  readonly steps: string;
  readonly price: string;
}

/** `sumSteps` over `beats` against the entry's steps says the result; `price` is the average as it is shown. */
export interface OptionSettled extends OfOption {
  readonly direction: OptionDirection;
  readonly delivery: OptionDelivery;
  readonly result: Exclude<OptionResult, 'returned'>;
  readonly entrySteps: string;
  readonly sumSteps: string;
  readonly lastBeat: number;
  readonly beats: number;
  readonly price: string;
  readonly stake: string;
  /** What came back: stake and winnings. */
  readonly returned: string;
  readonly policy: AppliedPolicy;
}

/** Trading did not go on until the end, so the stake came back. */
export interface OptionReturned extends OfOption {
  readonly direction: OptionDirection;
  readonly delivery: OptionDelivery;
  readonly reason: ReturnReason;
  readonly stake: string;
  readonly policy: AppliedPolicy;
}

/** A lower limit is in force at once; `null` where there is none. */
export interface OptionLossLimitSet extends Owned {
  readonly limit: string | null;
}

/** A higher one, or none, is in force from `from` on. */
export interface OptionLossLimitLoosening extends OptionLossLimitSet {
  readonly from: number;
}

export type OptionLossLimitLoosened = OptionLossLimitSet;

/** Nothing is bought before `until`; `null` where nothing is paused. */
export interface OptionPauseSet extends Owned {
  readonly until: number | null;
}

export interface OptionPauseShortening extends OptionPauseSet {
  readonly from: number;
}

export type OptionPauseShortened = OptionPauseSet;

/** Stream `option-<ownerId>`, realms demo and real. */
export type OptionEvent =
  | RecordedEvent<'OptionWarningConfirmed', OptionWarningConfirmed>
  | RecordedEvent<'OptionBought', OptionBought>
  | RecordedEvent<'OptionEntered', OptionEntered>
  | RecordedEvent<'OptionSettled', OptionSettled>
  | RecordedEvent<'OptionReturned', OptionReturned>
  | RecordedEvent<'OptionLossLimitSet', OptionLossLimitSet>
  | RecordedEvent<'OptionLossLimitLoosening', OptionLossLimitLoosening>
  | RecordedEvent<'OptionLossLimitLoosened', OptionLossLimitLoosened>
  | RecordedEvent<'OptionPauseSet', OptionPauseSet>
  | RecordedEvent<'OptionPauseShortening', OptionPauseShortening>
  | RecordedEvent<'OptionPauseShortened', OptionPauseShortened>;
export type OptionFacts = FactsOf<OptionEvent>;

/** What the published policy gives to the options of a realm; `total` with all before. */
export interface OptionHouseGranted {
  readonly granted: string;
  readonly total: string;
  readonly policy: AppliedPolicy;
}

/** What one option adds to a symbol's minute of settlement, in minutes since 1970. */
export interface OptionCovered {
  readonly optionId: string;
  readonly symbol: string;
  readonly direction: OptionDirection;
  readonly minute: number;
  readonly stake: string;
  readonly wins: string;
}

/** It is over: `returned` went to the account, `expected` is what was to go there by the published chances. */
export interface OptionCoverEnded extends OptionCovered {
  readonly returned: string;
  readonly expected: string;
}

/** Stream `optionhouse-<realm>`. */
export type OptionHouseEvent =
  | RecordedEvent<'OptionHouseGranted', OptionHouseGranted>
  | RecordedEvent<'OptionCovered', OptionCovered>
  | RecordedEvent<'OptionCoverEnded', OptionCoverEnded>;
export type OptionHouseFacts = FactsOf<OptionHouseEvent>;

export const optionEvents = declareEventTypesWith(
  { optionId: 'none' },
  { type: 'OptionWarningConfirmed', schema: 1 },
  { type: 'OptionBought', schema: 1 },
  { type: 'OptionEntered', schema: 1 },
  { type: 'OptionSettled', schema: 1 },
  { type: 'OptionReturned', schema: 1 },
  { type: 'OptionLossLimitSet', schema: 1 },
  { type: 'OptionLossLimitLoosening', schema: 1 },
  { type: 'OptionLossLimitLoosened', schema: 1 },
  { type: 'OptionPauseSet', schema: 1 },
  { type: 'OptionPauseShortening', schema: 1 },
  { type: 'OptionPauseShortened', schema: 1 },
  { type: 'OptionHouseGranted', schema: 1 },
  { type: 'OptionCovered', schema: 1 },
  { type: 'OptionCoverEnded', schema: 1 },
);
