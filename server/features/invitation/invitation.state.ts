import { dateAfter, startOf } from '../../../shared/utc-date.js';
import { planned } from '../../core/command.js';
import type { StreamKind } from '../../core/decider.js';
import { never } from '../../core/never.js';
import type { SharedMark } from '../../core/ports/invitation-fees.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import { CloseInvitationDate } from './invitation.commands.js';
import type {
  InvitationDateClosed,
  InvitationEvent,
  InvitationHouseEvent,
  InvitationRewardHeld,
  InvitationRewardsBegun,
} from './invitation.events.js';

/** One inviter's rewards: the last date, what staff have not decided, and the matches that they approved. */
export interface InvitationState {
  readonly lastDate: string;
  readonly held: readonly InvitationRewardHeld[];
  readonly approved: readonly string[];
}

/** A match by its kind and people. */
const matchKey = ({ kind, memberIds }: SharedMark): string => `${kind} ${[...memberIds].sort().join(' ')}`;

/** Staff approved these people, perhaps with others who paid no fees on this date. */
export const isApproved = ({ approved }: InvitationState, { kind, memberIds }: SharedMark): boolean =>
  approved.some((key) => {
    const [ofKind, ...people] = key.split(' ');
    return ofKind === kind && memberIds.every((person) => people.includes(person));
  });

export const invitationKind: StreamKind<InvitationState> = {
  name: 'invitation',
  initial: () => ({ lastDate: '', held: [], approved: [] }),
  evolve: (state, event) => evolve(state, event as InvitationEvent),
  snapshot: {
    schema: 1,
    everyEvents: 200,
    save: (state) => state,
    load: (saved) => saved as InvitationState,
  },
};

function evolve(state: InvitationState, { type, data }: InvitationEvent): InvitationState {
  switch (type) {
    case 'InvitationRewardPaid':
      return { ...state, lastDate: data.date };
    case 'InvitationRewardHeld':
      return { ...state, lastDate: data.date, held: [...state.held, data] };
    case 'InvitationRewardReleased': {
      const released = state.held.find(({ requestId }) => requestId === data.requestId);
      const approved = [...new Set([...state.approved, ...(released?.matches ?? []).map(matchKey)])];
      return { ...without(state, data.requestId), approved };
    }
    case 'InvitationRewardRejected':
      return without(state, data.requestId);
    default:
      return never(type);
  }
}

const without = (state: InvitationState, requestId: string): InvitationState => ({
  ...state,
  held: state.held.filter((held) => held.requestId !== requestId),
});

/** Which dates are closed and paid. */
export interface InvitationHouseState {
  /** `null` before the first invited person. */
  readonly nextDate: string | null;
  readonly paidDate: string;
}

export const invitationHouseKind: StreamKind<InvitationHouseState> = {
  name: 'invitationhouse',
  initial: () => ({ nextDate: null, paidDate: '' }),
  evolve: (state, event) => {
    const { type, data } = event as InvitationHouseEvent;
    switch (type) {
      case 'InvitationRewardsBegun':
        return { ...state, nextDate: data.date };
      case 'InvitationDateClosed':
        return { ...state, nextDate: data.nextDate };
      case 'InvitationDatePaid':
        return { ...state, paidDate: data.date };
      default:
        return never(type);
    }
  },
  snapshot: {
    schema: 1,
    everyEvents: 500,
    save: (state) => state,
    load: (saved) => saved as InvitationHouseState,
  },
};

/** A date closes when it is over: later events are of later dates. */
export const invitationTimetable: Timetable = {
  InvitationRewardsBegun: ({ data }: Happened<InvitationRewardsBegun>) => close(data.date),
  InvitationDateClosed: ({ data }: Happened<InvitationDateClosed>) => close(data.nextDate),
};

const close = (date: string) => ({
  id: `close-invitation-date:${date}`,
  dueAt: startOf(dateAfter(date, 1)),
  command: planned(CloseInvitationDate, { date }),
});
