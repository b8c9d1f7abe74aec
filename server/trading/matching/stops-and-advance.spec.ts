import { describe, expect, it } from '@jest/globals';
import { STILL, given, placing, type Scene } from './book.fixture.js';
import { LIMITS, newOrder, type Liquidity, type NoiseTaker, type Order, type TradedRange } from './book.js';

const advance = (scene: Scene, traded: TradedRange | null, liquidity?: Liquidity, noiseTakers: NoiseTaker[] = []) =>
  scene.when({ ...STILL, traded, noiseTakers }, liquidity);
const range = (lowTicks: number, highTicks: number, lastTicks: number): TradedRange => ({
  lowTicks,
  highTicks,
  lastTicks,
});
const stop = (stopTicks: number) => ({ kind: 'stop', stopTicks }) as const;
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
      'deferred stops: last 97-99, index none, mark none',
    ]);
    expect(advance(scene, null)).toEqual([
      'triggered ben, rests: book',
      'triggered cat, rests: book',
      'deferred stops: none',
    ]);
  });
});

describe('a triggered stop that finds too little', () => {
  const quotes = (bid: number, lots: number): Liquidity => ({ bids: [[bid, lots]], asks: [[bid + 2, 9]] });
  /** Ann sells 5 at no less than 90; two of them found a buyer when her stop at 97 was reached. */
  const filling = (terms: Partial<Order> = {}) => {
    const scene = given();
    scene.place('ann', 'sell', 90, 5, { ...stop(97), ...terms });
    expect(advance(scene, range(97, 97, 97), quotes(96, 2))).toEqual([
      'last trade at 97',
      'triggered ann, rests: triggered',
      'ann takes 2 at 96 from house',
    ]);
    return scene;
  };

  it('goes on filling at the quotes of the next beats until it is filled', () => {
    const scene = filling();
    expect(advance(scene, null, quotes(94, 2))).toEqual(['ann takes 2 at 94 from house']);
    expect(advance(scene, null)).toEqual([]);
    expect(advance(scene, null, quotes(95, 7))).toEqual(['ann takes 1 at 95 from house']);
    expect(advance(scene, null, quotes(95, 7))).toEqual([]);
  });

  it('is no offer to anybody: it rests at no price, and a taker does not meet it', () => {
    const scene = filling();
    expect(scene.picture()).toEqual([]);
    expect(scene.place('ben', 'buy', 95, 1)).toEqual(['accepted ben, rests: book']);
    expect(advance(scene, null)).toEqual(['ann takes 1 at 95 from ben']);
  });

  it('waits while everything is beyond its slippage limit', () => {
    const scene = filling();
    expect(advance(scene, null, quotes(89, 9))).toEqual([]);
    expect(advance(scene, null, quotes(90, 9))).toEqual(['ann takes 3 at 90 from house']);
  });

  it('comes before agents who take at that beat, and after stops that were triggered earlier', () => {
    const scene = filling();
    scene.place('ben', 'sell', 90, 1, stop(93));
    advance(scene, range(93, 93, 93));
    const noise: NoiseTaker[] = [{ side: 'sell', lots: 9, limitTicks: null }];
    expect(advance(scene, null, quotes(92, 4), noise)).toEqual([
      'ann takes 3 at 92 from house',
      'ben takes 1 at 92 from house',
    ]);
  });

  it('still ends where it meets its own owner, if its owner chose so', () => {
    const scene = filling();
    scene.place('bid', 'buy', 95, 1, { owner: 'ann' });
    expect(advance(scene, null)).toEqual(['cancelled ann with 3 left: self-trade']);
  });

  it('may be cancelled, and made smaller or larger, but not triggered again', () => {
    const change = { type: 'AmendOrder', orderId: 'ann', owner: 'ann', priceTicks: null, stopTicks: null } as const;
    const scene = filling();
    expect(scene.when({ ...change, lots: 4 })).toEqual(['amended ann, keeps its place']);
    expect(scene.when({ ...change, lots: 6 })).toEqual(['amended ann, loses its place']);
    expect(scene.when({ ...change, stopTicks: 94, lots: null })).toEqual(['book.stop-price-not-allowed']);
    expect(scene.when({ type: 'CancelOrder', orderId: 'ann', owner: 'ann', reason: 'user' })).toEqual([
      'cancelled ann with 4 left: user',
    ]);
  });

  it('is cancelled at once only where its owner asked for that', () => {
    const scene = given();
    scene.place('ann', 'sell', 90, 5, { ...stop(97), timeInForce: 'IOC' });
    scene.place('ben', 'sell', 90, 5, { ...stop(97), timeInForce: 'FOK' });
    expect(advance(scene, range(97, 97, 97), quotes(96, 2))).toEqual([
      'last trade at 97',
      'triggered ann, rests: no',
      'ann takes 2 at 96 from house',
      'cancelled ann with 3 left: no-liquidity',
      'triggered ben, rests: no',
      'cancelled ben with 5 left: fok',
    ]);
  });

  it('goes on after it met as many makers as one order may meet', () => {
    const scene = given([], { ...LIMITS, fillsPerOrder: 1 });
    scene.place('ann', 'sell', 90, 3, stop(97));
    const two: Liquidity = {
      bids: [
        [96, 1],
        [95, 9],
      ],
      asks: [],
    };
    expect(advance(scene, range(97, 97, 97), two)).toEqual([
      'last trade at 97',
      'triggered ann, rests: triggered',
      'ann takes 1 at 96 from house',
    ]);
    expect(advance(scene, null, quotes(95, 9))).toEqual(['ann takes 2 at 95 from house']);
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

/** So many lots on the tape, whose takers reach nobody. */
const busy = (lots: number): NoiseTaker[] => [{ side: 'buy', lots, limitTicks: 1 }];

describe('a moving market', () => {
  it('fills users whom the quotes crossed at one price, up to what agents quote at that price or better', () => {
    const scene = given(['buy 100 ann:3 ben:3', 'buy 99 cat:5']);
    const liquidity = {
      bids: [],
      asks: [
        [99, 4],
        [100, 1],
        [101, 9],
      ] as const,
    };
    expect(advance(scene, null, liquidity, busy(9))).toEqual([
      'house takes 3 at 100 from ann',
      'house takes 2 at 100 from ben',
    ]);
    expect(scene.picture()).toEqual(['buy 100 ben:1', 'buy 99 cat:5']);
  });

  it('trades no more with users than the tape traded, quotes first and takers after', () => {
    const scene = given(['buy 100 ann:9', 'sell 103 ben:9']);
    const liquidity = { bids: [[98, 9]], asks: [[100, 9]] } as const;
    expect(advance(scene, null, liquidity)).toEqual([]);
    const noise: NoiseTaker[] = [
      { side: 'sell', lots: 2, limitTicks: 100 },
      { side: 'buy', lots: 3, limitTicks: 90 },
    ];
    expect(advance(scene, null, liquidity, noise)).toEqual(['house takes 5 at 100 from ann']);
    expect(advance(scene, null, { bids: [], asks: [[100, 1]] }, noise)).toEqual([
      'house takes 1 at 100 from ann',
      'house takes 1 at 100 from ann',
    ]);
    expect(scene.picture()).toEqual(['sell 103 ben:9', 'buy 100 ann:2']);
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
    expect(advance(scene, range(97, 105, 104))).toEqual(['last trade at 104', 'triggered ann, rests: triggered']);
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
