import { describe, expect, it } from '@jest/globals';
import type { HouseCommand } from '../../core/command.js';
import { FakeClock } from '../../core/clock.js';
import { orderCommandsOf } from '../venue/order.commands.js';
import { ProductOrders } from './product-orders.js';

const SYMBOL = 'BTCUSDT';

type Parts = ConstructorParameters<typeof ProductOrders>[0];
type Call = Parameters<ProductOrders['cancel']>[0];

describe('a call that changes a book', () => {
  it('lets the beats before it be decided first, and comes at the instant after them', async () => {
    const clock = new FakeClock(1_000);
    const done: string[] = [];
    const parts = {
      clock,
      product: { name: 'spot', commands: orderCommandsOf('Spot') },
      market: { terms: () => ({}) },
      beats: {
        due: async (realm: string, symbol: string) => {
          await Promise.resolve();
          clock.advance(500);
          done.push(`beats of ${realm} ${symbol}`);
        },
      },
      commands: {
        execute: (command: HouseCommand<unknown, unknown>) => {
          done.push(`cancelled at ${command.context.at}`);
          return Promise.resolve({ ok: true, answer: { orders: [], trades: [] }, position: 7, repeated: false });
        },
      },
    } as unknown as Parts;
    const session = { realm: 'demo', userId: 'ann', ownerId: 'ann.1' };
    const call = { session, input: { symbol: SYMBOL, orderId: 'o-1' } } as unknown as Call;
    await new ProductOrders(parts).cancel(call);
    expect(done).toEqual([`beats of demo ${SYMBOL}`, 'cancelled at 1500']);
  });
});
