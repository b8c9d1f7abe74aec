import type { CommandHandler, StreamKind } from '../core/decider.js';
import type { StaffFacts } from './staff.events.js';

/** What one of the staff did, counted. */
export interface StaffState {
  readonly staffId: string;
  signIns: number;
  lockouts: number;
  usersRead: number;
  lastAt: number;
}

export const staffKind: StreamKind<StaffState> = {
  name: 'staff',
  initial: (staffId) => ({ staffId, signIns: 0, lockouts: 0, usersRead: 0, lastAt: 0 }),
  evolve: (state, { type, at }) => ({
    ...state,
    signIns: state.signIns + (type === 'StaffSignedIn' ? 1 : 0),
    lockouts: state.lockouts + (type === 'StaffLockedOut' ? 1 : 0),
    usersRead: state.usersRead + (type === 'StaffReadUser' ? 1 : 0),
    lastAt: at,
  }),
};

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
