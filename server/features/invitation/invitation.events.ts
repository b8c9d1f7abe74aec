import type { FactsOf, RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { SharedMark } from '../../core/ports/invitation-fees.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** The first invited person registered: rewards are reckoned from this UTC date on. */
export interface InvitationRewardsBegun {
  readonly date: string;
}

/** A UTC date is over, so its fees no longer change. */
export interface InvitationDateClosed {
  readonly date: string;
  readonly nextDate: string;
}

/** Every reward of the date is paid or held. `people` paid `fees`; `inviters` were due something. */
export interface InvitationDatePaid {
  readonly date: string;
  readonly inviters: number;
  readonly people: number;
  readonly fees: string;
}

/** Stream `invitationhouse-real`. */
export type InvitationHouseEvent =
  | RecordedEvent<'InvitationRewardsBegun', InvitationRewardsBegun>
  | RecordedEvent<'InvitationDateClosed', InvitationDateClosed>
  | RecordedEvent<'InvitationDatePaid', InvitationDatePaid>;
export type InvitationHouseFacts = FactsOf<InvitationHouseEvent>;

/** Amounts in USDT; `share` of `fees` is `reward`, rounded down. */
export interface LevelReward {
  readonly level: number;
  readonly people: number;
  readonly fees: string;
  readonly share: string;
  readonly reward: string;
}

interface OfDate {
  readonly userId: string;
  readonly ownerId: string;
  readonly date: string;
  readonly levels: readonly LevelReward[];
  /** Of all levels. */
  readonly reward: string;
}

/** An inviter's reward for a UTC date went from `house/fees` to the spot account. */
export interface InvitationRewardPaid extends OfDate {
  readonly policy: AppliedPolicy;
}

/** The inviter shares something with people below, so staff review the reward before it is paid. */
export interface InvitationRewardHeld extends OfDate {
  readonly requestId: string;
  readonly matches: readonly SharedMark[];
  readonly policy: AppliedPolicy;
}

/** Staff approved it: it is paid, and these matches hold no reward again. */
export interface InvitationRewardReleased extends OfDate {
  readonly requestId: string;
}

/** Staff rejected it: it stays with the fees. */
export interface InvitationRewardRejected extends OfDate {
  readonly requestId: string;
  readonly reasons: readonly string[];
}

/** Stream `invitation-<ownerId>`, realm real. */
export type InvitationEvent =
  | RecordedEvent<'InvitationRewardPaid', InvitationRewardPaid>
  | RecordedEvent<'InvitationRewardHeld', InvitationRewardHeld>
  | RecordedEvent<'InvitationRewardReleased', InvitationRewardReleased>
  | RecordedEvent<'InvitationRewardRejected', InvitationRewardRejected>;
export type InvitationFacts = FactsOf<InvitationEvent>;

export const invitationEvents = declareEventTypesWith(
  { requestId: 'stream review', memberIds: 'person' },
  { type: 'InvitationRewardsBegun', schema: 1 },
  { type: 'InvitationDateClosed', schema: 1 },
  { type: 'InvitationDatePaid', schema: 1 },
  { type: 'InvitationRewardPaid', schema: 1 },
  { type: 'InvitationRewardHeld', schema: 1 },
  { type: 'InvitationRewardReleased', schema: 1 },
  { type: 'InvitationRewardRejected', schema: 1 },
);
