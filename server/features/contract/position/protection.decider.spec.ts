import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../../shared/money.js';
import { userAccount } from '../../../engine/ledger/chart.js';
import { contractKind } from '../contract.product.js';
import {
  advance,
  amend,
  leverage,
  liquidation,
  mode,
  order,
  ownerOf,
  PerpetualMarket,
  protection,
  quiz,
  SYMBOL,
  world,
  type World,
} from '../contract.testkit.js';
import { contractOf, positionKind } from './position.state.js';
import { protectionOf } from './protection.views.js';

/** Ann is long by 2 BTC, bought at 101; the mark price is 100. */
const long = (market = new PerpetualMarket()) => world(market).and(order('ann', 'buy', '2', '101'));
const shown = ({ realm }: World, side: 'long' | 'short' = 'long') =>
  protectionOf(realm.state(contractKind, SYMBOL), ownerOf('ann'), side);
const held = ({ realm }: World) =>
  amount(`${realm.balance(userAccount(ownerOf('ann'), 'contract', 'frozen'), 'USDT')}`);
const lots = ({ realm }: World) => contractOf(realm.state(positionKind, ownerOf('ann')), SYMBOL);
const orders = ({ realm }: World) =>
  [...realm.state(contractKind, SYMBOL).book.ordersOf(ownerOf('ann'))].map(
    ({ order: { kind, priceTicks, lots: all } }) => ({
      kind,
      priceTicks,
      lots: all,
    }),
  );

