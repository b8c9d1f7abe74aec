import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { Decided } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { Instant } from '../../core/clock.js';
import { dueAfter } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import {
  CloseFeeVoucherDate,
  ExchangePoints,
  FinishFeeVoucherDate,
  SetSignInZone,
  SignIn,
  UseFeeVouchers,
} from './reward.commands.js';
import { decideClose, decideExchange, decideFinish, decideSignIn, decideUse, decideZone } from './reward.decider.js';
import { rewardHouseKind, rewardKind, rewardTimetable } from './reward.state.js';

/** Vouchers need a verified person, so a demo account has no calendar. */
const REALMS = ['real'];
export const REWARD_REALM = 'real';

export interface RewardPorts {
  readonly gate: AccountGate;
  readonly levels: VerificationLevels;
}

/** What the house's own stream is named by. */
const HOUSE_STREAM = [rewardHouseKind, REWARD_REALM] as const;

export function rewardHandlers({ gate, levels }: RewardPorts): AnyCommandHandler[] {
  return [
    handle(SetSignInZone, {
      realms: REALMS,
      scope: ({ userId, ownerId }) => ({ streams: [[rewardKind, ownerId], gate.stream(userId)] }),
      decide: (view, data, { at }) =>
        gate.refusal(view, data.userId, data.ownerId, at) ??
        decided(decideZone(view.state(rewardKind, data.ownerId), data, at), at),
    }),
    handle(SignIn, {
      realms: REALMS,
      scope: ({ userId, ownerId }) => ({ streams: [[rewardKind, ownerId], gate.stream(userId)] }),
      decide: (view, data, { at }) =>
        gate.refusal(view, data.userId, data.ownerId, at) ??
        decided(decideSignIn(view.state(rewardKind, data.ownerId), data, at), at),
    }),
    handle(ExchangePoints, {
      realms: REALMS,
      scope: ({ userId, ownerId }) => ({
        streams: [[rewardKind, ownerId], HOUSE_STREAM, gate.stream(userId), levels.stream(userId)],
      }),
      decide: (view, data, { at }) => {
        const states = { own: view.state(rewardKind, data.ownerId), house: view.state(...HOUSE_STREAM) };
        const { primary } = levels.levels(view, data.userId);
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        return blocked ?? decided(decideExchange(view.realm, states, data, primary, at), at);
      },
    }),
    handle(CloseFeeVoucherDate, {
      realms: REALMS,
      scope: () => ({ streams: [HOUSE_STREAM] }),
      decide: (view, { date }, { at }) => decided(decideClose(view.realm, view.state(...HOUSE_STREAM), date), at),
    }),
    handle(UseFeeVouchers, {
      realms: REALMS,
      scope: ({ userId, ownerId }) => ({
        streams: [[rewardKind, ownerId], gate.stream(userId)],
        balances: [
          [HOUSE.rewards.account, 'USDT'],
          [userAccount(ownerId, 'spot', 'available'), 'USDT'],
        ],
      }),
      decide: (view, data, { at }) => {
        const blocked = gate.refusal(view, data.userId, data.ownerId, at);
        // It is being erased: the reaction waits until it is.
        if (blocked?.refusal === 'request.unavailable') return blocked;
        // A frozen account is paid. Nobody is left where it was erased.
        const isGone = blocked?.refusal === 'account.not-found';
        return decided(isGone ? [] : decideUse(view.state(rewardKind, data.ownerId), data), at);
      },
    }),
    handle(FinishFeeVoucherDate, {
      realms: REALMS,
      scope: () => ({ streams: [HOUSE_STREAM] }),
      decide: (view, data, { at }) => decided(decideFinish(view.realm, view.state(...HOUSE_STREAM), data), at),
    }),
  ];
}

function decided(events: NewEvent[] | Refusal, at: Instant): Decided<null> | Refusal {
  return isRefusal(events) ? events : { events, due: dueAfter(rewardTimetable, events, at), answer: null };
}
