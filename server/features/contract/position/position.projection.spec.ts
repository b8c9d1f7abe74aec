import { describe, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import { projection } from '../../../engine/projections/projection.testkit.js';
import { contractWorld, type ContractWorld } from '../delivery/contract-period.testkit.js';
import { order, ownerOf, people, SYMBOL } from '../contract.testkit.js';
import { positionProjection, positions } from './position.projection.js';

const readAfter = ({ realm }: ContractWorld) => projection(positionProjection).given(...realm.events);
const opened = () => contractWorld().and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
const action = { symbol: SYMBOL, ownerIds: people.map(ownerOf), isLast: false, actionId: 'action-1' };
const ann = { ownerId: ownerOf('ann'), symbol: SYMBOL, side: 'long' } as const;

const bob = { ownerId: ownerOf('bob'), side: 'short' } as const;

describe('the list of positions', () => {
  it('has a dividend in margin and funding', () => {
    readAfter(opened().and({ type: 'PassDividend', data: { ...action, perShare: '0.5' } })).then(positions, bob, {
      ...ann,
      margin: amount('21.09'),
      funding: amount('-1'),
      lots: 2_000,
    });
  });

  it('counts what is open in new shares after a split, at the cost of before', () => {
    const split = { type: 'SplitPositions', data: { ...action, newShares: 2, oldShares: 1, price: '50' } };
    readAfter(opened().and(split)).then(positions, bob, {
      ...ann,
      lots: 4_000,
      openedQuantity: amount('4'),
      openedNotional: amount('200'),
      label: 'open',
    });
  });

  it('ends what makes no lot after a reverse split', () => {
    const tiny = contractWorld().and(order('bob', 'sell', '0.009', '100'), order('ann', 'buy', '0.009', '100'));
    const split = { type: 'SplitPositions', data: { ...action, newShares: 1, oldShares: 10, price: '1000' } };
    readAfter(tiny.and(split)).then(positions, bob, {
      ...ann,
      lots: 0,
      label: 'closed',
      closedQuantity: amount('0.009'),
    });
  });
});
