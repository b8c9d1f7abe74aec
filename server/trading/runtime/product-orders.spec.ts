import { describe, expect, it } from '@jest/globals';
import type { CommandContext, HouseCommand } from '../../core/command.js';
import { FakeClock } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { orderCommandsOf } from '../venue/order.commands.js';
import { ProductOrders } from './product-orders.js';

const SYMBOL = 'BTCUSDT';

type Parts = ConstructorParameters<typeof ProductOrders>[0];
type Call = Parameters<ProductOrders['cancel']>[0];

/** Calls for which the first beats before them take half a second, and are decided or wait. */
function played(isDecided: boolean) {
  const clock = new FakeClock(1_000);
  const done: string[] = [];
  const decided = new Map<string, number>();
  const parts = {
    clock,
    product: { name: 'spot', commands: orderCommandsOf('Spot') },
    market: { terms: () => ({}) },
    gate: { refusal: () => undefined },
    terms: () => Promise.resolve({}),
    orders: { openSymbols: () => Promise.resolve([SYMBOL]) },
    beats: {
      ready: () => undefined,
      due: (realm: string, symbol: string) => {
        if (decided.get(symbol) === clock.now()) return undefined;
        const decide = async () => {
          await Promise.resolve();
          clock.advance(decided.has(symbol) ? 0 : 500);
          if (isDecided) decided.set(symbol, clock.now());
          done.push(`beats of ${realm} ${symbol}`);
          return isDecided;
        };
        return decide();
      },
      decidedTo: () => 4,
    },
    commands: {
      execute: (command: HouseCommand<unknown, unknown>) => {
        done.push(`${command.type} at ${command.context.at}`);
        return Promise.resolve({ ok: true, answer: { orders: [], trades: [] }, position: 7, repeated: false });
      },
    },
  } as unknown as Parts;
  const session = { realm: 'demo', userId: 'ann', ownerId: 'ann.1' };
  const call = (input: object) => ({ session, input: { symbol: SYMBOL, ...input } }) as unknown as Call;
  return { orders: new ProductOrders(parts), call, done, rest: () => clock.advance(1) };
}

describe('a call that changes a book', () => {
  it('lets the beats before it be decided first, and comes at the instant after them', async () => {
    const { orders, call, done, rest } = played(true);
    await orders.cancel(call({ orderId: 'o-1' }));
    rest();
    await orders.amend(call({ orderId: 'o-1', price: '2' }));
    const beats = `beats of demo ${SYMBOL}`;
    expect(done).toEqual([beats, 'CancelSpotOrder at 1500', beats, 'AmendSpotOrder at 1501']);
  });

  it('comes after the beats of both its books, with those that came due while the other one decided', async () => {
    const { orders, call, done } = played(true);
    const [one, other] = ['BTCUSDT', 'ETHUSDT'];
    await orders.late(call({}), { symbol: one, alsoIn: other });
    expect(done).toEqual([other, one, other].map((symbol) => `beats of demo ${symbol}`));
  });

  it('is refused while those beats wait, unless it only takes orders out', async () => {
    const { orders, call, done } = played(false);
    expect(await orders.amend(call({ orderId: 'o-1', price: '2' }))).toEqual(refuse('request.unavailable'));
    await orders.cancel(call({ orderId: 'o-1' }));
    await orders.cancelAll(call({}));
    await orders.cancelAll(call({ symbol: undefined }));
    const order = { symbol: SYMBOL, leavesNothing: true };
    const met: unknown[] = [];
    const command = (context: CommandContext, decidedTo?: number) => {
      met.push(decidedTo);
      return new (orderCommandsOf('Spot').cancel)(context, {
        symbol: SYMBOL,
        userId: 'ann',
        ownerId: 'ann.1',
        orderId: 'o-1',
      });
    };
    await orders.send(call({}), order, command);
    await played(true).orders.send(call({}), order, command);
    // Only where beats wait does an order say which ones it has met.
    expect(met).toEqual([4, undefined]);
    expect(done.pop()).toBe('CancelSpotOrder at 3500');
    const sent = done.filter((each) => !each.startsWith('beats'));
    expect(sent).toEqual(['CancelSpotOrder at 2000', 'CancelAllSpotOrders at 2500', 'CancelSpotOrdersInBooks at 3000']);
  });
});
