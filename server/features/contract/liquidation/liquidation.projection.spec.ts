import { expect, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import { projection } from '../../../engine/projections/projection.testkit.js';
import { liquidation, nextBeat, order, ownerOf, PerpetualMarket, world } from '../contract.testkit.js';
import { liquidationProjection, liquidations } from './liquidation.projection.js';

it('has every step of a liquidation and whom it deleveraged, with the figures of the event', () => {
  const market = new PerpetualMarket();
  const story = world(market).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
  story.and(order('ann', 'buy', '1', '80'));
  Object.assign(market, { mark: 7_500, depth: 1 });
  const step = liquidation('ann', 'long', { beat: nextBeat(), fund: { openingUsdt: '30', eventMaxUsdt: '20' } });
  story.and(step, step, step);
  const { events } = story.realm;
  const ann = { userId: 'demo-ann', side: 'long', markPrice: amount('75') } as const;
  const [bob] = events.filter(({ type }) => type === 'PositionDeleveraged').map(({ data }) => data as { lots: number });
  expect(bob?.lots).toBeGreaterThan(0);
  projection(liquidationProjection)
    .given(...events)
    .then(
      liquidations,
      { ...ann, step: 'cancel-orders', lots: 2_000, notional: '150', marginBalance: '-29.91', price: '' },
      { ...ann, step: 'reduce', filledLots: '0', deleveragedLots: '' },
      { ...ann, step: 'take-over', deleveragedLots: `${bob?.lots}`, place: 0 },
      { userId: ownerOf('bob').replace('.1', ''), side: 'short', step: 'deleveraged', lots: bob?.lots ?? 0, place: 1 },
    );
});
