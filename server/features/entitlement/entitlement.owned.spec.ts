import { describe, expect, it } from '@jest/globals';
import { amount, ZERO } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { entitlementOwned } from './entitlement.owned.js';

const dividend = (base: string, dueAt: number) => ({
  actionId: `div-${base}`,
  symbol: `${base}USDT`,
  base,
  quote: 'USDT',
  perShare: '0.25',
  dueAt,
});

const total = (asset: string) => (asset === 'AAPL' ? amount('12.3456') : ZERO);
const state = (() => undefined) as never;
const reader = { realm: 'demo', userId: 'u-1', ownerId: 'u-1.1', at: 1, total, holds: () => [], state };

describe('shares in “What I own”', () => {
  it('have the dividends that were announced for what is held, an estimate until the ex-date', async () => {
    const announced = () => Promise.resolve([dividend('AAPL', 5), dividend('MSFT', 9)]);
    expect(await entitlementOwned({ announced }).read(reader)).toEqual({
      income: [
        {
          ...{ id: 'div-AAPL', label: 'AAPLUSDT', what: 'dividend', at: 5, asset: 'USDT' },
          ...{ least: ZERO, most: amount('3.0864'), isEstimate: true },
        },
      ],
    });
  });

  it('have dividends that are still being read while the read model is behind', async () => {
    const announced = () => Promise.resolve(refuse('request.unavailable'));
    expect(await entitlementOwned({ announced }).read(reader)).toEqual({ income: null });
  });
});
