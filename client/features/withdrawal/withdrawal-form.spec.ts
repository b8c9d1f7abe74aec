import { describe, expect, it } from '@jest/globals';
import type { PayeeAddressView, PayeeCardView } from '../../../contracts/payee.contract';
import type { WithdrawalRulesView } from '../../../contracts/withdrawal.contract';
import { amountOfPercent, destinationsOf, mostOf, onlyOne, percentOf, shareDone } from './withdrawal-form';

const usdt = { currency: 'USDT', networks: ['ERC20'], available: '1000', minimum: '100', maximum: '500', decimals: 6 };
const rules = { paysBank: true, currencies: [usdt] } as unknown as WithdrawalRulesView;
const address = (id: string, changes: Partial<PayeeAddressView> = {}): PayeeAddressView => ({
  ...{ id, currency: 'USDT', network: 'ERC20', address: `0x${id}`, tag: null, label: id, addedAt: 0, usableAt: 0 },
  ...changes,
});
const card = { id: 'card', label: '', bankName: 'Bank', account: 'DE1', usableAt: 5 } as unknown as PayeeCardView;

describe('the destinations of a withdrawal', () => {
  it('are those of its currency: ready ones first, then those that cool off, closed networks last', () => {
    const addresses = [
      address('closed', { network: 'TRC20' }),
      address('new', { usableAt: 9 }),
      address('ready'),
      address('other', { currency: 'BTC' }),
    ];
    const found = destinationsOf({ addresses, cards: [card] }, rules, { kind: 'crypto', currency: 'USDT' });
    expect(found.map(({ id, closed }) => `${id} ${closed}`)).toEqual(['ready false', 'new false', 'closed true']);
  });

  it('are cards for a bank, and closed where the rules pay no bank', () => {
    const payees = { addresses: [], cards: [card] };
    const request = { kind: 'bank', currency: 'USDT' } as const;
    expect(destinationsOf(payees, rules, request)).toMatchObject([{ id: 'card', name: 'Bank', closed: false }]);
    expect(destinationsOf(payees, { ...rules, paysBank: false }, request)).toMatchObject([{ closed: true }]);
  });
});

describe('the only destination', () => {
  const found = (...addresses: PayeeAddressView[]) =>
    onlyOne(destinationsOf({ addresses, cards: [] }, rules, { kind: 'crypto', currency: 'USDT' }))?.id;

  it('is chosen without being asked for, also while it cools off', () => {
    expect(found(address('new', { usableAt: 9 }), address('closed', { network: 'TRC20' }))).toBe('new');
  });

  it('is none where there are several, or none that is open', () => {
    expect([found(address('one'), address('two')), found(address('closed', { network: 'TRC20' }))]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('the amount of a withdrawal', () => {
  it('is at most what is available, and at most what one request may take', () => {
    expect(mostOf(usdt)).toBe('500');
    expect(mostOf({ ...usdt, available: '20' })).toBe('20');
    expect(mostOf({ ...usdt, maximum: null })).toBe('1000');
  });

  it('by the slider is a part of the most, cut to the digits of the currency', () => {
    expect(amountOfPercent(33, '1', 2)).toBe('0.33');
    expect(amountOfPercent(100, '0.12345678', 6)).toBe('0.123456');
    expect(amountOfPercent(0, '10', 2)).toBe('');
  });

  it('moves the slider, and never beyond its ends', () => {
    expect([percentOf('250', '500'), percentOf('900', '500'), percentOf('', '500'), percentOf('1', '0')]).toEqual([
      50, 100, 0, 0,
    ]);
  });
});

describe('a bar', () => {
  it('is full where nothing is needed, and never fuller', () => {
    expect([shareDone('0', '0'), shareDone('45', '90'), shareDone('200', '90')]).toEqual([1, 0.5, 1]);
  });
});
