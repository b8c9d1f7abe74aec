import { describe, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { projection } from '../../engine/projections/projection.testkit.js';
import {
  invitationDates,
  invitationFees,
  invitationProfits,
  invitationRewards,
  invitationRewardsProjection,
} from './invitation-rewards.projection.js';

const who = { userId: 'real-ann', ownerId: 'real-ann.1', date: '1970-01-01' };
const levels = [
  { level: 1, people: 2, fees: '10', share: '0.2', reward: '2' },
  { level: 3, people: 1, fees: '4', share: '0.05', reward: '0.2' },
];
const own = (type: string, data: object = {}) => ({
  type,
  stream: 'invitation-real-ann.1',
  data: { ...who, levels, reward: '2.2', policy: { name: 'invitation.rewards', version: 3, inputs: {} }, ...data },
});
const held = own('InvitationRewardHeld', { requestId: 'inv-1', matches: [] });

describe('rewards of invitations as they are read', () => {
  it('sum trading fees by person and date, less rebates', () => {
    const fill = (fee: string) => ({
      type: 'PositionOpened',
      stream: 'position-real-bob.1',
      data: { userId: 'real-bob', ownerId: 'real-bob.1', fee },
    });
    projection(invitationRewardsProjection)
      .given(fill('3'), fill('-0.5'))
      .then(invitationFees, { date: '1970-01-01', userId: 'real-bob', fees: amount('2.5') });
  });

  it('are paid, with what each level earned', () => {
    const story = projection(invitationRewardsProjection).given(own('InvitationRewardPaid'));
    story.then(invitationRewards, {
      ...{ status: 'paid', people: 3, feesUsdt: amount('14'), rewardUsdt: amount('2.2'), policyVersion: 3, endedAt: 0 },
    });
    story.then(
      invitationProfits,
      { level: 1, paidUsdt: amount('2'), heldUsdt: 0n },
      { level: 3, paidUsdt: amount('0.2'), heldUsdt: 0n },
    );
    story.then(invitationDates, { paidUsdt: amount('2.2'), heldUsdt: 0n });
  });

  it('are held, then released or rejected', () => {
    const story = projection(invitationRewardsProjection).given(held);
    story.then(invitationRewards, { status: 'held', requestId: 'inv-1' });
    story.then(invitationDates, { paidUsdt: 0n, heldUsdt: amount('2.2'), rejectedUsdt: 0n });
    story.when(own('InvitationRewardReleased', { requestId: 'inv-1' }));
    story.then(invitationRewards, { status: 'released', endedAt: 2 });
    story.then(invitationDates, { paidUsdt: amount('2.2'), heldUsdt: 0n, rejectedUsdt: 0n });
    const other = projection(invitationRewardsProjection).given(
      held,
      own('InvitationRewardRejected', { requestId: 'inv-1', reasons: ['ring'] }),
    );
    other.then(invitationRewards, { status: 'rejected' });
    other.then(invitationDates, { paidUsdt: 0n, heldUsdt: 0n, rejectedUsdt: amount('2.2') });
  });

  it('are totalled by date', () => {
    projection(invitationRewardsProjection)
      .given({
        type: 'InvitationDatePaid',
        stream: 'invitationhouse-real',
        data: { date: '1970-01-01', inviters: 2, people: 3, fees: '14' },
      })
      .then(invitationDates, { inviters: 2, people: 3, feesUsdt: amount('14'), paidAt: 1 });
  });
});
