import { rewardOf, sharesOf, totalOf } from '../../../shared/invitation.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import { dateAfter } from '../../../shared/utc-date.js';
import { eventsOf, type NewEvent, type Posting } from '../../core/event.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { reviewOpened } from '../../review/review.events.js';
import type { FinishInvitationDate, InvitationPayment } from './invitation.commands.js';
import type { InvitationFacts, InvitationHouseFacts, LevelReward } from './invitation.events.js';
import { isApproved, type InvitationHouseState, type InvitationState } from './invitation.state.js';

/** The name of the kind of request, as staff review it. */
export const INVITATION_REVIEW = 'invitation-reward';

const newEvent = eventsOf<InvitationFacts>(({ ownerId }) => `invitation-${ownerId}`);
const houseEvents = (realm: string) => eventsOf<InvitationHouseFacts>(() => `invitationhouse-${realm}`);

export function decideBegin(realm: string, { nextDate }: InvitationHouseState, date: string): NewEvent[] {
  return nextDate === null ? [houseEvents(realm)('InvitationRewardsBegun', { date })] : [];
}

/** Dates close in order, each once. */
export function decideClose(realm: string, { nextDate }: InvitationHouseState, date: string): NewEvent[] {
  if (nextDate !== date) return [];
  return [houseEvents(realm)('InvitationDateClosed', { date, nextDate: dateAfter(date, 1) })];
}

export function decideFinish(
  realm: string,
  { paidDate }: InvitationHouseState,
  { date, inviters, people, fees }: FinishInvitationDate['data'],
): NewEvent[] {
  return paidDate >= date ? [] : [houseEvents(realm)('InvitationDatePaid', { date, inviters, people, fees })];
}

/** Nothing for a date that is paid or held already, and nothing below the last decimal. */
export function decidePay(state: InvitationState, payment: InvitationPayment): NewEvent[] {
  const { userId, ownerId, date, requestId, policy, most, matches } = payment;
  if (state.lastDate >= date) return [];
  const levels = levelsOf(payment);
  const reward = totalOf(levels.map((level) => level.reward));
  if (amount(reward) === ZERO) return [];
  const { name, version, values } = policy;
  const facts = { userId, ownerId, date, levels, reward };
  const applied = { name, version, inputs: { ...values, most } };
  const open = matches.filter((match) => !isApproved(state, match));
  if (open.length === 0)
    return [
      {
        ...newEvent('InvitationRewardPaid', { ...facts, policy: applied }),
        postings: payingOf(ownerId, reward),
      },
    ];
  const about = { amount: reward, asset: 'USDT', valueUsdt: reward, fourEyes: false };
  return [
    newEvent('InvitationRewardHeld', { ...facts, requestId, matches: open, policy: applied }),
    reviewOpened({ requestId, kind: INVITATION_REVIEW, userId, about }),
  ];
}

function levelsOf({ levels, policy, most }: InvitationPayment): LevelReward[] {
  const shares = sharesOf(policy.values, amount(most));
  return levels.map(({ level, people, fees }) => {
    const share = shares[level - 1] ?? ZERO;
    return { level, people, fees, share: format(share), reward: rewardOf(fees, share) };
  });
}

/** Nothing for a request that is not open. */
export function decideVerdict(
  { held }: InvitationState,
  decision: {
    readonly requestId: string;
    readonly verdict: 'approved' | 'rejected';
    readonly reasons: readonly string[];
  },
): NewEvent[] {
  const { requestId, verdict, reasons } = decision;
  const found = held.find((one) => one.requestId === requestId);
  if (found === undefined) return [];
  const { userId, ownerId, date, levels, reward } = found;
  const facts = { userId, ownerId, date, levels, reward, requestId };
  if (verdict === 'rejected') return [newEvent('InvitationRewardRejected', { ...facts, reasons })];
  return [{ ...newEvent('InvitationRewardReleased', facts), postings: payingOf(ownerId, reward) }];
}

const payingOf = (ownerId: string, reward: string): Posting[] => [
  { account: HOUSE.fees.account, asset: 'USDT', amount: -amount(reward) },
  { account: userAccount(ownerId, 'spot', 'available'), asset: 'USDT', amount: amount(reward) },
];
