import { describe, expect, it } from '@jest/globals';
import { given, placing, type Scene } from './book.fixture.js';
import { LIMITS, newOrder, type Liquidity, type NoiseTaker, type TradedRange } from './book.js';

const advance = (scene: Scene, traded: TradedRange | null, liquidity?: Liquidity, noiseTakers: NoiseTaker[] = []) =>
  scene.when({ type: 'AdvanceMarket', traded, noiseTakers }, liquidity);
const range = (lowTicks: number, highTicks: number, lastTicks: number): TradedRange => ({
  lowTicks,
  highTicks,
  lastTicks,
});
const stop = (stopTicks: number) => ({ kind: 'stop', stopTicks, timeInForce: 'IOC' }) as const;
const stopLimit = (stopTicks: number) => ({ kind: 'stop-limit', stopTicks }) as const;

describe('stops', () => {
  it('wait until a trade in the book reaches them, then take', () => {
    const scene = given(['sell 101 ann:1', 'sell 105 ben:5']);
    expect(scene.place('cat', 'buy', 110, 2, stop(101))).toEqual(['accepted cat, rests: stops']);
    expect(scene.place('dan', 'buy', 101, 1)).toEqual([
      'accepted dan, rests: no',
      'dan takes 1 at 101 from ann',
      'triggered cat, rests: no',
      'cat takes 2 at 105 from ben',
    ]);
  });

  it('trigger one another, each on the trades of the one before', () => {
    const scene = given(['sell 101 ann:1', 'sell 102 ben:1', 'sell 103 cat:1']);
    scene.place('second', 'buy', 110, 1, stop(102));
    scene.place('first', 'buy', 110, 1, stop(101));
    expect(scene.place('dan', 'buy', 101, 1).slice(2)).toEqual([
      'triggered first, rests: no',
      'first takes 1 at 102 from ben',
      'triggered second, rests: no',
      'second takes 1 at 103 from cat',
    ]);
  });

  it('rest as limit orders when they are stop-limits that meet nobody', () => {
    const scene = given();
    scene.place('ann', 'sell', 95, 4, stopLimit(98));
    expect(advance(scene, range(98, 99, 99))).toEqual(['last trade at 99', 'triggered ann, rests: book']);
    expect(scene.picture()).toEqual(['sell 95 ann:4']);
  });

  it('are refused when the last trade has reached them already', () => {
    const scene = given();
    advance(scene, range(100, 100, 100));
    expect(scene.place('ann', 'buy', 120, 1, stop(100))).toEqual(['order.stop-already-reached']);
    expect(scene.place('ann', 'sell', 80, 1, stop(100))).toEqual(['order.stop-already-reached']);
    expect(scene.place('ann', 'sell', 80, 1, stop(99))).toEqual(['accepted ann, rests: stops']);
  });

  it('wait for the next command when one command has done enough', () => {
    const scene = given([], { ...LIMITS, eventsPerCommand: 2 });
    for (const name of ['ann', 'ben', 'cat']) scene.place(name, 'sell', 90, 1, stopLimit(98));
    expect(advance(scene, range(97, 99, 99))).toEqual([
      'last trade at 99',
      'triggered ann, rests: book',
      'deferred stops from 97 to 99',
    ]);
    expect(advance(scene, null)).toEqual([
      'triggered ben, rests: book',
      'triggered cat, rests: book',
      'deferred stops from null to null',
    ]);
  });
});

describe('a pair of which one cancels the other', () => {
  const pair = () => {
    const scene = given(['buy 90 ben:5']);
    const terms = { owner: 'ann', side: 'sell', lots: 4 } as const;
    const limit = newOrder({ ...terms, orderId: 'gain', priceTicks: 110 });
    const loss = newOrder({ ...terms, orderId: 'loss', priceTicks: 80, ...stop(95) });
    return { scene, lines: scene.when({ type: 'PlaceOcoPair', limit, stop: loss }) };
  };

  it('stands as a resting order and a waiting stop', () => {
    expect(pair().lines).toEqual(['accepted gain, rests: book', 'accepted loss, rests: stops']);
  });

  it('loses the stop at the first fill of the limit order, even a partial one', () => {
    const { scene } = pair();
    expect(scene.place('cat', 'buy', 110, 1)).toEqual([
      'accepted cat, rests: no',
      'cat takes 1 at 110 from gain',
      'cancelled loss with 4 left: oco',
    ]);
  });

  it('loses the limit order when the stop is reached', () => {
    expect(advance(pair().scene, range(95, 96, 95))).toEqual([
      'last trade at 95',
      'triggered loss, rests: no',
      'cancelled gain with 4 left: oco',
      'loss takes 4 at 90 from ben',
    ]);
  });

  it('is amended as a pair: the quantity of both legs, and the price of one', () => {
    const { scene } = pair();
    const amend = {
      type: 'AmendOrder',
      owner: 'ann',
      orderId: 'loss',
      priceTicks: null,
      stopTicks: 94,
      lots: 3,
    } as const;
    expect(scene.when(amend)).toHaveLength(2);
    expect(scene.when({ ...amend, orderId: 'gain', stopTicks: null, priceTicks: 111 })).toHaveLength(2);
    expect(scene.place('cat', 'buy', 111, 1)).toEqual([
      'accepted cat, rests: no',
      'cat takes 1 at 111 from gain',
      'cancelled loss with 3 left: oco',
    ]);
  });

  it('goes as a whole when its owner cancels one of the two', () => {
    const cancel = { type: 'CancelOrder', orderId: 'loss', owner: 'ann', reason: 'user' } as const;
    expect(pair().scene.when(cancel)).toEqual([
      'cancelled loss with 4 left: user',
      'cancelled gain with 4 left: oco-cancelled',
    ]);
  });
});

