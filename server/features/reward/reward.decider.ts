import { amount, format } from '../../../shared/money.js';
import { ZONE_DAYS } from '../../../shared/sign-in.js';
import { dateAfter, dateOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy } from '../../core/policy.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { ExchangePoints, FinishFeeVoucherDate, SetSignInZone, SignIn, UseFeeVouchers } from './reward.commands.js';
import type { RewardFacts, RewardHouseFacts } from './reward.events.js';
import { nextDay, nextSignInAt, openOn, ownDate, sumOf, useOf, zoneChangeableAt, zoneOf } from './reward.rules.js';
import type { RewardHouseState, RewardState } from './reward.state.js';

const newEvent = eventsOf<RewardFacts>(({ ownerId }) => `reward-${ownerId}`);
const houseEvent = (realm: string) => eventsOf<RewardHouseFacts>(() => `rewardhouse-${realm}`);

/** Refuses a zone that stands already, and a second change within thirty days */
export function decideZone(
  state: RewardState,
  { userId, ownerId, timeZone }: SetSignInZone['data'],
  at: Instant,
): NewEvent[] | Refusal {
  const zone = zoneOf(state);
  if (zone?.timeZone === timeZone) return refuse('reward.zone-unchanged', { timeZone });
  const changeableAt = zone === undefined ? at : zoneChangeableAt(zone);
  if (changeableAt > at) return refuse('reward.zone-too-soon', { days: ZONE_DAYS, changeableAt });
  return [newEvent('SignInZoneSet', { userId, ownerId, timeZone, previous: zone?.timeZone ?? null })];
}

export function decideSignIn(
  state: RewardState,
  { userId, ownerId }: SignIn['data'],
  at: Instant,
): NewEvent[] | Refusal {
  const timeZone = zoneOf(state)?.timeZone;
  if (timeZone === undefined) return refuse('reward.zone-needed');
  const date = ownDate(timeZone, at);
  const day = nextDay(state, date, at);
  if (day === undefined)
    return refuse('reward.signed-already', { date: state.run.at(-1) ?? date, nextAt: nextSignInAt(state) ?? at });
  return [newEvent('SignedIn', { userId, ownerId, date, day, points: day, balance: state.points + day })];
}

/** `verified`: primary verification has passed. The first voucher of all begins the chain of dates. */
export function decideExchange(
  realm: string,
  states: { readonly own: RewardState; readonly house: RewardHouseState },
  { userId, ownerId, feeVoucherId, shownVersion, policy }: ExchangePoints['data'],
  verified: boolean,
  at: Instant,
): NewEvent[] | Refusal {
  const { name, version, values } = policy;
  const { points } = states.own;
  const { feeVoucherPoints: needed, feeVoucherUsdt, feeVoucherDays, feeShare } = values;
  if (!verified) return refuse('reward.verification-needed');
  if (shownVersion !== version) return refuse('reward.rules-changed', { shown: shownVersion, policy: name, version });
  if (points < needed) return refuse('reward.points-missing', { needed, points, ...decidedBy(policy) });
  const today = dateOf(at);
  const issued = newEvent('FeeVoucherIssued', {
    userId,
    ownerId,
    feeVoucherId,
    points: needed,
    balance: points - needed,
    amount: feeVoucherUsdt,
    feeShare,
    lastDate: dateAfter(today, feeVoucherDays - 1),
    policy: { name, version, inputs: { ...values } },
  });
  const begun = states.house.nextDate === null ? [houseEvent(realm)('FeeVouchersBegun', { date: today })] : [];
  return [issued, ...begun];
}

/** Dates close in order, each once. */
export function decideClose(realm: string, { nextDate }: RewardHouseState, date: string): NewEvent[] {
  if (nextDate !== date) return [];
  return [houseEvent(realm)('FeeVoucherDateClosed', { date, nextDate: dateAfter(date, 1) })];
}

/** Once a date. */
export function decideFinish(
  realm: string,
  { paidDate }: RewardHouseState,
  { date, owners }: FinishFeeVoucherDate['data'],
): NewEvent[] {
  return paidDate >= date ? [] : [houseEvent(realm)('FeeVoucherDatePaid', { date, owners })];
}

/** Pays fees of a date back, once, and ends the vouchers whose last date it is. */
export function decideUse(
  state: RewardState,
  { userId, ownerId, date, fees, most }: UseFeeVouchers['data'],
): NewEvent[] {
  if (state.usedDate >= date) return [];
  const open = openOn(state.vouchers, date);
  const used = useOf(open, fees, most);
  const paidBack = sumOf(used);
  const events: NewEvent[] = [];
  if (used.length > 0)
    events.push({
      ...newEvent('FeeVouchersUsed', { userId, ownerId, date, fees, used, paidBack: format(paidBack) }),
      postings: [
        { account: HOUSE.rewards.account, asset: 'USDT', amount: -paidBack },
        { account: userAccount(ownerId, 'spot', 'available'), asset: 'USDT', amount: paidBack },
      ],
    });
  const leftOf = new Map(used.map(({ feeVoucherId, left }) => [feeVoucherId, left]));
  for (const { feeVoucherId, lastDate, left } of open) {
    const rest = leftOf.get(feeVoucherId) ?? left;
    if (lastDate === date && amount(rest) > 0n)
      events.push(newEvent('FeeVoucherExpired', { userId, ownerId, feeVoucherId, lastDate, left: rest }));
  }
  return events;
}
