import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { openGate } from '../../engine/writer/decider.testkit.js';
import { scopeOfLoadedOrder } from '../../trading/venue/order.handler.js';
import { contractKind } from './contract.product.js';
import { contractPreview } from './contract.preview.js';
import { amend, leverage, order, ownerOf, PerpetualMarket, world, type World } from './contract.testkit.js';

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
