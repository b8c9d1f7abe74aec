import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../core/clock.js';
import { BeatSteps } from '../../../core/ports/beat-steps.js';
import { beatOf } from '../../../market/book-market.js';
import { ordersOf } from '../../../trading/matching/book.js';
import { ContractOwners } from '../contract-owners.js';
import { MortalServer } from '../delivery/contract-period.testkit.js';
import { JUDGED_BY, leverage, MARGIN, order, ownerOf, people, SYMBOL, world } from '../contract.testkit.js';
import { GapOrdersRunner } from './gap-orders.runner.js';

const [MINUTE_MS, RAISES_AT] = [60_000, 3_600_000];
/** Nine times at most while it is raised. */
const GAP = { raisesAt: RAISES_AT, closesAt: 2 * RAISES_AT, opensAt: 9 * RAISES_AT, rate: '0.09' };

/** Ann and Bob rest orders at ten times, Cid at five; Ann one that closes too. */
function played() {
  const story = world().and(
    order('bob', 'sell', '1', '100'),
    order('ann', 'buy', '1', '100'),
    leverage('cid', 5),
    order('ann', 'buy', '1', '80'),
    order('ann', 'sell', '1', '120', { positionSide: 'long' }),
    order('bob', 'buy', '1', '81'),
    order('cid', 'buy', '1', '82'),
  );
  const resting = () => people.map((person) => ordersOf(story.state.book, ownerOf(person)).length);
  const server = new MortalServer(story.realm);
  const steps = new BeatSteps();
  const clock = new FakeClock(0);
  const terms = { of: () => ({ ...JUDGED_BY, margin: { ...MARGIN, gap: GAP } }) };
  new GapOrdersRunner(server, new ContractOwners(server, server, clock), terms, steps).onModuleInit();
  const runAt = (at: number) => {
    clock.setTo(at);
    return steps.run('demo', SYMBOL, beatOf(at));
  };
  return { story, server, steps, runAt, resting };
}

describe('orders that rest as margins are raised', () => {
  it('stand until then, and are cancelled at that beat where they would open with less', async () => {
    const { server, steps, runAt, resting } = played();
    expect([steps.hasWork('demo', SYMBOL), steps.hasWork('demo', 'ETHUSDT-PERP')]).toEqual([true, false]);
    expect(await runAt(RAISES_AT - 250)).toBe(true);
    expect([resting(), server.sent]).toEqual([[2, 1, 1], []]);
    expect(await runAt(RAISES_AT)).toBe(true);
    expect([resting(), server.sent.length]).toEqual([[1, 0, 1], 2]);
  });

  it('are looked at each minute, so that none comes in between', async () => {
    const { story, server, runAt, resting } = played();
    await runAt(RAISES_AT);
    server.sent = [];
    // Sent before, and decided with the terms of before.
    story.and(order('ann', 'buy', '1', '83'));
    await runAt(RAISES_AT + MINUTE_MS - 250);
    expect(resting()).toEqual([2, 0, 1]);
    await runAt(RAISES_AT + MINUTE_MS);
    expect([resting(), server.sent]).toEqual([[1, 0, 1], ['CancelUncoveredOrders']]);
  });

  it('hold the beat up while the writer is away', async () => {
    const { server, runAt, resting } = played();
    server.refuses = true;
    expect(await runAt(RAISES_AT)).toBe(false);
    server.refuses = false;
    expect(await runAt(RAISES_AT + 250)).toBe(true);
    expect(resting()).toEqual([1, 0, 1]);
  });
});
