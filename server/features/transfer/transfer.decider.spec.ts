import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACCOUNT_SPACES, type AccountSpace } from '../../../contracts/asset.contract.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import type { TransferFunds } from './transfer.commands.js';
import { transferKind } from './transfer.decider.js';
import './transfer.events.js';
import { transferHandlers } from './transfer.handler.js';

const REQUEST: TransferFunds['data'] = {
  ...{ userId: 'demo-anna', ownerId: 'demo-anna.1', transferId: 'tr-1' },
  ...{ from: 'spot', to: 'contract', currency: 'USDT', amount: '40.5' },
};
const { given } = decider({
  realm: 'demo',
  kind: transferKind,
  id: 'tr-1',
  handlers: transferHandlers(openGate),
  at: 1_000,
});
const having = (available: string, space?: AccountSpace) => given(funds('demo-anna.1', 'USDT', available, space));
const transfer = (command: Partial<TransferFunds['data']> = {}) => ({
  type: 'TransferFunds',
  data: { ...REQUEST, ...command },
});

describe('a transfer', () => {
  it('takes from what is available in one space and gives it to the other', () => {
    const moved = having('100').when(transfer());
    moved.then({
      ...{ stream: 'transfer-tr-1', type: 'FundsTransferred', schema: 1, data: REQUEST },
      postings: [
        { account: 'user/demo-anna.1/spot/available', asset: 'USDT', amount: amount('-40.5') },
        { account: 'user/demo-anna.1/contract/available', asset: 'USDT', amount: amount('40.5') },
      ],
    });
    expect(moved.answer).toMatchObject({ transferId: 'tr-1', amount: '40.5', at: 1_000 });
  });

  it('leads from one space to another one', () => {
    having('100')
      .when(transfer({ to: 'spot' }))
      .then('transfer.same-space');
  });

  it('moves something', () => {
    having('100')
      .when(transfer({ amount: '0.000' }))
      .then(refuse('asset.amount-zero', { field: 'amount' }));
  });

  it('moves no more than is available, and says what is missing', () => {
    const figures = { field: 'amount', currency: 'USDT', available: '40.4', needed: '40.5' };
    having('40.4').when(transfer()).then(refuse('asset.insufficient', figures));
    having('0').when(transfer()).then('asset.insufficient');
  });

  it('has eight decimals at most, except when it is everything', () => {
    having('1')
      .when(transfer({ amount: '0.123456789' }))
      .then('asset.too-many-decimals');
    having('0.123456789')
      .when(transfer({ amount: '0.123456789' }))
      .then('FundsTransferred');
  });

  it('changes no sum, whoever moves what: a thousand at random', () => {
    const digits = fc.tuple(fc.nat(1_000_000), fc.nat(99_999_999)).map(([whole, part]) => `${whole}.${part}`);
    const space = fc.constantFrom(...ACCOUNT_SPACES);
    fc.assert(
      fc.property(digits, digits, space, space, (available, moved, from, to) => {
        const outcome = having(available, from).when(transfer({ amount: moved, from, to }));
        if (outcome.refusal !== undefined) return;
        const [event] = outcome.events;
        const postings = event?.postings ?? [];
        expect(postings.reduce((sum, posting) => sum + posting.amount, ZERO)).toBe(ZERO);
        expect(amount(available) + (postings[0]?.amount ?? ZERO)).toBeGreaterThanOrEqual(ZERO);
        expect(format(postings[1]?.amount ?? ZERO)).toBe(format(amount(moved)));
      }),
      { numRuns: 1_000 },
    );
  });
});
