import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Language } from '../../../shared/language.js';
import type { ReviewQueue, StaffRole, StaffSetup } from '../../../contracts/staff.contract.js';
import type { Refusal } from '../../core/refusal.js';

/** A logged-in user, as every call sees them. */
export interface Session {
  /** Not the token: safe in logs and in idempotency keys. */
  readonly id: string;
  readonly realm: TradingRealm;
  readonly userId: string;
  /** Whose ledger accounts the session acts on: `<userId>.<generation>`. */
  readonly ownerId: string;
  /** The language that the account was opened in, for messages without a request. */
  readonly lang: Language;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
  /** Why the account may only be read (frozen, or a demo account whose life is over); `whenBarred` calls go on. */
  readonly barred: Refusal | undefined;
}

export interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  /** The queues that a reviewer works in. */
  readonly queues: readonly ReviewQueue[];
  /** What has to be done before the session opens anything else. */
  readonly setup: StaffSetup | null;
  readonly expiresAt: number;
}

/** Turns a token into its session, or into the refusal. Answers at once from the cache. */
export abstract class SessionSource<Found> {
  abstract find(token: string): Found | Refusal | Promise<Found | Refusal>;
  /** Calls the listener when a session is ended before its time; answers how to stop it. */
  onEnd?(listener: (sessionId: string, refusal: Refusal) => void): () => void;
}

export abstract class UserSessions extends SessionSource<Session> {}

export abstract class StaffSessionSource extends SessionSource<StaffSession> {}
