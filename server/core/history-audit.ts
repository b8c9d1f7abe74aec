import type { RecordedEvent } from './event.js';
import type { PolicyValues } from './policy.js';

/** A version of a policy, and when it came into force. */
export interface PolicyVersionAt {
  readonly version: number;
  readonly publishedAt: number;
  readonly values: PolicyValues;
}

/** What the house's history says: every version of the policies, oldest first, and what it says of instruments. */
export interface PublishedTerms {
  readonly policies: ReadonlyMap<string, readonly PolicyVersionAt[]>;
  /** The class of each instrument by its symbol. */
  readonly classes: ReadonlyMap<string, string>;
  /** Since when an instrument has had each asset, as what it trades or what it is priced in. */
  readonly assetsSince: ReadonlyMap<string, number>;
}

/** A noun's events that follow from those before them, for the audit to reckon again. */
export interface HistoryAudit {
  readonly check: 'contracts' | 'custody' | 'funds' | 'loans' | 'rewards' | 'new-coins' | 'invitations';
  /** Takes the events of one realm in order, and says of each what is not as it must be, and at which position. */
  begin(published: PublishedTerms, find: (position: number, what: string) => void): RunningAudit;
}

interface RunningAudit {
  take(event: RecordedEvent): void;
  finish(): void;
}
