import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACCOUNT_SPACES } from '../../../contracts/asset.contract.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import { isRefusal } from '../../core/refusal.js';
import type { TransferFunds } from './transfer.commands.js';
import { decideTransfer } from './transfer.decider.js';
import './transfer.events.js';

const META = { at: 1_000, actor: 'user:demo-anna' };
const WISH: TransferFunds['data'] = {
  ...{ userId: 'demo-anna', ownerId: 'demo-anna.1', transferId: 'tr-1' },
  ...{ from: 'spot', to: 'contract', currency: 'USDT', amount: '40.5' },
};
const decide = (available: string, wish: Partial<TransferFunds['data']> = {}) =>
  decideTransfer(amount(available), { ...WISH, ...wish }, META);
const refusal = (available: string, wish: Partial<TransferFunds['data']>) => {
  const decided = decide(available, wish);
  return isRefusal(decided) ? [decided.refusal, decided.params] : undefined;
};

describe('a transfer', () => {
  it('takes from what is available in one space and gives it to the other', () => {
    const decided = decide('100');
    if (isRefusal(decided)) throw new Error(decided.refusal);
    expect(decided.events).toEqual([
      {
        ...{ stream: 'transfer-tr-1', type: 'FundsTransferred', schema: 1, data: WISH },
        postings: [
          { account: 'user/demo-anna.1/spot/available', asset: 'USDT', amount: amount('-40.5') },
          { account: 'user/demo-anna.1/contract/available', asset: 'USDT', amount: amount('40.5') },
        ],
      },
    ]);
    expect(decided.answer).toMatchObject({ transferId: 'tr-1', amount: '40.5', at: 1_000 });
  });

  it('leads from one space to another one', () => {
    expect(refusal('100', { to: 'spot' })?.[0]).toBe('transfer.same-space');
  });

  it('moves something', () => {
    expect(refusal('100', { amount: '0.000' })).toEqual(['asset.amount-zero', { field: 'amount' }]);
  });

  it('moves no more than is available, and says what is missing', () => {
    const figures = { field: 'amount', currency: 'USDT', available: '40.4', needed: '40.5' };
    expect(refusal('40.4', {})).toEqual(['asset.insufficient', figures]);
    expect(refusal('0', {})?.[0]).toBe('asset.insufficient');
  });

  it('has eight decimals at most, except when it is everything', () => {
    expect(refusal('1', { amount: '0.123456789' })?.[0]).toBe('asset.too-many-decimals');
    expect(refusal('0.123456789', { amount: '0.123456789' })).toBeUndefined();
  });

  it('changes no sum, whoever moves what: a thousand at random', () => {
    const digits = fc.tuple(fc.nat(1_000_000), fc.nat(99_999_999)).map(([whole, part]) => `${whole}.${part}`);
    const space = fc.constantFrom(...ACCOUNT_SPACES);
    fc.assert(
      fc.property(digits, digits, space, space, (available, moved, from, to) => {
        const decided = decide(available, { amount: moved, from, to });
        if (isRefusal(decided)) return;
        const [event] = decided.events;
        const postings = event?.postings ?? [];
        expect(postings.reduce((sum, posting) => sum + posting.amount, ZERO)).toBe(ZERO);
        expect(amount(available) + (postings[0]?.amount ?? ZERO)).toBeGreaterThanOrEqual(ZERO);
        expect(format(postings[1]?.amount ?? ZERO)).toBe(format(amount(moved)));
      }),
      { numRuns: 1_000 },
    );
  });
});
