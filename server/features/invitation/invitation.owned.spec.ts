import { describe, expect, it } from '@jest/globals';
import { amount, ZERO } from '../../../shared/money.js';
import type { LevelFees } from '../../core/ports/invitation-fees.js';
import { refuse } from '../../core/refusal.js';
import { invitationOwned } from './invitation.owned.js';
import { SHARES } from './invitation.testkit.js';

const NOON = Date.parse('2028-02-29T12:00:00Z');

function ownedOf(levels: readonly LevelFees[] | null, realm = 'real') {
  const soFar = (userId: string, date: string) => {
    expect([userId, date]).toEqual(['u-1', '2028-02-29']);
    return Promise.resolve(levels === null ? refuse('request.unavailable') : { levels, ...SHARES });
  };
  const due = () => Promise.reject(new Error('the date goes on'));
  const state = (() => undefined) as never;
  const reader = { realm, userId: 'u-1', ownerId: 'u-1.1', at: NOON, total: () => ZERO, holds: () => [], state };
  return invitationOwned({ due, soFar }).read(reader);
}

describe('invitations in “What I own”', () => {
  it('are the shares of the fees of today, an estimate that is paid as the next date begins', async () => {
    const levels = [
      { level: 1, people: 2, fees: '10' },
      { level: 4, people: 1, fees: '0.1234567' },
    ];
    expect(await ownedOf(levels)).toMatchObject({
      income: [
        {
          ...{ label: '2028-02-29', what: 'reward', at: Date.parse('2028-03-01T00:00:00Z'), asset: 'USDT' },
          ...{ least: ZERO, most: amount('2.00246913'), isEstimate: true },
        },
      ],
    });
  });

  it('are nothing while nobody paid fees, and of a demo account', async () => {
    expect(await ownedOf([])).toEqual({});
    expect(await ownedOf([{ level: 1, people: 1, fees: '1' }], 'demo')).toEqual({});
  });

  it('are still being read while the read model is behind', async () => {
    expect(await ownedOf(null)).toEqual({ income: null });
  });
});
