import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandResult } from '../../core/decider.js';
import { BeatSteps } from '../../core/ports/beat-steps.js';
import { refuse } from '../../core/refusal.js';
import { at } from '../../engine/writer/decider.testkit.js';
import type { Writers } from '../../engine/writer/writers.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { cancel, limit, place, QuotedMarket, spot, SYMBOL, type Spot } from '../../features/spot/spot.testkit.js';
import { BEAT_MS, beatOf, type MarketBeat } from '../../market/book-market.js';
import { UnknownEpochError } from '../../market/simulator/price-model.js';
import type { AdvanceMarket } from '../venue/order.commands.js';
import { Advancer } from './advance.js';
import { Products } from './products.js';

const AT = 1_000_000;
const FIRST = beatOf(AT);
const CATCH_UP_MS = 60_000;

/** A book of the testkit under a market that trades at 97.00 in some beats and else says nothing. */
describe('the beats of a book', () => {
  let agents: QuotedMarket;
  let world: Spot;
  let now: number;
  let looked: number[];
  let trading: Set<number>;
  let isAway: boolean;
  let opensAt: number;
  let closesAt: number;
  let indexAt: (beat: number) => number;
  let sent: AdvanceMarket[];
  let advancer: Advancer;
  let steps: BeatSteps;
  let said: string[];
  let ready: () => Promise<void> | undefined;
  let execute: (realm: string, command: { data: AdvanceMarket }) => Promise<CommandResult>;

  beforeEach(() => {
    agents = new QuotedMarket();
    agents.quotes = { bids: [[9_600, 10_000]], asks: [[10_100, 10_000]] };
    agents.beat = (_, beat): MarketBeat => {
      looked.push(beat);
      const takers = [{ side: 'sell', lots: 400, limitTicks: 9_700 }] as const;
      const opening = beat === opensAt;
      const noiseTakers = trading.has(beat) ? takers : [];
      const index = { lowTicks: indexAt(beat), highTicks: indexAt(beat) };
      return {
        liquidity: agents.quotes,
        traded: null,
        noiseTakers,
        index,
        mark: null,
        opening,
        closing: beat === closesAt,
      };
    };
    indexAt = () => 10_000;
    world = spot(agents);
    [now, looked, trading, isAway, opensAt, closesAt, sent] = [AT, [], new Set(), false, 0, 0, []];
    execute = (_, command) => {
      if (isAway) return Promise.resolve({ ok: false, refusal: refuse('request.unavailable'), repeated: false });
      sent.push(command.data);
      world.and({ type: 'AdvanceSpotMarket', data: command.data, actor: 'market', at: now });
      return Promise.resolve({ ok: true, answer: null, position: 1, repeated: false });
    };
    [steps, said] = [new BeatSteps(), []];
    ready = () => undefined;
    advancer = advancerOf();
  });

  function advancerOf(): Advancer {
    const products = new Products([{ kind: spotKind, market: agents }]);
    const log = { error: (message: string) => said.push(message) };
    const writers = { peek: () => world.state, execute } as unknown as Writers;
    const market = { ready: () => ready(), catchUpMs: () => CATCH_UP_MS };
    return new Advancer({ writers, products, now: () => now, market, steps, log });
  }

  const rest = (orderId = 'o-1') => world.and(at(now, place({ ...limit('buy', '1', '98'), orderId })));
  const pass = async (beats: number): Promise<void> => {
    now += beats * BEAT_MS;
    await advancer.due('demo', SYMBOL);
  };
  const remaining = () => world.state.book.find('o-1')?.remainingLots;

  it('are looked at each once and in order, from the one after the order on', async () => {
    rest();
    await pass(1);
    await pass(3);
    expect(looked).toEqual([FIRST + 1, FIRST + 2, FIRST + 3, FIRST + 4]);
    expect(advancer.due('demo', SYMBOL)).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('that trade are decided and stored with their number', async () => {
    rest();
    trading.add(FIRST + 2);
    await pass(3);
    expect(sent).toEqual([{ symbol: SYMBOL, beat: FIRST + 2, missed: null }]);
    expect([world.state.beat, remaining()]).toEqual([FIRST + 2, 600]);
  });

  it('are not decided a second time', async () => {
    rest();
    trading.add(FIRST + 1);
    await pass(1);
    world.and({ type: 'AdvanceSpotMarket', data: { symbol: SYMBOL, beat: FIRST + 1, missed: null }, actor: 'market' });
    expect(remaining()).toBe(600);
  });

  it('that a standstill missed are decided in order, as if they had not been late', async () => {
    rest();
    await pass(1);
    for (const beat of [FIRST + 20, FIRST + 90]) trading.add(beat);
    await pass(120);
    const missed = { fromBeat: FIRST + 2, outcome: 'decided-late', reason: 'standstill' };
    expect(sent).toEqual([
      { symbol: SYMBOL, beat: FIRST + 121, missed },
      { symbol: SYMBOL, beat: FIRST + 20, missed: null },
      { symbol: SYMBOL, beat: FIRST + 90, missed: null },
    ]);
    expect(remaining()).toBe(200);
  });

  it('that a longer gap missed are skipped for all orders alike, and one event says so', async () => {
    rest();
    await pass(1);
    trading.add(FIRST + 20);
    const gap = CATCH_UP_MS / BEAT_MS + 1;
    await pass(gap);
    const missed = { fromBeat: FIRST + 2, outcome: 'skipped', reason: 'standstill' };
    expect(sent).toEqual([{ symbol: SYMBOL, beat: FIRST + gap, missed }]);
    expect(remaining()).toBe(1_000);
    trading.add(FIRST + 2 + gap);
    await pass(1);
    expect([sent.length, remaining()]).toEqual([2, 600]);
  });

  it('end a gap with the newest one, which is decided: whoever comes first comes after its steps', async () => {
    const stepped: number[] = [];
    steps.register('funding', { hasWork: () => true, run: (_, __, beat) => Promise.resolve(stepped.push(beat) > 0) });
    rest();
    await pass(1);
    const gap = CATCH_UP_MS / BEAT_MS + 1;
    trading.add(FIRST + 1 + gap);
    await pass(gap);
    expect([stepped, sent.at(-1)?.beat]).toEqual([[FIRST + 1, FIRST + 1 + gap], FIRST + 1 + gap]);
    expect(remaining()).toBe(600);
  });

  it('let quotes take what they jumped over in the first after the open, and later only as the tape trades', async () => {
    rest();
    agents.quotes = { bids: [[9_600, 9_000]], asks: [[9_700, 9_000]] };
    opensAt = FIRST + 2;
    await pass(1);
    expect(sent).toEqual([]);
    await pass(2);
    expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 2]);
    expect(remaining()).toBeUndefined();
  });

  it('show stops that watch the index each value of it, and none twice', async () => {
    world.and(place({ side: 'buy', kind: 'market', quantity: '1', orderId: 'o-2' }));
    const stop = { side: 'sell', kind: 'stop', stopPrice: '95', quantity: '1', trigger: 'index' } as const;
    world.and(at(now, place(stop)));
    indexAt = (beat) => (beat === FIRST + 2 ? 9_500 : 10_000);
    await pass(1);
    expect(sent).toEqual([]);
    await pass(3);
    expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 2]);
    await pass(1);
    expect(sent).toHaveLength(1);
  });

  it('wait for a writer that was away, and none is lost', async () => {
    rest();
    trading.add(FIRST + 1);
    isAway = true;
    await pass(1);
    await pass(1);
    expect(remaining()).toBe(1_000);
    isAway = false;
    await pass(1);
    expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 1]);
    expect(remaining()).toBe(600);
  });

  it('go on after a restart behind the last change of the book', async () => {
    rest();
    trading.add(FIRST + 1);
    await pass(1);
    await pass(3);
    trading.add(FIRST + 5);
    advancer = advancerOf();
    await pass(1);
    expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 1, FIRST + 5]);
    expect(remaining()).toBe(200);
  });

  it('are none the fewer after a restart for an order that was cancelled before they were decided', async () => {
    rest();
    rest('o-2');
    trading.add(FIRST + 1);
    now += 3 * BEAT_MS;
    world.and(at(now, cancel('o-2')));
    advancer = advancerOf();
    await pass(1);
    expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 1]);
    expect(remaining()).toBe(600);
  });

  it('take their steps before the orders, in the order of the steps, orders or not', async () => {
    const done: string[] = [];
    let hasWork = true;
    for (const name of ['liquidation', 'funding'] as const)
      steps.register(name, {
        hasWork: () => hasWork,
        run: (_, symbol, beat) => Promise.resolve(done.push(`${symbol} ${beat} ${name} ${sent.length}`) > 0),
      });
    const stepsOf = (beat: number, before: number) =>
      ['funding', 'liquidation'].map((name) => `${SYMBOL} ${beat} ${name} ${before}`);
    rest();
    world.and(at(now, cancel()));
    await pass(1);
    expect(done).toEqual(stepsOf(FIRST + 1, 0));
    rest('o-2');
    trading.add(FIRST + 2);
    await pass(1);
    expect([done.slice(2), sent.length]).toEqual([stepsOf(FIRST + 2, 0), 1]);
    hasWork = false;
    await pass(1);
    expect(done).toHaveLength(4);
  });

  it('wait for a step that could not be done, with all that comes after it', async () => {
    let isDone = false;
    steps.register('liquidation', { hasWork: () => true, run: () => Promise.resolve(isDone) });
    rest();
    trading.add(FIRST + 1);
    await pass(1);
    expect(sent).toEqual([]);
    isDone = true;
    await pass(1);
    expect(sent).toEqual([]);
    await advancer.advance('demo', SYMBOL);
    expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 1]);
  });

  describe('that a step holds up', () => {
    let step: { tries: number; answer: () => Promise<boolean> };

    beforeEach(() => {
      step = { tries: 0, answer: () => Promise.resolve(false) };
      const run = () => {
        step.tries += 1;
        return step.answer();
      };
      steps.register('delivery', { hasWork: () => true, run });
      rest();
      trading.add(FIRST + 1);
    });

    const look = async (beats = 1): Promise<boolean | undefined> => {
      now += beats * BEAT_MS;
      return advancer.advance('demo', SYMBOL);
    };

    it('are tried again by the market alone, and commands that come meanwhile hear of it without waiting', async () => {
      expect(await advancer.due('demo', SYMBOL)).toBeUndefined();
      expect(await look()).toBe(false);
      const heard = await Promise.all([advancer.due('demo', SYMBOL), advancer.due('demo', SYMBOL)]);
      expect([heard, step.tries]).toEqual([[false, false], 1]);
      step.answer = () => Promise.resolve(true);
      expect(await look()).toBe(true);
      expect(advancer.due('demo', SYMBOL)).toBeUndefined();
      expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 1]);
    });

    it('are said to be late once, however often they are tried, and are decided in order in the end', async () => {
      for (let beats = 0; beats < 30; beats += 1) expect(await look()).toBe(false);
      const missed = { fromBeat: FIRST + 1, outcome: 'decided-late', reason: 'held-up' };
      expect(sent).toEqual([{ symbol: SYMBOL, beat: FIRST + 9, missed }]);
      expect(said).toEqual([`demo/${SYMBOL} is held up at beat ${FIRST + 1}: a step before its orders is not done`]);
      step.answer = () => Promise.resolve(true);
      await look();
      expect(sent.slice(1)).toEqual([{ symbol: SYMBOL, beat: FIRST + 1, missed: null }]);
      expect(remaining()).toBe(600);
    });

    it('are skipped after too long, and that is said once too', async () => {
      await look();
      const gap = CATCH_UP_MS / BEAT_MS;
      await look(gap - 1);
      await look(1);
      await look(1);
      const missed = (outcome: string) => ({ fromBeat: FIRST + 1, outcome, reason: 'held-up' });
      expect(sent).toEqual([
        { symbol: SYMBOL, beat: FIRST + gap, missed: missed('decided-late') },
        { symbol: SYMBOL, beat: FIRST + gap, missed: missed('skipped') },
      ]);
    });

    it('by throwing wait like others, with the reason in the log once', async () => {
      step.answer = () => Promise.reject(new Error('no settlement'));
      for (let beats = 0; beats < 3; beats += 1) expect(await look()).toBe(false);
      expect(said).toHaveLength(1);
      expect(said[0]).toContain('no settlement');
      step.answer = () => Promise.resolve(true);
      expect(await look()).toBe(true);
      expect(remaining()).toBe(600);
    });

    it('are named for staff, with since when', async () => {
      expect(advancer.heldUp()).toEqual([]);
      await look();
      const since = now;
      await look();
      expect(advancer.heldUp()).toEqual([{ realm: 'demo', symbol: SYMBOL, since }]);
      step.answer = () => Promise.resolve(true);
      await look();
      expect(advancer.heldUp()).toEqual([]);
    });

    it('are decided after a restart too, where an order that left nothing went before them', async () => {
      await look();
      await look();
      now += BEAT_MS;
      expect(advancer.decidedTo('demo', SYMBOL)).toBe(FIRST);
      const ahead = { ...place({ side: 'buy', kind: 'market', quantity: '1', orderId: 'o-2' }) };
      world.and(at(now, { ...ahead, data: { ...ahead.data, decidedTo: FIRST } }));
      const order = world.realm.events.findLast(({ type }) => type === 'SpotOrderAccepted');
      expect(order?.data).toMatchObject({ decidedTo: FIRST });
      advancer = advancerOf();
      step.answer = () => Promise.resolve(true);
      await look();
      expect([sent.map(({ beat }) => beat), remaining()]).toEqual([[FIRST + 1], 600]);
      expect(advancer.decidedTo('demo', SYMBOL)).toBe(FIRST + 4);
    });

    it('are decided after a restart too, where such orders filled one that brings its stop-loss', async () => {
      const sells = (orderId: string) => place({ side: 'sell', kind: 'market', quantity: '0.1', orderId }, 'bob');
      world.and(
        at(now, cancel()),
        at(now, place({ side: 'buy', kind: 'market', quantity: '1', orderId: 'o-2' }, 'bob')),
      );
      world.and(at(now, place({ ...limit('buy', '1', '98'), orderId: 'o-3', attached: '100::90' })));
      await look();
      for (const orderId of ['o-4', 'o-5']) {
        const ahead = sells(orderId);
        world.and(at(now, { ...ahead, data: { ...ahead.data, decidedTo: FIRST } }));
      }
      expect(world.realm.events.findLast(({ type }) => type === 'SpotOrderAmended')?.data).toMatchObject({
        byFill: true,
      });
      advancer = advancerOf();
      step.answer = () => Promise.resolve(true);
      await look();
      expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 1]);
    });

    it('stay the next ones where the book changes meanwhile', async () => {
      await look();
      world.and(at(now + BEAT_MS, place({ ...limit('buy', '1', '97'), orderId: 'o-2' })));
      step.answer = () => Promise.resolve(true);
      await look(2);
      expect(sent.map(({ beat }) => beat)).toEqual([FIRST + 1]);
    });
  });

  it('wait for the prices of their epoch, whoever asks first', async () => {
    let isPromised = false;
    const priced = agents.beat;
    agents.beat = (...of) => {
      if (!isPromised) throw new UnknownEpochError(1);
      return priced(...of);
    };
    ready = () => (isPromised ? undefined : Promise.resolve().then(() => void (isPromised = true)));
    rest();
    trading.add(FIRST + 1);
    await pass(1);
    expect([sent.map(({ beat }) => beat), remaining()]).toEqual([[FIRST + 1], 600]);
  });

  it('are asked about without a book too, for the prices of what comes next', async () => {
    let keptUp = 0;
    ready = () => Promise.resolve().then(() => void (keptUp += 1));
    expect(await advancer.due('demo', SYMBOL)).toBe(true);
    expect(keptUp).toBe(1);
  });

  it('begin anew with the next order once the book was empty', async () => {
    rest();
    await pass(1);
    world.and(at(now, cancel()));
    await pass(100);
    rest('o-2');
    looked = [];
    await pass(1);
    expect([looked, sent]).toEqual([[FIRST + 102], []]);
  });
});
