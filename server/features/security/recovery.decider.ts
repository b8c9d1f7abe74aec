import type { ClosedWithdrawals } from '../../core/ports/withdrawal-hold.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import {
  RemoveLostAuthenticator,
  type CancelAuthenticatorRemoval,
  type RequestAuthenticatorRemoval,
} from './recovery.commands.js';
import type { AuthenticatorRemovalApproved, RecoveryEvent } from './recovery.events.js';

const HOUR_MS = 3_600_000;

const newEvent = eventsOf<FactsOf<RecoveryEvent>>(({ userId }) => `security-${userId}`);

/** A request to have the authenticator taken off, as long as it is open. */
interface Removal {
  readonly requestId: string;
  readonly imageId: string | null;
  readonly provedBy: 'email' | 'phone';
  readonly requestedAt: Instant;
  /** `null` while staff review it; once they approved, when it takes effect. */
  readonly effectAt: Instant | null;
  readonly policy: AppliedPolicy;
}

/** What came of removals, within the state of a person's security. */
export interface RecoveryState {
  readonly removal: Removal | null;
  /** After a removal withdrawals are closed until then, by that policy. */
  readonly closed: { readonly until: Instant; readonly policy: AppliedPolicy } | null;
}

/** Until then the person can stop it; what was stopped meanwhile is left alone by the command itself. */
export const recoveryTimetable: Timetable = {
  AuthenticatorRemovalApproved: ({
    data: { userId, requestId, effectAt },
  }: Happened<AuthenticatorRemovalApproved>) => ({
    id: `remove-authenticator:${requestId}`,
    dueAt: effectAt,
    command: planned(RemoveLostAuthenticator, { userId, requestId }),
  }),
};

type Holder = RecoveryState & { readonly userId: string; readonly google: object | null };

export function decideRequest(
  { google, removal }: Holder,
  command: RequestAuthenticatorRemoval['data'],
): NewEvent[] | Refusal {
  if (google === null) return refuse('security.google-missing');
  return removal === null ? [newEvent('AuthenticatorRemovalRequested', command)] : refuse('security.recovery-open');
}

/** Stopping again what is over changes nothing. */
export function decideCancel({ removal }: Holder, command: CancelAuthenticatorRemoval['data']): NewEvent[] {
  return removal?.requestId === command.requestId ? [newEvent('AuthenticatorRemovalCancelled', command)] : [];
}

export function decideRemove(state: Holder, command: RemoveLostAuthenticator['data'], at: Instant): NewEvent[] {
  const { removal, google, userId } = state;
  const isDue = removal?.requestId === command.requestId && removal.effectAt !== null && removal.effectAt <= at;
  if (!isDue || google === null) return [];
  const { requestId, policy } = removal;
  const withdrawalsFrom = at + hours(policy, 'withdrawalHours');
  return [newEvent('AuthenticatorRemoved', { userId, requestId, withdrawalsFrom, policy })];
}

interface RemovalVerdict {
  readonly requestId: string;
  readonly verdict: 'approved' | 'rejected';
  readonly reasons: readonly string[];
  readonly note: Sealed | null;
}

/** What follows from what staff decided; the second of two approvals comes here, the first does not. */
export function decideRemovalVerdict(state: Holder, command: RemovalVerdict, at: Instant): NewEvent[] | Refusal {
  const { removal, userId } = state;
  const { requestId, verdict, reasons, note } = command;
  if (removal?.requestId !== requestId) return refuse('review.not-found', { requestId });
  if (verdict === 'rejected')
    return [
      newEvent('AuthenticatorRemovalRejected', { userId, requestId, reasons: [...new Set(reasons)], sealedNote: note }),
    ];
  const { policy } = removal;
  return [
    newEvent('AuthenticatorRemovalApproved', {
      userId,
      requestId,
      effectAt: at + hours(policy, 'waitingHours'),
      policy,
    }),
  ];
}

/** Until when nothing may be withdrawn: an impostor who got past the second factor must not reach the money at once. */
export function closedWithdrawals({ closed }: RecoveryState, at: Instant): ClosedWithdrawals | undefined {
  if (closed === null || at >= closed.until) return undefined;
  const { name: policy, version, inputs } = closed.policy;
  const withdrawalHours = String(inputs['withdrawalHours']);
  return { opensAt: closed.until, withdrawalHours, policy, version };
}

export function evolveRecovery<State extends Holder>(state: State, { type, data, at }: RecoveryEvent): State {
  const { removal } = state;
  switch (type) {
    case 'AuthenticatorRemovalRequested': {
      const { requestId, imageId, provedBy, policy } = data;
      return { ...state, removal: { requestId, imageId, provedBy, requestedAt: at, effectAt: null, policy } };
    }
    case 'AuthenticatorRemovalApproved':
      return { ...state, removal: removal && { ...removal, effectAt: data.effectAt } };
    case 'AuthenticatorRemovalRejected':
    case 'AuthenticatorRemovalCancelled':
      return { ...state, removal: null };
    case 'AuthenticatorRemoved':
      return { ...state, google: null, removal: null, closed: { until: data.withdrawalsFrom, policy: data.policy } };
    default:
      return never(type);
  }
}

function hours({ inputs }: AppliedPolicy, value: 'waitingHours' | 'withdrawalHours'): number {
  return (inputs as Record<typeof value, number>)[value] * HOUR_MS;
}
