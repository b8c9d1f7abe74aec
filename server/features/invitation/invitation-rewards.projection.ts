import type { InvitationStatus } from '../../../contracts/invitation.contract.js';
import { amount, ZERO } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable, sum, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { InvitationEvent, InvitationHouseEvent } from './invitation.events.js';
import { feesOf } from './invitation-facts.projection.js';

/** What each person paid in trading fees on a UTC date, less rebates, in USDT. */
export const invitationFees = new ReadTable('invitation_fees', {
  realm: key.text,
  date: key.text,
  userId: key.text,
  fees: sum.amount,
});

/** The reward of an inviter for a date. `levels` is what the event says; an unknown text is '', an unknown instant 0. */
export const invitationRewards = new ReadTable('invitation_rewards', {
  realm: key.text,
  userId: key.text,
  date: key.text,
  position: first.count,
  at: first.instant,
  status: last.textOf<InvitationStatus>(),
  requestId: first.text,
  people: first.count,
  feesUsdt: first.amount,
  rewardUsdt: first.amount,
  levels: first.json,
  policyVersion: first.count,
  endedAt: last.instant,
});
export type RewardRow = RowOf<typeof invitationRewards>;

/** What each level has earned an inviter so far. */
export const invitationProfits = new ReadTable('invitation_profits', {
  realm: key.text,
  userId: key.text,
  level: key.count,
  paidUsdt: sum.amount,
  heldUsdt: sum.amount,
});

/** What a date earned all inviters. Only one event of a date adds people, fees and `paidAt`. */
export const invitationDates = new ReadTable('invitation_dates', {
  realm: key.text,
  date: key.text,
  inviters: sum.count,
  people: sum.count,
  feesUsdt: sum.amount,
  paidUsdt: sum.amount,
  heldUsdt: sum.amount,
  rejectedUsdt: sum.amount,
  paidAt: sum.count,
});

export const invitationRewardsProjection: Projection = {
  name: 'invitation-rewards',
  realms: ['real'],
  tables: [invitationFees, invitationRewards, invitationProfits, invitationDates],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { realm, stream } = event;
    if (stream.startsWith('invitation-')) return applyReward(rows, event as InvitationEvent);
    if (stream.startsWith('invitationhouse-')) return applyDate(rows, event as InvitationHouseEvent);
    for (const { userId, date, fee } of feesOf(event)) rows.upsert(invitationFees, { realm, date, userId, fees: fee });
  },
};

const NOTHING = {
  inviters: 0,
  people: 0,
  feesUsdt: ZERO,
  paidUsdt: ZERO,
  heldUsdt: ZERO,
  rejectedUsdt: ZERO,
  paidAt: 0,
};

function applyDate(rows: RowBatch, { type, data, realm, at }: InvitationHouseEvent): void {
  if (type !== 'InvitationDatePaid') return;
  const { date, inviters, people, fees } = data;
  rows.upsert(invitationDates, { ...NOTHING, realm, date, inviters, people, feesUsdt: amount(fees), paidAt: at });
}

function applyReward(rows: RowBatch, event: InvitationEvent): void {
  const { realm, at } = event;
  const { userId, date } = event.data;
  switch (event.type) {
    case 'InvitationRewardPaid':
      born(rows, event, { status: 'paid', requestId: '' });
      return moved(rows, event, { paid: 1n, held: 0n, rejected: 0n });
    case 'InvitationRewardHeld':
      born(rows, event, { status: 'held', requestId: event.data.requestId });
      return moved(rows, event, { paid: 0n, held: 1n, rejected: 0n });
    case 'InvitationRewardReleased':
      rows.update(invitationRewards, { realm, userId, date, status: 'released', endedAt: at });
      return moved(rows, event, { paid: 1n, held: -1n, rejected: 0n });
    case 'InvitationRewardRejected':
      rows.update(invitationRewards, { realm, userId, date, status: 'rejected', endedAt: at });
      return moved(rows, event, { paid: 0n, held: -1n, rejected: 1n });
  }
}

type Born = Extract<InvitationEvent, { type: 'InvitationRewardPaid' | 'InvitationRewardHeld' }>;

function born(
  rows: RowBatch,
  { realm, position, at, data }: Born,
  begun: { readonly status: InvitationStatus; readonly requestId: string },
): void {
  const { userId, date, levels, reward, policy } = data;
  rows.insert(invitationRewards, {
    realm,
    userId,
    date,
    position,
    at,
    ...begun,
    people: levels.reduce((count, { people }) => count + people, 0),
    feesUsdt: levels.reduce((fees, level) => fees + amount(level.fees), ZERO),
    rewardUsdt: amount(reward),
    levels: JSON.stringify(levels),
    policyVersion: policy.version,
    endedAt: 0,
  });
}

/** Which sums the reward is added to, or taken from. */
type Moves = Readonly<Record<'paid' | 'held' | 'rejected', bigint>>;

function moved(rows: RowBatch, { realm, data }: InvitationEvent, { paid, held, rejected }: Moves): void {
  const { userId, date, levels } = data;
  const reward = amount(data.reward);
  const sums = { paidUsdt: paid * reward, heldUsdt: held * reward, rejectedUsdt: rejected * reward };
  rows.upsert(invitationDates, { ...NOTHING, realm, date, ...sums });
  for (const { level, reward: text } of levels) {
    const part = amount(text);
    rows.upsert(invitationProfits, { realm, userId, level, paidUsdt: paid * part, heldUsdt: held * part });
  }
}
