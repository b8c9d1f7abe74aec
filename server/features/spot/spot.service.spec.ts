import { describe, expect, it } from '@jest/globals';
import type { HouseCommand } from '../../core/command.js';
import { FakeClock } from '../../core/clock.js';
import { SpotService } from './spot.service.js';
import { BTC_TERMS, SYMBOL } from './spot.testkit.js';

type Parts = ConstructorParameters<typeof SpotService>[0];
type Call = Parameters<SpotService['cancel']>[0];

describe('a call that changes a book', () => {
  it('lets the beats before it be decided first, and comes at the instant after them', async () => {
    const clock = new FakeClock(1_000);
    const done: string[] = [];
    const parts = {
      clock,
      market: { terms: () => BTC_TERMS },
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
    await new SpotService(parts).cancel(call);
    expect(done).toEqual([`beats of demo ${SYMBOL}`, 'cancelled at 1500']);
  });
});
