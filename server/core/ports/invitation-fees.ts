import type { Refusal } from '../refusal.js';

/** What an inviter is due for a UTC date, before shares: by level, from 1. A level whose people paid nothing is left out. */
export interface DueReward {
  readonly userId: string;
  readonly ownerId: string;
  readonly requestId: string;
  readonly levels: readonly LevelFees[];
  /** What the inviter shares with people below, or these with each other. */
  readonly matches: readonly SharedMark[];
}

export interface LevelFees {
  readonly level: number;
  readonly people: number;
  /** In USDT. */
  readonly fees: string;
}

/** People with the same document, device or payee. */
export interface SharedMark {
  readonly kind: string;
  readonly memberIds: readonly string[];
}

/** The shares of a UTC date. */
export interface InvitationShares {
  readonly policy: {
    readonly name: 'invitation.rewards';
    readonly version: number;
    readonly values: Readonly<Record<'level1' | 'level2' | 'level3' | 'level4', string>>;
  };
  /** What the fee tables left for all levels together. */
  readonly most: string;
}

export interface FeesSoFar extends InvitationShares {
  readonly levels: readonly LevelFees[];
}

/** All that a UTC date makes due, by the rules that were in force when it ended. */
export interface DueDate extends InvitationShares {
  readonly rewards: readonly DueReward[];
  /** Invited people who paid fees, and what these sum to in USDT. */
  readonly people: number;
  readonly fees: string;
}

/** The trading fees of invited people; the invitation feature provides it. */
export abstract class InvitationFees {
  /** Of a UTC date that is over. @throws Refused `request.unavailable` while read models are behind */
  abstract due(date: string): Promise<DueDate>;
  /** What an inviter's people paid so far on a UTC date that goes on, by the rules of now. */
  abstract soFar(userId: string, date: string): Promise<FeesSoFar | Refusal>;
}
