import type { RewardsView } from '../../../contracts/reward.contract.js';
import { SIGN_IN_DAYS, ZONE_DAYS } from '../../../shared/sign-in.js';
import type { Instant } from '../../core/clock.js';
import type { RewardRules } from './reward.commands.js';
import { nextDay, nextSignInAt, ownDate, zoneChangeableAt, zoneOf } from './reward.rules.js';
import type { RewardState } from './reward.state.js';

export interface Standing {
  readonly state: RewardState;
  readonly at: Instant;
  readonly verified: boolean;
  readonly paidBack: string;
  readonly policy: { readonly version: number; readonly values: RewardRules };
}

/** What a person sees of their sign-in: the calendar that runs, or the one that the next sign-in begins. */
export function viewOf({ state, at, verified, paidBack, policy }: Standing): RewardsView {
  const zone = zoneOf(state);
  const today = zone === undefined ? null : ownDate(zone.timeZone, at);
  const day = today === null ? 1 : nextDay(state, today, at);
  const changeableAt = zone === undefined ? at : zoneChangeableAt(zone);
  const { feeVoucherPoints, feeVoucherUsdt, feeVoucherDays, feeShare } = policy.values;
  return {
    at,
    timeZone: zone?.timeZone ?? null,
    zoneChangeableAt: changeableAt > at ? changeableAt : null,
    today,
    signedToday: today !== null && day === undefined,
    nextAt: day === undefined ? nextSignInAt(state) : null,
    calendar: calendarOf(state.run, day),
    points: state.points,
    verified,
    vouchers: state.vouchers.map(({ feeVoucherId, amount, left, issuedAt, lastDate }) => ({
      feeVoucherId,
      amount,
      left,
      issuedAt,
      lastDate,
    })),
    paidBack,
    rules: { version: policy.version, feeVoucherPoints, feeVoucherUsdt, feeVoucherDays, feeShare, zoneDays: ZONE_DAYS },
  };
}

/** `day`: what the next sign-in would be; `undefined` where there is none now. */
function calendarOf(run: readonly string[], day: number | undefined): RewardsView['calendar'] {
  const signed = day === 1 ? [] : run;
  return Array.from({ length: SIGN_IN_DAYS }, (_, n) => ({
    day: n + 1,
    points: n + 1,
    date: signed[n] ?? null,
    signed: n < signed.length,
  }));
}
