import { describe, expect, it } from '@jest/globals';
import { amount, ZERO } from '../../../../shared/money.js';
import { MARGIN } from '../contract.testkit.js';
import { opened } from './position.rules.js';
import { positionViewOf } from './position.views.js';

const traded = { side: 'long', lots: 1_000, notional: amount('100'), fee: ZERO } as const;
const holding = opened(null, traded, { margin: amount('10'), fundingIndex: ZERO, number: 1 });
const contract = { markPrice: amount('101'), lotSize: amount('0.001'), fundingIndex: ZERO };

const viewOf = (isSettling: boolean) =>
  positionViewOf(
    holding,
    contract,
    { margin: MARGIN, at: 0 },
    {
      symbol: 'BTCUSDT-261204',
      label: isSettling ? 'closing' : 'open',
      leverage: 10,
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

  it('has neither once its contract has delivered, and keeps its figures until it is settled', () => {
    const { liquidationPrice: _, ...before } = viewOf(false);
    const { liquidationPrice, ...settling } = viewOf(true);
    expect(liquidationPrice).toBeNull();
    expect(settling).toEqual({ ...before, label: 'closing', deleveraging: null, deleveragingQueue: null });
  });
});
