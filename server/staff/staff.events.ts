import { declareEventTypes } from '../event-store/event-types.js';

/** What staff did, realm `house`, stream `staff-<staffId>`. */
export interface StaffSignedIn {
  readonly staffId: string;
  readonly sessionId: string;
}

/** Too many wrong passwords; until then nobody gets in under this name. */
export interface StaffLockedOut {
  readonly staffId: string;
  readonly until: number;
}

/** Somebody of the staff opened the page of a user. Once a session and user. */
export interface StaffReadUser {
  readonly staffId: string;
  readonly sessionId: string;
  readonly userId: string;
}

export interface StaffFacts {
  StaffSignedIn: StaffSignedIn;
  StaffLockedOut: StaffLockedOut;
  StaffReadUser: StaffReadUser;
}

declareEventTypes(
  { type: 'StaffSignedIn', schema: 1 },
  { type: 'StaffLockedOut', schema: 1 },
  { type: 'StaffReadUser', schema: 1 },
);
