import { beforeEach, describe, expect, it } from '@jest/globals';
import { BeatSteps } from '../../core/ports/beat-steps.js';
import { refuse } from '../../core/refusal.js';
import { at } from '../../engine/writer/decider.testkit.js';
import type { Writers } from '../../engine/writer/writers.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { BTC_TERMS, limit, place, QuotedMarket, spot, SYMBOL, type Spot } from '../../features/spot/spot.testkit.js';
import { BEAT_MS, beatOf, type MarketBeat } from '../../market/book-market.js';
import type { AdvanceMarket } from '../venue/order.commands.js';
import { Advancer } from './advance.js';
import { Products } from './products.js';

const AT = 1_000_000;
const FIRST = beatOf(AT);
const LAUNCH = FIRST + 40;
const CATCH_UP_MS = 60_000;
const GAP = CATCH_UP_MS / BEAT_MS + 100;

/** A new coin opens in a standstill: an order of its call waits for the auction, where the issuer's float is. */
describe('a gap over the auction that opens a new coin', () => {
  let world: Spot;
  let now: number;
  let sent: AdvanceMarket[];
  /** Whether the server falls before it sends a command. */
  let falls: (data: AdvanceMarket) => boolean;
  let advancer: Advancer;

  beforeEach(() => {
    const agents = new QuotedMarket();
    agents.listed = { ...BTC_TERMS, launchAt: LAUNCH * BEAT_MS };
    agents.beat = (_, beat): MarketBeat => ({
      liquidity: { bids: [[9_600, 10_000]], asks: [[beat === LAUNCH ? 9_700 : 9_900, 10_000]] },
      ...{ traded: null, noiseTakers: [], index: null, mark: null },
      ...{ opening: beat === LAUNCH, closing: false },
    });
    [world, now, sent, falls] = [spot(agents), AT, [], () => false];
    const execute = (_: string, { data }: { data: AdvanceMarket }) => {
      if (falls(data)) return Promise.resolve({ ok: false, refusal: refuse('request.unavailable'), repeated: false });
      sent.push(data);
      world.and({ type: 'AdvanceSpotMarket', data, actor: 'market', at: now });
      return Promise.resolve({ ok: true, answer: null, position: 1, repeated: false });
    };
    starts = () =>
      new Advancer({
        writers: { peek: () => world.state, execute } as unknown as Writers,
        products: new Products([{ kind: spotKind, market: agents }]),
        now: () => now,
        market: { ready: () => undefined, catchUpMs: () => CATCH_UP_MS },
        steps: new BeatSteps(),
        log: { error: () => undefined },
      });
    advancer = starts();
    world.and(at(now, place({ ...limit('buy', '1', '98'), orderId: 'o-1' })));
  });
  let starts: () => Advancer;

  const pass = async (beats: number): Promise<void> => {
    now += beats * BEAT_MS;
    await advancer.due('demo', SYMBOL);
  };
  const remaining = () => world.state.book.find('o-1')?.remainingLots;
  const told = () =>
    sent.map(({ beat, missed }) => (missed === null ? [beat] : [missed.outcome, missed.fromBeat, beat, missed.reason]));

  it('is skipped but for the auction, which is held late at the quotes of its own instant', async () => {
    await pass(1);
    await pass(GAP);
    expect(told()).toEqual([
      ['skipped', FIRST + 2, LAUNCH - 1, 'standstill'],
      ['decided-late', LAUNCH, LAUNCH, 'standstill'],
      [LAUNCH],
      ['skipped', LAUNCH + 1, FIRST + GAP, 'standstill'],
    ]);
    expect(remaining()).toBeUndefined();
    expect(world.funds('demo-alice', 'BTC')).toBe('1 0');
  });

  it('comes to the same where the server fell before the auction was held', async () => {
    falls = ({ beat, missed }) => beat === LAUNCH && missed === null;
    await pass(GAP);
    expect(told().map(([what]) => what)).toEqual(['skipped', 'decided-late']);
    expect(remaining()).toBe(1_000);
    falls = () => false;
    advancer = starts();
    await pass(0);
    expect(told().slice(2)).toEqual([
      ['decided-late', LAUNCH, LAUNCH, 'restart'],
      [LAUNCH],
      ['skipped', LAUNCH + 1, FIRST + GAP - 1, 'restart'],
    ]);
    expect(world.funds('demo-alice', 'BTC')).toBe('1 0');
  });

  it('is skipped whole where the auction was held before', async () => {
    await pass(60);
    expect(told()).toEqual([['decided-late', FIRST + 1, FIRST + 60, 'restart'], [LAUNCH]]);
    world.and(at(now, place({ ...limit('buy', '1', '90'), orderId: 'o-2' })));
    sent = [];
    advancer = starts();
    await pass(GAP);
    expect(told()).toEqual([['skipped', FIRST + 61, FIRST + 59 + GAP, 'restart']]);
  });
});
