import type { LookupKey } from '../../../contracts/staff-lists.contract.js';
import type { ReviewQueue, StaffRole } from '../../../contracts/staff.contract.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** What staff did, realm `house`, stream `staff-<staffId>`. */
interface StaffSignedIn {
  readonly staffId: string;
  readonly sessionId: string;
}

/** Too many wrong passwords; log-ins under this name are locked until then. */
interface StaffLockedOut {
  readonly staffId: string;
  readonly until: number;
}

/** A member of staff opened the page of a user. Once a session and user. */
interface StaffReadUser {
  readonly staffId: string;
  readonly sessionId: string;
  readonly userId: string;
}

/** A reviewer opened the contents of a claimed request. Once a session and request. */
interface StaffReadReview {
  readonly staffId: string;
  readonly sessionId: string;
  readonly requestId: string;
  readonly userId: string;
}

/** A reviewer opened a private image. Recorded before its first byte leaves, each time. */
interface StaffViewedImage {
  readonly staffId: string;
  readonly sessionId: string;
  readonly imageId: string;
  readonly requestId: string;
  readonly userId: string;
}

/** A member of staff looked a person up by personal data; the search text itself is not stored. */
interface StaffLookedUp {
  readonly staffId: string;
  readonly sessionId: string;
  readonly by: LookupKey;
  /** The persons found; empty without a hit. */
  readonly userIds: readonly string[];
}

/** A member of staff opened the text of an outgoing message. Once a session and message. */
interface StaffReadMessage {
  readonly staffId: string;
  readonly sessionId: string;
  readonly messageId: number;
}

/** An administrator made an account. `by` is the administrator's own id, here and below; empty for the accounts of the first start. */
interface StaffCreated {
  readonly staffId: string;
  readonly by: string;
  readonly name: string;
  readonly role: StaffRole;
  /** `storedDigest` of what is stored of the password, here and below. */
  readonly passwordDigest: string;
}

interface StaffRoleChanged {
  readonly staffId: string;
  readonly by: string;
  readonly from: StaffRole;
  readonly to: StaffRole;
}

/** Log-ins are refused until the account is enabled again; its sessions are over. */
interface StaffDisabled {
  readonly staffId: string;
  readonly by: string;
}

interface StaffEnabled {
  readonly staffId: string;
  readonly by: string;
}

interface StaffSessionsEnded {
  readonly staffId: string;
  readonly by: string;
  readonly sessions: number;
}

/** A new password was made and shown once; the sessions under the old one are over. */
interface StaffPasswordReset {
  readonly staffId: string;
  readonly by: string;
  readonly passwordDigest: string;
}

/** The member chose an own password. */
interface StaffPasswordChanged {
  readonly staffId: string;
  readonly by: string;
  readonly passwordDigest: string;
}

/** From now on every log-in needs a code of this authenticator. */
interface StaffFactorBound {
  readonly staffId: string;
  readonly by: string;
  /** `storedDigest` of the sealed secret, and of the stored recovery codes, here and below. */
  readonly factorDigest: string;
  readonly recoveryDigest: string;
}

/** An administrator took an authenticator away, because it is lost; the next log-in binds another. */
interface StaffFactorReset {
  readonly staffId: string;
  readonly by: string;
}

/** New recovery codes; the old ones are worth nothing. */
interface StaffRecoveryRenewed {
  readonly staffId: string;
  readonly by: string;
  readonly recoveryDigest: string;
}

interface StaffRecoveryUsed {
  readonly staffId: string;
  readonly left: number;
  readonly recoveryDigest: string;
}

/** The queues of requests that a reviewer works in. */
interface StaffQueuesChanged {
  readonly staffId: string;
  readonly by: string;
  readonly from: readonly ReviewQueue[];
  readonly to: readonly ReviewQueue[];
}

/** The member's own user accounts, whose requests they never review. */
interface StaffOwnUsersChanged {
  readonly staffId: string;
  readonly by: string;
  readonly userIds: readonly string[];
}

export interface StaffFacts {
  StaffSignedIn: StaffSignedIn;
  StaffLockedOut: StaffLockedOut;
  StaffReadUser: StaffReadUser;
  StaffReadReview: StaffReadReview;
  StaffViewedImage: StaffViewedImage;
  StaffReadMessage: StaffReadMessage;
  StaffLookedUp: StaffLookedUp;
  StaffCreated: StaffCreated;
  StaffRoleChanged: StaffRoleChanged;
  StaffDisabled: StaffDisabled;
  StaffEnabled: StaffEnabled;
  StaffSessionsEnded: StaffSessionsEnded;
  StaffPasswordReset: StaffPasswordReset;
  StaffPasswordChanged: StaffPasswordChanged;
  StaffFactorBound: StaffFactorBound;
  StaffFactorReset: StaffFactorReset;
  StaffRecoveryRenewed: StaffRecoveryRenewed;
  StaffRecoveryUsed: StaffRecoveryUsed;
  StaffQueuesChanged: StaffQueuesChanged;
  StaffOwnUsersChanged: StaffOwnUsersChanged;
}

export const staffEvents = declareEventTypesWith(
  { by: 'staff', userIds: 'person', requestId: 'stream review', imageId: 'none', sessionId: 'none' },
  { type: 'StaffSignedIn', schema: 1 },
  { type: 'StaffLockedOut', schema: 1 },
  { type: 'StaffReadUser', schema: 1 },
  { type: 'StaffReadReview', schema: 1 },
  { type: 'StaffViewedImage', schema: 1 },
  { type: 'StaffReadMessage', schema: 1 },
  { type: 'StaffLookedUp', schema: 1 },
  { type: 'StaffCreated', schema: 1, personal: [] },
  { type: 'StaffRoleChanged', schema: 1 },
  { type: 'StaffDisabled', schema: 1 },
  { type: 'StaffEnabled', schema: 1 },
  { type: 'StaffSessionsEnded', schema: 1 },
  { type: 'StaffPasswordReset', schema: 1 },
  { type: 'StaffPasswordChanged', schema: 1 },
  { type: 'StaffFactorBound', schema: 1 },
  { type: 'StaffFactorReset', schema: 1 },
  { type: 'StaffRecoveryRenewed', schema: 1 },
  { type: 'StaffRecoveryUsed', schema: 1 },
  { type: 'StaffQueuesChanged', schema: 1 },
  { type: 'StaffOwnUsersChanged', schema: 1 },
);
