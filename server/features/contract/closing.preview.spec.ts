import { describe, expect, it } from '@jest/globals';
import { amount, ZERO } from '../../../shared/money.js';
import { newOrder, type Order } from '../../trading/matching/book.js';
import { closingPreviewOf, type Taken } from './closing.preview.js';

const sizes = { tick: amount('0.1'), lot: amount('0.001') };
const NOTHING: Taken = { lots: ZERO, notional: ZERO, fee: ZERO };
/** 2 at 100, in ticks of 0.1 and lots of 0.001. */
const held = (side: 'long' | 'short') => ({
  side,
  quantity: amount('2'),
  entryNotional: amount('200'),
  margin: amount('20'),
  fundingOwed: ZERO,
});

function closing(terms: Partial<Order>, taken = NOTHING) {
  const order = newOrder({ orderId: 'o', owner: 'ann', side: 'sell', priceTicks: 850, lots: 1_000, ...terms });
  const position = held(order.side === 'sell' ? 'long' : 'short');
  return closingPreviewOf(order, taken, position, { sizes, restingRate: amount('0.0005') });
}
const percent = (size: number, isActive: boolean, activationTicks: number | null = null) => ({
  trail: { unit: 'bps' as const, size, isActive, activationTicks },
});

describe('what an order that closes would bring', () => {
  // 1 x (90 - 100), and 90 x 0.05%.
  it('is reckoned at the trigger price of a stop, and not at the end of its band', () => {
    expect(closing({ kind: 'stop', stopTicks: 900 })).toEqual({ price: '90', pnl: '-10', fee: '0.045' });
    expect(closing({ kind: 'take-profit', stopTicks: 1_200 })).toEqual({ price: '120', pnl: '20', fee: '0.06' });
  });

  it('is reckoned at the limit of those that have one', () => {
    expect(closing({ kind: 'stop-limit', stopTicks: 900, priceTicks: 890 })).toMatchObject({ price: '89', pnl: '-11' });
    expect(closing({ priceTicks: 1_100 })).toEqual({ price: '110', pnl: '10', fee: '0.055' });
  });

  it('of a trailing stop is where it triggers now, or would once its activation price has come', () => {
    const active = closing({ kind: 'trailing-stop', stopTicks: 990, ...percent(100, true) });
    expect(active).toEqual({ price: '99', pnl: '-1', fee: '0.0495' });
    // 120 less 5%.
    const dormant = closing({ kind: 'trailing-stop', stopTicks: 1_200, ...percent(500, false, 1_200) });
    expect(dormant).toEqual({ price: '114', pnl: '14', fee: '0.057' });
  });

  it('counts what has filled at its own price and fee, and the rest at its limit', () => {
    const taken = { lots: 400n, notional: amount('48'), fee: amount('0.024') };
    // 48 + 0.6 x 110 = 114, less 100; 0.024 + 66 x 0.05%.
    expect(closing({ priceTicks: 1_100 }, taken)).toEqual({ price: '114', pnl: '14', fee: '0.057' });
  });

  it('of a market order is what it fills, and nothing where it meets nobody', () => {
    const taken = { lots: 400n, notional: amount('48'), fee: amount('0.024') };
    expect(closing({ kind: 'market' }, taken)).toEqual({ price: '120', pnl: '8', fee: '0.024' });
    expect(closing({ kind: 'market' })).toBeNull();
  });

  it('of a short is a gain where the price falls', () => {
    expect(closing({ side: 'buy', kind: 'stop', stopTicks: 1_050 })).toMatchObject({ price: '105', pnl: '-5' });
    expect(closing({ side: 'buy', kind: 'take-profit', stopTicks: 800 })).toMatchObject({ price: '80', pnl: '20' });
  });
});
