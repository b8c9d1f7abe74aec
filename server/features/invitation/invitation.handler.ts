import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandScope } from '../../core/decider.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { reviewKind } from '../../review/review.decider.js';
import {
  BeginInvitationRewards,
  CloseInvitationDate,
  FinishInvitationDate,
  PayInvitationReward,
} from './invitation.commands.js';
import { decideBegin, decideClose, decideFinish, decidePay } from './invitation.decider.js';
import { invitationHouseKind, invitationKind, invitationTimetable } from './invitation.state.js';

/** Demo accounts invite nobody, so nothing crosses between realms. */
const REALMS = ['real'];
export const INVITATION_REALM = 'real';
const HOUSE_SCOPE: CommandScope = { streams: [[invitationHouseKind, INVITATION_REALM]] };

export interface InvitationPorts {
  readonly gate: AccountGate;
}

/** What a payment touches; a verdict of staff touches the same. */
export const paymentScope = (ownerId: string): CommandScope => ({
  streams: [[invitationKind, ownerId]],
  balances: [
    [HOUSE.fees.account, 'USDT'],
    [userAccount(ownerId, 'spot', 'available'), 'USDT'],
  ],
});

export function invitationHandlers({ gate }: InvitationPorts): AnyCommandHandler[] {
  return [
    handle(BeginInvitationRewards, {
      realms: REALMS,
      scope: () => HOUSE_SCOPE,
      decide: (view, { date }, { at }) => {
        const events = decideBegin(view.realm, view.state(invitationHouseKind, INVITATION_REALM), date);
        return { events, due: dueAfter(invitationTimetable, events, at), answer: null };
      },
    }),
    handle(CloseInvitationDate, {
      realms: REALMS,
      scope: () => HOUSE_SCOPE,
      decide: (view, { date }, { at }) => {
        const events = decideClose(view.realm, view.state(invitationHouseKind, INVITATION_REALM), date);
        return { events, due: dueAfter(invitationTimetable, events, at), answer: null };
      },
    }),
    handle(PayInvitationReward, {
      realms: REALMS,
      scope: ({ userId, ownerId, requestId }) => {
        const { streams, balances = [] } = paymentScope(ownerId);
        return { streams: [...streams, gate.stream(userId), [reviewKind, requestId]], balances };
      },
      decide: (view, data, { at }) => {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        // It is being erased: the reaction waits until it is.
        if (blocked?.refusal === 'request.unavailable') return blocked;
        // A frozen account is paid. Nobody is left where it was erased.
        const isGone = blocked?.refusal === 'account.not-found';
        return { events: isGone ? [] : decidePay(view.state(invitationKind, data.ownerId), data), answer: null };
      },
    }),
    handle(FinishInvitationDate, {
      realms: REALMS,
      scope: () => HOUSE_SCOPE,
      decide: (view, data) => ({
        events: decideFinish(view.realm, view.state(invitationHouseKind, INVITATION_REALM), data),
        answer: null,
      }),
    }),
  ];
}
