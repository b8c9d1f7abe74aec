import { describe, expect, it } from '@jest/globals';
import { amount, ZERO } from '../../../../shared/money.js';
import { MARGIN } from '../contract.testkit.js';
import { closed, opened } from './position.rules.js';
import { positionViewOf } from './position.views.js';

const traded = { side: 'long', lots: 1_000, notional: amount('100'), fee: ZERO } as const;
const holding = opened(null, traded, { margin: amount('10'), fundingIndex: ZERO, number: 1 });
const contract = { markPrice: amount('101'), lotSize: amount('0.001'), fundingIndex: ZERO };

const viewOf = (isSettling: boolean, { of = holding, opensBy = 10 } = {}) =>
  positionViewOf(
    of,
    contract,
    { margin: MARGIN, at: 0 },
    {
      symbol: 'BTCUSDT-261204',
      label: isSettling ? 'closing' : 'open',
      leverage: 10,
      opensBy,
      openedAt: 0,
      rank: { place: 1, length: 10 },
      protection: null,
      isSettling,
    },
  );

describe('a position as its owner sees it', () => {
  it('has a liquidation price and a rank while its contract is traded', () => {
    expect(viewOf(false)).toMatchObject({ liquidationPrice: expect.any(String), deleveraging: expect.any(Number) });
  });

  it('keeps its leverage and its return while new orders open by less, and margin may not leave', () => {
    const [usual, raised] = [viewOf(false), viewOf(false, { opensBy: 4 })];
    const margin = { ...holding, margin: amount('20') };
    expect(raised).toMatchObject({ leverage: 10, returnOnEquity: usual.returnOnEquity });
    const removable = [10, 4].map((opensBy) => viewOf(false, { of: margin, opensBy }).removableMargin);
    expect(removable).toEqual(['9.9495', '0']);
  });

  it('breaks even where the whole of it comes to nothing, what closed lots brought included', () => {
    const { after } = closed(holding, { lots: 500, notional: amount('60'), fee: amount('0.03') });
    // 50 of cost and 0.03 of fees, less the 10 that were earned, for half of the underlying that costs 0.05% to close.
    expect(viewOf(false, { of: after }).breakEvenPrice).toBe('80.10005003');
    const more = closed(holding, { lots: 999, notional: amount('119.88'), fee: ZERO });
    expect(viewOf(false, { of: more.after }).breakEvenPrice).toBe('0');
  });

  it('has neither once its contract has delivered, and keeps its figures until it is settled', () => {
    const { liquidationPrice: _, ...before } = viewOf(false);
    const { liquidationPrice, ...settling } = viewOf(true);
    expect(liquidationPrice).toBeNull();
    expect(settling).toEqual({ ...before, label: 'closing', deleveraging: null, deleveragingQueue: null });
  });
});
