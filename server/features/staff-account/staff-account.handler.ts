import type { ReviewQueue, StaffRole } from '../../../contracts/staff.contract.js';
import { handle } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import type { RecordedEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { RecordStaff } from './staff-account.commands.js';
import type { StaffFacts } from './staff-account.events.js';

/** The member's recorded actions, and the account's state: the row in `staff_accounts` must match. */
export interface StaffState {
  readonly staffId: string;
  readonly signIns: number;
  readonly lockouts: number;
  readonly usersRead: number;
  readonly name: string;
  readonly role: StaffRole | null;
  readonly queues: readonly ReviewQueue[];
  readonly ownUsers: readonly string[];
  readonly disabled: boolean;
  readonly passwordDigest: string | null;
  /** Chosen by its owner, not handed out. */
  readonly passwordOwn: boolean;
  readonly factorDigest: string | null;
  readonly recoveryDigest: string | null;
  readonly lastAt: number;
}

type StaffEvent = { [Type in keyof StaffFacts]: RecordedEvent<Type, StaffFacts[Type]> }[keyof StaffFacts];

const NO_ACCOUNT = {
  name: '',
  role: null,
  queues: [],
  ownUsers: [],
  disabled: false,
  passwordDigest: null,
  passwordOwn: false,
  factorDigest: null,
  recoveryDigest: null,
};

export const staffKind: StreamKind<StaffState> = {
  name: 'staff',
  initial: (staffId) => ({ staffId, signIns: 0, lockouts: 0, usersRead: 0, ...NO_ACCOUNT, lastAt: 0 }),
  evolve: (state, event) => ({ ...state, ...changed(state, event as StaffEvent), lastAt: event.at }),
};

function changed(state: StaffState, event: StaffEvent): Partial<StaffState> {
  switch (event.type) {
    case 'StaffSignedIn':
      return { signIns: state.signIns + 1 };
    case 'StaffLockedOut':
      return { lockouts: state.lockouts + 1 };
    case 'StaffReadUser':
      return { usersRead: state.usersRead + 1 };
    case 'StaffReadReview':
    case 'StaffViewedImage':
    case 'StaffReadMessage':
    case 'StaffLookedUp':
    case 'StaffSessionsEnded':
      return {};
    case 'StaffCreated': {
      const { name, role, passwordDigest } = event.data;
      return { ...NO_ACCOUNT, name, role, passwordDigest };
    }
    case 'StaffRoleChanged':
      return { role: event.data.to, queues: [] };
    case 'StaffQueuesChanged':
      return { queues: event.data.to };
    case 'StaffOwnUsersChanged':
      return { ownUsers: event.data.userIds };
    case 'StaffDisabled':
      return { disabled: true };
    case 'StaffEnabled':
      return { disabled: false };
    case 'StaffPasswordReset':
      return { passwordDigest: event.data.passwordDigest, passwordOwn: false };
    case 'StaffPasswordChanged':
      return { passwordDigest: event.data.passwordDigest, passwordOwn: true };
    case 'StaffFactorBound':
      return { factorDigest: event.data.factorDigest, recoveryDigest: event.data.recoveryDigest };
    case 'StaffFactorReset':
      return { factorDigest: null, recoveryDigest: null };
    case 'StaffRecoveryRenewed':
    case 'StaffRecoveryUsed':
      return { recoveryDigest: event.data.recoveryDigest };
    default:
      return never(event);
  }
}

export const staffHandlers = [
  handle(RecordStaff, {
    realms: ['house'],
    scope: ({ data }) => ({ streams: [[staffKind, data.staffId]] }),
    decide: (_view, { type, data }) => ({
      events: [{ stream: `staff-${data.staffId}`, type, schema: 1, data }],
      answer: null,
    }),
  }),
];
