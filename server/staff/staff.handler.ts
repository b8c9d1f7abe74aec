import type { StaffRole } from '../../contracts/staff.contract.js';
import type { CommandHandler, StreamKind } from '../core/decider.js';
import type { StaffCreated, StaffFacts, StaffRoleChanged } from './staff.events.js';

/** What one of the staff did, counted. */
export interface StaffState {
  readonly staffId: string;
  signIns: number;
  lockouts: number;
  usersRead: number;
  /** What administrators made of the account, newest last. */
  role: StaffRole | null;
  disabled: boolean;
  lastAt: number;
}

export const staffKind: StreamKind<StaffState> = {
  name: 'staff',
  initial: (staffId) => ({ staffId, signIns: 0, lockouts: 0, usersRead: 0, role: null, disabled: false, lastAt: 0 }),
  evolve: (state, { type, at, data }) => ({
    ...state,
    signIns: state.signIns + (type === 'StaffSignedIn' ? 1 : 0),
    lockouts: state.lockouts + (type === 'StaffLockedOut' ? 1 : 0),
    usersRead: state.usersRead + (type === 'StaffReadUser' ? 1 : 0),
    role: roleAfter(state.role, type, data),
    disabled: type === 'StaffDisabled' || (state.disabled && type !== 'StaffEnabled'),
    lastAt: at,
  }),
};

function roleAfter(role: StaffRole | null, type: string, data: unknown): StaffRole | null {
  if (type === 'StaffCreated') return (data as StaffCreated).role;
  return type === 'StaffRoleChanged' ? (data as StaffRoleChanged).to : role;
}

/** A command that only records what happened: there is nothing to refuse. */
export interface RecordStaff<Type extends keyof StaffFacts = keyof StaffFacts> {
  readonly type: Type;
  readonly data: StaffFacts[Type];
}

const record: CommandHandler<RecordStaff, null> = {
  type: 'RecordStaff',
  realms: ['house'],
  touches: ({ data }) => ({ streams: [[staffKind as StreamKind<unknown>, data.staffId]] }),
  decide: (_view, { type, data }) => ({
    events: [{ stream: `staff-${data.staffId}`, type, schema: 1, data }],
    answer: null,
  }),
};

export const staffHandlers = [record] as unknown as CommandHandler<never, unknown>[];
