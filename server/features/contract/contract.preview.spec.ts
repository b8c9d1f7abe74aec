import { describe, expect, it, jest } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { openGate } from '../../engine/writer/decider.testkit.js';
import type { Book } from '../../trading/matching/book.js';
import { scopeOfLoadedOrder } from '../../trading/venue/order.handler.js';
import { contractKind } from './contract.product.js';
import { contractPreview } from './contract.preview.js';
import { amend, leverage, mode, order, ownerOf, PerpetualMarket, world, type World } from './contract.testkit.js';

const AT = 1_000_000;

/** What `order` would do in the place of another; without one as a new order. */
function preview({ realm }: World, { data }: ReturnType<typeof order>, amends: string | undefined) {
  const parts = { kind: contractKind, market: new PerpetualMarket(), principal: new OpenPrincipal([]) };
  const scope = scopeOfLoadedOrder({ ...parts, gate: openGate }, data);
  const answer = realm.look(scope, (view) => contractPreview(parts, view, { data, amends, at: AT }));
  if (isRefusal(answer)) throw new Error(answer.refusal);
  return answer;
}
const codes = ({ problems }: { readonly problems: readonly Refusal[] }) => problems.map(({ refusal }) => refusal);

describe('the preview of an order that replaces one of its owner’s', () => {
  // 48 x 100 / 10 = 480, 2.4 to open and 2.16 to close.
  const half = () => order('ann', 'buy', '48', '99', { orderId: 'o-half' });

  it('has the margin that the old one holds, and is what amending it then holds', () => {
    const played = world().and(half());
    const larger = order('ann', 'buy', '98', '99');
    expect(codes(preview(played, larger, undefined))).toEqual(['order.insufficient-margin']);
    const { problems, held } = preview(played, larger, 'o-half');
    expect(problems).toEqual([]);
    const amended = played.and(amend('ann', 'o-half', { quantity: '98' }));
    expect([...amended.state.terms.values()].map((terms) => terms.held)).toEqual([amount(held ?? '')]);
  });

  it('reckons by the leverage of the order, which an amended one keeps', () => {
    const played = world().and(half(), leverage('ann', 5));
    expect(preview(played, half(), 'o-half').leverage).toBe(10);
    expect(preview(played, half(), undefined).leverage).toBe(5);
  });

  it('says in the same answer what the order holds as it stands, and where its position would end', () => {
    const played = world().and(half());
    const now = preview(played, half(), 'o-half');
    expect(now.before).toEqual({ held: now.held, position: now.position });
    const { before, held, position } = preview(played, order('ann', 'buy', '24', '99'), 'o-half');
    expect(before).toEqual(now.before);
    expect([amount(held ?? '') * 2n, position?.quantity]).toEqual([amount(before?.held ?? ''), '24']);
    expect(preview(played, half(), undefined).before).toBeNull();
  });

  it('holds the least that an order may be against all of it, and not against what has not filled', () => {
    const played = world().and(half(), order('bob', 'sell', '47.999', '99'));
    const least = order('ann', 'buy', '48', '98', { orderId: 'o-half' });
    const { limits } = least.data;
    const smaller = { ...least, data: { ...least.data, limits: { ...limits, minNotional: '10', minQuantity: '1' } } };
    expect(preview(played, smaller, 'o-half')).toMatchObject({ problems: [], restingQuantity: '0.001' });
  });

  it('says how much of a plain order closes first in one-way mode, for which it holds margin all the same', () => {
    const both = { positionSide: 'both' } as const;
    const played = world().and(mode('ann', 'one-way'), order('ann', 'buy', '2', '101', both));
    const sells = (quantity: string, reduceOnly = false) =>
      preview(played, order('ann', 'sell', quantity, '110', { ...both, reduceOnly }), undefined);
    const [part, more] = [sells('1'), sells('5')];
    expect([part.closesFirst, part.position, more.closesFirst, more.position?.quantity]).toEqual(['1', null, '2', '3']);
    expect(amount(more.held ?? '')).toBe(amount(part.held ?? '') * 5n);
    // What is sold at once closes at once.
    const sold = order('ann', 'sell', '1', '99', both);
    expect(preview(played, sold, undefined).closesFirst).toBeNull();
    expect(sells('2', true)).toMatchObject({ closesFirst: null, held: '0' });
  });

  it('moves the order that is amended and no other, however many rest', () => {
    const resting = Array.from({ length: 50 }, (_, n) => order('bob', 'buy', '0.1', `${95 - n / 100}`));
    const played = world().and(half(), ...resting);
    const enqueue = jest.spyOn(Object.getPrototypeOf(played.state.book) as Book, 'enqueue');
    preview(played, order('ann', 'buy', '48', '98'), 'o-half');
    expect(enqueue.mock.calls.length).toBeLessThanOrEqual(2);
    enqueue.mockRestore();
  });

  it('closes no more than is open', () => {
    const bought = order('ann', 'buy', '1', '101');
    const closing = (quantity: string, orderId: string) =>
      order('ann', 'sell', quantity, '110', { positionSide: 'long', reduceOnly: true, orderId });
    const played = world().and(bought, closing('0.8', 'o-close'));
    expect(codes(preview(played, closing('1', 'o-new'), 'o-close'))).toEqual([]);
    expect(codes(preview(played, closing('1.1', 'o-new'), 'o-close'))).toEqual(['order.reduce-only-exceeds-position']);
  });

  it('reckons what is not filled yet, and refuses no more than what is', () => {
    const played = world().and(half(), order('bob', 'sell', '8', '99'));
    expect(preview(played, half(), 'o-half')).toMatchObject({ problems: [], restingQuantity: '40' });
    expect(preview(played, order('ann', 'buy', '8', '99'), 'o-half')).toMatchObject({
      problems: [{ refusal: 'order.quantity-below-filled', params: { quantity: '8', filled: '8', field: 'quantity' } }],
      held: null,
    });
  });

  it('says that an order of somebody else, or one that is gone, is not found, and leaves the book as it is', () => {
    const played = world().and(half());
    const before = played.funds(ownerOf('ann'), 'USDT', 'contract');
    for (const [person, orderId] of [
      ['bob', 'o-half'],
      ['ann', 'o-gone'],
    ] as const)
      expect(codes(preview(played, order(person, 'buy', '1', '99'), orderId))).toEqual(['order.not-found']);
    preview(played, half(), 'o-half');
    expect(played.state.book.orders.size).toBe(1);
    expect(played.funds(ownerOf('ann'), 'USDT', 'contract')).toBe(before);
  });
});