describe('a moving market', () => {
  it('fills users at their own price, up to what agents quote at that price or better', () => {
    const scene = given(['buy 100 ann:3 ben:3', 'buy 99 cat:5']);
    const liquidity = {
      bids: [],
      asks: [
        [99, 4],
        [100, 1],
        [101, 9],
      ] as const,
    };
    expect(advance(scene, null, liquidity)).toEqual([
      'house takes 3 at 100 from ann',
      'house takes 1 at 100 from ben',
      'house takes 1 at 100 from ben',
    ]);
    expect(scene.picture()).toEqual(['buy 100 ben:1', 'buy 99 cat:5']);
  });

  it('lets noise takers meet users before agents at the same price, and agents before worse users', () => {
    const scene = given(['sell 101 ann:2', 'sell 103 ben:2']);
    const liquidity = {
      bids: [],
      asks: [
        [101, 3],
        [102, 1],
      ] as const,
    };
    const noise: NoiseTaker[] = [
      { side: 'buy', lots: 4, limitTicks: null },
      { side: 'buy', lots: 3, limitTicks: null },
    ];
    expect(advance(scene, null, liquidity, noise)).toEqual([
      'house takes 2 at 101 from ann',
      'house takes 1 at 103 from ben',
    ]);
  });

  it('triggers stops by the range and not only by the last price', () => {
    const scene = given();
    scene.place('ann', 'sell', 90, 1, stop(97));
    expect(advance(scene, range(97, 105, 104))).toEqual([
      'last trade at 104',
      'triggered ann, rests: no',
      'cancelled ann with 1 left: no-liquidity',
    ]);
  });

  it('says nothing when nothing happens', () => {
    const scene = given(['buy 90 ann:1']);
    expect(advance(scene, null, { bids: [[99, 1]], asks: [[101, 1]] })).toEqual([]);
  });
});

describe('an order that meets its own owner', () => {
  const meet = (selfTrade: 'cancel-taker' | 'cancel-maker' | 'cancel-both' | 'decrement', lots: number) => {
    const scene = given(['sell 101 ann:3 ben:5']);
    const { order } = placing('ann', 'buy', 101, lots, { orderId: 'own', selfTrade });
    return { lines: scene.when({ type: 'PlaceOrder', order }).slice(1), picture: scene.picture() };
  };

  it('is cancelled itself unless it says otherwise', () => {
    expect(meet('cancel-taker', 4).lines).toEqual(['cancelled own with 4 left: self-trade']);
  });

  it('cancels the resting order and goes on', () => {
    expect(meet('cancel-maker', 4).lines).toEqual([
      'cancelled ann with 3 left: self-trade',
      'own takes 4 at 101 from ben',
    ]);
  });

  it('cancels both', () => {
    expect(meet('cancel-both', 4).lines).toEqual([
      'cancelled ann with 3 left: self-trade',
      'cancelled own with 4 left: self-trade',
    ]);
  });

  it('takes the smaller off the larger, whichever that is', () => {
    expect(meet('decrement', 4).lines).toEqual([
      'cancelled ann with 3 left: self-trade',
      'reduced own by 3 to 1',
      'own takes 1 at 101 from ben',
    ]);
    expect(meet('decrement', 2)).toEqual({
      lines: ['reduced ann by 2 to 1', 'cancelled own with 2 left: self-trade'],
      picture: ['sell 101 ann:1 ben:5'],
    });
  });
});
