import { describe, expect, it } from '@jest/globals';
import { order, ownerOf, people, PerpetualMarket, SYMBOL } from '../contract.testkit.js';
import { contractFindings, contractStory } from './contract-check.testkit.js';

const split = { actionId: 'a-3', newShares: 1, oldShares: 10 };
/** Ten lots become one. */
const SPLIT = [
  { type: 'SplitContractOrders', data: { symbol: SYMBOL, ...split, version: 2 } },
  {
    type: 'SplitPositions',
    data: { symbol: SYMBOL, ownerIds: people.map(ownerOf), isLast: false, ...split, price: '1000' },
  },
];
const trade = (lots: string) => [order('bob', 'sell', lots, '100'), order('ann', 'buy', lots, '100')];

describe('parts of a split that makes no whole lot', () => {
  it('are none of who opens again after it', () => {
    const story = contractStory({ market: new PerpetualMarket() });
    const { events } = story.and(...trade('0.003'), ...SPLIT, ...trade('0.002'), ...trade('0.002')).realm;
    expect(events.filter(({ type }) => type === 'PositionClosed')).toHaveLength(2);
    expect(events.filter(({ type }) => type === 'PositionIncreased')).toHaveLength(2);
    expect(contractFindings([...events])).toEqual([]);
  });

  it('are missing where the other side of its owner has whole lots and was left out', () => {
    const shorts = [
      order('bob', 'buy', '0.02', '100', { positionSide: 'long' }),
      order('ann', 'sell', '0.02', '100', { positionSide: 'short' }),
    ];
    const story = contractStory({ market: new PerpetualMarket() });
    const { events } = story.and(...trade('0.003'), ...shorts, ...SPLIT, ...trade('0.002')).realm;
    expect(contractFindings([...events])).toEqual([]);
    const isOfAnn = ({ type, data }: (typeof events)[number]) =>
      type === 'PositionSplit' && (data as { ownerId: string }).ownerId === ownerOf('ann');
    expect(events.filter(isOfAnn)).toHaveLength(1);
    const left = events.filter((event) => !isOfAnn(event));
    expect(contractFindings(left).join('\n')).toContain(`${ownerOf('ann')} had no part yet of a-3`);
  });
});
