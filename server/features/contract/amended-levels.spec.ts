import { describe, expect, it } from '@jest/globals';
import { contractKind } from './contract.product.js';
import { amend, order, ownerOf, PerpetualMarket, SYMBOL, world, type World } from './contract.testkit.js';

const levelsOf = ({ realm }: World) => realm.state(contractKind, SYMBOL).book.find('entry')?.order.attached;
const waiting = ({ realm }: World) =>
  [...realm.state(contractKind, SYMBOL).book.ordersOf(ownerOf('ann'))]
    .filter(({ place }) => place === 'stops')
    .map(({ orderId, order: { stopTicks, lots } }) => [orderId, stopTicks, lots]);
/** Agents quote nothing. */
const resting = () =>
  world(Object.assign(new PerpetualMarket(), { depth: 0 })).and(
    order('ann', 'buy', '4', '98', { orderId: 'entry', attached: '100:110:92' }),
  );

describe('the levels of a waiting order', () => {
  it('become others for what is filled from then on, and those that came stay', () => {
    const story = resting().and(order('bob', 'sell', '2', '98'));
    const { orders } = story.when(amend('ann', 'entry', { attached: '50:120:93,50:125:', attachedTrigger: 'last' }))
      .answer as {
      orders: { attached: { takeProfit: string; quantity: string; takeProfitOrderId: string | null }[] }[];
    };
    expect(orders[0]?.attached).toMatchObject([
      { takeProfit: '120', quantity: '0', takeProfitOrderId: null },
      { takeProfit: '125', quantity: '0', takeProfitOrderId: null },
    ]);
    story.and(order('bob', 'sell', '1', '98'));
    expect(waiting(story)).toEqual([
      ['entry.t1', 11_000, 2_000],
      ['entry.s1', 9_200, 2_000],
      ['entry.t2-2000', 12_000, 500],
      ['entry.s2-2000', 9_300, 500],
      ['entry.t3-2000', 12_500, 500],
    ]);
    expect(levelsOf(story)?.trigger).toBe('last');
  });

  it('are taken off by an empty text, and may be added to an order that had none', () => {
    const story = resting().and(amend('ann', 'entry', { attached: '' }));
    expect(levelsOf(story)).toBeUndefined();
    story.and(amend('ann', 'entry', { attached: '100::93' }), order('bob', 'sell', '4', '98'));
    expect(waiting(story)).toEqual([['entry.s2', 9_300, 4_000]]);
  });

  it('have numbers of their own, whichever were taken off and whatever has filled', () => {
    const story = resting();
    const numbers = () => levelsOf(story)?.levels.map(({ number }) => number);
    const replace = (attached: string) => story.and(amend('ann', 'entry', { attached }));
    for (const stopLoss of [91, 90, 91, 90, 91]) replace(`50::${stopLoss},50::92`);
    expect(numbers()).toEqual([10, 11]);
    // A seventh of what the levels had come to, so that a number counted from the fills would come again.
    story.and(order('bob', 'sell', '0.001', '98'));
    replace('');
    replace('50:120:,50:125:');
    expect(numbers()).toEqual([12, 13]);
  });

  it('are priced anew where their order moves, and refused where it moves beyond them', () => {
    // The margin of ten times ends at 88.2 when opened at 98, and lower when opened at 94.
    const story = resting();
    const worst = () => levelsOf(story)?.levels[0]?.stopLoss?.priceTicks ?? 0;
    const before = worst();
    story.and(amend('ann', 'entry', { price: '94' }));
    const lower = worst();
    expect(lower).toBeLessThan(before);
    story.and(amend('ann', 'entry', { price: '98.5' }));
    expect(worst()).toBeGreaterThan(lower);
    expect(story.when(amend('ann', 'entry', { price: '91' })).refusal).toMatchObject({
      refusal: 'order.attached-stop-loss-on-wrong-side',
    });
    expect(story.when(amend('ann', 'entry', { attached: '100:90:' })).refusal).toMatchObject({
      refusal: 'order.attached-take-profit-on-wrong-side',
    });
  });

  it('change nothing where no more is ordered than has filled', () => {
    const story = resting().and(order('bob', 'sell', '2', '98'));
    for (const quantity of ['1', '2'])
      expect(story.when(amend('ann', 'entry', { quantity, attached: '100:120:93' })).refusal).toMatchObject({
        refusal: 'order.quantity-below-filled',
      });
  });
});