describe('the protection of a position', () => {
  it('holds nothing, grows with the position and closes all of it at the mark price', () => {
    const market = new PerpetualMarket();
    const story = long(market);
    const before = held(story);
    story
      .when(protection('ann', 'long', { takeProfit: '110', stopLoss: '95' }))
      .then('ContractOrderAccepted', 'ContractOrderAccepted');
    expect(held(story)).toBe(before);
    expect(shown(story)).toMatchObject({ takeProfit: '110', stopLoss: '95', trigger: 'mark' });
    story.and(order('ann', 'buy', '1', '101'));
    expect(orders(story).map(({ lots: all }) => all)).toEqual([3_000, 3_000]);
    market.mark = 9_490;
    market.range = { lowTicks: 9_490, highTicks: 10_000 };
    story.when(advance());
    expect([lots(story).long, shown(story), orders(story)]).toEqual([null, null, []]);
  });

  it('keeps one of the pair as it stands when the other is moved, set or taken off', () => {
    const story = long().and(protection('ann', 'long', { takeProfit: '110', stopLoss: '95', trigger: 'last' }));
    story.and(protection('ann', 'long', { takeProfit: '112', keeps: 'stopLoss' }));
    expect(shown(story)).toMatchObject({ takeProfit: '112', stopLoss: '95', trigger: 'last' });
    story.and(protection('ann', 'long', { keeps: 'takeProfit' }));
    expect(shown(story)).toMatchObject({ takeProfit: '112', stopLoss: null });
    story.and(protection('ann', 'long', { stopLoss: '94', keeps: 'takeProfit' }));
    expect(shown(story)).toMatchObject({ takeProfit: '112', stopLoss: '94', trigger: 'last' });
  });

  it('has nothing to keep where nothing stands', () => {
    const story = long().and(protection('ann', 'long', { takeProfit: '110', keeps: 'stopLoss' }));
    expect(shown(story)).toMatchObject({ takeProfit: '110', stopLoss: null, trigger: 'mark' });
  });

  it('ends at the bankruptcy price, not at its band', () => {
    const story = long().and(protection('ann', 'long', { takeProfit: '110', stopLoss: '91' }));
    // 91 less 5% is 86.45, and the margin ends at 89.9.
    expect(orders(story)).toEqual([
      { kind: 'take-profit', priceTicks: 10_450, lots: 2_000 },
      { kind: 'stop', priceTicks: 8_990, lots: 2_000 },
    ]);
  });

  it('is amended, taken off in parts, and changes nothing when it is set again', () => {
    const story = long().and(protection('ann', 'long', { takeProfit: '110', stopLoss: '95' }));
    story.when(protection('ann', 'long', { takeProfit: '110', stopLoss: '95' })).then();
    story
      .when(protection('ann', 'long', { takeProfit: '111', stopLoss: '95' }))
      .then('ContractOrderAmended', 'ContractOrderAmended');
    story.and(protection('ann', 'long', { stopLoss: '95' }));
    expect(shown(story)).toMatchObject({ takeProfit: null, stopLoss: '95' });
    story.and(protection('ann', 'long', {}));
    expect(shown(story)).toBeNull();
    story.when(protection('ann', 'long', {})).then();
  });

  it('is refused for the field that is wrong', () => {
    const story = long();
    const refused = (prices: Parameters<typeof protection>[2], side: 'long' | 'short' = 'long') =>
      story.when(protection('ann', side, prices)).refusal;
    const of = (refusal: string, field: string) => ({ refusal, params: expect.objectContaining({ field }) });
    expect(refused({ stopLoss: '95' }, 'short')).toMatchObject(of('contract.no-position', 'side'));
    expect(refused({ takeProfit: '110.001' })).toMatchObject(of('order.price-over-precise', 'takeProfit'));
    expect(refused({ takeProfit: '99' })).toMatchObject(of('contract.take-profit-on-wrong-side', 'takeProfit'));
    expect(refused({ stopLoss: '101' })).toMatchObject(of('contract.stop-loss-on-wrong-side', 'stopLoss'));
    expect(refused({ stopLoss: '90' })).toMatchObject(of('contract.stop-beyond-liquidation', 'stopLoss'));
    expect(refused({ takeProfit: '900' })).toMatchObject(of('order.price-outside-band', 'takeProfit'));
  });

  it.each(['last', 'index'] as const)('is judged by the %s price alone where that is its trigger', (trigger) => {
    const market = new PerpetualMarket();
    const story = long(market);
    market[trigger] = 9_700;
    // The mark and the agents' middle price are 100.
    expect(story.when(protection('ann', 'long', { stopLoss: '98', trigger })).refusal).toMatchObject({
      refusal: 'contract.stop-loss-on-wrong-side',
      params: { last: '97' },
    });
    expect(story.when(protection('ann', 'long', { takeProfit: '97', trigger })).refusal).toMatchObject({
      refusal: 'contract.take-profit-on-wrong-side',
      params: { last: '97' },
    });
    story.and(protection('ann', 'long', { takeProfit: '98', stopLoss: '96', trigger }));
    market.mark = 9_950;
    market.range = { lowTicks: 9_500, highTicks: 10_100 };
    market[trigger] = 9_799;
    story.and(advance());
    expect(shown(story)).toMatchObject({ takeProfit: '98', stopLoss: '96' });
    market[trigger] = 9_800;
    story.when(advance());
    expect([lots(story).long, orders(story)]).toEqual([null, []]);
  });

  it('has no quantity that could be amended, but a price', () => {
    const story = long().and(protection('ann', 'long', { stopLoss: '95' }));
    const [orderId = ''] = shown(story)?.orders ?? [];
    expect(story.when(amend('ann', orderId, { quantity: '1' })).refusal).toMatchObject({
      refusal: 'order.field-not-for-type',
      params: { field: 'quantity' },
    });
    story.and(amend('ann', orderId, { stopPrice: '94' }));
    expect(shown(story)?.stopLoss).toBe('94');
  });

  it('may be set while the market is shut, in order, and meets what has been passed at the open', () => {
    const market = new PerpetualMarket();
    const story = long(market);
    market.isOpen = false;
    expect(story.when(protection('ann', 'long', { takeProfit: '95', stopLoss: '96' })).refusal).toMatchObject({
      refusal: 'contract.take-profit-on-wrong-side',
      params: { last: '96' },
    });
    story.and(protection('ann', 'long', { takeProfit: '110', stopLoss: '100' }));
    market.isOpen = true;
    market.mark = 9_950;
    market.range = { lowTicks: 9_950, highTicks: 10_000 };
    story.when(advance());
    expect(lots(story).long).toBeNull();
  });

  it('goes with a position that is turned, and with the orders of one that is liquidated', () => {
    const turned = world().and(mode('ann', 'one-way'), order('ann', 'buy', '2', '101', { positionSide: 'both' }));
    turned.and(protection('ann', 'long', { stopLoss: '95' }));
    turned.and(order('ann', 'sell', '5', '99', { positionSide: 'both' }));
    expect([lots(turned).long, lots(turned).short?.lots, orders(turned)]).toEqual([null, 3_000, []]);
    const market = new PerpetualMarket();
    const story = long(market).and(protection('ann', 'long', { stopLoss: '95' }));
    market.mark = 9_020;
    story.when(liquidation('ann', 'long'));
    expect(orders(story)).toEqual([]);
  });

  it('stands in the way of an opening that would end its margin before it', () => {
    const story = long().and(protection('ann', 'long', { stopLoss: '91' }), quiz('ann'), leverage('ann', 50));
    expect(story.when(order('ann', 'buy', '2', '101')).refusal).toMatchObject({
      refusal: 'contract.closing-order-beyond',
    });
  });

  it('may be moved by each of its orders, however small or large the position has become', () => {
    const story = long().and(protection('ann', 'long', { takeProfit: '120', stopLoss: '95' }));
    const stop = shown(story)?.orders[1] ?? '';
    const { type, data } = amend('ann', stop, { stopPrice: '94' });
    story
      .when({ type, data: { ...data, limits: { ...data.limits, minNotional: '100000' } } })
      .then('ContractOrderAmended', 'ContractOrderAmended');
    expect(shown(story)?.stopLoss).toBe('94');
  });
});
